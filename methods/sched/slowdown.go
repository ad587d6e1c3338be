package sched

import "slices"

// slowdown is by how much longer a job computes and communicates than it would alone on the best of
// nodes.
type slowdown struct{ processing, communication float64 }

var unslowed = slowdown{1, 1}

// worse is the slowdown of a job that suffers both on different nodes: its slowest task and its
// most saturated link decide [Lerida 2008, equations 3 and 4].
func (s slowdown) worse(o slowdown) slowdown {
	return slowdown{max(s.processing, o.processing), max(s.communication, o.communication)}
}

// stretch is the time a job takes over the time it would take unslowed, if it communicates for that
// share of the latter. It is Tp SP + Tc SC of [Lerida 2008, equation 1] for Tp + Tc = 1, and
// exactly 1 where both slowdowns are.
func (s slowdown) stretch(comm float64) float64 {
	return s.processing + float64(comm*(s.communication-s.processing))
}

// slowdown is that of one of the jobs on nodes of a group, by its place among them.
func (n *nodes) slowdown(runs []run, g *group, place int) slowdown {
	var wanted [MaxMPL]float64
	for i, slot := range g.jobs() {
		wanted[i] = runs[slot].Bandwidth
	}
	return n.cluster.Slowdown.of(&n.classes[g.class], wanted[:g.tasks], place)
}

// of is the slowdown of one of the tasks on a node, by its place among the bandwidths they want,
// which it reorders. The tasks of a node share its processor equally and its link by max-min
// fairness.
func (rule Slowdown) of(c *NodeClass, wanted []float64, place int) slowdown {
	tasks := float64(len(wanted))
	if rule == ByTasks {
		return slowdown{tasks, tasks}
	}
	s := slowdown{tasks / float64(c.Power*c.Availability), 1}
	if c.Link > 0 {
		s.communication = saturation(wanted, place, c.Link-c.Traffic)
	}
	return s
}

// saturation is the bandwidth that a task wants over that which it gets, where tasks share a link
// of that bandwidth by max-min fairness: nobody gets more than he wants, and what one leaves the
// others share. It reorders wanted.
func saturation(wanted []float64, place int, bandwidth float64) float64 {
	want := wanted[place]
	slices.Sort(wanted)
	for i, w := range wanted {
		fair := bandwidth / float64(len(wanted)-i)
		if w > fair { // so does every other that is left
			return max(1, want/fair)
		}
		bandwidth -= w
	}
	return 1
}

// alone is the slowdown of a job that takes empty nodes, of which there are enough unless all are
// alike, and shares none of them.
func (n *nodes) alone(j *Job) slowdown {
	s, need := unslowed, j.Procs
	for i := 0; need > 0 && i < len(n.classes); i++ {
		count := n.groups[i].count
		if n.alike { // any node will do
			count = need
		}
		if count > 0 {
			wanted := [1]float64{j.Bandwidth}
			s = s.worse(n.cluster.Slowdown.of(&n.classes[i], wanted[:], 0))
			need -= count
		}
	}
	return s
}

// stretched is how the work of a running job is stretched at present.
func (n *nodes) stretched(runs []run, slot int32) float64 {
	s := unslowed
	for i := len(n.classes); i < len(n.groups); i++ {
		g := &n.groups[i]
		if place := slices.Index(g.jobs(), slot); place >= 0 {
			s = s.worse(n.slowdown(runs, g, place))
		}
	}
	return s.stretch(runs[slot].Comm)
}
