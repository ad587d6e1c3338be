package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"waitbench/replay/output"
	"waitbench/report/study"
	"waitbench/report/study/downey"
)

type downeyFlags struct {
	studyFlags
	config downey.Config
}

func studyDowneyCommand() *cobra.Command {
	d := &downeyFlags{config: downey.Default()}
	cmd := newCommand("downey",
		"processors for malleable jobs: Downey's paper, a simulation",
		`study downey simulates jobs that can run on any number of processors, drawn from
Downey's workload model of 1997. A job takes the free processors or waits for
more: by an oracle, by forecasts of queue times, by forecasts corrected for
their bias, or by a rule of thumb. Without flags it is the paper's study, with
16 workloads instead of one.`,
		d.run,
		"study downey --quick --quiet --out downey",
		"study downey --days 5 --seeds 2 --procs 64 --load 0.9 --lifetimes work --bias 1.7:0.6 "+
			"--out downey-64")
	c, fs := &d.config, cmd.Flags()
	fs.IntVar(&c.Days, "days", c.Days, "days, each of which starts with an empty machine")
	fs.Uint64Var(&c.Seed, "seed", c.Seed, "seed of the first workload; the others follow")
	fs.Int64Var(&c.Procs, "procs", c.Procs, "processors of the machine")
	fs.Float64Var(&c.Load, "load", c.Load,
		"sequential work of the jobs over capacity of the machine, in daytime")
	list(fs, &c.Lifetimes, "lifetimes",
		"assumed lifetimes: alloc, as allocated under AVG; work, as the jobs have them; "+
			"or logarithms of limits")
	list(fs, &c.Biases, "bias",
		"correction of BIAS: fitted to PRED, or intercept:slope")
	d.add(cmd, c.Seeds, "12 days and two seeds, in seconds", "seeds")
	return cmd
}

func (d *downeyFlags) run(ctx context.Context, c *console, args []string) error {
	quicker(&d.studyFlags, "days", &d.config.Days, 12)
	quicker(&d.studyFlags, "seeds", &d.seeds, 2)
	d.config.Seeds = d.seeds
	if err := d.config.Check(); err != nil {
		return output.UsageError{Err: err}
	}
	return d.studyFlags.run(c, args, func() (*study.Page, string, error) {
		c.start("study downey", "workloads")
		results, err := downey.Run(ctx, d.config, int(d.workers), c.update)
		if err != nil {
			return nil, "", err
		}
		jobs := 0
		for _, r := range results {
			jobs += r.Jobs
		}
		done := fmt.Sprintf("%s jobs in %d workloads", output.Grouped(int64(jobs)), len(results))
		return downey.Page(d.config, results), done, nil
	})
}
