package lifetime

// most is the largest number of steps of a line.
const most = 64

// Queue adds the jobs that wait ahead, of some sizes, to the state. They start
// in their order as processors become free. It returns how many processors they
// need beyond the free ones, and when the last of them starts, seconds from
// now.
//
// Each job starts at its median and not before the one ahead of it. A line of
// more than 64 jobs is grouped: neighbors that together need at most a share of
// the processors start in one step, when their mean need is free. The share is
// the smallest, within an eighth, that makes 64 steps.
func (s *State) Queue(free int64, sizes []int64) (needed int64, last float64) {
	share := int64(0)
	if len(sizes) > most {
		for _, procs := range sizes {
			share += procs
		}
		for share /= most; steps(sizes, share) > most; {
			share += share/8 + 1
		}
	}
	needed = -free
	for len(sizes) > 0 {
		together := sizes[:step(sizes, share)]
		sum := 0.0
		for _, procs := range together {
			needed += procs
			sum += float64(needed)
		}
		last = s.Combined(sum/float64(len(together)), 0.5, last)
		for _, procs := range together {
			s.Add(procs, -last)
		}
		sizes = sizes[len(together):]
	}
	return needed, last
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

// steps returns how many steps a line has.
func steps(sizes []int64, share int64) (n int) {
	for ; len(sizes) > 0; n++ {
		sizes = sizes[step(sizes, share):]
	}
	return n
}
