package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/swf"
)

// Plan is what a run does.
type Plan struct {
	Command  string // of the program, as in Record
	Settings Settings
	Levels   []methods.Level // of the settings' quantiles, the main one first
	Methods  []methods.Method
	Ranges   []replay.Range
	Engine   replay.Engine
	Build    *Build    // nil to leave it out of the record
	LeftOut  []string  // methods of a group that equal smith, as no cluster is described
	External *External // bounds made elsewhere, whose methods are the last; may be nil
	Shard    *Shard    // of the plan that is done; nil for all of it
	Timed    bool      // records have what methods took
}

// NewPlan resolves the names in settings, which keep what came out, and checks everything that can
// be checked before the first log is read.
func NewPlan(command string, s Settings, engine replay.Engine) (*Plan, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	p := &Plan{Command: command, Settings: s, Engine: engine, Build: ReadBuild()}
	var err error
	if p.Methods, p.LeftOut, err = methods.Find(s.Methods, s.Cluster != ""); err != nil {
		return nil, err
	}
	p.Settings.Methods = nil
	for _, m := range p.Methods {
		p.Settings.Methods = append(p.Settings.Methods, m.Name)
	}
	if p.Ranges, err = replay.ParseRanges(s.Ranges); err != nil {
		return nil, err
	}
	if p.Levels, err = s.Levels(); err != nil {
		return nil, err
	}
	for _, l := range p.Levels {
		of, err := s.Method(l)
		if err := errors.Join(err, s.Config().Check()); err != nil {
			return nil, err
		}
		for _, m := range p.Methods {
			if err := m.Check(of); err != nil {
				return nil, fmt.Errorf("method %s: %w", m.Name, err)
			}
		}
	}
	return p, nil
}

// Give adds the methods of a file of bounds to those of the plan.
func (p *Plan) AddExternal(f *External) error {
	for _, name := range f.Methods {
		if _, err := methods.Named(name); err == nil {
			return fmt.Errorf("%s is a method of this program: the bounds of %s need another name", name, f.Path)
		}
		p.Methods = append(p.Methods, methods.Method{Name: name, Claims: methods.Claims{Sides: methods.BothSides},
			Outside: "bounds made elsewhere, not checked for look-ahead"})
		p.Settings.Methods = append(p.Settings.Methods, name)
	}
	p.External = f
	return f.CheckRun(p.Levels, p.Ranges)
}

// Start starts the programs among the methods, which is for a plan of a command line: their processes
// end with ctx. Settings alone, as those of a run, never start any.
func (p *Plan) Start(ctx context.Context) (err error) {
	for i, m := range p.Methods {
		if p.Methods[i], err = m.Start(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Task is a method of the plan on a series, at one of its levels.
func (p *Plan) Task(s *replay.Series, m methods.Method, l methods.Level) replay.Task {
	of, _ := p.Settings.Method(l) // which NewPlan has done before
	t := replay.Task{Series: s, Method: m, Settings: of, Config: p.Settings.Config()}
	if p.External != nil {
		t.Given = p.External.Of(m.Name, s, l)
	}
	return t
}

// run is the record of some of the traces.
func (p *Plan) run(parts []part) *Record {
	run := &Record{Version: Version, Build: p.Build, Command: p.Command, Settings: p.Settings}
	if g := p.External; g != nil {
		run.External = &ExternalRecord{File: filepath.Base(g.Path), SHA256: g.SHA256, Name: g.Name, Methods: g.Methods}
	}
	for _, m := range p.Methods {
		if m.Outside != "" {
			if run.Outside == nil {
				run.Outside = map[string]string{}
			}
			run.Outside[m.Name] = m.Outside
		}
	}
	if p.Shard != nil {
		run.Shard = &p.Shard.ShardID
	}
	for _, part := range parts {
		run.Traces = append(run.Traces, part.record)
	}
	return run
}

// part is a finished trace.
type part struct {
	record TraceRecord
	scores []replay.Score
	heads  []replay.Heads
	folder string // of its predictions
	alone  bool   // the only trace in that file
}

// Writer is a run under way: trace by trace into parts of its folder, and at the end into a new
// state of it.
type Writer struct {
	Plan
	Folder   *output.Folder
	finished map[string]part   // by name, from an earlier run with the same settings
	lacking  map[string]string // logs that it left out, and why
	parts    []part            // of this run, in order
	leftOut  []LeftOutLog
	units    []*doneUnit // that the run is put together from; nil where it replays
}

// NewWriter begins a run, whose plan was checked, into a folder, which is made if need be. With resume,
// traces that an earlier run with the same settings has finished can be taken over. A folder with a
// run of other settings or logs is refused unless force says that it may be replaced.
func NewWriter(dir string, plan Plan, logs []string, resume, force bool) (*Writer, error) {
	folder, err := output.Open(dir)
	if err != nil {
		return nil, err
	}
	e := &Writer{Plan: plan, Folder: folder, finished: map[string]part{}, lacking: map[string]string{}}
	if err := e.look(logs, resume, force); err != nil {
		folder.Close()
		return nil, err
	}
	return e, nil
}

// Finished is the number of traces that are kept.
func (e *Writer) Finished() int { return len(e.parts) }

// Load reads the jobs of a log that the settings select, and cuts them into series.
func (p *Plan) Load(name string, f *swf.File) (*TraceRecord, []*replay.Series, error) {
	sel, err := swf.ParseSelection(p.Settings.Select)
	if err != nil {
		return nil, nil, err
	}
	if tell := p.Engine.Progress; tell != nil {
		f.Progress = func(lines int) { tell(replay.Reading, int64(lines), 0) }
	}
	trace, err := replay.Load(name, f.Reader, sel, p.Settings.Queues)
	if err != nil {
		return nil, nil, err
	}
	series, outside := replay.Group(trace, p.Ranges)
	record := NewTraceRecord(trace, f.Reader, f.SHA256(), outside)
	record.File = filepath.Base(f.Name)
	return &record, series, nil
}

// LeaveOut records why the log of a file is not replayed.
func (e *Writer) LeaveOut(name, file string, why error) {
	text := strings.ReplaceAll(why.Error(), file, filepath.Base(file))
	e.leftOut = append(e.leftOut, LeftOutLog{Name: name, Why: strings.TrimPrefix(text, name+": ")})
}

// Add replays the series of a trace, whose record it completes, and keeps what came out.
func (e *Writer) Add(ctx context.Context, record *TraceRecord, series []*replay.Series) error {
	return e.keep(record, func(p *part) error {
		tasks, err := e.tasks(ctx, p, series)
		if err != nil {
			return err
		}
		return e.replay(ctx, p, series, tasks)
	})
}

// keep adds the part that fill fills, but for the files that it is described by.
func (e *Writer) keep(record *TraceRecord, fill func(*part) error) error {
	const name = "part"
	p := part{record: *record, folder: e.Folder.Path(name), alone: true}
	err := os.MkdirAll(p.folder, 0o777)
	if err == nil {
		err = fill(&p)
	}
	if err == nil && e.Shard == nil {
		err = e.conclude(&p)
	}
	if err == nil {
		place := func(name string) (string, error) { return filepath.Join(p.folder, name), nil }
		err = writeFiles(place, e.run([]part{p}), p.scores, p.heads)
	}
	if err == nil {
		p.folder, err = e.Folder.KeepPart(name)
	}
	if err != nil {
		os.RemoveAll(e.Folder.Path(name))
		return err
	}
	*record = p.record
	e.parts = append(e.parts, p)
	return nil
}

// withoutMethods are the methods that the log of a record has too little for.
func (e *Writer) withoutMethods(record *TraceRecord) map[string]bool {
	left := map[string]bool{}
	for _, r := range record.Remarks {
		if r.Series < 0 {
			left[e.Methods[r.Method].Name] = true
		}
	}
	return left
}

// conclude ends the record of a part that has all tasks. There must be some.
func (e *Writer) conclude(p *part) error {
	left := e.withoutMethods(&p.record)
	p.record.Conclude(e.run(nil).OutsideNotes(func(m string) bool { return !left[m] }))
	if len(p.scores) == 0 {
		return replay.Unusable{Err: fmt.Errorf("%s: the log has too little for any of the methods: %s", p.record.Name, strings.Join(p.record.Notes, "; "))}
	}
	return nil
}

// replay runs tasks, keeps their scores, and writes their predictions.
func (e *Writer) replay(ctx context.Context, p *part, series []*replay.Series, tasks []replay.Task) error {
	w, err := arrowio.CreatePredictions(filepath.Join(p.folder, PredictionsFile), e.run([]part{*p}).Metadata(), e.names(p.record))
	if err != nil {
		return err
	}
	err = e.Engine.Run(ctx, tasks, func(r *replay.Result) error {
		p.scores = append(p.scores, r.Score)
		e.noteFailure(&p.record, slices.Index(series, r.Series), r)
		if e.Timed {
			p.addTime(r)
		}
		return w.Append(r)
	})
	if err != nil {
		w.Abort()
		return err
	}
	return w.Close()
}

// names lists the texts that the predictions of traces can hold.
func (e *Writer) names(records ...TraceRecord) arrowio.Names {
	names := arrowio.Names{Ranges: []string{replay.AllRanges}}
	for _, record := range records {
		names.Traces = append(names.Traces, record.Name)
		for _, q := range record.Queues {
			if !slices.Contains(names.Queues, q.Name) {
				names.Queues = append(names.Queues, q.Name)
			}
		}
	}
	for _, r := range e.Ranges {
		names.Ranges = append(names.Ranges, r.String())
	}
	for _, m := range e.Methods {
		names.Methods = append(names.Methods, m.Name)
	}
	return names
}

// Finish puts the traces together in the next state of the folder. What it returns is read from
// there; Commit of the folder puts it into its place.
func (e *Writer) Finish() (*Dir, error) {
	d := &Dir{Path: e.Folder.Path(""), Run: e.run(e.parts), Levels: e.Levels}
	d.Run.LeftOut = e.leftOut
	var heads []replay.Heads
	for _, p := range e.parts {
		d.Scores = append(d.Scores, p.scores...)
		heads = append(heads, p.heads...)
	}
	predictions, err := e.Folder.Add(PredictionsFile)
	if err != nil {
		return nil, err
	}
	if err := e.assemble(predictions, d.Run); err != nil {
		return nil, err
	}
	return d, writeFiles(e.Folder.Add, d.Run, d.Scores, heads)
}

// Commit puts the next state of the folder into its place and ends the run.
func (e *Writer) Commit() error {
	if err := e.keepEarlier(); err != nil {
		return err
	}
	if err := e.Folder.Commit(RecordFile); err != nil {
		return err
	}
	err := removeAll(e.Folder.Parts())
	err = errors.Join(err, RemoveShards(e.Folder.Dir()))
	e.Folder.Close()
	return err
}

// keepEarlier makes a part of the earlier results, if this run reuses logs of
// them: Commit replaces these files one by one.
func (e *Writer) keepEarlier() error {
	const name = "earlier"
	dir := e.Folder.Dir()
	if !slices.ContainsFunc(e.parts, func(p part) bool { return p.folder == dir }) {
		return nil
	}
	if err := os.Mkdir(e.Folder.Path(name), 0o777); err != nil {
		return err
	}
	for _, file := range []string{PredictionsFile, ScoresFile, HeadsFile, RecordFile} {
		err := os.Link(filepath.Join(dir, file), filepath.Join(e.Folder.Path(name), file))
		if err != nil && file != HeadsFile {
			return nil // without hard links a run that is killed in Commit replays these logs again
		}
	}
	_, err := e.Folder.KeepPart(name)
	return err
}

// assemble makes predictions.arrow of those of the parts. The file of a single part serves as it
// is.
func (e *Writer) assemble(path string, run *Record) error {
	if len(e.parts) == 1 && e.parts[0].alone {
		if os.Link(filepath.Join(e.parts[0].folder, PredictionsFile), path) == nil {
			return nil
		}
	}
	var sources []arrowio.Source
	for _, p := range e.parts {
		file := filepath.Join(p.folder, PredictionsFile)
		sources = append(sources, arrowio.Source{Path: file, Filter: arrowio.Filter{Trace: p.record.Name}})
	}
	return arrowio.Join(path, run.Metadata(), e.names(run.Traces...), sources, func(int) error { return nil })
}
