// Package rundir describes run directories: the settings of a run, its record run.json, and where
// its data are.
//
//	List: every setting once --> flags, run.json, metadata of Arrow files, the command that makes the run again, notes
//	Open(folder) --> Dir: record, scores, levels; Predictions, Heads, Series (jobs to replay again)
//
// Package experiment fills a run directory, package output keeps it whole, and what reports make of
// it stands beside the data.
package rundir
