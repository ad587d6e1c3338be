package replay

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"waitbench/methods"
)

// LogForecasts holds the forecasts of forecasters for a log.
type LogForecasts struct {
	Forecasts map[*methods.ForecasterSpec]*Forecasts
	// LeftOut has the errors of forecasters that need more than the log has, or
	// that failed.
	LeftOut map[*methods.ForecasterSpec]error
	Machine Machine

	// of a log of AsOf, for Ask
	earlier *pass
	passes  map[*methods.ForecasterSpec]*pass
}

// Machine describes the machine that was rebuilt from a log.
type Machine struct {
	Processors int64  `json:"processors"`      // at the end of the log
	Source     string `json:"processors_from"` // as MachineSize returns it
	Starts     int    `json:"starts"`
	Over       int    `json:"starts_that_did_not_fit"` // with more processors in use than there are
	Unsized    int    `json:"jobs_without_processors"` // left out of the machine
}

var errUnsized = errors.New("the log has no number of processors (fields 5 and 8) in any job")

// Forecast rebuilds the machine of a log and shows it to forecasters, one of
// each kind, which bound at all of the levels. The level of the settings is the
// first of them. Each forecaster has its own pass over the log, in one
// goroutine, but for the ForecasterSpec.Plain of another. An earlier pass
// forecasts the run times for all.
func (e *Engine) Forecast(ctx context.Context, t *Log, specs []*methods.ForecasterSpec,
	s methods.Settings, levels []methods.Level, cfg Config) (*LogForecasts, error) {
	if err := errors.Join(s.Check(), cfg.Check()); err != nil {
		return nil, err
	}
	specs = slices.DeleteFunc(slices.Clone(specs), func(plain *methods.ForecasterSpec) bool {
		return slices.ContainsFunc(specs, func(s *methods.ForecasterSpec) bool {
			return s.Plain == plain
		})
	})
	add := e.report(Forecasting, int64(len(t.Jobs)*(1+len(specs))))
	earlier := newPass(t, cfg, add)
	earlier.runTimes, earlier.foreseen = methods.NewRunTimes(), make([]foreseen, len(t.Jobs))
	if err := earlier.run(ctx); err != nil {
		return nil, err
	}
	stated, source := MachineSize(t.Header)
	s.Ticks = cfg.Ticks
	name, queues := t.shown()
	info := methods.LogInfo{
		Settings: s, Levels: levels, Log: name, Queues: queues,
		MaxProcs: stated, Plans: t.Header.HasPlans(),
		RunTimes: slices.ContainsFunc(t.Jobs, func(j Job) bool { return j.Run > 0 }),
	}
	sized := slices.ContainsFunc(t.Jobs, func(j Job) bool { return j.Procs > 0 })
	forecasts, unusable := make([]*Forecasts, len(specs)), make([]error, len(specs))
	passes := make([]*pass, len(specs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(e.workers())
	for i, spec := range specs {
		group.Go(func() (err error) {
			p := newPass(t, cfg, add)
			p.foreseen, passes[i] = earlier.foreseen, p
			forecasts[i], unusable[i], err = p.show(ctx, spec, info, sized)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	w := &LogForecasts{
		Forecasts: map[*methods.ForecasterSpec]*Forecasts{},
		LeftOut:   map[*methods.ForecasterSpec]error{},
		Machine: Machine{Processors: earlier.machine.Capacity, Source: source,
			Starts: earlier.machine.starts, Over: earlier.machine.over, Unsized: earlier.unsized},
		passes: map[*methods.ForecasterSpec]*pass{},
	}
	for i, spec := range specs {
		if t.asOf != nil && unusable[i] == nil {
			w.earlier, w.passes[spec] = earlier, passes[i]
		}
		for f := forecasts[i]; spec != nil; spec = spec.Plain {
			if unusable[i] != nil {
				w.LeftOut[spec] = unusable[i]
				continue
			}
			w.Forecasts[spec], f = f, f.plain
		}
	}
	return w, nil
}

// pass shows a log to a forecaster, or only forecasts its run times.
type pass struct {
	log      *Log
	config   Config
	machine  machine
	add      func(jobs int)
	tick     float64           // of the last refit
	late     []lateJob         // submitted since then, with Config.Ticks
	runTimes *methods.RunTimes // of the first pass; nil of the others
	foreseen []foreseen        // by job
	unsized  int

	// of the forecaster; nil in the first pass
	forecaster methods.Forecaster
	failed     error // the panic of the forecaster, which ended its calls
	head       methods.HeadForecaster
	oneOrder   bool
	forecasts  *Forecasts
	lastHead   []*methods.QueuedJob // by queue: the last head that was forecast
	seen       []bool               // by queue: scratch space
	asking     methods.QueuedJob    // that of Ask: one for all, which a forecaster may keep
}

// lateJob is a job that joins the queue at the next tick.
type lateJob struct {
	job       *methods.QueuedJob
	wait, run float64
}

// foreseen is a run time that is forecast at submission, and the share of it
// that a job computes.
type foreseen struct{ run, busy float64 }

func newPass(t *Log, cfg Config, add func(jobs int)) *pass {
	stated, _ := MachineSize(t.Header)
	p := &pass{log: t, config: cfg, add: add, tick: math.Inf(-1)}
	p.machine.Capacity, p.machine.Free, p.machine.grows = stated, stated, stated == 0
	return p
}

// show shows the log to the forecaster of a spec and returns its forecasts.
// unusable is the error of a forecaster that needs more than the log has, or
// that failed; err is the error of ctx.
func (p *pass) show(ctx context.Context, spec *methods.ForecasterSpec, info methods.LogInfo,
	sized bool) (f *Forecasts, unusable, err error) {
	begun := time.Now()
	failed := guard(func() { p.forecaster, unusable = spec.New(info) })
	if unusable = errors.Join(failed, unusable); unusable == nil && !sized {
		unusable = errors.Join(errUnsized, end(p.forecaster, false))
	}
	if unusable != nil {
		p.add(len(p.log.Jobs))
		return nil, unusable, nil
	}
	if !p.config.Ticks { // heads are of exact times
		p.head, _ = p.forecaster.(methods.HeadForecaster)
	}
	p.oneOrder = spec.OneOrder
	p.forecasts = &Forecasts{Bounds: map[methods.Level][]float64{}, levels: info.Levels}
	if spec.Plain != nil {
		p.forecasts.plain = &Forecasts{Bounds: map[methods.Level][]float64{}, levels: info.Levels}
	}
	err = p.run(ctx)
	if ended := end(p.forecaster, err == nil && p.failed == nil); p.failed == nil {
		p.failed = ended
	}
	for f := p.forecasts; f != nil; f = f.plain {
		f.Took = time.Since(begun)
	}
	return p.forecasts, p.failed, err
}

// guard calls the forecaster, unless there is none or it has failed.
func (p *pass) guard(call func()) {
	if p.forecaster != nil && p.failed == nil {
		p.failed = guard(call)
	}
}

func (p *pass) run(ctx context.Context) error {
	for i := range p.log.Jobs {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if i%tellEvery == tellEvery-1 {
			p.add(tellEvery)
		}
		p.refit(p.log.Jobs[i].Submit)
		p.submit(i)
	}
	if p.log.asOf != nil {
		p.refit(*p.log.asOf)
	} else {
		p.joinQueue()
		p.machine.advance(math.Inf(1), p)
	}
	p.add(len(p.log.Jobs) % tellEvery)
	return nil
}

// refit moves the machine to the time of a submission. On the way it refits the
// forecaster at the last tick, if that is new.
func (p *pass) refit(now float64) {
	tick := now
	if p.config.Epoch > 0 {
		tick = tickBefore(now, p.config.Epoch)
	}
	if tick > p.tick || p.config.Epoch == 0 {
		p.joinQueue()
		p.machine.advance(tick, p)
		p.tick = tick
		p.guard(func() { p.forecaster.Refit(tick) })
	}
	if !p.config.Ticks {
		p.machine.advance(now, p)
	}
}

// joinQueue puts the late jobs into the queue, each at its submission.
func (p *pass) joinQueue() {
	for _, l := range p.late {
		p.machine.advance(l.job.Submit, p)
		p.machine.submit(l.job, l.wait, l.run)
		p.guard(func() { p.forecaster.Submitted(l.job, &p.machine.Machine) })
	}
	p.late = p.late[:0]
}

// submit stores the forecaster's forecast for job i and puts it into the queue, or
// with Config.Ticks among the late jobs.
func (p *pass) submit(i int) {
	j := &p.log.Jobs[i]
	if j.Procs <= 0 {
		p.unsized++
		return
	}
	active := &methods.QueuedJob{Query: p.log.query(i), Run: math.NaN()}
	active.Planned = p.log.Header.PlannedWait(j.ID)
	if p.runTimes != nil {
		p.foreseen[i].run, p.foreseen[i].busy = p.runTimes.Forecast(active.Query)
	}
	active.Run, active.Busy = p.foreseen[i].run, p.foreseen[i].busy
	waiting := p.machine.Waiting
	if p.machine.Waiting = append(waiting, active); !p.config.Ticks {
		p.machine.know(active.Procs)
	}
	p.guard(func() {
		f := p.forecaster.Forecast(active, &p.machine.Machine)
		p.forecasts.set(i, len(p.log.Jobs), f)
	})
	p.machine.Waiting = waiting
	if p.late = append(p.late, lateJob{active, j.Wait, j.Run}); !p.config.Ticks {
		p.joinQueue()
	}
}

// afterEvents forecasts the jobs that have come to the head of their queue, or of
// one order over all queues, after all events at now.
func (p *pass) afterEvents(now float64) {
	if p.head == nil || p.log.asOf != nil {
		return
	}
	clear(p.seen)
	for position, j := range p.machine.Waiting {
		queue := int(j.Queue)
		if p.oneOrder {
			queue = 0
		}
		for queue >= len(p.seen) {
			p.seen, p.lastHead = append(p.seen, false), append(p.lastHead, nil)
		}
		if !p.seen[queue] && p.lastHead[queue] != j {
			p.lastHead[queue] = j
			p.forecastHead(now, position)
		}
		if p.seen[queue] = true; p.oneOrder {
			return
		}
	}
}

// forecastHead forecasts a waiting job at the head of its queue.
func (p *pass) forecastHead(now float64, position int) {
	i := p.machine.Waiting[position].Index
	j := &p.log.Jobs[i]
	p.guard(func() {
		x := p.head.Head(now, &p.machine.Machine, position)
		if j.unselected || !j.Started() || math.IsNaN(x.Wait) {
			return
		}
		queue := p.log.Queues[j.queue].Name
		for f, x := p.forecasts, &x; f != nil; f, x = f.plain, x.Plain {
			f.Heads = append(f.Heads, Head{i, j.ID, queue, now, x.Wait, j.Start() - now})
		}
	})
}

func (p *pass) started(j *methods.QueuedJob) {
	p.guard(func() { p.forecaster.Started(j, &p.machine.Machine) })
}

func (p *pass) ended(j *methods.QueuedJob, now, run float64) {
	if run > 0 && p.runTimes != nil {
		p.runTimes.Observe(j.Query, run, p.log.Jobs[j.Index].CPU)
	}
	p.guard(func() { p.forecaster.Ended(j, now, run, &p.machine.Machine) })
}
