package methodstest

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"waitbench/methods"
)

// procs is the size of the simulated machine.
const procs = 16

const week = 7 * 24 * 3600 // seconds

// player shows a method a machine that starts jobs in the order of their
// submission.
type player struct {
	forecaster methods.Forecaster // nil for none
	predictor  methods.Predictor  // nil for none
	machine    methods.Machine
	run        map[*methods.QueuedJob]float64 // seconds
	bounds     map[*methods.QueuedJob]float64 // of the predictor, seconds; NaN for none
	longest    float64                        // wait, seconds

	asks  bool                  // about each job before it is submitted, and another one
	asked [2][]methods.Forecast // the answers about the job, before and after the other
}

// newPlayer prepares a method for a log that has everything.
func newPlayer(t T, m methods.Method, s methods.Settings) *player {
	t.Helper()
	p := &player{}
	var err error
	if m.Bound != nil {
		p.predictor, err = m.Predictor(s)
	}
	if err == nil && m.Forecaster != nil {
		p.forecaster, err = m.Forecaster.New(methods.LogInfo{Settings: s,
			Levels: []methods.Level{s.Level}, RunTimes: true})
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

// play shows random jobs to the method, the second half a week after the first,
// refitting it so many times before each. It returns the forecasts, with the
// bound of the predictor as the only one.
func (p *player) play(seed uint64, jobs, refits int) (answers []methods.Forecast) {
	rng := rand.New(rand.NewPCG(seed, 2))
	p.machine = methods.Machine{Capacity: procs, Free: procs}
	p.run, p.bounds = map[*methods.QueuedJob]float64{}, map[*methods.QueuedJob]float64{}
	now := 0.0
	for i := range jobs {
		if now += float64(rng.IntN(300)); i == jobs/2 {
			now += week
		}
		p.advance(now)
		for range refits {
			p.refit(now)
		}
		run := math.Ceil(math.Exp(3 + 4*rng.Float64()))
		j := &methods.QueuedJob{Run: 2 * run, Busy: math.NaN(), Query: methods.Query{
			Submit: now, Procs: 1 + rng.Int64N(procs), Estimate: 3 * run, User: rng.Int64N(4),
			Executable: -1, Index: i,
			Forecast: methods.NoForecast,
		}}
		p.run[j] = run
		p.ask(j)
		p.machine.Waiting = append(p.machine.Waiting, j)
		answers = append(answers, p.submit(j))
		p.start(now)
	}
	p.advance(math.Inf(1))
	return answers
}

func (p *player) refit(now float64) {
	if p.forecaster != nil {
		p.forecaster.Refit(now)
	}
	if p.predictor != nil {
		p.predictor.Refit(now)
	}
}

func (p *player) submit(j *methods.QueuedJob) methods.Forecast {
	if p.forecaster != nil {
		j.Forecast = p.forecast(j)
		p.forecaster.Submitted(j, &p.machine)
	}
	if p.predictor == nil {
		return j.Forecast
	}
	p.predictor.Observe(methods.Event{Kind: methods.Submitted, Query: j.Query})
	answer := p.predict(j)
	p.bounds[j] = answer.Bounds[0]
	return answer
}

// forecast returns the forecast for the last job that waits.
func (p *player) forecast(j *methods.QueuedJob) methods.Forecast {
	f := p.forecaster.Forecast(j, &p.machine)
	f.Bounds, f.Curve = slices.Clone(f.Bounds), slices.Clone(f.Curve)
	return f
}

// predict returns the forecast with the bound of the predictor.
func (p *player) predict(j *methods.QueuedJob) methods.Forecast {
	q, answer := j.Query, j.Forecast
	q.Longest = p.longest
	bound, ok := p.predictor.Predict(q)
	if !ok {
		bound = math.NaN()
	}
	answer.Bounds = []float64{bound}
	return answer
}

// ask asks about a job, about one that is larger and of another user, and about
// the first again. None is submitted.
func (p *player) ask(j *methods.QueuedJob) {
	if !p.asks {
		return
	}
	before := p.machine.Waiting
	for k := range 3 {
		asking := *j
		if k == 1 {
			asking.Procs, asking.User, asking.Run, asking.Estimate = procs, 9, 1e4, 2e4
		}
		if p.forecaster != nil {
			p.machine.Waiting = append(before, &asking)
			asking.Forecast = p.forecast(&asking)
			p.machine.Waiting = before
		}
		answer := asking.Forecast
		if p.predictor != nil {
			answer = p.predict(&asking)
		}
		if k != 1 {
			p.asked[k/2] = append(p.asked[k/2], answer)
		}
	}
}

// advance lets jobs end, and others start, up to a time.
func (p *player) advance(to float64) {
	end := func(j *methods.QueuedJob) float64 { return j.Start + p.run[j] }
	for m := &p.machine; len(m.Running) > 0; {
		next := slices.MinFunc(m.Running, func(a, b *methods.QueuedJob) int {
			return cmp.Compare(end(a), end(b))
		})
		if end(next) > to {
			return
		}
		m.Running = slices.DeleteFunc(m.Running, func(j *methods.QueuedJob) bool {
			return j == next
		})
		m.Free += next.Procs
		if p.forecaster != nil {
			p.forecaster.Ended(next, end(next), p.run[next], m)
		}
		p.start(end(next))
	}
}

// start starts the jobs at the head of the queue that fit.
func (p *player) start(now float64) {
	for m := &p.machine; len(m.Waiting) > 0 && m.Waiting[0].Procs <= m.Free; {
		j := m.Waiting[0]
		j.Start = now
		m.Waiting, m.Running = m.Waiting[1:], append(m.Running, j)
		m.Free -= j.Procs
		if p.forecaster != nil {
			p.forecaster.Started(j, m)
		}
		if p.predictor != nil {
			bound, wait := p.bounds[j], now-j.Submit
			p.longest = max(p.longest, wait)
			p.predictor.Observe(methods.Event{Kind: methods.Started, Query: j.Query, Wait: wait,
				Bound: bound, HasBound: !math.IsNaN(bound), Counts: true})
		}
	}
}

// nothingKnown: the first job of a log breaks nothing.
func nothingKnown(t T, m methods.Method) {
	for _, refits := range []int{0, 1} {
		if f := newPlayer(t, m, settings).play(1, 1, refits)[0]; f.Wait < 0 || f.Turnaround < 0 {
			t.Errorf("forecast %+v", f)
		}
	}
}

func refitTwice(t T, m methods.Method) {
	once := newPlayer(t, m, settings).play(2, 300, 1)
	compare(t, once, newPlayer(t, m, settings).play(2, 300, 2), "refitted twice")
	if !slices.ContainsFunc(once, func(f methods.Forecast) bool {
		return f.Wait > 0 || len(f.Bounds) > 0 && f.Bounds[0] > 0
	}) {
		t.Errorf("it forecasts nothing")
	}
}

func independent(t T, m methods.Method) {
	want := newPlayer(t, m, settings).play(3, 200, 1)
	p, other := newPlayer(t, m, settings), newPlayer(t, m, settings)
	other.play(4, 200, 1)
	compare(t, want, p.play(3, 200, 1), "after another instance")
}

// asksOnly: a question about a job, which is not submitted, changes no answer that
// comes later. Its own is that at the submission of the job.
func asksOnly(t T, m methods.Method) {
	want := newPlayer(t, m, settings).play(6, 300, 1)
	p := newPlayer(t, m, settings)
	p.asks = true
	compare(t, want, p.play(6, 300, 1), "with questions between")
	compare(t, want, p.asked[0], "as an answer")
	compare(t, want, p.asked[1], "as an answer after that about another job")
}

func compare(t T, a, b []methods.Forecast, how string) {
	t.Helper()
	same := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
	for i := range a {
		if !same(a[i].Wait, b[i].Wait) || !same(a[i].Turnaround, b[i].Turnaround) ||
			!slices.EqualFunc(a[i].Bounds, b[i].Bounds, same) ||
			!slices.Equal(a[i].Curve, b[i].Curve) {
			t.Fatalf("job %d: %+v, %s %+v", i, a[i], how, b[i])
		}
	}
}

// sidesForecast: a forecaster bounds on the sides that are claimed, and on no
// other.
func sidesForecast(t T, m methods.Method) {
	for _, side := range []methods.Side{methods.Upper, methods.Lower} {
		s := methods.Settings{Level: methods.Level{Quantile: .5, Confidence: .9, Side: side}}
		want := m.Claims.Sides == methods.BothSides ||
			m.Claims.Sides == methods.UpperSide && side == methods.Upper
		got := slices.ContainsFunc(newPlayer(t, m, s).play(5, 400, 1),
			func(f methods.Forecast) bool {
				return slices.ContainsFunc(f.Bounds, func(b float64) bool { return !math.IsNaN(b) })
			})
		if got != want {
			t.Errorf("%v bounds: %v, claimed %v", side, got, want)
		}
	}
}
