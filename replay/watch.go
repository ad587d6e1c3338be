package replay

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"waitbench/methods"
	"waitbench/swf"
)

// Forecasts is what a watcher said of the jobs of a trace, by place in Trace.Jobs, in seconds; NaN
// where it said nothing. A list is nil if it would hold NaN alone.
type Forecasts struct {
	Wait, Turnaround []float64
	Bounds           map[methods.Level][]float64
	Heads            []Head        // if the watcher is a methods.HeadWatcher, in order of time
	Took             time.Duration // of the watcher, in one goroutine, where the engine is Timed

	curves []float32 // of all jobs in a row; 0 where there is none
	curve  int       // numbers of one
}

// Head is the forecast of the remaining wait of a job that came to the head of its queue.
type Head struct {
	Job              int     // place in Trace.Jobs
	ID               int64   // number of the job in the log
	Queue            string  // its name
	Time             float64 // seconds from the start of the log
	Forecast, Actual float64 // seconds
}

// Heads is what a watcher said of the jobs that came to the head of the queues of a trace.
type Heads struct {
	Trace, Method string
	Heads         []Head // in order of time
}

// said gives the forecast for a job of the trace but for its curve; a nil receiver knows none.
func (f *Forecasts) said(i int) (wait, turnaround float64) {
	if f == nil {
		return math.NaN(), math.NaN()
	}
	return valueAt(f.Wait, i), valueAt(f.Turnaround, i)
}

// at gives the forecast for a job of the trace; a nil receiver knows none.
func (f *Forecasts) at(i int) (x methods.Forecast) {
	if x.Wait, x.Turnaround = f.said(i); f == nil {
		return x
	}
	if from := i * f.curve; f.curve > 0 && slices.Max(f.curves[from:from+f.curve]) > 0 {
		x.Curve = f.curves[from : from+f.curve : from+f.curve]
	}
	return x
}

func valueAt(list []float64, i int) float64 {
	if list == nil {
		return math.NaN()
	}
	return list[i]
}

// set notes what was said of job i of n.
func (f *Forecasts) set(i, n int, x methods.Forecast, levels []methods.Level) {
	f.Wait = withValue(f.Wait, i, n, x.Wait)
	f.Turnaround = withValue(f.Turnaround, i, n, x.Turnaround)
	if len(x.Curve) > 0 {
		if f.curves == nil {
			f.curve, f.curves = len(x.Curve), make([]float32, n*len(x.Curve))
		}
		copy(f.curves[i*f.curve:], x.Curve)
	}
	for k, bound := range x.Bounds {
		if list := withValue(f.Bounds[levels[k]], i, n, bound); list != nil {
			f.Bounds[levels[k]] = list
		}
	}
}

// withValue is the list with a value, made, all NaN, when it is to hold its first number.
func withValue(list []float64, i, n int, x float64) []float64 {
	if math.IsNaN(x) {
		return list
	}
	if list == nil {
		list = make([]float64, n)
		for k := range list {
			list[k] = math.NaN()
		}
	}
	list[i] = x
	return list
}

// Watched is what came of showing a trace to watchers.
type Watched struct {
	Forecasts map[*methods.Watch]*Forecasts
	// watchers that the log has too little for, and what it lacks; and those that panicked
	Lacking  map[*methods.Watch]error
	Capacity int64  // processors of the machine, at the end of the log
	Source   string // of the capacity: one of the names of MachineSize
	Over     int    // starts that did not fit into the capacity
	// jobs left out of the machine because nobody knows their processors
	Unsized int
}

var errUnsized = errors.New("no job of the log tells its number of processors (fields 5 and 8)")

// Watch rebuilds the machine of a trace and shows it to watchers, each of the given kinds, which
// bound at all of the levels; that of the settings is the first of them. Each has a pass over the
// trace, which rebuilds the machine for it; those that share work have one together. The passes that
// take longest are begun first, after one that forecasts the run times for all of them.
func (e *Engine) Watch(ctx context.Context, t *Trace, kinds []*methods.Watch, s methods.Settings, levels []methods.Level, cfg Config) (*Watched, error) {
	if err := errors.Join(s.Check(), cfg.Check()); err != nil {
		return nil, err
	}
	w := &Watched{Forecasts: map[*methods.Watch]*Forecasts{}, Lacking: map[*methods.Watch]error{}}
	const firstCost = 1
	total, done := int64(firstCost), atomic.Int64{} // how far all passes are is told as a part of their cost
	for _, kind := range kinds {
		total += cost(kind)
	}
	tell := func(jobs int, cost int64) {
		if now := done.Add(int64(jobs) * cost); e.Progress != nil {
			e.Progress(Watching, now/total, int64(t.Jobs.Len()))
		}
	}
	stated, source := MachineSize(t.Header, cfg)
	first := newPass(t, cfg, stated, levels)
	first.progress = func(jobs int) { tell(jobs, firstCost) }
	first.runTimes, first.foreseen = methods.NewRunTimes(), make([]foreseen, t.Jobs.Len())
	if err := first.run(ctx); err != nil {
		return nil, err
	}
	w.Capacity, w.Source, w.Over, w.Unsized = first.machine.Capacity, source, first.machine.over, first.unsized
	site := methods.Site{Settings: s, Levels: levels, Log: t.Name, Queues: append(t.QueueNames(), t.others...), MaxProcs: stated, Plans: t.Header.HasPlans()}
	var aside errgroup.Group
	if aside.SetLimit(e.workers()); e.workers() > 1 && !e.Timed {
		site.Aside = func(work func()) {
			aside.Go(func() error {
				work()
				return nil
			})
		}
	}
	sized := false
	for _, j := range t.Jobs.All() {
		sized = sized || j.Procs > 0
		site.RunTimes = site.RunTimes || j.Run > 0
	}
	var passes []*pass
	for _, kind := range kinds {
		var watcher methods.Watcher
		var err error
		if failed := guard(func() { watcher, err = kind.New(site) }); failed != nil {
			err = failed
		} else if err == nil && !sized {
			err = errors.Join(errUnsized, end(watcher, false))
		}
		if err != nil {
			w.Lacking[kind] = err
			tell(t.Jobs.Len(), cost(kind))
			continue
		}
		f := &Forecasts{Bounds: map[methods.Level][]float64{}}
		w.Forecasts[kind] = f
		head, _ := watcher.(methods.HeadWatcher)
		one := &watching{Watcher: watcher, kind: kind, head: head, forecasts: f}
		i := slices.IndexFunc(passes, func(p *pass) bool { return shares(one, p.watchers[0]) })
		if i < 0 {
			p := newPass(t, cfg, stated, levels)
			p.progress = func(jobs int) { tell(jobs, p.cost) }
			p.foreseen, p.timed = first.foreseen, e.Timed
			i, passes = len(passes), append(passes, p)
		}
		passes[i].add(one)
	}
	slices.SortStableFunc(passes, func(a, b *pass) int { return cmp.Compare(b.cost, a.cost) })
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(e.workers())
	for _, p := range passes {
		group.Go(func() error {
			err := p.run(ctx)
			for _, watcher := range p.watchers {
				if failed := end(watcher.Watcher, err == nil && watcher.failed == nil); watcher.failed == nil {
					watcher.failed = failed
				}
				watcher.Watcher, watcher.head = nil, nil // lets go what it knows
			}
			return err
		})
	}
	err := group.Wait()
	_ = aside.Wait()
	if err != nil {
		return nil, err
	}
	for _, p := range passes {
		for _, watcher := range p.watchers {
			if watcher.failed != nil {
				delete(w.Forecasts, watcher.kind)
				w.Lacking[watcher.kind] = watcher.failed
			}
		}
	}
	return w, nil
}

// Shares deals kinds of watchers out: to one share those that share work on a log that has enough for
// all.
func Shares(kinds []*methods.Watch, s methods.Settings, levels []methods.Level) (dealt [][]*methods.Watch) {
	site := methods.Site{Settings: s, Levels: levels, RunTimes: true, Plans: true}
	var firsts []*watching // of each share
	for _, kind := range kinds {
		watcher, _ := kind.New(site) // one that cannot be made shares nothing
		defer end(watcher, false)
		one := &watching{Watcher: watcher}
		i := slices.IndexFunc(firsts, func(with *watching) bool { return shares(one, with) })
		if i < 0 {
			i, firsts, dealt = len(firsts), append(firsts, one), append(dealt, nil)
		}
		dealt[i] = append(dealt[i], kind)
	}
	return dealt
}

// Names of what tells the size of a machine; else it is a directive of the header.
const (
	BySetting  = "--capacity"
	LargestYet = "most seen so far"
)

// MachineSize returns the processors of a machine that are stated before its
// first job: Config.Capacity, else MaxProcs or MaxNodes of the header. Where
// nothing states them they are 0, and the source is LargestYet.
func MachineSize(h *swf.Header, cfg Config) (procs int64, source string) {
	if cfg.Capacity > 0 {
		return cfg.Capacity, BySetting
	}
	for _, source := range []string{"MaxProcs", "MaxNodes"} {
		if h != nil {
			if n, ok := h.Int(source); ok && n > 0 {
				return n, source
			}
		}
	}
	return 0, LargestYet
}

// pass shows a trace to its share of the watchers.
type pass struct {
	trace    *Trace
	config   Config
	levels   []methods.Level // of the bounds that are asked for
	machine  machine
	watchers []*watching
	asks     bool              // there is a HeadWatcher
	cost     int64             // of all watchers
	runTimes *methods.RunTimes // of the first pass only, which tells the others what they foresee
	foreseen []foreseen        // by job
	tick     float64
	heads    []*methods.Active // by queue: of each the one asked about last
	head     *methods.Active   // likewise, of all queues together
	met      []bool            // by queue: a scratch list
	unsized  int
	timed    bool
	progress func(jobs int)
}

// foreseen is a run time that is forecast at submission, and the share of it that a job computes.
type foreseen struct{ run, busy float64 }

type watching struct {
	methods.Watcher
	kind      *methods.Watch
	failed    error               // once it has panicked; it is shown no more then
	head      methods.HeadWatcher // the watcher, if it is one
	forecasts *Forecasts
	later     []told // since the first that was put off
}

// told is what was said of a job.
type told struct {
	job int
	methods.Forecast
}

// newPass returns a pass over a machine of the stated processors, or one that
// grows where these are 0.
func newPass(t *Trace, cfg Config, stated int64, levels []methods.Level) *pass {
	return &pass{
		trace: t, config: cfg, levels: levels, progress: func(int) {}, tick: math.Inf(-1),
		machine: machine{Machine: methods.Machine{Capacity: stated, Free: stated}, grows: stated == 0},
	}
}

func (p *pass) add(w *watching) {
	p.watchers = append(p.watchers, w)
	p.asks = p.asks || w.head != nil
	p.cost += cost(w.kind)
}

// cost is about what a watcher takes for a job, microseconds.
func cost(kind *methods.Watch) int64 { return int64(max(kind.Cost, 1)) }

// shares says whether a watcher shares work with another.
func shares(w, with *watching) bool {
	sharer, ok := w.Watcher.(methods.Sharer)
	return ok && sharer.Share(with.Watcher)
}

// show shows something to all watchers that have not failed.
func (p *pass) show(what func(*watching)) {
	for _, w := range p.watchers {
		switch {
		case w.failed != nil:
		case p.timed:
			begun := time.Now()
			w.failed = guard(func() { what(w) })
			w.forecasts.Took += time.Since(begun)
		default:
			w.failed = guard(func() { what(w) })
		}
	}
}

func (p *pass) run(ctx context.Context) error {
	for i := range p.trace.Jobs.Len() {
		if i%checkEvery == 0 {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			p.progress(min(i, checkEvery))
		}
		now, _ := p.trace.Jobs.times(i)
		p.refit(now)
		p.submit(i)
	}
	p.machine.advance(math.Inf(1), p)
	p.show(func(w *watching) { p.complete(w, len(w.later)) })
	return nil
}

// refit brings the machine to the time of a submission, and refits the watchers on the way at the
// last tick before it if that was not done yet.
func (p *pass) refit(now float64) {
	tick := now
	if p.config.Epoch > 0 {
		tick = tickBefore(now, p.config.Epoch)
	}
	if tick > p.tick || p.config.Epoch == 0 {
		p.machine.advance(tick, p)
		p.tick = tick
		p.show(func(w *watching) { w.Refit(tick) })
	}
	p.machine.advance(now, p)
}

// submit puts job i into the queue, and notes what the watchers say of it.
func (p *pass) submit(i int) {
	j := p.trace.Jobs.At(i)
	if j.Procs <= 0 {
		p.unsized++
		return
	}
	active := p.machine.submit(p.trace.query(i, nil), i, j.Wait, j.Run)
	active.Unasked = p.trace.asked != nil && j.queue != *p.trace.asked
	active.Planned = p.trace.Header.PlannedWait(j.ID)
	if p.runTimes != nil {
		p.foreseen[i].run, p.foreseen[i].busy = p.runTimes.Forecast(active.Query)
	}
	active.Run, active.Busy = p.foreseen[i].run, p.foreseen[i].busy
	p.show(func(w *watching) {
		f := w.Submitted(active, &p.machine.Machine)
		if j.replayed {
			p.note(w, i, f)
		}
	})
}

// patience is how many forecasts of a watcher may be known to come.
const patience = 512

// note keeps what a watcher said of job i, or will.
func (p *pass) note(w *watching, i int, f methods.Forecast) {
	if f.Later == nil && len(w.later) == 0 {
		w.forecasts.set(i, p.trace.Jobs.Len(), f, p.levels)
		return
	}
	f.Bounds, f.Curve = slices.Clone(f.Bounds), slices.Clone(f.Curve) // good until the next forecast only
	w.later = append(w.later, told{i, f})
	if len(w.later) >= 2*patience {
		p.complete(w, patience)
	}
}

// complete notes the first forecasts of those that were put off.
func (p *pass) complete(w *watching, n int) {
	for _, x := range w.later[:n] {
		w.forecasts.set(x.job, p.trace.Jobs.Len(), x.Complete(), p.levels)
	}
	w.later = slices.Delete(w.later, 0, n)
}

// settled asks the watchers about the heads of the queues that are others than last time. All that
// happens at now has happened.
func (p *pass) settled(now float64) {
	if !p.asks || p.trace.asked != nil {
		return
	}
	clear(p.met)
	for at, j := range p.machine.Waiting {
		for int(j.Queue) >= len(p.met) {
			p.met, p.heads = append(p.met, false), append(p.heads, nil)
		}
		if !p.met[j.Queue] && p.heads[j.Queue] != j {
			p.heads[j.Queue] = j
			p.ask(now, at, false)
		}
		p.met[j.Queue] = true
		if at == 0 && p.head != j {
			p.head = j
			p.ask(now, at, true)
		}
	}
}

// ask asks the watchers of queues, or of one order over all, about a waiting job.
func (p *pass) ask(now float64, at int, oneOrder bool) {
	place := p.machine.Waiting[at].At
	j := p.trace.Jobs.At(place)
	p.show(func(w *watching) {
		if w.head == nil || w.kind.OneOrder != oneOrder {
			return
		}
		predicted := w.head.Head(now, &p.machine.Machine, at)
		if j.replayed && j.Started() && !math.IsNaN(predicted) {
			queue := p.trace.Queues[j.queue].Name
			w.forecasts.Heads = append(w.forecasts.Heads, Head{place, j.ID, queue, now, predicted, j.Start() - now})
		}
	})
}

func (p *pass) started(j *methods.Active) {
	p.show(func(w *watching) { w.Started(j, &p.machine.Machine) })
}

func (p *pass) ended(j *methods.Active, now, run float64) {
	if run > 0 && p.runTimes != nil {
		p.runTimes.Observe(j.Query, run, p.trace.Jobs.At(j.At).CPU)
	}
	p.show(func(w *watching) { w.Ended(j, now, run, &p.machine.Machine) })
}

// query is what is known of a job at its submission, with a forecast.
func (t *Trace) query(i int, f *Forecasts) methods.Query {
	j := t.Jobs.At(i)
	return methods.Query{
		Submit: j.Submit, Procs: j.Procs, Estimate: j.Estimate, User: j.User, Executable: j.Executable,
		Queue: j.queue, Forecast: f.at(i),
	}
}
