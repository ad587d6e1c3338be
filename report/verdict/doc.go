// Package verdict judges the methods of a run on each series: which can be
// trusted, and how tight their bounds are. It has the tables and sentences of
// verdicts, and all that compares methods on common jobs.
//
//	[]replay.Score --Judge--> []Verdict --SeriesBounds.Compare--> []Verdict
//	[]Verdict --Tables, Backtests, Sentences--> tables and sentences
//	[]Verdict --Totals--> []Total --MethodTable--> table over the queues of logs
//	SeriesBounds --CommonJobs.Add, NewPair--> tables of several levels, of pairs
//	SeriesBounds --Halves.Add, Compare--> []SplitHalf --SplitHalfTable--> table
package verdict
