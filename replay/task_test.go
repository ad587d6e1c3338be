package replay

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
)

var (
	settings95 = methods.Settings{Level: methods.Level{Quantile: .95, Confidence: .95}}
	levels95   = []methods.Level{settings95.Level}
)

// seriesOf returns a series of one queue from pairs of submit and wait in
// replay order.
func seriesOf(pairs ...float64) *Series {
	var jobs []Job
	for i := 0; i < len(pairs); i += 2 {
		jobs = append(jobs, Job{ID: int64(i/2 + 1), Submit: pairs[i], Wait: pairs[i+1], Estimate: -1, Procs: 1})
	}
	return seriesIn("test", "q", jobs)
}

// seriesIn returns the series of a log of one queue.
func seriesIn(log, queue string, jobs []Job) *Series {
	series, _ := Group(&Log{Name: log, Queues: []Queue{{Name: queue}}, Jobs: jobs}, nil)
	return series[0]
}

// random returns a series of n jobs whose waits shift tenfold twice, with many
// equal submission times, zero waits, and starts on ticks.
func random(seed uint64, n int) *Series {
	rng := rand.New(rand.NewPCG(seed, 1))
	var pairs []float64
	now := 0.0
	for i := range n {
		if rng.IntN(3) > 0 {
			now += float64(rng.IntN(400))
		}
		if rng.IntN(10) == 0 {
			now = math.Floor(now/300) * 300
			if len(pairs) > 0 {
				now = max(now, pairs[len(pairs)-2])
			}
		}
		level := []float64{4, 6.5, 3}[3*i/n]
		wait := math.Floor(math.Exp(level + rng.NormFloat64()))
		if rng.IntN(8) == 0 {
			wait = 0
		}
		if rng.IntN(8) == 0 { // start on a tick
			wait = math.Ceil((now+wait)/300)*300 - now
		}
		pairs = append(pairs, now, wait)
	}
	return seriesOf(pairs...)
}

// recorder records the calls of a predictor.
type recorder struct{ log []string }

func (r *recorder) Observe(e methods.Event) {
	switch {
	case e.Kind == methods.TrainingEnded:
		r.log = append(r.log, "trained")
	case e.Kind == methods.Submitted:
		r.log = append(r.log, fmt.Sprintf("job@%v", e.Submit))
	case e.Counts:
		r.log = append(r.log, fmt.Sprintf("%v!", e.Wait))
	default:
		r.log = append(r.log, fmt.Sprint(e.Wait))
	}
}
func (r *recorder) Refit(now float64) { r.log = append(r.log, fmt.Sprintf("refit@%v", now)) }
func (r *recorder) Predict(q methods.Query) (float64, bool) {
	if last := r.log[len(r.log)-1]; last != fmt.Sprintf("job@%v", q.Submit) {
		r.log = append(r.log, fmt.Sprintf("unknown@%v", q.Submit))
	}
	return 0, true
}

func TestEvents(t *testing.T) {
	for _, test := range []struct {
		name  string
		epoch float64
		train float64
		jobs  []float64 // submit, wait
		want  string
	}{
		{"becomes known at its start, the tick before sees it only by then", 100, 0,
			[]float64{10, 85, 90, 5, 120, 0},
			// Starts at 95 and 95: in order of submission at the tick 100.
			"refit@0 trained job@10 job@90 85! 5! refit@100 job@120"},
		{"starts within the interval are known but not fitted", 100, 0,
			[]float64{10, 20, 50, 7, 60, 1},
			"refit@0 trained job@10 20! job@50 7! job@60"},
		{"a start on the tick is known at the tick", 100, 0,
			[]float64{10, 90, 100, 3},
			"refit@0 trained job@10 90! refit@100 job@100"},
		{"jobs submitted on the tick are not known at the tick", 100, 0,
			[]float64{100, 0, 100, 0, 100, 5},
			// The wait of 0 s is no miss whatever it counts as.
			"refit@100 trained job@100 0 job@100 0 job@100"},
		{"one refit an interval, however many ticks pass without a job", 100, 0,
			[]float64{10, 500, 350, 10, 380, 1},
			"refit@0 trained job@10 refit@300 job@350 10! job@380"},
		{"in order of start, not of submission", 100, 0,
			[]float64{0, 50, 1, 20, 2, 30, 99, 1},
			"refit@0 trained job@0 job@1 job@2 20! 30! 50! job@99"},
		{"training ends after step 1 of the first scored job", 100, .5,
			[]float64{0, 50, 10, 150, 130, 100, 140, 1, 240, 1},
			// floor(.5 x 5) = 2: the job at 130 is the first scored one. Wait
			// 50 is known at the tick; 150 starts at 160, after 130, and
			// counts.
			"refit@0 job@0 job@10 50 refit@100 trained job@130 job@140 1! 150! refit@200 100! job@240"},
		{"no epoch: refitted for every job, after what has started", 0, .5,
			[]float64{0, 5, 10, 0, 10, 7, 30, 1},
			"refit@0 job@0 5 refit@10 job@10 0 trained refit@10 job@10 7! refit@30 job@30"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var r recorder
			method := methods.Method{Name: "recorder", Bound: func(methods.Settings) methods.Predictor { return &r }}
			task := Task{Series: seriesOf(test.jobs...), Method: method, Settings: settings95,
				Config: Config{Epoch: test.epoch, Train: Train{Fraction: test.train}}}
			if _, err := task.Run(context.Background()); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(r.log, " "); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func mustFind(name string) methods.Method {
	m, err := methods.Named(name)
	if err != nil {
		panic(err)
	}
	return m
}

func equalBounds(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

func TestTaskErrors(t *testing.T) {
	good := Task{Series: random(1, 10), Method: mustFind("bmbp"), Settings: settings95,
		Config: Config{Epoch: 300, Train: Train{Fraction: .1}}}
	for _, test := range []struct {
		change func(*Task)
		want   string
	}{
		{func(t *Task) { t.Config.Epoch = -1 }, "epoch -1"},
		{func(t *Task) { t.Config.Epoch = math.NaN() }, "epoch NaN"},
		{func(t *Task) { t.Config.Train.Fraction = 1 }, "invalid training part 1"},
		{func(t *Task) { t.Settings.Quantile = 1 }, "quantile 1"},
		{func(t *Task) { t.Settings.Scheduler = "luck" }, `scheduler "luck"`},
	} {
		task := good
		test.change(&task)
		if _, err := task.Run(context.Background()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want one with %q", err, test.want)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	stop := errors.New("stop")
	cancel(stop)
	if _, err := good.Run(ctx); err != stop {
		t.Errorf("error %v after cancelling", err)
	}
}

// A method that only forecasts has the bounds of its forecaster, or none.
func TestForecastsOnly(t *testing.T) {
	s := random(2, 40)
	f, bounds := &Forecasts{Wait: make([]float64, 40)}, make([]float64, 40)
	for i := range bounds {
		bounds[i] = float64(100 * i)
	}
	bounds[7] = math.NaN()
	f.Bounds = map[methods.Level][]float64{settings95.Level: bounds}
	task := Task{Series: s, Method: mustFind("historical"), Settings: settings95,
		Config: Config{Epoch: 300, Train: Train{Fraction: .1}}, Forecasts: f}
	got, err := task.Run(context.Background())
	if err != nil || !equalBounds(got.Bounds, bounds) || got.First != 4 || got.Score.Bounded != 35 ||
		got.Score.ChangePoints != -1 {
		t.Errorf("%+v, %v", got, err)
	}
	for _, f := range []*Forecasts{{Wait: f.Wait}, nil} {
		task.Forecasts = f
		got, err := task.Run(context.Background())
		if err != nil || got.Bounds != nil || !math.IsNaN(got.Bound(3)) || got.Score.Scored != 36 ||
			got.Score.Bounded != 0 {
			t.Errorf("%+v, %v", got, err)
		}
		if points := got.Score.Forecasts.Jobs; f != nil && points != 36 || f == nil && points != -1 {
			t.Errorf("%d jobs forecast", points)
		}
	}
	task.Method = mustFind("downey")
	task.Settings.Side = methods.Lower
	if _, err := task.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "from above only") {
		t.Errorf("error %v for lower bounds", err)
	}
}

// TestShortEpoch: ticks of a shorter epoch overflow, and a tick at infinity
// knows all waits.
func TestShortEpoch(t *testing.T) {
	for _, epoch := range []float64{1e-305, 1e-10, -1, math.NaN(), math.Inf(1)} {
		if err := (Config{Epoch: epoch}).Check(); err == nil {
			t.Errorf("an epoch of %v s is accepted", epoch)
		}
	}
}
