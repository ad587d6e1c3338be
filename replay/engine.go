package replay

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Engine runs tasks side by side.
type Engine struct {
	Workers int // how many at a time; 0 for as many as there are processors
	// jobs; may be nil. Called after every task, from several goroutines
	Progress func(done, total int64)
}

// Run runs the tasks and hands every result to emit, in the order of the tasks and one at a time. A
// result is let go once emitted, and no more than two tasks a worker are ahead of the last one
// emitted, so memory does not grow with the number of tasks. The first error, of a task, of emit or
// of ctx, ends the run; results before it have been emitted.
func (e *Engine) Run(ctx context.Context, tasks []Task, emit func(*Result) error) error {
	workers := e.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var total int64
	for i := range tasks {
		total += int64(tasks[i].Series.Len())
	}
	var (
		done    atomic.Int64
		ahead   = make(chan struct{}, 2*workers)
		ordered = newOrdered(len(tasks), emit)
	)
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i := range tasks {
		select {
		case <-running.Done():
		case ahead <- struct{}{}:
		}
		if running.Err() != nil {
			break
		}
		group.Go(func() error {
			result, err := tasks[i].Run(running)
			if err != nil {
				return err
			}
			emitted, err := ordered.put(i, result)
			for range emitted {
				<-ahead
			}
			if n := done.Add(int64(tasks[i].Series.Len())); e.Progress != nil {
				e.Progress(n, total)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// ordered passes results on in the order of their tasks.
type ordered struct {
	mu      sync.Mutex
	waiting []*Result // by task; nil if not there yet, or gone
	next    int       // the task whose result is passed on next
	emit    func(*Result) error
	err     error
}

func newOrdered(n int, emit func(*Result) error) *ordered {
	return &ordered{waiting: make([]*Result, n), emit: emit}
}

// put takes the result of task i and passes on what is now in order; it says how many results that
// was.
func (o *ordered) put(i int, r *Result) (emitted int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting[i] = r
	for o.err == nil && o.next < len(o.waiting) && o.waiting[o.next] != nil {
		o.err = o.emit(o.waiting[o.next])
		o.waiting[o.next] = nil
		o.next++
		emitted++
	}
	return emitted, o.err
}
