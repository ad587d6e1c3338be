package synth

import (
	"fmt"
	"io"
	"strings"
	"time"

	"waitbench/methods/sched"
	"waitbench/swf"
)

// epoch is the UnixStartTime of every trace: a Monday morning, 2001-01-01 08:00 UTC.
const epoch = 978336000

// WriteSWF writes the trace as a log in the Standard Workload Format, version 2.2.
func (w *Workload) WriteSWF(out io.Writer) error {
	log := swf.NewWriter(out)
	for _, line := range w.header() {
		if err := log.WriteComment(line); err != nil {
			return err
		}
	}
	for i := range w.Jobs {
		if err := log.Write(&w.Jobs[i]); err != nil {
			return err
		}
	}
	return log.Flush()
}

// header returns the comments of the log.
func (w *Workload) header() []string {
	c := &w.Config
	clock := func(t float64) string { return time.Unix(epoch+int64(t), 0).UTC().Format(time.UnixDate) }
	end := 0.0 // of the last job
	for _, j := range w.Jobs {
		end = max(end, j.Submit+j.Wait+max(0, j.Run))
	}
	lines := []string{
		"Version: 2.2",
		"Computer: waitbench synthetic machine",
		"Installation: none, the log is generated",
		fmt.Sprintf("MaxJobs: %d", len(w.Jobs)),
		fmt.Sprintf("MaxRecords: %d", len(w.Jobs)),
		"Preemption: No",
		fmt.Sprintf("UnixStartTime: %d", epoch),
		"TimeZoneString: UTC",
		"StartTime: " + clock(0),
		"EndTime: " + clock(end),
		fmt.Sprintf("MaxNodes: %d", c.Procs),
		fmt.Sprintf("MaxProcs: %d", c.Procs),
		fmt.Sprintf("MaxRuntime: %.0f", c.Walls[len(c.Walls)-1]),
		"AllowOveruse: No",
		fmt.Sprintf("MaxQueues: %d", len(c.Queues)),
	}
	for i, q := range c.Queues {
		lines = append(lines, fmt.Sprintf("Queue: %d %s (%s)", i+1, q.Name, q.limits()))
	}
	for _, note := range w.notes() {
		lines = append(lines, "Note: "+note)
	}
	return lines
}

// notes returns how the trace was made.
func (w *Workload) notes() []string {
	c := &w.Config
	var walls []string
	for _, v := range c.Walls {
		walls = append(walls, fmt.Sprintf("%.0f", v))
	}
	notes := []string{
		"this is not a log of a real machine but a workload of Downey's model of 1997 on a simulated scheduler",
		fmt.Sprintf("seed %d, %d days, offered load %g asked for, %.4f drawn (processor-seconds of jobs / of the machine, nights included)",
			c.Seed, c.Days, c.Load, w.Offered),
		fmt.Sprintf("jobs arrive in the first %g h of every 24 h, a Poisson process of %.6f jobs per second", c.DayLength/hour, c.rate()),
		fmt.Sprintf("total work is log-uniform from e^%g to e^%g s, parallelism A log-uniform from 1 to %d, variance uniform from 0 to %g",
			c.MinLogWork, c.MaxLogWork, c.MaxParallel, c.MaxVariance),
		"a job asks for ceil(A) processors and runs for work / speedup",
		fmt.Sprintf("requested times are run / U(%g, 1), rounded up to one of %s s; share %g asks for too little and is killed (status 0)",
			minUse, strings.Join(walls, ", "), c.ShortShare),
		fmt.Sprintf("share %g of the jobs is cancelled after %g to %g s if it still waits then (status 5, run time -1)",
			c.CancelShare, minPatience, maxPatience),
		fmt.Sprintf("share %g of the jobs fails when it starts (status 0, run time 0)", c.CrashShare),
		fmt.Sprintf("%d users with %d executables each, number k with weight 1/k^1", users, executables),
	}
	for _, p := range c.Phases {
		notes = append(notes, fmt.Sprintf("from %.0f s: %s", c.begin(p), c.describe(p)))
	}
	return notes
}

// limits returns which jobs the queue takes, and its weight.
func (q Queue) limits() string {
	var limits []string
	if q.MaxProcs > 0 {
		limits = append(limits, fmt.Sprintf("at most %d processors", q.MaxProcs))
	}
	if q.MaxWall > 0 {
		limits = append(limits, fmt.Sprintf("at most %.0f s", q.MaxWall))
	}
	if limits == nil {
		limits = []string{"no limits"}
	}
	return fmt.Sprintf("%s, weight %g", strings.Join(limits, ", "), q.Weight)
}

// describe returns how jobs are scheduled in a phase.
func (c *Config) describe(p Phase) string {
	discipline := "first come first served"
	if p.Discipline == sched.EASY {
		discipline = "EASY backfilling"
	}
	if p.Ranks == nil {
		return discipline + ", all queues equal"
	}
	var ranks []string
	for i, q := range c.Queues {
		ranks = append(ranks, fmt.Sprintf("%s %d", q.Name, p.Ranks[i]))
	}
	return discipline + ", ranks " + strings.Join(ranks, ", ")
}
