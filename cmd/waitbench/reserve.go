package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"waitbench/replay/run"
	"waitbench/replay/study/varq"
	"waitbench/report/figure"
	"waitbench/report/study"
)

func reserveCommand() *cobra.Command {
	r := &reserveFlags{wall: 3600, deadline: 6 * 3600, settings: varq.Default(), requests: []float64{0.5, 0.75, 0.95}}
	cmd := newCommand("reserve LOG...",
		"a virtual advance reservation for one job: when to submit it, and what it costs",
		`reserve says when to submit a job, and with which wall time, so that it is running at a deadline
with given probabilities, from the waits in a log up to a time, by QBETS. The worst cost is what the
nodes held idle until the deadline come to if the job starts at once. Of several logs it gives the
probability that at least one of the machines keeps the reservation, if they are independent.`,
		r.run,
		"reserve small.swf --queues normal --procs 16 --wall 1h --deadline 6h",
		"reserve small.swf busy.swf.gz --procs 8 --wall 30m --requests 0.5,0.9 --format csv",
		"reserve small.swf --queues low --procs 32 --wall 2h --at 2001-01-06T10:00 --deadline 12h --plot trajectory")
	fs := cmd.Flags()
	single(fs, &r.queue, "queue", "queue, by name or number in the log (default: the one with the most jobs)")
	fs.Int64Var(&r.procs, "procs", 1, "processors of the job")
	duration(fs, &r.wall, "wall", "its wall time")
	fs.StringVar(&r.at, "at", "", "`moment` of the request: a date or seconds of the log (default: the last submission of the queue)")
	duration(fs, &r.deadline, "deadline", "time from the request to when the job is to be running")
	numbers(fs, &r.requests, "requests", "probabilities to ask for")
	predictorFlags(fs, &r.settings)
	fs.StringVar(&r.plot, "plot", "", "also draw the trajectory of the first log into this SVG `file`, without its ending")
	formatFlag(cmd.Flags(), &r.format)
	r.logFlags.add(fs)
	return cmd
}

type reserveFlags struct {
	logFlags
	queue, at, plot, format string
	procs                   int64
	wall, deadline          float64
	requests                []float64
	settings                varq.Config
}

func (r *reserveFlags) run(ctx context.Context, c console, args []string) error {
	if err := r.check(); err != nil {
		return err
	}
	var examples []*study.Example
	for _, name := range args {
		e, err := r.ask(ctx, c, name)
		if err != nil {
			return err
		}
		examples = append(examples, e)
	}
	if r.plot != "" {
		if err := figure.Save(examples[0].Figure(), r.plot, "svg"); err != nil {
			return err
		}
	}
	return writeTables(c.out, r.format, study.ReservationTable(examples))
}

// check finds mistakes in the flags that do not hang on a log.
func (r *reserveFlags) check() error {
	for _, q := range r.requests {
		r.settings.Request = q
		if err := r.settings.Check(); err != nil {
			return usageError{err}
		}
	}
	job := r.job(0)
	if err := job.Check(); err != nil {
		return usageError{err}
	}
	return nil
}

// job is the request at a time.
func (r *reserveFlags) job(now float64) varq.Request {
	return varq.Request{Size: r.procs, Wall: r.wall, Now: now, Deadline: now + r.deadline}
}

// ask asks one log.
func (r *reserveFlags) ask(ctx context.Context, c console, name string) (*study.Example, error) {
	f, err := r.open(c, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, err := loadQueue(f, r.queue)
	if err != nil {
		return nil, err
	}
	newProgress(c.err, false, "").unverified(&run.TraceRecord{Name: s.Trace.Name, SHA256: f.SHA256()})
	now, err := moment(s.Trace.Clock(), r.at, s.Job(s.Len()-1).Submit)
	if err != nil {
		return nil, err
	}
	return study.NewExample(ctx, s, r.settings, r.job(now), r.requests, fmt.Sprintf("%d processors", r.procs))
}
