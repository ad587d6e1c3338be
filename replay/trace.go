package replay

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strings"

	"waitbench/swf"
)

// Trace is the selected jobs of one log.
type Trace struct {
	Name       string
	Jobs       []Job       // in replay order: by submission, equal times in the order of the log
	Queues     []Queue     // by number, the jobs without a queue last
	Header     *swf.Header // of the log
	Read       int         // jobs read
	Counts     swf.Counts  // jobs by the rule that selected them or left them out
	OutOfOrder int         // lines submitted before the line above them
	Filtered   int         // selected jobs left out because their queue was not asked for
}

// Queue is a queue of a trace, with its waits in seconds as in the paper's table 1.
type Queue struct {
	Name   string
	Jobs   int
	Mean   float64
	Median float64
	StdDev float64 // with divisor n-1; NaN for a single job
}

// The queues of jobs that name none.
const (
	allQueues = "all"  // in a log in which no job names a queue
	noQueue   = "none" // in a log in which other jobs do
)

// ErrNoWaits is returned for a log none of whose jobs has a wait time.
var ErrNoWaits = errors.New("the log has no wait times (field 3 is negative in every line), so there is nothing to predict")

// Load reads a log and keeps the jobs that sel selects, in replay order. If queues is not empty only jobs of the queues
// it names are kept; a name that the log does not have is an error that lists those it has.
func Load(name string, r *swf.Reader, sel swf.Selection, queues []string) (*Trace, error) {
	t := &Trace{Name: name}
	var (
		line    swf.Job
		numbers = map[int64]int32{} // queue number to its place in order of appearance
		waits   bool
		named   bool
		last    = math.Inf(-1)
	)
	for {
		err := r.Read(&line)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		t.Read++
		if line.Submit < last {
			t.OutOfOrder++
		}
		last = line.Submit
		waits = waits || line.Wait >= 0
		named = named || line.Queue >= 0
		rule := sel.Rule(&line)
		t.Counts.Add(rule)
		if rule != swf.Selected {
			continue
		}
		q, ok := numbers[max(line.Queue, -1)]
		if !ok {
			q = int32(len(numbers))
			numbers[max(line.Queue, -1)] = q
		}
		t.Jobs = append(t.Jobs, Job{ID: line.ID, Submit: line.Submit, Wait: line.Wait, Estimate: line.Estimate(), Procs: line.Procs(),
			User: line.User, Executable: line.Executable, queue: q, size: -1})
	}
	t.Header = r.Header()
	switch {
	case t.Read == 0:
		return nil, fmt.Errorf("%s: the log has no jobs", name)
	case !waits:
		return nil, fmt.Errorf("%s: %w", name, ErrNoWaits)
	case len(t.Jobs) == 0:
		return nil, fmt.Errorf("%s: none of the %d jobs is selected by --select %s", name, t.Read, sel)
	}
	t.Jobs = slices.Clip(t.Jobs)
	t.sortQueues(numbers, named)
	if err := t.keepQueues(queues); err != nil {
		return nil, err
	}
	if !slices.IsSortedFunc(t.Jobs, bySubmit) {
		slices.SortStableFunc(t.Jobs, bySubmit)
	}
	t.describeQueues()
	return t, nil
}

func bySubmit(a, b Job) int {
	switch {
	case a.Submit < b.Submit:
		return -1
	case a.Submit > b.Submit:
		return 1
	}
	return 0
}

// sortQueues names the queues, puts them in order of their numbers, and renumbers the jobs.
func (t *Trace) sortQueues(numbers map[int64]int32, named bool) {
	keys := make([]int64, 0, len(numbers))
	for n := range numbers {
		keys = append(keys, n)
	}
	sort.Slice(keys, func(i, j int) bool { return uint64(keys[i]) < uint64(keys[j]) }) // -1 last
	place := make([]int32, len(numbers))
	t.Queues = make([]Queue, len(numbers))
	for i, n := range keys {
		place[numbers[n]] = int32(i)
		switch {
		case n >= 0:
			t.Queues[i].Name = t.Header.QueueName(n)
		case named:
			t.Queues[i].Name = noQueue
		default:
			t.Queues[i].Name = allQueues
		}
	}
	for i := range t.Jobs {
		t.Jobs[i].queue = place[t.Jobs[i].queue]
	}
}

// keepQueues leaves out the jobs of all queues but the named ones.
func (t *Trace) keepQueues(names []string) error {
	if len(names) == 0 {
		return nil
	}
	place := make([]int32, len(t.Queues))
	var kept []Queue
	for i, q := range t.Queues {
		place[i] = -1
		if slices.Contains(names, q.Name) {
			place[i] = int32(len(kept))
			kept = append(kept, q)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(kept, func(q Queue) bool { return q.Name == name }) {
			return fmt.Errorf("%s: unknown queue %q; the log has %s", t.Name, name, strings.Join(t.QueueNames(), ", "))
		}
	}
	jobs := t.Jobs[:0]
	for _, j := range t.Jobs {
		if j.queue = place[j.queue]; j.queue >= 0 {
			jobs = append(jobs, j)
		}
	}
	t.Filtered = len(t.Jobs) - len(jobs)
	t.Jobs, t.Queues = jobs, kept
	return nil
}

// QueueNames lists the names of the queues.
func (t *Trace) QueueNames() []string {
	names := make([]string, len(t.Queues))
	for i, q := range t.Queues {
		names[i] = q.Name
	}
	return names
}

func (t *Trace) describeQueues() {
	waits := make([][]float64, len(t.Queues))
	for i := range t.Jobs {
		j := &t.Jobs[i]
		waits[j.queue] = append(waits[j.queue], j.Wait)
	}
	for i, w := range waits {
		t.Queues[i].describe(w)
	}
}

// describe fills in the statistics of the waits, which it reorders.
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
	q.Median = median(waits)
}
