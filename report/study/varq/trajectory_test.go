package varq

import (
	"math"
	"slices"
	"testing"

	"waitbench/methods"
)

// latest is the index of the latest point with at least these odds; -1 for
// none.
func latest(points []Point, odds float64) int {
	for k, p := range slices.Backward(points) {
		if p.Odds >= odds {
			return k
		}
	}
	return -1
}

// agree runs a simulation and compares the closed form with the odds of every
// point, for every job after training and probabilities that change from job to
// job.
func agree(t *testing.T, workload *Workload, c Config) {
	t.Helper()
	s, err := newSimulation(workload, c)
	if err != nil {
		t.Fatal(err)
	}
	found, none := 0, 0
	for now := s.next(); !math.IsInf(now, 1); now = s.next() {
		for i := s.arrived; i < len(workload.Jobs) && workload.Jobs[i].Submit == now; i++ {
			if i < s.trained {
				continue
			}
			s.refit(now)
			s.outcomes[i].deadline = s.deadline(now)
			r := s.request(i)
			l := methods.Level{Quantile: float64(1+i%99) / 100, Confidence: c.Confidence}
			got, want := r.Latest(s.predictor, l, 0), latest(r.Points(s.predictor), l.Quantile)
			if got != want {
				t.Fatalf("job %d, odds %v: closed form finds point %d, want %d", i, l.Quantile, got, want)
			}
			if want >= 0 {
				found++
			} else {
				none++
			}
		}
		s.step(now)
	}
	if s.err != nil || found == 0 || none == 0 {
		t.Errorf("%d jobs with a point and %d without, %v", found, none, s.err)
	}
}

// TestAgree: the closed form and the full trajectory take the same point for
// every job of a workload.
func TestAgree(t *testing.T) {
	for _, d := range []string{Grid, Ahead} {
		c := Default()
		c.Fraction, c.Deadlines, c.Request = 1, d, 0.7
		agree(t, busy(t, 1), c)
		c.Method = "qbets:clusters=none"
		agree(t, busy(t, 1), c)
	}
}

// steps is a predictor whose bounds are set by hand: clusters by estimate, and
// for each the bounds of all quantiles up to .5 and from there to .9.
type steps []struct{ upTo, half, long float64 }

func (s steps) cluster(q methods.Query) int {
	for i := range s {
		if q.Estimate <= s[i].upTo {
			return i
		}
	}
	panic("no cluster")
}
func (steps) Observe(methods.Event)                 {}
func (steps) Refit(float64)                         {}
func (steps) Predict(methods.Query) (float64, bool) { return 0, false }
func (s steps) Probability(q methods.Query, d float64) float64 {
	switch c := s[s.cluster(q)]; {
	case c.long <= d:
		return 0.9
	case c.half <= d:
		return 0.5
	}
	return 0
}
func (s steps) BoundAt(q methods.Query, l methods.Level) (float64, bool) {
	switch c := s[s.cluster(q)]; {
	case l.Quantile <= 0.5:
		return c.half, true
	case l.Quantile <= 0.9:
		return c.long, true
	}
	return 0, false
}
func (s steps) SimilarRange(q methods.Query) (above, upTo float64) {
	i := s.cluster(q)
	above = math.Inf(-1)
	if i > 0 {
		above = s[i-1].upTo
	}
	return above, s[i].upTo
}

// A job of 100 s must run at 1000 s, 300 s from now: points at 700, 730, ...
// 970, with leads 300, 270, ... 30 and wall times 400, 370, ... 130. Short
// jobs, up to 200 s, start at once with odds of .5 and within 80 s with odds of
// .9: the latest lead of 80 or more is 90. Jobs up to 310 s take 250 s and
// more, so that leads of up to 210 have none; longer jobs take 60 s with odds
// of .9.
func TestTrajectory(t *testing.T) {
	r := Request{Size: 1, Wall: 100, Now: 700, Deadline: 1000}
	inf := math.Inf(1)
	for _, c := range []struct {
		name string
		f    steps
		odds float64
		want float64 // time of submission, 0 for none
	}{
		{"last point", steps{{200, 0, 80}, {310, 250, 260}, {inf, 20, 60}}, 0.5, 970},
		{"bound between points", steps{{200, 0, 80}, {310, 250, 260}, {inf, 20, 60}}, 0.6, 910},
		{"a bound equal to a lead is in time", steps{{200, 0, 90}, {inf, 0, inf}}, 0.9, 910},
		{"only if stretched out of the cluster", steps{{200, 101, 110}, {310, 250, 260}, {inf, 20, 60}}, 0.9, 760},
		{"the end of a cluster belongs to it", steps{{220, 101, 120}, {inf, inf, inf}}, 0.9, 880},
		{"second cluster", steps{{200, 101, 110}, {inf, 150, 160}}, 0.9, 820},
		{"bound longer than any lead", steps{{inf, 301, 400}}, 0.5, 0},
		{"the first point", steps{{inf, 300, 400}}, 0.5, 700},
		{"no such odds", steps{{inf, 0, 0}}, 0.91, 0},
	} {
		points := r.Points(c.f)
		k := r.Latest(c.f, methods.Level{Quantile: c.odds, Confidence: 0.95}, 0)
		if k < 0 != (c.want == 0) || k >= 0 && (points[k].Submit != c.want || points[k].Wall != 1100-c.want) {
			t.Errorf("%s: point %d, want %v", c.name, k, c.want)
		}
		if want := latest(points, c.odds); k != want {
			t.Errorf("%s: point %d, with all odds %d", c.name, k, want)
		}
	}
}

// The paper's example, but for its slip: 4 nodes, an hour, a deadline in 12 h,
// submitted after 40470 s.
func TestWorstCost(t *testing.T) {
	r := Request{Size: 4, Wall: 3600, Now: 0, Deadline: 43200}
	p := r.point(steps{{math.Inf(1), 0, 0}}, 40470/30)
	if p.Submit != 40470 || p.Wall != 6330 || r.WorstCost(p) != 10920 {
		t.Errorf("%+v at a worst cost of %v", p, r.WorstCost(p))
	}
	if n := r.count(); n != 1440 || r.lead(n-1) != 30 {
		t.Errorf("%d points, the last with a lead of %v", n, r.lead(n-1))
	}
	r.Deadline = 30.5
	if n := r.count(); n != 2 || r.lead(1) != 0.5 {
		t.Errorf("%d points", n)
	}
}
