package forest

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// tree is a regression tree of the features.
type tree struct {
	splits
	leaves []leaf
	born   int // started jobs when it was grown
}

// splits send jobs to leaves, from the first on.
type splits []node

// node sends jobs whose code of a feature is at most end to node below, others
// to the node after it. If below is negative, it is the leaf with index ^below.
type node struct {
	feature, end uint8
	below        int16
}

// leaf keeps the last jobs that fell into it.
type leaf struct {
	jobs  [leafJobs]outcome
	count int // of all that fell into it
}

// pastJob is a job that has started.
type pastJob struct {
	codes [features]uint8
	outcome
	log float32 // ln max(wait, 1 s); of Boost
}

// outcome is ln max(wait, 1 s) of a job and its forecast by the line, in cells.
type outcome struct{ wait, line uint8 }

const (
	leafJobs  = 16
	leafEvery = 2    // jobs to the next one that a full leaf takes
	latest    = 6000 // started jobs from which half of a sample is drawn
	mostDraws = 8
	bins      = 32  // of a feature
	binned    = 300 // sampled jobs that set the ends of bins
	tried     = 36  // features of a tree
)

// leaf returns the index of the leaf into which a job falls.
func (s splits) leaf(codes *[features]uint8) uint8 {
	n := s[0]
	for n.below >= 0 {
		above := uint16(int16(n.end)-int16(codes[n.feature])) >> 15 // 1 if so, without a branch
		n = s[n.below+int16(above)]
	}
	return uint8(^n.below)
}

// add adds a job. A full leaf takes every leafEvery-th job only, from phase on, so
// that it remembers for longer. Trees of other phases have the jobs between.
func (l *leaf) add(o outcome, phase int) {
	if l.count < leafJobs {
		l.jobs[l.count] = o
	} else if l.count%leafEvery == phase {
		l.jobs[l.count/leafEvery%leafJobs] = o
	}
	l.count++
}

// outcomes returns those of the jobs that the leaf keeps.
func (l *leaf) outcomes() []outcome { return l.jobs[:min(l.count, leafJobs)] }

// grower grows trees, one at a time, of a sample of past jobs.
type grower struct {
	rng        *rand.Rand
	turns      [features]float64 // trees that tried a feature, and less than 1 by chance
	mostLeaves int               // of a tree
	leafLeast  int               // sampled jobs in a leaf
	order      [features]uint8   // of all features; a tree tries the first
	sample     []*pastJob
	// of the tree that grows
	splits splits
	ends   [tried][bins]uint8 // highest code of each bin
	rows   []row
	side   []row // of the second branch of a split
	sums   []histogram
}

func newGrower(seed uint64, mostLeaves, leafLeast int) grower {
	g := grower{rng: rand.New(rand.NewPCG(seed, 2)), mostLeaves: mostLeaves,
		leafLeast: leafLeast, sums: make([]histogram, mostLeaves)}
	for i := range g.order {
		g.order[i] = uint8(i)
	}
	return g
}

// row is a sampled job.
type row struct {
	bins [tried]uint8
	y    packed // to be fitted
}

// packed is a sum of numbers, in 2^-20, and how many they are, in the last
// countBits bits. Sums of packed are packed.
type packed int64

const countBits = 20

func pack(y float32) packed { return packed(float64(y)*(1<<20))<<countBits + 1 }

func (p packed) sum() float64 { return float64(p >> countBits) }

func (p packed) count() float64 { return float64(p & (1<<countBits - 1)) }

// branch is a leaf that may be split.
type branch struct {
	node     int16
	rows     []row
	sums     *histogram
	gain     float64 // by the best split: after bin of a tried feature
	try, bin int
}

// histogram sums up the rows of a branch by feature and bin.
type histogram [tried][bins]packed

// grow returns the splits of a tree that fits a number of each sampled job, and
// the number of its leaves.
func (g *grower) grow(y func(i int) float32) (splits, int) {
	g.deal()
	g.bin()
	for i := range g.rows {
		g.rows[i].y = pack(y(i))
	}
	g.splits = make(splits, 1, 2*g.mostLeaves)
	best := &branch{rows: g.rows, sums: &g.sums[0]}
	*best.sums = histogram{}
	best.sums.add(1, best.rows)
	best.choose(g.leafLeast)
	open := []*branch{best}
	for best.gain > 0 && len(open) < g.mostLeaves {
		open = append(open, g.split(best, &g.sums[len(open)]))
		best = slices.MaxFunc(open, func(a, b *branch) int { return cmp.Compare(a.gain, b.gain) })
	}
	for i, b := range open {
		g.splits[b.node] = node{below: ^int16(i)}
	}
	return g.splits, len(open)
}

// deal puts those features first that the fewest trees have tried, in an order
// by chance.
func (g *grower) deal() {
	for f := range g.turns {
		g.turns[f] = math.Floor(g.turns[f]) + g.rng.Float64()
	}
	slices.SortFunc(g.order[:], func(a, b uint8) int { return cmp.Compare(g.turns[a], g.turns[b]) })
	for _, f := range g.order[:tried] {
		g.turns[f]++
	}
}

// draw samples n jobs, every other one from the latest. It keeps a drawn job
// whose queue has a share p of all jobs with probability (20 p)^-1/2.
func (g *grower) draw(past []pastJob, n int) {
	if len(g.sample) != n {
		g.sample, g.rows, g.side = make([]*pastJob, n), make([]row, n), make([]row, n)
	}
	var keep [256]float64 // by code of the queue
	for i := range past {
		keep[past[i].codes[queueFeature]]++
	}
	for q, n := range keep {
		keep[q] = 1 / math.Sqrt(20*(n/float64(len(past))))
	}
	for i := range g.sample {
		from := len(past)
		if i%2 == 0 {
			from = min(from, latest)
		}
		for try := 1; ; try++ {
			g.sample[i] = &past[len(past)-1-g.rng.IntN(from)]
			if try == mostDraws || g.rng.Float64() < keep[g.sample[i].codes[queueFeature]] {
				break
			}
		}
	}
}

// bin sets the bins of the features, with about equally many of the first
// sampled jobs in each, and those of the rows.
func (g *grower) bin() {
	var binOf [tried][256]uint8
	first := g.sample[:min(binned, len(g.sample))]
	for k, f := range g.order[:tried] {
		var counts [256]int
		for _, job := range first {
			counts[job.codes[f]]++
		}
		n, below := 0, 0
		for code, count := range counts {
			binOf[k][code] = uint8(n)
			g.ends[k][n] = uint8(code)
			below += count
			if count > 0 && below >= (n+1)*len(first)/bins && n < bins-1 {
				n++
			}
		}
	}
	for i, job := range g.sample {
		for k, f := range g.order[:tried] {
			g.rows[i].bins[k] = binOf[k][job.codes[f]]
		}
	}
}

// add adds rows, or with -1 takes them away.
func (h *histogram) add(by packed, rows []row) {
	for i := range rows {
		y := by * rows[i].y
		for k, bin := range rows[i].bins {
			h[k][bin%bins] += y
		}
	}
}

// choose finds the split of a branch that takes most off the squared deviation
// from the mean.
func (b *branch) choose(leafLeast int) {
	b.gain = 0
	n, least := float64(len(b.rows)), float64(leafLeast)
	if len(b.rows) < 2*leafLeast {
		return
	}
	all := packed(0)
	for _, h := range b.sums[0] {
		all += h
	}
	sum := all.sum()
	for k := range b.sums {
		left := packed(0)
		for i, h := range b.sums[k][:] {
			if h == 0 {
				continue
			}
			left += h
			count := left.count()
			if n-count < least {
				break
			} else if count < least {
				continue
			}
			d := float64(left.sum()*n) - float64(sum*count)
			if gain := float64(d*d) / float64(count*(n-count)); gain > b.gain*1.000001 {
				b.gain, b.try, b.bin = gain, k, i
			}
		}
	}
	b.gain /= n
}

// split makes a branch the first of its two branches and returns the second.
// spare is for the sums of the smaller.
func (g *grower) split(b *branch, spare *histogram) *branch {
	below := int16(len(g.splits))
	g.splits[b.node] = node{g.order[b.try], g.ends[b.try][b.bin], below}
	g.splits = append(g.splits, node{}, node{})
	left, right := b.rows[:0], g.side[:0]
	for _, r := range b.rows {
		if int(r.bins[b.try]) <= b.bin {
			left = append(left, r)
		} else {
			right = append(right, r)
		}
	}
	copy(b.rows[len(left):], right)
	second := &branch{node: below + 1, rows: b.rows[len(left):], sums: spare}
	b.node, b.rows = below, left
	small, large := second, b
	if len(left) <= len(right) {
		small, large = b, second
		b.sums, second.sums = spare, b.sums
	}
	if len(small.rows) < 2*g.leafLeast { // it is not split again
		large.sums.add(-1, small.rows)
	} else {
		*small.sums = histogram{}
		small.sums.add(1, small.rows)
		for k := range large.sums {
			for i, h := range small.sums[k][:] {
				large.sums[k][i] -= h
			}
		}
	}
	b.choose(g.leafLeast)
	second.choose(g.leafLeast)
	return second
}
