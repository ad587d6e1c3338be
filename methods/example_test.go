package methods_test

import (
	"fmt"
	"log"

	"waitbench/methods"
)

// The longest of 59 waits bounds the quantile 0.95 with confidence 0.95, as
// 0.95^59 < 0.05. There is no such bound of 58 waits.
func ExamplePredictor() {
	bmbp, err := methods.Named("bmbp")
	if err != nil {
		log.Fatal(err)
	}
	p, err := bmbp.Predictor(methods.Settings{Level: methods.Level{Quantile: 0.95, Confidence: 0.95}})
	if err != nil {
		log.Fatal(err)
	}
	for wait := 1.0; wait <= 59; wait++ {
		p.Observe(methods.Event{Kind: methods.Started, Wait: wait})
		p.Refit(0)
		if bound, ok := p.Predict(methods.Query{}); ok {
			fmt.Println(wait, "waits:", bound, "s")
		}
	}
	// Output: 59 waits: 59 s
}

// Smith simulates the scheduler. All 8 processors are busy until 600 s, as the
// running job was forecast at its submission.
func ExampleForecaster() {
	smith, err := methods.Named("smith")
	if err != nil {
		log.Fatal(err)
	}
	f, err := smith.Forecaster.New(methods.LogInfo{RunTimes: true})
	if err != nil {
		log.Fatal(err)
	}
	job := func(submit float64) *methods.QueuedJob {
		return &methods.QueuedJob{Query: methods.Query{Submit: submit, Procs: 8, Estimate: 900}, Run: 600}
	}
	first, second, m := job(0), job(100), &methods.Machine{Capacity: 8}
	for _, j := range []*methods.QueuedJob{first, second} {
		m.Waiting = append(m.Waiting, j)
		fmt.Println("forecast wait:", f.Forecast(j, m).Wait, "s")
		f.Submitted(j, m)
		if j == first {
			m.Waiting, m.Running = nil, append(m.Running, j)
			f.Started(j, m)
		}
	}
	// Output:
	// forecast wait: 0 s
	// forecast wait: 500 s
}
