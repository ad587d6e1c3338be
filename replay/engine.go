package replay

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"waitbench/methods"
)

// Phase is a part of a replay.
type Phase string

// The phases.
const (
	Reading  Phase = "reading"  // counts lines of a log
	Watching Phase = "watching" // a log is shown to watchers; counts the jobs that all have seen
	Bounding Phase = "bounding" // tasks; counts the jobs of their series
	Merging  Phase = "merging"  // what units have left, in place of the three above; counts as Bounding
	// afterwards, which count jobs of logs
	Tables  Phase = "tables"
	Figures Phase = "figures"
	Page    Phase = "page" // of its plot, once for each method
)

// Engine shows logs to watchers and runs tasks, side by side.
type Engine struct {
	Workers int  // how many at a time; 0 for as many as there are processors
	Timed   bool // calls of watchers are timed, which takes some tens of nanoseconds each
	// how far a phase is; may be nil. Called now and then, from several goroutines
	Progress func(phase Phase, done, total int64)
}

// report gives a function that counts what is done of a phase.
func (e *Engine) report(phase Phase, total int64) (add func(n int)) {
	var done atomic.Int64
	return func(n int) {
		if now := done.Add(int64(n)); e.Progress != nil {
			e.Progress(phase, now, total)
		}
	}
}

// workers is how many run at a time.
func (e *Engine) workers() int {
	if e.Workers <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return e.Workers
}

// Run runs the tasks and hands every result to emit, in the order of the tasks and one at a time. A
// result is let go once emitted, and tasks ahead of the last one emitted have no more jobs than two a
// worker of the longest would, so memory does not grow with the number of tasks. The first error, of a
// task, of emit or of ctx, ends the run; results before it have been emitted.
func (e *Engine) Run(ctx context.Context, tasks []Task, emit func(*Result) error) error {
	workers := min(e.workers(), max(len(tasks), 1))
	var total, longest int64
	jobs := func(task int) int64 { return int64(tasks[task].Series.Len()) }
	for i := range tasks {
		total, longest = total+jobs(i), max(longest, jobs(i))
	}
	var (
		add   = e.report(Bounding, total)
		ahead = semaphore.NewWeighted(2 * int64(workers) * longest)
		ends  ends
		next  int // task whose result is emitted next
	)
	ordered := &ordered{waiting: make([]*Result, len(tasks)), emit: func(r *Result) error {
		if why := ends.before(next, tasks[next].Method.Name); why != nil {
			r = tasks[next].failed(why) // it had begun before the method ended
		}
		next++
		defer ahead.Release(jobs(next - 1))
		return emit(r)
	}}
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i := range tasks {
		if ahead.Acquire(running, jobs(i)) != nil {
			break
		}
		group.Go(func() error {
			task, told := tasks[i], 0
			task.progress = func(jobs int) {
				told += jobs
				add(jobs)
			}
			result, err := ends.run(running, i, &task)
			if err != nil {
				return err
			}
			add(task.Series.Len() - told)
			return ordered.put(i, result)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// ends are the methods that have ended: a methods.Failure on one series ends a method on all behind
// it, in the order of the tasks, however many of them are under way by then.
type ends struct {
	mu sync.Mutex
	of map[string]ended
}

type ended struct {
	at  int
	why error
}

// before gives the reason for which a method has ended before a task of it; nil if it has not.
func (e *ends) before(task int, method string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if end, ok := e.of[method]; ok && end.at < task {
		return end.why
	}
	return nil
}

// run runs task i, unless its method has ended.
func (e *ends) run(ctx context.Context, i int, t *Task) (*Result, error) {
	if why := e.before(i, t.Method.Name); why != nil {
		return t.failed(why), nil
	}
	r, err := t.Run(ctx)
	if err != nil {
		return nil, err
	}
	if why, ok := r.Failed.(methods.Failure); ok {
		e.mu.Lock()
		defer e.mu.Unlock()
		if end, ok := e.of[t.Method.Name]; !ok || i < end.at {
			if e.of == nil {
				e.of = map[string]ended{}
			}
			e.of[t.Method.Name] = ended{i, why}
		}
	}
	return r, nil
}

// ordered passes results on in the order of their tasks, one at a time.
type ordered struct {
	mu      sync.Mutex
	waiting []*Result // by task; nil if not there yet, or gone
	next    int       // the task whose result is passed on next
	passing bool      // one is being passed on
	emit    func(*Result) error
	err     error
}

// put takes the result of task i and passes on what is now in order. It leaves that to whoever passes
// on one already, so that no worker waits for another one to write.
func (o *ordered) put(i int, r *Result) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting[i] = r
	for o.err == nil && !o.passing && o.next < len(o.waiting) && o.waiting[o.next] != nil {
		r := o.waiting[o.next]
		o.waiting[o.next], o.passing = nil, true
		o.next++
		o.mu.Unlock()
		err := o.emit(r)
		o.mu.Lock()
		o.err, o.passing = err, false
	}
	return o.err
}
