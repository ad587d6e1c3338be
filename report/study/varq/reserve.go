package varq

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"waitbench/replay"
	"waitbench/report/figure"
	"waitbench/report/table"
)

// Example is the trajectory of one job, as in figure 4 of the VARQ paper, from
// the waits in a log.
type Example struct {
	Log     string
	Job     string // in words: 4 nodes for 1 h
	When    string // of the request
	Request Request
	Points  []Point
	Taken   []Taken // for each requested probability, and the best

	clock replay.Clock
}

// Taken is the point that a requested probability leads to.
type Taken struct {
	Request float64 // NaN for the best
	Found   bool
	Point   Point
}

// NewExample makes the trajectory of a job from the waits of a log that are
// known at the time of the request. size is the size of the job in words. The
// request of the settings is ignored.
func NewExample(ctx context.Context, s *replay.Series, c Config, r Request,
	requests []float64, size string) (*Example, error) {
	e := &Example{Log: s.Log.Name, Job: size + " for " + length(r.Wall),
		Request: r, clock: s.Log.Clock()}
	e.When = e.date(r.Now)
	err := Ask(ctx, s, c, r.Now, func(f Forecaster) {
		e.Points = r.Points(f)
		best := 0.01
		for _, p := range e.Points {
			best = max(best, p.Odds)
		}
		for _, c.Request = range append(slices.Clone(requests), best) {
			taken := Taken{Request: c.Request}
			if k := r.Latest(f, c.Level(), 0); k >= 0 {
				taken.Found, taken.Point = true, e.Points[k]
			}
			e.Taken = append(e.Taken, taken)
		}
		e.Taken[len(requests)].Request = math.NaN()
	})
	return e, err
}

// date writes a time of the log.
func (e *Example) date(now float64) string {
	if !e.clock.Dated {
		return fmt.Sprintf("second %.0f", now)
	}
	return e.clock.Date(now).Format(time.DateTime)
}

// length writes a duration to the second: 1 h 30 min, 45 s.
func length(s float64) string {
	units := strings.NewReplacer("h", " h ", "m", " min ", "s", " s")
	return strings.TrimSpace(units.Replace(replay.FormatDuration(math.Round(s))))
}

// request is the cell of the requested probability.
func (t *Taken) request() table.Cell {
	if math.IsNaN(t.Request) {
		return table.Text("best")
	}
	return table.Number(t.Request, "%.2f")
}

// Figure draws the probability over the time of submission.
func (e *Example) Figure() *figure.Curves {
	inHours := func(p Point) float64 { return (p.Submit - e.Request.Now) / 3600 }
	line := figure.Curve{Name: "probability of starting by the deadline"}
	for _, p := range e.Points {
		line.X, line.Y = append(line.X, inHours(p)), append(line.Y, p.Odds)
	}
	lead := length(e.Request.Deadline - e.Request.Now)
	f := &figure.Curves{
		Title:  fmt.Sprintf("Probability trajectory of a job of %s, requested %s", e.Job, e.When),
		XLabel: "submission, from the request (h)", YLabel: line.Name,
		Series: []figure.Curve{line},
		Note: e.Log + ". The deadline is " + lead + " after the request. " +
			"A jump is where the stretched wall time falls into another cluster.",
	}
	hours := (e.Request.Deadline - e.Request.Now) / 3600
	f.Series = append(f.Series, figure.Curve{Name: "deadline",
		X: []float64{hours, hours}, Y: []float64{0, 1}})
	for _, t := range e.Taken {
		if t.Found {
			f.Series = append(f.Series, figure.Curve{
				Name: "taken: " + t.request().Text, NoLine: true,
				X: []float64{inHours(t.Point)}, Y: []float64{t.Point.Odds}})
		}
	}
	return f
}

// ReservationTable shows for each requested probability, which are the same in
// all examples, when to submit the job on each machine. For several machines it
// also shows the probability that at least one keeps the reservation, if they
// are independent.
func ReservationTable(examples []*Example) *table.Table {
	r, taken := &examples[0].Request, examples[0].Taken
	t := texts.Table("reservations", map[string]any{
		"Title": fmt.Sprintf("Reservations for a job of %s, running %s after the request",
			examples[0].Job, length(r.Deadline-r.Now)),
		"Several": len(examples) > 1,
	})
	t.Columns = table.Columns("#request=asked for", "log", "requested",
		"#submit_after_s=submit after",
		"submit=that is", "#wall_s=wall time", "#probability",
		"#worst_cost_processor_h=worst cost|processor-h", "#worst_cost_share=of the job's own")
	for i := range taken {
		var odds []float64
		cost := 0.0
		for _, e := range examples {
			p := &e.Taken[i]
			t.Add(e.row(p)...)
			if p.Found {
				odds = append(odds, p.Point.Odds)
				cost += e.Request.WorstCost(p.Point)
			}
		}
		if len(examples) > 1 {
			t.Add(append([]any{taken[i].request(), "any", "", "", "", ""},
				worth(Joint(odds...), "%.4f", cost, r, len(odds) > 0)...)...)
		}
	}
	return t
}

func (e *Example) row(t *Taken) []any {
	seconds := func(s float64) table.Cell {
		return table.Cell{Text: length(s), Value: s, HasValue: t.Found, Missing: !t.Found}
	}
	row := []any{t.request(), e.Log, e.When, seconds(t.Point.Submit - e.Request.Now),
		table.Cell{Text: e.date(t.Point.Submit), Missing: !t.Found}, seconds(t.Point.Wall)}
	return append(row, worth(t.Point.Odds, "%.2f", e.Request.WorstCost(t.Point),
		&e.Request, t.Found)...)
}

// worth returns the cells of a probability and of a cost in processor-seconds,
// which is also shown as a share of the processors and wall time of the job.
func worth(odds float64, format string, cost float64, r *Request, found bool) []any {
	if !found {
		odds, cost = math.NaN(), math.NaN()
	}
	needed := float64(r.Size) * r.Wall
	return []any{table.Number(odds, format), table.Number(cost/3600, "%.1f"),
		table.Number(cost/needed, "%.2f")}
}
