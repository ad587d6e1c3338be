// Longest is a method as a program: no job waits longer than the longest wait
// known of its queue.
//
//	waitbench replay LOG --exec jobs=longest --exec ticks='longest -log -ticks'
//
// For the messages see waitbench help exec. It needs the standard library only.
package main

import (
	"encoding/json"
	"flag"
	"log"
	"os"
)

// event is any message after the hello; its first field is its kind.
type event struct {
	Submitted, Started *int
	Tick               *float64
	Queue              int
	Wait               float64
}

// answer is for a job or at a tick.
type answer struct {
	Job    *int     `json:"job,omitempty"`
	Tick   *float64 `json:"tick,omitempty"`
	Bounds any      `json:"bounds"` // by level; at a tick by queue and level
}

// method keeps the longest wait of each queue, as of now and as of the last
// tick.
type method struct {
	queueOf        map[int]int // of jobs that wait
	longest, bound []*float64  // nil for none
	levels         int
}

func (m *method) started(e *event) {
	queue := m.queueOf[*e.Started]
	delete(m.queueOf, *e.Started)
	if longest := m.longest[queue]; longest == nil || e.Wait > *longest {
		m.longest[queue] = &e.Wait
	}
}

// bounds lists the bound of a queue once for each level.
func (m *method) bounds(queue int) []*float64 {
	list := make([]*float64, m.levels)
	for i := range list {
		list[i] = m.bound[queue]
	}
	return list
}

func main() {
	log.SetFlags(0)
	whole := flag.Bool("log", false, "one process for a whole log")
	ticks := flag.Bool("ticks", false, "answer at ticks, for all jobs until the next")
	flag.Parse()
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	send := func(message any) { // in one line, at once
		if err := out.Encode(message); err != nil {
			log.Fatal(err)
		}
	}
	hello := map[string]any{"hello": 1, "scope": "series", "answers": "jobs"}
	if *whole {
		hello["scope"] = "log"
	}
	if *ticks {
		hello["answers"] = "ticks"
	}
	send(hello)
	var info struct {
		Queues []string
		Levels []struct{ Side string }
	}
	if err := in.Decode(&info); err != nil {
		log.Fatal(err)
	}
	queues := len(info.Queues)
	m := &method{map[int]int{}, make([]*float64, queues),
		make([]*float64, queues), len(info.Levels)}
	for {
		var e event
		if in.Decode(&e) != nil {
			return // the end of the input
		}
		switch {
		case e.Submitted != nil:
			m.queueOf[*e.Submitted] = e.Queue
			if !*ticks {
				send(answer{Job: e.Submitted, Bounds: m.bounds(e.Queue)})
			}
		case e.Started != nil:
			m.started(&e)
		case e.Tick != nil:
			copy(m.bound, m.longest)
			if *ticks {
				all := make([][]*float64, queues)
				for queue := range all {
					all[queue] = m.bounds(queue)
				}
				send(answer{Tick: e.Tick, Bounds: all})
			}
		}
	}
}
