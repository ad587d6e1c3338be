package replay_test

import (
	"context"
	"fmt"
	"log"
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
	jobs, err := replay.Load("example", swf.NewReader(strings.NewReader(text.String()), "example.swf"), swf.Started, nil)
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
