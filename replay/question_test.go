package replay

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"waitbench/methods"
	"waitbench/methods/methodstest"
	"waitbench/swf"
)

// TestQuestionsLeaveNoTrace: any number of questions at one moment, in any order,
// have the answers that each has alone, to the last bit: those of a replay of the
// log with this job as the last.
func TestQuestionsLeaveNoTrace(t *testing.T) {
	ranges, err := ParseRanges("1-4,5-16")
	if err != nil {
		t.Fatal(err)
	}
	for k, cfg := range []Config{{Epoch: 300, Train: Train{Jobs: 50}}, {Train: Train{Time: 20000}},
		{Epoch: 300, Train: Train{Fraction: .1}}, {Epoch: 300, Ticks: true}} {
		log := shiftingLog(uint64(7+k), 300)
		if k%2 == 1 {
			log.Header = &swf.Header{} // nothing states the size of the machine
		}
		checkQuestions(t, log, ranges, methodstest.All(), cfg, log.Jobs[250].Submit, 24)
		checkQuestions(t, log, ranges, methodstest.All(), cfg, log.Jobs[250].Submit+100, 8)
	}
}

// TestRealQuestionsLeaveNoTrace is TestQuestionsLeaveNoTrace of a log.
func TestRealQuestionsLeaveNoTrace(t *testing.T) {
	const name = "KTH-SP2-1996-2.1-cln"
	log, err := Load(name, realLog(t, name).Reader, swf.Started, nil)
	if err != nil {
		t.Fatal(err)
	}
	ranges, _ := ParseRanges(DefaultRanges)
	cfg := Config{Epoch: 300, Train: Train{Fraction: .1}}
	tried, err := methods.Find([]string{"default", "bmbp+aci", "baselines"}, false)
	if err != nil {
		t.Fatal(err)
	}
	checkQuestions(t, log, ranges, tried, cfg, log.Jobs[3500].Submit, 200)
	checkQuestions(t, log, ranges, methodstest.All(), cfg, log.Jobs[3500].Submit, 10)
}

// asking is a question with the answers by method when it is alone.
type asking struct {
	series *Series
	job    Job
	want   []told
}

type told struct{ bound, wait, turnaround float64 }

func toldOf(r *Result, i int) (s told) {
	s.bound = r.Bound(i)
	s.wait, s.turnaround = r.Forecast(i)
	return s
}

// someJob draws a job that is like one of the log, with something unknown, or
// like none, and maybe larger than the machine.
func someJob(rng *rand.Rand, jobs []Job) Job {
	j := jobs[rng.IntN(len(jobs))]
	switch rng.IntN(4) {
	case 0:
		j.User, j.Executable = -1, -1
	case 1:
		j.Estimate = -1
	case 2:
		j.Procs, j.Estimate = 1+rng.Int64N(300), 86400*rng.Float64()
	}
	return j
}

func checkQuestions(t *testing.T, log *Log, ranges []Range, tried []methods.Method, cfg Config, now float64,
	questions int) {
	t.Helper()
	replay := func(s *Series, f *LogForecasts) (results []*Result) {
		for _, m := range tried {
			task := Task{Series: s, Method: m, Settings: settings95, Config: cfg, Forecasts: f.Forecasts[m.Forecaster]}
			r, err := task.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, r)
		}
		return results
	}
	known := log.AsOf(now)
	series, _ := Group(known, ranges)
	rng := rand.New(rand.NewPCG(1, uint64(questions)))
	var asked []asking
	for range questions {
		q := asking{series: series[rng.IntN(len(series))], job: someJob(rng, known.Jobs)}
		whole := *q.series
		whole.Log = log
		alone := whole.WithJob(now, q.job)
		alone.whole = alone.Len() - 1 // the training part is of the jobs until then
		for _, r := range replay(alone, forecastOf(t, alone.Log, tried, cfg, 1)) {
			q.want = append(q.want, toldOf(r, alone.Len()-1))
		}
		asked = append(asked, q)
	}
	forecasts, results := forecastOf(t, known, tried, cfg, 1), map[*Series][]*Result{}
	for _, s := range series {
		results[s] = replay(s, forecasts)
	}
	answers := make([]int, len(tried))
	for order, arrange := range []func(){func() {}, func() { slices.Reverse(asked) }, func() {
		rng.Shuffle(len(asked), func(i, k int) { asked[i], asked[k] = asked[k], asked[i] })
	}} {
		arrange()
		for _, q := range asked {
			job := results[q.series][0].Series.NewJob(q.job)
			of := forecasts.Ask(&job)
			for i, r := range results[q.series] {
				got, want := toldOf(r.Ask(&job, of), r.Series.Len()), q.want[i]
				if !sameBits(got.bound, want.bound) || !sameBits(got.wait, want.wait) ||
					!sameBits(got.turnaround, want.turnaround) {
					t.Fatalf("%s, %+v, order %d, %s %s, %+v: %v, alone %v", tried[i].Name, cfg, order,
						q.series.Queue, q.series.Range, job, got, want)
				}
				if !math.IsNaN(got.bound) || !math.IsNaN(got.wait) {
					answers[i]++
				}
			}
		}
	}
	for i, n := range answers {
		if n < questions/2 {
			t.Errorf("%s, %+v: only %d answers, so little is compared", tried[i].Name, cfg, n)
		}
	}
}
