package forest

import (
	"math/rand/v2"
)

// tree is a regression tree of the features.
type tree struct {
	nodes  []node
	leaves []leaf
	number int // of all that were grown, from 1 on
}

// node sends jobs whose code of a feature is at most end to node below, others to the next
// one. A node without a feature is leaf number below.
type node struct {
	feature int16
	below   int16
	end     int32
}

const noFeature = -1

// leaf holds the last of the jobs that fell into it.
type leaf struct {
	jobs  [leafHolds]outcome
	count int32 // that fell into it
}

// past is a job that has started.
type past struct {
	codes [features]uint8
	outcome
}

// queue is the code of the job's queue.
func (p *past) queue() uint8 { return p.codes[queueFeature] }

// outcome is ln max(wait, 1 s) of a job and its forecast by the line, in cells.
type outcome struct{ y, g uint8 }

const (
	leafHolds  = 24
	leafLeast  = 10  // sampled jobs in a leaf
	mostLeaves = 128 // of a tree
	sampled    = 4000
	bins       = 32  // of a feature
	binned     = 300 // jobs that tell their ends
	tried      = 36  // features of a tree
)

// leaf is the leaf that a job falls into.
func (t *tree) leaf(codes *[features]uint8) *leaf { return &t.leaves[t.find(codes)] }

// find is the number of that leaf.
func (t *tree) find(codes *[features]uint8) int16 {
	at := int32(0)
	for {
		n := t.nodes[at]
		if n.feature < 0 {
			return n.below
		}
		if at = int32(n.below); int32(codes[n.feature]) > n.end {
			at++
		}
	}
}

func (l *leaf) add(o outcome) {
	l.jobs[l.count%leafHolds] = o
	l.count++
}

// held are the jobs that the leaf holds.
func (l *leaf) held() []outcome { return l.jobs[:min(l.count, leafHolds)] }

// grower grows trees.
type grower struct {
	rng    *rand.Rand
	rows   []*past            // the sampled jobs
	tries  []int16            // all features, those of this tree in front
	ends   [tried][bins]uint8 // highest code of each bin
	used   [tried]int         // bins that are not empty for sure
	places [tried][256]uint8  // bin of each code
	binned [][tried]uint8     // bins of the sampled jobs
	order  []int32            // sampled jobs, those of a node in a row
	spare  []int32
	sums   []histogram
	idle   []*histogram
	open   []opening
}

// histogram is that of a node.
type histogram [tried][bins]bin

type bin struct{ sum, n float32 }

// opening is a leaf that might be split.
type opening struct {
	node     int16
	from, to int // in order
	sums     *histogram
	gain     float32
	try, bin int // of the split
}

func newGrower(rng *rand.Rand) *grower {
	g := &grower{
		rng: rng, rows: make([]*past, sampled), tries: make([]int16, features),
		binned: make([][tried]uint8, sampled), order: make([]int32, sampled), spare: make([]int32, sampled),
		sums: make([]histogram, mostLeaves+1), open: make([]opening, 0, mostLeaves),
	}
	for i := range g.tries {
		g.tries[i] = int16(i)
	}
	return g
}

// grow makes a tree of the sample, in the place of an old one.
func (g *grower) grow(t *tree) {
	t.nodes, t.leaves = append(t.nodes[:0], node{feature: noFeature}), t.leaves[:0]
	for i := range tried {
		k := i + g.rng.IntN(features-i)
		g.tries[i], g.tries[k] = g.tries[k], g.tries[i]
	}
	g.encode()
	g.idle = g.idle[:0]
	for i := range g.sums {
		g.idle = append(g.idle, &g.sums[i])
	}
	for i := range g.order {
		g.order[i] = int32(i)
	}
	root := opening{to: sampled, sums: g.histogram(g.order)}
	g.judge(&root)
	g.open = append(g.open[:0], root)
	for len(g.open) < mostLeaves {
		best := 0
		for i := range g.open {
			if g.open[i].gain > g.open[best].gain {
				best = i
			}
		}
		if !(g.open[best].gain > 0) {
			break
		}
		g.split(t, best)
	}
	for i, o := range g.open {
		t.nodes[o.node].below = int16(i)
		t.leaves = append(t.leaves, leaf{})
	}
}

// encode bins the features of the sample, with about equally many of its first jobs in
// each bin.
func (g *grower) encode() {
	for k := range tried {
		f := g.tries[k]
		var counts [256]uint16
		for _, row := range g.rows[:binned] {
			counts[row.codes[f]]++
		}
		n, below := 0, 0
		for code, count := range counts {
			g.places[k][code] = uint8(n)
			g.ends[k][n] = uint8(code)
			below += int(count)
			if count > 0 && below >= (n+1)*binned/bins && n < bins-1 {
				n++
			}
		}
		g.used[k] = n + 1
	}
	for i, row := range g.rows {
		to := &g.binned[i]
		for k := range to {
			to[k] = g.places[k][row.codes[g.tries[k]]]
		}
	}
}

func (g *grower) histogram(jobs []int32) *histogram {
	h := g.idle[len(g.idle)-1]
	g.idle = g.idle[:len(g.idle)-1]
	*h = histogram{}
	for _, i := range jobs {
		places, y := &g.binned[i], bent[g.rows[i].y]
		for k := range places {
			b := &h[k][places[k]%bins]
			b.sum += y
			b.n++
		}
	}
	return h
}

// judge finds the split of a leaf that removes most of the squared deviation from the
// mean.
func (g *grower) judge(o *opening) {
	o.gain = 0
	n := float32(o.to - o.from)
	if n < 2*leafLeast {
		return
	}
	for k := range o.sums {
		h := o.sums[k][:g.used[k]]
		sum := float32(0)
		for i := range h {
			sum += h[i].sum
		}
		left, count := float32(0), float32(0)
		for i := range h[:len(h)-1] {
			if h[i].n == 0 {
				continue
			}
			left += h[i].sum
			count += h[i].n
			if count < leafLeast || n-count < leafLeast {
				continue
			}
			d := float32(left*n) - float32(sum*count)
			if gain := float32(d*d) / (n * float32(count*(n-count))); gain > o.gain*1.000001 {
				o.gain, o.try, o.bin = gain, k, i
			}
		}
	}
}

// split makes two of an open leaf.
func (g *grower) split(t *tree, at int) {
	o := g.open[at]
	below := int16(len(t.nodes))
	t.nodes = append(t.nodes, node{feature: noFeature}, node{feature: noFeature})
	t.nodes[o.node] = node{g.tries[o.try], below, int32(g.ends[o.try][o.bin])}
	middle, right := o.from, g.spare[:0]
	for _, i := range g.order[o.from:o.to] {
		if int(g.binned[i][o.try]) <= o.bin {
			g.order[middle] = i
			middle++
		} else {
			right = append(right, i)
		}
	}
	copy(g.order[middle:o.to], right)
	first, second := opening{node: below, from: o.from, to: middle}, opening{node: below + 1, from: middle, to: o.to}
	small, large := &first, &second
	if middle-o.from > o.to-middle {
		small, large = large, small
	}
	small.sums = g.histogram(g.order[small.from:small.to])
	large.sums = o.sums
	for k := range large.sums {
		a, b := large.sums[k][:g.used[k]], small.sums[k][:g.used[k]]
		for i := range a {
			a[i].sum -= b[i].sum
			a[i].n -= b[i].n
		}
	}
	g.judge(&first)
	g.judge(&second)
	g.open[at] = first
	g.open = append(g.open, second)
}
