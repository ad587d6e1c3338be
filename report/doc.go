// Package report turns the scores of a replay into tables: the tables of the
// BMBP paper [Brevik06], its printed numbers next to the measured ones, and
// further tables on a run.
//
//	[]replay.Score --Judge--> []Verdict --SeriesBounds.Compare--> []Verdict
//	run.Record, []Verdict --VerdictTables, Backtests--> []*Table: which methods can
//	    be trusted, how tight their bounds are, and when they failed
//	run.Record, []replay.Score --Tables, ForecastTables, Comparisons--> []*Table
//	[]Verdict --Totals--> []Total --MethodTable--> *Table over the queues of all logs
//	SeriesBounds --CommonJobs.Add, NewPair--> *Table of several levels or two methods
//	two Judgements --Changes--> *Table: differences from an earlier run
//	*Table --WriteText, WriteMarkdown, WriteCSV, WriteLaTeX, WriteJSON
//
// Tables need the record and the scores only, so that a report can be made
// again without the logs. [Columns] describes the columns of a table, and
// tables.txt has the titles, notes and sentences.
//
// published/README.md has the papers whose numbers are compared, and their
// slips.
package report
