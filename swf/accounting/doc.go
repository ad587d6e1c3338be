// Package accounting makes logs in the Standard Workload Format of what batch systems keep of their
// jobs: sacct of Slurm as text and as JSON, records of PBS, Torque and LSF, and tables of any
// columns as CSV.
//
//	a format's Reader: text -> Records, one at a time -> Import: identity, waits, counts -> Log: WriteSWF, Counts, Hints
//
// A reader knows its format and nothing else; what becomes of a record is decided in one place
// (convert.go), whatever it came from:
//
//	log, err := accounting.Import(accounting.NewSacct(r, "", options), options)
//	if err != nil {
//		return err
//	}
//	err = log.WriteSWF(w, nil)
//
// Wait, field 3, is from the moment at which nothing but resources and priority stood in the way
// (Eligible) to the start, or from the submission if Options.BySubmit. Run, field 4, is End -
// Start, so that the end is right. Names of people and jobs become numbers. A log says with the
// directive SnapshotTime when its records were taken; jobs that ran (wait known, run and status -1)
// and waited (wait -1) then are part of it.
//
// A bad record is a *RowError, which names file, line and column; reading can go on behind it. What
// is no accounting at all is refused by its first lines, and a stream that fails is an error also
// where bad records are skipped.
package accounting
