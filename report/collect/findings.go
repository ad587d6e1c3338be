package collect

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/replay/backtest"
	"waitbench/replay/output"
	"waitbench/report"
	"waitbench/report/figure"
)

// finding is what the runs show of a question.
type finding struct {
	name    string   // of the figure's file
	title   string   // a sentence with numbers, in Markdown
	text    []string // more sentences
	tables  []*report.Table
	figure  figure.Figure
	caption string
}

// say adds a sentence.
func (f *finding) say(format string, args ...any) {
	f.text = append(f.text, fmt.Sprintf(format, args...))
}

// findings are those that the runs have the methods for, in order.
func (c *collection) findings() []*finding {
	list := []*finding{c.correctness(), c.bursts(), c.calibration(), c.knowledge(), c.adaptation(), c.learning()}
	return slices.DeleteFunc(list, func(f *finding) bool { return f == nil })
}

// What findings hold methods against, and where they draw lines.
const (
	reference  = "bmbp"
	pastJobs   = "historical" // forecasts without the machine
	closeShare = 0.03         // distance from a published share that counts as reproduced
	near       = 0.005        // distance from the target at which a share has landed on it
	rare       = 0.001        // probability below which misses count as dependent
)

func anyMethod(string) bool { return true }

// correctness says on how many queues methods are correct, and how many published shares reproduce.
func (c *collection) correctness() *finding {
	all := c.tallies(anyMethod, (*judged).isCorrect)
	if len(all) == 0 {
		return nil
	}
	most, _ := ends(all)
	f := &finding{name: "correct"}
	f.title = fmt.Sprintf("`%s` is correct on %d of %s of %s", most.method, most.n, output.Counted(most.of, "queue"),
		output.Counted(len(c.logs), "log"))
	plain := c.tallies(needsWaits, (*judged).isCorrect)
	if _, fewest := ends(plain); fewest.method != "" && fewest.method != most.method {
		f.title += ", " + fewest.String()
	}
	f.say("Judged: %s of %d jobs or more.", output.Counted(len(c.queues), "queue"), c.settings.MinJobs)
	if len(plain) > 0 {
		f.say("Of the methods that need waits only, these are correct: %s.", sentence(plain))
	}
	var always []string
	for _, t := range all {
		if t.n == t.of {
			always = append(always, t.method)
		}
	}
	if len(always) > 0 {
		f.say("Correct wherever they give bounds: %s.", code(always))
	}
	shares, close, stars := 0, 0, 0
	for _, l := range c.logs {
		for p := range l.published("table3") {
			shares++
			close += one(math.Abs(p.measured.Value-p.printed.Value) <= closeShare+1e-9)
			stars += one(p.measured.Star == p.printed.Star)
		}
	}
	if shares > 0 {
		f.say("Of %s that table 3 of the BMBP paper prints for these queues, %d are reproduced within %v, and %d "+
			"with the same star.",
			output.Counted(shares, "share"), close, closeShare, stars)
	}
	f.tables = []*report.Table{c.methodTable()}
	f.figure, f.caption = c.correctFigure(all)
	return f
}

// methodTable sums up what each method achieved on all queues.
func (c *collection) methodTable() *report.Table {
	t := &report.Table{
		ID: "methods", Title: "Every method, over all queues",
		Columns: report.Columns("method", "#queues", "#recommended", "#correct", "#on the edge", "#fails", "#median loss / best", "#largest loss / best"),
		Missing: "no candidate on any queue",
		Notes: []string{"loss / best: mean pinball loss over the lowest of a correct method, on the queues where " +
			"the method is a candidate"},
	}
	for _, m := range c.methods {
		all := c.of(named(m))
		if len(all) == 0 {
			continue
		}
		row := []report.Cell{report.Text(m), report.Count(len(all))}
		for _, has := range []func(*judged) bool{stands(report.Recommended), (*judged).isCorrect, stands(report.OnEdge), stands(report.Failed)} {
			row = append(row, report.Count(count(all, has)))
		}
		_, over := by(all, (*judged).overLowest)
		if len(over) == 0 {
			over = []float64{math.NaN()}
		}
		for _, v := range []float64{median(over), over[len(over)-1]} {
			cell := report.Number(v, "%v")
			cell.Text = times(v)
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// bursts says how much more often a job is missed after a missed one.
func (c *collection) bursts() *finding {
	all, _ := by(c.of(named(reference)), func(j *judged) float64 { return j.MissAfterMiss })
	if len(all) == 0 {
		return nil
	}
	low, high := &all[0], &all[len(all)-1]
	f := &finding{name: "bursts"}
	f.title = fmt.Sprintf("After a missed job `%s` misses %.3f (%s)", reference, low.MissAfterMiss, low.label())
	said := []*judged{high}
	if low != high {
		f.title += fmt.Sprintf(" to %.3f (%s)", high.MissAfterMiss, high.label())
		said = append(said, low)
	}
	f.title += " of the jobs"
	f.say("Jobs that come after a missed one are missed more often than all jobs on %d of %s; that misses are "+
		"independent has a probability below %v on %d.",
		count(all, func(j *judged) bool { return j.MissAfterMiss > 1-j.Correct }), output.Counted(len(all), "queue"), rare,
		count(all, func(j *judged) bool { return backtest.PValue(j.Independence, 1) < rare }))
	if paper := paperQueue(all); paper != nil && *paper != *high && *paper != *low {
		said = append(said, paper)
	}
	var parts []string
	for _, j := range said {
		parts = append(parts, fmt.Sprintf("%.3f of all jobs and %.3f after a miss on %s", 1-j.Correct,
			j.MissAfterMiss, j.label()))
	}
	f.say("It misses %s.", strings.Join(parts, ", "))
	f.figure, f.caption = c.burstFigure()
	return f
}

// paperQueue is the queue with the most jobs among those of the paper's logs; nil for none.
func paperQueue(all []judged) (found *judged) {
	for i := range all {
		if _, ok := report.MachineOf(all[i].log.TraceRecord); ok && (found == nil || all[i].Verdict.Jobs > found.Verdict.Jobs) {
			found = &all[i]
		}
	}
	return found
}

// calibration says where calibrated forecasts are correct and what that costs.
func (c *collection) calibration() *finding {
	all := c.of(calibrates)
	if len(all) == 0 {
		return nil
	}
	f := &finding{name: "calibration"}
	f.title = fmt.Sprintf("Calibrated forecasts are correct on %d of %s", count(all, (*judged).isCorrect), pairs(len(all)))
	var names []string
	for _, t := range c.tallies(calibrates, (*judged).isCorrect) {
		names = append(names, t.method)
	}
	f.say("These are %s; on the edge are %d of the pairs, and %d fail.", code(names),
		count(all, stands(report.OnEdge)), count(all, stands(report.Failed)))
	if ranked, over := by(all, (*judged).overLowest); len(over) > 0 {
		f.title += fmt.Sprintf(", at %s times the loss of the best method in the median", times(median(over)))
		f.say("As candidates they have up to %s times the mean pinball loss of the best correct method (%s), and "+
			"more than twice its loss on %d of %d.",
			times(over[len(over)-1]), &ranked[len(over)-1], count(over, func(x *float64) bool { return *x > 2 }), len(over))
		recommended := count(c.queues, func(q **queue) bool {
			return slices.ContainsFunc((*q).With(report.Recommended), func(j report.MethodVerdict) bool { return calibrates(j.Method) })
		})
		f.say("One of them is among the recommended methods on %d of %s.", recommended, output.Counted(len(c.queues), "queue"))
	}
	f.text = append(f.text, capping(all)...)
	f.figure, f.caption = c.calibrationFigure(names)
	return f
}

// families are what forecasts are made of. The last does not know the machine.
var families = []struct {
	name    string
	members []string
}{
	{"running jobs", []string{"downey", "downey-bias"}},
	{"simulation of the scheduler", []string{"smith", "hanzich", "sdpn"}},
	{"past states of the machine", []string{"li"}},
	{"waits of similar jobs", []string{pastJobs}},
}

// knowledge says how forecasts correlate with waits, by what they know.
func (c *collection) knowledge() *finding {
	var spans []string
	var better []tally
	for _, family := range families {
		var names []string
		var all []judged
		for _, m := range family.members {
			own := c.forecasts(m)
			if len(own) == 0 {
				continue
			}
			names, all = append(names, m), append(all, own...)
			t := tally{method: m}
			for i := range own {
				if past, ok := own[i].of(pastJobs); ok && m != pastJobs && !math.IsNaN(past.Forecasts.LogCorrelation) {
					t.n, t.of = t.n+one(correlation(&own[i]) > past.Forecasts.LogCorrelation), t.of+1
				}
			}
			if t.of > 0 {
				better = append(better, t)
			}
		}
		if _, x := by(all, correlation); len(x) > 0 {
			spans = append(spans, fmt.Sprintf("%s (%s) at %s to %s, median %s", family.name, code(names),
				hundredths(x[0]), hundredths(x[len(x)-1]), hundredths(median(x))))
		}
	}
	if len(better) == 0 {
		return nil
	}
	f := &finding{name: "knowledge"}
	most, fewest := ends(better)
	f.title = fmt.Sprintf("`%s` forecasts better than `%s` on %d of %s", most.method, pastJobs, most.n,
		output.Counted(most.of, "queue"))
	if fewest.method != most.method {
		f.title += ", " + fewest.String()
	}
	f.say("Logarithms of forecasts correlate with those of waits, queue by queue: %s.", strings.Join(spans, "; "))
	f.say("Queues with a higher correlation than that of `%s`, which does not know the machine: %s.", pastJobs,
		sentence(better))
	f.figure, f.caption = c.knowledgeFigure()
	return f
}

func correlation(j *judged) float64 { return j.Forecasts.LogCorrelation }

// forecasts lists what a method's forecasts, with or without bounds, did on every queue where they
// have a correlation.
func (c *collection) forecasts(method string) []judged {
	var all []judged
	for _, q := range c.queues {
		if j, ok := q.of(method); ok && !math.IsNaN(j.Forecasts.LogCorrelation) {
			all = append(all, judged{j, q})
		}
	}
	return all
}

// adaptation says how near to their target the shares of adaptive levels are.
func (c *collection) adaptation() *finding {
	all, target := c.of(adapts), c.level.Target()
	if len(all) == 0 {
		return nil
	}
	onTarget := func(j *judged) bool { return math.Abs(j.Correct-target) <= near }
	below := func(j *judged) bool { return j.Correct < target }
	f := &finding{name: "adaptation"}
	f.title = fmt.Sprintf("Adaptive levels land within %v of their target of %v on %d of %s, and below it on %d",
		near, target, count(all, onTarget), pairs(len(all)), count(all, below))
	f.say("Queues within %v of it: %s.", near, sentence(c.tallies(func(m string) bool { return adapts(m) || m == reference }, onTarget)))
	f.say("Queues below it, which is what the star of the BMBP paper means: %s.", sentence(c.tallies(adapts, below)))
	f.figure, f.caption = c.adaptationFigure()
	return f
}

// capping says how many bounds were cut off at the longest that is reasonable, and what that cost.
func capping(all []judged) []string {
	all = slices.DeleteFunc(slices.Clone(all), func(j judged) bool { return j.Capped < 0 })
	bounds, capped, missed := 0, 0, 0
	for _, j := range all {
		bounds, capped, missed = bounds+j.Bounded, capped+j.Capped, missed+j.CappedMissed
	}
	if capped == 0 {
		return nil
	}
	ranked, shares := by(all, func(j *judged) float64 { return float64(j.Capped) / float64(j.Bounded) })
	most := len(ranked) - 1
	return []string{fmt.Sprintf("Without the cap at 1.5 times the longest wait known they would be longer: it cuts "+
		"%d of %d bounds, at most %.3f of those of one method on a queue (%s), "+
		"and %d of these jobs waited longer than the cap but not than the bound without it.", capped, bounds,
		shares[most], &ranked[most], missed)}
}

// one counts a case.
func one(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// pairs counts methods on queues.
func pairs(n int) string { return output.Counted(n, "pair") + " of queue and method" }

// code lists names of methods.
func code(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

func sentence(list []tally) string {
	var parts []string
	for _, t := range list {
		parts = append(parts, t.String())
	}
	return strings.Join(parts, ", ")
}

// hundredths writes a correlation, and what rounds to zero without a sign.
func hundredths(x float64) string { return strings.Replace(fmt.Sprintf("%.2f", x), "-0.00", "0.00", 1) }

// times writes a factor.
func times(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}
