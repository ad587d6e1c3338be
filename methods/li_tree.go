package methods

import "math"

const (
	liRemembered = 10_000 // started jobs that are searched, the last ones
	liRenewed    = 5000   // of them, after which their tree is grown anew
	liLeaf       = 16     // situations that are not split
)

// situations is those that the last jobs to start had found, and how long these waited. They are in
// a tree, so that a search passes over branches that are too far off as a whole.
type situations struct {
	last  []situation // a ring once it is full
	waits []float64   // theirs, seconds
	known int         // jobs that have started
	tree  []branch    // of these, and some that started before them
}

// branch is a part of the tree, and a box around it.
type branch struct {
	low, high           state
	lowQueue, highQueue int32
	latest              int32   // of its jobs
	points              []point // in order; none if there are branches
	below               int32   // the first of its two branches; 0 for none
	by                  int     // attribute by which they were split; byQueues
	middle              float64 // up to which all are in the first
}

const byQueues = -1

// point is a situation in the tree, of a job by its number in the order of starts.
type point struct {
	situation
	job int32
}

// add takes up the situation of a job that starts.
func (p *situations) add(s situation, wait float64, weights *state) {
	if at := p.known % liRemembered; at < len(p.last) {
		p.last[at], p.waits[at] = s, wait
	} else {
		p.last, p.waits = append(p.last, s), append(p.waits, wait)
	}
	p.known++
	from := p.known - 1
	if p.known%liRenewed == 1 {
		from = p.known - len(p.last)
		p.tree = append(p.tree[:0], newBranch())
	}
	for i := from; i < p.known; i++ {
		p.insert(point{p.last[i%liRemembered], int32(i)}, weights)
	}
}

// newBranch is empty.
func newBranch() branch {
	b := branch{lowQueue: math.MaxInt32, highQueue: -1}
	for i := range b.low {
		b.low[i], b.high[i] = math.Inf(1), math.Inf(-1)
	}
	return b
}

// insert puts a point into the tree.
func (p *situations) insert(x point, weights *state) {
	at := int32(0)
	for p.tree[at].hold(&x); p.tree[at].below > 0; p.tree[at].hold(&x) {
		at = p.tree[at].side(&x)
	}
	b := &p.tree[at]
	if b.points = append(b.points, x); len(b.points) <= liLeaf || !b.choose(weights) {
		return
	}
	points := b.points
	b.points, b.below = nil, int32(len(p.tree))
	p.tree = append(p.tree, newBranch(), newBranch())
	for i := range points {
		o := &p.tree[p.tree[at].side(&points[i])]
		o.hold(&points[i])
		o.points = append(o.points, points[i])
	}
}

// hold makes the box wide enough.
func (b *branch) hold(x *point) {
	for i, v := range x.state {
		if v < b.low[i] {
			b.low[i] = v
		}
		if v > b.high[i] {
			b.high[i] = v
		}
	}
	b.lowQueue, b.highQueue, b.latest = min(b.lowQueue, x.queue), max(b.highQueue, x.queue), x.job
}

// choose finds out how to split: by queues, else by the attribute in which points differ most; false
// if all are alike.
func (b *branch) choose(weights *state) bool {
	if b.lowQueue < b.highQueue {
		b.by, b.middle = byQueues, float64(b.lowQueue+b.highQueue)/2
		return true
	}
	most := 0.0
	for i, w := range weights {
		width := b.high[i] - b.low[i]
		middle := b.low[i] + width/2
		if x := w * width * width; x > most && middle < b.high[i] {
			most, b.by, b.middle = x, i, middle
		}
	}
	return most > 0
}

// side is the branch that a point belongs to.
func (b *branch) side(x *point) int32 {
	v := float64(x.queue)
	if b.by != byQueues {
		v = x.state[b.by]
	}
	if v <= b.middle {
		return b.below
	}
	return b.below + 1
}

// meanWait is the mean wait of the jobs with the nearest situations, seconds.
func (p *situations) meanWait(s *situation, weights state) float64 {
	n := search{of: s, weights: weights, oldest: int32(p.known - len(p.last)), worst: near{math.Inf(1), -1}}
	n.look(p.tree, &p.tree[0], 0)
	sum := 0.0
	for _, x := range n.list[:n.found] {
		sum += p.waits[x.job%liRemembered]
	}
	return sum / float64(n.found)
}

// near is a started job and the square of its distance.
type near struct {
	distance float64
	job      int32
}

// before says which of two jobs counts rather.
func (a near) before(b near) bool {
	return a.distance < b.distance || a.distance == b.distance && a.job > b.job
}

// search is for the nearest jobs.
type search struct {
	of      *situation
	weights state
	oldest  int32           // the first job that is remembered
	list    [liNearest]near // those found, the nearest first
	found   int
	worst   near // that others must be before
}

// look takes up the points of a branch, none of which is nearer than that, the last one first.
func (n *search) look(tree []branch, b *branch, distance float64) {
	if b.below == 0 {
		for i := len(b.points) - 1; i >= 0; i-- {
			x := &b.points[i]
			if x.job < n.oldest || !(near{distance, x.job}).before(n.worst) {
				break
			}
			n.consider(x)
		}
		return
	}
	first, second := &tree[b.below], &tree[b.below+1]
	one, two := n.nearest(first), n.nearest(second)
	if two.before(one) {
		first, second, one, two = second, first, two, one
	}
	if one.before(n.worst) {
		n.look(tree, first, one.distance)
	}
	if two.before(n.worst) {
		n.look(tree, second, two.distance)
	}
}

func (n *search) consider(p *point) {
	x := near{n.of.distance(&p.situation, &n.weights, n.worst.distance), p.job}
	if !x.before(n.worst) {
		return
	}
	n.found = min(n.found+1, liNearest)
	at := n.found - 1
	for ; at > 0 && x.before(n.list[at-1]); at-- {
		n.list[at] = n.list[at-1]
	}
	n.list[at] = x
	if n.found == liNearest {
		n.worst = n.list[n.found-1]
	}
}

// nearest is what no job of a branch is before, in the steps of distance, so that rounding does not
// matter.
func (n *search) nearest(b *branch) near {
	d := 0.0
	if n.of.queue < b.lowQueue || n.of.queue > b.highQueue {
		d = 1
	}
	for i, x := range n.of.state {
		if x < b.low[i] {
			x = b.low[i] - x
		} else if x > b.high[i] {
			x -= b.high[i]
		} else {
			continue
		}
		d += float64(n.weights[i] * float64(x*x))
	}
	return near{d, b.latest}
}

// distance is the square of that between two situations, or some number above enough if that is so.
func (s *situation) distance(o *situation, weights *state, enough float64) float64 {
	d := 0.0
	if s.queue != o.queue {
		d = 1
	}
	for i := range s.state {
		x := s.state[i] - o.state[i]
		if d += float64(weights[i] * float64(x*x)); d > enough {
			return d
		}
	}
	return d
}
