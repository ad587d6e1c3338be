package rundir

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"

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
	tablesFolder    = "tables"
	figuresFolder   = "figures"
	partsFolder     = ".parts" // a folder for each finished trace
	newFolder       = ".new"   // the results while they are made
)

// Plan is what a run does.
type Plan struct {
	Version  string // of the program
	Settings report.Settings
	Methods  []methods.Method
	Ranges   []replay.Range
	Engine   replay.Engine
}

// Check finds mistakes that would otherwise show only after the first log was read.
func (p *Plan) Check() error {
	for _, m := range p.Methods {
		t := p.Task(nil, m)
		if err := errors.Join(t.Settings.Check(), t.Config.Check()); err != nil {
			return err
		}
		if _, err := m.New(t.Settings); err != nil {
			return fmt.Errorf("method %s: %w", m.Name, err)
		}
	}
	return nil
}

// Task is a method of the plan on a series.
func (p *Plan) Task(s *replay.Series, m methods.Method) replay.Task {
	return task(&p.Settings, s, m)
}

func task(settings *report.Settings, s *replay.Series, m methods.Method) replay.Task {
	return replay.Task{
		Series: s, Method: m,
		Settings: methods.Settings{
			Level: methods.Level{Quantile: settings.Quantile, Confidence: settings.Confidence},
			Rank:  methods.RankRule(settings.Rank),
		},
		Config: replay.Config{Epoch: settings.Epoch, Train: settings.Train},
	}
}

// part is a finished trace.
type part struct {
	record report.TraceRecord
	scores []replay.Score
	folder string // of its predictions.arrow
	alone  bool   // the only trace in that file
}

// Builder fills a run directory, one trace after the other.
type Builder struct {
	Plan
	dir      string
	finished map[string]part // by name, from an earlier run with the same settings
	parts    []part          // of this run, in order
}

// NewBuilder begins a run, whose plan was checked, into a folder, which is made if need be. With resume, traces finished by an earlier run with the
// same settings can be taken over; an earlier run with other settings is an error.
func NewBuilder(dir string, plan Plan, resume bool) (*Builder, error) {
	b := &Builder{Plan: plan, dir: dir, finished: map[string]part{}}
	if resume {
		if err := b.findFinished(); err != nil {
			return nil, err
		}
	} else if err := os.RemoveAll(filepath.Join(dir, partsFolder)); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(dir, partsFolder), 0o777); err != nil {
		return nil, fmt.Errorf("cannot make the run directory: %w", err)
	}
	return b, nil
}

// findFinished lists the traces of the results and of .parts; the latter are the newer ones.
func (b *Builder) findFinished() error {
	folders := []string{b.dir}
	entries, err := os.ReadDir(filepath.Join(b.dir, partsFolder))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		folders = append(folders, filepath.Join(b.dir, partsFolder, e.Name()))
	}
	for _, folder := range folders {
		d, err := Open(folder)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if what := b.difference(d.Run); what != "" {
			return fmt.Errorf("cannot resume: %s was made with another %s", folder, what)
		}
		for _, record := range d.Run.Traces {
			p := part{record: record, folder: folder, alone: len(d.Run.Traces) == 1}
			for _, s := range d.Scores {
				if s.Trace == record.Name {
					p.scores = append(p.scores, s)
				}
			}
			b.finished[record.Name] = p
		}
	}
	return nil
}

// difference names the first setting in which an earlier run is not like this one; the least number of jobs only matters for tables.
func (b *Builder) difference(run *report.Run) string {
	if run.Version != b.Version {
		return "version of the program"
	}
	then, now := reflect.ValueOf(run.Settings), reflect.ValueOf(b.Settings)
	for i := range then.NumField() {
		field := then.Type().Field(i)
		if field.Name != "MinJobs" && !reflect.DeepEqual(then.Field(i).Interface(), now.Field(i).Interface()) {
			return field.Tag.Get("json")
		}
	}
	return ""
}

// TakeOver takes the trace of that name from an earlier run, if that finished it and the log is the same.
func (b *Builder) TakeOver(name, sha256 string) bool {
	p, ok := b.finished[name]
	if !ok || p.record.SHA256 != sha256 {
		return false
	}
	b.parts = append(b.parts, p)
	return true
}

// Has reports whether the run has a trace of that name already.
func (b *Builder) Has(name string) bool {
	return slices.ContainsFunc(b.parts, func(p part) bool { return p.record.Name == name })
}

// Finished is the number of traces that are kept.
func (b *Builder) Finished() int { return len(b.parts) }

// Add replays the series of a trace, whose record it is given, and keeps what came out in .parts.
func (b *Builder) Add(ctx context.Context, record report.TraceRecord, series []*replay.Series) error {
	p := part{record: record, folder: filepath.Join(b.dir, partsFolder, record.Name), alone: true}
	if err := os.RemoveAll(p.folder); err != nil {
		return err
	}
	if err := os.MkdirAll(p.folder, 0o777); err != nil {
		return err
	}
	scores, err := b.replay(ctx, filepath.Join(p.folder, predictionsFile), record, series)
	if err != nil {
		os.RemoveAll(p.folder)
		return err
	}
	p.scores = scores
	if err := arrowio.WriteScores(filepath.Join(p.folder, scoresFile), p.scores); err != nil {
		return err
	}
	// Last, for it says that the part is whole.
	if err := report.WriteRun(filepath.Join(p.folder, runFile), b.run([]part{p})); err != nil {
		return err
	}
	b.parts = append(b.parts, p)
	return nil
}

func (b *Builder) replay(ctx context.Context, path string, record report.TraceRecord, series []*replay.Series) ([]replay.Score, error) {
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
	w, err := arrowio.CreatePredictions(path, b.metadata([]report.TraceRecord{record}), names)
	if err != nil {
		return nil, err
	}
	var tasks []replay.Task
	for _, s := range series {
		for _, m := range b.Methods {
			tasks = append(tasks, b.Task(s, m))
		}
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

// metadata is the settings, and the time zero and zone of each trace, as predictions.arrow carries them.
func (b *Builder) metadata(records []report.TraceRecord) arrowio.Metadata {
	s := b.Settings
	m := arrowio.Metadata{
		{Key: "version", Value: b.Version},
		{Key: "quantile", Value: fmt.Sprint(s.Quantile)},
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
	d := &Dir{path: b.dir, Run: b.run(b.parts)}
	for _, p := range b.parts {
		d.Scores = append(d.Scores, p.scores...)
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
	if err := fresh.commit(predictionsFile, scoresFile, scoresCSVFile, runFile); err != nil {
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
