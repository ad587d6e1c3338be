package study

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"waitbench/replay"
	"waitbench/replay/study/varq"
	"waitbench/report"
	"waitbench/report/figure"
)

// Example is the trajectory of one job, as in figure 4 of the VARQ paper, from the waits in a log.
type Example struct {
	Log     string
	Job     string // in words: 4 nodes for 1h
	When    string // of the request
	Request varq.Request
	Points  []varq.Point
	Taken   []Taken // for each probability asked for, and the best

	clock replay.Clock
}

// Taken is the point that a probability asked for leads to.
type Taken struct {
	Request float64 // NaN for the best that there is
	Found   bool
	Point   varq.Point
}

// NewExample asks the waits of a log, as known at the time of the request, about a job, whose size
// is given in words as well. The request of the settings is not used.
func NewExample(ctx context.Context, s *replay.Series, c varq.Config, r varq.Request, requests []float64, size string) (*Example, error) {
	e := &Example{Log: s.Trace.Name, Job: size + " for " + length(r.Wall), Request: r, clock: s.Trace.Clock()}
	e.When = e.date(r.Now)
	err := varq.Ask(ctx, s, c, r.Now, func(f varq.Forecaster) {
		e.Points = r.Points(f)
		for _, q := range requests {
			c.Request = q
			p, ok := r.Latest(f, c.Level())
			e.Taken = append(e.Taken, Taken{q, ok, p})
		}
		p, ok := r.Best(f)
		e.Taken = append(e.Taken, Taken{math.NaN(), ok, p})
	})
	return e, err
}

// date writes a time of the log.
func (e *Example) date(at float64) string {
	if !e.clock.Dated {
		return fmt.Sprintf("second %.0f", at)
	}
	return e.clock.Date(at).Format(time.DateTime)
}

// length writes a length of time to the second: 1h30m, 45s.
func length(s float64) string {
	text := (time.Duration(math.Round(s)) * time.Second).String()
	if short, ok := strings.CutSuffix(text, "m0s"); ok {
		text = short + "m"
	}
	if short, ok := strings.CutSuffix(text, "h0m"); ok {
		text = short + "h"
	}
	return text
}

// name is the probability asked for in words.
func (t *Taken) name() string {
	if math.IsNaN(t.Request) {
		return "best"
	}
	return fmt.Sprintf("%.2f", t.Request)
}

// Figure draws the probability over the time of submission.
func (e *Example) Figure() *figure.Curves {
	inHours := func(p varq.Point) float64 { return (p.Submit - e.Request.Now) / 3600 }
	line := figure.Curve{Name: "probability of starting by the deadline"}
	for _, p := range e.Points {
		line.X, line.Y = append(line.X, inHours(p)), append(line.Y, p.Odds)
	}
	f := &figure.Curves{
		Title:  fmt.Sprintf("Probability trajectory of a job of %s, requested %s", e.Job, e.When),
		XLabel: "submission, from the request (h)", YLabel: "probability of starting by the deadline", High: 1,
		Series: []figure.Curve{line},
		Note: fmt.Sprintf("%s. The deadline is %s after the request. A jump is where the stretched wall time falls "+
			"into another cluster.",
			e.Log, length(e.Request.Deadline-e.Request.Now)),
	}
	for _, t := range e.Taken {
		if t.Found {
			x, y := []float64{inHours(t.Point)}, []float64{t.Point.Odds}
			f.Series = append(f.Series, figure.Curve{Name: "taken: " + t.name(), X: x, Y: y, NoLine: true})
		}
	}
	return f
}

func (e *Example) section() Section {
	return Section{
		Heading: "One job's trajectory",
		Text: []string{"As figure 4 of the paper, from the waits in the log itself: when to submit, and with which " +
			"probability. It changes with the lead, which is the time a job may wait, and with the wall time as " +
			"submitted, which shrinks with it and decides whose waits count."},
		Tables:  []*report.Table{ReservationTable([]*Example{e})},
		Figures: []Figure{{Name: "trajectory", Figure: e.Figure(), Caption: "Probability trajectory of a job of " + e.Job + "."}},
	}
}

// ReservationTable says for each probability asked for, which are the same in all examples, when to
// submit the job on each machine; for several machines also the probability that one of them at
// least keeps the reservation, if they are independent.
func ReservationTable(examples []*Example) *report.Table {
	first := examples[0]
	t := &report.Table{
		ID:    "reservations",
		Title: fmt.Sprintf("Reservations for a job of %s, running %s after the request", first.Job, length(first.Request.Deadline-first.Request.Now)),
		Columns: report.Columns("#request=asked for", "log", "requested", "#submit_after_s=submit after", "submit=that is", "#wall_s=wall time",
			"#probability", "#worst_cost_processor_h=worst cost|processor-h", "#worst_cost_share=of the job's own"),
		Missing: "no moment has such a probability",
		Notes: []string{
			"submit with that wall time; best: the highest probability that there is",
			"worst cost: what is held idle until the deadline if the job starts at once, and as a share of " +
				"processors x wall time of the job itself",
		},
	}
	if len(examples) > 1 {
		t.Notes = append(t.Notes, "any: at least one of the logs' machines keeps it, 1 - (1 - p1)(1 - p2)..., where "+
			"they are independent; the others are to be withdrawn")
	}
	for i := range first.Taken {
		var odds []float64
		cost := 0.0
		for _, e := range examples {
			taken := &e.Taken[i]
			t.Rows = append(t.Rows, e.answer(taken))
			if taken.Found {
				odds = append(odds, taken.Point.Odds)
				cost += e.Request.WorstCost(taken.Point)
			}
		}
		if len(examples) > 1 {
			none := report.Text("")
			row := []report.Cell{first.Taken[i].asked(), report.Text("any"), none, none, none, none}
			t.Rows = append(t.Rows, append(row, worth(varq.Joint(odds...), "%.4f", cost, &first.Request, len(odds) > 0)...))
		}
	}
	return t
}

// asked is the cell of the probability asked for.
func (t *Taken) asked() report.Cell {
	if math.IsNaN(t.Request) {
		return report.Text(t.name())
	}
	return report.Number(t.Request, "%.2f")
}

// answer is the row of a machine.
func (e *Example) answer(t *Taken) []report.Cell {
	row := []report.Cell{t.asked(), report.Text(e.Log), report.Text(e.When), report.Missing(), report.Missing(), report.Missing()}
	if t.Found {
		after := t.Point.Submit - e.Request.Now
		row[3] = report.Cell{Text: length(after), Value: after, HasValue: true}
		row[4] = report.Text(e.date(t.Point.Submit))
		row[5] = report.Cell{Text: length(t.Point.Wall), Value: t.Point.Wall, HasValue: true}
	}
	return append(row, worth(t.Point.Odds, "%.2f", e.Request.WorstCost(t.Point), &e.Request, t.Found)...)
}

// worth is the cells of a probability and of a cost in processor-seconds, beside what the job itself
// holds at most.
func worth(odds float64, format string, cost float64, r *varq.Request, found bool) []report.Cell {
	if !found {
		return []report.Cell{report.Missing(), report.Missing(), report.Missing()}
	}
	own := float64(r.Size) * r.Wall
	return []report.Cell{report.Number(odds, format), report.Number(cost/3600, "%.1f"), report.Number(cost/own, "%.2f")}
}
