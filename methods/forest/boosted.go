package forest

import (
	"math"

	"waitbench/methods/internal/boost"
)

// Boosted follows the jobs of a log as a Forest does, and says quantiles of their waits by plain
// gradient boosting: models of ln(1 + wait), one for each quantile, fitted again and again to the
// last started jobs.
type Boosted struct {
	follower
	quantiles []float64
	said      []float64
	models    []*boost.Model // of the quantiles; none before the first fit
	rows      [][]float32    // features of the last started jobs, a ring once it is full
	y         []float64      // and ln(1 + wait)
	known     int            // jobs that have started
	due       int            // started jobs at which models are fitted next
}

const (
	boostedFirst = 100    // started jobs at the first fit
	boostedEvery = 2000   // between two fits, or where that is less as many as have started
	boostedRows  = 10_000 // last started jobs that are fitted to
)

// boosting is the best of five settings on KTH-SP2 and SDSC-SP2. Geometric means of the pinball loss
// over that of bmbp: .440; leaves of 20 rows .453, of 20 rows 6 splits deep .483; half the rows .492.
var boosting = boost.Options{Trees: 100, Depth: 4, Rate: .1, Least: 100}

// NewBoosted says these quantiles, on a machine of so many processors.
func NewBoosted(quantiles []float64, capacity int64) *Boosted {
	return &Boosted{
		follower: follower{state: newState(false), capacity: capacity}, quantiles: quantiles, said: make([]float64, len(quantiles)),
		due: boostedFirst,
	}
}

// Submitted takes a job into the queue, beside free processors, and gives the quantiles of its wait,
// in seconds; nil as long as too little is known. They are good until the next job.
func (b *Boosted) Submitted(id int, j Job, free int64) []float64 {
	e := b.submitted(id, j, free)
	if b.models == nil {
		return nil
	}
	for i, m := range b.models {
		b.said[i] = math.Round(1e3*math.Expm1(max(m.At(e.x), 0))) / 1e3 // logarithms and back miss by a bit
	}
	return b.said
}

// Refit takes up the jobs that have started since the last time, and fits again if that is due.
func (b *Boosted) Refit() {
	b.settle(b.learn)
	if b.known < b.due {
		return
	}
	b.due = b.known + min(b.known, boostedEvery)
	matrix := boost.Bin(b.rows)
	b.models = b.models[:0]
	for _, q := range b.quantiles {
		b.models = append(b.models, boost.Fit(matrix, b.y, q, boosting))
	}
}

func (b *Boosted) learn(e *entry) {
	at := b.known % boostedRows
	if b.known < boostedRows {
		b.rows, b.y = append(b.rows, make([]float32, features)), append(b.y, 0)
	}
	copy(b.rows[at], e.x)
	b.y[at] = math.Log1p(e.start - e.Submit)
	b.known++
}
