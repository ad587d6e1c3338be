package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report"
	"waitbench/report/render"
	"waitbench/swf"
)

func replayCommand() *cobra.Command {
	r := &replayFlags{}
	cmd := newCommand("replay LOG...", "replay logs through methods, into a run directory",
		`replay shows the jobs of logs to methods, as they were submitted, and compares
the bounds of the methods with the waits. It writes scores, predictions, tables
and figures: see waitbench help run-directory. A LOG is a path (plain text,
gzip, bzip2 or zstd), "-" for standard input, or a name of the catalogue. Logs
of the catalogue are looked up in the folders of WAITBENCH_TRACES, separated as
in PATH, and then in the cache.

A run of several logs leaves out a log without a job to replay; run.json and
the page note it. An interrupted run keeps the logs it has finished. Repeat the
call with --resume to replay the others.`,
		r.run,
		"replay small.swf",
		"replay small.swf --methods bmbp,lognormal --quantiles 0.9 --epoch 0 --min-jobs 100 "+
			"--out runs/small-0.9",
		"replay small.swf --methods bmbp --quantiles 0.95,0.5,0.25l --ranges none --figures none "+
			"--out runs/quantiles",
		"replay small.swf --methods bmbp,qbets,forest --age 10m,1h --out runs/small-waiting",
		"replay small.swf --queues normal,low --ranges 1-8,9-64,65+ --select paper --out "+
			"runs/small-waited --quiet")
	r.add(cmd)
	r.addRun(cmd, "the first log")
	r.clusterFlags.add(cmd.Flags())
	return cmd
}

type replayFlags struct {
	settings      run.Settings
	workers       uint
	out, figures  string
	resume, force bool
	skipErrors    bool
	noBuild       bool
	clusterFlags
}

// add adds the flags. A command may have default methods of its own.
func (r *replayFlags) add(cmd *cobra.Command, methods ...string) {
	r.settings = run.Defaults()
	if len(methods) > 0 {
		r.settings.Methods = methods
	}
	settingFlags(cmd.Flags(), &r.settings)
	choice(cmd.Flags(), &r.figures, "figures", "figures to draw", render.FewFigures,
		render.AllFigures, render.NoFigures)
	r.addHow(cmd)
}

// addHow adds the flags that are no settings of a run.
func (r *replayFlags) addHow(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.UintVar(&r.workers, "workers", 0,
		"tasks at a time; results do not depend on it (default: one for each processor)")
	cacheFlag(fs)
	formatFlag(fs)
	quietFlag(fs)
	fs.BoolVar(&r.noBuild, "no-build", false, "leave the commit and the Go version out of run.json")
	fs.BoolVar(&r.force, "force", false, "replace a run with other settings or logs, or of "+
		"an earlier version; files of others always stay")
}

// addRun adds the flags of runs of named logs.
func (r *replayFlags) addRun(cmd *cobra.Command, of string) {
	fs := cmd.Flags()
	fs.StringVar(&r.out, "out", "", "run `directory` (default: runs/ and the name of "+of+")")
	fs.BoolVar(&r.resume, "resume", false, "keep the logs that an interrupted run has finished")
	fs.BoolVar(&r.skipErrors, "skip-errors", false, "skip unreadable logs")
}

type inputLog struct {
	name string
	path string // in messages
	sum  string // SHA-256; empty to read it from the file
	open func() (*swf.File, error)

	spans map[replay.Phase]span // of the work of the run
}

type replaying struct {
	*replayFlags
	c    *console
	plan *run.Plan
	dir  string
	logs []inputLog
	work *runWork

	inputs []inputLog // other files that are read

	results *render.Dir
	made    *render.Made

	sums   map[string]string // of a sharded run: SHA-256 of the logs that can be read
	shards []*run.Shard
}

func (r *replayFlags) start(ctx context.Context, c *console, command string) (*replaying, error) {
	engine := replay.Engine{Workers: int(r.workers), Progress: c.updatePhase}
	plan, err := run.NewPlan(command, r.settings, engine)
	if err != nil {
		return nil, usageError{err}
	}
	if len(plan.LeftOut) > 0 {
		c.message("%s are left out: without --cluster they equal smith",
			strings.Join(plan.LeftOut, ", "))
	}
	plan.Verify = report.Unverified
	if r.noBuild {
		plan.Build = nil
	}
	return &replaying{replayFlags: r, c: c, plan: plan, dir: r.out}, plan.Start(ctx)
}

func (r *replayFlags) run(ctx context.Context, c *console, args []string) error {
	run, err := r.start(ctx, c, "replay")
	if err != nil {
		return err
	}
	if run.logs, err = c.inputLogs(args); err != nil {
		return err
	}
	run.dir = cmp.Or(r.out, filepath.Join("runs", run.logs[0].name))
	if r.shard.Number > 0 || r.merge || r.slurm {
		return run.sharded(ctx)
	}
	return run.replay(ctx)
}

func (c *console) inputLogs(names []string) (logs []inputLog, err error) {
	taken := map[string]string{} // by the name of their files
	for _, name := range names {
		path, err := c.resolveLog(name)
		if err != nil {
			return nil, err
		}
		log := traceName(path)
		file := report.FileName(log)
		if path == "-" && slices.ContainsFunc(logs, func(l inputLog) bool { return l.path == "-" }) {
			return nil, usagef("takes standard input once")
		}
		if other, ok := taken[file]; ok {
			return nil, fmt.Errorf("files of logs %s and %s would have the same names; "+
				"a run takes one of them", other, log)
		}
		taken[file] = log
		open := func() (*swf.File, error) { return c.openPath(path) }
		logs = append(logs, inputLog{name: log, path: path, open: open})
	}
	return logs, nil
}

func (r *replaying) names() (names []string) {
	for _, l := range r.logs {
		names = append(names, l.name)
	}
	return names
}

// replay replays the logs, draws and prints the results.
func (r *replaying) replay(ctx context.Context) error {
	if err := r.write(ctx, r.render); err != nil {
		return err
	}
	return r.print()
}

// writer begins the run. An input inside the run directory is an error, since it
// may be a file that the run replaces.
func (r *replaying) writer(resume bool) (*run.Writer, error) {
	out, _ := os.Stat(r.dir) // nil for none
	for _, l := range slices.Concat(r.logs, r.inputs) {
		_, missing := os.Stat(l.path)
		if folder, _ := os.Stat(filepath.Dir(l.path)); missing == nil && os.SameFile(out, folder) {
			return nil, fmt.Errorf("%s is an input in the folder of the results: "+
				"choose another --out than %s", l.path, r.dir)
		}
	}
	return run.NewWriter(r.dir, *r.plan, r.names(), resume, r.force)
}

// write replays the logs into the run directory. Before the files get their
// final names, complete may add others.
func (r *replaying) write(ctx context.Context, complete func(*run.Writer, *run.Dir) error) error {
	w, err := r.writer(r.resume)
	if err != nil {
		return err
	}
	err = r.eachLog(ctx, w, func(l *inputLog) error { return r.addLog(ctx, w, l) })
	return r.end(ctx, w, err, complete)
}

// end completes and commits a run, unless err ends it. It then returns err with
// the number of logs that are kept.
func (r *replaying) end(ctx context.Context, w *run.Writer, err error,
	complete func(*run.Writer, *run.Dir) error) error {
	var staged *run.Dir
	if err == nil {
		staged, err = w.Finish(ctx)
	}
	if err == nil {
		err = complete(w, staged)
	}
	if err == nil {
		err = w.Commit()
	}
	if err == nil {
		return nil
	}
	w.Discard()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = context.Canceled
	}
	if n := w.Kept(); n > 0 {
		err = fmt.Errorf("%w; %s kept in %s, go on with --resume", err, output.Counted(n,
			"finished log"), w.Folder.Dir())
	}
	return err
}

func (r *replaying) render(w *run.Writer, staged *run.Dir) (err error) {
	if n := w.Finished(); n > 1 { // else the label is the name of the log
		r.c.startLog(output.Counted(n, "log"), r.work, r.logs[0].spans)
	}
	r.results = &render.Dir{Dir: staged, Progress: r.c.updatePhase}
	r.made, err = r.results.Render(w.Folder, render.Figures{Which: r.figures})
	return err
}

func (r *replaying) print() error {
	r.c.finish()
	return r.c.printRun(r.results, r.made, r.dir)
}

// eachLog calls add with each log. If a run has several logs, it leaves out a
// log without a job to replay, and with --skip-errors a log that cannot be
// read.
func (r *replaying) eachLog(ctx context.Context, w *run.Writer, add func(*inputLog) error) error {
	r.estimate()
	var why error // of the last log that was left out
	for i := range r.logs {
		l := &r.logs[i]
		err := add(l)
		_, unusable := errors.AsType[replay.Unusable](err)
		_, unreadable := errors.AsType[unreadableError](err)
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return context.Canceled
		case len(r.logs) > 1 && (unusable || unreadable && r.skipErrors):
			why = err
			w.LeaveOut(l.name, l.path, err)
			r.c.message("%s is left out: %v", l.name, err)
		default:
			return err
		}
	}
	if w.Finished() == 0 && w.Shard == nil {
		return fmt.Errorf("none of the %d logs can be replayed; the last: %w", len(r.logs), why)
	}
	return nil
}

// estimate estimates the work of the phases, by the weights of the methods and
// the sizes of the logs. Tables and figures follow the last log.
func (r *replaying) estimate() {
	at, tables, figures := 0.0, 0.0, 0.0
	for i := range r.logs {
		l, size := &r.logs[i], 1.0
		if info, err := os.Stat(l.path); err == nil {
			size = float64(info.Size())
		}
		weights := r.plan.Weights(l.name)
		l.spans = map[replay.Phase]span{}
		for _, phase := range []replay.Phase{replay.Reading, replay.Forecasting, replay.Bounding} {
			l.spans[phase] = span{at, at + size*weights[phase]}
			at = l.spans[phase].to
		}
		tables += size * weights[replay.Tables]
		figures += size * weights[replay.Figures]
	}
	whole := at + tables + figures
	for _, l := range r.logs {
		l.spans[replay.Tables] = span{at, at + tables}
		l.spans[replay.Figures] = span{at + tables, whole}
	}
	r.work = &runWork{begun: time.Now(), whole: whole}
}

// unreadableError is an error of a log itself.
type unreadableError struct{ error }

func (u unreadableError) Unwrap() error { return u.error }

// addLog replays a log, or reuses it from an earlier run.
func (r *replaying) addLog(ctx context.Context, w *run.Writer, l *inputLog) error {
	r.c.startLog(l.name, r.work, l.spans)
	begun := time.Now()
	if (r.resume || w.Shard != nil) && l.path != "-" {
		sum, err := l.sha256()
		if err != nil {
			return unreadableError{err}
		}
		if w.Reuse(l.name, sum) {
			r.work.kept += l.spans[replay.Bounding].to - l.spans[replay.Reading].from
			r.c.message("%s: finished by an earlier run", l.name)
			return nil
		}
	}
	f, err := l.open()
	if err != nil {
		return unreadableError{err}
	}
	defer f.Close()
	record, series, err := w.Load(l.name, f)
	if err != nil {
		return unreadableError{err}
	}
	if was, ok := w.Replaced[l.name]; ok && was.SHA256 != record.SHA256 {
		r.c.message("%s: the run in %s is of another log, %s of %s with SHA-256 %.12s",
			l.name, r.dir, was.File, output.Counted(was.Read, "job"), was.SHA256)
	}
	if err := w.Add(ctx, record, series); err != nil {
		return err
	}
	how := fmt.Sprintf("in %d series by %s", len(series), output.Counted(len(w.Methods), "method"))
	if w.Shard != nil {
		how = fmt.Sprintf("in %d series, its tasks of shard %v", len(series), w.Shard)
	}
	r.describe(w, record, how, begun)
	return nil
}

// describe prints the counts of a replayed log, and its notes unless the run is
// a shard.
func (r *replaying) describe(w *run.Writer, record *run.TraceRecord, how string, begun time.Time) {
	r.c.message("%s: %s of %s jobs %s, %.2f s", record.Name,
		output.Grouped(int64(record.Replayed())), output.Grouped(int64(record.Read)),
		how, time.Since(begun).Seconds())
	for _, m := range w.Methods {
		if m.Program == nil {
			continue
		}
		if cost := m.Program.Cost(); cost.Answers > 0 {
			r.c.message("%s: %s: %s answers, %.1f µs of CPU time each in the program",
				record.Name, m.Name,
				output.Grouped(int64(cost.Answers)), 1e6*cost.CPU.Seconds()/float64(cost.Answers))
		}
	}
	if w.Shard != nil {
		return
	}
	for _, note := range slices.Concat(record.Warnings, record.Notes) {
		if note != report.Unverified(record.Name, record.SHA256) { // printRun prints it
			r.c.message("%s: %s", record.Name, note)
		}
	}
}

// sha256 returns the SHA-256 of the log's file.
func (l *inputLog) sha256() (string, error) {
	if l.sum != "" {
		return l.sum, nil
	}
	return run.SHA256(l.path)
}
