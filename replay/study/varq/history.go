package varq

import (
	"context"
	"errors"

	"waitbench/methods"
	"waitbench/replay"
)

// Forecaster is what a trajectory is made from: of a QBETS, what it knows of a job.
type Forecaster interface {
	methods.Ladder
	methods.Inverse
	// Alike gives the range above < estimate <= upTo around the estimate of a job within which jobs
	// of as many processors get the same answers.
	Alike(methods.Query) (above, upTo float64)
}

// predictor makes the predictor of the settings.
func (c *Config) predictor() (*methods.QBETS, error) {
	m, err := methods.Named(c.Method)
	if err != nil {
		return nil, err
	}
	p, err := m.Predictor(c.settings())
	if err != nil {
		return nil, err
	}
	return asQBETS(p)
}

func asQBETS(p methods.Predictor) (*methods.QBETS, error) {
	q, ok := p.(*methods.QBETS)
	if !ok {
		return nil, errors.New("the method is not qbets, whose clusters a reservation goes by")
	}
	return q, nil
}

// Ask replays the jobs of a log, with the waits they had there, up to a time in seconds, and hands
// over what is known then. It is for the duration of the call only. Sizes are processors. Of the
// settings those of the predictor and the training count.
func Ask(ctx context.Context, s *replay.Series, c Config, at float64, ask func(Forecaster)) error {
	method, err := methods.Named(c.Method)
	if err != nil {
		return err
	}
	task := replay.Task{Series: s, Method: method, Settings: c.settings(), Config: replay.Config{Epoch: 0, Train: c.Train}}
	return task.Probe(ctx, []float64{at}, func(_ int, p methods.Predictor) error {
		q, err := asQBETS(p)
		if err == nil {
			ask(q)
		}
		return err
	})
}

// Joint gives the odds that at least one of several reservations is kept, if they are independent,
// as those on different machines are:
//
//	1 - (1 - p1) (1 - p2) ...
func Joint(odds ...float64) float64 {
	none := 1.0
	for _, p := range odds {
		none = float64(none * (1 - p))
	}
	return 1 - none
}
