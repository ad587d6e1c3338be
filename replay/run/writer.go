package run

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
)

// Writer replays a log into a run directory.
type Writer struct {
	Plan
	Folder   *output.Folder
	Replaced *LogRecord        // the log of the run in the folder; nil for none
	Failed   map[string]string // by method, why it is left out or failed; after Replay
}

// outcome is what the replay of a log makes besides its predictions.
type outcome struct {
	record LogRecord
	scores []replay.Score
	heads  []replay.Heads
	failed map[string]string // the first note on each method that is left out or failed
}

// NewWriter begins the run of a log into a folder. It is an error if Check
// refuses the folder.
func NewWriter(dir string, plan Plan, log string, force bool) (*Writer, error) {
	folder, err := output.Begin(dir, force, output.Run)
	if err != nil {
		return nil, err
	}
	w := &Writer{Plan: plan, Folder: folder}
	if w.Replaced, err = plan.Check(dir, log, force); err != nil {
		folder.Close()
		return nil, err
	}
	return w, nil
}

// Replay replays the series of a log into the next state of the folder,
// completes its record, and returns the run.
func (w *Writer) Replay(ctx context.Context, record *LogRecord,
	series []*replay.Series) (*Dir, error) {
	o := &outcome{record: *record, failed: map[string]string{}}
	if err := w.replay(ctx, o, series); err != nil {
		return nil, err
	}
	w.noteOutcome(o)
	*record, w.Failed = o.record, o.failed
	if len(o.scores) == 0 {
		return nil, replay.Unusable{Err: fmt.Errorf("%s: the log has too little for any of the "+
			"methods: %s", record.Name, strings.Join(record.Notes, "; "))}
	}
	d := &Dir{Path: w.Folder.Path(""), Run: w.record(o.record), Levels: w.Levels}
	d.add(o.scores)
	return d, d.write(w.Folder, o)
}

// replay runs the tasks of a log, and writes its predictions.
func (w *Writer) replay(ctx context.Context, o *outcome, series []*replay.Series) error {
	tasks, err := w.tasks(ctx, o, series)
	if err != nil {
		return err
	}
	path, err := w.Folder.Add(PredictionsFile)
	if err != nil {
		return err
	}
	out, err := arrowio.CreatePredictions(path, w.record(o.record).Metadata(), w.names(&o.record))
	if err != nil {
		return err
	}
	err = w.Engine.Run(ctx, tasks, func(r *replay.Result) error {
		o.scores = append(o.scores, r.Score)
		o.noteFailure(r)
		if w.Timed {
			o.record.Took[r.Score.Method] += r.Took.Seconds()
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
func (w *Writer) tasks(ctx context.Context, o *outcome,
	series []*replay.Series) (tasks []replay.Task, err error) {
	forecasts, err := w.Forecast(ctx, series[0].Log)
	if err != nil {
		return nil, err
	}
	if err := o.noteUnused(w.External, series); err != nil {
		return nil, err
	}
	o.addHeads(w.forecasters(), forecasts, series[0].Log.Name)
	usable := o.usable(w.Methods, forecasts)
	if w.Timed {
		o.record.Took = map[string]float64{}
		for _, m := range usable {
			if f := forecasts.Forecasts[m.Forecaster]; f != nil {
				o.record.Took[m.Name] = f.Took.Seconds()
			}
		}
	}
	tasks = w.Tasks(forecasts, series, usable, w.Levels, nil)
	for _, age := range w.Settings.Ages {
		able := slices.DeleteFunc(slices.Clone(usable), func(m methods.Method) bool {
			return !methods.Can[methods.RemainingBounder](m)
		})
		tasks = append(tasks, w.Tasks(forecasts, series, able, w.Levels, []float64{age})...)
	}
	if forecasts.Machine.Processors > 0 && len(tasks) > 0 {
		o.record.Machine = &forecasts.Machine
	}
	return tasks, nil
}

// addHeads adds the forecasts of forecasters for the heads of the queues.
func (o *outcome) addHeads(specs []*methods.ForecasterSpec, forecasts *replay.LogForecasts,
	log string) {
	for _, spec := range specs {
		if f := forecasts.Forecasts[spec]; f != nil && len(f.Heads) > 0 {
			o.heads = append(o.heads, replay.Heads{Log: log, Method: spec.Name, Heads: f.Heads})
		}
	}
}

// usable returns the methods that have what they need in the log, and notes the
// others.
func (o *outcome) usable(all []methods.Method, forecasts *replay.LogForecasts) []methods.Method {
	return slices.DeleteFunc(slices.Clone(all), func(m methods.Method) bool {
		err := forecasts.LeftOut[m.Forecaster]
		if err != nil {
			o.noteMethod(m.Name, "method %s is left out: %v", m.Name, err)
		}
		return err != nil
	})
}

// noteUnused notes the jobs of a file of bounds that no series has; f may be nil.
func (o *outcome) noteUnused(f *External, series []*replay.Series) error {
	if f == nil {
		return nil
	}
	unused, err := f.CheckLog(series[0].Log, series)
	if unused > 0 {
		o.record.note("jobs of %s that are not replayed: %d", f.File, unused)
	}
	return err
}

// noteFailure notes that a method failed on a series.
func (o *outcome) noteFailure(r *replay.Result) {
	if s := &r.Score; r.Failed != nil {
		where := "on queue %s, processors %s, at quantile %v"
		if _, ended := r.Failed.(methods.Failure); ended {
			where = "from queue %s, processors %s, at quantile %v on"
		}
		o.noteMethod(s.Method, "method %s has no bounds "+where+": %v", s.Method, s.Queue,
			s.Range, s.Quantile, r.Failed)
	}
}

// Commit makes the files of the run the state of the folder, and ends the run.
func (w *Writer) Commit() error {
	defer w.Discard()
	return w.Folder.Commit()
}

// Discard ends a run that is not finished. The folder stays as it was.
func (w *Writer) Discard() { w.Folder.Close() }
