package forest

import "math/rand/v2"

// tree is a regression tree of the features.
type tree struct {
	nodes  []node
	leaves []leaf
}

// node sends jobs whose code of a feature is at most end to node below, others
// to the node after it. A node without a feature is the leaf with index below.
type node struct {
	feature int16
	below   int16
	end     int32
}

const noFeature = -1

// leaf keeps the last jobs that fell into it.
type leaf struct {
	jobs  [leafJobs]outcome
	count int // of all that fell into it
}

// pastJob is a job that has started.
type pastJob struct {
	codes [features]uint8
	outcome
}

// queue returns the code of the job's queue.
func (p *pastJob) queue() uint8 { return p.codes[queueFeature] }

// outcome is ln max(wait, 1 s) of a job and its forecast by the line, in cells.
type outcome struct{ wait, line uint8 }

const (
	leafJobs   = 24
	leafLeast  = 10  // sampled jobs in a leaf
	mostLeaves = 128 // of a tree
	sampled    = 4000
	bins       = 32  // of a feature
	binned     = 300 // sampled jobs that set the ends of bins
	tried      = 36  // features of a tree
)

// leaf returns the leaf into which a job falls.
func (t *tree) leaf(codes *[features]uint8) *leaf {
	at := int32(0)
	for {
		n := t.nodes[at]
		if n.feature == noFeature {
			return &t.leaves[n.below]
		}
		if at = int32(n.below); int32(codes[n.feature]) > n.end {
			at++
		}
	}
}

func (l *leaf) add(o outcome) {
	l.jobs[l.count%leafJobs] = o
	l.count++
}

// outcomes returns those of the jobs that the leaf keeps.
func (l *leaf) outcomes() []outcome { return l.jobs[:min(l.count, leafJobs)] }

// grower grows trees.
type grower struct {
	rng   *rand.Rand
	order [features]int16 // of all features; a tree tries the first

	// of the tree that grows
	tree tree
	ends [tried][bins]uint8 // highest code of each bin
	used [tried]int         // bins of each feature
	rows []row
	side []row // of the second branch of a split
	sums []histogram
	next int // of sums
}

// row is a sampled job.
type row struct {
	bins [tried]uint8
	y    float32 // to be fitted
}

// branch is a leaf that may be split.
type branch struct {
	node     int16
	rows     []row
	sums     *histogram
	gain     float32 // by the best split: after bin of a tried feature
	try, bin int
}

// histogram sums up the rows of a branch by feature and bin.
type histogram [tried][bins]struct{ sum, n float32 }

func newGrower(rng *rand.Rand) grower {
	g := grower{
		rng: rng, rows: make([]row, sampled), side: make([]row, 0, sampled),
		sums: make([]histogram, mostLeaves),
	}
	for i := range g.order {
		g.order[i] = int16(i)
	}
	return g
}

// grow returns a tree of the sample with empty leaves.
func (g *grower) grow(sample [sampled]*pastJob) tree {
	g.tree = tree{nodes: []node{{feature: noFeature}}}
	for i := range tried {
		k := i + g.rng.IntN(features-i)
		g.order[i], g.order[k] = g.order[k], g.order[i]
	}
	g.bin(&sample)
	g.next = 0
	root := branch{rows: g.rows, sums: g.sum(g.rows)}
	g.choose(&root)
	open := []branch{root}
	for len(open) < mostLeaves {
		best := &open[0]
		for i := range open {
			if open[i].gain > best.gain {
				best = &open[i]
			}
		}
		if !(best.gain > 0) {
			break
		}
		first, second := g.split(best)
		*best = first
		open = append(open, second)
	}
	for i, b := range open {
		g.tree.nodes[b.node].below = int16(i)
	}
	g.tree.leaves = make([]leaf, len(open))
	return g.tree
}

// bin sets the bins of the features, with about equally many of the first
// sampled jobs in each, and the rows.
func (g *grower) bin(sample *[sampled]*pastJob) {
	var binOf [tried][256]uint8
	for k := range tried {
		f := g.order[k]
		var counts [256]int
		for _, job := range sample[:binned] {
			counts[job.codes[f]]++
		}
		n, below := 0, 0
		for code, count := range counts {
			binOf[k][code] = uint8(n)
			g.ends[k][n] = uint8(code)
			below += count
			if count > 0 && below >= (n+1)*binned/bins && n < bins-1 {
				n++
			}
		}
		g.used[k] = n + 1
	}
	for i, job := range sample {
		for k := range tried {
			g.rows[i].bins[k] = binOf[k][job.codes[g.order[k]]]
		}
		g.rows[i].y = bent[job.wait]
	}
}

// sum returns the histogram of rows.
func (g *grower) sum(rows []row) *histogram {
	h := &g.sums[g.next]
	g.next++
	*h = histogram{}
	for i := range rows {
		for k, bin := range rows[i].bins {
			b := &h[k][bin%bins]
			b.sum += rows[i].y
			b.n++
		}
	}
	return h
}

// choose finds the split of a branch that takes most off the squared deviation
// from the mean.
func (g *grower) choose(b *branch) {
	b.gain = 0
	n := float32(len(b.rows))
	if n < 2*leafLeast {
		return
	}
	for k := range b.sums {
		h := b.sums[k][:g.used[k]]
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
			if gain := float32(d*d) / (n * float32(count*(n-count))); gain > b.gain*1.000001 {
				b.gain, b.try, b.bin = gain, k, i
			}
		}
	}
}

// split makes two branches of one.
func (g *grower) split(b *branch) (first, second branch) {
	below := int16(len(g.tree.nodes))
	g.tree.nodes[b.node] = node{g.order[b.try], below, int32(g.ends[b.try][b.bin])}
	g.tree.nodes = append(g.tree.nodes, node{feature: noFeature}, node{feature: noFeature})
	left, right := b.rows[:0], g.side[:0]
	for _, r := range b.rows {
		if int(r.bins[b.try]) <= b.bin {
			left = append(left, r)
		} else {
			right = append(right, r)
		}
	}
	copy(b.rows[len(left):], right)
	first = branch{node: below, rows: left}
	second = branch{node: below + 1, rows: b.rows[len(left):]}
	small, large := &first, &second
	if len(left) > len(right) {
		small, large = large, small
	}
	small.sums, large.sums = g.sum(small.rows), b.sums
	for k := range large.sums {
		for i := range g.used[k] {
			large.sums[k][i].sum -= small.sums[k][i].sum
			large.sums[k][i].n -= small.sums[k][i].n
		}
	}
	g.choose(&first)
	g.choose(&second)
	return first, second
}
