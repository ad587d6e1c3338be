// Package run replays logs through methods into a run directory, and reads run
// directories.
//
//	Settings --NewPlan--> Plan;  NewWriter(folder, plan) --> Writer
//	log --Writer.Add--> part: predictions, scores, heads of one log
//	Writer.Finish --> the next state of the folder, to which a report adds its
//	files;  Writer.Commit moves it to its final names
//	Open(folder) --> Dir: record, scores, levels; Predictions, Heads
//
// AllSettings lists every setting once. Flags, run.json, the metadata of Arrow
// files and the command line that repeats a run come from this list.
//
// A run has one or more levels, and replays each of them separately, with its
// own change points. A log that is too small for a method is replayed without
// it; the record of the log says so.
//
// A finished log waits as a part inside the folder until all logs are finished.
// So an interrupted run leaves earlier results as they were, and --resume
// reuses the finished logs if the settings are the same.
//
// External reads bounds that another program made, and adds them to a plan as
// the bounds of a method.
package run
