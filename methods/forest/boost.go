package forest

import (
	"math"
	"slices"

	"waitbench/methods/curves"
	"waitbench/methods/fit"
)

// Boost forecasts the distributions of waits by gradient boosting of their
// quantiles [Friedman01], on the features of Forest.
//
//	fit:    after 100 started jobs n, then after min(1000, max(n / 4, 50)) more
//	        sample: min(6000, 2 n) draws as those of Forest
//	        base_l = quantile l of y = ln max(wait, 1 s) of the sample;  f_l = base_l
//	        60 times: g = sum over l of (1[y > f_l] - (1 - l)) / sqrt(l (1 - l))
//	                  a tree of g, to 16 leaves of 200 sampled jobs or more
//	                  in each leaf v_l = .1 (quantile l of y - f_l);  f_l += v_l
//	tick:   for each job that has started, before it joins the past, in each fit:
//	                  in its leaf of each tree  v_l += .3 / 60 (1[y > f_l] - (1 - l))
//	curve:  through the means of f_l over the last three fits
//
// Until 200 jobs have started no tree splits, so all jobs have one curve.
type Boost struct {
	follower
	fits []boostFit // the last ones
}

const (
	boostFirst  = 100 // started jobs before the first fit
	boostRows   = 6000
	boostTrees  = 60
	boostLeaves = 16  // of a tree
	boostLeast  = 200 // sampled jobs in a leaf
	boostRate   = .1
	boostStep   = .3 / boostTrees // of the values in leaves, with each job
	boostKept   = 3               // fits
)

var boostLevels = [...]float64{.2, .5, .8, .9, .95, .98, .99}

// boosted has a number for each of boostLevels, of ln of seconds.
type boosted [len(boostLevels)]float32

// boostFit is trees whose values add up to quantiles of ln wait.
type boostFit struct {
	base  boosted
	trees []boostTree
}

type boostTree struct {
	splits
	values []boosted // by leaf
}

// NewBoost returns a Boost that has seen no jobs, with random numbers of a seed.
func NewBoost(seed uint64) *Boost {
	return &Boost{follower: newFollower(newGrower(seed, boostLeaves, boostLeast), boostFirst)}
}

// Forecast is as that of Forest.
func (b *Boost) Forecast(id int, info Submission, free, capacity int64) curves.Curve {
	j := b.describe(id, info, free, capacity)
	if len(b.fits) == 0 {
		return nil
	}
	waits := make([]float64, len(boostLevels))
	for i := range b.fits {
		for l, y := range b.fits[i].quantiles(&j.codes, nil) {
			waits[l] += float64(y) / float64(len(b.fits))
		}
	}
	for l, y := range waits {
		waits[l] = math.Exp(y)
	}
	return curves.New(boostLevels[:], waits)
}

// quantiles returns those of a job, and adds its leaves to leaves unless nil.
func (f *boostFit) quantiles(codes *[features]uint8, leaves *[boostTrees]*boosted) boosted {
	sum := f.base
	for k := range f.trees {
		t := &f.trees[k]
		v := &t.values[t.leaf(codes)]
		for l := range sum {
			sum[l] += v[l]
		}
		if leaves != nil {
			leaves[k] = v
		}
	}
	return sum
}

// Refit learns from the jobs that have started since the last time.
func (b *Boost) Refit() {
	for _, j := range b.started {
		j.log = float32(math.Log(max(j.start-j.Submit, 1)))
		for i := range b.fits {
			b.fits[i].learn(&j.pastJob)
		}
		b.remember(j)
	}
	b.started = b.started[:0]
	if b.learned >= b.due {
		b.fits = append(b.fits, b.fit())
		b.fits = b.fits[max(len(b.fits)-boostKept, 0):]
		b.due = b.learned + min(1000, max(b.learned/4, 50))
	}
}

// learn moves the values of the leaves of a job that has started.
func (f *boostFit) learn(j *pastJob) {
	var leaves [boostTrees]*boosted
	sum := f.quantiles(&j.codes, &leaves)
	for l, level := range boostLevels {
		step := float32(boostStep * above(j.log, sum[l], level))
		for _, v := range leaves {
			v[l] += step
		}
	}
}

// above returns 1[y > f] - (1 - level).
func above(y, f float32, level float64) float32 {
	if y > f {
		return float32(level)
	}
	return float32(level - 1)
}

// fit returns trees of a sample of past jobs.
func (b *Boost) fit() boostFit {
	g := &b.grower
	g.draw(b.past, min(boostRows, 2*b.learned))
	var f boostFit
	rest := make([][]float32, len(boostLevels)) // y - f_l, by sampled job
	for l, level := range boostLevels {
		for _, j := range g.sample {
			rest[l] = append(rest[l], j.log)
		}
		f.base[l] = quantile(slices.Clone(rest[l]), level)
		for i := range rest[l] {
			rest[l][i] -= f.base[l]
		}
	}
	for range boostTrees {
		f.trees = append(f.trees, b.tree(rest))
	}
	return f
}

// tree returns a tree of what is left to fit, and takes its values off.
func (b *Boost) tree(rest [][]float32) boostTree {
	g := &b.grower
	split, n := g.grow(func(i int) float32 {
		sum := float32(0)
		for l, level := range boostLevels {
			sum += float32(above(rest[l][i], 0, level) / float32(math.Sqrt(level*(1-level))))
		}
		return sum
	})
	t := boostTree{split, make([]boosted, n)}
	jobs := make([][]int, n) // by leaf
	for i, j := range g.sample {
		leaf := t.leaf(&j.codes)
		jobs[leaf] = append(jobs[leaf], i)
	}
	values := make([]float32, 0, len(g.sample))
	for l, level := range boostLevels {
		for leaf, of := range jobs {
			values = values[:0]
			for _, i := range of {
				values = append(values, rest[l][i])
			}
			v := float32(boostRate * quantile(values, level))
			t.values[leaf][l] = v
			for _, i := range of {
				rest[l][i] -= v
			}
		}
	}
	return t
}

// quantile returns the least value that a share of some values do not exceed. It
// changes their order.
func quantile(values []float32, share float64) float32 {
	return fit.Nth(values, max(0, int(math.Ceil(float64(share*float64(len(values)))))-1))
}
