package downey

import (
	"context"

	"waitbench/replay/study"
)

// Run runs the study, a seed to a goroutine, as study.Each has it. results[i] is that of the i-th
// seed, whatever the number of workers. progress, which may be nil, is told of every pass through a
// workload, from several goroutines. Only the first result keeps its points.
func Run(ctx context.Context, c Config, workers int, progress func(done, total int64)) ([]*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	results := make([]*Result, c.Seeds)
	count := study.Counter(int64(c.Seeds)*int64(c.passes()), progress)
	err := study.Each(ctx, c.Seeds, workers, func(ctx context.Context, i int) (err error) {
		results[i], err = c.run(c.Seed+uint64(i), func() error {
			count(1)
			return ctx.Err()
		})
		if i > 0 {
			results[i].Points = nil
		}
		return err
	})
	return results, err
}
