package varq

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay/output"
	"waitbench/report/figure"
	"waitbench/report/study"
	"waitbench/report/table"
)

//go:embed varq.md
var pageText string

var texts = study.NewTexts(pageText)

// Reservations has everything on the page of VARQ.
type Reservations struct {
	Log, SHA256 string // name of the log, and the sum of its file
	Queue       string
	Result      *Outcomes
	Example     *Example        // may be nil
	Live        []*Reservations // the probed machines, without Live
}

// variant is a way to set deadlines and to wait for them.
type variant struct {
	*Reservations
	Name    string
	waiting string
	Rows    []reserving // by fraction and then by request
}

// reserving is a row of a variant: the fraction of jobs that request a
// reservation, the probability they request, and what came of it by seed.
type reserving struct {
	Variant           string
	Fraction, Request float64
	Paper             printedCell
	seeds             []*Cell
}

// over describes a number over the seeds.
func (a reserving) over(number func(*Cell) float64) study.Spread {
	var s study.Sample
	for _, c := range a.seeds {
		s = append(s, number(c))
	}
	return s.Spread()
}

// meanOf is a number of a row: the mean over the seeds.
func meanOf(number func(*Cell) float64) func(reserving) float64 {
	return func(a reserving) float64 { return a.over(number).Mean }
}

// Accepted is the mean number of reservations of a seed.
func (a reserving) Accepted() float64 { return a.over(acceptedCount).Mean }

// Numbers of a cell. Shares are of the requests accepted, and of the accepted
// reservations kept.

func acceptedShare(c *Cell) float64 { return float64(c.Accepted) / float64(c.Converted) }
func acceptedCount(c *Cell) float64 { return float64(c.Accepted) }
func keptShare(c *Cell) float64     { return c.Success }
func predictedOdds(c *Cell) float64 { return c.Predicted }
func usefulShare(c *Cell) float64   { return c.Useful }
func simulatedTime(c *Cell) float64 { return c.Span } // seconds

// longerWaits is by how much longer the other jobs wait, percent.
func longerWaits(c *Cell) float64 { return 100 * (c.NormalWait/c.BaseWait - 1) }

func (r *Reservations) variants() (all []variant) {
	for seeds := range slices.Chunk(r.Result.Cells, r.Result.Study.Seeds) {
		c := seeds[0].Config
		name := fmt.Sprintf("%s-%s", c.Deadlines, c.Waiting)
		if n := len(all); n == 0 || all[n-1].Name != name {
			all = append(all, variant{Reservations: r, Name: name, waiting: c.Waiting})
		}
		v := &all[len(all)-1]
		v.Rows = append(v.Rows, reserving{name, c.Fraction, c.Request,
			table4Cell(c.Fraction, c.Request), seeds})
	}
	return all
}

// chief returns the variants in claims and tables: the first way to wait.
func (r *Reservations) chief() []variant {
	all := r.variants()
	waiting := all[0].waiting
	return slices.DeleteFunc(all, func(v variant) bool { return v.waiting != waiting })
}

// enough are the rows with enough reservations for means.
func (v variant) enough() []reserving {
	return slices.DeleteFunc(slices.Clone(v.Rows), reserving.few)
}

func (a reserving) few() bool { return a.Accepted() < Least }

// Percent is the fraction in percent.
func (a reserving) Percent() string { return inPercent(a.Fraction) }

// place names the row: the percentage, where jobs of the log ask, and the request.
func (a reserving) place() string {
	if a.Fraction == 0 {
		return fmt.Sprint(a.Request)
	}
	return fmt.Sprintf("%s %% / %v", a.Percent(), a.Request)
}

func inPercent(fraction float64) string {
	return strconv.FormatFloat(math.Round(fraction*1e6)/1e4, 'g', -1, 64)
}

// Page makes the page.
func Page(r *Reservations) *study.Page {
	chief := r.chief()
	text := map[string]any{
		"Log": r.Log, "SHA256": r.SHA256, "Queue": r.Queue, "Result": r.Result, "Chief": chief,
		"Days":     fmt.Sprintf("%.1f", r.Result.Base.Span/86400), // of the run without VARQ
		"Overview": r.overview(), "Table4": r.table4(), "Costs": r.costs(),
		// The rows of the paper where the fewest jobs ask.
		"Few": slices.DeleteFunc(chief[0].fewest(chief[0].Rows), func(a reserving) bool {
			return !a.Paper.there()
		}),
	}
	p := &study.Page{Texts: texts, Cells: r.allCells(), Values: text}
	var headings []string
	for _, c := range chief {
		headings = append(headings, c.Name)
		p.Figures = append(p.Figures, c.figure())
	}
	note := texts.Line("claims", map[string]any{
		"Seeds": r.Result.Study.Seeds, "Least": Least, "Slack": fmt.Sprintf("%.2f", slack)})
	p.Claims = claims.Table(headings, chief, note)
	if machines := r.live(); len(machines) > 0 {
		headings = nil
		for _, v := range machines {
			headings = append(headings, v.Log)
		}
		live := liveClaims.Table(headings, machines, note)
		live.ID, live.Title = "live", "Claims of the live experiment, and whether they hold here"
		text["Live"] = []*table.Table{r.table2(), r.table3(), live}
		if len(machines) > 1 {
			text["Pairs"] = r.pairTable()
		}
	}
	if e := r.Example; e != nil {
		text["Reservation"] = ReservationTable([]*Example{e})
		p.Figures = append(p.Figures, study.Figure{Name: "trajectory",
			Caption: "Probability trajectory of a job of " + e.Job + ".", Figure: e.Figure()})
	}
	return p
}

// fractions returns the rows of each fraction.
func (v variant) fractions() [][]reserving {
	return slices.Collect(slices.Chunk(v.Rows, len(v.Result.Study.Requests)))
}

// figure is the share of reservations kept against the requested probability,
// ours and the paper's.
func (v variant) figure() study.Figure {
	f := &figure.Curves{
		Title:  "Reservations kept against probability asked for, " + v.Name,
		XLabel: "requested probability", YLabel: "share of reservations kept",
		Diagonal: "kept = asked for",
		Note: fmt.Sprintf("%s, queue %s, mean and range of %d seeds.", v.Log,
			v.Queue, v.Result.Study.Seeds),
	}
	var papers []figure.Curve
	for i, rows := range v.fractions() {
		name := rows[0].Percent() + " % of the jobs ask"
		ours := figure.Curve{Marks: true, Name: name}
		paper := figure.Curve{Marks: true, Name: "paper, " + rows[0].Percent() + " %", Pair: i + 1}
		for _, a := range rows {
			if !a.few() {
				s := a.over(keptShare)
				ours.X, ours.Y = append(ours.X, a.Request), append(ours.Y, s.Mean)
				ours.Low, ours.High = append(ours.Low, s.Lowest), append(ours.High, s.Greatest)
			}
			if a.Paper.there() {
				paper.X, paper.Y = append(paper.X, a.Request), append(paper.Y, a.Paper.Actual)
			}
		}
		f.Series = append(f.Series, ours)
		if len(paper.X) > 0 {
			papers = append(papers, paper)
		}
	}
	f.Series = append(f.Series, papers...)
	return study.Figure{Name: "success-" + v.Name, Caption: f.Title + ".", Figure: f}
}

// allCells has a row for each cell: a fraction, a probability, seed, deadlines
// and way to wait. The run without VARQ is the first.
func (r *Reservations) allCells() output.CSV {
	lines := output.CSV{strings.Fields(`log every_s deadlines waiting fraction request seed
		jobs converted accepted successes promised
		predicted actual actual_lo actual_hi median_lead_s
		required_node_s used_node_s required_kept_node_s used_kept_node_s never_asked
		wait_s base_wait_s queued_wait_s all_wait_s
		utilization useful span_s correct`)}
	for _, of := range append([]*Reservations{r}, r.Live...) {
		for _, c := range append([]*Cell{of.Result.Base}, of.Result.Cells...) {
			s := &c.Config
			lines.Add(of.Log, s.Every, s.Deadlines, s.Waiting, s.Fraction, s.Request, s.Seed,
				c.Jobs, c.Converted, c.Accepted, c.Successes, c.Promised,
				c.Predicted, c.Success, c.SuccessLow, c.SuccessHigh, c.MedianLead,
				c.Required, c.Used, c.RequiredSuccess, c.UsedSuccess, c.Normal,
				c.NormalWait, c.BaseWait, c.QueuedWait, c.AllWait,
				c.Utilization, c.Useful, c.Span, c.Correct)
		}
	}
	return lines
}
