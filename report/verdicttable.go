package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/replay/run"
)

// verdictRow is what a row of a table of verdicts shows: a series, or a method on a series.
type verdictRow struct {
	*Verdict
	m *MethodVerdict // nil for the series
}

// verdictTable returns a table of verdicts without columns and rows.
func verdictTable(record *run.Record, id, title string, notes ...string) *Table {
	s := &record.Settings
	return &Table{
		ID: id, Title: title, Question: WhichToTrust,
		Star: "below the target, compared before rounding",
		Notes: append(notes, fmt.Sprintf("bounds at confidence %v; %s; series of fewer than %d jobs are not judged",
			s.Confidence, s.Describe(), s.MinJobs)),
	}
}

// seriesColumns returns the columns that name the series of a row. They name the level if the verdicts
// have several.
func seriesColumns(verdicts []Verdict, byRange bool) []columnOf[verdictRow] {
	columns := []columnOf[verdictRow]{
		{"trace", func(r verdictRow) Cell { return Text(r.Trace) }},
		{"queue", func(r verdictRow) Cell { return Text(r.Queue) }},
	}
	if byRange {
		columns = append(columns, columnOf[verdictRow]{"procs_range=processors", func(r verdictRow) Cell { return Text(r.Range) }})
	}
	if len(levelsOf(verdicts)) > 1 {
		columns = append(columns, columnOf[verdictRow]{"quantile", func(r verdictRow) Cell { return Text(r.Level.String()) }})
	}
	return columns
}

func levelsOf(verdicts []Verdict) []methods.Level {
	return Distinct(verdicts, func(v *Verdict) methods.Level { return v.Level })
}

// VerdictTables returns the verdicts as tables: verdict-by-queue with a row for each queue,
// verdict-by-range where the run has ranges of processors, and losses-by-queue with a row for each
// method of each queue.
func VerdictTables(record *run.Record, verdicts []Verdict) []*Table {
	var queues, ranges []Verdict
	for _, v := range verdicts {
		if v.Range == replay.AllRanges {
			queues = append(queues, v)
		} else {
			ranges = append(ranges, v)
		}
	}
	columns := seriesColumns(verdicts, false)
	tables := []*Table{bySeries(record, "verdict-by-queue", "The methods to trust, by queue", queues, columns)}
	if len(ranges) > 0 {
		tables = append(tables, bySeries(record, "verdict-by-range", "The methods to trust, by queue and range of processors", ranges,
			seriesColumns(verdicts, true)))
	}
	losses := verdictTable(record, "losses-by-queue", "How tight the bounds are, by queue and method",
		"compared: jobs that all methods compared have bounds for; pinball loss: mean over these of (wait - bound)(q - 1 "+
			"where wait <= bound), least for the quantile q itself",
		fmt.Sprintf("from, to: interval of the difference to the lowest loss by the circular block bootstrap, confidence "+
			"%v, %d resamples, seed %d", bootstrap.Confidence, bootstrap.Resamples, bootstrap.Seed),
		"bounds, excess and loss of logarithms: of all jobs that the method bounds; excess: what the bound is above the "+
			"wait, 0 where it is below")
	losses.Question, losses.Missing = HowTight, "not compared, or no bounds"
	return append(tables, byMethod(losses, queues, columns, lossColumns))
}

// bySeries returns a table with a row for each verdict.
func bySeries(record *run.Record, id, title string, verdicts []Verdict, columns []columnOf[verdictRow]) *Table {
	t := verdictTable(record, id, title,
		"correct: the share of waits within the bound is not below its target; recommended: of the correct methods the one "+
			"with the lowest mean pinball loss, and those that a block bootstrap cannot tell from it at confidence 0.95; "+
			"share, loss and median bound are those of the first",
		"on the edge: below the target by less than the Wilson interval of the share at confidence 0.95")
	t.Missing = "no method is recommended"
	var rows []verdictRow
	var references []string
	few := false
	for i := range verdicts {
		v := &verdicts[i]
		rows = append(rows, verdictRow{v, nil})
		few = few || len(v.With(Sparse)) > 0
		if v.Reference != Reference && v.Reference != "" {
			references = addNew(references, v.Reference)
		}
	}
	if few {
		t.Notes = append(t.Notes, "(few): not compared, since it bounds fewer than 90 % of the jobs that bmbp bounds")
	}
	if len(references) > 0 {
		t.Notes = append(t.Notes, "where bmbp gives no bounds, a method is compared if it bounds 90 % of the jobs of the one that "+
			"bounds most: "+strings.Join(references, ", "))
	}
	// ofBest is a cell about the first of the recommended methods.
	ofBest := func(cell func(*MethodVerdict) Cell) func(verdictRow) Cell {
		return func(r verdictRow) Cell {
			if best := r.With(Recommended); len(best) > 0 {
				return cell(&best[0])
			}
			return Missing()
		}
	}
	return fill(t, rows, slices.Concat(columns, []columnOf[verdictRow]{
		{"#scored", func(r verdictRow) Cell { return Count(r.Scored) }},
		{"recommended", func(r verdictRow) Cell { return Text(cmp.Or(strings.Join(r.names(Recommended), ", "), "none")) }},
		{"**correct=share", ofBest(func(m *MethodVerdict) Cell { return shareCell(m.Score) })},
		{"#pinball_s=pinball loss|s", ofBest(func(m *MethodVerdict) Cell { return secondsCell(m.Loss) })},
		{"#median_bound_s=median bound|s", ofBest(func(m *MethodVerdict) Cell { return secondsCell(m.MedianBound) })},
		{"also_correct=also correct", func(r verdictRow) Cell {
			also := r.names(Correct)
			for _, m := range r.names(Sparse) {
				also = append(also, m+" (few)")
			}
			return Text(strings.Join(also, ", "))
		}},
		{"on_edge=on the edge", func(r verdictRow) Cell { return Text(strings.Join(r.names(OnEdge), ", ")) }},
	})...)
}

// byMethod fills a table with a row for each method of each verdict, without methods that have no
// bounds.
func byMethod(t *Table, verdicts []Verdict, columns, more []columnOf[verdictRow]) *Table {
	var rows []verdictRow
	for i := range verdicts {
		for k := range verdicts[i].Methods {
			if m := &verdicts[i].Methods[k]; m.Status != Silent {
				rows = append(rows, verdictRow{&verdicts[i], m})
			}
		}
	}
	name := columnOf[verdictRow]{"method", func(r verdictRow) Cell { return Text(r.m.Method) }}
	return fill(t, rows, slices.Concat(columns, []columnOf[verdictRow]{name}, more)...)
}

// share is the column of the share of waits within the bound.
var share = columnOf[verdictRow]{"**correct=share", func(r verdictRow) Cell { return shareCell(r.m.Score) }}

// shareCell shows the share of waits within the bound, with a star below the target.
func shareCell(s *replay.Score) Cell {
	c := scoreCell(s, "correct")
	c.N, c.Star = s.Bounded, !c.Missing && !s.IsCorrect()
	return c
}

// ofScore is a column of scores.
func ofScore(name string) columnOf[verdictRow] {
	return columnOf[verdictRow]{scoreHead(name), func(r verdictRow) Cell { return scoreCell(r.m.Score, name) }}
}

// ofCompared is a column that only candidates have.
func ofCompared(head string, cell func(verdictRow) Cell) columnOf[verdictRow] {
	return columnOf[verdictRow]{head, func(r verdictRow) Cell {
		if r.m.Status > Correct {
			return Missing()
		}
		return cell(r)
	}}
}

var lossColumns = []columnOf[verdictRow]{
	{"standing", func(r verdictRow) Cell { return Text(r.m.Status.String()) }},
	share,
	ofCompared("#compared", func(r verdictRow) Cell { return Count(r.Common) }),
	ofCompared("#pinball_s=pinball loss|s", func(r verdictRow) Cell { return secondsCell(r.m.Loss) }),
	ofCompared("#difference_s=above the lowest|s", func(r verdictRow) Cell { return secondsCell(r.m.Difference.Mean) }),
	ofCompared("#difference_lo_s=from|s", func(r verdictRow) Cell { return secondsCell(r.m.Difference.Low) }),
	ofCompared("#difference_hi_s=to|s", func(r verdictRow) Cell { return secondsCell(r.m.Difference.High) }),
	ofScore("bounded"), ofScore("median_bound_s"), ofScore("mean_bound_s"), ofScore("mean_over_s"), ofScore("log_pinball"),
}

// OverQueues returns the table that a batch of logs has: a row for each method and level, over all
// queues.
func OverQueues(record *run.Record, verdicts []Verdict) *Table {
	t := verdictTable(record, overQueues, fmt.Sprintf("The methods over the queues of %d logs", len(record.Traces)),
		"queues: those on which the method gives bounds; correct, on the edge, recommended: on how many of them it is so, as in "+
			"verdict-by-queue; share: of their jobs with a bound, waits within it")
	t.Columns = Columns("method", "quantile", "#queues", "#correct", "#on_edge=on the edge", "#recommended", "#bounded=jobs", "#share")
	for _, l := range levelsOf(verdicts) {
		of := AllSizes(verdicts, l)
		for _, name := range Ranked(of, record.Settings.Methods) {
			var queues, correct, edge, recommended, bounded int
			covered := 0.0
			for i := range of {
				m := of[i].Find(name)
				if m == nil || m.Status == Silent {
					continue
				}
				queues++
				bounded += m.Bounded
				covered += m.Coverage * float64(m.Bounded)
				if m.IsCorrect() {
					correct++
				}
				switch m.Status {
				case OnEdge:
					edge++
				case Recommended:
					recommended++
				}
			}
			if queues > 0 {
				t.Rows = append(t.Rows, []Cell{Text(name), Text(l.String()), Count(queues), Count(correct), Count(edge), Count(recommended),
					Count(bounded), Number(covered/float64(bounded), "%.3f")})
			}
		}
	}
	return t
}

// overQueues is the ID of the table of OverQueues.
const overQueues = "methods-over-queues"

// Backtests returns the table of how the bounds of each queue and method hold and fail: the share of
// waits covered and its interval, likelihood ratios of the tests of package backtest, how misses
// follow misses, and the worst month.
func Backtests(record *run.Record, verdicts []Verdict) *Table {
	queues := slices.DeleteFunc(slices.Clone(verdicts), func(v Verdict) bool { return v.Range != replay.AllRanges })
	t := verdictTable(record, "backtests", "How the bounds of each queue hold and fail")
	t.Question, t.Missing = WhenFailed, "not defined, as the share of misses after a miss where there is none"
	t.Notes = append(t.Notes,
		"correct from, correct to: Wilson interval of the share covered at confidence 0.95, for independent misses",
		"LR: likelihood ratios, large where what they test does not hold; p: probability of one as large where it does. "+
			"Kupiec: the share covered is the target; "+
			"independence: a job is missed as often after a miss as after a hit; conditional coverage: both together "+
			"(Christoffersen)",
		"settled: after the job that was, at the tick before, the last to start or to outlive its bound, so that its outcome "+
			"could be known, and not after the job submitted before; jobs submitted close behind each other miss together "+
			"before anybody can know of one of them",
		fmt.Sprintf("worst month: the smallest share covered in a calendar month with %d jobs or more, in the time zone of "+
			"the machine", replay.LeastMonth),
		"capped: jobs whose bound was cut off at 1.5 times the longest wait known, or a minute; missed by the cap: those of "+
			"them that the bound would else have covered")
	return byMethod(t, queues, seriesColumns(verdicts, false), []columnOf[verdictRow]{
		share, ofScore("correct_lo"), ofScore("correct_hi"),
		ofScore("kupiec_lr"), pValue("kupiec_p", "kupiec_lr", 1),
		ofScore("christoffersen_ind_lr"), pValue("christoffersen_ind_p", "christoffersen_ind_lr", 1),
		ofScore("christoffersen_cc_lr"), pValue("christoffersen_cc_p", "christoffersen_cc_lr", 2),
		ofScore("settled_ind_lr"), pValue("settled_ind_p", "settled_ind_lr", 1),
		ofScore("miss_after_miss"), ofScore("miss_after_settled"), ofScore("longest_miss_run"), ofScore("worst_month"), ofScore("worst_month_at"),
		ofScore("capped"), ofScore("capped_missed"),
	})
}

// pValue is the column of the probability of a likelihood ratio with some degrees of freedom.
func pValue(key, of string, freedom int) columnOf[verdictRow] {
	return columnOf[verdictRow]{"#" + key + "=p", func(r verdictRow) Cell {
		p := backtest.PValue(replay.FindColumn(of).Number(r.m.Score), freedom)
		c := Number(p, "%.4f")
		if p < 0.0001 {
			c.Text = "<0.0001"
		}
		return c
	}}
}
