package replay_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/swf"
)

// A job is submitted each minute. Waits of 1 to 100 s recur in the same order.
func ExampleEngine() {
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, "%d %d %d 600 8 -1 -1 8 600 -1 1 1 1 -1 1 -1 -1 -1\n", i+1, 60*i, 1+37*i%100)
	}
	jobs, err := replay.Load("example", swf.NewReader(strings.NewReader(text.String()), "example.swf"), swf.Started,
		nil)
	if err != nil {
		log.Fatal(err)
	}
	bmbp, err := methods.Named("bmbp")
	if err != nil {
		log.Fatal(err)
	}
	series, _ := replay.Group(jobs, nil)
	tasks := []replay.Task{{
		Series: series[0], Method: bmbp,
		Settings: methods.Settings{Level: methods.Level{Quantile: 0.95, Confidence: 0.95}},
		Config:   replay.Config{Epoch: 300, Train: replay.Train{Jobs: 100}},
	}}
	engine := &replay.Engine{}
	err = engine.Run(context.Background(), tasks, func(r *replay.Result) error {
		fmt.Printf("%s covers %.2f of %d jobs\n", r.Score.Method, r.Score.Coverage, r.Score.Bounded)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output: bmbp covers 0.97 of 900 jobs
}

// A log has a job that never started, and one that names no queue.
func ExampleLoad() {
	const text = `; Queue: 1 day
1 0 5 600 8 -1 -1 8 600 -1 1 1 1 -1 1 -1 -1 -1
2 60 -1 -1 8 -1 -1 8 600 -1 5 1 1 -1 1 -1 -1 -1
3 90 20 600 4 -1 -1 4 900 -1 1 1 1 -1 -1 -1 -1 -1
`
	jobs, err := replay.Load("example", swf.NewReader(strings.NewReader(text), "example.swf"), swf.Started, nil)
	if err != nil {
		log.Fatal(err)
	}
	series, _ := replay.Group(jobs, nil)
	for _, s := range series {
		fmt.Println(s.Queue, s.Len(), s.Job(0).Wait)
	}
	fmt.Println("read", jobs.Read)
	// Output:
	// day 1 5
	// none 1 20
	// read 3
}

// Of four jobs one waits longer than its bound, and one has no bound.
func ExampleScorer() {
	s := replay.NewScore()
	level := methods.Level{Quantile: 0.75, Confidence: 0.95}
	scorer := replay.NewScorer(level, replay.Clock{}, 0, 4)
	for i, bound := range []float64{60, 60, 60, math.NaN()} {
		scorer.Add(float64(100*i), []float64{30, 60, 80, 10}[i], bound, 1)
	}
	scorer.Fill(&s)
	fmt.Printf("%d bounded, share %.3f, mean pinball loss %.1f s\n", s.Bounded, s.Coverage, s.Pinball)
	// Output: 3 bounded, share 0.667, mean pinball loss 7.5 s
}
