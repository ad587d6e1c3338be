// Package run replays logs through methods into a run directory, and reads run
// directories.
//
//	Settings --NewPlan--> Plan;  NewWriter(folder, plan) --> Writer
//	log --Writer.Add--> part: predictions, scores, heads of one log
//	Writer.Finish --> the next state of the folder, to which a report adds its
//	files;  Writer.Commit moves it to its final names
//	Open(folder) --> Dir: record, scores, levels; Predictions, Heads
//
// Each level of a run is replayed separately, with its own change points. If
// a log has too little for a method, it is replayed without the method, and its
// record has a note.
//
// A finished log waits as a part inside the folder until all logs are finished.
// An interrupted run leaves earlier results as they were, and --resume reuses
// the finished logs if the settings are the same.
package run
