package rundir

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report"
	"waitbench/report/arrowio"
	"waitbench/report/output"
)

// The files of a run directory.
const (
	runFile         = "run.json"
	scoresFile      = "scores.arrow"
	scoresCSVFile   = "scores.csv"
	predictionsFile = "predictions.arrow"
	headsFile       = "heads.arrow"
	tablesFolder    = "tables"
	figuresFolder   = "figures"
	partsFolder     = ".parts" // a folder for each finished trace
	newFolder       = ".new"   // the results while they are made
)

// Plan is what a run does.
type Plan struct {
	Version  string // of the program
	Settings report.Settings
	Levels   []methods.Level // of the settings' quantiles, the main one first
	Methods  []methods.Method
	Ranges   []replay.Range
	Engine   replay.Engine
}

// Check finds mistakes that would otherwise show only after the first log was read.
func (p *Plan) Check() error {
	for _, m := range p.Methods {
		for _, l := range p.Levels {
			if _, err := p.Settings.Method(l); err != nil {
				return err
			}
			t := p.Task(nil, m, l)
			if err := t.Config.Check(); err != nil {
				return err
			}
			if err := m.Check(t.Settings); err != nil {
				return fmt.Errorf("method %s: %w", m.Name, err)
			}
		}
	}
	return nil
}

// Task is a method of the plan on a series, at one of its levels.
func (p *Plan) Task(s *replay.Series, m methods.Method, l methods.Level) replay.Task {
	return task(&p.Settings, s, m, l)
}

func task(settings *report.Settings, s *replay.Series, m methods.Method, l methods.Level) replay.Task {
	of, _ := settings.Method(l) // which Check and Open have done before
	return replay.Task{Series: s, Method: m, Settings: of, Config: replay.Config{Epoch: settings.Epoch, Train: settings.Train}}
}

// part is a finished trace.
type part struct {
	record report.TraceRecord
	scores []replay.Score
	heads  []replay.Heads
	folder string // of its predictions.arrow
	alone  bool   // the only trace in that file
}

// Builder fills a run directory, one trace after the other.
type Builder struct {
	Plan
	dir      string
	made     bool            // the folder was not there before
	finished map[string]part // by name, from an earlier run with the same settings
	parts    []part          // of this run, in order
}

// NewBuilder begins a run, whose plan was checked, into a folder, which is made if need be. With resume, traces finished by an earlier run with the
// same settings can be taken over; an earlier run with other settings is an error.
func NewBuilder(dir string, plan Plan, resume bool) (*Builder, error) {
	_, err := os.Stat(dir)
	b := &Builder{Plan: plan, dir: dir, made: errors.Is(err, os.ErrNotExist), finished: map[string]part{}}
	if resume {
		if err := b.findFinished(); err != nil {
			return nil, err
		}
	} else if err := os.RemoveAll(filepath.Join(dir, partsFolder)); err != nil {
		return nil, cannotUse(dir, err)
	}
	if err := os.MkdirAll(filepath.Join(dir, partsFolder), 0o777); err != nil {
		return nil, cannotUse(dir, err)
	}
	return b, nil
}

func cannotUse(dir string, err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathErr.Err
	}
	return fmt.Errorf("cannot use %s as a run directory: %w", dir, err)
}

// Finished is the number of traces that are kept.
func (b *Builder) Finished() int { return len(b.parts) }

// Add replays the series of a trace, whose record it completes, and keeps what came out in .parts.
func (b *Builder) Add(ctx context.Context, record *report.TraceRecord, series []*replay.Series) error {
	p := part{record: *record, folder: filepath.Join(b.dir, partsFolder, record.Name), alone: true}
	if err := os.RemoveAll(p.folder); err != nil {
		return err
	}
	if err := b.fill(ctx, &p, series); err != nil {
		os.RemoveAll(p.folder)
		return err
	}
	*record = p.record
	b.parts = append(b.parts, p)
	return nil
}

// fill writes the files of a part.
func (b *Builder) fill(ctx context.Context, p *part, series []*replay.Series) error {
	if err := os.MkdirAll(p.folder, 0o777); err != nil {
		return err
	}
	tasks, err := b.tasks(ctx, p, series)
	if err != nil {
		return err
	}
	if p.scores, err = b.replay(ctx, filepath.Join(p.folder, predictionsFile), p.record, tasks); err != nil {
		return err
	}
	if err := arrowio.WriteScores(filepath.Join(p.folder, scoresFile), p.scores); err != nil {
		return err
	}
	if err := writeHeads(filepath.Join(p.folder, headsFile), p.heads); err != nil {
		return err
	}
	// Last, for it says that the part is whole.
	return report.WriteRun(filepath.Join(p.folder, runFile), b.run([]part{*p}))
}

// replay runs tasks and writes their predictions.
func (b *Builder) replay(ctx context.Context, path string, record report.TraceRecord, tasks []replay.Task) ([]replay.Score, error) {
	w, err := arrowio.CreatePredictions(path, b.metadata([]report.TraceRecord{record}), b.names(record))
	if err != nil {
		return nil, err
	}
	scores := make([]replay.Score, 0, len(tasks))
	err = b.Engine.Run(ctx, tasks, func(r *replay.Result) error {
		scores = append(scores, r.Score)
		return w.Append(r)
	})
	if err != nil {
		w.Abort()
		return nil, err
	}
	return scores, w.Close()
}

// names lists the texts that the predictions of a trace can hold.
func (b *Builder) names(record report.TraceRecord) arrowio.Names {
	names := arrowio.Names{Traces: []string{record.Name}, Ranges: []string{replay.AllRanges}}
	for _, q := range record.Queues {
		names.Queues = append(names.Queues, q.Name)
	}
	for _, r := range b.Ranges {
		names.Ranges = append(names.Ranges, r.String())
	}
	for _, m := range b.Methods {
		names.Methods = append(names.Methods, m.Name)
	}
	for _, l := range b.Levels {
		names.Levels = append(names.Levels, l.String())
	}
	return names
}

// metadata is the settings, and the time zero and zone of each trace, as predictions.arrow carries them.
func (b *Builder) metadata(records []report.TraceRecord) arrowio.Metadata {
	s := b.Settings
	m := arrowio.Metadata{
		{Key: "version", Value: b.Version},
		{Key: "quantiles", Value: strings.Join(s.Quantiles, ",")},
		{Key: "confidence", Value: fmt.Sprint(s.Confidence)},
		{Key: "epoch_s", Value: fmt.Sprint(s.Epoch)},
		{Key: "train", Value: fmt.Sprint(s.Train)},
		{Key: "select", Value: s.Select},
		{Key: "rank", Value: s.Rank},
	}
	for _, r := range records {
		m = append(m, arrowio.Pair{Key: "trace." + r.Name + ".sha256", Value: r.SHA256})
		if start := r.Header.UnixStartTime; start != nil {
			m = append(m, arrowio.Pair{Key: "trace." + r.Name + ".unix_start_time", Value: fmt.Sprint(*start)})
		}
		if zone := r.Header.TimeZoneString; zone != "" {
			m = append(m, arrowio.Pair{Key: "trace." + r.Name + ".time_zone", Value: zone})
		}
	}
	return m
}

func (b *Builder) run(parts []part) *report.Run {
	run := &report.Run{Version: b.Version, Settings: b.Settings}
	for _, p := range parts {
		run.Traces = append(run.Traces, p.record)
	}
	return run
}

// Finish puts the traces together, makes the tables and figures, and moves everything to its place.
func (b *Builder) Finish() (*Dir, error) {
	d := &Dir{path: b.dir, Run: b.run(b.parts), Levels: b.Levels}
	for _, p := range b.parts {
		d.Scores = append(d.Scores, p.scores...)
		d.heads = append(d.heads, p.heads...)
	}
	fresh, err := newStage(b.dir)
	if err != nil {
		return nil, err
	}
	defer fresh.remove()
	if err := b.assemble(fresh.path(predictionsFile), d.Run); err != nil {
		return nil, err
	}
	if err := d.render(fresh, fresh.path(predictionsFile)); err != nil {
		return nil, err
	}
	if err := arrowio.WriteScores(fresh.path(scoresFile), d.Scores); err != nil {
		return nil, err
	}
	if err := writeScoresCSV(fresh.path(scoresCSVFile), d.Scores); err != nil {
		return nil, err
	}
	if err := report.WriteRun(fresh.path(runFile), d.Run); err != nil {
		return nil, err
	}
	files := []string{predictionsFile, scoresFile, scoresCSVFile, pageFile, runFile}
	if len(d.heads) > 0 {
		files = append(files, headsFile)
	}
	if err := writeHeads(fresh.path(headsFile), d.heads); err != nil {
		return nil, err
	}
	if err := fresh.commit(files...); err != nil {
		return nil, err
	}
	if err := removeStaleHeads(b.dir, d.heads); err != nil {
		return nil, err
	}
	return d, os.RemoveAll(filepath.Join(b.dir, partsFolder))
}

// assemble makes predictions.arrow of those of the parts. The file of a single part serves as it is.
func (b *Builder) assemble(path string, run *report.Run) error {
	if len(b.parts) == 1 && b.parts[0].alone {
		if os.Link(filepath.Join(b.parts[0].folder, predictionsFile), path) == nil {
			return nil
		}
	}
	var sources []arrowio.Source
	for _, p := range b.parts {
		sources = append(sources, arrowio.Source{Path: filepath.Join(p.folder, predictionsFile), Trace: p.record.Name})
	}
	return arrowio.Join(path, sources, b.metadata(run.Traces))
}

func writeScoresCSV(path string, scores []replay.Score) error {
	return output.Write(path, func(w io.Writer) error { return arrowio.WriteScoresCSV(w, scores) })
}
