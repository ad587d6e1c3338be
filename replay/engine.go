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
	Reading     Phase = "reading"     // counts lines of a log
	Forecasting Phase = "forecasting" // counts the jobs of all passes of forecasters
	Bounding    Phase = "bounding"    // tasks; counts the jobs of their series
	Tables      Phase = "tables"      // this and the following count jobs of logs
	Figures     Phase = "figures"
)

// Engine runs forecasters and tasks in parallel.
type Engine struct {
	Workers  int                                  // at a time; 0 for the number of processors
	Progress func(phase Phase, done, total int64) // may be nil; several goroutines call it
}

// report returns a function that counts the progress of a phase.
func (e *Engine) report(phase Phase, total int64) (add func(n int)) {
	var done atomic.Int64
	return func(n int) {
		if now := done.Add(int64(n)); e.Progress != nil {
			e.Progress(phase, now, total)
		}
	}
}

// workers returns how many run at a time.
func (e *Engine) workers() int {
	if e.Workers <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return e.Workers
}

// Run runs the tasks and hands every result to emit, in the order of the tasks
// and one at a time. Tasks ahead of the last one emitted have no more jobs than
// two of the longest tasks a worker, so memory does not grow with the number of
// tasks. The first error, of a task, of emit or of ctx, ends the run.
//
// A methods.Failure on one series ends the method: it has no results on the
// series behind it, in the order of the tasks.
func (e *Engine) Run(ctx context.Context, tasks []Task, emit func(*Result) error) error {
	b := batch{tasks: tasks, results: make([]chan *Result, len(tasks))}
	var total, longest int64
	for i := range tasks {
		b.results[i] = make(chan *Result, 1)
		total, longest = total+b.jobs(i), max(longest, b.jobs(i))
	}
	workers := min(e.workers(), max(len(tasks), 1))
	b.add = e.report(Bounding, total)
	b.ahead = semaphore.NewWeighted(2 * int64(workers) * longest)
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(workers + 1)
	group.Go(func() error { return b.emit(running, emit) })
	for i := range tasks {
		if b.ahead.Acquire(running, b.jobs(i)) != nil {
			break
		}
		group.Go(func() error { return b.run(running, i) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// batch is the tasks of a run in progress.
type batch struct {
	tasks   []Task
	results []chan *Result      // by task
	ahead   *semaphore.Weighted // jobs of tasks ahead of the last one emitted
	add     func(jobs int)      // counts progress
	ended   sync.Map            // methods that have ended, with the error, by name
}

func (b *batch) jobs(i int) int64 { return int64(b.tasks[i].Series.Len()) }

// emit hands the results to a function, in the order of the tasks.
func (b *batch) emit(ctx context.Context, emit func(*Result) error) error {
	for i := range b.tasks {
		var r *Result
		select {
		case r = <-b.results[i]:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		method := b.tasks[i].Method.Name
		if why, ok := b.ended.Load(method); ok {
			r = b.tasks[i].failed(why.(error)) // it had begun before the method ended
		} else if why, ok := r.Failed.(methods.Failure); ok {
			b.ended.Store(method, why)
		}
		if err := emit(r); err != nil {
			return err
		}
		b.ahead.Release(b.jobs(i))
	}
	return nil
}

// run runs a task, unless its method has ended.
func (b *batch) run(ctx context.Context, i int) error {
	task, counted := b.tasks[i], 0
	if why, ok := b.ended.Load(task.Method.Name); ok {
		b.results[i] <- task.failed(why.(error))
		return nil
	}
	task.progress = func(jobs int) {
		counted += jobs
		b.add(jobs)
	}
	result, err := task.Run(ctx)
	if err != nil {
		return err
	}
	b.add(task.Series.Len() - counted)
	b.results[i] <- result
	return nil
}
