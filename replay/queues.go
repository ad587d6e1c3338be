package replay

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay/backtest"
	"waitbench/swf"
)

// Queue is a queue of a log, with statistics of its waits in seconds.
type Queue struct {
	Name   string
	Number int64 // in the log, -1 for none
	Jobs   int
	Mean   float64
	Median float64
	StdDev float64 // with divisor n-1; NaN for a single job
}

// allQueues is the queue of all jobs of a log in which no job names a queue.
const allQueues = "all"

// numbering holds the indices of the queues of a log by their numbers, in the
// order in which they appear. The number -1 is for jobs without a queue.
type numbering map[int64]int32

// index returns the index of a queue, which is a new one for a new number.
func (n numbering) index(number int64) int32 {
	number = max(number, -1)
	at, ok := n[number]
	if !ok {
		at = int32(len(n))
		n[number] = at
	}
	return at
}

// names returns the names of the queues by index. named is whether any job of
// the log names a queue.
func (n numbering) names(h *swf.Header, named bool) []string {
	names := make([]string, len(n))
	for number, at := range n {
		switch {
		case number >= 0:
			names[at] = h.QueueName(number)
		case named:
			names[at] = swf.NoQueue
		default:
			names[at] = allQueues
		}
	}
	return names
}

// keepQueues leaves out the jobs of all queues but the wanted ones, which are
// given by name or number.
func (t *Log) keepQueues(n numbering, names, wanted []string) error {
	if len(wanted) == 0 {
		return nil
	}
	keep := make([]bool, len(names))
	for _, name := range wanted {
		at := slices.Index(names, swf.Text(name))
		if number, err := strconv.ParseInt(name, 10, 64); at < 0 && err == nil && number >= 0 {
			if index, ok := n[number]; ok {
				at = int(index)
			}
		}
		if at < 0 {
			return fmt.Errorf("%s: %w", t.Name, methods.Unknown("queue", name, names))
		}
		keep[at] = true
	}
	for i := range t.Jobs {
		if j := &t.Jobs[i]; j.replayed && !keep[j.queue] {
			j.replayed = false
			t.Filtered++
		}
	}
	if t.Counts[swf.Selected] == t.Filtered {
		return fmt.Errorf("%s: no job of the queues %s is selected", t.Name,
			strings.Join(wanted, ", "))
	}
	return nil
}

// arrangeQueues sorts the queues: first those with replayed jobs, by their
// numbers with no queue last, then the others.
func (t *Log) arrangeQueues(n numbering, names []string) {
	waits := make([][]float64, len(n))
	for i := range t.Jobs {
		if j := &t.Jobs[i]; j.replayed {
			waits[j.queue] = append(waits[j.queue], j.Wait)
		}
	}
	numbers := make([]int64, len(n)) // by index
	order := make([]int32, len(n))
	for number, at := range n {
		numbers[at], order[at] = number, at
	}
	slices.SortFunc(order, func(a, b int32) int {
		if empty := cmp.Compare(min(1, len(waits[b])), min(1, len(waits[a]))); empty != 0 {
			return empty
		}
		return cmp.Compare(uint64(numbers[a]), uint64(numbers[b])) // -1 last
	})
	place := make([]int32, len(n))
	for i, at := range order {
		place[at] = int32(i)
		if len(waits[at]) > 0 {
			q := Queue{Name: names[at], Number: numbers[at]}
			q.describe(waits[at])
			t.Queues = append(t.Queues, q)
		} else {
			t.otherQueues = append(t.otherQueues, names[at])
		}
	}
	for i := range t.Jobs {
		t.Jobs[i].queue = place[t.Jobs[i].queue]
	}
}

// QueueNames returns the names of the queues.
func (t *Log) QueueNames() []string {
	names := make([]string, len(t.Queues))
	for i, q := range t.Queues {
		names[i] = q.Name
	}
	return names
}

// describe sets the statistics of the waits, which it reorders.
func (q *Queue) describe(waits []float64) {
	n := float64(len(waits))
	q.Jobs = len(waits)
	var sum, squares float64
	for _, w := range waits {
		sum += w
	}
	q.Mean = sum / n
	for _, w := range waits {
		d := w - q.Mean
		squares += float64(d * d)
	}
	q.StdDev = math.Sqrt(squares / (n - 1))
	q.Median = backtest.Median(waits)
}
