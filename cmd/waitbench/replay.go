package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
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
		"replay small.swf --queues normal,low --ranges 1-8,9-64,65+ --select paper --rank normal "+
			"--out runs/small-waited --quiet")
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
	shard         shard
}

// shard is a share of the logs of a call: the k-th of n. n = 0 means all logs.
type shard struct{ k, n int }

func parseShard(text string) (s shard, err error) {
	n, _ := fmt.Sscanf(text+" ", "%d/%d ", &s.k, &s.n)
	if n != 2 || text != s.String() || s.k < 1 || s.k > s.n {
		err = fmt.Errorf("%q is not a share of the logs such as 2/7", text)
	}
	return s, err
}

func (s shard) String() string { return fmt.Sprintf("%d/%d", s.k, s.n) }

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
	fs.StringVar(&r.out, "out", "", "run `directory`, or folder of the runs of several logs "+
		"(default: runs/ and the name of "+of+")")
	r.addResume(fs)
	fs.BoolVar(&r.skipErrors, "skip-errors", false, "skip unreadable logs")
	fs.Var(run.NewValue("k/n", &r.shard, parseShard, func(shard) string { return "" }), "shard",
		"replay every n-th log, the largest first, from the k-th on; see waitbench help cluster")
}

func (r *replayFlags) addResume(fs *pflag.FlagSet) {
	fs.BoolVar(&r.resume, "resume", false, "keep finished runs of the same logs and settings")
}

type inputLog struct {
	name string
	path string // in messages
	sum  string // SHA-256; empty to read it from the file
	open func() (*swf.File, error)
}

type replaying struct {
	*replayFlags
	c    *console
	plan *run.Plan
	dir  string
	logs []inputLog

	inputs []inputLog // other files that are read

	// complete may add files to a run before they get their final names.
	complete func(*run.Writer, *run.Dir) error

	results *render.Dir    // of the last log
	made    *render.Output // for it
}

func (r *replayFlags) start(ctx context.Context, c *console, command string) (*replaying, error) {
	engine := replay.Engine{Workers: int(r.workers), Progress: c.updatePhase}
	programs, err := r.settings.StartPrograms(ctx)
	if err != nil {
		return nil, err
	}
	plan, err := run.NewPlan(command, r.settings, engine, programs...)
	if err != nil {
		return nil, usageError{err}
	}
	plan.Verify = published.Unverified
	if r.noBuild {
		plan.Build = nil
	}
	started := &replaying{replayFlags: r, c: c, plan: plan, dir: r.out}
	started.complete = started.render
	return started, nil
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
	return run.replay(ctx)
}

func (c *console) inputLogs(texts []string) (logs []inputLog, err error) {
	taken := map[string]string{} // by the name of their files
	for _, name := range texts {
		path, err := c.resolveLog(name)
		if err != nil && (methods.IsBuiltIn(name) || slices.Contains(methods.Groups, name)) {
			err = usagef("%q is a method, and no log: names of methods are separated by commas", name)
		}
		if err != nil {
			return nil, err
		}
		log := logName(path)
		file := table.FileName(log)
		if path == "-" && slices.ContainsFunc(logs, func(l inputLog) bool { return l.path == "-" }) {
			return nil, usagef("takes standard input once")
		}
		if other, ok := taken[file]; ok {
			return nil, fmt.Errorf("files of logs %s and %s would have the same names; "+
				"a call takes one of them", other, log)
		}
		taken[file] = log
		open := func() (*swf.File, error) { return c.openPath(path) }
		logs = append(logs, inputLog{name: log, path: path, open: open})
	}
	if len(logs) > 1 {
		return logs, render.CheckLogs(
			table.Distinct(logs, func(l *inputLog) string { return l.name }))
	}
	return logs, nil
}

// replay replays the logs, draws and prints the results. It collects the runs of
// several logs, unless it has only a share of them.
func (r *replaying) replay(ctx context.Context) error {
	runs, err := r.each(ctx)
	if err != nil || len(r.logs) == 1 || r.shard.n > 0 {
		return err
	}
	return r.c.collect(&render.Collection{Runs: runs, Force: r.force}, r.dir)
}

// folder returns the run directory of a log.
func (r *replaying) folder(l *inputLog) string {
	if len(r.logs) == 1 {
		return r.dir
	}
	return filepath.Join(r.dir, table.FileName(l.name))
}

// each replays the logs of the call, or of its share of them, and returns their
// run directories. Of several logs, it leaves out one without a job to replay,
// and with --skip-errors one that cannot be read.
func (r *replaying) each(ctx context.Context) (runs []string, err error) {
	if r.shard.n > len(r.logs) {
		return nil, usagef("--shard %v: more shares than logs, of which there are %d", r.shard,
			len(r.logs))
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	logs := r.share()
	for i := range logs {
		l := &logs[i]
		err = r.log(ctx, l)
		_, unusable := errors.AsType[replay.Unusable](err)
		_, unreadable := errors.AsType[unreadableError](err)
		if unreadable && len(r.logs) > 1 && !r.skipErrors && !r.plan.Timed { // bench skips none
			err = fmt.Errorf("%w; --skip-errors leaves it out", err)
		}
		switch {
		case err == nil:
			runs = append(runs, r.folder(l))
		case len(r.logs) > 1 && ctx.Err() == nil && (unusable || unreadable && r.skipErrors):
			r.c.message("%s is left out: %v", l.name, err)
		case len(runs) > 0:
			return nil, fmt.Errorf("%w; %s kept in %s, go on with --resume", r.cause(ctx, err),
				output.Counted(len(runs), "finished log"), r.dir)
		default:
			return nil, r.cause(ctx, err)
		}
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("none of the %d logs can be replayed; the last: %w", len(logs), err)
	}
	return runs, nil
}

// cause returns context.Canceled for an error after an interrupt.
func (r *replaying) cause(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return context.Canceled
	}
	return err
}

// share returns the logs to replay. Shares have every n-th log, the largest file
// first.
func (r *replaying) share() (logs []inputLog) {
	if r.shard.n == 0 {
		return r.logs
	}
	sorted := slices.Clone(r.logs)
	slices.SortStableFunc(sorted, func(a, b inputLog) int { return cmp.Compare(b.size(), a.size()) })
	for i := r.shard.k - 1; i < len(sorted); i += r.shard.n {
		logs = append(logs, sorted[i])
	}
	return logs
}

// size returns the size of the log's file in bytes, 0 for none.
func (l *inputLog) size() int64 {
	info, err := os.Stat(l.path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// check returns an error if a folder of the results cannot be used. An input
// inside a folder of results may be a file that the run replaces.
func (r *replaying) check() error {
	if len(r.logs) > 1 && !r.plan.Timed { // as bench does
		if err := output.CheckKind(r.dir, r.force, output.Collection); err != nil {
			return err
		}
	}
	for i := range r.logs {
		dir := r.folder(&r.logs[i])
		if _, err := r.plan.Check(dir, r.logs[i].name, r.force); err != nil {
			return err
		}
		out, _ := os.Stat(dir) // nil for none
		for _, l := range slices.Concat(r.logs, r.inputs) {
			_, missing := os.Stat(l.path)
			folder, _ := os.Stat(filepath.Dir(l.path))
			if missing == nil && os.SameFile(out, folder) {
				return fmt.Errorf("%s is an input in the folder of the results: "+
					"choose another --out than %s", l.path, r.dir)
			}
		}
	}
	return nil
}

func (r *replaying) render(w *run.Writer, staged *run.Dir) (err error) {
	r.results = &render.Dir{Dir: staged, Progress: r.c.updatePhase}
	r.made, err = r.results.Render(w.Folder, render.Figures{Which: r.figures})
	return err
}

// unreadableError is an error of a log itself.
type unreadableError struct{ error }

func (u unreadableError) Unwrap() error { return u.error }

// log replays a log into its run directory and prints its results, unless an
// earlier call has finished it.
func (r *replaying) log(ctx context.Context, l *inputLog) error {
	dir := r.folder(l)
	if r.resume && l.path != "-" {
		sum, err := l.sha256()
		if err != nil {
			return unreadableError{err}
		}
		if r.plan.Finished(dir, l.name, sum) {
			r.c.message("%s: finished by an earlier run", l.name)
			return nil
		}
	}
	w, err := run.NewWriter(dir, *r.plan, l.name, r.force)
	if err != nil {
		return err
	}
	defer w.Discard()
	if len(r.logs) > 1 {
		around := output.Collection
		if r.plan.Timed { // as bench does
			around = output.Bench
		}
		if err := w.Folder.HideOf(r.dir, around); err != nil {
			return err
		}
	}
	r.c.start(l.name, "jobs")
	staged, err := r.stage(ctx, w, l)
	if err == nil {
		err = r.complete(w, staged)
	}
	if err == nil {
		err = w.Commit()
	}
	if r.c.finish(); err != nil || r.made == nil {
		return err
	}
	return r.c.printRun(r.results, r.made, dir)
}

// stage replays a log into the next state of its run directory.
func (r *replaying) stage(ctx context.Context, w *run.Writer, l *inputLog) (*run.Dir, error) {
	begun := time.Now()
	f, err := l.open()
	if err != nil {
		return nil, unreadableError{err}
	}
	defer f.Close()
	record, series, err := w.Load(l.name, f)
	if err != nil {
		return nil, unreadableError{err}
	}
	if was := w.Replaced; was != nil && was.SHA256 != record.SHA256 {
		r.c.message("%s: the run in %s is of another log, %s of %s with SHA-256 %.12s",
			l.name, w.Folder.Dir(), was.File, output.Counted(was.Read, "job"), was.SHA256)
	}
	staged, err := w.Replay(ctx, record, series)
	if err != nil {
		return nil, err
	}
	r.describe(w, record, len(series), begun)
	return staged, nil
}

// describe prints the counts of a replayed log, and its notes.
func (r *replaying) describe(w *run.Writer, record *run.LogRecord, series int,
	begun time.Time) {
	r.c.message("%s: %s of %s jobs in %d series by %s, %.2f s", record.Name,
		output.Grouped(int64(record.Replayed())), output.Grouped(int64(record.Read)),
		series, output.Counted(len(w.Methods), "method"), time.Since(begun).Seconds())
	for _, m := range w.Methods {
		if m.Program == nil {
			continue
		}
		if why := w.Failed[m.Name]; why != "" && r.c.quiet { // else it is among the notes
			r.c.warn("%s: %s", record.Name, why)
		}
		if cost := m.Program.Cost(); cost.Answers > 0 {
			r.c.message("%s: %s: %s answers, %.1f µs of CPU time each in the program",
				record.Name, m.Name,
				output.Grouped(int64(cost.Answers)), 1e6*cost.CPU.Seconds()/float64(cost.Answers))
		}
	}
	for _, note := range slices.Concat(record.Warnings, record.Notes) {
		if note != published.Unverified(record.Name, record.SHA256) { // printRun prints it
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
