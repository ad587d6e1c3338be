// Longest is a method as a program: no job waits longer than the longest wait known of its queue.
//
//	waitbench replay LOG --methods "exec:'longest',exec:'longest -log -ticks'"
//
// The messages are those of waitbench help exec. It needs the standard library only.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"log"
	"os"
)

// event is any message behind the hello; its first field says which.
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

// site is the hello.
type site struct {
	Queues []string
	Levels []struct{ Side string }
}

// method keeps the longest wait of each queue, as of now and as of the last tick.
type method struct {
	queueOf        map[int]int // of jobs that wait, where there are several queues
	longest, bound []*float64  // nil for none
	levels         int
}

func (m *method) started(e *event) {
	queue := m.queueOf[*e.Started]
	delete(m.queueOf, *e.Started)
	if was := m.longest[queue]; was == nil || e.Wait > *was {
		m.longest[queue] = &e.Wait
	}
}

// bounds are those of a queue, one for each level.
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
	in, out := bufio.NewReaderSize(os.Stdin, 1<<16), json.NewEncoder(os.Stdout)
	say := func(message any) { // in one line, at once
		if err := out.Encode(message); err != nil {
			log.Fatal(err)
		}
	}
	scope, answers := "series", "jobs"
	if *whole {
		scope = "log"
	}
	if *ticks {
		answers = "ticks"
	}
	say(map[string]any{"hello": 1, "scope": scope, "answers": answers})
	var s site
	if line, err := in.ReadBytes('\n'); err != nil || json.Unmarshal(line, &s) != nil {
		log.Fatal("no hello")
	}
	m := &method{queueOf: map[int]int{}, longest: make([]*float64, len(s.Queues)), bound: make([]*float64, len(s.Queues)), levels: len(s.Levels)}
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return // all is over
		}
		if *ticks && len(s.Queues) == 1 && bytes.HasPrefix(line, []byte(`{"submitted"`)) {
			continue // answered at the tick
		}
		var e event
		if err := json.Unmarshal(line, &e); err != nil {
			log.Fatalf("%s: %v", line, err)
		}
		switch {
		case e.Submitted != nil:
			if len(s.Queues) > 1 {
				m.queueOf[*e.Submitted] = e.Queue
			}
			if !*ticks {
				say(answer{Job: e.Submitted, Bounds: m.bounds(e.Queue)})
			}
		case e.Started != nil:
			m.started(&e)
		case e.Tick != nil:
			copy(m.bound, m.longest)
			if *ticks {
				all := make([][]*float64, len(s.Queues))
				for queue := range all {
					all[queue] = m.bounds(queue)
				}
				say(answer{Tick: e.Tick, Bounds: all})
			}
		}
	}
}
