package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"time"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/swf"
)

// Plan is a run before its logs are read.
type Plan struct {
	Command  string // of the program, as in Record
	Settings Settings
	Levels   []methods.Level // of the settings' quantiles, the main one first
	Methods  []methods.Method
	Ranges   []replay.Range
	Engine   replay.Engine
	Build    *Build    // nil to leave it out of the record
	External *External // bounds of another program, whose methods are the last; may be nil
	Timed    bool      // whether the record has the times of methods

	// Verify returns a note if a log is not the one of the catalogue, else "".
	// It may be nil.
	Verify func(name, sha256 string) string
}

// NewPlan resolves the names in settings and checks what can be checked before
// the first log is read. The programs are those of the settings.
func NewPlan(command string, s Settings, engine replay.Engine,
	programs ...methods.Method) (*Plan, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	p := &Plan{Command: command, Settings: s, Engine: engine, Build: ReadBuild()}
	var err error
	p.Methods, err = methods.Find(s.Methods, s.Cluster != "", programs...)
	if err != nil {
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
	if len(s.Ages) > 0 &&
		!slices.ContainsFunc(p.Methods, methods.Can[methods.RemainingBounder]) {
		return nil, errors.New("no method of the run bounds remaining waits, " +
			"which --age needs: add bmbp")
	}
	if s.Disguise && s.Epoch > 0 && math.Mod(7*86400, s.Epoch) != 0 {
		return nil, errors.New("--disguise moves the log by weeks: want an --epoch that divides a week")
	}
	for _, m := range p.Methods {
		if s.Ticks && m.Program != nil {
			return nil, fmt.Errorf("--state ticks: program %s sees each submission at once", m.Name)
		}
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

// StartPrograms starts the programs of the settings and returns their methods.
// The processes end with ctx.
func (s *Settings) StartPrograms(ctx context.Context) (programs []methods.Method, err error) {
	limit := time.Duration(cmp.Or(s.ExecLimit, 30) * float64(time.Second))
	for _, text := range s.Programs {
		m, err := methods.StartProgram(ctx, text, limit)
		if err != nil {
			return nil, err
		}
		programs = append(programs, m)
	}
	return programs, nil
}

// AddExternal adds the methods of a file of bounds to the plan.
func (p *Plan) AddExternal(f *External) error {
	for _, name := range f.Methods {
		if methods.IsBuiltIn(name) || slices.Contains(p.Settings.Methods, name) {
			return fmt.Errorf("%s is a method of this program: the bounds of %s need another name",
				name, f.Path)
		}
		claims := methods.Claims{Sides: methods.BothSides}
		p.Methods = append(p.Methods, methods.Method{Name: name, Claims: claims,
			ExternalNote: "external bounds, not checked for look-ahead"})
		p.Settings.Methods = append(p.Settings.Methods, name)
	}
	p.External = f
	return f.CheckRun(p.Levels, p.Ranges)
}

// Load reads the jobs of a log that the settings select, and groups them into
// series.
func (p *Plan) Load(name string, f *swf.File) (*LogRecord, []*replay.Series, error) {
	if progress := p.Engine.Progress; progress != nil {
		f.Progress = func(lines int) { progress(replay.Reading, int64(lines), 0) }
	}
	log, err := replay.Load(name, f.Reader, swf.Selection(p.Settings.Select), p.Settings.Queues)
	if err != nil {
		return nil, nil, err
	}
	if p.Settings.Disguise { // drawn anew each time: no result depends on it
		log.Disguise(rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
	}
	series, outside := replay.Group(log, p.Ranges)
	record := NewLogRecord(log, f.Reader, f.SHA256(), outside)
	record.File = filepath.Base(f.Name)
	if _, note := p.Settings.Twins(); note != "" {
		record.Notes = append(record.Notes, note)
	}
	if p.Verify != nil {
		if note := p.Verify(name, record.SHA256); note != "" {
			record.Notes = slices.Insert(record.Notes, 0, note)
		}
	}
	return &record, series, nil
}

// Tasks returns the tasks of methods on series at levels, at submission or at
// ages. A method without what it needs in the log has none.
func (p *Plan) Tasks(f *replay.LogForecasts, series []*replay.Series, all []methods.Method,
	levels []methods.Level, ages []float64) (tasks []replay.Task) {
	for _, s := range series {
		for _, m := range all {
			if f.LeftOut[m.Forecaster] != nil {
				continue
			}
			for _, l := range levels {
				settings, _ := p.Settings.Method(l) // NewPlan has checked it
				t := replay.Task{Series: s, Method: m, Settings: settings, Ages: ages,
					Config: p.Settings.Config(), Forecasts: f.Forecasts[m.Forecaster]}
				if p.External != nil {
					t.External = p.External.Of(m.Name, s, l)
				}
				if p.hasNoProcess(m, s.Len()) {
					t.External = func(int64) (float64, methods.Forecast) {
						return math.NaN(), methods.NoForecast
					}
				}
				tasks = append(tasks, t)
			}
		}
	}
	return tasks
}

// hasNoProcess reports whether a series is too short to be judged, and the
// method would start a program for it.
func (p *Plan) hasNoProcess(m methods.Method, jobs int) bool {
	return m.Program != nil && m.Forecaster == nil && jobs < p.Settings.MinJobs
}

// Forecast makes the forecasts of the plan's methods for one log.
func (p *Plan) Forecast(ctx context.Context, t *replay.Log) (*replay.LogForecasts, error) {
	specs := p.forecasters()
	if len(specs) == 0 {
		return &replay.LogForecasts{}, nil
	}
	settings, _ := p.Settings.Method(p.Levels[0]) // NewPlan has checked it
	return p.Engine.Forecast(ctx, t, specs, settings, p.Levels, p.Settings.Config())
}

// forecasters returns the forecasters of the methods, each once.
func (p *Plan) forecasters() []*methods.ForecasterSpec {
	var specs []*methods.ForecasterSpec
	for _, m := range p.Methods {
		if m.Forecaster != nil && !slices.Contains(specs, m.Forecaster) {
			specs = append(specs, m.Forecaster)
		}
	}
	return specs
}

// record returns the record of the run of a log.
func (p *Plan) record(log LogRecord) *Record {
	r := &Record{Version: Version, Build: p.Build, Command: p.Command, Settings: p.Settings,
		External: p.externalRecord(), Log: log}
	for _, m := range p.Methods {
		if m.ExternalNote != "" {
			if r.Outside == nil {
				r.Outside = map[string]string{}
			}
			r.Outside[m.Name] = m.ExternalNote
		}
	}
	return r
}

// externalRecord returns the record of the bounds of another program, or nil.
func (p *Plan) externalRecord() *ExternalRecord {
	if p.External == nil {
		return nil
	}
	return &p.External.ExternalRecord
}

// names lists the texts that the predictions of a log can hold.
func (p *Plan) names(log *LogRecord) arrowio.Names {
	names := arrowio.Names{Logs: []string{log.Name}, Queues: log.QueueNames(),
		Ranges: []string{replay.AllRanges}}
	for _, r := range p.Ranges {
		names.Ranges = append(names.Ranges, r.String())
	}
	for _, m := range p.Methods {
		names.Methods = append(names.Methods, m.Name)
	}
	return names
}
