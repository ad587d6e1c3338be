// Package study holds what the simulation studies in its folders share.
package study

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Each does the parts 0 to n-1 of a study, each in a goroutine of its own and as many at a time as
// there are workers, or processors if that is 0. The first error ends it.
func Each(ctx context.Context, n, workers int, do func(ctx context.Context, i int) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i := range n {
		group.Go(func() error { return do(ctx, i) })
	}
	return group.Wait()
}

// Counter sums what parts have done, and tells of it; progress may be nil.
func Counter(total int64, progress func(done, total int64)) func(n int64) {
	var done atomic.Int64
	return func(n int64) {
		if sum := done.Add(n); progress != nil {
			progress(sum, total)
		}
	}
}

// Mean is NaN where there is none.
func Mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// Median sorts x; of an even count it is the mean of the middle two, NaN where there is none.
func Median(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	slices.Sort(x)
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}
