package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"waitbench/replay/output"
	"waitbench/replay/study/downey"
	"waitbench/report/study"
	"waitbench/report/study/allocation"
)

func studyDowneyCommand() *cobra.Command {
	d := &downeyFlags{config: downey.Default(), lifetimes: []string{"alloc", "2:14"}, biases: []string{"fitted", "1.7:0.6"}}
	cmd := newCommand("downey", "processor allocation for malleable jobs: tables and figures of Downey's paper beside a simulation",
		`study downey simulates jobs that can run on any number of processors, of Downey's workload model of
1997, and lets them take the processors that are free or hold out for more: by an oracle, by forecasts
of queue times, by forecasts corrected for their bias, by a rule of thumb. Without flags it is the
paper's study, with 16 workloads for its one.`,
		d.run,
		"study downey --quick --quiet --out downey",
		"study downey --days 5 --seeds 2 --procs 64 --load 0.9 --lifetimes work --bias fitted-10s --predictor exact --out downey-64")
	c, fs := &d.config, cmd.Flags()
	fs.IntVar(&c.Days, "days", c.Days, "days, each on its own")
	fs.Uint64Var(&c.Seed, "seed", c.Seed, "seed of the first workload; the others follow")
	fs.Int64Var(&c.Procs, "procs", c.Procs, "processors of the machine")
	fs.Float64Var(&c.Load, "load", c.Load, "sequential work of the jobs over capacity of the machine, in daytime")
	duration(fs, &c.DayLength, "daytime", "time in which jobs arrive every day")
	fs.Float64Var(&c.Model.MinLogWork, "min-log-work", c.Model.MinLogWork, "natural logarithm of the least sequential run time, seconds")
	fs.Float64Var(&c.Model.MaxLogWork, "max-log-work", c.Model.MaxLogWork, "natural logarithm of the greatest sequential run time, seconds")
	fs.Int64Var(&c.Model.MaxParallel, "max-parallel", 0, "largest average parallelism of a job (default: the whole machine)")
	fs.Float64Var(&c.Model.MaxVariance, "max-variance", c.Model.MaxVariance, "largest variance of parallelism")
	choice(cmd, &d.predictor, "predictor", "A with two benefactors else B, or the exact distribution of the processors freed", "combined", "exact")
	list(fs, &d.lifetimes, "lifetimes", "lifetimes assumed: alloc, as allocated under AVG; work, as those of the jobs; or logarithms of limits")
	list(fs, &d.biases, "bias", "correction of BIAS: fitted to PRED, fitted-10s to its times from 10 s on, or intercept:slope")
	fs.Float64Var(&c.Patience, "patience", c.Patience, "share of the saving for which a job holds out under HEUR")
	fs.Float64Var(&c.Minimum, "minimum", c.Minimum, "share of the processors it can use below which no job starts under MIN")
	fs.Float64Var(&c.Risk, "risk", c.Risk, "share of the run time that a job averse to risk has to save")
	d.add(cmd, "downey", c.Seeds, "12 days and two seeds, in seconds", "seeds")
	return cmd
}

// downeyFlags are the flags of the study.
type downeyFlags struct {
	studyFlags
	config            downey.Config
	lifetimes, biases []string
	predictor         string
}

func (d *downeyFlags) run(ctx context.Context, c console, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	if err := d.take(); err != nil {
		return usageError{err}
	}
	folder, err := output.Open(d.folder())
	if err != nil {
		return err
	}
	defer folder.Close()
	p := newProgress(c.err, d.quiet, "passes")
	defer p.finish()
	begun := time.Now()
	p.start("study downey")
	results, err := downey.Run(ctx, d.config, d.workers, p.update)
	if err != nil {
		return err
	}
	jobs := 0
	for _, r := range results {
		jobs += r.Jobs
	}
	p.message("study downey: %s jobs in %d workloads, %.1f s", group(int64(jobs)), len(results), time.Since(begun).Seconds())
	page := allocation.New(d.config, results)
	if err := page.Write(folder); err != nil {
		return err
	}
	p.message("page, tables, figures and all numbers are in %s", d.folder())
	return writeFirstTables(c, page)
}

// take takes over the flags that need a look.
func (d *downeyFlags) take() error {
	c := &d.config
	c.Seeds, c.Exact = d.seeds, d.predictor == "exact"
	if c.Model.MaxParallel == 0 {
		c.Model.MaxParallel = c.Procs
	}
	if d.quick && !d.fs.Changed("days") {
		c.Days = 12
	}
	if d.quick && !d.fs.Changed("seeds") {
		c.Seeds = 2
	}
	if d.workers < 0 {
		return errors.New("--workers cannot be negative")
	}
	c.Lifetimes, c.Biases = nil, nil
	for _, word := range d.lifetimes {
		l, err := downey.ParseLifetimes(word)
		if err != nil {
			return err
		}
		c.Lifetimes = append(c.Lifetimes, l)
	}
	for _, word := range d.biases {
		b, err := downey.ParseBias(word)
		if err != nil {
			return err
		}
		c.Biases = append(c.Biases, b)
	}
	return c.Check()
}

// writeFirstTables prints the first table of each section; the page has the others.
func writeFirstTables(c console, r *study.Report) error {
	for i := range r.Sections {
		if len(r.Sections[i].Tables) == 0 {
			continue
		}
		if err := r.Sections[i].Tables[0].WriteText(c.out); err != nil {
			return err
		}
		fmt.Fprintln(c.out)
	}
	return nil
}
