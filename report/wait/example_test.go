package wait_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/report/wait"
	"waitbench/swf"
)

// A queue has a job every ten minutes, the waits are 1 min, 2 min, ... 100 min
// in no order. How long does a job wait that is submitted a day after the last
// one?
func ExampleLog_Ask() {
	var text strings.Builder
	text.WriteString("; UnixStartTime: 978336000\n; MaxProcs: 64\n; Queue: 1 batch\n")
	for i := range 100 {
		fmt.Fprintf(&text, "%d %d %d 60 4 -1 -1 4 600 -1 1 1 1 1 1 1 -1 -1\n", i+1, 600*i, 60*(1+37*i%100))
	}
	f, err := swf.OpenReader(strings.NewReader(text.String()), "batch.swf")
	if err != nil {
		log.Fatal(err)
	}
	settings := run.Defaults()
	settings.Methods, settings.Quantiles = []string{"bmbp"}, []string{"0.95", "0.5"}
	plan, err := run.NewPlan("replay", settings, replay.Engine{})
	if err != nil {
		log.Fatal(err)
	}
	jobs, err := wait.Load(plan, "batch", f)
	if err != nil {
		log.Fatal(err)
	}
	jobs.Keep("batch", replay.AllRanges)
	reply, err := jobs.Ask(context.Background(), wait.Question{Now: jobs.End() + 86400,
		Job: replay.Job{Procs: 4, Estimate: -1, User: -1, Executable: -1}})
	if err != nil {
		log.Fatal(err)
	}
	answer := reply.Answers[0]
	fmt.Println(answer.Method, answer.Bounds, answer.Trusted())
	fmt.Printf("held for %.3f of %d jobs\n", answer.HeldShare(), answer.Recent.Jobs)
	// Output:
	// bmbp [5940 3540] true
	// held for 1.000 of 36 jobs
}
