package qbets

import (
	"math"
	"testing"

	"waitbench/methods/history"
	"waitbench/methods/internal/stat"
)

// steady is a machine that starts a job every 10 s, with one submission in
// between, until there are 299 gaps; the last start is at 2990.
func steady() *downtime {
	d := &downtime{start: math.NaN()}
	for i := range 300 {
		d.started(float64(10 * i))
		if i < 299 {
			d.submitted()
		}
	}
	return d
}

func TestDowntime(t *testing.T) {
	type event struct {
		submit bool
		time   float64
		down   bool
	}
	submit := func(at float64, down bool) event { return event{true, at, down} }
	start := func(at float64) event { return event{false, at, false} }
	for _, test := range []struct {
		name   string
		events []event
	}{
		// The bounds are 10 s and 1 submission.
		{"gap and count", []event{submit(3000, false), submit(3000, false), submit(3001, true), submit(3002, true)}},
		{"a gap without submissions", []event{submit(5000, false), submit(5000, true)}},
		{"submissions without a gap", []event{submit(2991, false), submit(2992, false), submit(3000, false)}},
		{"until the next new start", []event{submit(3001, false), submit(3002, true), start(2990), submit(3003, true),
			start(3003), submit(3003, false)}},
		{"the counts start again", []event{submit(2999, false), start(3000), submit(3011, false), submit(3012, true)}},
		{"a start within the second of the last", []event{start(2990.9), submit(3000.5, false), submit(3000.5, true)}},
	} {
		d := steady()
		for _, e := range test.events {
			if !e.submit {
				d.started(e.time)
				continue
			}
			if down := d.downAt(e.time); down != e.down {
				t.Errorf("%s: down %v at %v, want %v", test.name, down, e.time, e.down)
			}
			d.submitted()
		}
	}
}

// TestUnusual: the bound of the 0.99 quantile needs 299 numbers.
func TestUnusual(t *testing.T) {
	var others stat.Ordered
	for n := range 300 {
		if got := unusual(1e9, &others); got != (n >= 299) {
			t.Errorf("among %d numbers 1e9 is unusual: %v", n, got)
		}
		others.Insert(10)
	}
}

// TestDown: starts and submissions of a predictor decide.
func TestDown(t *testing.T) {
	p := New(rule95, Product)
	begin := func(submitted, start float64) {
		p.Started(sized(1), start, start-submitted, history.Uncounted)
	}
	for i := range 300 {
		begin(float64(10*i), float64(10*i))
		p.Submitted()
	}
	if p.IsDown(3000) {
		t.Error("down while jobs start")
	}
	if !p.IsDown(4000) {
		t.Error("not down")
	}
	begin(2995, 5000) // ends it
	begin(4000, 5000)
	if p.IsDown(5001) {
		t.Error("down after a start")
	}
	if got := len(p.entries.waits); got != 302 {
		t.Errorf("%d entries, want 302: waits through a downtime are waits", got)
	}
}
