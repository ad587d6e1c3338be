package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/render"
	"waitbench/report/verdict"
)

func compareCommand() *cobra.Command {
	f := &compareFlags{settings: run.Defaults(), resamples: 1999}
	cmd := newCommand("compare DIR",
		"two methods on the jobs that both bound, and their difference",
		`compare prints, for each queue of a run directory or of a folder of them, the
mean pinball losses of two methods over the jobs that both bound, and the
difference with a confidence interval. Without --methods it compares the two
best: the ones recommended on most queues, and bmbp next. Losses of jobs near
each other are alike, so the interval comes from resamples of blocks of
consecutive jobs. It is the same every time.`,
		f.run,
		"compare runs/small",
		"compare runs/two --methods bmbp,lognormal",
		"compare runs/small --methods bmbp,lognormal",
		"compare runs/small --methods bmbp,lognormal-trim --queues normal,low --ranges all,1-4 "+
			"--confidence 0.9 --block 20 --format markdown")
	fs := cmd.Flags()
	list(fs, &f.Methods, "methods", "two methods of the run (default: the two best)")
	seriesFlags(fs, &f.Selection, "all", "its first")
	settingFlags(fs, &f.settings, "confidence")
	fs.Lookup("confidence").Usage = "confidence of the interval"
	fs.UintVar(&f.block, "block", 0,
		"consecutive jobs in a block (default: the square root of the number of jobs)")
	fs.UintVar(&f.resamples, "resamples", f.resamples, "number of resamples, at most a million")
	fs.Uint64Var(&f.Seed, "seed", 1, "seed of the resamples")
	formatFlag(fs)
	return cmd
}

type compareFlags struct {
	render.PairQuery
	settings         run.Settings // of which the confidence is a flag
	block, resamples uint
}

func (f *compareFlags) run(_ context.Context, c *console, args []string) error {
	pair := f.Methods
	switch {
	case len(pair) == 2 && pair[0] == pair[1]:
		return output.Usagef("--methods has %s twice", pair[0])
	case len(pair) != 2 && len(pair) != 0:
		return output.Usagef("needs --methods with two methods, not %d", len(pair))
	case f.resamples < 1 || f.resamples > 1_000_000:
		return output.Usagef("--resamples is %d: not between 1 and 1000000", f.resamples)
	}
	runs, err := render.OpenAll(args)
	if err != nil {
		return err
	}
	if len(pair) == 0 {
		if pair, err = render.Best(runs...); err != nil {
			return err
		} else if len(pair) < 2 {
			return fmt.Errorf("%s has no two methods with bounds to compare", args[0])
		}
		f.Methods = pair[:2]
	}
	f.Resamples, f.Block, f.Confidence = int(f.resamples), int(f.block), f.settings.Confidence
	pairs, err := render.Pairs(runs, f.PairQuery)
	if err != nil {
		return err
	}
	return c.printTables(verdict.PairTable(runs[0].Run, f.Methods[0], f.Methods[1], f.Bootstrap,
		pairs))
}
