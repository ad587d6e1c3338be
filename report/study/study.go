package study

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Progress is called after each part of a study, from several goroutines; nil
// for no calls.
type Progress func(done, total int64)

// Each calls do for the parts 0 to n-1 of a study, each in its own goroutine,
// at most workers at a time (0: one for each processor). It returns the first
// error, which ends the context of the others.
func Each(ctx context.Context, n, workers int, progress Progress,
	do func(ctx context.Context, i int) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var done atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i := range n {
		group.Go(func() error {
			err := do(ctx, i)
			if err == nil && progress != nil {
				progress(done.Add(1), int64(n))
			}
			return err
		})
	}
	return group.Wait()
}

// Between returns an error that names a value that is not from low to high.
func Between[T int | int64 | float64](name string, value, low, high T) error {
	if !(value >= low && value <= high) {
		return fmt.Errorf("%s is %v: not between %v and %v", name, value, low, high)
	}
	return nil
}
