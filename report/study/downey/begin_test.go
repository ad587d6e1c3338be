package downey

import (
	"math"
	"testing"

	"waitbench/methods/lifetime"
	"waitbench/traces/synth"
)

// linear is a job without variance: it runs for work / n seconds on n
// processors, up to usable of them.
func linear(arrival, work float64, usable int64) job {
	return job{synth.Shape{Work: work, Parallelism: float64(usable)}, arrival, usable}
}

// busy is a machine of 8 processors at time 100: 2 are free, 1 more at 110, 2
// more at 130, and the last 3 at 400 s.
func busy() *machine {
	m := &machine{free: 8}
	m.start(1, 110)
	m.start(2, 130)
	m.start(3, 400)
	m.advance(100)
	return m
}

// TestBeginByHand: a job of 240 s of work would end after 120 s on the 2
// processors that are free. On 3 it ends after 10 + 80, on 5 after 30 + 48, on
// 8 after 300 + 30 s.
func TestBeginByHand(t *testing.T) {
	j := linear(0, 240, 8)
	for _, test := range []struct {
		name  string
		rule  rule
		job   job
		later []job
		n     int64
		start float64
		held  bool
	}{
		{"AVG", average, j, nil, 2, 100, false},
		{"OPT", optimal, j, nil, 5, 130, true},
		{"OPT, up to 4", optimal, linear(0, 240, 4), nil, 3, 110, true}, // 90 s, against 30 + 60
		{"OPT, a tie", optimal, linear(0, 60, 3), nil, 2, 100, false},   // 30 s, against 10 + 20
		{"OPT, spoiled", optimal, linear(0, 240, 2), nil, 2, 100, false},
		// 0.2 of 120 - 30 = 18 s, when 3 are free.
		{"HEUR", heuristic, j, nil, 3, 118, true},
		// 0.2 of 120 - 48 s = 14.4 s.
		{"HEUR, up to 5", heuristic, linear(0, 240, 5), nil, 3, 114.4, true},
		// 0.2 of 600 - 400 s = 40 s.
		{"HEUR, up to 3", heuristic, linear(0, 1200, 3), nil, 3, 110, true},
		{"HEUR, spoiled", heuristic, linear(0, 240, 2), nil, 2, 100, false},
		{"MIN of 8", minimum, j, nil, 5, 130, true}, // ceil(3.2) = 4
		{"MIN of 5", minimum, linear(0, 240, 5), nil, 2, 100, false},
		// arrivals do not prompt this rule
		{"OPT, arrivals", optimal, j, []job{linear(105, 1, 1)}, 5, 130, true},
	} {
		m := busy()
		n, held := begin(test.rule, &test.job, m, test.later)
		if n != test.n || math.Abs(m.now-test.start) > 1e-9 || held != test.held {
			t.Errorf("%s: on %d at %v s, held out %v; want %d, %v s, %v", test.name, n, m.now, held, test.n, test.start,
				test.held)
		}
	}
}

func TestUntil(t *testing.T) {
	m := busy()
	for n, want := range []float64{0, 0, 0, 10, 30, 30, 300, 300, 300} {
		if got := m.until(int64(n)); got != want {
			t.Errorf("%d processors are free after %v s, want %v s", n, got, want)
		}
	}
}

// script is a prompted rule that holds out for given times, in turn, then
// starts.
type script struct {
	target int64
	waits  []float64
	asked  []float64 // when
	locked bool
}

func (s *script) decide(_ *job, m *machine) hold {
	s.asked = append(s.asked, m.now)
	if len(s.waits) == 0 {
		return hold{}
	}
	h := hold{target: s.target, wait: s.waits[0], locked: s.locked, prompted: true}
	s.waits = s.waits[1:]
	return h
}

// TestPrompts: a job decides again when its time is over and when a job arrives
// or ends, and takes what it waits for without another decision.
func TestPrompts(t *testing.T) {
	j := linear(50, 240, 8)
	later := []job{linear(99, 1, 1), linear(103, 1, 1), linear(103, 1, 1), linear(125, 1, 1)}
	for _, test := range []struct {
		name  string
		rule  script
		asked []float64
		n     int64
		start float64
	}{
		{"gives up", script{target: 8, waits: []float64{2, 50}}, []float64{100, 102, 103}, 2, 103},
		{"to the end", script{target: 4, waits: []float64{2, 50, 50, 10, 50}}, []float64{100, 102, 103, 110, 120, 125},
			3,
			125},
		{"gets it", script{target: 4, waits: []float64{50, 50, 50, 50}}, []float64{100, 103, 110, 125}, 5, 130},
		{"locked in", script{target: 4, waits: []float64{50, 50, 50, 50}, locked: true}, []float64{100, 103, 110, 125},
			4,
			130},
	} {
		m := busy()
		n, held := begin(test.rule.decide, &j, m, later)
		if n != test.n || m.now != test.start || !held {
			t.Errorf("%s: on %d at %v s, held out %v; want %d, %v s", test.name, n, m.now, held, test.n, test.start)
		}
		for i, want := range test.asked {
			if i >= len(test.rule.asked) || test.rule.asked[i] != want {
				t.Errorf("%s: asked at %v s, want %v s", test.name, test.rule.asked, test.asked)
				break
			}
		}
	}
}

// TestPredictiveByHand: 4 of 5 processors run one job of age e^2. With
// lifetimes between 1 and e^10 s, n more are predicted (B, as it is the only
// benefactor) when n = 4 (ln(age + t) - 2) / 8: at e^(2 + 2n) - e^2.
func TestPredictiveByHand(t *testing.T) {
	age := math.Exp(2)
	m := &machine{free: 5}
	m.start(4, 1e6)
	m.advance(age)
	p := func(n float64) float64 { return math.Exp(2+2*n) - age }
	for _, test := range []struct {
		name  string
		work  float64
		rule  predictive
		n     int64 // held out for, 0: starts
		after float64
	}{
		{"short", 90, predictive{}, 0, 0}, // 47 + 45 on 2 processors
		{"longer", 100, predictive{}, 2, p(1)},
		{"long", 1e4, predictive{}, 3, p(2)}, // 396 + 3333, against 47 + 5000 and 2973 + 2500
		{"very long", 1e6, predictive{}, 5, p(4)},
		{"corrected", 90, predictive{correct: &correction{math.Log(0.5), 1}}, 2, p(1) / 2},
		{"not worth it", 100, predictive{worth: 0.2}, 0, 0},
		{"worth it", 1e4, predictive{worth: 0.2}, 3, p(2)},
		{"locked", 1e4, predictive{locked: true}, 3, p(2)},
	} {
		test.rule.model, test.rule.least = logUniform(0, 10), lifetime.Usual
		j := linear(0, test.work, 5)
		h := test.rule.decide(&j, m)
		ok := h.target > 0
		if ok != (test.n > 0) || h.target != test.n || math.Abs(h.wait-test.after) > 0.01*test.after || ok &&
			h.locked != test.rule.locked {
			t.Errorf("%s: holds out %v for %d processors and %v s; want %d, %v s", test.name, ok, h.target, h.wait,
				test.n,
				test.after)
		}
	}
}
