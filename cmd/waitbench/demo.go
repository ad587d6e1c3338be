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
methods were correct for which queue. It needs no network. The run directory also holds the log as
demo.swf.gz.`,
		r.demo,
		"demo",
		"demo --methods bmbp,lognormal,lognormal-trim --figures none --out demo-paper --quiet")
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
	w, err := run.NewWriter(r.out, *plan, []string{"demo"}, false, r.force)
	if err != nil {
		return err
	}
	if err := replayDemo(ctx, p, w); err != nil {
		return giveUp(ctx, err, w)
	}
	return r.finish(ctx, c, p, w)
}

// replayDemo replays the built-in trace and puts it into the run directory.
func replayDemo(ctx context.Context, p *progress, w *run.Writer) error {
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
	if err := replayLog(ctx, p, w, "demo", f); err != nil {
		return err
	}
	return w.Folder.Write("demo.swf.gz", func(to io.Writer) error {
		_, err := to.Write(log)
		return err
	})
}

// demoLog returns the built-in trace, compressed. It is made once.
var demoLog = sync.OnceValues(func() ([]byte, error) {
	text, err := generate(synth.Default())
	if err != nil {
		return nil, err
	}
	var log bytes.Buffer
	err = pack(&log, "demo.swf.gz", func(to io.Writer) error {
		_, err := to.Write(text)
		return err
	})
	return log.Bytes(), err
})
