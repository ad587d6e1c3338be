package synth

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"waitbench/methods/sched"
	"waitbench/swf"
)

// Workload is a generated trace.
type Workload struct {
	Parameters Parameters
	Jobs       []swf.Job // in order of submission, numbered from 1
	Shapes     []Shape   // of the jobs, which could run on other numbers of processors
	Offered    float64   // the load drawn, as Parameters.Load
}

// The random streams. A parameter of one does not change the others.
const (
	streamArrivals = iota
	streamShapes
	streamRequests
	streamPeople
)

func (c *Parameters) stream(n uint64) *rand.Rand { return rand.New(rand.NewPCG(c.Seed, n)) }

// Generate draws the jobs and runs them through the simulated machine. An error
// names the parameter that is wrong.
func Generate(c Parameters) (*Workload, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("generate: %w", err)
	}
	arrivals, shapes := c.arrivals()
	if len(arrivals) == 0 {
		return nil, fmt.Errorf("generate: load is %g: no job in %d days", c.Load, c.Days)
	}
	machine := sched.Machine{Procs: c.Procs, KillAtWall: true}
	outcomes, err := sched.Simulate(machine, c.plan(), arrivals)
	if err != nil {
		return nil, fmt.Errorf("generate: %w", err)
	}
	w := &Workload{Parameters: c, Jobs: make([]swf.Job, len(arrivals)), Shapes: shapes}
	people := c.stream(streamPeople)
	user, executable := zipf(users), zipf(executables)
	work := 0.0
	for i, a := range arrivals {
		job := record(a, outcomes[i])
		job.ID = int64(i) + 1
		job.User = int64(user.pick(people.Float64())) + 1
		job.Executable = (job.User-1)*executables + int64(executable.pick(people.Float64())) + 1
		w.Jobs[i] = job
		work += float64(float64(a.Procs) * a.Run)
	}
	w.Offered = work / (float64(c.Procs) * c.span())
	return w, nil
}

// submits returns the times of submission, in whole seconds and in order.
func (c *Parameters) submits(rng *rand.Rand) []float64 {
	rate := c.rate()
	times := make([]float64, 0, int(1.1*c.expectedJobs())+1)
	for d := range c.Days {
		dawn := float64(float64(d) * day)
		for t := Gap(rng, rate); t < dayLength; t += Gap(rng, rate) {
			times = append(times, math.Floor(dawn+t))
		}
	}
	return times
}

// Gap returns the time to the next event of a Poisson process, in seconds. rate
// is in events per second.
func Gap(rng *rand.Rand, rate float64) float64 { return -log(1-float64(rng.Float64())) / rate }

// arrivals draws the jobs as the scheduler gets them, and their shapes. The
// class of a job is the index of its queue.
func (c *Parameters) arrivals() ([]sched.Arrival, []Shape) {
	rng, requests := c.stream(streamShapes), c.stream(streamRequests)
	submits := c.submits(c.stream(streamArrivals))
	arrivals, shapes := make([]sched.Arrival, len(submits)), make([]Shape, len(submits))
	for i, submit := range submits {
		s := c.Draw(rng)
		shapes[i] = s
		procs := s.Procs(c.MaxParallel)
		run := max(1, math.Floor(s.Run(procs)+0.5)) // whole seconds
		arrivals[i] = c.request(requests, procs, run)
		arrivals[i].Submit = submit
	}
	return arrivals, shapes
}

// request draws the request of a user for a job, and how long the user waits.
// It always uses six random numbers.
func (c *Parameters) request(rng *rand.Rand, procs int64, run float64) sched.Arrival {
	pick, use := rng.Float64(), rng.Float64()
	short := rng.Float64() < shortShare
	cancel, patience := rng.Float64() < cancelShare, rng.Float64()
	crash := rng.Float64() < crashShare

	a := sched.Arrival{Job: sched.Job{Procs: procs, Run: run, Class: c.pickQueue(pick, procs, run)}}
	belief := run / between(minUse, 1, use)
	a.Wall = walls[min(sort.SearchFloat64s(walls, belief), len(walls)-1)]
	if most := c.Queues[a.Class].MaxWall; most > 0 {
		a.Wall = min(a.Wall, most)
	}
	if i := sort.SearchFloat64s(walls, run); short && i > 0 {
		a.Wall = walls[i-1]
	}
	if cancel {
		a.Patience = math.Floor(exp(between(log(minPatience), log(maxPatience), patience)))
	}
	if crash {
		a.Run = 0
	}
	return a
}

// takes reports whether the limits of the queue hold the job.
func (q Queue) takes(procs int64, run float64) bool {
	return (q.MaxProcs == 0 || procs <= q.MaxProcs) && (q.MaxWall == 0 || run <= q.MaxWall)
}

// pickQueue draws a queue by the weights of those that take the job.
func (c *Parameters) pickQueue(u float64, procs int64, run float64) int {
	return sumUp(len(c.Queues), func(i int) float64 {
		if c.Queues[i].takes(procs, run) {
			return c.Queues[i].Weight
		}
		return 0
	}).pick(u)
}

// weights draw an index. They are sums up to each index.
type weights []float64

func sumUp(n int, weight func(i int) float64) weights {
	sums, total := make(weights, n), 0.0
	for i := range sums {
		total += weight(i)
		sums[i] = total
	}
	return sums
}

// zipf draws numbers below n with weights 1/1, 1/2, 1/3, ...
func zipf(n int) weights {
	return sumUp(n, func(i int) float64 { return exp(-log(float64(i + 1))) })
}

// pick returns the index at share u of all weights.
func (w weights) pick(u float64) int {
	target := float64(u * w[len(w)-1])
	return sort.Search(len(w)-1, func(i int) bool { return w[i] > target })
}

// Values of the status field of SWF.
const (
	failed    = 0
	completed = 1
	cancelled = 5
)

// record returns the job as its log has it. A withdrawn job has its time in the
// queue as wait, and neither run time nor processors.
func record(a sched.Arrival, o sched.Outcome) swf.Job {
	job := swf.Job{
		Submit: a.Submit, ReqProcs: a.Procs, ReqTime: a.Wall, Queue: int64(a.Class) + 1,
		CPU: -1, Memory: -1, ReqMemory: -1, Group: -1, Partition: -1, Preceding: -1, Think: -1,
	}
	if !o.Started {
		job.Wait, job.Run, job.Alloc, job.Status = o.End-a.Submit, -1, -1, cancelled
		return job
	}
	job.Wait, job.Run, job.Alloc, job.Status = o.Start-a.Submit, o.End-o.Start, a.Procs, completed
	if o.Killed || a.Run == 0 {
		job.Status = failed
	}
	return job
}
