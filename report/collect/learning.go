package collect

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/report"
	"waitbench/report/figure"
)

const learned = "forest"

// development is the logs on which all of the learned method was chosen.
var development = []string{"KTH-SP2", "SDSC-SP2", "SDSC-DS", "SDSC-Par-1996", "CTC-SP2", "HPC2N", "LANL-CM5", "SDSC-BLUE"}

func (l *log) develops() bool {
	return slices.ContainsFunc(development, func(name string) bool { return strings.HasPrefix(l.Name, name) })
}

// contest is the scores of methods, the reference in front, on a queue where all of them bound.
type contest []*replay.Score

func (c *collection) contests(of func(*log) bool, others ...string) (list []contest) {
	for _, q := range c.queues {
		var x contest
		for _, m := range append([]string{reference}, others...) {
			if j, ok := q.of(m); ok && j.Status != report.Silent && of(q.log) {
				x = append(x, j.Score)
			}
		}
		if len(x) == 1+len(others) {
			list = append(list, x)
		}
	}
	return list
}

// measure is a number of method k of contests.
type measure struct {
	what, goal, format string
	of                 func(list []contest, k int) float64
}

// overReference is the geometric mean of what a number of a score is of that of the reference. Both
// count as least where they are less.
func overReference(column string, least float64) func([]contest, int) float64 {
	number := replay.FindColumn(column).Number
	return func(list []contest, k int) float64 {
		sum := 0.0
		for _, x := range list {
			sum += math.Log(max(number(x[k]), least) / max(number(x[0]), least))
		}
		return math.Exp(sum / float64(len(list)))
	}
}

func below(list []contest, k int) float64 {
	return float64(count(list, func(x *contest) bool { return !(*x)[k].IsCorrect() }))
}

// worstMonth is NaN where no log is dated.
func worstMonth(list []contest, k int) float64 {
	worst := math.Inf(1)
	for _, x := range list {
		if v := x[k].WorstMonth; v < worst {
			worst = v
		}
	}
	if math.IsInf(worst, 1) {
		return math.NaN()
	}
	return worst
}

var lossOverReference = overReference("pinball_s", 1)

// goals are what the learned method was made for.
var goals = []measure{
	{"queues with a share below the target", "0", "%.0f", below},
	{"pinball loss / that of " + reference, "≤ 0.50", "%.3f", lossOverReference},
	{"median of wait / bound, over that of " + reference, "≥ 20", "%.1f", overReference("median_ratio", 0)},
	{"independence LR / that of " + reference, "≤ 0.50", "%.2f", overReference("christoffersen_ind_lr", 1)},
	{"settled independence LR / that of " + reference, "≤ 0.10", "%.2f", overReference("settled_ind_lr", 1)},
	{"lowest worst month", "≥ 0.90", "%.3f", worstMonth},
}

const learningNote = "over that of " + reference + ": geometric mean over the queues, each method on the jobs that it bounds; a loss below 1 s " +
	"counts as 1 s, a likelihood ratio below 1 as 1"

// learning says how far the learned method gets on the logs that it was chosen on, and on others.
func (c *collection) learning() *finding {
	all := c.contests(func(*log) bool { return true }, learned)
	if len(all) == 0 {
		return nil
	}
	f := &finding{name: "learning"}
	f.title = fmt.Sprintf("`%s` is below its target on %.0f of %s, at %.3f times the pinball loss of `%s`", learned, below(all, 1),
		output.Counted(len(all), "queue"), lossOverReference(all, 1), reference)
	t := &report.Table{
		ID: "learning", Title: fmt.Sprintf("What %s was made for", learned), Columns: report.Columns("number"),
		Missing: "not known of a queue, or of none", Notes: []string{learningNote},
	}
	t.Rows = make([][]report.Cell, len(goals))
	for i, g := range goals {
		t.Rows[i] = []report.Cell{report.Text(g.what)}
	}
	for _, where := range []struct {
		name     string
		develops bool
	}{{"logs it was chosen on", true}, {"other logs", false}} {
		list := c.contests(func(l *log) bool { return l.develops() == where.develops }, learned)
		if len(list) == 0 {
			continue
		}
		for k, m := range []string{reference, learned} {
			t.Columns = append(t.Columns, report.Columns("#"+m+", "+where.name)...)
			for i, g := range goals {
				t.Rows[i] = append(t.Rows[i], report.Number(g.of(list, k), g.format))
			}
		}
		f.say("On %s, %s, `%s` is below its target on %.0f, `%s` on %.0f; the pinball loss is %.3f times that of `%[5]s`.", where.name,
			output.Counted(len(list), "queue"), learned, below(list, 1), reference, below(list, 0), lossOverReference(list, 1))
	}
	t.Columns = append(t.Columns, report.Columns("#goal")...)
	for i, g := range goals {
		t.Rows[i] = append(t.Rows[i], report.Text(g.goal))
	}
	f.tables = []*report.Table{t}
	f.figure, f.caption = c.learningFigure()
	return f
}

// learningFigure shows the losses of the learned method over those of the reference.
func (c *collection) learningFigure() (figure.Figure, string) {
	d := &figure.Dots{
		Title: "Pinball loss of " + learned + " over that of " + reference, YLabel: "loss / loss of " + reference, Target: 0.5,
		Series: []string{learned},
	}
	c.byQueue(d, func(series string, q *queue) point {
		j, ok := q.of(series)
		r, also := q.of(reference)
		if !ok || !also {
			return nothing
		}
		return point{ratio(j.Pinball, r.Pinball), math.NaN(), math.NaN()}
	})
	return d, d.Title + ", by queue, each on the jobs that it bounds."
}
