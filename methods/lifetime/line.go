package lifetime

import "math"

// Line is jobs that queue for the machine of a state and start in their order.
type Line struct {
	*State
	Needed int64   // processors the jobs so far take beyond those that are free now
	Last   float64 // start of the last of them, seconds from now
	// the cell that predictor B's solutions are in; none yet if right is before Last
	left, right edge
}

// edge is a time and the mean number of processors freed by then.
type edge struct{ t, freed float64 }

const cell = 0.05 // width of a cell in ln(1 + t)

// Line begins a line in front of the jobs that run, with free processors.
func (s *State) Line(free int64) Line {
	return Line{State: s, Needed: -free, left: edge{t: -1}, right: edge{t: -1}}
}

// Place puts a job at the end of the line. It starts at the combined median, no earlier than the
// job before it, and is then part of the state.
func (l *Line) Place(procs int64) {
	n := l.Needed + procs
	switch {
	case n <= 0:
		l.right.t = -1
	case l.second >= n:
		l.Last = l.A(n, 0.5, l.Last)
		l.right.t = -1
	default:
		l.Last = l.fluid(float64(n))
		l.left = edge{l.Last, float64(n)}
	}
	l.Add(procs, -l.Last)
	l.Needed = n
	if l.right.t >= l.Last {
		added := &l.jobs[len(l.jobs)-1]
		l.right.freed += float64(float64(procs) * l.model.ended(added, l.right.t))
	}
}

// fluid is B(n, 1/2, l.Last), interpolated in the cell.
func (l *Line) fluid(n float64) float64 {
	if l.right.t < l.Last {
		l.right = l.edge(l.Last)
		l.left = l.right
	}
	if n > l.right.freed {
		l.advance(n)
	}
	switch {
	case n <= l.left.freed:
		return l.left.t
	case n >= l.right.freed:
		return l.right.t
	}
	return l.left.t + float64((l.right.t-l.left.t)*((n-l.left.freed)/(l.right.freed-l.left.freed)))
}

// advance moves on to the cell in which n processors become free.
func (l *Line) advance(n float64) {
	for step := cell; l.right.freed < n && l.right.t < l.end; step *= 2 {
		l.left = l.right
		l.right = l.edge(min(math.Expm1(math.Log1p(l.left.t)+step), l.end))
	}
	for {
		from, to := math.Log1p(l.left.t), math.Log1p(l.right.t)
		if to-from <= cell {
			return
		}
		if middle := l.edge(math.Expm1((from + to) / 2)); middle.freed < n {
			l.left = middle
		} else {
			l.right = middle
		}
	}
}

func (l *Line) edge(t float64) edge { return edge{t, l.State.freed(t)} }
