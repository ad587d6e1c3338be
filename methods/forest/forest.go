package forest

import (
	"math"
	"math/rand/v2"
	"slices"
)

const (
	window     = 15_000 // started jobs that are remembered
	latest     = 6000   // of them, from which half of a sample is drawn
	mostTrees  = 24
	firstTree  = 100 // started jobs
	treeEvery  = 20  // jobs, until there are all trees
	renewEvery = 500 // jobs, from then on
	mostDraws  = 8
	subForests = 6
	cells      = 256 // of a distribution, over [0, 17) in ln of seconds
	cellsPer   = cells / 17.0
	bend       = .2  // of waits that trees regress on
	mostShift  = 1.5 // of a value in a leaf, in ln of seconds
)

const judged = 13 // the level by which blends are judged

// blends are the shares of the difference of two jobs on the line that shift a value.
var blends = [...]float32{0, .5}

// edges are the ends of the cells in seconds to the power.
var edges = func() (e [cells + 1]float32) {
	for i := range e {
		e[i] = float32(math.Exp(Power * float64(i) / cellsPer))
	}
	e[1] = 1 // the first cell answers a second
	return e
}()

// bent is what trees regress on, by cell.
var bent = func() (y [cells]float32) {
	for i := range y {
		y[i] = float32(math.Exp(bend * float64(i) / cellsPer))
	}
	return y
}()

// shifts are the shifts of the second blend by the difference on the line, in cells.
var shifts = func() (s [2 * cells]int16) {
	for d := range s {
		s[d] = int16(math.Round(min(max(float64(blends[1])*float64(d-cells), -mostShift*cellsPer), mostShift*cellsPer)))
	}
	return s
}()

// Forest follows the jobs of a log and forecasts how their waits are distributed.
type Forest struct {
	state   state
	started []int32 // slots of the jobs that have started since the last tick

	line   *line
	grower *grower
	rng    *rand.Rand
	trees  []tree
	oldest int             // tree
	due    int             // started jobs at which the next tree is grown
	grown  int             // trees so far
	past   []past          // the last that have started, a ring once it is full
	queues [256]int        // jobs of past by queue
	of     [window]uint8   // queues of past
	keep   [256]float64    // probability with which a drawn job of a queue is kept
	known  int             // jobs that have started
	order  map[int32]int32 // number of each queue, in the order of their first jobs
	losses map[int32]*losses
	curve  [len(Levels)]float32
	counts [subForests][len(blends)]cellCounts
}

// losses are moving averages of the pinball losses of the blends in a queue, seconds.
type losses struct {
	n    int
	mean [len(blends)]float64
}

// cellCounts is a histogram.
type cellCounts [cells]uint8

// New returns a forest that has seen no jobs.
func New() *Forest {
	rng := rand.New(rand.NewPCG(1, 2))
	return &Forest{
		state: newState(), line: newLine(), grower: newGrower(rng), rng: rng, due: firstTree,
		past: make([]past, 0, window), order: map[int32]int32{}, losses: map[int32]*losses{},
	}
}

// Submitted adds a job to the queue of a machine with free processors and a capacity. It
// returns the distribution of its wait, valid until the next job; nil as long as too
// little is known, and unless asks, which must be the same for all jobs of a queue.
func (f *Forest) Submitted(id int, j Job, free, capacity int64, asks bool) Curve {
	if _, ok := f.order[j.Queue]; !ok {
		f.order[j.Queue] = int32(len(f.order))
	}
	j.Queue = f.order[j.Queue]
	slot := f.state.enter(id, j)
	e := &f.state.entries[slot]
	f.state.describe(e, free, capacity)
	f.state.wait(slot)
	e.g = cell(f.line.at(e.x))
	if len(f.trees) == 0 || !asks {
		return nil
	}
	f.distribute(e)
	return f.curve[:]
}

// Started records that a job has left the queue for the machine.
func (f *Forest) Started(id int, start float64) {
	slot := f.state.slots[id]
	e := &f.state.entries[slot]
	f.state.begin(e, start)
	e.isNew = true
	f.started = append(f.started, slot)
}

// Ended records that a job has run for run seconds, or with run = 0 that it left
// the queue.
func (f *Forest) Ended(id int, now, run float64) {
	slot := f.state.slots[id]
	delete(f.state.slots, id)
	e := &f.state.entries[slot]
	if e.running {
		f.state.end(e, now, run)
	} else {
		f.state.leave(e)
	}
	f.state.drop(slot)
}

// Refit learns from the jobs that have started since the last time.
func (f *Forest) Refit() {
	for _, slot := range f.started {
		e := &f.state.entries[slot]
		f.learn(e)
		e.isNew = false
		f.state.drop(slot)
	}
	f.started = f.started[:0]
	for f.known >= f.due {
		f.renew()
	}
}

func (f *Forest) learn(e *entry) {
	wait := e.start - e.Submit
	log := math.Log(max(wait, 1))
	f.line.add(e.x, log)
	f.judge(e, wait)
	p := past{e.codes, outcome{cell(log), e.g}}
	for i := range f.trees {
		t := &f.trees[i]
		if t.number > e.grown {
			t.leaf(&p.codes).add(p.outcome)
		} else { // it has fallen into it before
			t.leaves[e.leaves[i]].add(p.outcome)
		}
	}
	f.queues[p.queue()]++
	if len(f.past) < window {
		f.past = append(f.past, p)
	} else {
		old := &f.past[f.known%window]
		f.queues[old.queue()]--
		*old = p
	}
	f.of[f.known%window] = p.queue()
	f.known++
}

// before is the n-th last job that has started, from 1 on.
func (f *Forest) before(n int) *past { return &f.past[(f.known-n)%window] }

// renew grows a tree, which replaces the oldest once there are all.
func (f *Forest) renew() {
	f.due += treeEvery
	if len(f.trees) < mostTrees {
		f.oldest = len(f.trees)
		f.trees = append(f.trees, tree{})
	} else {
		f.due += renewEvery - treeEvery
	}
	t := &f.trees[f.oldest]
	f.oldest = (f.oldest + 1) % mostTrees
	f.grown++
	t.number = f.grown
	g := f.grower
	for q, n := range f.queues {
		share := float64(n) / float64(len(f.past))
		f.keep[q] = 1 / math.Sqrt(20*share)
	}
	for i := range g.rows {
		from := len(f.past)
		if i%2 == 0 {
			from = min(from, latest)
		}
		g.rows[i] = f.draw(from)
	}
	g.grow(t)
	full := 0
	for n := 1; n <= len(f.past) && full < len(t.leaves); n++ {
		p := f.before(n)
		if l := t.leaf(&p.codes); l.count < leafHolds {
			l.add(p.outcome)
			if l.count == leafHolds {
				full++
			}
		}
	}
	for i := range t.leaves { // the latest stands in front
		slices.Reverse(t.leaves[i].held())
	}
}

// cell is the cell of a logarithm.
func cell(log float64) uint8 { return uint8(min(float64(log*cellsPer), cells-1)) }

// draw draws one of the last jobs that have started. Those of a queue with a share p of
// all, more than a twentieth, are kept with probability (20 p)^-1/2.
func (f *Forest) draw(from int) *past {
	for try := 1; ; try++ {
		n := 1 + f.rng.IntN(from)
		if try == mostDraws || f.rng.Float64() < f.keep[f.of[(f.known-n)%window]] {
			return f.before(n)
		}
	}
}

// distribute computes the curve of a job.
func (f *Forest) distribute(e *entry) {
	var totals [subForests]int
	e.grown = f.grown
	for k := range f.trees {
		e.leaves[k] = f.trees[k].find(&e.codes)
		counts, held := &f.counts[k%subForests], f.trees[k].leaves[e.leaves[k]].held()
		totals[k%subForests] += len(held)
		for _, o := range held {
			counts[0][o.y]++
			if o.y > 0 {
				o.y = uint8(min(max(int(o.y)+int(shifts[cells+int(e.g)-int(o.g)]), 0), cells-1))
			}
			counts[1][o.y]++
		}
	}
	var sums [len(blends)][len(Levels)]float32
	subs := min(len(f.trees), subForests)
	for k := range subs {
		for b := range blends {
			f.counts[k][b].quantiles(&sums[b], totals[k])
		}
	}
	weights := f.weights(e.Queue)
	for b := range blends {
		e.points[b] = sums[b][judged] / float32(subs)
	}
	for i := range f.curve {
		mean := float32(0)
		for b := range blends {
			mean += float32(weights[b] * sums[b][i])
		}
		f.curve[i] = mean / float32(subs)
	}
}

// quantiles adds the quantiles of a histogram of total values, in seconds to the Power, to
// others, and empties it.
func (c *cellCounts) quantiles(to *[len(Levels)]float32, total int) {
	below, level, rank := float32(0), 0, float32(float32(total)*levels[0])
	for i, count := range c {
		if count == 0 {
			continue
		}
		here := float32(count)
		from, slope := edges[i], (edges[i+1]-edges[i])/here
		for ; rank <= below+here; rank = float32(float32(total) * levels[level]) {
			to[level] += from + float32((rank-below)*slope)
			level++
		}
		below += here
	}
	*c = cellCounts{}
}

// judge takes the losses of the blends on a job whose wait is known.
func (f *Forest) judge(e *entry, wait float64) {
	if e.points[0] == 0 {
		return
	}
	l := f.losses[e.Queue]
	if l == nil {
		l = &losses{}
		f.losses[e.Queue] = l
	}
	l.n++
	for b, point := range e.points {
		d := wait - math.Pow(float64(point), 1/Power)
		loss := 1 + max(Levels[judged]*d, (Levels[judged]-1)*d)
		l.mean[b] += max(.002, 1/float64(l.n)) * (loss - l.mean[b])
	}
}

// weights are those of the blends in a queue: the inverse fourth powers of their losses.
func (f *Forest) weights(queue int32) (w [len(blends)]float32) {
	l := f.losses[queue]
	if l == nil {
		l = &losses{}
	}
	var parts [len(blends)]float64
	sum := 0.0
	for b, mean := range l.mean {
		odds := (l.mean[0] + 1) / (mean + 1)
		parts[b] = odds * odds * odds * odds
		sum += parts[b]
	}
	for b := range w {
		w[b] = float32(parts[b] / sum)
	}
	return w
}
