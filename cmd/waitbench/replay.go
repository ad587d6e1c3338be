package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report"
	"waitbench/report/rundir"
	"waitbench/swf"
)

var replayCommand = command{
	name:  "replay",
	args:  "LOG...",
	short: "replay logs through methods, into a run directory",
	long: `replay gives every job of the logs the bounds that methods would have given when it was submitted, and writes what became
of them: scores, predictions, tables and figures. A LOG is a path (plain text, gzip, bzip2 or zstd), "-" for standard input, or a
name of the catalogue that is in the folder named by WAITBENCH_TRACES or in the cache (see waitbench traces).`,
	examples: []string{
		"replay small.swf",
		"replay small.swf --methods bmbp,lognormal --quantile 0.9 --epoch 0 --min-jobs 100 --out results/small-0.9",
		"replay small.swf --methods bmbp --quantile 0.95,0.5,0.25l --ranges none --out results/fan",
		"replay small.swf --queues normal,low --ranges 1-8,9-64,65+ --select paper --out results/small-waited --quiet",
	},
	flags: func(fs *pflag.FlagSet) action {
		r := newReplayFlags(fs)
		fs.StringVar(&r.out, "out", "", "run directory (default: results/ and the name of the first log)")
		fs.BoolVar(&r.resume, "resume", false, "take over the logs that an interrupted run has finished")
		return r.run
	},
}

// replayFlags are the flags of the commands that replay.
type replayFlags struct {
	methods                  string
	queues, quantiles        func() []string
	confidence, train        float64
	epoch                    seconds
	sel, ranges, rank, cache string
	scheduler, cluster       string
	minJobs, workers         int
	out                      string
	resume, lenient, quiet   bool
}

func newReplayFlags(fs *pflag.FlagSet) *replayFlags {
	r := &replayFlags{epoch: 300}
	fs.StringVar(&r.methods, "methods", "waits", "methods to compare: names, waits (those that need waits only), paper (the BMBP paper's) or all; see waitbench methods")
	r.quantiles = list(fs, "quantile", "0.95", "share of waits a bound is to cover, or several of them: 0.5,0.95,0.25l, with l to bound from below; the first is that of figures")
	fs.Float64Var(&r.confidence, "confidence", 0.95, "probability that it does")
	fs.Var(&r.epoch, "epoch", "time between refits, 0 to refit for every job")
	fs.Float64Var(&r.train, "train", 0.1, "part of each series that is replayed but not scored")
	fs.StringVar(&r.sel, "select", "started", "jobs to replay: started, paper (those that also waited) or all (also those that never ran)")
	fs.StringVar(&r.ranges, "ranges", replay.DefaultRanges, "ranges of processors, or none")
	fs.IntVar(&r.minJobs, "min-jobs", 1000, "series of fewer jobs are a dash in tables")
	r.queues = list(fs, "queues", "", "queues to replay (default: all)")
	fs.StringVar(&r.rank, "rank", string(methods.ExactRank), "ranks of order statistics: exact, or normal for the paper's approximation")
	fs.StringVar(&r.scheduler, "scheduler", string(methods.EASYScheduler), "scheduler that methods look ahead with: easy or fcfs")
	fs.StringVar(&r.cluster, "cluster", "", "file that describes the cluster for hanzich and sdpn (default: the log's machine, dedicated and homogeneous)")
	fs.IntVar(&r.workers, "workers", 0, "predictors that run at a time (default: one for each processor)")
	fs.StringVar(&r.cache, "cache", "", "folder of fetched logs (default: waitbench/traces in the user's cache folder)")
	fs.BoolVar(&r.lenient, "lenient", false, "skip and count malformed lines")
	fs.BoolVar(&r.quiet, "quiet", false, "no progress and no remarks, only errors")
	return r
}

// plan checks the flags and makes a plan of them.
func (r *replayFlags) plan(p *progress) (rundir.Plan, error) {
	names, err := methods.SplitNames(r.methods)
	if err != nil {
		return rundir.Plan{}, usageError{err}
	}
	found, left, err := methods.Find(names, r.cluster != "")
	if err != nil {
		return rundir.Plan{}, usageError{err}
	}
	if len(left) > 0 {
		p.message("%s are left out: without --cluster they equal smith", strings.Join(left, ", "))
	}
	ranges, err := replay.ParseRanges(r.ranges)
	if err != nil {
		return rundir.Plan{}, usageError{err}
	}
	sel, err := swf.ParseSelection(r.sel)
	if err != nil {
		return rundir.Plan{}, usageError{err}
	}
	if r.workers < 0 || r.minJobs < 0 {
		return rundir.Plan{}, usagef("--workers and --min-jobs cannot be negative")
	}
	s := report.Settings{
		Methods: []string{}, Quantiles: r.quantiles(), Confidence: r.confidence, Epoch: float64(r.epoch), Train: r.train,
		Select: sel.String(), Ranges: r.ranges, MinJobs: r.minJobs, Rank: r.rank, Queues: append([]string{}, r.queues()...), Lenient: r.lenient,
		Scheduler: r.scheduler,
	}
	if r.cluster != "" {
		if s.Cluster, err = readCluster(r.cluster); err != nil {
			return rundir.Plan{}, err
		}
	}
	levels, err := s.Levels()
	if err != nil {
		return rundir.Plan{}, usageError{err}
	}
	for i, l := range levels {
		s.Quantiles[i] = l.String()
	}
	for _, m := range found {
		s.Methods = append(s.Methods, m.Name)
	}
	plan := rundir.Plan{
		Version: version, Settings: s, Levels: levels, Methods: found, Ranges: ranges,
		Engine: replay.Engine{Workers: r.workers, Progress: p.update},
	}
	if err := plan.Check(); err != nil {
		return plan, usageError{err}
	}
	return plan, nil
}

func (r *replayFlags) run(ctx context.Context, c console, args []string) error {
	if len(args) == 0 {
		return usagef("needs a log; see waitbench traces list for those of the archive")
	}
	p := newProgress(c.err, r.quiet, "predictions")
	defer p.finish()
	plan, err := r.plan(p)
	if err != nil {
		return err
	}
	paths, err := r.resolve(args)
	if err != nil {
		return err
	}
	dir := r.out
	if dir == "" {
		dir = filepath.Join("results", traceName(paths[0]))
	}
	b, err := rundir.NewBuilder(dir, plan, r.resume)
	if err != nil {
		return err
	}
	for _, path := range paths {
		if err := r.addLog(ctx, c, p, b, path); err != nil {
			return giveUp(ctx, err, b, dir)
		}
	}
	d, err := finish(p, b)
	if err != nil {
		return giveUp(ctx, err, b, dir)
	}
	return printRun(c, p, d, dir)
}

// resolve finds the logs before the first of them is read.
func (r *replayFlags) resolve(names []string) ([]string, error) {
	var paths []string
	seen := map[string]bool{}
	for _, name := range names {
		path, err := resolveLog(name, r.cache)
		if err != nil {
			return nil, err
		}
		trace := traceName(path)
		if seen[trace] {
			return nil, fmt.Errorf("two logs are called %s; a run takes each name once", trace)
		}
		seen[trace] = true
		paths = append(paths, path)
	}
	return paths, nil
}

// giveUp ends a run that was interrupted or failed, and says what is kept of it.
func giveUp(ctx context.Context, err error, b *rundir.Builder, dir string) error {
	b.Abandon()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = context.Canceled
	}
	switch n := b.Finished(); n {
	case 0:
		return err
	case 1:
		return fmt.Errorf("%w; 1 finished log is kept in %s, go on with --resume", err, dir)
	default:
		return fmt.Errorf("%w; %d finished logs are kept in %s, go on with --resume", err, n, dir)
	}
}

// addLog replays one log, or takes it over from an earlier run.
func (r *replayFlags) addLog(ctx context.Context, c console, p *progress, b *rundir.Builder, path string) error {
	trace := traceName(path)
	if r.resume && path != "-" {
		sum, err := fileSHA256(path)
		if err != nil {
			return err
		}
		if b.TakeOver(trace, sum) {
			p.message("%s: finished by an earlier run", trace)
			return nil
		}
	}
	f, err := openLog(c, path, r.lenient)
	if err != nil {
		return err
	}
	defer f.Close()
	return replayLog(ctx, p, b, trace, f)
}

// replayLog replays an opened log.
func replayLog(ctx context.Context, p *progress, b *rundir.Builder, name string, f *swf.File) error {
	begun := time.Now()
	p.start(name)
	trace, err := loadTrace(name, f, b.Settings)
	if err != nil {
		return err
	}
	series, outside := replay.Group(trace, b.Ranges)
	record := report.NewTraceRecord(trace, f.Reader, f.SHA256(), outside)
	if err := b.Add(ctx, &record, series); err != nil {
		return err
	}
	for _, w := range record.Warnings {
		p.message("%s: %s", name, w)
	}
	elapsed := time.Since(begun)
	p.message("%s: %s of %s jobs in %d series by %d methods, %.2f s", name, group(int64(trace.Selected())), group(int64(trace.Read)),
		len(series), len(b.Methods), elapsed.Seconds())
	return nil
}

// loadTrace reads the jobs that the settings select.
func loadTrace(name string, f *swf.File, s report.Settings) (*replay.Trace, error) {
	sel, err := swf.ParseSelection(s.Select)
	if err != nil {
		return nil, err
	}
	return replay.Load(name, f.Reader, sel, s.Queues)
}

// finish completes the run directory.
func finish(p *progress, b *rundir.Builder) (*rundir.Dir, error) {
	p.start("tables and figures")
	d, err := b.Finish()
	p.finish()
	return d, err
}

// printRun prints the tables that a terminal has room for, published values beside ours where there are any, and a summary.
func printRun(c console, p *progress, d *rundir.Dir, dir string) error {
	for _, t := range report.ForTerminal(d.Tables()) {
		if err := t.WriteText(c.out); err != nil {
			return err
		}
		fmt.Fprintln(c.out)
	}
	for _, line := range report.Summary(d.Scores, d.Run.Settings.MinJobs) {
		fmt.Fprintln(c.out, line)
	}
	if _, why := report.Comparisons(d.Run, d.Scores); why != "" {
		p.message("%s", why)
	}
	p.message("tables, figures and Arrow files are in %s", dir)
	return nil
}

// traceName is what a log is called in tables: the file's name without what says how it is stored.
func traceName(path string) string {
	name := filepath.Base(path)
	for _, ending := range []string{".gz", ".bz2", ".zst", ".swf", ".txt"} {
		name = strings.TrimSuffix(name, ending)
	}
	if strings.Trim(name, ".") == "" || path == "-" {
		return "stdin"
	}
	return name
}

// openLog opens a log by path, or "-" for standard input.
func openLog(c console, path string, lenient bool) (f *swf.File, err error) {
	if path == "-" {
		f, err = swf.OpenReader(c.in, "stdin")
	} else {
		f, err = swf.Open(path)
	}
	if err != nil {
		return nil, err
	}
	f.Lenient = lenient
	return f, nil
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

// readCluster reads the description of a cluster and makes sure that it is one.
func readCluster(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("cannot read the description of the cluster: %w", err)
	}
	_, err = methods.ParseCluster(bytes.NewReader(text), path)
	return string(text), err
}
