package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods/fit"
	"waitbench/replay/study/downey"
	"waitbench/report"
	"waitbench/report/figure"
)

// allocation is Downey's study on its way to its page. Means and ranges are over seeds, each a
// workload of its own. The paper has one workload, and most numbers move with how heavy it is; so
// they are also given at its mean turnaround under AVG, by the least-squares line through the
// seeds.
type allocation struct {
	config     downey.Config
	results    []*downey.Result
	values     map[measured][]float64 // by seed
	comparable bool                   // the paper has the same machine and workload
}

// measured is a number, and whose it is.
type measured struct {
	downey.Label
	number string
}

// average is the label of AVG.
var average = downey.Label{Strategy: downey.AVG}

// assumption is a choice of what the paper leaves open.
type assumption struct {
	*allocation
	lifetimes, bias string
}

// Downey makes the page of Downey's allocation study from its results, one or more.
func Downey(c downey.Config, results []*downey.Result) *Page {
	d := downey.Default()
	a := &allocation{config: c, results: results, values: map[measured][]float64{}}
	a.comparable = c.Procs == d.Procs && c.Load == d.Load
	type cell struct {
		seed uint64
		downey.Number
	}
	var cells []cell
	for _, r := range results {
		for _, n := range r.Numbers {
			k := measured{n.Label, n.Name}
			a.values[k] = append(a.values[k], n.Value)
			cells = append(cells, cell{r.Seed, n})
		}
	}
	p := &Page{
		Title: "Processor allocation by predicted queue times", Intro: a.intro(),
		Cells: frame(cells, "seed strategy lifetimes bias number value", func(c cell) []any {
			return []any{int64(c.seed), c.Strategy, c.Lifetimes, c.Bias, c.Name, c.Value}
		}),
	}
	ways := a.assumptions()
	var names []string
	for _, w := range ways {
		names = append(names, w.name())
	}
	p.Claims = claimsTable(downeyClaims(), names, ways, "columns: lifetimes that predictors assume ("+a.lifetimes()+"), "+
		"and the correction of BIAS: a line fitted to PRED, or intercept:slope; mean of the seeds, and their range")
	p.Sections = a.sections()
	return p
}

// assumptions are the first of the lifetimes and corrections of the study, by default those that
// follow from the text, and the last, those that fit the paper best.
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

// label is that of a strategy under the assumption.
func (a assumption) label(strategy string) downey.Label {
	switch strategy {
	case downey.PRED:
		return downey.Label{Strategy: strategy, Lifetimes: a.lifetimes}
	case downey.BIAS, downey.LockIn, downey.LockInRisk:
		return downey.Label{Strategy: strategy, Lifetimes: a.lifetimes, Bias: a.bias}
	}
	return downey.Label{Strategy: strategy}
}

// of gives a number of a strategy, seed by seed.
func (a assumption) of(strategy, number string) []float64 {
	return a.values[measured{a.label(strategy), number}]
}

// mean gives mean and range of a number in its unit.
func (a assumption) mean(strategy, number string) spread { return a.over(strategy, "", number) }

// over gives mean and range of the difference of a number between two strategies; without another it
// is that of the number.
func (a assumption) over(strategy, other, number string) spread {
	values := slices.Clone(a.of(strategy, number))
	from := a.of(other, number)
	for i := range min(len(values), len(from)) {
		values[i] -= from[i]
	}
	return a.spread(values, quantities[number].scale)
}

// spread is what the seeds give for a number. All of it is NaN where there are none.
type spread struct {
	mean, sd, least, greatest float64
	atPaper, residual         float64 // at the paper's turnaround; NaN with fewer than 4 seeds
}

const leastSeeds = 4 // for a line

func (a *allocation) spread(values []float64, scale float64) spread {
	nan := math.NaN()
	s := spread{nan, nan, nan, nan, nan, nan}
	if len(values) == 0 {
		return s
	}
	turnarounds := a.values[measured{average, downey.Turnaround}]
	var m fit.Moments
	var sum float64
	for i, v := range values {
		m.Add(turnarounds[i], v*scale)
		sum += v * scale
	}
	n := float64(len(values))
	s.mean, s.least, s.greatest = sum/n, scale*slices.Min(values), scale*slices.Max(values)
	if n > 1 {
		s.sd = math.Sqrt(m.YY / (n - 1))
	}
	if slope, intercept := m.Line(); n >= leastSeeds && a.comparable {
		s.atPaper = intercept + slope*published(downey.AVG, downey.Turnaround)
		s.residual = math.Sqrt(max(m.YY-slope*m.XY, 0) / (n - 2))
	}
	return s
}

// show writes mean and range in a format.
func (s spread) show(format string) string {
	return fmt.Sprintf(format+" ("+format+" to "+format+")", s.mean, s.least, s.greatest)
}

// has reports whether a printed number, as far as its digits tell, lies in the range of the seeds.
func (s spread) has(printed float64) bool {
	_, digits, _ := strings.Cut(strconv.FormatFloat(printed, 'f', -1, 64), ".")
	half := 0.5 * math.Pow10(-len(digits))
	return printed+half >= s.least && printed-half <= s.greatest
}

// published is a number of the paper, named as in the file of its numbers: with its unit.
func published(strategy, column string) float64 {
	return report.PublishedNumber("downey", strategy, "", "", column)
}

// quantity is how a number is shown.
type quantity struct {
	heading string
	scale   float64 // units in a second, or in 1
	format  string
}

const percent, minutes, hours = 100, 1. / 60, 1. / 3600

var quantities = map[string]quantity{
	downey.Jobs:                      {"jobs", 1, "%.0f"},
	downey.MeanWork:                  {"mean sequential run time (min)", minutes, "%.0f"},
	downey.Spoiled:                   {"jobs that get all they can use (%)", percent, "%.1f"},
	downey.MeanRun:                   {"mean run time (h)", hours, "%.2f"},
	downey.MedianRun:                 {"median run time (min)", minutes, "%.2f"},
	downey.Rebels:                    {"rebels", 1, "%.0f"},
	downey.RebelShare:                {"rebels (% of jobs)", percent, "%.1f"},
	downey.RebelPart:                 {"rebels (% of those who do not get all they can use)", percent, "%.1f"},
	downey.Saving:                    {"saving per job (min)", minutes, "%.1f"},
	downey.OfOptimal:                 {"saving (% of OPT's)", percent, "%.1f"},
	downey.Losers:                    {"rebels who lose (%)", percent, "%.1f"},
	downey.ClearLosers:               {"rebels who lose more than 0.05 s (%)", percent, "%.1f"},
	downey.MeanLost:                  {"mean loss of those who lose (min)", minutes, "%.1f"},
	downey.MedianSaved:               {"median saving of rebels (min)", minutes, "%.1f"},
	downey.MeanSaved:                 {"mean saving of rebels (h)", hours, "%.2f"},
	downey.WorkRatio:                 {"mean work of rebels over that of docile jobs", 1, "%.1f"},
	downey.Busier:                    {"change of utilization (%)", percent, "%+.1f"},
	downey.Turnaround:                {"mean turnaround (s)", 1, "%.0f"},
	downey.Slower:                    {"change of mean turnaround (%)", percent, "%+.1f"},
	downey.Correlation:               {"correlation", 1, "%.3f"},
	downey.Slope:                     {"slope", 1, "%.2f"},
	downey.Intercept:                 {"intercept (ln s)", 1, "%+.2f"},
	downey.Correlation + downey.Long: {"correlation, times from 10 s on", 1, "%.3f"},
	downey.Slope + downey.Long:       {"slope, times from 10 s on", 1, "%.2f"},
	downey.Intercept + downey.Long:   {"intercept, times from 10 s on (ln s)", 1, "%+.2f"},
}

// printed is a number of the paper, and why it may deviate.
type printed struct {
	strategy, number string
	paper            float64
	reason           string
}

// Why numbers deviate.
const (
	rounding = "comes out if losses up to 0.05 s do not count; perhaps times were rounded to 0.1 s"
	unnamed  = "the paper does not say which lifetimes its predictors assume; those of its own simulation seem too " +
		"short. Perhaps it took those of the machine of its figure 3: inferred, not known"
	edge   = "the line of the paper appears if times under 10 s are left out, perhaps the lower edge of its plot"
	chosen = "the points change with the correction: the n that seem best are those that are predicted too short, " +
		"and the correction changes which they are. Over every n, a fixed set, the correlation cannot change"
	own       = "nearer with the coefficients that the paper prints than with a line of one's own through all points, whose slope differs"
	elsewhere = "from another study of the author's"
)

// units are behind the names of numbers in the file of the paper's, by scale; none for seconds.
var units = map[float64]string{1: "", percent: "_percent", minutes: "_min", hours: "_h"}

// printedNumbers are those of the paper that are measured here too, by table, in the order of their
// file.
func printedNumbers() (tables [4][]printed) {
	names := map[string]string{}
	for number, q := range quantities {
		names[number+units[q.scale]] = number
	}
	reasons := map[string]string{downey.PRED: unnamed, downey.BIAS: own, downey.HEUR: rounding, downey.LockIn: own,
		downey.LockInRisk: own, downey.MIN: elsewhere, downey.PRED + downey.Slope: edge, downey.PRED + downey.Intercept: edge,
		downey.BIAS + downey.Correlation: chosen}
	for _, v := range report.Published("downey") {
		p := printed{v.Method, names[v.Column], v.Value, cmp.Or(reasons[v.Method+v.Column], reasons[v.Method])}
		table := 1
		switch p.number {
		case "": // not measured
			continue
		case downey.Busier, downey.Turnaround, downey.Slower:
			table = 2
		case downey.Correlation, downey.Slope, downey.Intercept:
			table = 3
		}
		if p.strategy == downey.AVG {
			table = 0
		}
		tables[table] = append(tables[table], p)
		switch {
		case p.number == downey.Losers && p.strategy == downey.HEUR:
			tables[1] = append(tables[1], printed{p.strategy, downey.ClearLosers, p.paper, ""})
		case p.number == downey.Intercept: // the last of three
			for _, line := range tables[3][len(tables[3])-3:] {
				tables[3] = append(tables[3], printed{line.strategy, line.number + downey.Long, line.paper, ""})
			}
		}
	}
	return tables
}

// numbers is a table of printed numbers beside those of the first and the last assumption.
func (a *allocation) numbers(title string, rows []printed) *report.Table {
	ways := a.assumptions()
	first, last := ways[0], ways[len(ways)-1]
	turnaround := fmt.Sprintf("%.0f s", published(downey.AVG, downey.Turnaround))
	t := &report.Table{
		ID: "numbers", Title: title, Missing: "not printed, not predicted, or too few seeds",
		Columns: report.Columns("strategy", "number", "#paper", "#"+first.name(), "#at "+turnaround, "#"+last.name(), "in the range", "#why"),
		Notes: []string{
			fmt.Sprintf("mean and range of %d seeds of %d days; at %s: where AVG's mean turnaround is the paper's, "+
				"by a line through the seeds, and their standard deviation around it",
				a.config.Seeds, a.config.Days, turnaround),
		},
	}
	var reasons []string
	for _, r := range rows {
		q := quantities[r.number]
		f, l := first.mean(r.strategy, r.number), last.mean(r.strategy, r.number)
		row := []report.Cell{report.Text(r.strategy), report.Text(q.heading), report.Missing(), report.Missing(), report.Missing(),
			report.Missing(), report.Missing(), report.Text("")}
		if f.mean == f.mean {
			row[3] = report.Text(f.show(q.format))
		}
		if f.atPaper == f.atPaper {
			row[4] = report.Text(fmt.Sprintf(q.format+" ± "+strings.Replace(q.format, "+", "", 1), f.atPaper, f.residual))
		}
		if predicts := first != last && (r.strategy == downey.PRED || strings.HasPrefix(r.strategy, downey.BIAS)); predicts && l.mean == l.mean {
			row[5] = report.Text(l.show(q.format))
		}
		if printed := a.printed(r); printed == printed && f.mean == f.mean {
			row[2] = report.Cell{Text: strconv.FormatFloat(printed, 'f', -1, 64), Value: printed, HasValue: true}
			row[6] = report.Text(a.verdict(r))
			if row[6].Text != "yes" && r.reason != "" {
				at := slices.Index(reasons, r.reason)
				if at < 0 {
					at, reasons = len(reasons), append(reasons, r.reason)
					t.Notes = append(t.Notes, fmt.Sprintf("why, %d: %s", at+1, r.reason))
				}
				row[7] = report.Count(at + 1)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// printed is the paper's number, NaN where it cannot be compared: its counts are those of its days.
func (a *allocation) printed(p printed) float64 {
	counted := p.number == downey.Jobs || p.number == downey.Rebels
	if !a.comparable || counted && a.config.Days != downey.Default().Days {
		return math.NaN()
	}
	return p.paper
}

// verdict says under which assumption a printed number lies in the range of the seeds.
func (a *allocation) verdict(p printed) string {
	ways := a.assumptions()
	for i, w := range ways {
		switch in := w.mean(p.strategy, p.number).has(p.paper); {
		case in && i == 0:
			return "yes"
		case in:
			return "with " + w.name()
		}
	}
	return "no"
}

// tally says in words how many of the printed numbers come out.
func (a *allocation) tally(what string, rows []printed) string {
	yes, with, n := 0, 0, 0
	for _, r := range rows {
		if p := a.printed(r); p != p {
			continue
		}
		n++
		switch v := a.verdict(r); {
		case v == "yes":
			yes++
		case v != "no":
			with++
		}
	}
	ways := a.assumptions()
	if len(ways) == 1 {
		return fmt.Sprintf("Of %s, %d of %d printed numbers lie in the range of the seeds.", what, yes, n)
	}
	return fmt.Sprintf("Of %s, %d of %d printed numbers lie in the range of the seeds with %s, %d more with %s, and "+
		"%d with neither.",
		what, yes, n, ways[0].name(), with, ways[len(ways)-1].name(), n-yes-with)
}

// lifetimes are what they are in the first workload.
func (a *allocation) lifetimes() string {
	var words []string
	for _, l := range a.config.Lifetimes {
		assumed := downey.Label{Strategy: downey.PRED, Lifetimes: l}
		words = append(words, fmt.Sprintf("%s: e^%.2f to e^%.2f s", l,
			a.values[measured{assumed, downey.MinLog}][0], a.values[measured{assumed, downey.MaxLog}][0]))
	}
	return strings.Join(words, ", ")
}

func (a *allocation) intro() []string {
	text := []string{
		"A. B. Downey (Using Queue Time Predictions for Processor Allocation, 1997) lets malleable jobs choose on " +
			"how many processors they run. A job at the head of the queue takes those that are free (AVG), or holds " +
			"out for more and so is a rebel: by what an oracle knows (OPT), by predicted queue times (PRED), by " +
			"predictions corrected for their bias (BIAS), or for a fixed share of what it could save (HEUR). Rules " +
			"that the text leaves open were found by trying which reading gives its tables: a job can use ceil(A) " +
			"processors, A itself staying real, and every day begins with an empty machine. All are in the " +
			"documentation of package replay/study/downey.",
	}
	if !a.comparable {
		return append(text, "**The parameters are not the paper's, so its numbers are left out.**")
	}
	if days := downey.Default().Days; a.config.Days != days {
		text = append(text, fmt.Sprintf("**The paper has %d days. The ranges of fewer are wider, and means of seeds "+
			"less sure.**", days))
	}
	avg := a.spread(a.values[measured{average, downey.Turnaround}], 1)
	if z := (published(downey.AVG, downey.Turnaround) - avg.mean) / avg.sd; z == z {
		text = append(text, fmt.Sprintf("The paper has one workload. By its mean turnaround under AVG it lies %+.1f "+
			"standard deviations from the mean of the workloads here, and all turnarounds in seconds with it: "+
			"tables also give numbers at its turnaround.", z))
	}
	return text
}

// about is how a claim is tried on a number of a strategy, or on its difference from another's; words
// and format show it.
func about(strategy, other, number, words, format string, holds func(mean float64) bool) func(assumption) answer {
	return func(a assumption) answer {
		s := a.over(strategy, other, number)
		return says(holds(s.mean), words, s.show(format))
	}
}

func rises(x float64) bool { return x > 0 }
func falls(x float64) bool { return x < 0 }
func stays(x float64) bool { return math.Abs(x) <= 1 }

// downeyClaims are sentences of the paper's sections 5 to 7.
func downeyClaims() []claim[assumption] {
	pred, bias := 100-published(downey.PRED, "of_optimal_percent"), 100-published(downey.BIAS, "of_optimal_percent")
	locked, averse := published(downey.LockIn, downey.Turnaround), published(downey.LockInRisk, downey.Turnaround)
	jobs := func(at string) float64 { return report.PublishedNumber("downey", "", "", at, "jobs_per_day") }
	half, full := jobs("load 0.5"), jobs("load 1")
	within := func(strategy string, limit float64) func(assumption) answer {
		return about(strategy, "", downey.OfOptimal, "saves %s %% of it", "%.1f", func(x float64) bool { return x >= 100-limit })
	}
	return []claim[assumption]{
		{fmt.Sprintf("PRED saves within %.0f %% of what an oracle saves", pred), within(downey.PRED, pred)},
		{fmt.Sprintf("BIAS saves within %.0f %%", bias), within(downey.BIAS, bias)},
		{"correcting the bias raises the correlation of predicted and actual times", func(a assumption) answer {
			d := a.over(downey.BIAS, downey.PRED, downey.Correlation)
			return says(d.least > 0, "from %.3f to %.3f, by %s", a.mean(downey.PRED, downey.Correlation).mean,
				a.mean(downey.BIAS, downey.Correlation).mean, d.show("%.3f"))
		}},
		{"HEUR saves a job about as much as PRED (within 1 min)", about(downey.HEUR, downey.PRED, downey.Saving, "%s min", "%+.1f", stays)},
		{"PRED in force lowers the mean turnaround", about(downey.PRED, "", downey.Slower, "%s %%", "%+.1f", falls)},
		{"PRED in force raises utilization", about(downey.PRED, "", downey.Busier, "%s %%", "%+.1f", rises)},
		{"OPT in force raises the mean turnaround", about(downey.OPT, "", downey.Slower, "%s %%", "%+.1f", rises)},
		{"BIAS in force raises it less than OPT", about(downey.BIAS, downey.OPT, downey.Slower, "%s points", "%+.1f", falls)},
		{"HEUR in force raises it most", func(a assumption) answer {
			h, b, o := a.mean(downey.HEUR, downey.Slower).mean, a.mean(downey.BIAS, downey.Slower).mean, a.mean(downey.OPT, downey.Slower).mean
			return says(h > b && h > o, "HEUR %+.1f %%, BIAS %+.1f %%, OPT %+.1f %%", h, b, o)
		}},
		{fmt.Sprintf("lock-in lowers that of BIAS (by %.0f s)", published(downey.BIAS, downey.Turnaround)-locked),
			about(downey.LockIn, downey.BIAS, downey.Turnaround, "%s s", "%+.0f", falls)},
		{fmt.Sprintf("risk aversion lowers it further (by %.0f s)", locked-averse),
			about(downey.LockInRisk, downey.LockIn, downey.Turnaround, "%s s", "%+.0f", falls)},
		{"with both, BIAS is as good for the system as AVG (within 1 %)", about(downey.LockInRisk, "", downey.Slower, "%s %%", "%+.1f", stays)},
		{fmt.Sprintf("%.0f jobs a day arrive at load 0.5, %.0f at load 1 (within 1 %%)", half, full), func(a assumption) answer {
			c := a.config
			c.Load = 0.5
			h := c.JobsPerDay()
			return says(math.Abs(h/half-1) <= 0.01 && math.Abs(2*h/full-1) <= 0.01, "%.1f and %.1f", h, 2*h)
		}},
	}
}

func (a *allocation) sections() []Section {
	rows := printedNumbers()
	headings := [4]string{"Workload, and what AVG does with it", "Table 1: single jobs, each by itself on AVG's schedule",
		"Table 2: strategies in force for all jobs", "Figure 5: lines of ln actual on ln predicted times"}
	var list []Section
	for i, what := range []string{"the workload", "table 1", "table 2", "figure 5"} {
		s := Section{Heading: headings[i], Tables: []*report.Table{a.numbers("Numbers of "+what, rows[i])}}
		if a.comparable {
			s.Text = []string{a.tally(what, rows[i])}
		}
		list = append(list, s)
	}
	list[3].Text = append(list[3].Text, "A point for each decision to hold out: the time predicted until the "+
		"processors are free, and the time it takes, also of jobs that gave up before.")
	list[3].Figures = []Figure{a.predictions()}
	return list
}

// predictions is figure 5, before and after the correction, for the first assumption.
func (a *allocation) predictions() Figure {
	w := a.assumptions()[0]
	f := &figure.Density{
		Title:  "Figure 5: predicted and actual times until the processors are free that a job holds out for",
		XLabel: "predicted", YLabel: "actual",
		Note: fmt.Sprintf("Seed %d, %d days, %d jobs.", a.results[0].Seed, a.config.Days, a.results[0].Jobs),
	}
	for _, strategy := range []string{downey.PRED, downey.BIAS} {
		points := a.results[0].Points[w.label(strategy)]
		if points == nil {
			continue
		}
		p := figure.DensityPanel{Name: strategy, X: points.Predicted, Y: points.Actual}
		first := func(number string) float64 { return append(w.of(strategy, number), math.NaN())[0] }
		if slope := first(downey.Slope); slope == slope {
			p.Fit = &figure.Fit{Slope: slope, Intercept: first(downey.Intercept), R: first(downey.Correlation)}
		}
		f.Panels = append(f.Panels, p)
	}
	return Figure{Name: "figure5-predictions", Figure: f, Caption: "As figure 5 of the paper, with " + w.name() + "."}
}
