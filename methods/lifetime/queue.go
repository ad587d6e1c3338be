package lifetime

// mostSteps is the largest number of steps of a line.
const mostSteps = 256

// mark is a state to return to. Until then only its last group changes.
type mark struct {
	placed
	group ageGroup
}

// Queue adds the jobs that wait ahead, of some sizes, to the state. They start
// in their order as processors become free. It returns how many processors they
// need beyond the free ones, and when the last of them starts, seconds from
// now. Until the next Reset, Queue may be called again with a longer line that
// begins with the same jobs, and adds the others alone.
//
// Each job starts at its median and not before the one ahead of it. A line of
// more than 256 jobs is grouped: neighbors that together need at most a share of
// the processors start in one step, when their mean need is free. The share is
// the first of 0, 1, 2 and so on, in steps of an eighth, that makes 256 steps.
func (s *State) Queue(free int64, sizes []int64) (needed int64, lastStart float64) {
	if s.queued == 0 {
		s.beyond, s.pace = -free, 0
		s.empty = s.mark()
		s.open = s.empty
	}
	s.rewind(s.open)
	for s.steps+steps(sizes[s.queued:], s.share) > mostSteps {
		s.rewind(s.empty)
		s.share += s.share/8 + 1
	}
	for s.queued < len(sizes) {
		s.open = s.mark()
		s.start(sizes[s.queued:][:step(sizes[s.queued:], s.share)])
	}
	return s.beyond, s.lastStart
}

// start adds the next step of the line.
func (s *State) start(together []int64) {
	sum := 0.0
	for _, procs := range together {
		s.beyond += procs
		sum += float64(s.beyond)
	}
	s.lastStart = s.Combined(sum/float64(len(together)), 0.5, s.lastStart)
	for _, procs := range together {
		s.Add(procs, -s.lastStart)
	}
	s.queued += len(together)
	s.steps++
}

func (s *State) mark() (m mark) {
	m.placed = s.placed
	if n := len(s.jobs); n > 0 {
		m.group = s.jobs[n-1]
	}
	return m
}

func (s *State) rewind(m mark) {
	m.jobs, m.sizes = s.jobs[:len(m.jobs)], s.sizes[:len(m.sizes)]
	if s.placed = m.placed; len(s.jobs) > 0 {
		s.jobs[len(s.jobs)-1] = m.group
	}
}

// step returns how many of the first jobs need at most a share of processors,
// and 1 if the first needs more.
func step(sizes []int64, share int64) (jobs int) {
	for jobs < len(sizes) && (jobs == 0 || sizes[jobs] <= share) {
		share -= sizes[jobs]
		jobs++
	}
	return jobs
}

// steps returns how many steps a line has, up to one too many.
func steps(sizes []int64, share int64) (n int) {
	for ; len(sizes) > 0 && n <= mostSteps; n++ {
		sizes = sizes[step(sizes, share):]
	}
	return n
}
