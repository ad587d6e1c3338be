package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/replay/output"
	"waitbench/traces/synth"
)

func generateCommand() *cobra.Command {
	cfg, out, extra := synth.Default(), "", ""
	cmd := newCommand("generate", "make a synthetic log",
		`generate draws jobs from Downey's workload model of 1997: log-uniform work and
parallelism, arrivals by day and none by night. It adds queues, wall times and
users, and runs the jobs on a simulated machine whose scheduling policy changes.
The same parameters make the same bytes everywhere; the header of the log has
them. The log has each job on one number of processors; --extra has its run time
on 1, 2, 4, ... processors by the model's speedup, as study downey uses it.
Cirne and Berman's later distributions of parallelism are not built.`,
		func(_ context.Context, c *console, _ []string) error {
			if cfg.MaxParallel == 0 {
				cfg.MaxParallel = max(cfg.Procs/2, 1)
			}
			w, err := synth.Generate(cfg)
			if err != nil {
				return output.Usagef("%s", strings.TrimPrefix(err.Error(), "generate: "))
			}
			if extra == "" {
				return c.writePacked(func(to []io.Writer) error { return w.WriteSWF(to[0]) }, out)
			}
			rows := output.CSV{{"job", "average_parallelism", "sigma"}}
			for n := int64(1); n <= cfg.Procs; n *= 2 {
				rows[0] = append(rows[0], fmt.Sprintf("run_on_%d_s", n))
			}
			for i, s := range w.Shapes {
				row := []any{w.Jobs[i].ID, s.Parallelism, s.Variance}
				for n := int64(1); n <= cfg.Procs; n *= 2 {
					row = append(row, s.Run(n))
				}
				rows.Add(row...)
			}
			return c.writePacked(func(to []io.Writer) error {
				return cmp.Or(rows.Write(to[1]), w.WriteSWF(to[0]))
			}, out, extra)
		},
		"generate --days 10 --out small.swf",
		"generate --days 1 --out moldable.swf --extra moldable.csv",
		"generate --procs 64 --load 0.9 --days 5 --seed 7 --out busy.swf.gz")
	fs := cmd.Flags()
	fs.Uint64Var(&cfg.Seed, "seed", cfg.Seed, "seed of the random numbers")
	fs.IntVar(&cfg.Days, "days", cfg.Days, "days with arrivals")
	fs.Int64Var(&cfg.Procs, "procs", cfg.Procs, "processors of the machine")
	fs.Int64Var(&cfg.MaxParallel, "max-parallel", 0,
		"largest average parallelism of a job (default: half the machine)")
	fs.Float64Var(&cfg.Load, "load", cfg.Load,
		"work of the jobs over capacity of the machine, nights included")
	outFlag(fs, &out)
	fs.StringVar(&extra, "extra", "",
		"`file` to write as CSV: average parallelism of each job, its variance sigma, and the run "+
			"time on 1, 2, 4, ... processors in seconds; missing after a kill, repeat the call")
	return cmd
}
