package methods

import (
	"math"
	"math/rand/v2"
	"testing"
)

// machineOf is a machine of 8 processors at time 0: running jobs are pairs of
// processors and age, waiting ones are processors.
func machineOf(running []float64, waiting ...int64) *Machine {
	m := &Machine{Capacity: 8, Free: 8}
	for i := 0; i < len(running); i += 2 {
		j := &QueuedJob{Query: Query{Procs: int64(running[i])}, Start: -running[i+1]}
		m.Running = append(m.Running, j)
		m.Free -= j.Procs
	}
	for i, procs := range waiting {
		m.Waiting = append(m.Waiting, &QueuedJob{Query: Query{Procs: procs, Index: i}})
	}
	return m
}

var log8 = LogInfo{Settings: level95, Levels: []Level{level95.Level}, RunTimes: true}

// boundOf is the bound of a forecast at the first level, NaN for none.
func boundOf(f Forecast) float64 {
	if len(f.Bounds) == 0 {
		return math.NaN()
	}
	return f.Bounds[0]
}

// forecasterOf makes a forecaster that has fitted run times from 1 s to e^10 s:
// cdf(t) = ln t / 10.
func forecasterOf(t *testing.T, m Method) Forecaster {
	t.Helper()
	d, err := m.Forecaster.New(log8)
	if err != nil {
		t.Fatal(err)
	}
	const n = 1000
	for i := range n {
		d.Ended(&QueuedJob{}, 0, math.Exp(10*(float64(i)+0.5)/n), &Machine{})
	}
	d.Ended(&QueuedJob{}, 0, 0, &Machine{}) // has not run
	d.Refit(0)
	return d
}

func forecastOf(d Forecaster, m *Machine) Forecast {
	return d.Forecast(m.Waiting[len(m.Waiting)-1], m)
}

// closeTo allows for the tolerance of the solutions.
func closeTo(a, b float64) bool { return math.Abs(math.Log1p(a)-math.Log1p(b)) <= 1e-6 }

func TestDowneyByHand(t *testing.T) {
	e := math.Exp
	for _, test := range []struct {
		name         string
		machine      *Machine
		point, bound float64
	}{
		{"fits", machineOf([]float64{4, 100}, 4), 0, 0},
		{"as wide as the machine, which is empty", machineOf(nil, 20), 0, 0},
		// Two benefactors survive to lifetime x with ((10 - ln x)/8)^2, to be
		// 0.5 and 0.05.
		{"two benefactors", machineOf([]float64{4, e(2), 4, e(2)}, 4), e(10-8/math.Sqrt2) - e(2), e(10-8*math.Sqrt(0.05)) - e(2)},
		// All of the machine: when the last job has ended for certain.
		{"wider than the machine", machineOf([]float64{4, e(2), 4, e(2)}, 20), e(10) - e(2), e(10) - e(2)},
		// The job ahead starts when the running one has ended for certain, and
		// lasts as long again.
		{"one ahead", machineOf([]float64{8, e(2)}, 8, 8), e(10) - e(2) + e(10), e(10) - e(2) + e(10)},
	} {
		got := forecastOf(forecasterOf(t, downeyMethod), test.machine)
		if !closeTo(got.Wait, test.point) || !closeTo(boundOf(got), test.bound) || !math.IsNaN(got.Turnaround) {
			t.Errorf("%s: %+v, want point %v and bound %v", test.name, got, test.point, test.bound)
		}
	}
	// The job ahead starts at once. 2 processors are left: 2 more by the
	// running job or 4 by the one ahead, two benefactors: (10 - ln(x + e^2))/8
	// (10 - ln x)/10 = 1/2.
	x := forecastOf(forecasterOf(t, downeyMethod), machineOf([]float64{2, e(2)}, 4, 4)).Wait
	if left := (10 - math.Log(x+e(2))) / 8 * (10 - math.Log(x)) / 10; math.Abs(left-0.5) > 1e-6 {
		t.Errorf("one ahead that fits: none ends within %v s with probability %v", x, left)
	}
}

func TestDowneyHead(t *testing.T) {
	m := machineOf([]float64{4, math.Exp(2), 4, math.Exp(2)}, 4, 8, 8)
	for _, test := range []Method{downeyMethod, downeyBiasMethod} {
		d := forecasterOf(t, test).(HeadForecaster)
		// 100 s later both jobs are older by that: age a, (10 - ln(a+t))/(10 -
		// ln a) = sqrt(1/2).
		a := math.Exp(2) + 100
		want := math.Exp(10-(10-math.Log(a))/math.Sqrt2) - a
		if got := d.Head(100, m, 0).Wait; !closeTo(got, want) {
			t.Errorf("%s: %v s, want %v s", test.Name, got, want)
		}
	}
}

// TestDowneyQueues: jobs of other queues are not ahead, unless there is one
// order over all queues.
func TestDowneyQueues(t *testing.T) {
	running := []float64{4, 100, 4, 1000}
	m, alone, one := machineOf(running, 8, 3, 8, 5), machineOf(running, 3, 5), machineOf(running, 8, 3, 8, 5)
	for at, queue := range []int32{0, 1, 0, 1} {
		m.Waiting[at].Queue = queue
	}
	for name, same := range map[string]*Machine{"downey": alone, "downey-bias": alone, "downey:order=global": one, "downey-bias:order=global": one} {
		method, err := Named(name)
		if err != nil || method.Forecaster.Name != name {
			t.Fatalf("%+v, %v", method.Forecaster, err)
		}
		if again, _ := Named(name + "+cal"); again.Forecaster != method.Forecaster {
			t.Errorf("%s has another forecaster", again.Name)
		}
		got, want := forecastOf(forecasterOf(t, method), m), forecastOf(forecasterOf(t, method), same)
		if !(got.Wait > 0) || got.Wait != want.Wait || boundOf(got) != boundOf(want) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// TestDowneyPredictors: one predictor alone or another number of benefactors,
// of two running jobs that are. A alone has no forecast for all of the machine,
// nor for a job behind one.
func TestDowneyPredictors(t *testing.T) {
	e := math.Exp
	a, b := e(10-8/math.Sqrt2)-e(2), e(6)-e(2) // (10 - ln x)/8 is 1/sqrt(2) and 1/2
	behind := machineOf([]float64{4, e(2), 4, e(2)}, 8, 4)
	for parameter, want := range map[string]float64{
		"": a, ":predictor=a": a, ":benefactors=1": a, ":benefactors=3": b, ":benefactors=4": b, ":predictor=b": b,
		":order=global:predictor=b": b,
	} {
		for _, name := range []string{"downey", "downey-bias"} {
			m, err := Named(name + parameter)
			if err != nil || m.Name != name+parameter || m.Forecaster.Name != m.Name {
				t.Fatalf("%s%s: %q, %v", name, parameter, m.Name, err)
			}
			d := forecasterOf(t, m)
			if got := forecastOf(d, machineOf([]float64{4, e(2), 4, e(2)}, 4)); !closeTo(got.Wait, want) {
				t.Errorf("%s: %v s, want %v s", m.Name, got.Wait, want)
			}
			head := d.(HeadForecaster).Head(0, behind, 0)
			if none := parameter == ":predictor=a"; math.IsNaN(forecastOf(d, behind).Wait) != none || math.IsNaN(head.Wait) != none {
				t.Errorf("%s: head %v s", m.Name, head.Wait)
			}
		}
	}
	for _, name := range []string{"downey:predictor=a:benefactors=3", "downey:benefactors=0", "downey:predictor=c"} {
		if m, err := Named(name); err == nil {
			t.Errorf("%s is %s", name, m.Name)
		}
	}
	if m, err := Named("downey:benefactors=2:predictor=both"); err != nil || m.Forecaster != downeyMethod.Forecaster {
		t.Errorf("the defaults are %q, %v", m.Name, err)
	}
}

// TestDowneyFlood: jobs that are submitted at one moment get the forecasts that
// they would get one by one. The running jobs are read again only where one
// starts, the machine grows or the queue is another.
func TestDowneyFlood(t *testing.T) {
	const grows, starts = 100, 200 // the jobs with which something changes
	flood := forecasterOf(t, downeyMethod)
	m := machineOf([]float64{1, 100, 2, 300, 2, 50, 3, 1000}, make([]int64, 400)...)
	for i, j := range m.Waiting {
		j.Procs, j.Queue = int64(1+(i+4)%9), int32(i/300)
		shown := *m
		shown.Waiting = m.Waiting[:i+1]
		if i >= grows {
			shown.Capacity = 9
		}
		if i >= starts {
			shown.Running = m.Running[:3]
		}
		if i == starts {
			flood.Started(j, &shown)
		}
		want := forecastOf(forecasterOf(t, downeyMethod), &shown)
		if i%100 > 0 {
			shown.Running = nil
		}
		if got := forecastOf(flood, &shown); got.Wait != want.Wait || boundOf(got) != boundOf(want) {
			t.Fatalf("job %d: %+v, want %+v", i, got, want)
		}
		if shown.Running = m.Running; i == starts-1 { // one ahead of it
			head := flood.(HeadForecaster).Head(0, &shown, 1).Wait
			if want := forecasterOf(t, downeyMethod).(HeadForecaster).Head(0, &shown, 1).Wait; head != want {
				t.Fatalf("the second job: %v s, want %v s", head, want)
			}
		}
	}
}

func TestDowneyBeforeItKnows(t *testing.T) {
	d, err := downeyMethod.Forecaster.New(log8)
	if err != nil {
		t.Fatal(err)
	}
	busy, free := machineOf([]float64{8, 10}, 1), machineOf(nil, 1)
	for i := range 3 {
		d.Refit(0)
		if f := forecastOf(d, busy); !math.IsNaN(f.Wait) || !math.IsNaN(boundOf(f)) {
			t.Errorf("%+v from %d run times that are alike", f, i)
		}
		if f := forecastOf(d, free); f.Wait != 0 || boundOf(f) != 0 {
			t.Errorf("%+v on an empty machine", f)
		}
		d.Ended(&QueuedJob{}, 0, 60, busy)
	}
	d.Ended(&QueuedJob{}, 0, 600, busy)
	if f := forecastOf(d, busy); !math.IsNaN(f.Wait) {
		t.Error("it has learned without a refit")
	}
	if d.Refit(300); math.IsNaN(forecastOf(d, busy).Wait) {
		t.Error("it has not learned at the refit")
	}
}

// TestDowneySizeGrows: a job that requests more than the known size of the
// machine counts as one for all of it.
func TestDowneySizeGrows(t *testing.T) {
	d := forecasterOf(t, downeyMethod)
	m := machineOf([]float64{4, 100, 4, 1000}, 20)
	small := forecastOf(d, m).Wait
	m.Capacity, m.Free = 20, 12
	if whole := forecastOf(d, m).Wait; !closeTo(whole, small) {
		t.Errorf("%v s for all of a machine of 20 processors, want %v s as for all of 8", whole, small)
	}
	if f := forecastOf(d, machineOf(nil, 20)); f.Wait != 0 {
		t.Errorf("%v s on an empty machine", f.Wait)
	}
}

// TestDowneyBias compares the corrections with a line fitted each time to all
// known waits.
func TestDowneyBias(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	plain, corrected := forecasterOf(t, downeyMethod), forecasterOf(t, downeyBiasMethod)
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
		plain.Started(job, machine)
		if round%5 == 0 { // cancelled: nothing to learn
			corrected.Ended(job, 1, 0, machine)
			continue
		}
		job.Start = math.Floor(math.Sqrt(before) * rng.ExpFloat64())
		corrected.Started(job, machine)
		known = append(known, [2]float64{math.Log(before), math.Log(max(job.Start, 1))})
	}
	if left := corrected.(*downeyBias).predicted; len(left) > 0 {
		t.Errorf("%d jobs are still remembered", len(left))
	}
	if f := forecastOf(corrected, machineOf(nil, 1)); f.Wait != 0 || boundOf(f) != 0 {
		t.Errorf("%+v for a job with nothing in its way", f)
	}
}

// line is the least-squares line through pairs and the standard deviation
// around it, by the textbook formulas.
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
