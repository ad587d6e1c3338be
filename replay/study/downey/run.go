package downey

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Run runs the study, a seed to a goroutine and as many at a time as there are workers, or
// processors if that is 0. results[i] is that of the i-th seed, whatever the number of workers.
// progress, which may be nil, is told of every pass through a workload, from several goroutines.
// Only the first result keeps its points.
func Run(ctx context.Context, c Config, workers int, progress func(done, total int64)) (results []*Result, err error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	results = make([]*Result, c.Seeds)
	total := int64(c.Seeds) * int64(c.passes())
	var done atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i := range results {
		group.Go(func() error {
			r, err := c.run(c.Seed+uint64(i), func() error {
				if progress != nil {
					progress(done.Add(1), total)
				}
				return ctx.Err()
			})
			if i > 0 {
				r.Points = nil
			}
			results[i] = r
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return results, nil
}
