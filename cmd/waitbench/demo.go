package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"waitbench/replay/experiment"
	"waitbench/replay/output"
	"waitbench/swf"
	"waitbench/traces/synth"
)

var demoCommand = command{
	name:  "demo",
	short: "the main job on the built-in synthetic trace",
	long: `demo generates a log of about 50,000 jobs of a synthetic machine, replays it through all methods and prints which of them
were correct for which queue. It needs no network; the run directory it writes also holds the log, demo.swf.gz, to play with.`,
	examples: []string{"demo", "demo --methods bmbp --epoch 1h --out demo-hourly --quiet"},
	flags: func(fs *pflag.FlagSet) action {
		r := newReplayFlags(fs)
		fs.StringVar(&r.out, "out", filepath.Join("results", "demo"), "run directory")
		return r.demo
	},
}

func (r *replayFlags) demo(ctx context.Context, c console, args []string) error {
	if len(args) > 0 {
		return usagef("takes no arguments, but got %q", args[0])
	}
	p := newProgress(c.err, r.quiet, "predictions")
	defer p.finish()
	plan, err := r.plan("demo", p)
	if err != nil {
		return err
	}
	e, err := experiment.New(r.out, *plan, []string{"demo"}, false, r.force)
	if err != nil {
		return err
	}
	if err := replayDemo(ctx, p, e); err != nil {
		return giveUp(ctx, err, e)
	}
	return finish(ctx, c, p, e)
}

// replayDemo replays the built-in trace, which stands in the run directory too.
func replayDemo(ctx context.Context, p *progress, e *experiment.Experiment) error {
	log, err := demoLog()
	if err != nil {
		return err
	}
	f, err := swf.OpenReader(bytes.NewReader(log), "demo.swf.gz")
	if err != nil {
		return err
	}
	defer f.Close()
	if err := replayLog(ctx, p, e, "demo", f); err != nil {
		return err
	}
	return e.Folder.Write("demo.swf.gz", func(w io.Writer) error {
		_, err := w.Write(log)
		return err
	})
}

// demoLog is the built-in trace, compressed.
func demoLog() ([]byte, error) {
	w, err := synth.Generate(synth.Default())
	if err != nil {
		return nil, err
	}
	var log bytes.Buffer
	z := gzip.NewWriter(&log)
	if err := w.WriteSWF(z); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return log.Bytes(), nil
}

var generateCommand = command{
	name:  "generate",
	short: "make a synthetic log: a workload model, a machine, a scheduler, a seed",
	long: `generate draws jobs from Downey's workload model of 1997 (log-uniform work and parallelism, arrivals by day and none by night), adds
queues, wall times and users, runs them on a simulated machine whose scheduling policy changes on the way, and writes the
log in the Standard Workload Format. The same parameters give the same bytes everywhere; they stand in the log's header.`,
	examples: []string{
		"generate --days 10 --out small.swf",
		"generate --procs 64 --load 0.9 --days 5 --seed 7 --out busy.swf.gz",
	},
	flags: func(fs *pflag.FlagSet) action {
		cfg := synth.Default()
		fs.Uint64Var(&cfg.Seed, "seed", cfg.Seed, "seed of the random numbers")
		fs.IntVar(&cfg.Days, "days", cfg.Days, "days with arrivals")
		fs.Int64Var(&cfg.Procs, "procs", cfg.Procs, "processors of the machine")
		fs.Int64Var(&cfg.MaxParallel, "max-parallel", 0, "largest average parallelism of a job (default: half the machine)")
		fs.Float64Var(&cfg.Load, "load", cfg.Load, "offered load: work of the jobs over capacity of the machine, nights included")
		fs.Float64Var(&cfg.MinLogWork, "min-log-work", cfg.MinLogWork, "natural logarithm of the least work of a job, processor-seconds")
		fs.Float64Var(&cfg.MaxLogWork, "max-log-work", cfg.MaxLogWork, "natural logarithm of the most work of a job")
		out := fs.String("out", "-", `file to write, compressed if its name ends in .gz; "-" for standard output`)
		return func(_ context.Context, c console, args []string) error {
			if len(args) > 0 {
				return usagef("takes no arguments, but got %q", args[0])
			}
			if cfg.MaxParallel == 0 {
				cfg.MaxParallel = max(cfg.Procs/2, 1)
			}
			w, err := synth.Generate(cfg)
			if err != nil {
				return usagef("%s", strings.TrimPrefix(err.Error(), "generate: "))
			}
			if *out == "-" {
				return w.WriteSWF(c.out)
			}
			return writeLog(*out, w)
		}
	},
}

// writeLog writes a log under path, compressed if the name says so.
func writeLog(path string, log *synth.Workload) error {
	return output.Write(path, func(w io.Writer) error {
		if filepath.Ext(path) != ".gz" {
			return log.WriteSWF(w)
		}
		z := gzip.NewWriter(w)
		if err := log.WriteSWF(z); err != nil {
			return err
		}
		return z.Close()
	})
}
