package synth

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"waitbench/methods/sched"
	"waitbench/swf"
)

// epoch is the UnixStartTime of every trace: a Monday morning, 2001-01-01 08:00
// UTC.
const epoch = 978336000

// WriteSWF writes the trace as a log in the Standard Workload Format, version
// 2.2.
func (w *Workload) WriteSWF(out io.Writer) error {
	log := swf.NewWriter(out)
	w.writeHeader(log)
	for i := range w.Jobs {
		if err := log.Write(&w.Jobs[i]); err != nil {
			return err
		}
	}
	return log.Flush()
}

// Text generates a log in that format.
func Text(c Parameters) ([]byte, error) {
	w, err := Generate(c)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = w.WriteSWF(&text)
	return text.Bytes(), err
}

// writeHeader writes the comments of the log. The writer keeps its error.
func (w *Workload) writeHeader(log *swf.Writer) {
	c := &w.Parameters
	clock := func(t float64) string {
		return time.Unix(epoch+int64(t), 0).UTC().Format(time.UnixDate)
	}
	end := 0.0 // of the last job
	for _, j := range w.Jobs {
		end = max(end, j.Submit+j.Wait+max(0, j.Run))
	}
	add := func(lines string, args ...any) {
		for line := range strings.SplitSeq(fmt.Sprintf(lines, args...), "\n") {
			log.WriteComment(line)
		}
	}
	add(`Version: 2.2
Computer: waitbench synthetic machine
Installation: none, the log is generated
MaxJobs: %d
MaxRecords: %d
Preemption: No
UnixStartTime: %d
TimeZoneString: UTC
StartTime: %s
EndTime: %s
MaxNodes: %d
MaxProcs: %d
MaxRuntime: %.0f
AllowOveruse: No
MaxQueues: %d`,
		len(w.Jobs), len(w.Jobs), epoch, clock(0), clock(end), c.Procs, c.Procs,
		walls[len(walls)-1], len(c.Queues))
	for i, q := range c.Queues {
		add("Queue: %d %s (%s)", i+1, q.Name, q.limits())
	}
	times := make([]string, len(walls))
	for i, v := range walls {
		times[i] = fmt.Sprint(v)
	}
	add(`Note: this is not a log of a real machine but a workload of Downey's model of 1997 on a simulated scheduler
Note: seed %d, %d days, offered load %g asked for, %.4f drawn (processor-seconds of jobs / of the machine, nights included)
Note: jobs arrive in the first %g h of every 24 h, a Poisson process of %.6f jobs per second
Note: total work is log-uniform from e^%g to e^%g s, parallelism A log-uniform from 1 to %d, variance uniform from 0 to %g
Note: a job asks for ceil(A) processors and runs for work / speedup
Note: requested times are run / U(%g, 1), rounded up to one of %s s; share %g asks for too little and is killed (status 0)
Note: share %g of the jobs is cancelled after %g to %g s if it still waits then (status 5, run time -1)
Note: share %g of the jobs fails when it starts (status 0, run time 0)
Note: %d users with %d executables each, number k with weight 1/k^1`,
		c.Seed, c.Days, c.Load, w.Offered, dayLength/hour, c.rate(),
		c.MinLogWork, c.MaxLogWork, c.MaxParallel, c.MaxVariance,
		minUse, strings.Join(times, ", "), shortShare, cancelShare, minPatience, maxPatience,
		crashShare, users, executables)
	for _, p := range c.Phases {
		add("Note: from %.0f s: %s", c.begin(p), c.describe(p))
	}
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
func (c *Parameters) describe(p Phase) string {
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
