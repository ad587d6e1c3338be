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
	Log   *Log
	Queue string
	Range string  // AllRanges or the range's name
	jobs  []int32 // indices into Log.Jobs, in replay order
	// indices of the jobs of the queue and range that are not selected, in the
	// order of submission
	others []int32
	// positions in jobs, and in others as len(jobs) + position, in the order in
	// which the jobs start or leave the queue
	order []int32
	whole int   // jobs of which the training part is a fraction
	queue int32 // index of the queue in Log.Queues
}

// Len returns the number of jobs in the series.
func (s *Series) Len() int { return len(s.jobs) }

// Job returns the job at position i in replay order.
func (s *Series) Job(i int) Job { return *s.job(i) }

func (s *Series) job(i int) *Job { return &s.Log.Jobs[s.jobs[i]] }

// AsOf returns the log as it is known at a time, in seconds of the log. Jobs that
// have not started or ended by then are as at a Snapshot. All jobs that wait are
// selected. AsOf copies the jobs. Results on series of this log answer questions
// about jobs that are submitted then: see Result.Ask.
func (t *Log) AsOf(now float64) *Log {
	log := *t
	n := sort.Search(len(log.Jobs), func(i int) bool { return !(log.Jobs[i].Submit <= now) })
	log.Jobs, log.asOf = slices.Clone(t.Jobs[:n]), &now
	for i := range log.Jobs {
		j := &log.Jobs[i]
		switch start := j.Start(); {
		case start > now:
			j.Wait, j.Run, j.CPU = math.Inf(1), math.NaN(), -1
			j.unselected = false
		case j.Run > 0 && start+j.Run > now:
			j.Run, j.CPU = math.NaN(), -1
		}
	}
	return &log
}

// isTrained reports whether a job submitted after all others at a time comes after
// the training part, of which no fraction is all jobs.
func (s *Series) isTrained(t Train, now float64) bool {
	return t.Fraction > 0 || len(s.jobs)+len(s.others) >= t.Jobs && now >= s.Log.First+t.Time
}

// in returns the series with the jobs of another log of the same queues.
func (s *Series) in(log *Log) *Series {
	of := &Series{Log: log, Queue: s.Queue, Range: s.Range, whole: s.whole, queue: s.queue}
	ranges, _ := ParseRanges(s.Range) // none for AllRanges
	for i := range log.Jobs {
		if j := &log.Jobs[i]; j.queue == s.queue && (ranges == nil || rangeOf(ranges, j.Procs) == 0) {
			of.add(i)
		}
	}
	of.order = of.startOrder()
	return of
}

// In returns the series of the jobs with processors in a range, not those without
// selected jobs.
func (s *Series) In(ranges ...Range) (in []*Series) {
	for _, r := range ranges {
		of := &Series{Log: s.Log, Queue: s.Queue, Range: r.String(), queue: s.queue}
		for _, i := range slices.Concat(s.jobs, s.others) {
			if rangeOf([]Range{r}, s.Log.Jobs[i].Procs) == 0 {
				of.add(int(i))
			}
		}
		if of.Len() > 0 {
			of.arrange()
			in = append(in, of)
		}
	}
	return in
}

// AsOf returns the series of Log.AsOf. The training part is of the whole series.
func (s *Series) AsOf(now float64) *Series { return s.in(s.Log.AsOf(now)) }

// add adds a job of the log, which comes after those that the series has.
func (s *Series) add(i int) {
	if s.Log.Jobs[i].unselected {
		s.others = append(s.others, int32(i))
	} else {
		s.jobs = append(s.jobs, int32(i))
	}
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

// trainingEnd returns the index in the log of the first job submitted to the
// series after the training part; the number of jobs of the log if there is
// none.
func (s *Series) trainingEnd(t Train) int32 {
	after := s.jobs
	if first := int(math.Floor(t.Fraction * float64(s.whole))); t.Fraction > 0 {
		after = after[min(first, len(after)):]
	} else {
		after = slices.Concat(s.jobs, s.others)
		slices.Sort(after)
		after = after[min(t.Jobs, len(after)):]
		after = after[sort.Search(len(after), func(i int) bool {
			return s.Log.Jobs[after[i]].Submit >= s.Log.First+t.Time
		}):]
	}
	if len(after) == 0 {
		return int32(len(s.Log.Jobs))
	}
	return after[0]
}

// firstScored returns the position of the first job of the series after the
// training part, and the trainingEnd.
func (s *Series) firstScored(t Train) (position int, end int32) {
	end = s.trainingEnd(t)
	position, _ = slices.BinarySearch(s.jobs, end)
	return position, end
}

// question asks for the remaining wait of a job that has waited for some time.
type question struct {
	job  int     // position in the series
	age  float64 // that it has waited, seconds
	time float64 // of the question, seconds from the start of the log
}

// questionsAtAges returns questions about the jobs from a position on when
// they have waited for each of some ages in seconds, in order of time. It
// leaves out jobs that still wait. But in a series of AsOf these come last, at
// its moment.
func (s *Series) questionsAtAges(ages []float64, from int) (questions []question) {
	var waiting []question
	for i := range s.Len() {
		j := s.job(i)
		if now := s.Log.asOf; j.pending() && now != nil {
			waiting = append(waiting, question{i, *now - j.Submit, *now})
		}
		for _, age := range ages {
			if i >= from && j.Wait > age && !j.pending() {
				questions = append(questions, question{i, age, j.Submit + age})
			}
		}
	}
	slices.SortStableFunc(questions, func(a, b question) int { return cmp.Compare(a.time, b.time) })
	return append(questions, waiting...)
}

// asked returns a series with a job for each question: submitted so much later,
// with the remaining wait.
func (s *Series) asked(questions []question) *Series {
	log := *s.Log
	log.Jobs = nil
	aged := &Series{Log: &log, Queue: s.Queue, Range: s.Range, queue: s.queue}
	for i, q := range questions {
		j := s.Job(q.job)
		j.Submit, j.Wait = q.time, j.Wait-q.age
		aged.jobs = append(aged.jobs, int32(i))
		log.Jobs = append(log.Jobs, j)
	}
	aged.arrange()
	return aged
}

// arrange sets what follows from the jobs of a whole series.
func (s *Series) arrange() { s.order, s.whole = s.startOrder(), len(s.jobs) }

// Group cuts the jobs of a log into series: for each queue all its jobs, then
// its jobs by range. It leaves out series without selected jobs. It also counts
// the selected jobs in no range: those whose processors are unknown or outside
// the ranges. They are in the series of all jobs only.
func Group(t *Log, ranges []Range) (series []*Series, outside int) {
	for q := range t.Queues {
		series = append(series, &Series{Log: t, Queue: t.Queues[q].Name, Range: AllRanges,
			queue: int32(q)})
		for _, r := range ranges {
			series = append(series, &Series{Log: t, Queue: t.Queues[q].Name,
				Range: r.String(), queue: int32(q)})
		}
	}
	width := 1 + len(ranges)
	for i := range t.Jobs {
		j := &t.Jobs[i]
		if int(j.queue) >= len(t.Queues) {
			continue
		}
		of := series[width*int(j.queue):]
		of[0].add(i)
		if r := rangeOf(ranges, j.Procs); r >= 0 {
			of[1+r].add(i)
		} else if len(ranges) > 0 && !j.unselected {
			outside++
		}
	}
	series = slices.DeleteFunc(series, func(s *Series) bool { return s.Len() == 0 })
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
	return slices.IndexFunc(ranges, func(r Range) bool { return r.Low <= procs && procs <= r.High })
}

// startOrder returns the order of the series: by start or leaving, of equal
// times by submission.
func (s *Series) startOrder() []int32 {
	order := make([]int32, s.Len()+len(s.others))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		i, j := s.index(a), s.index(b)
		if c := cmp.Compare(s.Log.Jobs[i].Start(), s.Log.Jobs[j].Start()); c != 0 {
			return c
		}
		return cmp.Compare(i, j)
	})
	return order
}

// index returns the index in the log of the job at a position as in order.
func (s *Series) index(position int32) int32 {
	if n := int32(len(s.jobs)); position >= n {
		return s.others[position-n]
	}
	return s.jobs[position]
}
