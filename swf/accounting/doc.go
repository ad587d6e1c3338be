// Package accounting converts the records that batch systems keep of their
// jobs into logs in the Standard Workload Format. It reads the text of Slurm's
// sacct, accounting records of PBS and Torque, and CSV tables.
//
//	Source: text -> Records -> Import: waits, tries, counts -> Log: WriteSWF, Counts, Hints
//
// A Source knows its format only. Import decides what becomes of a record,
// whatever its format:
//
//	log, err := accounting.Import(accounting.NewSacct(r, "", options), options)
//	if err != nil {
//		return err
//	}
//	err = log.WriteSWF(w, nil)
//
// The wait, field 3, runs from Eligible to the start, or from the submission
// with Options.BySubmit. The run time, field 4, is End - Start. Names of
// people and jobs become numbers. The directive SnapshotTime says when the
// records were taken. Jobs that ran then have a wait, run time -1 and status
// -1; jobs that waited have wait -1.
//
// A bad record is a *RowError with file, line and column; reading can go on
// after it. A stream that fails is an error also with Options.Lenient.
package accounting
