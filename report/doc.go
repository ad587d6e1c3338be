// Package report turns the scores of a replay into tables: the tables of the BMBP paper [bmbp], its
// printed numbers next to the measured ones, and further tables on a run.
//
//	[]replay.Score --Judge--> []Verdict --SeriesBounds.Decide--> []Verdict
//	run.Record, []Verdict --VerdictTables, Backtests--> []*Table: which methods can be trusted, how
//	    tight their bounds are, and when they failed;  Sentences: the same in words
//	run.Record, []replay.Score --Tables--> []*Table of the paper;  ForecastTables: errors of forecasts
//	run.Record, []replay.Score, published numbers --Comparisons--> []*Table
//	SeriesBounds --CommonJobs.Add--> *Tables of several levels;  --NewPair--> Pair --PairTable--> *Table
//	[]replay.Heads --HeadTables--> []*Table: forecasts at the head of the queue, as in [downey]
//	two Judgements --Changes--> *Table: what differs from an earlier run
//	*Table --WriteText, WriteMarkdown, WriteCSV, WriteLaTeX, WriteJSON
//
// Tables need the record and the scores only, so that a report can be made again without the logs:
//
//	record, err := run.ReadRecord("results/demo/run.json")
//	if err != nil {
//		return err
//	}
//	for _, table := range report.Tables(record, scores) {
//		if err := table.WriteText(os.Stdout); err != nil {
//			return err
//		}
//	}
//
// # Marks
//
// A method is correct for a series of jobs if the share of waits within its bounds is not below the
// quantile, compared before rounding. For lower bounds the target is 1 less the quantile. A share
// below the target, and the median ratio that belongs to it, carry an asterisk. The paper prints 23
// shares of 0.95 in tables 3 and 5 to 7 without an asterisk, so it seems to compare rounded shares;
// the comparison shows where stars differ for that reason.
//
// Bold in the tables of the paper is the most accurate of the correct methods: the one with the highest
// median of actual wait over bound, or for lower bounds the lowest. Methods with the same ratio are all
// bold. Sections 5.1 and 6.1 of the paper speak of the inverse ratio; in tables 3 and 4 the highest
// ratio is bold in all 31 rows. Verdicts recommend methods by pinball loss instead, and bold does not
// show them.
//
// A series of fewer than the settings' min_jobs jobs is a dash, and has no bold value.
//
// # Slips of the paper
//
// In table 6 the 0.87 of lanl small 65+ has no asterisk, and lanl shared 5-16 is a dash where tables 5
// and 7 have a number. Queue names of LANL are spelled in two ways; chammpq is that of the log. The
// Paragon of table 1 is dated 1/95 - 1/96, but its job counts are those of the log of 1996. The ranges
// of datastar in tables 5 to 7 seem to count nodes of 8 processors: with ranges 1-32, 33-128, 129-512
// and 513+ the log has 1000 jobs or more where the paper has numbers, and fewer where it has dashes.
// Comparisons sets such ranges beside those of the paper where a run has them. The appendix says "size
// 100" where the numbers are those of n = 1000.
//
// # Table 8
//
// All 52 bounds of table 8 are waits of Datastar's queue normal that had started by the time of their
// row within the eight days before: log, day and time zone are right. The day lies in the training
// tenth of the series, where no history is cut, so it takes --train 0. Then 37 of 52 bounds are within
// a factor of 2, and 2 are equal. What remains is when histories were cut: the thresholds depend on the
// autocorrelation of a training part, which the paper does not give for this table. With --train 0.01
// it is 42 of 52, and 6 are equal.
//
// # References
//
//	[bmbp] J. Brevik, D. Nurmi, R. Wolski, Predicting bounds on queuing delay in space-shared
//	       computing environments,
//	       IEEE International Symposium on Workload Characterization, 2006
//	[downey] A. B. Downey, Using queue time predictions for processor allocation,
//	       UCB/CSD-97-929, 1997
package report
