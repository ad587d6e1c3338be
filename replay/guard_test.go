package replay

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/methods/methodstest"
	"waitbench/swf"
)

// The guard suite reaches every method as a run does: its forecaster is shown
// the log, what that forecasts goes into the tasks, and the tasks bound the
// jobs of every series. It fails for a method of which it has seen no bound and
// no forecast.

// said is what a method said of a log.
type said struct {
	forecasts *Forecasts
	series    []*Series
	bounds    [][]float64 // by series, by position in it
	text      string      // scores and bounds, to be compared as a whole
}

// askAll shows a log to all methods, each with what its forecaster forecast.
func askAll(t *testing.T, log *Log, list []methods.Method, cfg Config, workers int) map[string]*said {
	t.Helper()
	return ask(t, log, grouped(t, log), list, cfg, workers)
}

// grouped cuts a log into series by queue and by the default ranges.
func grouped(t *testing.T, log *Log) []*Series {
	t.Helper()
	ranges, err := ParseRanges(DefaultRanges)
	if err != nil {
		t.Fatal(err)
	}
	series, _ := Group(log, ranges)
	return series
}

// ask is askAll with the series of the log.
func ask(t *testing.T, log *Log, series []*Series, tried []methods.Method, cfg Config, workers int) map[string]*said {
	t.Helper()
	watched := forecastOf(t, log, tried, cfg, workers)
	all := map[string]*said{}
	var tasks []Task
	for _, m := range tried {
		all[m.Name] = &said{forecasts: watched.Forecasts[m.Forecaster], series: series}
		for _, s := range series {
			tasks = append(tasks, Task{Series: s, Method: m, Settings: settings95, Config: cfg,
				Forecasts: watched.Forecasts[m.Forecaster]})
		}
	}
	engine := Engine{Workers: workers}
	err := engine.Run(context.Background(), tasks, func(r *Result) error {
		of := all[r.Score.Method]
		of.bounds = append(of.bounds, r.Bounds)
		of.text += fmt.Sprintln(r.Score, r.First, r.Bounds)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// forecastOf shows a log to the forecasters of methods.
func forecastOf(tb testing.TB, log *Log, tried []methods.Method, cfg Config, workers int) *LogForecasts {
	tb.Helper()
	var kinds []*methods.ForecasterSpec
	for _, m := range tried {
		if m.Forecaster != nil && !slices.Contains(kinds, m.Forecaster) {
			kinds = append(kinds, m.Forecaster)
		}
	}
	watched, err := (&Engine{Workers: workers}).Forecast(context.Background(), log, kinds, settings95, levels95, cfg)
	if err != nil || len(watched.LeftOut) > 0 {
		tb.Fatalf("error %v, missing %v", err, watched.LeftOut)
	}
	return watched
}

// spoken counts the bounds and the forecasts of jobs submitted before a time.
func (s *said) spoken(before float64) (bounds, forecasts int) {
	for k, of := range s.series {
		for i, b := range s.bounds[k] {
			if of.Job(i).Submit < before && !math.IsNaN(b) {
				bounds++
			}
		}
	}
	if s.forecasts == nil {
		return bounds, 0
	}
	for _, x := range s.forecasts.Wait {
		if !math.IsNaN(x) {
			forecasts++
		}
	}
	return bounds, forecasts
}

// silent reports whether a method said nothing of its own of jobs submitted
// before a time: a method around a forecast must bound.
func (s *said) silent(m *methods.Method, before float64) bool {
	bounds, forecasts := s.spoken(before)
	if !m.OnlyForecasts() {
		return bounds == 0
	}
	return bounds+forecasts == 0
}

// differs finds the first job of those submitted before a time of which another
// replay of the log says something else, and what.
func (s *said) differs(other *said, log *Log, before float64) string {
	n, _ := slices.BinarySearchFunc(log.Jobs, before, func(j Job, t float64) int {
		if j.Submit < t {
			return -1
		}
		return 1
	})
	if s.forecasts != nil {
		if i, ok := sameForecasts(s.forecasts, other.forecasts, n, before); !ok {
			return fmt.Sprintf("the forecast for job %d was %+v and became %+v", log.Jobs[i].ID, s.forecasts.at(i),
				other.forecasts.at(i))
		}
	}
	for k, of := range s.series {
		bounds := other.of(of)
		for i := range of.Len() {
			j := of.Job(i)
			is, both := bounds[j.ID]
			if was := valueAt(s.bounds[k], i); both && j.Submit < before && !sameBits(was, is) {
				return fmt.Sprintf("queue %s, range %s: the bound of job %d, submitted at %v, was %v and became %v",
					of.Queue, of.Range, j.ID, j.Submit, was, is)
			}
		}
	}
	return ""
}

// of returns the bounds of the series with the queue and range of another one,
// by job number: positions differ where other jobs are selected.
func (s *said) of(series *Series) map[int64]float64 {
	bounds := map[int64]float64{}
	for k, of := range s.series {
		for i := 0; of.Queue == series.Queue && of.Range == series.Range && i < of.Len(); i++ {
			bounds[of.Job(i).ID] = valueAt(s.bounds[k], i)
		}
	}
	return bounds
}

// askCut asks the methods about the jobs that were submitted before a time, in
// a log that ends there.
func askCut(t *testing.T, log *Log, now float64, list []methods.Method, cfg Config) map[string]*said {
	t.Helper()
	n := 0
	for n < len(log.Jobs) && log.Jobs[n].Submit < now {
		n++
	}
	cut := *log
	cut.Jobs = log.Jobs[:n]
	return askAll(t, &cut, list, cfg, 0)
}

// garbled is a log in which all that happens at a time or later happens
// otherwise, but no earlier: jobs wait and run for other times, those that have
// not started may also be cancelled, and cancelled jobs may start, so that other
// jobs are selected. Times are whole seconds, so that sums of them are exact.
func garbled(log *Log, now float64, rng *rand.Rand) *Log {
	other := *log
	other.Jobs = slices.Clone(log.Jobs)
	change(&other, func(_ int, j *Job) {
		switch start := j.Start(); {
		case start >= now:
			j.Wait = max(now-j.Submit, 0) + later(rng)
			j.Run, j.CPU = later(rng)-20, later(rng)
			j.unselected = !(j.Run > 0)
		case j.Run > 0 && start+j.Run >= now:
			j.Run, j.CPU = now-start+later(rng), later(rng)
		}
	})
	return &other
}

// later returns a time of a second to days.
func later(rng *rand.Rand) float64 { return math.Floor(math.Exp(12*rng.Float64()) - 1) }

// guardFuture replays a log with several other futures, and cut where they
// begin, and gives what each method said differently of jobs submitted before
// the future began: at most one sentence a method. It fails for a method that
// said nothing that could differ.
func guardFuture(t *testing.T, log *Log, tried []methods.Method, cfg Config, times []float64,
	rng *rand.Rand) map[string]string {
	t.Helper()
	want := askAll(t, log, tried, cfg, 0)
	found, selected := map[string]string{}, 0
	for _, now := range times {
		compare := func(future string, got map[string]*said) {
			for _, m := range tried {
				if text := want[m.Name].differs(got[m.Name], log, now); text != "" && found[m.Name] == "" {
					found[m.Name] = fmt.Sprintf("%s with %s from %v on", text, future, now)
				}
			}
		}
		other := garbled(log, now, rng)
		for i, j := range log.Jobs {
			if j.Submit < now && j.unselected != other.Jobs[i].unselected {
				selected++
			}
		}
		compare("another future", askAll(t, other, tried, cfg, 0))
		compare("no future", askCut(t, log, now, tried, cfg))
	}
	if selected == 0 {
		t.Errorf("%+v: no job that waits is selected in one future alone", cfg)
	}
	last := slices.Max(times)
	for _, m := range tried {
		if want[m.Name].silent(&m, last) {
			t.Errorf("%s, %+v: no bound, or no forecast, of a job submitted before %v, so nothing is guarded", m.Name,
				cfg, last)
		}
	}
	return found
}

// guardTimes are times within a log at which jobs are submitted, or a second
// behind.
func guardTimes(log *Log, n int, rng *rand.Rand) []float64 {
	times := []float64{log.Jobs[len(log.Jobs)*9/10].Submit}
	for len(times) < n {
		times = append(times, log.Jobs[rng.IntN(len(log.Jobs))].Submit+float64(rng.IntN(2)))
	}
	return times
}

// shiftingLog is a machineLog whose waits are longer for a time, so that
// there are change points.
func shiftingLog(seed uint64, n int) *Log {
	log := machineLog(seed, n)
	change(log, func(i int, j *Job) {
		if n/3 <= i && i < 2*n/3 {
			j.Wait *= 10
		}
	})
	return log
}

func TestNothingSeesTheFuture(t *testing.T) {
	for _, cfg := range []Config{{Epoch: 300, Train: Train{Jobs: 20}}, {Train: Train{Time: 7200}}} {
		for seed := range uint64(2) {
			log := shiftingLog(seed, 450)
			if seed == 1 {
				log.Header = &swf.Header{} // nothing states the size of the machine
			}
			rng := rand.New(rand.NewPCG(seed, 4))
			for name, text := range guardFuture(t, log, methodstest.All(), cfg, guardTimes(log, 3, rng), rng) {
				t.Errorf("%s, %+v, seed %d: %s", name, cfg, seed, text)
			}
			change(log, func(_ int, j *Job) { j.Submit *= 60 }) // now it takes weeks
			baselines, _ := methods.Find([]string{"baselines"}, false)
			for name, text := range guardFuture(t, log, baselines, cfg, guardTimes(log, 3, rng), rng) {
				t.Errorf("%s, %+v, seed %d: %s", name, cfg, seed, text)
			}
		}
	}
}

// seenSince lists the methods whose bounds, or forecasts, of the last job
// submitted before the next tick depend on what happened since the tick before
// it: on other submissions, starts, ends and cancellations. compared counts the
// bounds and forecasts that could.
func seenSince(t *testing.T, cfg Config, tried []methods.Method) (seen map[string]bool, compared map[string]int) {
	seen, compared = map[string]bool{}, map[string]int{}
	log, rng := shiftingLog(5, 450), rand.New(rand.NewPCG(5, 5))
	want := askAll(t, log, tried, cfg, 0)
	for i := 100; i < len(log.Jobs)-1; i += 30 {
		for tickBefore(log.Jobs[i+1].Submit, cfg.Epoch) == tickBefore(log.Jobs[i].Submit, cfg.Epoch) {
			i++
		}
		last := log.Jobs[i]
		tick := tickBefore(last.Submit, cfg.Epoch)
		other := garbled(log, math.Nextafter(tick, math.Inf(1)), rng)
		change(other, func(_ int, j *Job) {
			if j.Submit > tick && j.ID != last.ID {
				j.Procs, j.Estimate, j.User = 1+rng.Int64N(64), later(rng), rng.Int64N(9)
			}
		})
		got := askAll(t, other, tried, cfg, 0)
		for _, m := range tried {
			if f := want[m.Name].forecasts; f != nil {
				was, is := f.at(i), got[m.Name].forecasts.at(i)
				if compared[m.Name]++; !sameBits(was.Wait, is.Wait) || !slices.Equal(was.Curve, is.Curve) {
					seen[m.Name] = true
				}
			}
			for k, of := range want[m.Name].series {
				for p := range of.Len() {
					is, both := got[m.Name].of(of)[last.ID]
					if was := valueAt(want[m.Name].bounds[k], p); of.Job(p).ID == last.ID && both && !math.IsNaN(was) {
						if compared[m.Name]++; !sameBits(was, is) {
							seen[m.Name] = true
						}
					}
				}
			}
		}
	}
	return seen, compared
}

// TestTicks: with Config.Ticks nothing since the last tick counts but the job
// itself, and without it something does for methods that see the machine.
func TestTicks(t *testing.T) {
	cfg := Config{Epoch: 7200, Train: Train{Jobs: 20}, Ticks: true}
	tried := slices.DeleteFunc(methodstest.All(), func(m methods.Method) bool { return m.Forecaster == nil })
	seen, compared := seenSince(t, cfg, tried)
	cfg.Ticks = false
	now, _ := seenSince(t, cfg, tried)
	for _, m := range tried {
		if seen[m.Name] || compared[m.Name] < 4 {
			t.Errorf("%s: %d compared, depends on what happened since the tick: %v", m.Name, compared[m.Name],
				seen[m.Name])
		}
	}
	for _, name := range []string{"forest", "li", "smith", "downey"} {
		if !now[name] {
			t.Errorf("%s depends on nothing since the tick, with state second", name)
		}
	}
}

// TestTicksAtSubmissions: where each submission is at a tick, both states are
// equal. Without an epoch they are, too.
func TestTicksAtSubmissions(t *testing.T) {
	for _, epoch := range []float64{300, 0} {
		log := shiftingLog(6, 450)
		if epoch > 0 {
			change(log, func(i int, j *Job) { j.Submit = epoch * float64(i) })
		}
		cfg := Config{Epoch: epoch, Train: Train{Jobs: 20}}
		want := askAll(t, log, methodstest.All(), cfg, 0)
		cfg.Ticks = true
		for name, got := range askAll(t, log, methodstest.All(), cfg, 0) {
			if got.text != want[name].text {
				t.Errorf("epoch %v: %s has other bounds", epoch, name)
			}
		}
	}
}

// TestQueuesThatComeLater: what methods say does not depend on a queue that is
// first seen later, though a queue's position in the log does.
func TestQueuesThatComeLater(t *testing.T) {
	log, cfg := shiftingLog(3, 450), Config{Epoch: 300, Train: Train{Jobs: 20}}
	early := *log
	early.Jobs = slices.Clone(log.Jobs[:300])
	log.Queues = []Queue{{Name: "a"}, {Name: "later"}, {Name: "b"}}
	change(log, func(i int, j *Job) {
		if j.queue *= 2; i >= 300 && i%3 == 0 {
			j.queue = 1
		}
	})
	list := methodstest.All()
	want, got := askAll(t, log, list, cfg, 0), askAll(t, &early, list, cfg, 0)
	for _, m := range list {
		if text := want[m.Name].differs(got[m.Name], log, log.Jobs[300].Submit); text != "" {
			t.Errorf("%s: %s without the queue that comes later", m.Name, text)
		}
	}
}

func TestNothingSeesTheFutureOfRealLogs(t *testing.T) {
	// the last two state no size
	for _, name := range []string{"KTH-SP2-1996-2.1-cln", "METACENTRUM-2009-2", "MetaCentrum-wagap-2013"} {
		t.Run(name, func(t *testing.T) {
			log, err := Load(name, realLog(t, name).Reader, swf.Started, nil)
			if err != nil {
				t.Fatal(err)
			}
			log.Jobs = log.Jobs[:3000]
			rng := rand.New(rand.NewPCG(1, 4))
			cfg, tried := Config{Epoch: 300, Train: Train{Jobs: 100}}, methodstest.All()
			for method, text := range guardFuture(t, log, tried, cfg, guardTimes(log, 2, rng), rng) {
				t.Errorf("%s, %+v: %s", method, cfg, text)
			}
			// A method that opens the file of that name is not in this replay.
			want, got := askAll(t, log, tried, cfg, 0), askAll(t, garbled(log, log.Jobs[0].Submit, rng), tried, cfg, 0)
			for _, m := range tried {
				if want[m.Name].differs(got[m.Name], log, math.Inf(1)) == "" {
					t.Errorf("%s does not see another past", m.Name)
				}
			}
		})
	}
}

// peeker bounds a job by the wait that it will have, which it reads in the log:
// what no method can do, since the query does not hold it. To see that the
// guards notice, it is given the log.
type peeker struct {
	jobs []Job
	methods.Predictor
}

func (p peeker) Predict(q methods.Query) (float64, bool) {
	at := slices.IndexFunc(p.jobs, func(j Job) bool { return j.Submit == q.Submit && j.User == q.User })
	if bound, ok := p.Predictor.Predict(q); ok {
		return bound + p.jobs[at].Wait/1e6, true
	}
	return 0, false
}

// peekingForecaster forecasts the wait that a job will have.
type peekingForecaster struct {
	jobs []Job
	methods.Forecaster
}

func (p peekingForecaster) Forecast(j *methods.QueuedJob, m *methods.Machine) methods.Forecast {
	f := p.Forecaster.Forecast(j, m)
	f.Wait += p.jobs[j.Index].Wait / 1e6
	return f
}

// TestGuardNoticesPeeking: a method that looks at what it is to forecast, by a
// millionth of the wait, does not pass.
func TestGuardNoticesPeeking(t *testing.T) {
	log := shiftingLog(1, 500)
	jobs := log.Jobs
	bounding, forecasting := mustFind("bmbp"), mustFind("smith")
	bounding.Claims = methods.Claims{} // or it would be told nothing to look at
	honest, honestForecaster := bounding.Bound, forecasting.Forecaster.New
	bounding.Bound = func(s methods.Settings) methods.Predictor { return peeker{jobs, honest(s)} }
	forecasting.Forecaster = &methods.ForecasterSpec{Name: "peeking", New: func(s methods.LogInfo) (methods.Forecaster,
		error) {
		w, err := honestForecaster(s)
		return peekingForecaster{jobs, w}, err
	}}
	tried := []methods.Method{bounding, forecasting}
	rng := rand.New(rand.NewPCG(1, 4))
	want := askAll(t, log, tried, Config{Epoch: 300, Train: Train{Fraction: .1}}, 0)
	now := jobs[450].Submit
	other := garbled(log, now, rng)
	jobs = other.Jobs // what the peekers read from now on
	got := askAll(t, other, tried, Config{Epoch: 300, Train: Train{Fraction: .1}}, 0)
	for _, m := range tried {
		if text := want[m.Name].differs(got[m.Name], log, now); text == "" {
			t.Errorf("%s peeks and passes", m.Name)
		} else {
			t.Logf("%s: %s", m.Name, text)
		}
	}
}

func TestAnyNumberOfWorkers(t *testing.T) {
	log := shiftingLog(9, 600)
	want := askAll(t, log, methodstest.All(), Config{Epoch: 300, Train: Train{Fraction: .1}}, 1)
	for _, workers := range []int{2, 8, 0} {
		got := askAll(t, log, methodstest.All(), Config{Epoch: 300, Train: Train{Fraction: .1}}, workers)
		for _, m := range methodstest.All() {
			if want[m.Name].silent(&m, math.Inf(1)) || !strings.Contains(want[m.Name].text, m.Name) {
				t.Errorf("%s says nothing, so nothing is compared", m.Name)
			}
			text := want[m.Name].differs(got[m.Name], log, math.Inf(1))
			if text == "" && want[m.Name].text != got[m.Name].text {
				text = "the scores differ"
			}
			if text != "" {
				t.Errorf("%s with %d workers: %s", m.Name, workers, text)
			}
		}
	}
}

// cancelFlood is a log in which all but the last of the jobs of a user that
// wait at a time leave the queue without running, when they start in the other.
// It also returns the number of these jobs and the time of the first.
func cancelFlood(log *Log, user int64, now float64) (other *Log, jobs int, earliest float64) {
	cut := *log
	cut.Jobs, earliest = slices.Clone(log.Jobs), math.Inf(1)
	var latest *Job
	change(&cut, func(_ int, j *Job) {
		if j.User != user || j.Submit > now || j.Start() <= now || j.unselected {
			return
		}
		if latest != nil {
			latest.Run, latest.CPU, latest.unselected = -1, -1, true
			earliest = min(earliest, latest.Start())
			jobs++
		}
		latest = j
	})
	return &cut, jobs, earliest
}

// TestLaterCancellations: bounds do not depend on which of the jobs that wait
// will be cancelled later.
func TestLaterCancellations(t *testing.T) {
	check := func(t *testing.T, log *Log, user int64, now float64, enough int, trains ...Train) {
		other, jobs, earliest := cancelFlood(log, user, now)
		if jobs < enough {
			t.Fatalf("only %d jobs of user %d wait at %v", jobs, user, now)
		}
		for _, train := range trains {
			cfg, list := Config{Epoch: 300, Train: train}, methodstest.All()
			want, got := askAll(t, log, list, cfg, 0), askAll(t, other, list, cfg, 0)
			for _, m := range list {
				if text := want[m.Name].differs(got[m.Name], log, earliest); text != "" ||
					want[m.Name].silent(&m, earliest) {
					t.Errorf("%s, --train %v: %s with %d jobs cancelled from %v on", m.Name, train, text, jobs,
						earliest)
				}
			}
		}
	}
	t.Run("generated", func(t *testing.T) {
		log := shiftingLog(5, 700)
		now := log.Jobs[500].Submit
		for i := range 80 {
			j := &log.Jobs[400+i]
			j.Submit, j.User, j.Wait, j.unselected = log.Jobs[400].Submit, 9, now-log.Jobs[400].Submit+float64(2000+i),
				!(j.Run > 0)
		}
		check(t, log, 9, now, 50, Train{}, Train{Jobs: 100}, Train{Time: now / 2})
	})
	t.Run("MetaCentrum-wagap-2013", func(t *testing.T) {
		log, err := Load("wagap", realLog(t, "MetaCentrum-wagap-2013").Reader, swf.Started, nil)
		if err != nil {
			t.Fatal(err)
		}
		check(t, log, 1125, 6_774_232, 904, Train{Jobs: 100})
	})
}

// boundsOf returns the bounds of jobs by number, also of those that are asked
// because they were cancelled.
func boundsOf(t *testing.T, log *Log, m methods.Method, cfg Config, watched *LogForecasts) (jobs,
	others map[int64]float64) {
	t.Helper()
	jobs, others = map[int64]float64{}, map[int64]float64{}
	series, _ := Group(log, nil)
	for _, s := range series {
		task := &Task{Series: s, Method: m, Settings: settings95, Config: cfg,
			Forecasts: watched.Forecasts[m.Forecaster]}
		bounds, asked := task.forecastBounds(s.jobs), task.forecastBounds(s.others)
		if !m.OnlyForecasts() {
			r, err := newPredictorRun(task)
			if err == nil {
				err = r.replay(context.Background())
			}
			if err != nil {
				t.Fatal(err)
			}
			bounds, asked = r.bounds, r.others
		}
		for i := range s.jobs {
			jobs[s.Job(i).ID] = valueAt(bounds, i)
		}
		for k, job := range s.others {
			others[log.Jobs[job].ID] = valueAt(asked, k)
		}
	}
	return jobs, others
}

// TestCancelledJobs: the bound of a cancelled job is what it would be if the job
// started, in another future as well. That it is asked changes no bound.
func TestCancelledJobs(t *testing.T) {
	for _, cfg := range []Config{{Epoch: 300, Train: Train{Jobs: 20}}, {Train: Train{Jobs: 20}}} {
		log, list := shiftingLog(6, 450), methodstest.All()
		quiet := *log
		quiet.Jobs = slices.Clone(log.Jobs)
		var cancelled []int
		change(&quiet, func(i int, j *Job) {
			if j.Cancelled() && j.Wait >= 1 && j.Procs > 0 && i > 200 {
				cancelled = append(cancelled, i)
			}
			j.ran = true // now none is asked
		})
		watched, rng := forecastOf(t, log, list, cfg, 0), rand.New(rand.NewPCG(6, 4))
		compared := map[string]int{}
		others := map[string]map[int64]float64{}
		for _, m := range list {
			want, asked := boundsOf(t, &quiet, m, cfg, watched)
			for id, bound := range asked {
				if !m.OnlyForecasts() && !math.IsNaN(bound) {
					t.Fatalf("%s: job %d is asked, which ran", m.Name, id)
				}
			}
			got, asked := boundsOf(t, log, m, cfg, watched)
			for id, bound := range got {
				if !sameBits(bound, want[id]) {
					t.Errorf("%s: the bound of job %d is %v, and %v where cancelled jobs are asked", m.Name, id,
						want[id], bound)
				}
			}
			others[m.Name] = asked
		}
		for n := 0; n < len(cancelled); n += len(cancelled) / 4 {
			k := cancelled[n]
			other := garbled(log, log.Jobs[k].Submit+.5, rng)
			other.Jobs[k].Wait, other.Jobs[k].Run, other.Jobs[k].unselected = 1e6, 10, false
			watched := forecastOf(t, other, list, cfg, 0)
			for _, m := range list {
				jobs, _ := boundsOf(t, other, m, cfg, watched)
				id := log.Jobs[k].ID
				if is, was := jobs[id], others[m.Name][id]; !sameBits(is, was) {
					t.Errorf("%s, %+v: job %d has the bound %v if it starts, %v if it is cancelled", m.Name, cfg, id,
						is, was)
				} else if was > 0 {
					compared[m.Name]++
				}
			}
		}
		for _, m := range list {
			if compared[m.Name] == 0 && m.Bound != nil {
				t.Errorf("%s, %+v: no bound of a cancelled job is compared", m.Name, cfg)
			}
		}
	}
}

// TestRefitsSeeNoFuture: qbets sorts jobs into clusters when it is refitted, so
// it must be refitted for a job that will be cancelled as for any other. Only
// that job is submitted while 70 small jobs are known and 70 large ones are not.
func TestRefitsSeeNoFuture(t *testing.T) {
	bounds := map[bool]float64{}
	for _, cancelled := range []bool{false, true} {
		log := &Log{Queues: []Queue{{Name: "a"}}}
		add := func(submit, wait float64, procs int64, selected bool) {
			log.Jobs = append(log.Jobs, Job{ID: int64(len(log.Jobs)), Submit: submit, Wait: wait, Procs: procs,
				unselected: !selected})
		}
		for i := range 140 {
			start, procs := float64(800+30*i), int64(1)
			if i >= 70 {
				start, procs = float64(3300+10*i), 16
			}
			add(float64(5*i), start-float64(5*i), procs, true)
		}
		add(3000, 6000, 1, !cancelled)
		add(6000, 1, 1, true)
		series, _ := Group(log, nil)
		r, err := (&Task{Series: series[0], Method: mustFind("qbets"), Settings: settings95,
			Config: Config{Epoch: 300}}).Run(context.Background())
		if err != nil || !(r.Bound(r.Series.Len()-1) > 0) {
			t.Fatalf("error %v, bounds %v", err, r.Bounds)
		}
		bounds[cancelled] = r.Bound(r.Series.Len() - 1)
	}
	if bounds[true] != bounds[false] {
		t.Errorf("bound %v s, and %v s where another job that waits will be cancelled", bounds[false], bounds[true])
	}
}
