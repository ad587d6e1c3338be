package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
)

// Writer replays logs into parts of a folder, and joins them in a run
// directory.
type Writer struct {
	Plan
	Folder   *output.Folder
	Replaced map[string]TraceRecord // logs of the run in the folder, by name
	finished map[string]part        // logs of an earlier run with the same settings, by name
	skipped  map[string]string      // logs that the earlier run left out, with the reasons
	parts    []part                 // of this run, in order
	leftOut  []LeftOutLog
}

// part is a log that is finished.
type part struct {
	record  TraceRecord
	scores  []replay.Score
	heads   []replay.Heads
	folder  string           // of its files; empty for a log that was merged
	sources []arrowio.Source // of its predictions, in order
}

// NewWriter begins a run into a folder. With resume, Reuse can take logs from
// an earlier run with the same settings. A folder with a run of other settings
// or logs is an error without force.
func NewWriter(dir string, plan Plan, logs []string, resume, force bool) (*Writer, error) {
	folder, err := output.Open(dir, force, plan.Kind)
	if err != nil {
		return nil, err
	}
	w := &Writer{Plan: plan, Folder: folder, Replaced: map[string]TraceRecord{}, finished: map[string]part{},
		skipped: map[string]string{}}
	if err := w.findFinished(logs, resume, force); err != nil {
		folder.Close()
		return nil, err
	}
	return w, nil
}

// Finished returns the number of logs that are finished.
func (w *Writer) Finished() int { return len(w.parts) }

// Kept returns the number of finished logs that stay in the folder for a run
// that resumes. Merged logs do not.
func (w *Writer) Kept() (n int) {
	for _, p := range w.parts {
		if p.folder != "" {
			n++
		}
	}
	return n
}

// wholeFile selects all rows of predictions.
var wholeFile = arrowio.Filter{Age: arrowio.AnyAge}

// LeaveOut records why the log of a file is not replayed.
func (w *Writer) LeaveOut(name, file string, why error) {
	text := output.ShortQuotes(strings.ReplaceAll(why.Error(), file, filepath.Base(file)))
	w.leftOut = append(w.leftOut, LeftOutLog{Name: name, Why: strings.TrimPrefix(text, name+": ")})
}

// Add replays the series of a log, completes its record, and stores the results
// as a part of the folder.
func (w *Writer) Add(ctx context.Context, record *TraceRecord, series []*replay.Series) error {
	const name = "part"
	p := part{record: *record, folder: w.Folder.Path(name)}
	err := os.MkdirAll(p.folder, 0o777)
	if err == nil {
		err = w.replay(ctx, &p, series)
	}
	if err == nil {
		err = w.conclude(&p)
	}
	if err == nil {
		in := func(name string) (string, error) { return filepath.Join(p.folder, name), nil }
		err = writeFiles(in, w.record(p), p.scores, p.heads)
	}
	if err == nil {
		p.folder, err = w.Folder.KeepPart(name)
	}
	if err != nil {
		os.RemoveAll(w.Folder.Path(name))
		return err
	}
	p.sources = []arrowio.Source{{Path: filepath.Join(p.folder, PredictionsFile),
		Filter: wholeFile}}
	*record = p.record
	w.parts = append(w.parts, p)
	return nil
}

// replay runs the tasks of a log, and writes its predictions.
func (w *Writer) replay(ctx context.Context, p *part, series []*replay.Series) error {
	tasks, err := w.tasks(ctx, p, series)
	if err != nil {
		return err
	}
	out, err := arrowio.CreatePredictions(filepath.Join(p.folder, PredictionsFile),
		w.record(*p).Metadata(), w.names(p.record))
	if err != nil {
		return err
	}
	err = w.Engine.Run(ctx, tasks, func(r *replay.Result) error {
		p.scores = append(p.scores, r.Score)
		p.noteFailure(r)
		if w.Kind == output.Bench {
			p.record.Took[r.Score.Method] += r.Took.Seconds()
		}
		return out.Append(r)
	})
	if err != nil {
		out.Abort()
		return err
	}
	return out.Close()
}

// tasks returns the tasks of every method on every series at every level, after
// the forecasters have forecast the waits of the whole log. A method without
// what it needs in the log has no task.
func (w *Writer) tasks(ctx context.Context, p *part,
	series []*replay.Series) ([]replay.Task, error) {
	trace := series[0].Trace
	forecasts, err := w.Forecast(ctx, trace)
	if err != nil {
		return nil, err
	}
	for _, spec := range w.forecasters(trace.Name) {
		if f := forecasts.Forecasts[spec]; f != nil && len(f.Heads) > 0 {
			p.heads = append(p.heads, replay.Heads{Trace: trace.Name,
				Method: spec.Name, Heads: f.Heads})
		}
	}
	if w.External != nil {
		unused, err := w.External.CheckLog(trace, series)
		if err != nil {
			return nil, err
		}
		if unused > 0 {
			p.record.note("jobs of %s that are not replayed: %d",
				w.External.File, unused)
		}
	}
	list := slices.DeleteFunc(slices.Clone(w.Methods), func(m methods.Method) bool {
		if !w.Shard.has(trace.Name, m.Name) {
			return true
		}
		err := forecasts.Missing[m.Forecaster]
		if err != nil {
			p.record.noteMethod(m.Name, "method %s is left out: %v", m.Name, err)
		}
		return err != nil
	})
	if w.Kind == output.Bench {
		p.record.Took = map[string]float64{}
		for _, m := range list {
			if f := forecasts.Forecasts[m.Forecaster]; f != nil {
				p.record.Took[m.Name] = f.Took.Seconds()
			}
		}
	}
	var tasks []replay.Task
	for _, age := range w.ages() {
		for _, s := range series {
			for _, m := range list {
				if age > 0 && !m.Claims.Remaining {
					continue
				}
				for _, l := range w.Levels {
					t := w.Task(s, m, l)
					t.Forecasts, t.Age = forecasts.Forecasts[m.Forecaster], age
					tasks = append(tasks, t)
				}
			}
		}
	}
	if forecasts.Machine.Processors > 0 && len(tasks) > 0 {
		p.record.Machine = &forecasts.Machine
	}
	return tasks, nil
}

// noteFailure notes that a method failed on a series.
func (p *part) noteFailure(r *replay.Result) {
	if s := &r.Score; r.Failed != nil {
		where := "on queue %s, processors %s, at quantile %v"
		if _, ended := r.Failed.(methods.Failure); ended {
			where = "from queue %s, processors %s, at quantile %v on"
		}
		p.record.noteMethod(s.Method, "method %s has no bounds "+where+": %v", s.Method, s.Queue,
			s.Range, s.Quantile, r.Failed)
	}
}

// conclude completes the notes of a log after all its tasks. A log without a
// task is an error, except in a shard.
func (w *Writer) conclude(p *part) error {
	w.noteOutcome(p)
	if len(p.scores) == 0 && w.Shard == nil {
		return replay.Unusable{Err: fmt.Errorf("%s: the log has too little for any of the "+
			"methods: %s",
			p.record.Name, strings.Join(p.record.Notes, "; "))}
	}
	return nil
}

// Finish joins the logs in the next state of the folder, and returns it.
func (w *Writer) Finish(ctx context.Context) (*Dir, error) {
	d := &Dir{Path: w.Folder.Path(""), Run: w.record(w.parts...), Levels: w.Levels}
	d.Run.LeftOut = w.leftOut
	var heads []replay.Heads
	var scores []replay.Score
	for _, p := range w.parts {
		scores = append(scores, p.scores...)
		heads = append(heads, p.heads...)
	}
	predictions, err := w.Folder.Add(PredictionsFile)
	if err != nil {
		return nil, err
	}
	if err := w.join(ctx, predictions, d.Run, scores); err != nil {
		return nil, err
	}
	d.add(scores)
	return d, writeFiles(w.Folder.Add, d.Run, scores, heads)
}

// join writes the predictions of all parts. The file of the only part is
// linked.
func (w *Writer) join(ctx context.Context, path string, r *Record, scores []replay.Score) error {
	var sources []arrowio.Source
	for _, p := range w.parts {
		sources = append(sources, p.sources...)
	}
	if len(sources) == 1 && sources[0].Filter == wholeFile &&
		os.Link(sources[0].Path, path) == nil {
		return nil
	}
	var done, total int64
	for i := range scores {
		total += int64(scores[i].Jobs)
	}
	return arrowio.Join(path, r.Metadata(), w.names(r.Traces...), sources, func(rows int) error {
		if done += int64(rows); w.Engine.Progress != nil {
			w.Engine.Progress(replay.Merging, done, total)
		}
		return ctx.Err()
	})
}

// Commit gives the files of the run their final names, and ends the run.
func (w *Writer) Commit() error {
	if err := w.Folder.Commit(); err != nil {
		return err
	}
	err := errors.Join(removeRuns(w.Folder.Parts()), RemoveShards(w.Folder.Dir()))
	w.Folder.Close()
	return err
}

// Discard ends a run that is not finished. Its finished logs stay for a run
// that resumes.
func (w *Writer) Discard() { w.Folder.Close() }

// runsIn returns the paths of the folders in a folder of parts or shards.
func runsIn(dir string) (paths []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	for _, entry := range entries {
		paths = append(paths, filepath.Join(dir, entry.Name()))
	}
	return paths, err
}

// removeRuns removes a folder of parts or shards. A run directory loses its
// record first: without it the rest is no run.
func removeRuns(dir string) error {
	runs, err := runsIn(dir)
	if err != nil {
		return err
	}
	for _, run := range runs {
		if err := removeRun(run); err != nil {
			return err
		}
	}
	return os.RemoveAll(dir)
}

func removeRun(dir string) error {
	if err := os.Remove(filepath.Join(dir, RecordFile)); err != nil &&
		!errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.RemoveAll(dir)
}
