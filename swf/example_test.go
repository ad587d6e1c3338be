package swf_test

import (
	"fmt"
	"log"
	"strings"

	"waitbench/swf"
)

const text = `; Computer: example
; MaxProcs: 128 (batch)
; Queue: 3 normal (18 h)
1  0  90 3600 8 -1 -1 8 7200 -1 1 1 1 -1 3 -1 -1 -1
2 60  30    0 8 -1 -1 8 7200 -1 5 1 1 -1 3 -1 -1 -1
`

func ExampleReader() {
	r := swf.NewReader(strings.NewReader(text), "example.swf")
	for job, err := range r.All() {
		if err != nil {
			log.Fatal(err)
		}
		if swf.Started.Rule(&job) == swf.Selected {
			fmt.Printf("job %d of queue %s started at %v s\n", job.ID, r.Header().QueueName(job.Queue), job.Submit+job.Wait)
		}
	}
	procs, _ := r.Header().Int("MaxProcs")
	fmt.Println(procs, "processors")
	// Output:
	// job 1 of queue normal started at 90 s
	// 128 processors
}

func ExampleRowError() {
	r := swf.NewReader(strings.NewReader(text+"3 120 6O\n"), "example.swf")
	for _, err := range r.All() {
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output: example.swf:6: field 3 (wait time): not a number: "6O"
}
