package replay

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sort"

	"golang.org/x/sync/errgroup"
)

// Series holds the jobs that one predictor sees: the jobs of a queue, or of a
// queue within a range of processors.
type Series struct {
	Trace *Trace
	Queue string
	Range string  // AllRanges or the range's name
	jobs  []int32 // indices into Trace.Jobs, in replay order
	order []int32 // positions in jobs, in the order in which the waits become known
	whole int     // jobs of which the training part is a fraction
	queue int32   // index of the queue in Trace.Queues
}

// Len returns the number of jobs in the series.
func (s *Series) Len() int { return len(s.jobs) }

// Job returns the job at position i in replay order.
func (s *Series) Job(i int) Job { return *s.job(i) }

func (s *Series) job(i int) *Job { return &s.Trace.Jobs[s.jobs[i]] }

// NewSeries returns a series with a trace of its own of jobs in replay order.
func NewSeries(trace, queue, name string, jobs []Job) *Series {
	s := &Series{
		Trace: &Trace{Name: trace, Queues: []Queue{{Name: queue}}, Jobs: slices.Clone(jobs)},
		Queue: queue, Range: name,
	}
	for i := range jobs {
		s.Trace.Jobs[i].replayed = true
		s.jobs = append(s.jobs, int32(i))
	}
	s.arrange()
	return s
}

// Known returns the series as it is known at a time, in seconds of the log.
// Jobs that have not started or ended by then are as at a Snapshot. All jobs
// that wait are in the series, also those that will be cancelled. Known copies
// the jobs.
func (s *Series) Known(now float64) *Series { return s.known(now, true) }

// known is Known, with or without jobs that will be cancelled.
func (s *Series) known(now float64, cancelled bool) *Series {
	trace := *s.Trace
	n := sort.Search(len(trace.Jobs), func(i int) bool { return !(trace.Jobs[i].Submit <= now) })
	trace.Jobs = slices.Clone(s.Trace.Jobs[:n])
	cut := &Series{Trace: &trace, Queue: s.Queue, Range: s.Range, whole: s.whole, queue: s.queue}
	trace.only = &cut.queue
	ranges, _ := ParseRanges(s.Range) // none for AllRanges
	for i := range trace.Jobs {
		j := &trace.Jobs[i]
		start := j.Start()
		inRange := ranges == nil || rangeOf(ranges, j.Procs) == 0
		if j.queue == s.queue && (j.replayed || j.pending() || cancelled && start > now) &&
			inRange {
			j.replayed = true
			cut.jobs = append(cut.jobs, int32(i))
		}
		switch {
		case start > now:
			j.Wait, j.Run, j.CPU = math.Inf(1), math.NaN(), -1
		case j.Run > 0 && start+j.Run > now:
			j.Run, j.CPU = math.NaN(), -1
		}
	}
	cut.order = cut.startOrder()
	return cut
}

// At returns the series as it is known at a time, in seconds of the log, with a
// job submitted then as its last, which needs processors, estimate, user and
// program. A replay has the same result for the job as a replay of the whole
// log, with the training part of the whole series. Waiting jobs that will be
// cancelled count on the machine alone.
func (s *Series) At(now float64, job Job) *Series {
	cut := s.known(now, false)
	job.Submit, job.Wait, job.Run, job.CPU = now, math.Inf(1), math.NaN(), -1
	job.queue, job.replayed = s.queue, true
	cut.jobs = append(cut.jobs, int32(len(cut.Trace.Jobs)))
	cut.Trace.Jobs = append(cut.Trace.Jobs, job)
	cut.order = cut.startOrder()
	return cut
}

// Waiting returns the positions of the jobs that wait at the end of the series.
func (s *Series) Waiting() (positions []int) {
	for i := range s.Len() {
		if s.job(i).pending() {
			positions = append(positions, i)
		}
	}
	return positions
}

// Reached returns questions about the jobs from position first on that wait
// longer than an age in seconds, at that age. It leaves out jobs that still
// wait.
func (s *Series) Reached(age float64, first int) (questions []Question) {
	for i := first; i < s.Len(); i++ {
		if j := s.job(i); j.Wait > age && !j.pending() {
			questions = append(questions, Question{i, j.Submit + age})
		}
	}
	return questions
}

// after returns the questions of Reached, and a series of their jobs: submitted
// so much later, with the remaining waits.
func (s *Series) after(age float64, first int) (*Series, []Question) {
	trace := *s.Trace
	trace.Jobs = nil
	aged := &Series{Trace: &trace, Queue: s.Queue, Range: s.Range, queue: s.queue}
	questions := s.Reached(age, first)
	for i, q := range questions {
		j := s.Job(q.Job)
		j.Submit, j.Wait = q.Time, j.Wait-age
		aged.jobs = append(aged.jobs, int32(i))
		trace.Jobs = append(trace.Jobs, j)
	}
	aged.arrange()
	return aged, questions
}

// arrange sets what follows from the jobs of a whole series.
func (s *Series) arrange() { s.order, s.whole = s.startOrder(), len(s.jobs) }

// Group cuts the jobs of a trace into series: for each queue all its jobs, then
// its jobs by range. It leaves out series without jobs. It also counts the jobs
// in no range: those whose processors are unknown or outside the ranges. They
// are in the series of all jobs only.
func Group(t *Trace, ranges []Range) (series []*Series, outside int) {
	width := 1 + len(ranges)
	groups := make([][]int32, width*len(t.Queues))
	for i := range t.Jobs {
		j := &t.Jobs[i]
		if !j.replayed {
			continue
		}
		g := width * int(j.queue)
		groups[g] = append(groups[g], int32(i))
		if r := rangeOf(ranges, j.Procs); r >= 0 {
			groups[g+1+r] = append(groups[g+1+r], int32(i))
		} else if len(ranges) > 0 {
			outside++
		}
	}
	for g, jobs := range groups {
		if len(jobs) == 0 {
			continue
		}
		s := &Series{Trace: t, Queue: t.Queues[g/width].Name, Range: AllRanges, jobs: jobs,
			queue: int32(g / width)}
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

// rangeOf returns the index of the range of a number of processors; -1 for
// none.
func rangeOf(ranges []Range, procs int64) int {
	return slices.IndexFunc(ranges, func(r Range) bool { return r.Holds(procs) })
}

// startOrder returns the positions of the jobs in order of start; of equal
// starts, in order of submission.
func (s *Series) startOrder() []int32 {
	order := make([]int32, s.Len())
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		if c := cmp.Compare(s.job(int(a)).Start(), s.job(int(b)).Start()); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	return order
}
