package replay

import (
	"math"
	"runtime"
	"slices"
	"sort"

	"golang.org/x/sync/errgroup"

	"waitbench/methods/heap"
)

// Series is the jobs one predictor sees: those of a queue, or of a queue within a range of
// processors.
type Series struct {
	Trace *Trace
	Queue string
	Range string  // AllRanges or the range's name
	jobs  []int32 // indices into Trace.Jobs, in replay order
	order []int32 // positions in jobs, in the order in which the waits become known
	whole int     // jobs of which the training part is a fraction
	queue int32   // its place in Trace.Queues
}

// Len is the number of jobs in the series.
func (s *Series) Len() int { return len(s.jobs) }

// Job gives the job at position i in replay order.
func (s *Series) Job(i int) Job { return s.Trace.Jobs.At(int(s.jobs[i])) }

// times are the submission and the wait of that job, seconds.
func (s *Series) times(i int) (submit, wait float64) { return s.Trace.Jobs.times(int(s.jobs[i])) }

// NewSeries makes a series of its own of jobs in replay order.
func NewSeries(trace, queue, name string, jobs []Job) *Series {
	s := &Series{Trace: &Trace{Name: trace, Queues: []Queue{{Name: queue}}}, Queue: queue, Range: name}
	for i, j := range jobs {
		j.replayed = true
		s.Trace.Jobs.Append(j)
		s.jobs = append(s.jobs, int32(i))
	}
	s.arrange()
	return s
}

// At is the series as it is known at a time, in seconds of the log, with a job submitted then as its
// last; of the job count processors, estimate, user and program. Jobs that have not started or ended
// by then are as at a Snapshot then. What a method says of the job is what it says of one that a
// replay of the whole log has there: the bound as of the last tick, the training part that of the
// whole series. A log that was cut there, as a Snapshot is, knows less: its training part is one of
// the jobs that have started by then; and jobs that wait and will be cancelled count among those
// that a replay has, so that a predictor may be refitted at a tick more. Cost: a copy of the jobs.
func (s *Series) At(now float64, asked Job) *Series {
	trace := *s.Trace
	ranges, _ := ParseRanges(s.Range) // none for AllRanges
	n := sort.Search(trace.Jobs.Len(), func(i int) bool { return !(trace.Jobs.At(i).Submit <= now) })
	asked.Submit, asked.Wait, asked.Run, asked.CPU, asked.queue, asked.replayed = now, math.Inf(1), math.NaN(), -1, s.queue, true
	trace.Jobs = s.Trace.Jobs.Clone(n)
	trace.Jobs.Append(asked)
	cut := &Series{Trace: &trace, Queue: s.Queue, Range: s.Range, whole: s.whole, queue: s.queue}
	trace.asked = &cut.queue
	for i, j := range trace.Jobs.All() {
		if j.queue == s.queue && (j.replayed || j.pending()) && (ranges == nil || rangeOf(ranges, j.Procs) == 0 || i == n) {
			cut.jobs = append(cut.jobs, int32(i))
		}
		switch start := j.Start(); {
		case start > now:
			j.Wait, j.Run, j.CPU = math.Inf(1), math.NaN(), -1
			trace.Jobs.Set(i, j)
		case j.Run > 0 && start+j.Run > now:
			j.Run, j.CPU = math.NaN(), -1
			trace.Jobs.Set(i, j)
		}
	}
	cut.order = startOrder(cut)
	return cut
}

// arrange finds out what follows from the jobs of a whole series.
func (s *Series) arrange() { s.order, s.whole = startOrder(s), len(s.jobs) }

// Group cuts the jobs of a trace into series: for each queue all its jobs, then its jobs by range.
// Series without jobs are left out. It also counts the jobs that lie in no range, for want of a
// processor count or because the ranges leave it out; these are in the series of all jobs only.
func Group(t *Trace, ranges []Range) (series []*Series, outside int) {
	width := 1 + len(ranges)
	counts, groups := make([]int, width*len(t.Queues)), make([][]int32, width*len(t.Queues))
	each := func(use func(i, group int)) {
		outside = 0
		for i := range t.Jobs.Len() {
			queue, procs, replayed := t.Jobs.group(i)
			if !replayed {
				continue
			}
			g := width * int(*queue)
			use(i, g)
			if r := rangeOf(ranges, procs); r >= 0 {
				use(i, g+1+r)
			} else if len(ranges) > 0 {
				outside++
			}
		}
	}
	each(func(_, g int) { counts[g]++ })
	for g, n := range counts {
		groups[g] = make([]int32, 0, n)
	}
	each(func(i, g int) { groups[g] = append(groups[g], int32(i)) })
	for g, jobs := range groups {
		if len(jobs) == 0 {
			continue
		}
		s := &Series{Trace: t, Queue: t.Queues[g/width].Name, Range: AllRanges, jobs: jobs, queue: int32(g / width)}
		if r := g % width; r > 0 {
			s.Range = ranges[r-1].String()
		}
		series = append(series, s)
	}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, s := range series {
		group.Go(func() error {
			s.arrange()
			return nil
		})
	}
	group.Wait()
	return series, outside
}

// rangeOf is the place of the range of a number of processors; -1 for none.
func rangeOf(ranges []Range, procs int64) int {
	return slices.IndexFunc(ranges, func(r Range) bool { return r.Holds(procs) })
}

// startOrder gives the positions of the jobs of s in order of (start, position). Jobs pass through
// a heap of those that wait at a time, so that the cost per job grows with the length of the queue
// and not with that of the log.
func startOrder(s *Series) []int32 {
	order := make([]int32, 0, s.Len())
	var waiting heap.Heap[starting]
	for i := range s.jobs {
		submit, wait := s.times(i)
		for len(waiting) > 0 && waiting[0].start < submit {
			order = append(order, waiting.Pop().at)
		}
		waiting.Push(starting{submit + wait, int32(i)})
	}
	for len(waiting) > 0 {
		order = append(order, waiting.Pop().at)
	}
	return order
}

type starting struct {
	start float64
	at    int32 // position in the series
}

func (a starting) Before(b starting) bool {
	return a.start < b.start || a.start == b.start && a.at < b.at
}
