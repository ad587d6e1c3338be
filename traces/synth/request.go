package synth

import (
	"math"
	"math/rand/v2"
	"sort"
)

// request is what a user asks for, and does, with a job.
type request struct {
	queue    int     // index into Config.Queues
	wall     float64 // seconds
	patience float64 // seconds; 0: the user waits as long as it takes
	crash    bool
}

// request draws a request. It always uses six random numbers.
func (c *Config) request(rng *rand.Rand, procs int64, run float64) request {
	pick, use := rng.Float64(), rng.Float64()
	short := rng.Float64() < c.ShortShare
	cancel, patience := rng.Float64() < c.CancelShare, rng.Float64()
	crash := rng.Float64() < c.CrashShare

	r := request{queue: c.pickQueue(pick, procs, run), crash: crash}
	belief := run / between(minUse, 1, use)
	r.wall = c.Walls[min(sort.SearchFloat64s(c.Walls, belief), len(c.Walls)-1)]
	if most := c.Queues[r.queue].MaxWall; most > 0 {
		r.wall = min(r.wall, most)
	}
	if i := sort.SearchFloat64s(c.Walls, run); short && i > 0 {
		r.wall = c.Walls[i-1]
	}
	if cancel {
		r.patience = math.Floor(exp(between(log(minPatience), log(maxPatience), patience)))
	}
	return r
}

// takes reports whether the limits of the queue hold the job.
func (q Queue) takes(procs int64, run float64) bool {
	return (q.MaxProcs == 0 || procs <= q.MaxProcs) && (q.MaxWall == 0 || run <= q.MaxWall)
}

// pickQueue returns the queue at share u of the weights of the queues that take
// the job.
func (c *Config) pickQueue(u float64, procs int64, run float64) int {
	total := 0.0
	for _, q := range c.Queues {
		if q.takes(procs, run) {
			total += q.Weight
		}
	}
	left, last := float64(u*total), 0
	for i, q := range c.Queues {
		if !q.takes(procs, run) {
			continue
		}
		if last = i; left < q.Weight {
			break
		}
		left -= q.Weight
	}
	return last
}

// zipf draws numbers from 1 on, with weights 1/k. It holds the sums of the weights.
type zipf []float64

func newZipf(n int) zipf {
	z := make(zipf, n)
	sum := 0.0
	for k := range z {
		sum += exp(-log(float64(k + 1)))
		z[k] = sum
	}
	return z
}

func (z zipf) draw(rng *rand.Rand) int64 {
	last := len(z) - 1
	u := float64(rng.Float64() * z[last])
	return int64(min(sort.Search(len(z), func(k int) bool { return z[k] > u }), last)) + 1
}
