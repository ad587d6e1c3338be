package synth

import (
	"fmt"
	"math"
	"math/rand/v2"

	"waitbench/methods/sched"
	"waitbench/swf"
)

// Workload is a generated trace.
type Workload struct {
	Config  Config
	Jobs    []swf.Job // in order of submission, numbered from 1
	Offered float64   // offered load: processor-seconds the jobs need / those of the machine over all days and nights
}

// The random streams. A parameter of one does not change the others.
const (
	streamArrivals = iota
	streamShapes
	streamRequests
	streamPeople
)

func (c *Config) stream(n uint64) *rand.Rand { return rand.New(rand.NewPCG(c.Seed, n)) }

// Generate draws the jobs and runs them through the simulated machine. An error
// names the parameter that is wrong.
func Generate(cfg Config) (*Workload, error) {
	if err := cfg.check(); err != nil {
		return nil, fmt.Errorf("generate: %w", err)
	}
	arrivals := cfg.arrivals()
	if len(arrivals) == 0 {
		return nil, fmt.Errorf("generate: load: %g brings no job in %d days", cfg.Load, cfg.Days)
	}
	outcomes, err := sched.Simulate(sched.Machine{Procs: cfg.Procs, KillAtWall: true}, cfg.plan(), arrivals)
	if err != nil {
		return nil, fmt.Errorf("generate: %w", err)
	}
	w := &Workload{Config: cfg, Jobs: make([]swf.Job, len(arrivals))}
	people := cfg.stream(streamPeople)
	user, executable := newZipf(users), newZipf(executables)
	work := 0.0
	for i, a := range arrivals {
		job := record(a, outcomes[i])
		job.ID = int64(i) + 1
		job.User = user.draw(people)
		job.Executable = (job.User-1)*executables + executable.draw(people)
		w.Jobs[i] = job
		work += float64(float64(a.Procs) * a.Run)
	}
	w.Offered = work / (float64(cfg.Procs) * cfg.span())
	return w, nil
}

// rate returns how many jobs arrive in a second of daytime, on average.
func (c *Config) rate() float64 {
	procSeconds := (1 - c.CrashShare) * c.overhead() * c.MeanWork() // crashed jobs hold no processor
	return c.Load * float64(c.Procs) * day / (c.DayLength * procSeconds)
}

func (c *Config) expectedJobs() float64 { return c.rate() * c.DayLength * float64(c.Days) }

// span returns the time over which the load is offered, in seconds.
func (c *Config) span() float64 { return float64(c.Days) * day }

// submits returns the times of submission, in whole seconds and in order.
func (c *Config) submits(rng *rand.Rand) []float64 {
	rate := c.rate()
	times := make([]float64, 0, int(1.1*c.expectedJobs())+1)
	for d := range c.Days {
		dawn := float64(float64(d) * day)
		for t := Gap(rng, rate); t < c.DayLength; t += Gap(rng, rate) {
			times = append(times, math.Floor(dawn+t))
		}
	}
	return times
}

// Gap returns the time to the next event of a Poisson process, in seconds. rate is
// in events per second.
func Gap(rng *rand.Rand, rate float64) float64 { return -log(1-float64(rng.Float64())) / rate }

// arrivals draws the jobs as the scheduler gets them. The class of a job is the
// index of its queue.
func (c *Config) arrivals() []sched.Arrival {
	shapes, requests := c.stream(streamShapes), c.stream(streamRequests)
	submits := c.submits(c.stream(streamArrivals))
	arrivals := make([]sched.Arrival, len(submits))
	for i, submit := range submits {
		s := c.Draw(shapes)
		procs := s.Procs(c.MaxParallel)
		run := max(1, math.Floor(s.Run(procs)+0.5)) // whole seconds
		r := c.request(requests, procs, run)
		if r.crash {
			run = 0
		}
		arrivals[i] = sched.Arrival{
			Job:      sched.Job{Procs: procs, Run: run, Wall: r.wall, Class: r.queue},
			Submit:   submit,
			Patience: r.patience,
		}
	}
	return arrivals
}

// plan returns the phases as the scheduler needs them.
func (c *Config) plan() sched.Plan {
	var plan sched.Plan
	for i, p := range c.Phases {
		policy := sched.Policy{Discipline: p.Discipline, Rank: p.Ranks}
		if i == 0 {
			plan.Policy = policy
			continue
		}
		plan.Changes = append(plan.Changes, sched.Change{At: c.begin(p), Policy: policy})
	}
	return plan
}

// begin returns the whole second at which the phase begins.
func (c *Config) begin(p Phase) float64 { return math.Round(p.From * c.span()) }

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
