// Package run replays logs through methods into a run directory, and reads run
// directories.
//
//	Settings --NewPlan--> Plan;  NewWriter(folder, plan) --> Writer
//	log --Plan.Load--> record and series;  --Writer.Replay--> predictions, scores, heads
//	in the next state of the folder, to which a report adds its files
//	Writer.Commit moves them to their final names
//	Open(folder) --> Dir: record, scores, levels; Predictions, Heads
//
// Each level of a run is replayed separately, with its own change points. If
// a log has too little for a method, it is replayed without the method, and its
// record has a note.
//
// An interrupted run leaves earlier results as they were.
package run
