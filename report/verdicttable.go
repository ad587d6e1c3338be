package report

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/rundir"
)

// VerdictTables gives the verdicts as tables: verdict-by-queue, and verdict-by-range where the run
// has ranges of processors, both with a row for each series; and losses-by-queue, with a row for
// each method of each queue.
func VerdictTables(run *rundir.Run, verdicts []Verdict) []*Table {
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
	return append(tables, b.losses(queues))
}

func levelsOf(verdicts []Verdict) []methods.Level {
	var levels []methods.Level
	for i := range verdicts {
		levels = addNew(levels, verdicts[i].Level)
	}
	return levels
}

type verdictTables struct {
	run    *rundir.Run
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
	columns := rowColumns()
	if ranges {
		columns = append(columns, Column{Key: "procs_range", Heading: "processors"})
	}
	if len(b.levels) > 1 {
		columns = append(columns, Column{Heading: "quantile"})
	}
	return columns, func(v *Verdict) []Cell {
		cells := []Cell{Words(v.Trace), Words(v.Queue)}
		if ranges {
			cells = append(cells, Words(v.Range))
		}
		if len(b.levels) > 1 {
			cells = append(cells, Words(v.Level.String()))
		}
		return cells
	}
}

func (b *verdictTables) verdicts(id, title string, verdicts []Verdict) *Table {
	t := b.table(id, title)
	columns, keys := b.keys(strings.HasSuffix(id, "range"))
	t.Columns = append(columns, numberColumn("", "scored"), Column{Heading: "recommended"},
		markedColumn("correct", "share"), secondsColumn("pinball_s", "pinball loss", false),
		secondsColumn("median_bound_s", "median bound", false),
		Column{Key: "also_correct", Heading: "also correct"}, Column{Key: "on_edge", Heading: "on the edge"})
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
			row = append(row, Words("none"), Absent(), Absent(), Absent())
		} else {
			row = append(row, Words(strings.Join(namesOf(best), ", ")), shareCell(best[0].Score), secondsCell(best[0].Loss),
				secondsCell(best[0].MedianBound))
		}
		t.Rows = append(t.Rows, append(row, Words(strings.Join(also, ", ")), Words(strings.Join(namesOf(v.With(OnEdge)), ", "))))
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

func (b *verdictTables) losses(verdicts []Verdict) *Table {
	t := b.table("losses-by-queue", "How tight the bounds are, by queue and method")
	t.Question = HowTight
	columns, keys := b.keys(false)
	of := []string{"bounded", "median_bound_s", "mean_bound_s", "mean_over_s", "log_pinball"}
	t.Columns = slices.Concat(columns, []Column{{Heading: "method"}, {Heading: "standing"},
		markedColumn("correct", "share"), numberColumn("", "compared"),
		secondsColumn("pinball_s", "pinball loss", false), secondsColumn("difference_s", "above the lowest", false),
		secondsColumn("difference_lo_s", "from", false), secondsColumn("difference_hi_s", "to", false)}, scoreColumns(of))
	t.Missing = "not compared, or no bounds"
	for i := range verdicts {
		v := &verdicts[i]
		for _, j := range v.Methods {
			if j.Standing == Silent {
				continue
			}
			row := append(keys(v), Words(j.Method), Words(j.Standing.String()), shareCell(j.Score))
			if d := j.Difference; j.Standing <= Correct {
				row = append(row, Count(v.Common), secondsCell(j.Loss), secondsCell(d.Mean), secondsCell(d.Low), secondsCell(d.High))
			} else {
				row = append(row, Absent(), Absent(), Absent(), Absent(), Absent())
			}
			t.Rows = append(t.Rows, append(row, scoreCells(j.Score, of)...))
		}
	}
	t.Notes = append([]string{
		"compared: jobs that all methods compared have bounds for; pinball loss: mean over these of (wait - bound)(q - 1 " +
			"where wait <= bound), least for the quantile q itself",
		fmt.Sprintf("from, to: interval of the difference to the lowest loss by the circular block bootstrap, confidence "+
			"%v, %d resamples, seed %d",
			bootstrap.Confidence, bootstrap.Resamples, bootstrap.Seed),
		"bounds, excess and loss of logarithms: of all jobs that the method bounds; excess: what the bound is above the " +
			"wait, 0 where it is below",
	}, t.Notes...)
	return t
}

// shareCell shows the share of waits within the bound, with an asterisk below the target.
func shareCell(s *replay.Score) Cell {
	c := scoreCell(s, "correct")
	c.N, c.Star = s.Bounded, !c.Missing && !s.IsCorrect()
	return c
}

func namesOf(list []Judged) []string {
	var names []string
	for _, j := range list {
		names = append(names, j.Method)
	}
	return names
}

// Summary says in a few sentences, for people, what the verdicts by queue are: for the queue with
// the most jobs what is recommended and what that means, and which methods are correct everywhere.
func Summary(verdicts []Verdict, main methods.Level) []string {
	var busiest *Verdict
	correct, queues := map[string]int{}, 0
	var names []string
	for i := range verdicts {
		v := &verdicts[i]
		if v.Range != replay.AllRanges || v.Level != main {
			continue
		}
		queues++
		if busiest == nil || v.Jobs > busiest.Jobs {
			busiest = v
		}
		for _, j := range v.Methods {
			if names = addNew(names, j.Method); j.Standing <= Correct {
				correct[j.Method]++
			}
		}
	}
	if busiest == nil {
		return []string{"No queue has enough jobs for a verdict."}
	}
	names = slices.DeleteFunc(names, func(m string) bool { return correct[m] < queues })
	everywhere := fmt.Sprintf("Correct on each of %d queues: %s.", queues, strings.Join(names, ", "))
	switch {
	case queues == 1:
		return []string{busiest.sentence()}
	case len(names) == 0:
		everywhere = fmt.Sprintf("No method is correct on each of the %d queues.", queues)
	}
	return []string{busiest.sentence(), everywhere}
}

// sentence says what the verdict means.
func (v *Verdict) sentence() string {
	best := v.With(Recommended)
	if len(best) == 0 {
		return fmt.Sprintf("No method can be trusted for queue %s: none that bounds most jobs covers %v of the waits.", v.Queue, v.Level.Target())
	}
	started, half := "within", "under"
	if v.Level.Side == methods.Lower {
		started, half = "not before", "over"
	}
	text := fmt.Sprintf("Of %d jobs in %s, %.1f %% started %s the bound of %s; half of the bounds were %s %s",
		best[0].Bounded, v.Queue, 100*best[0].Correct, started, best[0].Method, half, Duration(best[0].MedianBound))
	if len(best) > 1 {
		text += fmt.Sprintf("; %s did as well", strings.Join(namesOf(best[1:]), ", "))
	}
	return text + "."
}

// Duration writes seconds as people read them.
func Duration(seconds float64) string {
	switch {
	case seconds < 10:
		return fmt.Sprintf("%.1f s", seconds)
	case seconds < 120:
		return fmt.Sprintf("%.0f s", seconds)
	case seconds < 2*3600:
		return fmt.Sprintf("%.0f min", seconds/60)
	case seconds < 2*86400:
		return fmt.Sprintf("%.0f h", seconds/3600)
	}
	return fmt.Sprintf("%.0f days", seconds/86400)
}
