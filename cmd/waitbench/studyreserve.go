package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/figure"
	"waitbench/report/study/varq"
)

type reserveFlags struct {
	queue, moment, plot string
	procs               int64
	wall, deadline      float64
	requests            []float64
	settings            varq.Config
}

func studyReserveCommand() *cobra.Command {
	r := &reserveFlags{
		wall: 3600, deadline: 6 * 3600,
		settings: varq.Default(), requests: []float64{0.5, 0.75, 0.95},
	}
	cmd := newCommand("reserve LOG...",
		"a reservation for one job: when to submit it, and its cost",
		`study varq reserve prints when to submit a job, and with which wall time, so
that it runs at a deadline with given probabilities. It uses the waits in a log
up to a time, and QBETS. If the job starts at once, its processors are idle
until the deadline: that is the worst cost. For several logs it also prints the
probability that at least one of the machines keeps the reservation, if they are
independent.`,
		r.run,
		"study varq reserve small.swf --queue normal --procs 16 --wall 1h --deadline 6h",
		"study varq reserve small.swf busy.swf.gz --procs 8 --wall 30m --requests 0.5,0.9 "+
			"--format csv",
		"study varq reserve small.swf --queue low --procs 32 --wall 2h --at 2001-01-06T10:00 "+
			"--deadline 12h --plot trajectory")
	fs := cmd.Flags()
	queueFlag(fs, &r.queue)
	fs.Int64Var(&r.procs, "procs", 1, "processors of the job")
	fs.Var(run.Duration(&r.wall), "wall", "wall time of the job")
	fs.StringVar(&r.moment, "at", "", "`moment` of the request: a date or seconds of the log "+
		"(default: the last submission of the queue)")
	fs.Var(run.Duration(&r.deadline), "deadline",
		"time from the request until the job must be running")
	numbers(fs, &r.requests, "requests", "requested probabilities")
	predictorFlags(fs, &r.settings)
	fs.StringVar(&r.plot, "plot", "",
		"also draw the trajectory of the first log into this SVG `file`")
	formatFlag(fs)
	lenientFlag(fs)
	return cmd
}

func (r *reserveFlags) run(ctx context.Context, c *console, args []string) error {
	for _, r.settings.Request = range r.requests {
		if err := r.settings.Check(); err != nil {
			return output.UsageError{Err: err}
		}
	}
	plot, format, err := cutFormat(r.plot)
	if err != nil || format != "" && !strings.EqualFold(format, "svg") {
		return cmp.Or(err, output.Usagef("--plot: the trajectory is SVG, not %s", format))
	}
	job := r.request(0)
	if err := job.Check(); err != nil {
		return output.UsageError{Err: err}
	}
	var examples []*varq.Example
	for _, name := range args {
		e, err := r.example(ctx, c, name)
		if err != nil {
			return err
		}
		examples = append(examples, e)
	}
	if r.plot != "" {
		err := figure.Save(examples[0].Figure(), plot, figure.TwoColumn, cmp.Or(format, "svg"))
		if err != nil {
			return err
		}
	}
	return c.printTables(varq.ReservationTable(examples))
}

func (r *reserveFlags) request(now float64) varq.Request {
	return varq.Request{Size: r.procs, Wall: r.wall, Now: now, Deadline: now + r.deadline}
}

func (r *reserveFlags) example(ctx context.Context, c *console,
	log string) (*varq.Example, error) {
	f, err := c.openLog(log)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, err := loadQueue(f, r.queue)
	if err != nil {
		return nil, err
	}
	c.unverified(s.Log.Name, f.SHA256())
	now, err := moment(s.Log.Clock(), r.moment, s.Job(s.Len()-1).Submit)
	if err != nil {
		return nil, err
	}
	return varq.NewExample(ctx, s, r.settings, r.request(now), r.requests,
		fmt.Sprintf("%d processors", r.procs))
}
