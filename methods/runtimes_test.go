package methods

import (
	"math"
	"testing"
)

// jobBy is a query for a job of user, program, queue and processors, without an
// estimate.
func jobBy(user, executable int64, queue int32, procs int64) Query {
	return Query{User: user, Executable: executable, Queue: queue, Procs: procs, Estimate: -1}
}

func wantRun(t *testing.T, r *RunTimes, q Query, want float64) {
	t.Helper()
	if got, _ := r.Forecast(q); !(math.Abs(got-want) <= 1e-9*want) && !(math.IsNaN(got) && math.IsNaN(want)) {
		t.Errorf("%+v: %v s, want %v s", q, got, want)
	}
}

func TestRunTimesFallBack(t *testing.T) {
	r := NewRunTimes()
	q := jobBy(1, 2, 0, 4)
	wantRun(t, r, q, math.NaN())
	q.Estimate = 600
	wantRun(t, r, q, 600)
	r.Observe(jobBy(1, 2, 0, 4), 100, -1) // one job makes no interval
	wantRun(t, r, q, 600)
	q.Estimate = 0 // as good as unknown
	wantRun(t, r, q, 100)
	q.Estimate = 600
	r.Observe(jobBy(1, 2, 0, 4), 300, -1)
	wantRun(t, r, q, 200)
	q.Estimate = 150
	wantRun(t, r, q, 150)
}

// The interval decides, not the number of attributes. All six jobs: 400 s, s =
// 471, 2.015·471/sqrt(6) = 387. Those of user 1: 1000 s, s = 141,
// 6.314·141/sqrt(2) = 631. Those of program 9: 100 s, s = 11.5,
// 2.353·11.5/sqrt(4) = 14.
func TestRunTimesSmallestInterval(t *testing.T) {
	r := NewRunTimes()
	r.Observe(jobBy(1, 7, 0, 1), 900, -1)
	r.Observe(jobBy(1, 8, 0, 1), 1100, -1)
	for _, run := range []float64{90, 110, 90, 110} {
		r.Observe(jobBy(2, 9, 1, 64), run, -1)
	}
	wantRun(t, r, jobBy(1, 9, 2, 16), 100)
	wantRun(t, r, jobBy(1, -1, 2, 16), 400)
	wantRun(t, r, jobBy(-1, -1, 2, 16), 400)
}

// Of intervals of no width the template with more attributes counts.
func TestRunTimesTie(t *testing.T) {
	r := NewRunTimes()
	for range 2 {
		r.Observe(jobBy(1, 1, 0, 1), 100, -1)
		r.Observe(jobBy(1, 1, 0, 8), 300, -1)
	}
	wantRun(t, r, jobBy(1, 1, 0, 8), 300)
	wantRun(t, r, jobBy(1, 1, 0, 1), 100)
}

// A category with fewer attributes has the same width once it has forgotten the
// jobs of the other: 16 jobs later.
func TestRunTimesEqualWidths(t *testing.T) {
	r := NewRunTimes()
	for range 2 {
		r.Observe(jobBy(1, -1, -1, 1), 100, -1)
	}
	for range remembered {
		r.Observe(jobBy(1, -1, -1, 8), 300, -1)
	}
	wantRun(t, r, jobBy(1, -1, -1, 1), 100)
}

func TestRunTimesForget(t *testing.T) {
	r := NewRunTimes()
	q := jobBy(1, 1, 0, 1)
	for i := range 1000 {
		r.Observe(q, float64(i), -1)
	}
	wantRun(t, r, q, 1000-8.5) // the mean of 984 to 999
}

func TestBusy(t *testing.T) {
	r := NewRunTimes()
	q := jobBy(1, 1, 0, 1)
	if _, busy := r.Forecast(q); !math.IsNaN(busy) {
		t.Errorf("busy for %v of the time, and nothing is known", busy)
	}
	r.Observe(q, 100, -1)
	if _, busy := r.Forecast(q); !math.IsNaN(busy) {
		t.Errorf("busy for %v of the time, and no processor time is known", busy)
	}
	r.Observe(q, 100, 60)
	r.Observe(q, 100, 120) // more than there is
	r.Observe(q, 100, 0)
	if _, busy := r.Forecast(q); math.Abs(busy-1.6/3) > 1e-15 {
		t.Errorf("busy for %v of the time, want %v", busy, 1.6/3)
	}
}
