// Package wait answers how long a job will wait, or will still wait. It has the
// table, the sentences, the JSON and the metrics of the answers:
//
//	[]*replay.Result --Judge--> *verdict.Verdict --New--> *Answer
package wait
