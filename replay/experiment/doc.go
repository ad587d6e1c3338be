// Package experiment runs methods on logs and leaves what came out in a run directory.
//
//	settings --NewPlan--> Plan;  New(folder, plan) --> Experiment
//	log --Replay--> part: predictions, scores, heads of one trace      (again for each log; TakeOver for one that is done)
//	Cut --> units of a plan, each done as a run of its own by NewUnit;  OpenUnits, Merge of each log --> the whole run's parts
//	Finish --> the next state of the folder: predictions.arrow, scores.*, heads.arrow, run.json, to which a report adds its
//	files; Commit puts it into its place
//
// A run has one or more levels, each of which is a replay of its own with its own change points. A
// log that has too little for a method is replayed without it; the record of the trace says so. A
// trace that is finished waits in the folder's parts until all are, so an interrupted run leaves
// earlier results as they were, and its finished traces for one that resumes it with the same
// settings. Such a run may also take traces over from the results themselves.
package experiment
