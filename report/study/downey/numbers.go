package downey

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/report/published"
	"waitbench/report/table"
)

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
	Jobs:        {0, "jobs", 1, "%.0f"},
	MeanWork:    {0, "mean sequential run time (min)", minutes, "%.0f"},
	Spoiled:     {0, "jobs that get all they can use (%)", percent, "%.1f"},
	MedianWork:  {0, "median sequential run time (min)", minutes, "%.1f"},
	MeanRun:     {0, "mean run time (h)", hours, "%.2f"},
	MedianRun:   {0, "median run time (min)", minutes, "%.2f"},
	Rebels:      {1, "rebels", 1, "%.0f"},
	RebelShare:  {1, "rebels (% of jobs)", percent, "%.1f"},
	RebelPart:   {1, "rebels (% of jobs that do not get all they can use)", percent, "%.1f"},
	Saving:      {1, "saving per job (min)", minutes, "%.1f"},
	OfOptimal:   {1, "saving (% of OPT's)", percent, "%.1f"},
	Losers:      {1, "rebels that lose (%)", percent, "%.1f"},
	MeanLost:    {1, "mean loss of rebels that lose (min)", minutes, "%.1f"},
	MedianSaved: {1, "median saving of rebels (min)", minutes, "%.1f"},
	MeanSaved:   {1, "mean saving of rebels (h)", hours, "%.2f"},
	WorkRatio:   {1, "mean work of rebels over that of docile jobs", 1, "%.1f"},
	Busier:      {2, "change of utilization (%)", percent, "%+.1f"},
	Turnaround:  {2, "mean turnaround (s)", 1, "%.0f"},
	Slower:      {2, "change of mean turnaround (%)", percent, "%+.1f"},
	Correlation: {3, "correlation", 1, "%.3f"},
	Slope:       {3, "slope", 1, "%.2f"},
	Intercept:   {3, "intercept (ln s)", 1, "%+.2f"},
}

// units follow the names of numbers in the file of the paper, by scale; none
// for seconds.
var units = map[float64]string{1: "", percent: "_percent", minutes: "_min", hours: "_h"}

// reasons are templates of why numbers deviate, by strategy, or by strategy and
// number.
var reasons = map[string]string{
	PRED: "unnamed", BIAS: "own", HEUR: "rounding", MIN: "elsewhere",
	LockIn: "own", LockInRisk: "own",
	PRED + Slope:       "edge",
	PRED + Intercept:   "edge",
	BIAS + Correlation: "chosen",
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
		} else if v.Method == AVG {
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
		Notes:   []string{texts.Line("numbers", a.config)},
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
			t.Notes = append(t.Notes, fmt.Sprintf("why, %d: %s", i+1, texts.Line(reason, nil)))
		}
		return i + 1
	}
	for _, r := range rows {
		q, p := quantities[r.number], a.printed(r)
		row := []any{r.strategy, q.heading, table.Number(p, "%v")}
		reason := any("")
		for i, w := range a.assumptions() {
			s := w.mean(r.strategy, r.number)
			in := table.YesNo(s.Has(p))
			if in.Missing = p != p || s.Mean != s.Mean; i == 0 && in.Text == "no" &&
				!in.Missing && r.reason != "" {
				reason = why(r.reason)
			}
			row = append(row, s.Cell(q.format), in)
		}
		t.Add(append(row, reason)...)
	}
	return t
}

// printed is the paper's number, NaN where it cannot be compared: its counts
// are those of its days.
func (a *allocation) printed(p printed) float64 {
	counted := p.number == Jobs || p.number == Rebels
	if !a.comparable || counted && a.config.Days != Default().Days {
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
				if w.mean(r.strategy, r.number).Has(p) {
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
		Notes: []string{texts.Line("predictors", w.name())},
	}
	for _, p := range Predictors {
		mean := func(number string) float64 { return w.bySeed(p.Strategy, number).Spread().Mean }
		_, name, _ := strings.Cut(p.Strategy, ":")
		row := []any{cmp.Or(name, "benefactors=2"), table.Number(100*mean(PointCount+Every)/
			w.bySeed(PRED, PointCount+Every).Spread().Mean, "%.0f"),
			table.Number(mean(Correlation+Every), "%.3f")}
		for n := range MostBenefactors + 1 {
			number := Correlation + Every + fmt.Sprintf(Benefactors, n)
			row = append(row, table.Number(mean(number), "%.3f"))
		}
		for _, number := range []string{RebelShare, OfOptimal, Losers} {
			row = append(row, table.Number(percent*mean(number), "%.1f"))
		}
		t.Add(row...)
	}
	return t
}
