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
and writes what became of them: scores, predictions, tables and figures (see waitbench help
run-directory). A LOG is a path (plain text, gzip, bzip2 or zstd), "-" for standard input, or a name
of the catalogue that is in a folder of WAITBENCH_TRACES, which may name several as PATH does, or in
the cache.

Of several logs, one without a job to replay is left out, with a note in run.json and the page. A
run that ends early keeps the logs it has finished; the same call with --resume does the rest.`,
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

// replayFlags are the flags of the commands that replay: the settings of a run, and how it is done.
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
	usual := run.Defaults()
	if len(r.settings.Methods) > 0 { // a command's own default
		usual.Methods = r.settings.Methods
	}
	r.settings = usual
	settingFlags(fs, &r.settings)
	choice(cmd.Flags(), &r.figures, "figures", "figures to draw", render.FewFigures, render.AllFigures, render.NoFigures)
	r.addHow(cmd)
}

// addHow adds the flags of how a run is done.
func (r *replayFlags) addHow(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.IntVar(&r.workers, "workers", 0, "tasks at a time (default: one for each processor); results do not depend on it")
	cacheFlag(fs, &r.cache)
	formatFlag(cmd.Flags(), &r.format)
	quietFlag(fs, &r.quiet)
	fs.BoolVar(&r.noBuild, "no-build", false,
		"leave the commit and the Go version out of run.json, for results that are kept under version control")
	fs.BoolVar(&r.force, "force", false,
		"replace a run with other settings or logs; files that are not of a run are never touched")
}

// addRun adds the flags of runs of logs that are named.
func (r *replayFlags) addRun(cmd *cobra.Command, of string) {
	cmd.Flags().StringVar(&r.out, "out", "", "run `directory` (default: runs/ and the name of "+of+")")
	cmd.Flags().BoolVar(&r.resume, "resume", false, "take over the logs that an interrupted run has finished")
	cmd.Flags().BoolVar(&r.skipErrors, "skip-errors", false, "leave out logs that cannot be read, as it is done with those that have nothing to replay")
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

// resolve finds the logs, and their names, before the first of them is read.
func (r *replayFlags) resolve(names []string) (paths, logs []string, err error) {
	seen := map[string]string{} // by the name that files get
	for _, name := range names {
		path, err := resolveLog(name, r.cache)
		if err != nil {
			return nil, nil, err
		}
		trace := traceName(path)
		file := report.FileName(trace)
		switch other, taken := seen[file]; {
		case taken && other == trace:
			return nil, nil, fmt.Errorf("two logs are called %s; a run takes each name once", trace)
		case taken:
			return nil, nil, fmt.Errorf("files of logs %s and %s would have the same names; a run takes one of them", other, trace)
		}
		seen[file] = trace
		paths, logs = append(paths, path), append(logs, trace)
	}
	return paths, logs, nil
}

// giveUp ends a run that was interrupted or failed, and says what is kept of it.
func giveUp(ctx context.Context, err error, e *run.Writer) error {
	e.Discard()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = context.Canceled
	}
	switch n := e.Kept(); n {
	case 0:
		return err
	case 1:
		return fmt.Errorf("%w; 1 finished log is kept in %s, go on with --resume", err, e.Folder.Dir())
	default:
		return fmt.Errorf("%w; %d finished logs are kept in %s, go on with --resume", err, n, e.Folder.Dir())
	}
}

// addLog replays one log, or takes it over from an earlier run.
func (r *replayFlags) addLog(ctx context.Context, c console, p *progress, e *run.Writer, path string) error {
	trace := traceName(path)
	p.start(trace)
	if r.resume && path != "-" {
		sum, err := fileSHA256(path)
		if err != nil {
			return unreadableError{err}
		}
		if e.Reuse(trace, sum) {
			p.message("%s: finished by an earlier run", trace)
			return nil
		}
	}
	f, err := openLog(c, path, r.settings.Lenient)
	if err != nil {
		return unreadableError{err}
	}
	defer f.Close()
	return replayLog(ctx, p, e, trace, f)
}

// replayLog replays an opened log.
func replayLog(ctx context.Context, p *progress, e *run.Writer, name string, f *swf.File) error {
	begun := time.Now()
	record, series, err := e.Load(name, f)
	if err != nil {
		return unreadableError{err}
	}
	if err := e.Add(ctx, record, series); err != nil {
		return err
	}
	how := fmt.Sprintf("in %d series by %d methods", len(series), len(e.Methods))
	if e.Shard != nil {
		how = fmt.Sprintf("in %d series, its tasks of shard %v", len(series), e.Shard)
	}
	tellReplayed(p, e, record, how, begun)
	return nil
}

// tellReplayed prints the numbers of a log that was replayed, and its notes unless
// this is a shard.
func tellReplayed(p *progress, e *run.Writer, record *run.TraceRecord, how string, begun time.Time) {
	p.message("%s: %s of %s jobs %s, %.2f s", record.Name, output.Grouped(int64(record.Replayed())),
		output.Grouped(int64(record.Read)), how, time.Since(begun).Seconds())
	for _, m := range e.Methods {
		if m.Program == nil {
			continue
		}
		if cost := m.Program.Cost(); cost.Answers > 0 {
			p.message("%s: %s: %s answers, %.1f µs of CPU time each in the program", record.Name, m.Name, output.Grouped(int64(cost.Answers)),
				1e6*cost.CPU.Seconds()/float64(cost.Answers))
		}
	}
	if e.Shard != nil {
		return
	}
	for _, w := range slices.Concat(record.Warnings, record.Notes) {
		if w != report.Unverified(record.Name, record.SHA256) { // which printRun says
			p.message("%s: %s", record.Name, w)
		}
	}
}

// finish makes the tables and figures of a run, puts everything into its place, and prints what a
// terminal has room for.
func (r *replayFlags) finish(ctx context.Context, c console, p *progress, e *run.Writer) error {
	staged, err := e.Finish(ctx)
	if err != nil {
		return giveUp(ctx, err, e)
	}
	d := &render.Dir{Dir: staged, Progress: p.updatePhase}
	if n := e.Finished(); n > 1 { // else the label is the name of the log
		p.start(output.Counted(n, "log"))
	}
	made, err := d.Render(e.Folder, render.Figures{Which: r.figures})
	if err != nil {
		return giveUp(ctx, err, e)
	}
	if err := e.Commit(); err != nil {
		return giveUp(ctx, err, e)
	}
	p.finish()
	return printRun(c, p, d, made, e.Folder.Dir(), r.format)
}

func fileSHA256(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", errors.Join(fmt.Errorf("cannot read %s", path), err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
