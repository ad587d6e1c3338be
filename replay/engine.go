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
	var total, longest int64
	jobs := func(task int) int64 { return int64(tasks[task].Series.Len()) }
	for i := range tasks {
		total, longest = total+jobs(i), max(longest, jobs(i))
	}
	var (
		workers = min(e.workers(), max(len(tasks), 1))
		add     = e.report(Bounding, total)
		ahead   = semaphore.NewWeighted(2 * int64(workers) * longest)
		results = make([]chan *Result, len(tasks))
		ended   sync.Map // methods that have ended, with the error, by name
	)
	for i := range results {
		results[i] = make(chan *Result, 1)
	}
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(workers + 1)
	group.Go(func() error {
		for i := range tasks {
			var r *Result
			select {
			case r = <-results[i]:
			case <-running.Done():
				return context.Cause(running)
			}
			if why, ok := ended.Load(tasks[i].Method.Name); ok {
				r = tasks[i].failed(why.(error)) // it had begun before the method ended
			} else if why, ok := r.Failed.(methods.Failure); ok {
				ended.Store(tasks[i].Method.Name, why)
			}
			if err := emit(r); err != nil {
				return err
			}
			ahead.Release(jobs(i))
		}
		return nil
	})
	for i := range tasks {
		if ahead.Acquire(running, jobs(i)) != nil {
			break
		}
		group.Go(func() error {
			task, counted := tasks[i], 0
			if why, ok := ended.Load(task.Method.Name); ok {
				results[i] <- task.failed(why.(error))
				return nil
			}
			task.progress = func(jobs int) {
				counted += jobs
				add(jobs)
			}
			result, err := task.Run(running)
			if err != nil {
				return err
			}
			add(task.Series.Len() - counted)
			results[i] <- result
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return context.Cause(ctx)
}
