package lifetime

// most is how many steps a line is grouped into.
const most = 64

// Queue adds the jobs that wait ahead, of some sizes, to the state. They start in
// their order as processors become free, of which some are free now. It returns
// how many processors they need beyond those, and when the last of them starts,
// seconds from now.
//
// Each job starts at its median and not before the one ahead of it. A line of
// more than 64 jobs is grouped into 64 steps of neighbors. Those of a step start
// together, when what they need on average is free.
func (s *State) Queue(free int64, sizes []int64) (needed int64, last float64) {
	needed = -free
	steps := min(len(sizes), most)
	for k := range steps {
		step := sizes[k*len(sizes)/steps : (k+1)*len(sizes)/steps]
		mean := 0.0
		for _, procs := range step {
			needed += procs
			mean += float64(needed) / float64(len(step))
		}
		last = s.Combined(mean, 0.5, last)
		for _, procs := range step {
			s.Add(procs, -last)
		}
	}
	return needed, last
}
