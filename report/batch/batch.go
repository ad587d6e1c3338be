package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/table"
	"waitbench/swf"
)

// Batch is a call that replays logs.
type Batch struct {
	Plan   *run.Plan
	Dir    string // the run directory of one log, or the folder of those of several
	Logs   []Log
	Inputs []string // other files that are read
	Shard  Shard    // of the logs
	UI

	Collects   bool // the folder of several runs becomes a collection, else a bench
	Resume     bool // keep finished runs of the same logs and settings
	Force      bool // replace runs of other ones
	SkipErrors bool // leave out logs that cannot be read

	// Complete may add files to a run before they get their final names. Done gets
	// the folder of a finished run. Both may be nil.
	Complete func(*run.Writer, *run.Dir) error
	Done     func(dir string) error
}

// Log is a log to replay.
type Log struct {
	Name   string
	Path   string // in messages
	SHA256 string // empty to read it from the file
	Open   func() (*swf.File, error)
}

// UI shows progress and messages.
type UI struct {
	Start         func(label, unit string)         // a piece of work with so many units
	Finish        func()                           // the work
	Message, Warn func(format string, args ...any) // Warn in any case, Message unless Quiet
	Quiet         bool
}

// Shard is a share of the logs of a call: the k-th of n. n = 0 means all logs.
type Shard struct{ K, N int }

// ParseShard reads a share such as 2/7.
func ParseShard(text string) (s Shard, err error) {
	n, _ := fmt.Sscanf(text+" ", "%d/%d ", &s.K, &s.N)
	if n != 2 || text != s.String() || s.K < 1 || s.K > s.N {
		err = fmt.Errorf("%q is not a share of the logs such as 2/7", text)
	}
	return s, err
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.K, s.N) }

// Run replays the logs, or their share, and returns their run directories. Of
// several logs, it leaves out one without a job to replay, and with SkipErrors one
// that cannot be read.
func (b *Batch) Run(ctx context.Context) (runs []string, err error) {
	if b.Shard.N > len(b.Logs) {
		return nil, output.Usagef("--shard %v: more shares than logs, of which there are %d",
			b.Shard, len(b.Logs))
	}
	if err := b.check(); err != nil {
		return nil, err
	}
	logs := b.share()
	for i := range logs {
		l := &logs[i]
		err = b.log(ctx, l)
		_, unusable := errors.AsType[replay.Unusable](err)
		_, unreadable := errors.AsType[unreadableError](err)
		if unreadable && len(b.Logs) > 1 && !b.SkipErrors && b.Collects {
			err = fmt.Errorf("%w; --skip-errors leaves it out", err)
		}
		switch {
		case err == nil:
			runs = append(runs, b.folder(l))
		case len(b.Logs) > 1 && ctx.Err() == nil && (unusable || unreadable && b.SkipErrors):
			b.Message("%s is left out: %v", l.Name, err)
		case len(runs) > 0:
			return nil, fmt.Errorf("%w; %s kept in %s, go on with --resume", cause(ctx, err),
				output.Counted(len(runs), "finished log"), b.Dir)
		default:
			return nil, cause(ctx, err)
		}
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("none of the %d logs can be replayed; the last: %w", len(logs), err)
	}
	return runs, nil
}

// cause returns context.Canceled for an error after an interrupt.
func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return context.Canceled
	}
	return err
}

// folder returns the run directory of a log.
func (b *Batch) folder(l *Log) string {
	if len(b.Logs) == 1 {
		return b.Dir
	}
	return filepath.Join(b.Dir, table.FileName(l.Name))
}

// share returns the logs to replay. Shares have every n-th log, the largest file
// first.
func (b *Batch) share() (logs []Log) {
	if b.Shard.N == 0 {
		return b.Logs
	}
	size := func(l Log) int64 {
		if info, err := os.Stat(l.Path); err == nil {
			return info.Size()
		}
		return 0
	}
	sorted := slices.Clone(b.Logs)
	slices.SortStableFunc(sorted, func(x, y Log) int { return cmp.Compare(size(y), size(x)) })
	for i := b.Shard.K - 1; i < len(sorted); i += b.Shard.N {
		logs = append(logs, sorted[i])
	}
	return logs
}

// check returns an error if a folder of the results cannot be used. An input
// inside a folder of results may be a file that the run replaces.
func (b *Batch) check() error {
	if len(b.Logs) > 1 && b.Collects {
		if _, err := output.CheckKind(b.Dir, b.Force, output.Collection); err != nil {
			return err
		}
	}
	inputs := append(table.Distinct(b.Logs, func(l *Log) string { return l.Path }), b.Inputs...)
	for i := range b.Logs {
		dir := b.folder(&b.Logs[i])
		if _, err := b.Plan.Check(dir, b.Logs[i].Name, b.Force); err != nil {
			return err
		}
		out, _ := os.Stat(dir) // nil for none
		for _, path := range inputs {
			_, missing := os.Stat(path)
			folder, _ := os.Stat(filepath.Dir(path))
			if missing == nil && os.SameFile(out, folder) {
				return fmt.Errorf("%s is an input in the folder of the results: "+
					"choose another --out than %s", path, b.Dir)
			}
		}
	}
	return nil
}

// unreadableError is an error of a log itself.
type unreadableError struct{ error }

func (u unreadableError) Unwrap() error { return u.error }

// log replays a log into its run directory, unless an earlier call has finished it.
func (b *Batch) log(ctx context.Context, l *Log) error {
	dir := b.folder(l)
	if b.Resume && l.Path != "-" {
		sum := l.SHA256
		if sum == "" {
			var err error
			if sum, err = run.SHA256(l.Path); err != nil {
				return unreadableError{err}
			}
		}
		if b.Plan.Finished(dir, l.Name, sum) {
			b.Message("%s: finished by an earlier run", l.Name)
			return nil
		}
	}
	w, err := run.NewWriter(dir, *b.Plan, l.Name, b.Force)
	if err != nil {
		return err
	}
	defer w.Discard()
	if len(b.Logs) > 1 {
		around := output.Bench
		if b.Collects {
			around = output.Collection
		}
		if err := w.Folder.HideOf(b.Dir, around); err != nil {
			return err
		}
	}
	b.Start(l.Name, "jobs")
	staged, err := b.stage(ctx, w, l)
	if err == nil && b.Complete != nil {
		err = b.Complete(w, staged)
	}
	if err == nil {
		err = w.Commit()
	}
	if b.Finish(); err != nil || b.Done == nil {
		return err
	}
	return b.Done(dir)
}

// stage replays a log into the next state of its run directory.
func (b *Batch) stage(ctx context.Context, w *run.Writer, l *Log) (*run.Dir, error) {
	begun := time.Now()
	f, err := l.Open()
	if err != nil {
		return nil, unreadableError{err}
	}
	defer f.Close()
	record, series, err := w.Load(l.Name, f)
	if err != nil {
		return nil, unreadableError{err}
	}
	if was := w.Replaced; was != nil && was.SHA256 != record.SHA256 {
		b.Message("%s: the run in %s is of another log, %s of %s with SHA-256 %.12s",
			l.Name, w.Folder.Dir(), was.File, output.Counted(was.Read, "job"), was.SHA256)
	}
	staged, err := w.Replay(ctx, record, series)
	if err != nil {
		return nil, err
	}
	b.describe(w, record, len(series), begun)
	return staged, nil
}

// describe reports the counts of a replayed log, the costs of programs, and its notes.
func (b *Batch) describe(w *run.Writer, record *run.LogRecord, series int, begun time.Time) {
	b.Message("%s: %s of %s jobs in %d series by %s, %.2f s", record.Name,
		output.Grouped(int64(record.Replayed())), output.Grouped(int64(record.Read)),
		series, output.Counted(len(w.Methods), "method"), time.Since(begun).Seconds())
	for _, m := range w.Methods {
		if m.Program == nil {
			continue
		}
		if why := w.Failed[m.Name]; why != "" && b.Quiet { // else it is among the notes
			b.Warn("%s: %s", record.Name, why)
		}
		if cost := m.Program.Cost(); cost.Answers > 0 {
			b.Message("%s: %s: %s answers, %.1f µs of CPU time each in the program",
				record.Name, m.Name,
				output.Grouped(int64(cost.Answers)), 1e6*cost.CPU.Seconds()/float64(cost.Answers))
		}
	}
	unverified := "" // a note that Done shows
	if w.Verify != nil {
		unverified = w.Verify(record.Name, record.SHA256)
	}
	for _, note := range slices.Concat(record.Warnings, record.Notes) {
		if note != unverified {
			b.Message("%s: %s", record.Name, note)
		}
	}
}
