package replay

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"waitbench/methods"
	"waitbench/swf"
)

// remainingMethods are the methods that bound remaining waits.
func remainingMethods(t *testing.T) []methods.Method {
	t.Helper()
	list, err := methods.Find([]string{"all", "baselines", "boost"}, false)
	if err != nil {
		t.Fatal(err)
	}
	list = slices.DeleteFunc(list, func(m methods.Method) bool { return !methods.Can[methods.RemainingBounder](m) })
	if len(list) < 5 {
		t.Fatalf("only %d methods bound remaining waits", len(list))
	}
	return list
}

// answer is the bound of a remaining wait.
type answer struct{ time, bound float64 }

var levelHalf = methods.Level{Quantile: .5, Confidence: .95}

// answers replays a log at an age, and returns the bounds by method, series and
// job.
func answers(t *testing.T, log *Log, series []*Series, tried []methods.Method, cfg Config,
	age float64) map[string]map[int64]answer {
	t.Helper()
	f := forecastOf(t, log, tried, cfg, 0)
	all := map[string]map[int64]answer{}
	for _, m := range tried {
		for _, s := range series {
			task := Task{Series: s, Method: m, Settings: methods.Settings{Level: levelHalf}, Config: cfg,
				Forecasts: f.Forecasts[m.Forecaster], Ages: []float64{age}}
			r, err := task.Run(context.Background())
			if err != nil || r.Failed != nil {
				t.Fatalf("%s: %v, %v", m.Name, err, r.Failed)
			}
			of := map[int64]answer{}
			for i := range r.Series.Len() {
				j := r.Series.Job(i)
				of[j.ID] = answer{j.Submit, r.Bound(i)}
			}
			all[m.Name+" "+s.Queue+" "+s.Range] = of
		}
	}
	return all
}

// agedLog is a log of long queues; without seed states no size.
func agedLog(seed uint64) *Log {
	log := shiftingLog(seed, 600)
	if seed%2 == 1 {
		log.Header = &swf.Header{}
	}
	return log
}

// TestRemainingSeesNoFuture: the bound of a job that waits does not depend on
// what happens after the question.
func TestRemainingSeesNoFuture(t *testing.T) {
	tried := remainingMethods(t)
	for _, cfg := range []Config{{Epoch: 300, Train: Train{Jobs: 20}}, {Train: Train{Time: 7200}}} {
		for seed := range uint64(2) {
			log := agedLog(seed)
			rng := rand.New(rand.NewPCG(seed, 9))
			age := []float64{60, 900}[seed] // forest has a level for the second
			want := answers(t, log, grouped(t, log), tried, cfg, age)
			compared := map[string]int{}
			for _, now := range guardTimes(log, 2, rng) {
				other := garbled(log, now, rng)
				got := answers(t, other, grouped(t, other), tried, cfg, age)
				for _, m := range tried {
					for _, s := range grouped(t, log) {
						key := m.Name + " " + s.Queue + " " + s.Range
						for id, w := range want[key] {
							g, selected := got[key][id]
							if w.time >= now || !selected {
								continue
							}
							if !sameBits(g.bound, w.bound) || g.time != w.time {
								t.Fatalf("%s, %+v, seed %d: job %d after %v s: %v, with another future from %v on %v",
									key, cfg, seed, id, age, w, now, g)
							}
							if !math.IsNaN(w.bound) {
								compared[m.Name]++
							}
						}
					}
				}
			}
			for _, m := range tried {
				if compared[m.Name] < 5 && m.Name != "last-week" { // no week before
					t.Errorf("%s, %+v, seed %d, age %v: only %d bounds compared", m.Name, cfg, seed, age,
						compared[m.Name])
				}
			}
		}
	}
}

// TestQuestionsAgreeWithReplay: the answer about a waiting job from the log as
// it is known then equals the bound of a replay at that age, to the last bit.
// It does not depend on the ages of other questions.
func TestQuestionsAgreeWithReplay(t *testing.T) {
	tried := remainingMethods(t)
	const age = 600 // the first at which forest has a level
	for _, cfg := range []Config{{Epoch: 300, Train: Train{Jobs: 20}}, {Train: Train{Time: 7200}}} {
		log := agedLog(2)
		compared := map[string]int{}
		series, _ := Group(log, nil)
		want := answers(t, log, series, tried, cfg, age)
		for _, s := range series {
			asked := s.questionsAtAges([]float64{age}, 60)
			for k := 0; k < len(asked); k += max(1, len(asked)/6) {
				id, now := s.Job(asked[k].job).ID, asked[k].time
				known := s.in(s.Log.AsOf(now))
				waits := slices.ContainsFunc(known.Waiting(), func(i int) bool { return known.Job(i).ID == id })
				got := answers(t, known.Log, []*Series{known}, tried, cfg, age+60)
				for _, m := range tried {
					key := m.Name + " " + s.Queue + " " + s.Range
					g, w := got[key][id], want[key][id]
					if !waits || w.time != now || g.time != now || !sameBits(g.bound, w.bound) {
						t.Errorf("%s, %+v: job %d waits: %v; %v, in the replay %v", m.Name, cfg, id, waits, g, w)
					}
					if !math.IsNaN(w.bound) {
						compared[m.Name]++
					}
				}
			}
		}
		for _, m := range tried {
			if compared[m.Name] < 3 && m.Name != "last-week" {
				t.Errorf("%s, %+v: only %d bounds compared", m.Name, cfg, compared[m.Name])
			}
		}
	}
}

// TestQuestionsChangeNothing: neither the bounds at submission nor the answers
// to some questions depend on further questions.
func TestQuestionsChangeNothing(t *testing.T) {
	for seed := range uint64(4) {
		cfg := Config{Epoch: 300 * float64(min(1, seed)), Train: Train{Jobs: 20}}
		log := shiftingLog(seed, 3000)
		series, _ := Group(log, nil)
		few := series[0].questionsAtAges([]float64{300, 900}, 1000)
		many := slices.Concat(few, series[0].questionsAtAges([]float64{20, 60, 600, 2000, 5000}, 0))
		for _, m := range remainingMethods(t) {
			var forecasts *Forecasts
			if m.Forecaster != nil {
				f, err := (&Engine{}).Forecast(context.Background(), log, []*methods.ForecasterSpec{m.Forecaster},
					settings95, levels95, cfg)
				if err != nil {
					t.Fatal(err)
				}
				forecasts = f.Forecasts[m.Forecaster]
			}
			ask := func(questions []question) (bounds []float64, answers map[question]float64) {
				slices.SortStableFunc(questions, func(a, b question) int { return cmp.Compare(a.time, b.time) })
				r, err := newPredictorRun(&Task{Series: series[0], Method: m,
					Settings: methods.Settings{Level: levelHalf}, Config: cfg, Forecasts: forecasts})
				if err != nil {
					t.Fatal(err)
				}
				r.asked = questions
				if err := r.replay(context.Background()); err != nil {
					t.Fatal(err)
				}
				answers = map[question]float64{}
				for i, q := range questions {
					answers[q] = r.remaining[i]
				}
				return r.bounds, answers
			}
			plain, _ := ask(nil)
			_, want := ask(few)
			bounds, got := ask(many)
			if !equalBounds(plain, bounds) {
				t.Errorf("%s, %+v: %d questions change bounds", m.Name, cfg, len(many))
			}
			compared := 0
			for q, bound := range want {
				if !sameBits(bound, got[q]) {
					t.Fatalf("%s, %+v: job %d at %v has the bound %v, with further questions %v", m.Name, cfg, q.job,
						q.time, bound, got[q])
				}
				if !math.IsNaN(bound) {
					compared++
				}
			}
			if compared < 20 && m.Name != "last-week" {
				t.Errorf("%s, %+v: only %d answers compared", m.Name, cfg, compared)
			}
		}
	}
}

// TestRemainingByHand: 100 jobs wait 1 to 100 s, one after another, and are all
// known when a job has waited 40 s. 60 of the waits are longer. The rank of the
// bound of their median at confidence .95 is 37 (P[Bin(60, .5) <= 36] = .954),
// so the wait is bounded by 77 s and the remaining wait by 37 s.
func TestRemainingByHand(t *testing.T) {
	var jobs []Job
	for i := range 100 {
		jobs = append(jobs, Job{ID: int64(i), Submit: float64(1000 * i), Wait: float64(i + 1), Run: 1, Procs: 1})
	}
	jobs = append(jobs, Job{ID: 100, Submit: 200000, Wait: 70, Run: 1, Procs: 1}, Job{ID: 101, Submit: 200100, Wait: 30,
		Run: 1, Procs: 1})
	bmbp, err := methods.Named("bmbp")
	if err != nil {
		t.Fatal(err)
	}
	task := Task{Series: seriesIn("log", "main", jobs), Method: bmbp, Settings: methods.Settings{Level: levelHalf},
		Config: Config{Epoch: 300, Train: Train{Fraction: .99}}, Ages: []float64{40}}
	r, err := task.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	s := &r.Score
	if s.Jobs != 1 || s.Bounded != 1 || s.Age != 40 || s.Coverage != 1 || r.Bound(0) != 37 {
		t.Errorf("%d jobs, %d bounded, age %v, share %v, bound %v: want 1, 1, 40, 1, 37", s.Jobs, s.Bounded, s.Age,
			s.Coverage, r.Bound(0))
	}
	// Half of 37 - 30, and of 59 - 40 - 30 below 0: the bound at submission is
	// the 59th of 100 waits.
	if s.Pinball != 3.5 || s.SubmissionPinball != 5.5 {
		t.Errorf("losses %v and %v by the bound at submission: want 3.5 and 5.5", s.Pinball, s.SubmissionPinball)
	}
}

// TestSubmissionPinball: the loss of bounds at submission, less 40 s, is over the
// jobs that have started and have a bound at both times. Half of |30 - (59 - 40)|
// and of |30 - 0|, since 10 - 40 is below 0, are 5.5 and 15.
func TestSubmissionPinball(t *testing.T) {
	none := math.NaN()
	for _, c := range []struct {
		submission, remaining, wait []float64
		want                        float64
	}{
		{[]float64{59}, []float64{37}, []float64{30}, 5.5},
		{[]float64{59, 10}, []float64{37, 37}, []float64{30, 30}, 10.25},
		{[]float64{59, none}, []float64{37, 37}, []float64{30, 30}, 5.5},
		{[]float64{59, 10}, []float64{37, none}, []float64{30, 30}, 5.5},
		{[]float64{59, 10}, []float64{37, 37}, []float64{30, math.Inf(1)}, 5.5}, // the second still waits
		{[]float64{none}, []float64{37}, []float64{30}, none},
		{nil, nil, nil, none},
	} {
		r := &predictorRun{Task: &Task{Settings: methods.Settings{Level: levelHalf}}, bounds: c.submission,
			remaining: c.remaining}
		jobs := []Job{}
		for i, wait := range c.wait {
			jobs = append(jobs, Job{ID: int64(i), Submit: float64(i), Wait: wait, Run: 1, Procs: 1})
			r.asked = append(r.asked, question{job: i, age: 40})
		}
		aged := &Series{Log: &Log{Jobs: jobs}}
		for i := range jobs {
			aged.jobs = append(aged.jobs, int32(i))
		}
		if got := r.submissionPinball(aged); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%v, %v, waits %v: loss %v, want %v", c.submission, c.remaining, c.wait, got, c.want)
		}
	}
}
