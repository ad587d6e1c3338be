package sched_test

import (
	"fmt"

	"waitbench/methods/sched"
)

// The wait of a job that is submitted now, at 1000 s, if every job runs to its
// wall time: one has been running for 400 s, one waits.
func ExampleState() {
	running := []sched.Running{{Start: 600, Job: sched.Job{ID: 1, Procs: 3, Run: 900, Wall: 900}}}
	s, err := sched.NewState(sched.Machine{Procs: 4}, sched.Policy{Discipline: sched.EASY}, 1000, running)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, j := range []sched.Job{{ID: 2, Procs: 4, Run: 300, Wall: 300}, {ID: 3, Procs: 2, Run: 60, Wall: 60}} {
		if err := s.Submit(j); err != nil {
			fmt.Println(err)
			return
		}
	}
	for now := 1000.0; ; now = s.NextEnd() {
		s.Advance(now)
		for _, j := range s.Schedule() {
			if j.ID == 3 {
				fmt.Printf("job 3 waits %g s\n", now-1000)
				return
			}
		}
	}
	// Output: job 3 waits 800 s
}
