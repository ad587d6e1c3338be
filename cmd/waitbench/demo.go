package main

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"waitbench/replay/run"
	"waitbench/report/batch"
	"waitbench/swf"
	"waitbench/traces/synth"
)

func demoCommand() *cobra.Command {
	r := &replayFlags{}
	cmd := newCommand("demo", "replay a built-in synthetic log",
		`demo generates a log of about 50,000 jobs of a synthetic machine, replays it and
prints which methods can be trusted for which queue. It needs no network. The
run directory also has the log, as demo.swf.gz.`,
		r.demo,
		"demo",
		"demo --methods bmbp,lognormal,lognormal-trim --figures none --out demo-paper --quiet")
	fs := cmd.Flags()
	r.settings = run.Defaults()
	settingFlags(fs, &r.settings, "methods", "exec")
	r.addDrawn(fs)
	fs.StringVar(&r.out, "out", filepath.Join("results", "demo"), "run `directory`")
	return cmd
}

func (r *replayFlags) demo(ctx context.Context, c *console, _ []string) error {
	demo, err := r.start(ctx, c, "demo")
	if err != nil {
		return err
	}
	const file = "demo.swf.gz"
	var log []byte
	demo.Logs = []batch.Log{{Name: "demo", Open: func() (_ *swf.File, err error) {
		if log, err = demoLog(); err != nil {
			return nil, err
		}
		return swf.OpenReader(bytes.NewReader(log), file)
	}}}
	demo.Complete = func(w *run.Writer, staged *run.Dir) error {
		err := w.Folder.Write(file, func(to io.Writer) error {
			_, err := to.Write(log)
			return err
		})
		if err != nil {
			return err
		}
		return demo.render(w, staged)
	}
	return demo.replay(ctx)
}

// demoLog returns the built-in log, compressed.
func demoLog() ([]byte, error) {
	w, err := synth.Generate(synth.Default())
	if err != nil {
		return nil, err
	}
	var log bytes.Buffer
	packed, end := pack(&log, ".gz")
	err = cmp.Or(w.WriteSWF(packed), end())
	return log.Bytes(), err
}
