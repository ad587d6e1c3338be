package reservations

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
	"waitbench/report/study"
)

// Example is the trajectory of one job, as in figure 4 of the paper, made from the waits in a log.
type Example struct {
	Log     string
	Job     string // in words: 4 nodes for 1h
	When    string // of the request
	Request varq.Request
	Points  []varq.Point
	Taken   []Taken // for each of the odds asked for, and the best

	clock replay.Clock
}

// Taken is the point that odds asked for lead to.
type Taken struct {
	Request float64 // NaN for the best odds that there are
	Found   bool
	Point   varq.Point
}

// NewExample asks the waits of a log, as known at the time of the request, for the odds of a job,
// whose size is given in words as well. The request of the settings is not used.
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

// name is the odds asked for in words.
func (t *Taken) name() string {
	if math.IsNaN(t.Request) {
		return "best"
	}
	return fmt.Sprintf(share, t.Request)
}

// Figure draws the odds over the time of submission.
func (e *Example) Figure() *figure.Curves {
	hours := func(p varq.Point) float64 { return (p.Submit - e.Request.Now) / 3600 }
	odds := figure.Curve{Name: "odds of starting by the deadline"}
	for _, p := range e.Points {
		odds.X, odds.Y = append(odds.X, hours(p)), append(odds.Y, p.Odds)
	}
	f := &figure.Curves{
		Title:  fmt.Sprintf("Probability trajectory of a job of %s, requested %s", e.Job, e.When),
		XLabel: "submission, from the request (h)", YLabel: "probability of starting by the deadline", High: 1,
		Series: []figure.Curve{odds},
		Note: fmt.Sprintf("%s. The deadline is %s after the request. A jump is where the stretched wall time falls into another cluster.",
			e.Log, length(e.Request.Deadline-e.Request.Now)),
	}
	for _, t := range e.Taken {
		if t.Found {
			f.Series = append(f.Series, figure.Curve{Name: "taken: " + t.name(), X: []float64{hours(t.Point)}, Y: []float64{t.Point.Odds}, NoLine: true})
		}
	}
	return f
}

func (e *Example) section() study.Section {
	return study.Section{
		Heading: "One job's trajectory",
		Text: []string{"As figure 4 of the paper, from the waits in the log itself: when to submit, and with which odds. The odds change with the lead, which is the time a job " +
			"may wait, and with the wall time as submitted, which shrinks with it and decides whose waits count."},
		Tables:  []*report.Table{ReservationTable([]*Example{e})},
		Figures: []study.Figure{{Name: "trajectory", Figure: e.Figure(), Caption: "Probability trajectory of a job of " + e.Job + "."}},
	}
}
