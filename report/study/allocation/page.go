package allocation

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/replay/arrowio"
	"waitbench/replay/study/downey"
	"waitbench/report"
	"waitbench/report/study"
)

// page is a study on its way to a report.
type page struct {
	*samples
	config     downey.Config
	first      *downey.Result // the only one with points and distributions
	comparable bool           // the paper has the same machine, workload and strategies
}

// New makes the report of a study from its results, one or more.
func New(c downey.Config, results []*downey.Result) *study.Report {
	p := &page{newSamples(results), c, results[0], comparable(&c)}
	r := &study.Report{
		Title:    "Processor allocation by predicted queue times",
		Sections: []study.Section{p.introduction(), p.workload(), p.singles(), p.system(), p.points()},
		Cells:    cells(results),
	}
	if p.comparable {
		r.Sections = append(r.Sections, study.Section{
			Heading: "What does not come out",
			Text: []string{"Rules that the text leaves open, and on which everything depends, were found by trying which reading gives its tables: a job can use ceil(A) " +
				"processors, A itself staying real, and every day begins with an empty machine. With them, the numbers below are those of the paper that " +
				"remain apart, with what is known of the reason."},
			Tables: []*report.Table{p.notReproduced()},
		})
	}
	return r
}

// comparable tells whether nothing but the number of days and seeds, the predictors' lifetimes and
// the correction differs from the paper.
func comparable(c *downey.Config) bool {
	d := downey.Default()
	return c.Model == d.Model && c.Procs == d.Procs && c.Load == d.Load && c.DayLength == d.DayLength && c.Exact == d.Exact &&
		c.Patience == d.Patience && c.Minimum == d.Minimum && c.Risk == d.Risk
}

func (p *page) introduction() study.Section {
	text := []string{
		"A. B. Downey (Using Queue Time Predictions for Processor Allocation, 1997) lets malleable jobs choose on how many processors they run. A job at the head of " +
			"the queue takes those that are free (AVG), or holds out for more: by what an oracle knows (OPT), by predicted queue times (PRED), by predictions " +
			"corrected for their bias (BIAS), or for a fixed share of what it could save (HEUR). Here are the tables and figures of the paper beside the same " +
			"study, simulated again. The rules are in the documentation of package replay/study/downey.",
	}
	switch {
	case !p.comparable:
		text = append(text, "**The parameters are not the paper's, so its numbers are left out.**")
	case p.config.Days != downey.Default().Days:
		text = append(text, "**The paper has 120 days. The ranges of fewer are wider, and means of seeds less sure.**")
	}
	return study.Section{Text: text, Tables: []*report.Table{p.settings()}}
}

// settings is the table of parameters.
func (p *page) settings() *report.Table {
	c := &p.config
	t := &report.Table{ID: "settings", Title: "Settings", Columns: []report.Column{words("setting", "setting"), right("value", "value", "")}}
	set := func(name, format string, values ...any) {
		t.Rows = append(t.Rows, []report.Cell{report.Words(name), report.Words(fmt.Sprintf(format, values...))})
	}
	set("seeds", "%d to %d", c.Seed, c.Seed+uint64(c.Seeds)-1)
	set("days", "%d", c.Days)
	set("processors", "%d", c.Procs)
	set("load by day", "%g", c.Load)
	set("jobs a day, expected", "%.1f", c.JobsPerDay())
	var lifetimes, biases []string
	for _, a := range p.first.Assumed {
		lifetimes = append(lifetimes, fmt.Sprintf("%s (e^%.2f to e^%.2f s)", a.Name, a.MinLog, a.MaxLog))
	}
	for _, b := range c.Biases {
		biases = append(biases, b.Name)
	}
	set("lifetimes that predictors assume", "%s", strings.Join(lifetimes, ", "))
	set("bias, intercept:slope or fitted to PRED", "%s", strings.Join(biases, ", "))
	set("predictor", "%s", map[bool]string{false: "A with two benefactors, else B", true: "exact distribution"}[c.Exact])
	set("HEUR holds out for a share of the saving of", "%g", c.Patience)
	set("MIN asks for a share of the processors of", "%g", c.Minimum)
	set("risk aversion asks to save a share of", "%g", c.Risk)
	return t
}

func (p *page) workload() study.Section {
	return study.Section{
		Heading: "Workload and AVG",
		Tables:  []*report.Table{p.long("workload", "Workload, and what AVG does with it", []string{downey.AVG}, ofWorkload...)},
		Figures: []study.Figure{p.allocatedTime(), p.sizes()},
	}
}

func (p *page) singles() study.Section {
	return study.Section{
		Heading: "Single jobs",
		Text:    []string{"Each job decides by itself on AVG's schedule, which does not change."},
		Tables: []*report.Table{
			p.wide("table1-strategies", "Table 1: summary of allocation strategies", table1, rebelShare, saving, losers),
			p.long("table1-all", "Table 1, in full", table1, ofSingles...),
		},
	}
}

func (p *page) system() study.Section {
	strategies := slices.Concat(table2, beyond)
	return study.Section{
		Heading: "The whole system",
		Text:    []string{"The strategies in force for all jobs; MIN is AVG with a minimum, the last two rows of BIAS are the improvements of section 6.1."},
		Tables: []*report.Table{
			p.wide("table2-system", "Table 2: system performance", strategies, busier, turnaround, slower),
			p.long("table2-all", "Table 2, in full", strategies[1:], ofSystem...),
		},
	}
}

func (p *page) points() study.Section {
	s := study.Section{
		Heading: "Predictions",
		Tables: []*report.Table{
			p.wide("figure5-lines", "Figure 5: least-squares lines of ln actual on ln predicted", []string{downey.PRED, downey.BIAS}, ofPoints[1:]...),
			p.long("figure5-all", "Figure 5, in full", []string{downey.PRED, downey.BIAS}, slices.Concat(ofPoints, ofLong, ofEvery)...),
		},
	}
	for i := range p.config.Lifetimes {
		s.Figures = append(s.Figures, p.predictions(&p.config.Lifetimes[i]))
	}
	return s
}

// cell is a number of a seed.
type cell struct {
	seed uint64
	downey.Number
}

// cells lists all numbers of all seeds.
func cells(results []*downey.Result) arrowio.Frame {
	var all []*cell
	for _, r := range results {
		for _, n := range r.Numbers() {
			all = append(all, &cell{r.Seed, n})
		}
	}
	return study.NewFrame(all,
		study.Count("seed", func(c *cell) int64 { return int64(c.seed) }),
		study.Text("strategy", func(c *cell) string { return c.Strategy }),
		study.Text("lifetimes", func(c *cell) string { return c.Lifetimes }),
		study.Text("bias", func(c *cell) string { return c.Bias }),
		study.Text("number", func(c *cell) string { return c.Name }),
		study.Number("value", func(c *cell) float64 { return c.Value }),
	)
}
