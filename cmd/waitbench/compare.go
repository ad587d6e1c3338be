package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/report"
	"waitbench/report/render"
)

func compareCommand() *cobra.Command {
	f := &compareFlags{ranges: []string{replay.AllRanges}}
	cmd := newCommand("compare DIR", "two methods on the jobs both have bounds for, with an interval of the difference",
		`compare prints, for each queue of a run directory, the mean pinball losses of two methods over the
jobs that both have bounds for, and their difference with a confidence interval. Losses of jobs near
each other are alike, so the interval comes from resampling blocks of consecutive jobs. It is the
same every time.`,
		f.run,
		"compare runs/small --methods bmbp,lognormal",
		"compare runs/small --methods bmbp,lognormal-trim --queues normal,low --ranges all,1-4 --confidence 0.9 --format markdown")
	fs := cmd.Flags()
	list(fs, &f.methods, "methods", "two methods of the run")
	fs.StringVar(&f.trace, "trace", "", "`trace` of the run (default: all)")
	list(fs, &f.queues, "queues", "queues, by name or number in the log (default: all)")
	list(fs, &f.ranges, "ranges", "ranges of processors of the run, or all for jobs of every size")
	list(fs, &f.quantiles, "quantiles", "quantiles of the run, with l for lower bounds (default: its first)")
	fs.Float64Var(&f.confidence, "confidence", 0.95, "confidence of the interval")
	fs.IntVar(&f.block, "block", 0, "consecutive jobs kept together (default: the square root of their number)")
	fs.IntVar(&f.resamples, "resamples", 1999, "number of resamples")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the resamples")
	formatFlag(fs, &f.format)
	return cmd
}

type compareFlags struct {
	methods, queues, ranges, quantiles []string
	trace, format                      string
	confidence                         float64
	block, resamples                   int
	seed                               uint64
}

func (f *compareFlags) run(_ context.Context, c console, args []string) error {
	var err error
	if f.methods, err = methods.SplitNames(strings.Join(f.methods, ",")); err != nil {
		return usageError{err}
	}
	switch {
	case len(f.methods) != 2:
		return usagef("needs --methods with two methods, not %d", len(f.methods))
	case !(f.confidence > 0 && f.confidence < 1):
		return usagef("--confidence %v is not between 0 and 1", f.confidence)
	case f.block < 0 || f.resamples < 1:
		return usagef("--block cannot be negative, and --resamples must be 1 at least")
	}
	d, err := render.Open(args[0])
	if err != nil {
		return err
	}
	q := render.PairQuery{
		Trace: f.trace, Methods: [2]string(f.methods), Queues: f.queues, Ranges: f.ranges,
		Bootstrap: backtest.Bootstrap{Resamples: f.resamples, Block: f.block, Confidence: f.confidence, Seed: f.seed},
	}
	if q.Levels, err = levelsOf(d, f.quantiles); err != nil {
		return err
	}
	pairs, err := d.Pairs(q)
	if err != nil {
		return err
	}
	return writeTables(c.out, f.format, report.PairTable(d.Run, f.methods[0], f.methods[1], q.Bootstrap, pairs))
}
