package replay

import (
	"context"
	"math"
	"testing"

	"waitbench/methods"
	"waitbench/swf"
)

// logSeries is the jobs of one queue of a log.
func logSeries(t testing.TB, log, queue string) *Series {
	t.Helper()
	trace, err := Load(log, realLog(t, log).Reader, swf.Started, []string{queue})
	if err != nil {
		t.Fatal(err)
	}
	series, _ := Group(trace, nil)
	return series[0]
}

// meanPinball is the mean of (wait - bound)(q - 1[wait <= bound]) over scored jobs with a bound,
// seconds.
func meanPinball(r *Result, q float64) float64 {
	sum, n := 0.0, 0
	for i := r.First; i < r.Series.Len(); i++ {
		b, w := r.Bounds[i], r.Series.Job(i).Wait
		if math.IsNaN(b) {
			continue
		}
		n++
		if w <= b {
			sum += (w - b) * (q - 1)
		} else {
			sum += (w - b) * q
		}
	}
	return sum / float64(n)
}

// TestQBETSOnLogs holds qbets and its parts against an independent implementation of the same
// rules: share of correct bounds to four digits and pinball loss to the second.
func TestQBETSOnLogs(t *testing.T) {
	for _, test := range []struct {
		log, queue string
		method     string
		correct    float64
		pinball    float64 // 0 where there is none to compare with
	}{
		{"SDSC-SP2-1998-4.2-cln", "express", "qbets", .9649, 769},
		{"SDSC-SP2-1998-4.2-cln", "low", "qbets", .9577, 11313},
		{"SDSC-DS-2004-2.1-cln", "normal", "qbets", .9578, 14426},
		{"SDSC-BLUE-2000-4.2-cln", "normal", "qbets", .9475, 21764},
	} {
		task := Task{Series: logSeries(t, test.log, test.queue), Method: mustFind(test.method), Settings: settings95, Config: Config{Epoch: 300, Train: .1}}
		got, err := task.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		pinball := meanPinball(got, settings95.Quantile)
		if math.Abs(got.Score.Correct-test.correct) > .00005 || test.pinball > 0 && math.Abs(pinball-test.pinball) > .5 {
			t.Errorf("%s %s, %s: correct %v, pinball %v, want %v, %v", test.log, test.queue, test.method, got.Score.Correct, pinball, test.correct, test.pinball)
		}
	}
}

// asker is qbets that answers for every job, besides its bound, how likely the job is to start in
// time, once by Probability and once by 99 bounds.
type asker struct {
	methods.Predictor
	t     *testing.T
	asked int
	sum   float64
}

func (a *asker) Predict(q methods.Query) (float64, bool) {
	bound, ok := a.Predictor.Predict(q)
	for _, d := range []float64{0, 60, 3600, q.Estimate, bound / 20, bound} {
		want := 0.0
		for i := 1; i <= 99; i++ {
			l := methods.Level{Quantile: float64(i) / 100, Confidence: settings95.Confidence}
			if b, ok := a.Predictor.(methods.Ladder).BoundAt(q, l); ok && b <= d {
				want = float64(i) / 100
			}
		}
		if got := a.Predictor.(*methods.QBETS).Probability(q, d); got != want {
			a.t.Fatalf("probability of %v s is %v, by 99 bounds %v", d, got, want)
		}
		a.asked++
		a.sum += want
	}
	return bound, ok
}

func TestProbabilityOnLog(t *testing.T) {
	var a *asker
	qbets := mustFind("qbets")
	method := methods.Method{Name: "asker", Bound: func(s methods.Settings) methods.Predictor {
		a = &asker{Predictor: qbets.Bound(s), t: t}
		return a
	}}
	task := Task{Series: logSeries(t, "SDSC-SP2-1998-4.2-cln", "express"), Method: method, Settings: settings95, Config: Config{Epoch: 300, Train: .1}}
	if _, err := task.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if mean := a.sum / float64(a.asked); mean < .2 || mean > .8 {
		t.Errorf("probabilities are %v on average of %d: they test too little", mean, a.asked)
	}
}

// BenchmarkQBETS is the cost of a job of the queue normal of SDSC-DS, for bmbp and for qbets in all
// its variants.
func BenchmarkQBETS(b *testing.B) {
	series := logSeries(b, "SDSC-DS-2004-2.1-cln", "normal")
	for _, method := range []string{"bmbp", "qbets:clusters=none", "qbets"} {
		b.Run("method="+method, func(b *testing.B) {
			b.ReportAllocs()
			task := Task{Series: series, Method: mustFind(method), Settings: settings95, Config: Config{Epoch: 300, Train: .1}}
			for b.Loop() {
				if _, err := task.Run(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(series.Len()), "ns/job")
		})
	}
}
