package cisne

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"waitbench/methods"
	"waitbench/traces/synth"
)

type job struct {
	index      int // in the workload
	kernel     int
	tasks      int
	submit     float64 // seconds
	processing float64 // declared, on a dedicated cluster, seconds
	comm       float64 // the same of communication
	bandwidth  float64 // that a task wants, MB/s
	memory     float64 // of a task, MB
	factor     float64 // true times over those declared
}

// length is the declared run time, seconds.
func (j *job) length() float64 { return j.processing + j.comm }

// share is the part of it in which the job communicates.
func (j *job) share() float64 { return j.comm / j.length() }

// stream is one of the streams of random numbers of a seed: 0 for the jobs, and
// one for each node from 1 on. Sessions after the first make the history.
func stream(seed uint64, session, index int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(session)<<16|uint64(index)))
}

// draw makes a workload: kernels and tasks equally often, Poisson arrivals.
// Each job takes its random numbers in the order gap, kernel, tasks, factor.
func (c *Config) draw(seed uint64, session, count int) []job {
	rng := stream(seed, session, 0)
	work := 0.0 // of all kernels with all numbers of tasks: declared run time times tasks, seconds
	for _, k := range c.Kernels {
		for _, tasks := range c.Tasks {
			work += k.Work * (1 + k.Comm*math.Log2(float64(tasks)))
		}
	}
	rate := c.Load * float64(c.Nodes) / (work / float64(len(c.Kernels)*len(c.Tasks)))
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
			index: i, kernel: k, tasks: tasks, submit: now, processing: processing,
			comm:      kernel.Comm * math.Log2(float64(tasks)) * processing,
			bandwidth: kernel.Bandwidth, memory: kernel.Memory / float64(tasks),
			factor: math.Exp(math.Sqrt(spread)*rng.NormFloat64() - spread/2),
		}
	}
	return jobs
}

// query is a job as the template methods know it: the kernel is its program,
// the class its queue.
func (c *Config) query(j *job) methods.Query {
	kernel := &c.Kernels[j.kernel]
	class := slices.IndexFunc(c.Kernels, func(k Kernel) bool { return k.Class == kernel.Class })
	program := slices.IndexFunc(c.Kernels, func(k Kernel) bool { return k.Name == kernel.Name })
	return methods.Query{
		Submit: j.submit, Procs: int64(j.tasks), Estimate: -1, User: -1,
		Executable: int64(program), Queue: int32(class), Index: j.index,
		Forecast: methods.NoForecast,
	}
}

// earliest is when the activity of local users begins, so that windows before
// the first job are filled; seconds.
const earliest = -200

// activity is the activity of the local user of a node. He works and rests in
// turns, for times drawn from exponential distributions.
type activity struct {
	rng     *rand.Rand
	c       *Config
	periods []period
	now     int // index of the present period
}

// period is a time in which a local user works, or rests.
type period struct {
	end, share, traffic float64 // seconds; of the processor and of the link, MB/s, while he works
	works               bool
}

func (c *Config) newActivity(rng *rand.Rand) *activity {
	a := &activity{rng: rng, c: c}
	a.extend(earliest, rng.Float64() < c.Busy/(c.Busy+c.Idle))
	a.now = a.index(0)
	return a
}

func (a *activity) extend(begin float64, works bool) {
	p, mean := period{works: works}, a.c.Idle
	if works {
		low, high := a.c.Share[0], a.c.Share[1]
		mean, p.share, p.traffic = a.c.Busy, low+float64((high-low)*a.rng.Float64()), a.c.Traffic
	}
	p.end = begin + synth.Gap(a.rng, 1/mean)
	a.periods = append(a.periods, p)
}

// index is the index of the period of a time not before earliest.
func (a *activity) index(t float64) int {
	for {
		last := a.periods[len(a.periods)-1]
		if last.end > t {
			break
		}
		a.extend(last.end, !last.works)
	}
	return sort.Search(len(a.periods), func(i int) bool { return a.periods[i].end > t })
}

// sample has the share of each processor that local users leave idle, and the
// MB/s that local traffic takes of its link.
type sample struct {
	idle, traffic []float64
}

// sample is the mean of samples taken every second of the last window seconds;
// a window of 0 is a single sample.
func (t *truth) sample(window int) sample {
	s := sample{make([]float64, len(t.local)), make([]float64, len(t.local))}
	count := max(window, 1)
	for i, a := range t.local {
		p := a.index(t.now)
		for k := range count {
			for p > 0 && a.periods[p-1].end > t.now-float64(k) {
				p--
			}
			s.idle[i] += 1 - a.periods[p].share
			s.traffic[i] += a.periods[p].traffic
		}
		s.idle[i] /= float64(count)
		s.traffic[i] /= float64(count)
		if t.set.Saturated && i%2 == 0 {
			s.traffic[i] += t.c.Held * t.c.Link
		}
	}
	return s
}
