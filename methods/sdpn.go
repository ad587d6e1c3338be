package methods

import "waitbench/methods/sched"

var sdpnMethod = Method{
	Name:   "sdpn",
	Doc:    "simulation of the scheduler, run times stretched by what nodes and links leave to the job",
	Source: "Lérida et al. 2008, SDPN: a prediction model for non-dedicated heterogeneous clusters",
	Needs:  MachineState,
	New:    newForecaster,
	Watch:  &Watch{Name: "sdpn", New: newSDPN},
}

// newSDPN looks ahead by algorithm 1 of [Lerida08] with the slowdowns of its equations 1 to 6:
//
//	T = Tp SP + Tc SC
//
// SP is the greatest over the nodes of a job of tasks / (power · availability), SC that of wanted / assigned bandwidth. Tc is the share of the run time
// in which similar past jobs did not use their processors (field 6 of the log), nothing where that is unknown. Run times in a log are taken as those
// of a dedicated machine. A log does not tell which nodes a job had; they are chosen by the node selection when it starts.
func newSDPN(site Site) (Watcher, error) { return newShared(site, sched.ByResources) }
