package varq

import (
	"cmp"
	"errors"
	"fmt"

	"waitbench/replay"
	"waitbench/swf"
)

// NodeMachine is nodes that one job at a time holds.
type NodeMachine struct {
	Nodes        int64
	ProcsPerNode int64
}

// Or returns the machine with the numbers of another where its own are 0.
func (m NodeMachine) Or(other NodeMachine) NodeMachine {
	return NodeMachine{cmp.Or(m.Nodes, other.Nodes), cmp.Or(m.ProcsPerNode, other.ProcsPerNode)}
}

// MachineOf returns the machine that the header of a log describes. A number
// that the header does not state is 0.
func MachineOf(h *swf.Header) NodeMachine {
	procs, _ := h.Int("MaxProcs")
	nodes, _ := h.Int("MaxNodes")
	switch procs, nodes = max(procs, 0), max(nodes, 0); {
	case nodes == 0:
		return NodeMachine{Nodes: procs, ProcsPerNode: 1}
	case procs == 0:
		return NodeMachine{Nodes: nodes}
	}
	return NodeMachine{Nodes: nodes, ProcsPerNode: max(procs/nodes, 1)}
}

// NodeJob is a job of the simulation.
type NodeJob struct {
	Submit float64 // seconds
	Run    float64 // seconds, at most Wall
	Wall   float64 // seconds
	Nodes  int64
}

// Workload has the jobs of one queue on a machine.
type Workload struct {
	NodeMachine
	Jobs    []NodeJob // in order of submission
	TooWide int       // jobs left out because they need more nodes than there are
	Overran int       // jobs that ran past their estimate in the log, and end at it here
}

// NewWorkload makes a workload of a series. It leaves out jobs whose processors
// are unknown.
func NewWorkload(s *replay.Series, m NodeMachine) (*Workload, error) {
	if m.Nodes < 1 || m.ProcsPerNode < 1 {
		return nil, fmt.Errorf("machine of %d nodes with %d processors each",
			m.Nodes, m.ProcsPerNode)
	}
	w := &Workload{NodeMachine: m}
	for i := range s.Len() {
		j := s.Job(i)
		nodes := (j.Procs + m.ProcsPerNode - 1) / m.ProcsPerNode
		switch {
		case j.Procs < 1:
			continue
		case nodes > m.Nodes:
			w.TooWide++
			continue
		}
		wall := j.Estimate
		if wall <= 0 {
			wall = j.Run
		}
		if j.Run > wall {
			w.Overran++
		}
		w.Jobs = append(w.Jobs, NodeJob{Submit: j.Submit, Run: min(j.Run, wall),
			Wall: wall, Nodes: nodes})
	}
	if len(w.Jobs) == 0 {
		return nil, errors.New("no job fits the machine")
	}
	return w, nil
}

// arrivals returns the first and the last submission, seconds.
func (w *Workload) arrivals() (first, last float64) {
	return w.Jobs[0].Submit, w.Jobs[len(w.Jobs)-1].Submit
}

// Offered is the offered load: node-seconds of the jobs over node-seconds of
// the machine between the first and the last arrival.
func (w *Workload) Offered() float64 {
	need := 0.0
	for i := range w.Jobs {
		need += float64(float64(w.Jobs[i].Nodes) * w.Jobs[i].Run)
	}
	first, last := w.arrivals()
	return need / (float64(w.Nodes) * (last - first))
}
