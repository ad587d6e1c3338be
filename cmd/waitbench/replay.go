package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/batch"
	"waitbench/report/published"
	"waitbench/report/render"
	"waitbench/report/table"
	"waitbench/swf"
)

func replayCommand() *cobra.Command {
	r := &replayFlags{}
	cmd := newCommand("replay LOG...", "replay logs through methods, into a run directory",
		`replay shows the jobs of logs to methods, as they were submitted, and compares
the bounds of the methods with the waits. It writes scores, predictions, tables
and figures: see waitbench help run-directory. predictions.arrow is compressed
with zstd, and waitbench cat makes CSV of it. A LOG is a path (plain text, gzip,
bzip2 or zstd), "-" for standard input, or a name of the catalogue. Logs of the
catalogue are looked up in the folders of WAITBENCH_TRACES, separated as in
PATH, and then in the cache.

Of several logs, each gets a run directory of its name inside the folder of
--out, which collects them, as waitbench collect does. A log without a job to
replay is left out. Repeat an interrupted call with --resume to replay only the
logs that are not finished.`,
		r.run,
		"replay small.swf",
		"replay small.swf --methods bmbp,lognormal --quantiles 0.9 --epoch 0 --min-jobs 100 "+
			"--out runs/small-0.9",
		"replay small.swf --methods bmbp --quantiles 0.95,0.5,0.25l --ranges none --figures none "+
			"--out runs/quantiles",
		"replay small.swf --methods bmbp,qbets,forest --age 10m,1h --out runs/small-waiting",
		"replay small.swf --methods bmbp,hanzich --scheduler fcfs "+
			"--cluster 'nodes 192; nodes 64 power 0.5' --figures none --out runs/small-mixed",
		"replay small.swf busy.swf.gz --methods bmbp,lognormal --figures none --out runs/two",
		"replay small.swf --queues normal,low --ranges 1-8,9-64,65+ --select paper "+
			"--methods bmbp:rank=normal,bmbp,lognormal --out runs/small-waited --quiet")
	r.add(cmd)
	r.addRun(cmd, "the first log")
	return cmd
}

type replayFlags struct {
	settings      run.Settings
	workers       uint
	out, figures  string
	resume, force bool
	skipErrors    bool
	noBuild       bool
	shard         batch.Shard
}

// add adds the flags. A command may have default methods of its own.
func (r *replayFlags) add(cmd *cobra.Command, methods ...string) {
	r.settings = run.Defaults()
	if len(methods) > 0 {
		r.settings.Methods = methods
	}
	settingFlags(cmd.Flags(), &r.settings)
	r.addDrawn(cmd.Flags())
	r.addHow(cmd)
}

// addDrawn adds the flags of a page that takes the place of another.
func (r *replayFlags) addDrawn(fs *pflag.FlagSet) {
	choice(fs, &r.figures, "figures", "figures to draw", render.FewFigures,
		render.AllFigures, render.NoFigures)
	r.addForce(fs)
}

func (r *replayFlags) addForce(fs *pflag.FlagSet) {
	quietFlag(fs)
	fs.BoolVar(&r.force, "force", false, "replace a run with other settings or logs, or of "+
		"an earlier version; files of others always stay")
}

// addHow adds the flags that are no settings of a run.
func (r *replayFlags) addHow(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.UintVar(&r.workers, "workers", 0,
		"tasks at a time; results do not depend on it (default: one for each processor)")
	formatFlag(fs)
	fs.BoolVar(&r.noBuild, "no-build", false, "leave the commit and the Go version out of run.json")
}

// addRun adds the flags of runs of named logs.
func (r *replayFlags) addRun(cmd *cobra.Command, of string) {
	fs := cmd.Flags()
	fs.StringVar(&r.out, "out", "", "run `directory`, or folder of the runs of several logs "+
		"(default: runs/ and the name of "+of+")")
	r.addResume(fs)
	fs.BoolVar(&r.skipErrors, "skip-errors", false, "skip unreadable logs")
	fs.Var(run.NewValue("k/n", &r.shard, batch.ParseShard,
		func(batch.Shard) string { return "" }), "shard",
		"replay every n-th log, the largest first, from the k-th on; see waitbench help cluster")
}

func (r *replayFlags) addResume(fs *pflag.FlagSet) {
	fs.BoolVar(&r.resume, "resume", false, "keep finished runs of the same logs and settings")
}

// replaying is a call that replays logs, and draws and prints their results.
type replaying struct {
	*batch.Batch
	c       *console
	figures string

	results  *render.Dir    // of the last log
	rendered *render.Output // for it
}

// start prepares the replay of logs that are not known yet.
func (r *replayFlags) start(ctx context.Context, c *console, command string) (*replaying, error) {
	engine := replay.Engine{Workers: int(r.workers), Progress: c.updatePhase}
	programs, err := r.settings.StartPrograms(ctx)
	if err != nil {
		return nil, err
	}
	plan, err := run.NewPlan(command, r.settings, engine, programs...)
	if err != nil {
		return nil, output.UsageError{Err: err}
	}
	plan.Verify = published.Unverified
	if r.noBuild {
		plan.Build = nil
	}
	started := &replaying{c: c, figures: r.figures}
	started.Batch = &batch.Batch{Plan: plan, Dir: r.out, Shard: r.shard, Collects: true,
		UI: batch.UI{Start: c.start, Finish: c.finish, Message: c.message, Warn: c.warn,
			Quiet: c.quiet},
		Resume: r.resume, Force: r.force, SkipErrors: r.skipErrors,
		Complete: started.render, Done: started.print}
	return started, nil
}

func (r *replayFlags) run(ctx context.Context, c *console, args []string) error {
	call, err := r.start(ctx, c, "replay")
	if err != nil {
		return err
	}
	if call.Logs, err = c.inputLogs(args); err != nil {
		return err
	}
	call.Dir = cmp.Or(r.out, filepath.Join("runs", call.Logs[0].Name))
	return call.replay(ctx)
}

func (c *console) inputLogs(texts []string) (logs []batch.Log, err error) {
	taken := map[string]string{} // by the name of their files
	for _, name := range texts {
		path, err := c.resolveLog(name)
		if err != nil && (methods.IsBuiltIn(name) || slices.Contains(methods.Groups, name)) {
			err = output.Usagef("%q is a method, and no log: names of methods are separated by commas", name)
		}
		if err != nil {
			return nil, err
		}
		log := logName(path)
		file := table.FileName(log)
		if path == "-" && slices.ContainsFunc(logs, func(l batch.Log) bool { return l.Path == "-" }) {
			return nil, output.Usagef("takes standard input once")
		}
		if other, ok := taken[file]; ok {
			return nil, fmt.Errorf("files of logs %s and %s would have the same names; "+
				"a call takes one of them", other, log)
		}
		taken[file] = log
		open := func() (*swf.File, error) { return c.openPath(path) }
		logs = append(logs, batch.Log{Name: log, Path: path, Open: open})
	}
	if len(logs) > 1 {
		return logs, render.CheckLogs(
			table.Distinct(logs, func(l *batch.Log) string { return l.Name }))
	}
	return logs, nil
}

// replay replays the logs, draws and prints the results. It collects the runs of
// several logs, unless it has only a share of them.
func (r *replaying) replay(ctx context.Context) error {
	runs, err := r.Run(ctx)
	if err != nil || len(r.Logs) == 1 || r.Shard.N > 0 {
		return err
	}
	return r.c.collect(&render.Collection{Runs: runs, Force: r.Force}, r.Dir)
}

func (r *replaying) render(w *run.Writer, staged *run.Dir) (err error) {
	r.results = &render.Dir{Dir: staged, Progress: r.c.updatePhase}
	r.rendered, err = r.results.Render(w.Folder, render.Figures{Which: r.figures})
	return err
}

func (r *replaying) print(dir string) error { return r.c.printRun(r.results, r.rendered, dir) }
