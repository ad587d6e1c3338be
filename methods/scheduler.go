package methods

import (
	"errors"
	"math"
)

// schedulerMethod repeats the starts that the machine's own scheduler planned, where
// the log has them. No log of the archive does, so the method runs by its name only.
var schedulerMethod = Method{
	Name: "scheduler", Doc: "the start that the machine's own scheduler planned within a minute of the submission", Source: "the log", Cite: []string{Project},
	Claims: Claims{Sides: NoSide},
	Forecaster: &ForecasterSpec{Name: "scheduler", New: func(site LogInfo) (Forecaster, error) {
		if !site.Plans {
			return nil, errors.New("the log has no starts that its scheduler planned (PlannedWait; see waitbench import sacct --plans)")
		}
		return scheduler{}, nil
	}},
	ByName: true,
}

type scheduler struct{}

// Submitted implements Forecaster.
func (scheduler) Submitted(j *QueuedJob, _ *Machine) Forecast {
	return Forecast{Wait: j.Planned, Turnaround: math.NaN()}
}

func (scheduler) Started(*QueuedJob, *Machine) {}

func (scheduler) Ended(*QueuedJob, float64, float64, *Machine) {}

func (scheduler) Refit(float64) {}
