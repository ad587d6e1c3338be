package methods

import "waitbench/methods/sched"

var hanzichMethod = Method{
	Name:   "hanzich",
	Doc:    "simulation of the scheduler, run times stretched by the number of jobs that share a node",
	Source: "Hanzich et al., CISNE, as compared by Lérida et al. 2008",
	Needs:  MachineState,
	New:    newForecaster,
	Watch:  &Watch{Name: "hanzich", New: newHanzich},
}

// newHanzich looks ahead by algorithm 1 of [Lerida08], the remaining time of a running job stretched by the number of tasks on its fullest
// node. What the cluster's nodes and links can do counts for the selection of nodes alone.
func newHanzich(site Site) (Watcher, error) { return newShared(site, sched.ByTasks) }

// newShared looks ahead on the cluster of the settings.
func newShared(site Site, rule sched.Slowdown) (Watcher, error) {
	c := site.Cluster
	if c == nil {
		c = &Cluster{}
	}
	s := c.Scheduler
	if s == "" {
		s = site.Scheduler
	}
	return newLookahead(site, c.machine(site.Capacity, rule), s, c.Bandwidth)
}
