package main

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"waitbench/replay/run"
	"waitbench/swf"
	"waitbench/traces/synth"
)

func demoCommand() *cobra.Command {
	r := &replayFlags{}
	cmd := newCommand("demo", "the main job on the built-in synthetic trace",
		`demo generates a log of about 50,000 jobs of a synthetic machine, replays it and prints which
methods were correct for which queue. It needs no network; the run directory it writes also holds
the log, demo.swf.gz, to play with.`,
		r.demo, "demo", "demo --methods bmbp,lognormal,lognormal-trim --figures none --out demo-paper --quiet")
	r.add(cmd)
	cmd.Flags().StringVar(&r.out, "out", filepath.Join("results", "demo"), "run `directory`")
	return cmd
}

func (r *replayFlags) demo(ctx context.Context, c console, args []string) error {
	p := newProgress(c.err, r.quiet, "jobs")
	defer p.finish()
	plan, err := r.plan(ctx, "demo", p)
	if err != nil {
		return err
	}
	e, err := run.NewWriter(r.out, *plan, []string{"demo"}, false, r.force)
	if err != nil {
		return err
	}
	if err := replayDemo(ctx, p, e); err != nil {
		return giveUp(ctx, err, e)
	}
	return r.finish(ctx, c, p, e)
}

// replayDemo replays the built-in trace, which stands in the run directory too.
func replayDemo(ctx context.Context, p *progress, e *run.Writer) error {
	log, err := demoLog()
	if err != nil {
		return err
	}
	f, err := swf.OpenReader(bytes.NewReader(log), "demo.swf.gz")
	if err != nil {
		return err
	}
	defer f.Close()
	p.start("demo")
	if err := replayLog(ctx, p, e, "demo", f); err != nil {
		return err
	}
	return e.Folder.Write("demo.swf.gz", func(w io.Writer) error {
		_, err := w.Write(log)
		return err
	})
}

// demoLog is the built-in trace, compressed. It is made once.
var demoLog = sync.OnceValues(func() ([]byte, error) {
	w, err := synth.Generate(synth.Default())
	if err != nil {
		return nil, err
	}
	var log bytes.Buffer
	err = pack(&log, "demo.swf.gz", w.WriteSWF)
	return log.Bytes(), err
})
