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

// request draws what the user does with a job. It always uses six random numbers.
func (c *Config) request(rng *rand.Rand, procs int64, run float64) request {
	pick, use := rng.Float64(), rng.Float64()
	short := rng.Float64() < c.ShortShare
	cancel, patience := rng.Float64() < c.CancelShare, rng.Float64()
	crash := rng.Float64() < c.CrashShare

	r := request{queue: c.pickQueue(pick, procs, run), crash: crash}
	r.wall = c.wall(c.Queues[r.queue], run/between(minUse, 1, use))
	if short {
		r.wall = c.tooShort(r.wall, run)
	}
	if cancel {
		r.patience = math.Floor(exp(between(log(minPatience), log(maxPatience), patience)))
	}
	return r
}

// takes tells whether the limits of the queue hold the job.
func (q Queue) takes(procs int64, run float64) bool {
	return (q.MaxProcs == 0 || procs <= q.MaxProcs) && (q.MaxWall == 0 || run <= q.MaxWall)
}

// pickQueue gives the queue at share u of the weights of those that take the job.
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

// wall is the wall time asked for by a user who believes that a job takes that long: rounded up, at
// most what the queue allows.
func (c *Config) wall(q Queue, belief float64) float64 {
	i := min(sort.SearchFloat64s(c.Walls, belief), len(c.Walls)-1)
	if q.MaxWall == 0 {
		return c.Walls[i]
	}
	return min(c.Walls[i], q.MaxWall)
}

// tooShort is the longest wall time below the run time, or the given one where there is none.
func (c *Config) tooShort(wall, run float64) float64 {
	if i := sort.SearchFloat64s(c.Walls, run); i > 0 {
		return c.Walls[i-1]
	}
	return wall
}

// zipf draws numbers 1 to n with weights 1/k; it holds their sums.
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
