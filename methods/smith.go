package methods

import "waitbench/methods/sched"

var smithMethod = Method{
	Name:   "smith",
	Doc:    "simulation of the scheduler with run times foreseen from similar jobs",
	Source: "Smith, Taylor and Foster, Using run-time predictions to estimate queue wait times and improve scheduler performance",
	Needs:  MachineState,
	New:    newForecaster,
	Watch:  &Watch{Name: "smith", New: newSmith},
}

// newSmith looks ahead on equal processors that one job at a time holds.
func newSmith(site Site) (Watcher, error) {
	return newLookahead(site, sched.Machine{Procs: site.Capacity}, site.Scheduler, 0)
}
