// Package accounting converts the accounting records of batch systems into logs
// in the Standard Workload Format. It reads the text of Slurm's sacct, records
// of PBS and Torque, and CSV tables.
//
//	splitter: text -> cells -> Columns: records -> Import: waits, tries, counts -> Log: WriteSWF
//
// A splitter splits its format into cells. Columns map cells to fields of a
// record. Everything after that is the same for all formats:
//
//	src, err := accounting.NewSacct(r, options)
//	log, err := accounting.Import(src, options)
//	err = log.WriteSWF(w, nil)
//
// The wait, field 3, runs from eligibility to the start, or from submission with
// Options.BySubmit; the run time, field 4, from start to end. Field 8 is the
// size that a job got if it started, but for PBS what it requested, if known. In
// an hour that comes twice, the run time and the order of the times choose the
// reading, else it is the first. Names of people and jobs become numbers.
//
// The directive SnapshotTime is the time of the records. Jobs that ran then have
// a wait, run time -1 and status -1; jobs that waited have wait -1. The directive
// SnapshotWaiting: unknown says that the log lacks these, as their records have
// no sizes. A directive CannotStart has each job that could not start then, such
// as one that is held (swf.Blocked). A job that ran several times has a row for
// each try, whose wait begins where the one before ended.
//
// A bad record is a *swf.RowError with file, line and column. Options.Lenient
// skips and counts such records, but a stream that fails is always an error.
// Records that contradict themselves are left out and counted; many are an error.
package accounting
