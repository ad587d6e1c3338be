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

// allQueues is the queue of all jobs of a log in which no job names a queue.
const allQueues = "all"

// numbering holds the indices of the queues of a log by their numbers, in the
// order in which they appear. The number -1 is for jobs without a queue.
type numbering map[int64]int32

// index returns the index of a queue, which is a new one for a new number.
func (n numbering) index(number int64) int32 {
	number = max(number, -1)
	index, ok := n[number]
	if !ok {
		index = int32(len(n))
		n[number] = index
	}
	return index
}

// names returns the names of the queues by index. named is whether any job of
// the log names a queue.
func (n numbering) names(h *swf.Header, named bool) []string {
	queues := make([]string, len(n))
	for number, index := range n {
		switch {
		case number >= 0:
			queues[index] = h.QueueName(number)
		case named:
			queues[index] = swf.NoQueue
		default:
			queues[index] = allQueues
		}
	}
	return queues
}

// keepQueues leaves out the jobs of all queues but the wanted ones, which are
// given by name or number.
func (t *Log) keepQueues(n numbering, nameOf, wanted []string) error {
	if len(wanted) == 0 {
		return nil
	}
	keep := make([]bool, len(nameOf))
	for _, name := range wanted {
		index := slices.Index(nameOf, swf.Text(name))
		number, err := strconv.ParseInt(name, 10, 64)
		if numbered, ok := n[number]; ok && index < 0 && err == nil && number >= 0 {
			index = int(numbered)
		}
		if index < 0 {
			return fmt.Errorf("%s: %w", t.Name, methods.Unknown("queue", name, nameOf))
		}
		keep[index] = true
	}
	for i := range t.Jobs {
		if j := &t.Jobs[i]; !j.unselected && !keep[j.queue] {
			j.unselected = true
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
func (t *Log) arrangeQueues(n numbering, nameOf []string) {
	waits := make([][]float64, len(n))
	for i := range t.Jobs {
		if j := &t.Jobs[i]; !j.unselected {
			waits[j.queue] = append(waits[j.queue], j.Wait)
		}
	}
	numbers := make([]int64, len(n)) // by index
	order := make([]int32, len(n))
	for number, index := range n {
		numbers[index], order[index] = number, index
	}
	slices.SortFunc(order, func(a, b int32) int {
		if empty := cmp.Compare(min(1, len(waits[b])), min(1, len(waits[a]))); empty != 0 {
			return empty
		}
		return cmp.Compare(uint64(numbers[a]), uint64(numbers[b])) // -1 last
	})
	rank := make([]int32, len(n))
	for i, index := range order {
		rank[index] = int32(i)
		if len(waits[index]) > 0 {
			q := Queue{Name: nameOf[index], Number: numbers[index]}
			q.describe(waits[index])
			t.Queues = append(t.Queues, q)
		} else {
			t.otherQueues = append(t.otherQueues, nameOf[index])
		}
	}
	for i := range t.Jobs {
		t.Jobs[i].queue = rank[t.Jobs[i].queue]
	}
}

// describe sets the statistics of the waits, which it reorders.
func (q *Queue) describe(waits []float64) {
	q.Jobs, q.Mean = len(waits), backtest.Mean(waits)
	squares := 0.0
	for _, w := range waits {
		d := w - q.Mean
		squares += float64(d * d)
	}
	q.StdDev = math.Sqrt(squares / float64(len(waits)-1))
	q.Median = backtest.Median(waits)
}
