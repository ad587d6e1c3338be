package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/replay/output"
	"waitbench/replay/study/downey"
	"waitbench/report/figure"
	"waitbench/report/published"
	"waitbench/report/table"
	"waitbench/traces/synth"
)

// allocation is Downey's study on its way to its page. Means and ranges are
// over seeds, each a workload of its own. The paper has one workload, and most
// numbers move with how heavy it is.
type allocation struct {
	config     downey.Config
	results    []*downey.WorkloadResult
	values     map[measured]sample
	comparable bool // the paper has the same machine and workload
}

// measured is a number of a strategy.
type measured struct {
	downey.Label
	number string
}

// average is the turnaround of AVG.
var average = measured{downey.Label{Strategy: downey.AVG}, downey.Turnaround}

// Downey makes the page of Downey's allocation study from its results, one or
// more.
func Downey(c downey.Config, results []*downey.WorkloadResult) *Page {
	d := downey.Default()
	a := &allocation{config: c, results: results, values: map[measured]sample{}}
	a.comparable = c.Procs == d.Procs && c.Load == d.Load
	cells := output.CSV{strings.Fields("seed strategy lifetimes bias number value")}
	for _, r := range results {
		for _, n := range r.Numbers {
			k := measured{n.Label, n.Name}
			a.values[k] = append(a.values[k], n.Value)
			cells.Add(r.Seed, n.Strategy, n.Lifetimes, n.Bias, n.Name, n.Value)
		}
	}
	ways := a.assumptions()
	var headings []string
	for _, w := range ways {
		headings = append(headings, w.name())
	}
	text := map[string]any{"Comparable": a.comparable, "Days": c.Days, "PaperDays": d.Days}
	if avg := a.values[average].spread(); avg.sd > 0 {
		text["Deviations"] = fmt.Sprintf("%+.1f",
			(inPaper(downey.AVG, downey.Turnaround)-avg.mean)/avg.sd)
	}
	var sections []downeySection
	var all []printed
	for i, part := range []string{"the workload", "table 1", "table 2", "figure 5"} {
		rows := printedNumbers()[i]
		all = append(all, rows...)
		sections = append(sections, downeySection{part, headings, a.tally(rows),
			a.numbers("Numbers of "+part, rows)})
	}
	text["Sections"], text["Predictors"] = sections, a.predictors()
	text["All"] = downeySection{"the whole paper", headings, a.tally(all), nil}
	return &Page{
		Claims:   claimsTable(downeyClaims(), headings, ways, oneLine("downey claims", a.lifetimes())),
		Figures:  []PageFigure{a.predictions(), speedups()},
		Cells:    cells,
		Values:   text,
		template: "downey.md",
	}
}

// downeySection is a table, and how many of its printed numbers come out in
// each of the ways, and of how many.
type downeySection struct {
	What  string
	Ways  []string
	Tally []int // the last is all; nil if the paper's cannot be compared
	Table *table.Table
}

// assumption is a choice where the paper leaves one open.
type assumption struct {
	*allocation
	lifetimes, bias string
}

// assumptions are the two readings: the first of the lifetimes and corrections
// of the study, by default those that follow from its workload, and the last, of
// the paper's machine and as it prints them.
func (a *allocation) assumptions() []assumption {
	l := a.config.Lifetimes
	first, last := assumption{a, l[0], ""}, assumption{a, l[len(l)-1], ""}
	if b := a.config.Biases; len(b) > 0 {
		first.bias, last.bias = b[0], b[len(b)-1]
	}
	if first == last {
		return []assumption{first}
	}
	return []assumption{first, last}
}

func (a assumption) name() string { return strings.TrimSuffix(a.lifetimes+", "+a.bias, ", ") }

// label is the label of a strategy under the assumption.
func (a assumption) label(strategy string) downey.Label {
	l := downey.Label{Strategy: strategy}
	if predicts(strategy) {
		l.Lifetimes = a.lifetimes
	}
	if strings.HasPrefix(strategy, downey.BIAS) {
		l.Bias = a.bias
	}
	return l
}

// predicts reports whether a strategy depends on lifetimes.
func predicts(strategy string) bool {
	return strings.HasPrefix(strategy, downey.PRED) || strings.HasPrefix(strategy, downey.BIAS)
}

// bySeed returns a number of a strategy.
func (a assumption) bySeed(strategy, number string) sample {
	return a.values[measured{a.label(strategy), number}]
}

// mean describes a number in its unit.
func (a assumption) mean(strategy, number string) spread {
	return a.over(strategy, "", number).spread()
}

// over returns a number of a strategy in its unit, less that of another, if
// there is one. It returns nothing where a seed lacks the number.
func (a assumption) over(strategy, other, number string) sample {
	s := a.bySeed(strategy, number).less(a.bySeed(other, number))
	for i := range s {
		s[i] *= quantities[number].scale
	}
	if slices.ContainsFunc(s, math.IsNaN) {
		return nil
	}
	return s
}

// published is a number of the paper. Its name in the file has a unit.
func inPaper(strategy, column string) float64 {
	return published.Number("downey", strategy, "", "", column)
}

// quantity is how a number is shown, and the table of its strategies: 1 single
// jobs, 2 all jobs, 3 lines. The numbers of AVG are in table 0.
type quantity struct {
	table   int
	heading string
	scale   float64 // units in a second, or in 1
	format  string
}

const percent, minutes, hours = 100, 1. / 60, 1. / 3600

var quantities = map[string]quantity{
	downey.Jobs:        {0, "jobs", 1, "%.0f"},
	downey.MeanWork:    {0, "mean sequential run time (min)", minutes, "%.0f"},
	downey.Spoiled:     {0, "jobs that get all they can use (%)", percent, "%.1f"},
	downey.MedianWork:  {0, "median sequential run time (min)", minutes, "%.1f"},
	downey.MeanRun:     {0, "mean run time (h)", hours, "%.2f"},
	downey.MedianRun:   {0, "median run time (min)", minutes, "%.2f"},
	downey.Rebels:      {1, "rebels", 1, "%.0f"},
	downey.RebelShare:  {1, "rebels (% of jobs)", percent, "%.1f"},
	downey.RebelPart:   {1, "rebels (% of jobs that do not get all they can use)", percent, "%.1f"},
	downey.Saving:      {1, "saving per job (min)", minutes, "%.1f"},
	downey.OfOptimal:   {1, "saving (% of OPT's)", percent, "%.1f"},
	downey.Losers:      {1, "rebels that lose (%)", percent, "%.1f"},
	downey.MeanLost:    {1, "mean loss of rebels that lose (min)", minutes, "%.1f"},
	downey.MedianSaved: {1, "median saving of rebels (min)", minutes, "%.1f"},
	downey.MeanSaved:   {1, "mean saving of rebels (h)", hours, "%.2f"},
	downey.WorkRatio:   {1, "mean work of rebels over that of docile jobs", 1, "%.1f"},
	downey.Busier:      {2, "change of utilization (%)", percent, "%+.1f"},
	downey.Turnaround:  {2, "mean turnaround (s)", 1, "%.0f"},
	downey.Slower:      {2, "change of mean turnaround (%)", percent, "%+.1f"},
	downey.Correlation: {3, "correlation", 1, "%.3f"},
	downey.Slope:       {3, "slope", 1, "%.2f"},
	downey.Intercept:   {3, "intercept (ln s)", 1, "%+.2f"},
}

// units follow the names of numbers in the file of the paper, by scale; none
// for seconds.
var units = map[float64]string{1: "", percent: "_percent", minutes: "_min", hours: "_h"}

// reasons are templates of why numbers deviate, by strategy, or by strategy and
// number.
var reasons = map[string]string{
	downey.PRED: "unnamed", downey.BIAS: "own", downey.HEUR: "rounding", downey.MIN: "elsewhere",
	downey.LockIn: "own", downey.LockInRisk: "own",
	downey.PRED + downey.Slope:       "edge",
	downey.PRED + downey.Intercept:   "edge",
	downey.BIAS + downey.Correlation: "chosen",
}

// printed is a number of the paper, and the template of why it may deviate.
type printed struct {
	strategy, number string
	paper            float64
	reason           string
}

// printedNumbers are the numbers of the paper that are measured here too, by
// table, in the order of their file.
func printedNumbers() (tables [4][]printed) {
	numberOf := map[string]string{} // by column
	for number, q := range quantities {
		numberOf[number+units[q.scale]] = number
	}
	for _, v := range published.Values("downey") {
		number := numberOf[v.Column]
		p := printed{v.Method, number, v.Value,
			cmp.Or(reasons[v.Method+v.Column], reasons[v.Method])}
		table := quantities[number].table
		if number == "" { // not measured
			continue
		} else if v.Method == downey.AVG {
			table = 0
		}
		tables[table] = append(tables[table], p)
	}
	return tables
}

// numbers is a table of printed numbers next to those of each assumption.
func (a *allocation) numbers(title string, rows []printed) *table.Table {
	t := &table.Table{
		ID: "numbers", Title: title, Missing: "not printed, or not measured",
		Columns: table.Columns("strategy", "number", "#paper"),
		Notes:   []string{oneLine("downey numbers", a.config)},
	}
	for i, w := range a.assumptions() {
		t.Columns = append(t.Columns, table.Columns("#"+w.name(),
			fmt.Sprintf("in_range_%d=in its range", i+1))...)
	}
	t.Columns = append(t.Columns, table.Columns("#why")...)
	var given []string // reasons so far
	why := func(reason string) int {
		i := slices.Index(given, reason)
		if i < 0 {
			i, given = len(given), append(given, reason)
			t.Notes = append(t.Notes, fmt.Sprintf("why, %d: %s", i+1, oneLine(reason, nil)))
		}
		return i + 1
	}
	for _, r := range rows {
		q, p := quantities[r.number], a.printed(r)
		row := []any{r.strategy, q.heading, table.Number(p, "%v")}
		reason := any("")
		for i, w := range a.assumptions() {
			s := w.mean(r.strategy, r.number)
			in := table.YesNo(s.has(p))
			if in.Missing = p != p || s.mean != s.mean; i == 0 && in.Text == "no" &&
				!in.Missing && r.reason != "" {
				reason = why(r.reason)
			}
			row = append(row, s.cell(q.format), in)
		}
		t.Add(append(row, reason)...)
	}
	return t
}

// printed is the paper's number, NaN where it cannot be compared: its counts
// are those of its days.
func (a *allocation) printed(p printed) float64 {
	counted := p.number == downey.Jobs || p.number == downey.Rebels
	if !a.comparable || counted && a.config.Days != downey.Default().Days {
		return math.NaN()
	}
	return p.paper
}

// tally counts the printed numbers in the range of the seeds under each
// assumption, and all of them; nil if the paper's cannot be compared.
func (a *allocation) tally(rows []printed) []int {
	if !a.comparable {
		return nil
	}
	ways := a.assumptions()
	count := make([]int, len(ways)+1)
	for _, r := range rows {
		if p := a.printed(r); p == p {
			count[len(ways)]++
			for i, w := range ways {
				if w.mean(r.strategy, r.number).has(p) {
					count[i]++
				}
			}
		}
	}
	return count
}

// predictors is a table of predictors alone and combined, under the first
// assumption: how well each predicts when jobs have no benefactor, one, and so
// on, and what it is worth.
func (a *allocation) predictors() *table.Table {
	w := a.assumptions()[0]
	t := &table.Table{
		ID: "predictors", Title: "Predictors alone and combined", Missing: "no prediction",
		Columns: table.Columns("predictor", "#predicted|%", "#correlation", "#no benefactor", "#1",
			"#2", "#3 or more", "#rebels|%", "#saving|% of OPT's", "#rebels that lose|%"),
		Notes: []string{oneLine("downey predictors", w.name())},
	}
	for _, p := range downey.Predictors {
		mean := func(number string) float64 { return w.bySeed(p.Strategy, number).spread().mean }
		_, name, _ := strings.Cut(p.Strategy, ":")
		row := []any{cmp.Or(name, "benefactors=2"), table.Number(100*mean(downey.PointCount+downey.Every)/
			w.bySeed(downey.PRED, downey.PointCount+downey.Every).spread().mean, "%.0f"),
			table.Number(mean(downey.Correlation+downey.Every), "%.3f")}
		for n := range downey.MostBenefactors + 1 {
			number := downey.Correlation + downey.Every + fmt.Sprintf(downey.Benefactors, n)
			row = append(row, table.Number(mean(number), "%.3f"))
		}
		for _, number := range []string{downey.RebelShare, downey.OfOptimal, downey.Losers} {
			row = append(row, table.Number(percent*mean(number), "%.1f"))
		}
		t.Add(row...)
	}
	return t
}

// speedups is figure 2.
func speedups() PageFigure {
	f := &figure.Curves{Title: "Speedup of a job of average parallelism 64", XLabel: "processors",
		YLabel: "speedup"}
	const limitless = 1e9 // the speedup is as without limit to 6 digits
	for _, sigma := range []float64{0, 0.5, 1, 2, limitless} {
		c := figure.Curve{Name: fmt.Sprint("sigma ", sigma)}
		if sigma == limitless {
			c.Name = "sigma without limit"
		}
		job := synth.Shape{Parallelism: 64, Variance: sigma}
		for n := int64(1); n <= 256; n++ {
			c.X, c.Y = append(c.X, float64(n)), append(c.Y, job.Speedup(n))
		}
		f.Series = append(f.Series, c)
	}
	return PageFigure{"figure2-speedup", "As figure 2 of the paper.", f}
}

// lifetimes are the lifetimes as they are in the first workload.
func (a *allocation) lifetimes() string {
	var texts []string
	for _, l := range a.config.Lifetimes {
		assumed := downey.Label{Strategy: downey.PRED, Lifetimes: l}
		texts = append(texts, fmt.Sprintf("%s: e^%.2f to e^%.2f s", l,
			a.values[measured{assumed, downey.MinLog}][0],
			a.values[measured{assumed, downey.MaxLog}][0]))
	}
	return strings.Join(texts, ", ")
}

// about tries a claim on a number of a strategy, or on its difference from
// another's. text and format show it.
func about(strategy, other, number, text, format string,
	holds func(mean float64) bool) func(assumption) answer {
	return func(a assumption) answer {
		s := a.over(strategy, other, number).spread()
		return answerOf(holds(s.mean), text, s.show(format))
	}
}

func rises(x float64) bool { return x > 0 }
func falls(x float64) bool { return x < 0 }
func stays(x float64) bool { return math.Abs(x) <= 1 }

// downeyClaims are sentences of the paper's sections 5 to 7.
func downeyClaims() []claim[assumption] {
	const pred, bias, heur, opt = downey.PRED, downey.BIAS, downey.HEUR, downey.OPT
	lost := func(strategy string) float64 { return 100 - inPaper(strategy, "of_optimal_percent") }
	within := func(strategy string) func(assumption) answer {
		return about(strategy, "", downey.OfOptimal, "saves %s %% of it", "%.1f",
			func(x float64) bool { return x >= 100-lost(strategy) })
	}
	turnaround := func(strategy string) float64 { return inPaper(strategy, downey.Turnaround) }
	jobs := func(load string) float64 {
		return published.Number("downey", "", "", load, "jobs_per_day")
	}
	corrected := inPaper(bias, downey.Correlation) - inPaper(pred, downey.Correlation)
	half, full := jobs("load 0.5"), jobs("load 1")
	return []claim[assumption]{
		{fmt.Sprintf("PRED saves within %.0f %% of what an oracle saves", lost(pred)),
			within(pred)},
		{fmt.Sprintf("BIAS saves within %.0f %%", lost(bias)), within(bias)},
		{"correcting the bias raises the correlation of predicted and actual times",
			func(a assumption) answer {
				d := a.over(bias, pred, downey.Correlation).spread()
				return answerOf(d.lowest > 0, "from %.3f to %.3f, by %s",
					a.mean(pred, downey.Correlation).mean,
					a.mean(bias, downey.Correlation).mean, d.show("%.3f"))
			}},
		{"HEUR saves a job about as much as PRED (within 1 min)",
			about(heur, pred, downey.Saving, "%s min", "%+.1f", stays)},
		{fmt.Sprintf("the number of benefactors from which on A predicts, 1 to 4, hardly matters "+
			"(less than correcting the bias, %.2f of correlation)", corrected),
			func(a assumption) answer {
				var means sample
				for _, p := range downey.Predictors[2:] {
					correlations := a.bySeed(p.Strategy, downey.Correlation+downey.Every)
					means = append(means, correlations.spread().mean)
				}
				s := means.spread()
				return answerOf(s.greatest-s.lowest < corrected, "%.3f to %.3f", s.lowest, s.greatest)
			}},
		{"PRED in force lowers the mean turnaround",
			about(pred, "", downey.Slower, "%s %%", "%+.1f", falls)},
		{"PRED in force raises utilization",
			about(pred, "", downey.Busier, "%s %%", "%+.1f", rises)},
		{"OPT in force raises the mean turnaround",
			about(opt, "", downey.Slower, "%s %%", "%+.1f", rises)},
		{"BIAS in force raises it less than OPT",
			about(bias, opt, downey.Slower, "%s points", "%+.1f", falls)},
		{"HEUR in force raises it most", func(a assumption) answer {
			slower := func(strategy string) float64 { return a.mean(strategy, downey.Slower).mean }
			h, b, o := slower(heur), slower(bias), slower(opt)
			return answerOf(h > b && h > o, "HEUR %+.1f %%, BIAS %+.1f %%, OPT %+.1f %%", h, b, o)
		}},
		{fmt.Sprintf("lock-in lowers that of BIAS (by %.0f s)",
			turnaround(bias)-turnaround(downey.LockIn)),
			about(downey.LockIn, bias, downey.Turnaround, "%s s", "%+.0f", falls)},
		{fmt.Sprintf("risk aversion lowers it further (by %.0f s)",
			turnaround(downey.LockIn)-turnaround(downey.LockInRisk)),
			about(downey.LockInRisk, downey.LockIn, downey.Turnaround, "%s s", "%+.0f", falls)},
		{"with both, BIAS is as good for the system as AVG (within 1 %)",
			about(downey.LockInRisk, "", downey.Slower, "%s %%", "%+.1f", stays)},
		{fmt.Sprintf("%.0f jobs a day arrive at load 0.5, %.0f at load 1 (within 1 %%)",
			half, full),
			func(a assumption) answer {
				c := a.config
				c.Load = 0.5
				h := c.JobsPerDay()
				near := math.Abs(h/half-1) <= 0.01 && math.Abs(2*h/full-1) <= 0.01
				return answerOf(near, "%.1f and %.1f", h, 2*h)
			}},
	}
}

// predictions is figure 5, before and after the correction, for the first
// assumption.
func (a *allocation) predictions() PageFigure {
	w := a.assumptions()[0]
	f := &figure.Density{
		Title: "Figure 5: predicted and actual times until the processors are free that a job " +
			"holds out for",
		XLabel: "predicted", YLabel: "actual",
		Note: fmt.Sprintf("Seed %d, %d days, %d jobs.", a.results[0].Seed,
			a.config.Days, a.results[0].Jobs),
	}
	for _, strategy := range []string{downey.PRED, downey.BIAS} {
		points := a.results[0].Points[w.label(strategy)]
		if points == nil {
			continue
		}
		p := figure.DensityPanel{Name: strategy, X: points.Predicted, Y: points.Actual}
		first := func(number string) float64 {
			return append(w.bySeed(strategy, number), math.NaN())[0]
		}
		if slope := first(downey.Slope); slope == slope {
			p.Fit = &figure.Fit{Slope: slope, Intercept: first(downey.Intercept),
				R: first(downey.Correlation)}
		}
		f.Panels = append(f.Panels, p)
	}
	return PageFigure{"figure5-predictions", "As figure 5 of the paper, with " + w.name() + ".", f}
}
