package forest

import (
	"math"

	"waitbench/methods/curves"
)

const (
	window     = 15_000 // started jobs that trees may learn from
	mostTrees  = 72
	firstTree  = 100 // started jobs before the first tree
	treeEvery  = 7   // started jobs from a tree to the next, up to mostTrees
	renewEvery = 167 // started jobs from a tree to the next, from then on
	subForests = 6
	cells      = 256         // of a distribution, over [0, 17) in ln of seconds
	cellsPer   = cells / 17. // of ln of seconds
	bend       = .2          // power of waits that trees fit
	mostShift  = 23          // of a wait in a leaf, in cells
	lossLevel  = 13          // index of the level at which blends have their losses
	sampled    = 2000        // jobs of a tree
	mostLeaves = 128         // of a tree
	leafLeast  = 5           // sampled jobs in a leaf
)

var (
	edges  [cells + 1]float32 // lower ends of the cells, in seconds to the Power
	bent   [cells]float32     // waits to the bend, by cell
	shifts [2 * cells]int     // of waits in leaves, by cells + difference on the line
)

func init() {
	for i := range edges {
		edges[i] = float32(math.Exp(curves.Power * float64(i) / cellsPer))
	}
	edges[1] = 1 // waits in the first cell count as a second
	for i := range bent {
		bent[i] = float32(math.Exp(bend * float64(i) / cellsPer))
	}
	for i := range shifts {
		shifts[i] = min(max(int(math.Round(float64(i-cells)/2)), -mostShift), mostShift)
	}
}

// cell returns the cell of a logarithm.
func cell(log float64) uint8 { return uint8(min(float64(log*cellsPer), cells-1)) }

// Forest follows the jobs of a log and forecasts the distributions of their
// waits.
type Forest struct {
	follower
	line   line
	losses []losses // by queue
	trees  []tree
	oldest int // index of the tree that the next one replaces

	curve [len(curves.Levels)]float32 // of the last job
}

// New returns a forest that has seen no jobs, with random numbers of a seed.
func New(seed uint64) *Forest {
	return &Forest{follower: newFollower(newGrower(seed, mostLeaves, leafLeast), firstTree)}
}

// Forecast returns the distribution of the wait of a job that is about to join
// the queue of a machine with free processors and a capacity. It is valid until
// the next job, and nil if too little is known yet.
func (f *Forest) Forecast(id int, info Submission, free, capacity int64) curves.Curve {
	j := f.describe(id, info, free, capacity)
	j.line = cell(f.line.forecast(&j.x))
	if len(f.trees) == 0 {
		return nil
	}
	f.distribute(j)
	return f.curve[:]
}

// Refit learns from the jobs that have started since the last time.
func (f *Forest) Refit() {
	for _, j := range f.started {
		f.learn(j)
	}
	f.started = f.started[:0]
	for f.learned >= f.due {
		f.renew()
	}
}

// learn adds a started job to all that is learned from.
func (f *Forest) learn(j *job) {
	wait := j.start - j.Submit
	log := math.Log(max(wait, 1))
	j.x[features], j.x[features+1] = 1, log
	f.line.add(&j.x)
	for int(j.number) >= len(f.losses) {
		f.losses = append(f.losses, losses{})
	}
	if j.points[0] > 0 {
		f.losses[j.number].add(wait, j.points)
	}
	j.wait = cell(log)
	for k := range f.trees {
		t := &f.trees[k]
		if t.born > j.learned {
			j.leaves[k] = t.leaf(&j.codes)
		}
		t.leaves[j.leaves[k]].add(j.outcome, k%leafEvery)
	}
	f.remember(j)
}

// renew grows a tree, which replaces the oldest once there are all.
func (f *Forest) renew() {
	f.grower.draw(f.past, sampled)
	split, leaves := f.grower.grow(func(i int) float32 { return bent[f.grower.sample[i].wait] })
	k := len(f.trees) // of the new tree
	if k < mostTrees {
		f.trees = append(f.trees, tree{})
		f.due += treeEvery
	} else {
		k, f.oldest = f.oldest, (f.oldest+1)%mostTrees
		f.due += renewEvery
	}
	t := &f.trees[k]
	*t = tree{split, make([]leaf, leaves), f.learned}
	for i := range f.past {
		t.leaves[t.leaf(&f.past[i].codes)].add(f.past[i].outcome, k%leafEvery)
	}
}

// distribute sets the curve to the distribution of the wait of a job. It blends
// the waits in leaves with these waits shifted by half of the difference of two
// jobs on the line. The weights are the inverse fourth powers of the losses.
func (f *Forest) distribute(j *job) {
	var sums [2][len(curves.Levels)]float32 // by blend
	subs := min(len(f.trees), subForests)
	for sub := range subs {
		var counts [2][cells]uint8
		total := 0
		for k := sub; k < len(f.trees); k += subForests {
			j.leaves[k] = f.trees[k].leaf(&j.codes)
			for _, o := range f.trees[k].leaves[j.leaves[k]].outcomes() {
				total++
				counts[0][o.wait]++
				waited := -int(o.wait) >> 16 // all bits, none for no wait: no branch
				shift := shifts[cells+int(j.line)-int(o.line)] & waited
				counts[1][uint8(min(max(int(o.wait)+shift, 0), cells-1))]++
			}
		}
		quantiles(&counts[0], total, &sums[0])
		quantiles(&counts[1], total, &sums[1])
	}
	var mean [2]float64
	if int(j.number) < len(f.losses) {
		mean = f.losses[j.number].mean
	}
	odds := (mean[0] + 1) / (mean[1] + 1)
	odds = odds * odds * odds * odds
	first, second := float32(1/(1+odds)), float32(odds/(1+odds))
	for i := range f.curve {
		f.curve[i] = (float32(first*sums[0][i]) + float32(second*sums[1][i])) / float32(subs)
	}
	j.points = [2]float32{sums[0][lossLevel] / float32(subs), sums[1][lossLevel] / float32(subs)}
	j.learned = f.learned
}

// quantiles adds the quantiles of total waits, counted by cell, to sums, in
// seconds to the Power.
func quantiles(c *[cells]uint8, total int, sums *[len(curves.Levels)]float32) {
	i, below := uint8(0), 0 // a cell, and the waits below it
	for k, share := range curves.Levels {
		rank := float32(float32(total) * float32(share))
		for need := int(math.Ceil(float64(rank))); below+int(c[i]) < need; {
			below += int(c[i])
			i++
		}
		slope := (edges[int(i)+1] - edges[i]) / float32(c[i])
		sums[k] += edges[i] + float32((rank-float32(below))*slope)
	}
}

// losses are moving averages of the pinball losses of the blends in a queue, in
// seconds.
type losses struct {
	jobs int
	mean [2]float64
}

// add adds the losses of bounds, in seconds to the Power, on a wait.
func (l *losses) add(wait float64, points [2]float32) {
	l.jobs++
	for b, point := range points {
		d := wait - math.Pow(float64(point), 1/curves.Power)
		loss := 1 + max(curves.Levels[lossLevel]*d, (curves.Levels[lossLevel]-1)*d)
		l.mean[b] += max(.002, 1/float64(l.jobs)) * (loss - l.mean[b])
	}
}
