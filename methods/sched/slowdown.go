package sched

import "slices"

// Factors are the factors by which processing and communication take longer
// than alone on the best of nodes.
type Factors struct{ Processing, Communication float64 }

var unslowed = Factors{1, 1}

// Worse is the slowdown of a job with both on different nodes: its slowest task
// and its most saturated link decide [Lerida 2008, equations 3 and 4].
func (f Factors) Worse(o Factors) Factors {
	return Factors{max(f.Processing, o.Processing), max(f.Communication, o.Communication)}
}

// stretch is the factor for a job that communicates for a share comm of its run
// time: Tp SP + Tc SC of [Lerida 2008, equation 1] for Tp + Tc = 1. It is
// exactly 1 where both slowdowns are.
func (f Factors) stretch(comm float64) float64 {
	return f.Processing + float64(comm*(f.Communication-f.Processing))
}

// slowdown is the slowdown of one of the jobs on nodes of a group, by its
// index.
func (n *nodes) slowdown(runs []jobState, g *group, index int) Factors {
	var wanted [MaxMPL]float64
	for i, slot := range g.jobs() {
		wanted[i] = runs[slot].Bandwidth
	}
	return n.cluster.Slowdown.Of(&n.classes[g.class], wanted[:g.tasks], index)
}

// Of is the slowdown of one of the tasks on a node, by its index in the
// bandwidths they want, which it reorders. Tasks share a processor equally and
// a link by max-min fairness: none gets more than it wants, and the others
// share the rest.
func (rule Slowdown) Of(c *NodeClass, wanted []float64, index int) Factors {
	tasks := float64(len(wanted))
	if rule == ByTasks {
		return Factors{tasks, tasks}
	}
	f := Factors{tasks / float64(c.Power*c.Availability), 1}
	if c.Link == 0 {
		return f
	}
	want, bandwidth := wanted[index], c.Link-c.Traffic
	slices.Sort(wanted)
	for i, w := range wanted {
		fair := bandwidth / float64(len(wanted)-i)
		if w > fair { // so does every other that is left
			f.Communication = max(1, want/fair)
			break
		}
		bandwidth -= w
	}
	return f
}

// alone is the slowdown of a job that has its nodes for itself.
func (n *nodes) alone(j *Job) Factors {
	s, need := unslowed, j.Procs
	for i := 0; need > 0 && i < len(n.classes); i++ {
		count := n.groups[i].count
		if n.equal { // any node will do
			count = need
		}
		if count > 0 {
			wanted := [1]float64{j.Bandwidth}
			s = s.Worse(n.cluster.Slowdown.Of(&n.classes[i], wanted[:], 0))
			need -= count
		}
	}
	return s
}

// stretched is the present stretch of a running job.
func (n *nodes) stretched(runs []jobState, slot int32) float64 {
	s := unslowed
	for i := len(n.classes); i < len(n.groups); i++ {
		g := &n.groups[i]
		if index := slices.Index(g.jobs(), slot); index >= 0 {
			s = s.Worse(n.slowdown(runs, g, index))
		}
	}
	return s.stretch(runs[slot].Comm)
}
