package varq

import (
	"context"
	"errors"

	"waitbench/methods"
	"waitbench/replay"
)

// Forecaster is what a trajectory is made from.
type Forecaster interface {
	methods.Ladder
	methods.Inverse
	methods.Clustered
}

func asForecaster(p methods.Predictor) (Forecaster, error) {
	f, ok := p.(Forecaster)
	if !ok {
		return nil, errors.New("the method does not tell odds by clusters")
	}
	return f, nil
}

func qbets() (methods.Method, error) {
	found, err := methods.Find("qbets")
	if err != nil {
		return methods.Method{}, err
	}
	return found[0], nil
}

// Ask replays the jobs of a log, with the waits they had there, up to a time in seconds, and hands over what is known then. It is for
// the duration of the call only. Sizes are processors. Of the settings those of the predictor and the training count.
func Ask(ctx context.Context, s *replay.Series, c Config, at float64, ask func(Forecaster)) error {
	method, err := qbets()
	if err != nil {
		return err
	}
	task := replay.Task{Series: s, Method: method, Settings: c.settings(), Config: replay.Config{Epoch: 0, Train: c.Train}}
	return task.Probe(ctx, []float64{at}, func(_ int, p methods.Predictor) error {
		f, err := asForecaster(p)
		if err == nil {
			ask(f)
		}
		return err
	})
}

// Joint gives the odds that at least one of several reservations is kept, if they are independent, as those on different machines are:
//
//	1 - (1 - p1) (1 - p2) ...
func Joint(odds ...float64) float64 {
	none := 1.0
	for _, p := range odds {
		none = float64(none * (1 - p))
	}
	return 1 - none
}
