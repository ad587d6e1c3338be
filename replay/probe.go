package replay

import (
	"context"

	"waitbench/methods"
)

// Probe replays the task and calls ask at each of the times, in seconds and ascending, with the
// predictor as it was refitted at the last tick at or before that time: it bounds a job submitted
// then. i is the place of the time in times. Jobs are given the same bounds as in Run. An error of
// ask ends the replay.
func (t *Task) Probe(ctx context.Context, times []float64, ask func(i int, p methods.Predictor) error) error {
	r, err := newRun(t)
	if err != nil {
		return err
	}
	next := 0
	for i := range r.bounds {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		// Afterwards the predictor may know more than it did at the tick of these times.
		now := r.clock(r.Series.Job(i).Submit)
		for ; next < len(times) && r.clock(times[next]) <= now; next++ {
			r.refitAt(r.clock(times[next]), i)
			if err := ask(next, r.predictor); err != nil {
				return err
			}
		}
		r.submit(i)
	}
	for ; next < len(times); next++ {
		r.refitAt(r.clock(times[next]), len(r.bounds))
		if err := ask(next, r.predictor); err != nil {
			return err
		}
	}
	return nil
}

// clock is the time of the refit whose bound is in force at time t.
func (r *run) clock(t float64) float64 {
	if r.Config.Epoch == 0 {
		return t
	}
	return tickBefore(t, r.Config.Epoch)
}
