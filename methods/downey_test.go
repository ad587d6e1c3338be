package methods

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// machineOf is a machine of 8 processors at time 0: running jobs are pairs of processors and age,
// waiting ones are processors.
func machineOf(running []float64, waiting ...int64) *Machine {
	m := &Machine{Capacity: 8, Free: 8}
	for i := 0; i < len(running); i += 2 {
		j := &Active{Query: Query{Procs: int64(running[i])}, Start: -running[i+1]}
		m.Running = append(m.Running, j)
		m.Free -= j.Procs
	}
	for i, procs := range waiting {
		m.Waiting = append(m.Waiting, &Active{Query: Query{Procs: procs}, At: i})
	}
	return m
}

var site8 = Site{Settings: level95, Levels: []Level{level95.Level}, RunTimes: true}

// boundOf is the bound of a forecast at the first level, NaN for none.
func boundOf(f Forecast) float64 {
	if len(f.Bounds) == 0 {
		return math.NaN()
	}
	return f.Bounds[0]
}

// watcherOf makes a watcher that has fitted run times from 1 s to e^10 s: cdf(t) = ln t / 10.
func watcherOf(t *testing.T, m Method) Watcher {
	t.Helper()
	w, err := m.Watch.New(site8)
	if err != nil {
		t.Fatal(err)
	}
	const n = 1000
	for i := range n {
		w.Ended(&Active{}, 0, math.Exp(10*(float64(i)+0.5)/n), &Machine{})
	}
	w.Ended(&Active{}, 0, 0, &Machine{}) // has not run
	w.Refit(0)
	return w
}

// teach lets a watcher know two run times.
func teach(w Watcher) {
	w.Ended(&Active{}, 0, 60, &Machine{})
	w.Ended(&Active{}, 0, 600, &Machine{})
	w.Refit(0)
}

func forecastOf(w Watcher, m *Machine) Forecast {
	return w.Submitted(m.Waiting[len(m.Waiting)-1], m).Complete()
}

// closeTo allows for the tolerance of the solutions.
func closeTo(a, b float64) bool { return math.Abs(math.Log1p(a)-math.Log1p(b)) <= 1e-6 }

func TestDowneyByHand(t *testing.T) {
	e := math.Exp
	for _, test := range []struct {
		name         string
		machine      *Machine
		point, bound float64
		exact        float64 // point
	}{
		{"fits", machineOf([]float64{4, 100}, 4), 0, 0, 0},
		{"as wide as the machine, which is empty", machineOf(nil, 20), 0, 0, 0},
		// Two benefactors survive to lifetime x with ((10 - ln x)/8)^2, to be 0.5 and 0.05.
		{"two benefactors", machineOf([]float64{4, e(2), 4, e(2)}, 4), e(10-8/math.Sqrt2) - e(2), e(10-8*math.Sqrt(0.05)) - e(2), e(10-8/math.Sqrt2) - e(2)},
		// All of the machine: when the last job has ended for certain. Exactly: both have ended
		// with probability 1/2.
		{"wider than the machine", machineOf([]float64{4, e(2), 4, e(2)}, 20), e(10) - e(2), e(10) - e(2), e(10-8*(1-math.Sqrt(0.5))) - e(2)},
		// The job ahead starts when the running one has ended for certain, and lasts as long again;
		// exactly it lasts e^5 at the median.
		{"one ahead", machineOf([]float64{8, e(2)}, 8, 8), e(10) - e(2) + e(10), e(10) - e(2) + e(10), e(10) - e(2) + e(5)},
		// The job ahead starts at once. 2 processors are left: 2 more by the running job or 4 by
		// the one ahead, two benefactors.
		{"one ahead that fits", machineOf([]float64{2, e(2)}, 4, 4), e(6) - 1, -1, e(6) - 1},
	} {
		got := forecastOf(watcherOf(t, downeyMethod), test.machine)
		exactly := forecastOf(watcherOf(t, downeyExactMethod), test.machine)
		if test.name == "one ahead that fits" {
			// (10 - ln(x + e^2))/8 (10 - ln x)/10 = 1/2 at the solution.
			for _, x := range []float64{got.Wait, exactly.Wait} {
				left := (10 - math.Log(x+e(2))) / 8 * (10 - math.Log(x)) / 10
				if math.Abs(left-0.5) > 1e-6 {
					t.Errorf("%s: none ends within %v s with probability %v", test.name, x, left)
				}
			}
			continue
		}
		if !closeTo(got.Wait, test.point) || !closeTo(boundOf(got), test.bound) || !math.IsNaN(got.Turnaround) {
			t.Errorf("%s: %+v, want point %v and bound %v", test.name, got, test.point, test.bound)
		}
		if !closeTo(exactly.Wait, test.exact) || boundOf(exactly) < exactly.Wait {
			t.Errorf("%s, exact: %+v, want point %v", test.name, exactly, test.exact)
		}
	}
}

func TestDowneyHead(t *testing.T) {
	m := machineOf([]float64{4, math.Exp(2), 4, math.Exp(2)}, 4, 8, 8)
	for _, test := range []Method{downeyMethod, downeyExactMethod, downeyBiasMethod} {
		w := watcherOf(t, test).(HeadWatcher)
		// 100 s later both jobs are older by that: age a, (10 - ln(a+t))/(10 - ln a) = sqrt(1/2).
		a := math.Exp(2) + 100
		want := math.Exp(10-(10-math.Log(a))/math.Sqrt2) - a
		if got := w.Head(100, m, 0); !closeTo(got, want) {
			t.Errorf("%s: %v s, want %v s", test.Name, got, want)
		}
	}
}

// TestDowneyQueues: jobs of other queues are not ahead, unless there is one order over all queues.
func TestDowneyQueues(t *testing.T) {
	m := machineOf([]float64{4, 100, 4, 1000}, 8, 3, 8, 5)
	for at, queue := range []int32{0, 1, 0, 1} {
		m.Waiting[at].Queue = queue
	}
	own := machineOf([]float64{4, 100, 4, 1000}, 3, 5)
	for _, name := range []string{"downey", "downey-exact", "downey-bias"} {
		byQueue, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		global, err := Named(name + ":order=global")
		if err != nil || global.Watch.Name != global.Name || global.Watch == byQueue.Watch {
			t.Fatalf("%+v, %v", global.Watch, err)
		}
		if again, _ := Named(name + ":order=global+cal"); again.Watch != global.Watch {
			t.Errorf("%s has another watch", again.Name)
		}
		one := machineOf([]float64{4, 100, 4, 1000}, 8, 3, 8, 5) // all of one queue
		for _, test := range []struct {
			method Method
			same   *Machine
		}{{byQueue, own}, {global, one}} {
			got, want := forecastOf(watcherOf(t, test.method), m), forecastOf(watcherOf(t, byQueue), test.same)
			if !(got.Wait > 0) || got.Wait != want.Wait || boundOf(got) != boundOf(want) {
				t.Errorf("%s: %+v, want %+v", test.method.Name, got, want)
			}
		}
		// At the head of its queue the second job has nobody ahead.
		w := watcherOf(t, byQueue).(HeadWatcher)
		if got, want := w.Head(0, m, 1), w.Head(0, own, 0); got != want || !(got > 0) {
			t.Errorf("%s: %v s at the head of the queue, want %v s", name, got, want)
		}
	}
}

func TestDowneyBeforeItKnows(t *testing.T) {
	w, err := downeyMethod.Watch.New(site8)
	if err != nil {
		t.Fatal(err)
	}
	busy, free := machineOf([]float64{8, 10}, 1), machineOf(nil, 1)
	for i := range 3 {
		w.Refit(0)
		if f := forecastOf(w, busy); !math.IsNaN(f.Wait) || !math.IsNaN(boundOf(f)) {
			t.Errorf("%+v from %d run times that are alike", f, i)
		}
		if f := forecastOf(w, free); f.Wait != 0 || boundOf(f) != 0 {
			t.Errorf("%+v on an empty machine", f)
		}
		w.Ended(&Active{}, 0, 60, busy)
	}
	w.Ended(&Active{}, 0, 600, busy)
	if f := forecastOf(w, busy); !math.IsNaN(f.Wait) {
		t.Error("it has learned without a refit")
	}
	if w.Refit(300); math.IsNaN(forecastOf(w, busy).Wait) {
		t.Error("it has not learned at the refit")
	}
}

func TestDowneySettings(t *testing.T) {
	lower := level95
	lower.Side = Lower
	for _, m := range []Method{downeyMethod, downeyExactMethod, downeyBiasMethod} {
		if err := m.Check(lower); err == nil || !strings.Contains(err.Error(), "above") {
			t.Errorf("%s: error %v for a lower bound", m.Name, err)
		}
		site := site8
		site.RunTimes = false
		if _, err := m.Watch.New(site); err == nil || !strings.Contains(err.Error(), "run times") {
			t.Errorf("%s: error %v for a log without run times", m.Name, err)
		}
		if err := m.Check(Settings{}); err == nil {
			t.Errorf("%s: quantile 0 is taken", m.Name)
		}
		// Points are made all the same, for m+cal bounds from below too.
		site = site8
		site.Levels = []Level{{Quantile: .95, Confidence: .95, Side: Lower}}
		w, err := m.Watch.New(site)
		if err != nil {
			t.Fatal(err)
		}
		teach(w)
		if f := forecastOf(w, machineOf([]float64{8, 10}, 1)); math.IsNaN(f.Wait) || !math.IsNaN(boundOf(f)) {
			t.Errorf("%s: %+v for a lower bound", m.Name, f)
		}
	}
}

// TestDowneyBoundGrows: with the quantile, on random machines, and the point is the bound of the
// median.
func TestDowneyBoundGrows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, m := range []Method{downeyMethod, downeyExactMethod} {
		for range 200 {
			machine := machineOf(nil)
			machine.Capacity, machine.Free = 64, 64
			for range 1 + rng.IntN(20) {
				procs := min(1+rng.Int64N(16), machine.Free)
				if procs > 0 {
					machine.Running = append(machine.Running, &Active{Query: Query{Procs: procs}, Start: -math.Exp(11 * rng.Float64())})
					machine.Free -= procs
				}
			}
			for range 1 + rng.IntN(10) {
				machine.Waiting = append(machine.Waiting, &Active{Query: Query{Procs: 1 + rng.Int64N(64)}})
			}
			w := watcherOf(t, m)
			plain := w.(*downey)
			plain.capacity = 64
			last := 0.0
			for _, q := range []float64{0.05, 0.25, 0.5, 0.75, 0.95, 0.99} {
				plain.levels = []Level{{Quantile: q, Confidence: .95}}
				plain.Refit(0)
				f := forecastOf(w, machine)
				if boundOf(f) < last*(1-1e-6) || q > 0.5 && boundOf(f) < f.Wait || q == 0.5 && !closeTo(boundOf(f), f.Wait) {
					t.Fatalf("%s: %+v for the quantile %v after a bound of %v", m.Name, f, q, last)
				}
				last = boundOf(f)
			}
		}
	}
}

// TestDowneyBias holds the corrections against a line fitted anew each time to all that is known.
func TestDowneyBias(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	plain, corrected := watcherOf(t, downeyMethod), watcherOf(t, downeyBiasMethod)
	var known [][2]float64 // logarithms of predicted and actual waits
	for round := range 200 {
		machine := machineOf([]float64{4, math.Exp(9 * rng.Float64()), 4, math.Exp(9 * rng.Float64())}, 1+rng.Int64N(8))
		job := machine.Waiting[0]
		plain.Refit(0)
		corrected.Refit(0)
		want, got := forecastOf(plain, machine), forecastOf(corrected, machine)
		before, bound := want.Wait, boundOf(want)
		if len(known) >= 30 {
			b0, b1, sd := line(known)
			want.Wait = math.Exp(b0 + b1*math.Log(before))
			// normal quantile of 0.95
			bound = math.Exp(b0 + b1*math.Log(before) + 1.6448536269514722*sd)
		}
		if math.Abs(got.Wait-want.Wait) > 1e-9*want.Wait || math.Abs(boundOf(got)-bound) > 1e-9*bound {
			t.Fatalf("round %d: %+v, want %+v", round, got, want)
		}
		if round%5 == 0 { // cancelled: nothing to learn
			corrected.Ended(job, 1, 0, machine)
			continue
		}
		job.Start = math.Floor(math.Sqrt(before) * rng.ExpFloat64())
		corrected.Started(job, machine)
		known = append(known, [2]float64{math.Log(before), math.Log(max(job.Start, 1))})
	}
	if left := corrected.(*downeyBias).asked; len(left) > 0 {
		t.Errorf("%d jobs are still remembered", len(left))
	}
	if f := forecastOf(corrected, machineOf(nil, 1)); f.Wait != 0 || boundOf(f) != 0 {
		t.Errorf("%+v for a job with nothing in its way", f)
	}
}

// line is the least-squares line through pairs and the standard deviation around it, by the
// textbook formulas.
func line(pairs [][2]float64) (b0, b1, sd float64) {
	n := float64(len(pairs))
	var x, y, xx, xy float64
	for _, p := range pairs {
		x, y = x+p[0]/n, y+p[1]/n
	}
	for _, p := range pairs {
		xx += (p[0] - x) * (p[0] - x)
		xy += (p[0] - x) * (p[1] - y)
	}
	b1 = max(xy/xx, 0)
	b0 = y - b1*x
	for _, p := range pairs {
		off := p[1] - b0 - b1*p[0]
		sd += off * off / (n - 2)
	}
	return b0, b1, math.Sqrt(sd)
}

func TestBiasLineDoesNotFall(t *testing.T) {
	var l biasLine
	for i := range 30 {
		x := float64(i + 2)
		l.observe(x, 1000/x)
	}
	l.refit()
	if low, high := l.quantile(2, 0.5), l.quantile(30, 0.5); low != high {
		t.Errorf("%v s for 2 s, %v s for 30 s", low, high)
	}
}

// family is a method that has a line.
type family interface {
	HeadWatcher
	shared() *downeyLine
}

// TestDowneyGoesOn: the line that is kept from one question to the next gives what a new one does,
// whatever has happened in between.
func TestDowneyGoesOn(t *testing.T) {
	global, err := Named("downey:order=global")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []Method{downeyMethod, downeyExactMethod, global} {
		rng := rand.New(rand.NewPCG(7, 7))
		d := watcherOf(t, m).(family)
		machine := machineOf([]float64{3, 50, 2, 9, 2, 400})
		now, kept := 0.0, 0
		ask := func(what string, of func(family) float64) {
			l := d.shared()
			again := &downey{&downeyLine{capacity: 8, oneOrder: l.oneOrder, exactly: l.exactly, levels: l.levels, model: l.model, fitted: true}, l.exactly}
			if got, want := of(d), of(again); !closeTo(got, want) {
				t.Fatalf("%s, %s at %v s: %v s, by a new line %v s", m.Name, what, now, got, want)
			}
		}
		for i := range 16000 {
			if rng.IntN(4) == 0 {
				now++
			}
			first := slices.IndexFunc(machine.Waiting, func(j *Active) bool { return j.Procs <= machine.Free })
			switch rng.IntN(12) {
			case 0:
				if first >= 0 {
					j := machine.Waiting[first]
					machine.Waiting = slices.Delete(machine.Waiting, first, first+1)
					machine.Running, machine.Free, j.Start = append(machine.Running, j), machine.Free-j.Procs, now
					d.Started(j, machine)
				}
			case 1, 2:
				if len(machine.Running) > 0 {
					j := machine.Running[0]
					machine.Running, machine.Free = machine.Running[1:], machine.Free+j.Procs
					d.Ended(j, now, 1+now-j.Start, machine)
				}
			case 3:
				if n := len(machine.Waiting); n > 12 {
					j := machine.Waiting[n-1]
					machine.Waiting = machine.Waiting[:n-1]
					d.Ended(j, now, 0, machine)
				}
			case 4:
				d.Refit(now)
			case 5:
				if n := len(machine.Waiting); n > 0 {
					at := rng.IntN(n)
					ask("head", func(d family) float64 { return d.Head(now, machine, at) })
				}
			default:
				if len(machine.Waiting) < 20 {
					j := &Active{Query: Query{Procs: 1 + rng.Int64N(9), Queue: rng.Int32N(2), Submit: now}, At: i}
					machine.Waiting = append(machine.Waiting, j)
					ask("submitted", func(d family) float64 { return d.Submitted(j, machine).Complete().Bounds[0] })
					if q := d.shared().last; q != nil && q.goesOn {
						kept++
					}
				}
			}
		}
		if kept < 100 {
			t.Errorf("%s: %d lines were kept: it tests too little", m.Name, kept)
		}
	}
}

// TestDowneyFails: who asks for a forecast that could not be made beside the pass is told, each time,
// and nobody waits for it for ever.
func TestDowneyFails(t *testing.T) {
	site := site8
	var work []func()
	site.Aside = func(do func()) { work = append(work, do) }
	for _, m := range []Method{downeyMethod, downeyExactMethod} {
		w, err := m.Watch.New(site)
		if err != nil {
			t.Fatal(err)
		}
		teach(w)
		work = nil
		var said []Forecast
		var broken *question
		for range batched + 1 {
			w.Started(nil, nil) // so that each question begins anew
			machine := machineOf([]float64{8, 10}, 1)
			said = append(said, w.Submitted(machine.Waiting[0], machine))
			if len(said) == 6 {
				broken = w.(family).shared().last
			}
		}
		if len(work) != 1 {
			t.Fatalf("%s: %d batches were begun", m.Name, len(work))
		}
		broken.job = nil
		work[0]()
		for i, f := range said {
			for range 2 {
				failed := func() (failed bool) {
					defer func() { failed = recover() != nil }()
					if f := f.Complete(); !(f.Wait > 0) {
						t.Errorf("%s, %d: %+v", m.Name, i, f)
					}
					return false
				}()
				if failed != (5 <= i && i < batched) {
					t.Errorf("%s, %d: failed is %v", m.Name, i, failed)
				}
			}
		}
	}
}
