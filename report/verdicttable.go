package report

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/replay/run"
)

// VerdictTables gives the verdicts as tables: verdict-by-queue, and verdict-by-range where the run
// has ranges of processors, both with a row for each series; and losses-by-queue, with a row for
// each method of each queue.
func VerdictTables(run *run.Record, verdicts []Verdict) []*Table {
	b := verdictTables{run: run, levels: levelsOf(verdicts)}
	var queues, ranges []Verdict
	for _, v := range verdicts {
		if v.Range == replay.AllRanges {
			queues = append(queues, v)
		} else {
			ranges = append(ranges, v)
		}
	}
	tables := []*Table{b.verdicts("verdict-by-queue", "The methods to trust, by queue", queues)}
	if len(ranges) > 0 {
		tables = append(tables, b.verdicts("verdict-by-range", "The methods to trust, by queue and range of processors", ranges))
	}
	return append(tables, b.byMethod("losses-by-queue", "How tight the bounds are, by queue and method", HowTight, queues, lossColumns,
		"not compared, or no bounds",
		"compared: jobs that all methods compared have bounds for; pinball loss: mean over these of (wait - bound)(q - 1 "+
			"where wait <= bound), least for the quantile q itself",
		fmt.Sprintf("from, to: interval of the difference to the lowest loss by the circular block bootstrap, confidence "+
			"%v, %d resamples, seed %d", bootstrap.Confidence, bootstrap.Resamples, bootstrap.Seed),
		"bounds, excess and loss of logarithms: of all jobs that the method bounds; excess: what the bound is above the "+
			"wait, 0 where it is below",
	))
}

// OverQueues gives the table that a batch of logs has: a row for each method and quantile, of all
// queues together.
func OverQueues(run *run.Record, verdicts []Verdict) *Table {
	b := verdictTables{run: run, levels: levelsOf(verdicts)}
	t := b.table(overQueues, fmt.Sprintf("The methods over the queues of %d logs", len(run.Traces)))
	t.Columns = Columns("method", "quantile", "#queues", "#correct", "#on_edge=on the edge", "#recommended", "#bounded=jobs", "#share")
	t.Notes = append([]string{"queues: those on which the method gives bounds; correct, on the edge, recommended: on how many of them it " +
		"is so, as in verdict-by-queue; share: of their jobs with a bound, waits within it"}, t.Notes...)
	for _, l := range b.levels {
		of := AllSizes(verdicts, l)
		for _, name := range Ranked(of, run.Settings.Methods) {
			var queues, correct, edge, recommended, bounded int
			covered := 0.0
			for i := range of {
				for _, j := range of[i].Methods {
					if j.Method != name || j.Status == Silent {
						continue
					}
					queues++
					bounded += j.Score.Bounded
					covered += j.Score.Correct * float64(j.Score.Bounded)
					if j.Score.IsCorrect() {
						correct++
					}
					switch j.Status {
					case OnEdge:
						edge++
					case Recommended:
						recommended++
					}
				}
			}
			if queues == 0 {
				continue
			}
			t.Rows = append(t.Rows, []Cell{Text(name), Text(l.String()), Count(queues), Count(correct), Count(edge), Count(recommended),
				Count(bounded), Number(covered/float64(bounded), "%.3f")})
		}
	}
	return t
}

// overQueues is the ID of the table of OverQueues.
const overQueues = "methods-over-queues"

// judgedColumn is a column of a table of methods, and what it shows of one in its verdict.
type judgedColumn struct {
	Column
	cell func(*Verdict, *MethodVerdict) Cell
}

// byMethod gives a table with a row for each method that gives bounds, of each verdict.
func (b *verdictTables) byMethod(id, title string, q Question, verdicts []Verdict, columns []judgedColumn, missing string, notes ...string) *Table {
	t := b.table(id, title)
	keyColumns, keys := b.keys(false)
	t.Question, t.Missing, t.Columns, t.Notes = q, missing, append(keyColumns, Columns("method")...), slices.Concat(notes, t.Notes)
	for _, c := range columns {
		t.Columns = append(t.Columns, c.Column)
	}
	for i := range verdicts {
		v := &verdicts[i]
		for k := range v.Methods {
			j := &v.Methods[k]
			if j.Status == Silent {
				continue
			}
			row := append(keys(v), Text(j.Method))
			for _, c := range columns {
				row = append(row, c.cell(v, j))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// share is the column of the share of waits within the bound.
var share = judgedColumn{markedColumn("correct", "share"), func(_ *Verdict, j *MethodVerdict) Cell { return shareCell(j.Score) }}

func ofScore(name string) judgedColumn {
	return judgedColumn{scoreColumn(name), func(_ *Verdict, j *MethodVerdict) Cell { return scoreCell(j.Score, name) }}
}

// ofCompared is a column of seconds that only methods have that were compared.
func ofCompared(key, heading string, of func(*MethodVerdict) float64) judgedColumn {
	return judgedColumn{secondsColumn(key, heading), func(_ *Verdict, j *MethodVerdict) Cell {
		if j.Status > Correct {
			return Missing()
		}
		return secondsCell(of(j))
	}}
}

var lossColumns = []judgedColumn{
	{Column{Heading: "standing"}, func(_ *Verdict, j *MethodVerdict) Cell { return Text(j.Status.String()) }},
	share,
	{Column{Heading: "compared", Align: Right}, func(v *Verdict, j *MethodVerdict) Cell {
		if j.Status > Correct {
			return Missing()
		}
		return Count(v.Common)
	}},
	ofCompared("pinball_s", "pinball loss", func(j *MethodVerdict) float64 { return j.Loss }),
	ofCompared("difference_s", "above the lowest", func(j *MethodVerdict) float64 { return j.Difference.Mean }),
	ofCompared("difference_lo_s", "from", func(j *MethodVerdict) float64 { return j.Difference.Low }),
	ofCompared("difference_hi_s", "to", func(j *MethodVerdict) float64 { return j.Difference.High }),
	ofScore("bounded"), ofScore("median_bound_s"), ofScore("mean_bound_s"), ofScore("mean_over_s"), ofScore("log_pinball"),
}

// Backtests gives the table of how far the bounds of each queue and method can be trusted: the
// share of waits covered and its interval, likelihood ratios of the tests of package backtest, how
// misses follow misses, and the worst month. Series of fewer jobs than tables show are left out,
// and so are methods without bounds.
func Backtests(run *run.Record, verdicts []Verdict) *Table {
	b := verdictTables{run: run, levels: levelsOf(verdicts)}
	queues := slices.DeleteFunc(slices.Clone(verdicts), func(v Verdict) bool { return v.Range != replay.AllRanges })
	t := b.byMethod("backtests", "How the bounds of each queue hold and fail", WhenFailed, queues, backtestColumns,
		"not defined, as the share of misses after a miss where there is none")
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
	return t
}

var backtestColumns = []judgedColumn{
	share, ofScore("correct_lo"), ofScore("correct_hi"),
	ofScore("kupiec_lr"), pValue("kupiec_p", "kupiec_lr", 1),
	ofScore("christoffersen_ind_lr"), pValue("christoffersen_ind_p", "christoffersen_ind_lr", 1),
	ofScore("christoffersen_cc_lr"), pValue("christoffersen_cc_p", "christoffersen_cc_lr", 2),
	ofScore("settled_ind_lr"), pValue("settled_ind_p", "settled_ind_lr", 1),
	ofScore("miss_after_miss"), ofScore("miss_after_settled"), ofScore("longest_miss_run"), ofScore("worst_month"), ofScore("worst_month_at"),
	ofScore("capped"), ofScore("capped_missed"),
}

// pValue is the probability of a likelihood ratio of so many degrees of freedom, of which small ones
// differ in nothing that matters.
func pValue(key, of string, freedom int) judgedColumn {
	ratio := replay.FindColumn(of)
	return judgedColumn{Column{Key: key, Heading: "p", Align: Right}, func(_ *Verdict, j *MethodVerdict) Cell {
		p := backtest.PValue(ratio.Number(j.Score), freedom)
		c := Number(p, "%.4f")
		if p < 0.0001 {
			c.Text = "<0.0001"
		}
		return c
	}}
}

func levelsOf(verdicts []Verdict) []methods.Level {
	var levels []methods.Level
	for i := range verdicts {
		levels = addNew(levels, verdicts[i].Level)
	}
	return levels
}

type verdictTables struct {
	run    *run.Record
	levels []methods.Level
}

func (b *verdictTables) table(id, title string) *Table {
	return &Table{
		ID: id, Title: title, Question: WhichToTrust,
		Star: "below the target, compared before rounding",
		Notes: []string{fmt.Sprintf("bounds at confidence %v; %s; series of fewer than %d jobs are not judged",
			b.run.Settings.Confidence, b.run.Settings.Describe(), b.run.Settings.MinJobs)},
	}
}

// keys gives the columns that say which series a row is about, and their cells. The quantile is
// among them where there are several.
func (b *verdictTables) keys(ranges bool) ([]Column, func(*Verdict) []Cell) {
	columns := Columns("trace", "queue")
	if ranges {
		columns = append(columns, Columns("procs_range=processors")...)
	}
	if len(b.levels) > 1 {
		columns = append(columns, Columns("quantile")...)
	}
	return columns, func(v *Verdict) []Cell {
		cells := []Cell{Text(v.Trace), Text(v.Queue)}
		if ranges {
			cells = append(cells, Text(v.Range))
		}
		if len(b.levels) > 1 {
			cells = append(cells, Text(v.Level.String()))
		}
		return cells
	}
}

func (b *verdictTables) verdicts(id, title string, verdicts []Verdict) *Table {
	t := b.table(id, title)
	columns, keys := b.keys(strings.HasSuffix(id, "range"))
	t.Columns = slices.Concat(columns, Columns("#scored", "recommended"), []Column{markedColumn("correct", "share")},
		Columns("#pinball_s=pinball loss|s", "#median_bound_s=median bound|s", "also_correct=also correct", "on_edge=on the edge"))
	t.Missing = "no method is recommended"
	few := false
	for i := range verdicts {
		v := &verdicts[i]
		best, also := v.With(Recommended), namesOf(v.With(Correct))
		for _, j := range v.With(Sparse) {
			also, few = append(also, j.Method+" (few)"), true
		}
		row := append(keys(v), Count(v.Scored))
		if len(best) == 0 {
			row = append(row, Text("none"), Missing(), Missing(), Missing())
		} else {
			row = append(row, Text(strings.Join(namesOf(best), ", ")), shareCell(best[0].Score), secondsCell(best[0].Loss),
				secondsCell(best[0].MedianBound))
		}
		t.Rows = append(t.Rows, append(row, Text(strings.Join(also, ", ")), Text(strings.Join(namesOf(v.With(OnEdge)), ", "))))
	}
	t.Notes = append([]string{
		"correct: the share of waits within the bound is not below its target; recommended: of the correct methods the one " +
			"with the lowest mean pinball loss, and those that a block bootstrap cannot tell from it at confidence 0.95; " +
			"share, loss and median bound are those of the first",
		"on the edge: below the target by less than the Wilson interval of the share at confidence 0.95",
	}, t.Notes...)
	if few {
		t.Notes = append(t.Notes, "(few): not compared, since it bounds fewer than 90 % of the jobs that bmbp bounds")
	}
	t.Notes = append(t.Notes, otherReferences(verdicts)...)
	return t
}

// otherReferences says where another method than bmbp says how many jobs are to be bounded.
func otherReferences(verdicts []Verdict) []string {
	var names []string
	for i := range verdicts {
		if r := verdicts[i].Reference; r != "bmbp" && r != "" {
			names = addNew(names, r)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{"where bmbp gives no bounds, a method is compared if it bounds 90 % of the jobs of the one that " +
		"bounds most: " + strings.Join(names, ", ")}
}

// shareCell shows the share of waits within the bound, with an asterisk below the target.
func shareCell(s *replay.Score) Cell {
	c := scoreCell(s, "correct")
	c.N, c.Star = s.Bounded, !c.Missing && !s.IsCorrect()
	return c
}

func namesOf(list []MethodVerdict) []string {
	var names []string
	for _, j := range list {
		names = append(names, j.Method)
	}
	return names
}
