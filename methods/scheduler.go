package methods

import (
	"errors"
	"math"
)

// schedulerMethod repeats the starts that the machine's own scheduler planned,
// where the log has them. No log of the archive does, so the method runs by its
// name only.
var schedulerMethod = Method{
	Name: "scheduler", Source: "the log", Cite: []string{Project},
	Doc: "the start that the machine's own scheduler planned; " +
		"within a minute of the submission",
	Claims: Claims{Sides: NoSide},
	Forecaster: &ForecasterSpec{Name: "scheduler", New: func(log LogInfo) (Forecaster, error) {
		if !log.Plans {
			return nil, errors.New("the log has no starts that its scheduler planned " +
				"(PlannedWait; see waitbench import sacct --plans)")
		}
		return scheduler{}, nil
	}},
	ByName: true,
}

type scheduler struct{ IgnoreEvents }

func (scheduler) Forecast(j *QueuedJob, _ *Machine) Forecast {
	return Forecast{Wait: j.Planned, Turnaround: math.NaN()}
}
