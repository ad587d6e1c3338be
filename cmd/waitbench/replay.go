package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
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
		`replay gives every job of the logs the bounds that methods would have given when it was submitted,
and writes scores, predictions, tables and figures (see waitbench help run-directory). A LOG is a
path (plain text, gzip, bzip2 or zstd), "-" for standard input, or a name of the catalogue.
WAITBENCH_TRACES names the folders of the catalogue's logs, separated as in PATH; then comes the
cache.

If one of several logs has no job to replay, the run leaves it out and notes it in run.json and on
the page. A run that ends early keeps the logs it has finished; the same call with --resume does the
rest.`,
		r.run,
		"replay small.swf",
		"replay small.swf --methods bmbp,lognormal --quantiles 0.9 --epoch 0 --min-jobs 100 --out runs/small-0.9",
		"replay small.swf --methods bmbp --quantiles 0.95,0.5,0.25l --ranges none --figures none --out runs/quantiles",
		"replay small.swf --queues normal,low --ranges 1-8,9-64,65+ --select paper --out runs/small-waited --quiet")
	r.add(cmd)
	r.addRun(cmd, "the first log")
	r.clusterFlags.add(cmd.Flags())
	return cmd
}

// replayFlags are the flags of the commands that replay.
type replayFlags struct {
	settings        run.Settings
	workers         int
	cache, out      string
	figures, format string
	resume, force   bool
	skipErrors      bool
	quiet, noBuild  bool
	clusterFlags
}

func (r *replayFlags) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	own := r.settings.Methods // a command's own default
	r.settings = run.Defaults()
	if len(own) > 0 {
		r.settings.Methods = own
	}
	settingFlags(fs, &r.settings)
	choice(fs, &r.figures, "figures", "figures to draw", render.FewFigures, render.AllFigures, render.NoFigures)
	r.addHow(cmd)
}

// addHow adds the flags that are no settings of a run.
func (r *replayFlags) addHow(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.IntVar(&r.workers, "workers", 0, "tasks at a time (default: one for each processor); results do not depend on it")
	cacheFlag(fs, &r.cache)
	formatFlag(fs, &r.format)
	quietFlag(fs, &r.quiet)
	fs.BoolVar(&r.noBuild, "no-build", false,
		"leave the commit and the Go version out of run.json, for results under version control")
	fs.BoolVar(&r.force, "force", false,
		"replace a run with other settings or logs; other files are never touched")
}

// addRun adds the flags of runs of named logs.
func (r *replayFlags) addRun(cmd *cobra.Command, of string) {
	fs := cmd.Flags()
	fs.StringVar(&r.out, "out", "", "run `directory` (default: runs/ and the name of "+of+")")
	fs.BoolVar(&r.resume, "resume", false, "take over the logs that an interrupted run has finished")
	fs.BoolVar(&r.skipErrors, "skip-errors", false, "skip unreadable logs")
}

// plan checks the flags and makes a plan of them.
func (r *replayFlags) plan(ctx context.Context, command string, p *progress) (*run.Plan, error) {
	if r.workers < 0 {
		return nil, usagef("--workers cannot be negative")
	}
	plan, err := run.NewPlan(command, r.settings, replay.Engine{Workers: r.workers, Progress: p.updatePhase})
	if err != nil {
		return nil, usageError{err}
	}
	if len(plan.LeftOut) > 0 {
		p.message("%s are left out: without --cluster they equal smith", strings.Join(plan.LeftOut, ", "))
	}
	plan.Verify = report.Unverified
	if r.noBuild {
		plan.Build = nil
	}
	return plan, plan.Start(ctx)
}

func (r *replayFlags) run(ctx context.Context, c console, args []string) error {
	p := newProgress(c.err, r.quiet, "jobs")
	defer p.finish()
	plan, err := r.plan(ctx, "replay", p)
	if err != nil {
		return err
	}
	paths, logs, err := r.resolve(args)
	if err != nil {
		return err
	}
	dir := cmp.Or(r.out, filepath.Join("runs", logs[0]))
	if err := r.check(paths); err != nil {
		return err
	}
	if r.shard.Number == 0 && !r.merge && !r.slurm {
		return r.replay(ctx, c, p, plan, dir, paths, logs)
	}
	s, err := newSharded(ctx, plan, dir, paths, logs)
	switch {
	case err != nil:
		return err
	case r.slurm:
		return r.submit(ctx, c, p, s)
	case r.merge:
		return r.mergeShards(ctx, c, p, s)
	}
	return r.runShard(ctx, c, p, s)
}

// replay replays logs into a run directory.
func (r *replayFlags) replay(ctx context.Context, c console, p *progress, plan *run.Plan, dir string, paths, logs []string) error {
	w, err := run.NewWriter(dir, *plan, logs, r.resume, r.force)
	if err != nil {
		return err
	}
	err = r.eachLog(ctx, p, w, paths, logs, func(i int) error { return r.addLog(ctx, c, p, w, paths[i]) })
	if err != nil {
		return giveUp(ctx, err, w)
	}
	return r.finish(ctx, c, p, w)
}

// eachLog calls add with the index of each log. If a run has several logs, it
// leaves out a log without a job to replay, and with --skip-errors a log that
// cannot be read.
func (r *replayFlags) eachLog(ctx context.Context, p *progress, w *run.Writer, paths, logs []string, add func(i int) error) error {
	var why error // of the last log that was left out
	for i, path := range paths {
		err := add(i)
		_, unusable := errors.AsType[replay.Unusable](err)
		_, unreadable := errors.AsType[unreadableError](err)
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return context.Canceled
		case len(logs) > 1 && (unusable || unreadable && r.skipErrors):
			why = err
			w.LeaveOut(logs[i], path, err)
			p.message("%s is left out: %v", logs[i], err)
		default:
			return err
		}
	}
	if w.Finished() == 0 && w.Shard == nil {
		return fmt.Errorf("none of the %d logs can be replayed; the last: %w", len(paths), why)
	}
	return nil
}

// unreadableError is an error of a log itself.
type unreadableError struct{ error }

func (u unreadableError) Unwrap() error { return u.error }

// resolve returns the files of logs and their names in the run.
func (r *replayFlags) resolve(names []string) (paths, logs []string, err error) {
	taken := map[string]string{} // by the name of their files
	for _, name := range names {
		path, err := resolveLog(name, r.cache)
		if err != nil {
			return nil, nil, err
		}
		log := traceName(path)
		file := report.FileName(log)
		switch other, ok := taken[file]; {
		case ok && other == log:
			return nil, nil, fmt.Errorf("two logs are called %s; a run takes each name once", log)
		case ok:
			return nil, nil, fmt.Errorf("files of logs %s and %s would have the same names; a run takes one of them", other, log)
		}
		taken[file] = log
		paths, logs = append(paths, path), append(logs, log)
	}
	return paths, logs, nil
}

// giveUp ends a run that was interrupted or failed, and returns the error with
// the number of logs that are kept.
func giveUp(ctx context.Context, err error, w *run.Writer) error {
	w.Discard()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = context.Canceled
	}
	switch n := w.Kept(); n {
	case 0:
		return err
	case 1:
		return fmt.Errorf("%w; 1 finished log is kept in %s, go on with --resume", err, w.Folder.Dir())
	default:
		return fmt.Errorf("%w; %d finished logs are kept in %s, go on with --resume", err, n, w.Folder.Dir())
	}
}

// addLog replays a log, or takes it over from an earlier run.
func (r *replayFlags) addLog(ctx context.Context, c console, p *progress, w *run.Writer, path string) error {
	log := traceName(path)
	p.start(log)
	if r.resume && path != "-" {
		sum, err := fileSHA256(path)
		if err != nil {
			return unreadableError{err}
		}
		if w.Reuse(log, sum) {
			p.message("%s: finished by an earlier run", log)
			return nil
		}
	}
	f, err := openLog(c, path, r.settings.Lenient)
	if err != nil {
		return unreadableError{err}
	}
	defer f.Close()
	return replayLog(ctx, p, w, log, f)
}

// replayLog replays an opened log.
func replayLog(ctx context.Context, p *progress, w *run.Writer, name string, f *swf.File) error {
	begun := time.Now()
	record, series, err := w.Load(name, f)
	if err != nil {
		return unreadableError{err}
	}
	if err := w.Add(ctx, record, series); err != nil {
		return err
	}
	how := fmt.Sprintf("in %d series by %d methods", len(series), len(w.Methods))
	if w.Shard != nil {
		how = fmt.Sprintf("in %d series, its tasks of shard %v", len(series), w.Shard)
	}
	tellReplayed(p, w, record, how, begun)
	return nil
}

// tellReplayed prints the counts of a replayed log, and its notes unless the
// run is a shard.
func tellReplayed(p *progress, w *run.Writer, record *run.TraceRecord, how string, begun time.Time) {
	p.message("%s: %s of %s jobs %s, %.2f s", record.Name, output.Grouped(int64(record.Replayed())),
		output.Grouped(int64(record.Read)), how, time.Since(begun).Seconds())
	for _, m := range w.Methods {
		if m.Program == nil {
			continue
		}
		if cost := m.Program.Cost(); cost.Answers > 0 {
			p.message("%s: %s: %s answers, %.1f µs of CPU time each in the program", record.Name, m.Name,
				output.Grouped(int64(cost.Answers)), 1e6*cost.CPU.Seconds()/float64(cost.Answers))
		}
	}
	if w.Shard != nil {
		return
	}
	for _, note := range slices.Concat(record.Warnings, record.Notes) {
		if note != report.Unverified(record.Name, record.SHA256) { // printRun prints it
			p.message("%s: %s", record.Name, note)
		}
	}
}

// finish makes the tables and figures of a run, commits it and prints its
// verdicts.
func (r *replayFlags) finish(ctx context.Context, c console, p *progress, w *run.Writer) error {
	staged, err := w.Finish(ctx)
	if err != nil {
		return giveUp(ctx, err, w)
	}
	if n := w.Finished(); n > 1 { // else the label is the name of the log
		p.start(output.Counted(n, "log"))
	}
	d := &render.Dir{Dir: staged, Progress: p.updatePhase}
	made, err := d.Render(w.Folder, render.Figures{Which: r.figures})
	if err == nil {
		err = w.Commit()
	}
	if err != nil {
		return giveUp(ctx, err, w)
	}
	p.finish()
	return printRun(c, p, d, made, w.Folder.Dir(), r.format)
}

func fileSHA256(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", output.CannotRead(path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
