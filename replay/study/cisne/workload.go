package cisne

import (
	"math"
	"math/rand/v2"
	"slices"

	"waitbench/methods"
	"waitbench/traces/synth"
)

// job is a parallel job.
type job struct {
	at         int // place in the workload
	kernel     int
	tasks      int
	submit     float64 // seconds
	processing float64 // declared, on a dedicated cluster, seconds
	comm       float64 // declared likewise
	bandwidth  float64 // that a task wants, MB/s
	factor     float64 // true times over those declared
}

// length is the declared run time, seconds.
func (j *job) length() float64 { return j.processing + j.comm }

// share is the part of it in which the job communicates.
func (j *job) share() float64 { return j.comm / j.length() }

// streams of random numbers of a workload.
const (
	jobStream   = 0
	localStream = 1 // and the next ones, one for each node
)

// source gives a stream of a seed; sessions after the first are those of the history.
func source(seed uint64, session, stream int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(session)<<16|uint64(stream)))
}

// draw makes a workload: kernels and tasks equally often, Poisson arrivals. Each job takes its
// random numbers in the order gap, kernel, tasks, factor.
func (c *Config) draw(seed uint64, session, count int) []job {
	rng := source(seed, session, jobStream)
	rate := c.Load * float64(c.Nodes) / c.meanWork()
	spread := math.Log1p(c.Variation * c.Variation)
	jobs := make([]job, count)
	now := 0.0
	for i := range jobs {
		now += synth.Gap(rng, rate)
		k := rng.IntN(len(c.Kernels))
		kernel := &c.Kernels[k]
		tasks := c.Tasks[rng.IntN(len(c.Tasks))]
		processing := kernel.Work / float64(tasks)
		jobs[i] = job{
			at: i, kernel: k, tasks: tasks, submit: now,
			processing: processing, comm: kernel.Comm * math.Log2(float64(tasks)) * processing, bandwidth: kernel.Bandwidth,
			factor: math.Exp(math.Sqrt(spread)*rng.NormFloat64() - spread/2),
		}
	}
	return jobs
}

// meanWork is the mean of the declared run time of a job times its tasks, seconds.
func (c *Config) meanWork() float64 {
	sum := 0.0
	for _, k := range c.Kernels {
		for _, tasks := range c.Tasks {
			sum += k.Work * (1 + k.Comm*math.Log2(float64(tasks)))
		}
	}
	return sum / float64(len(c.Kernels)*len(c.Tasks))
}

// query is what the template methods know of a job: the kernel is its program, the class its queue.
func (c *Config) query(j *job) methods.Query {
	class := slices.IndexFunc(c.Kernels, func(k Kernel) bool { return k.Class == c.Kernels[j.kernel].Class })
	program := slices.IndexFunc(c.Kernels, func(k Kernel) bool { return k.Name == c.Kernels[j.kernel].Name })
	return methods.Query{
		Submit: j.submit, Procs: int64(j.tasks), Estimate: -1, User: -1, Executable: int64(program), Queue: int32(class), At: j.at,
		Forecast: methods.NoForecast,
	}
}
