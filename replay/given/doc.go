// Package given reads bounds that were made elsewhere, for a replay to score beside its own. They
// may know what was not known when a job was submitted: nobody has checked.
//
//	CSV or Arrow --Read--> File --experiment.Plan.Give--> tasks whose bounds are given
//
// The columns are those of predictions.arrow, so that the predictions of a run can be scored again:
//
//	job_id       number of the job in the log
//	bound        of the wait, seconds; empty, or null in Arrow, for none
//	q0.95 ...    instead of bound: one column for each quantile, with l behind a lower bound: q0.25l
//	quantile     of bound: 0.95, 0.25l; without it the run's main one
//	side         upper or lower, as predictions.arrow has it beside the quantile
//	trace, log   name of the log; may be missing where the run has one log
//	procs_range  the series that the row is for; without it, and for all, those without rows of
//	             their own
//	method       where the file has several
//	point        forecast of the wait, seconds
//	turnaround   forecast of the time from submission to end, seconds
//
// Other columns of predictions.arrow are not read; any further one is an error, as it may be one of
// these misspelled. So are times that are not from 0 to 1e100, a job that the log does not have or
// has twice, and a second row of a job, log, method, range and quantile. A job without a row has no
// bound, which the share of jobs bounded shows. Jobs that the selection leaves out are counted in a
// note. Errors name the line, of Arrow the row, and the field.
package given
