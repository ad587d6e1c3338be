package varq

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"waitbench/replay"
	"waitbench/swf"
)

// Machine is nodes that one job at a time holds.
type Machine struct {
	Nodes        int64
	ProcsPerNode int64
}

// Check returns an error that names a number that is out of range.
func (m Machine) Check() error {
	if m.Nodes < 1 || m.ProcsPerNode < 1 {
		return fmt.Errorf("machine of %d nodes with %d processors each", m.Nodes, m.ProcsPerNode)
	}
	return nil
}

// MachineOf returns the machine that the header of a log describes: the partition
// with the most processors where MaxProcs and MaxNodes list partitions after the
// total, as in "1664 (72, 1368, 224)", else the whole. A number that the header
// does not state is 0.
func MachineOf(h *swf.Header) Machine {
	procs, nodes := sizes(h, "MaxProcs"), sizes(h, "MaxNodes")
	if len(procs) != len(nodes) {
		procs, nodes = procs[:1], nodes[:1]
	}
	best := 0
	for i := 1; i < len(procs); i++ {
		if best == 0 || procs[i] > procs[best] {
			best = i
		}
	}
	switch p, n := procs[best], nodes[best]; {
	case n == 0:
		return Machine{Nodes: p, ProcsPerNode: min(p, 1)}
	case p == 0:
		return Machine{Nodes: n}
	default:
		return Machine{Nodes: n, ProcsPerNode: max(p/n, 1)}
	}
}

// sizes returns the total of a directive, 0 for none, followed by the numbers of
// its partitions.
func sizes(h *swf.Header, name string) []int64 {
	total, _ := h.Int(name)
	list := []int64{max(total, 0)}
	value, _ := h.Value(name)
	_, value, _ = strings.Cut(value, "(")
	value, _, _ = strings.Cut(value, ")")
	for word := range strings.SplitSeq(value, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(word), 10, 64)
		if err != nil || n < 1 {
			return list[:1]
		}
		list = append(list, n)
	}
	return list
}

// Job is a job of the simulation.
type Job struct {
	Submit float64 // seconds
	Run    float64 // seconds, at most Wall
	Wall   float64 // seconds
	Nodes  int64
}

// Trace has the jobs of one queue on a machine.
type Trace struct {
	Machine
	Jobs    []Job   // in order of submission
	Load    float64 // jobs arrive this many times as fast as in the log
	TooWide int     // jobs left out because they need more nodes than there are
	NoSize  int     // jobs left out because their processors are unknown
	Overran int     // jobs that ran past their estimate in the log, and end at it here
}

// NewTrace makes a trace of a series. Jobs arrive load times as fast, at integer
// seconds if load is not 1.
func NewTrace(s *replay.Series, m Machine, load float64) (*Trace, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	if !(load > 0 && load <= 1e6) {
		return nil, fmt.Errorf("load %v is not above 0", load)
	}
	t := &Trace{Machine: m, Load: load}
	for i := range s.Len() {
		j := s.Job(i)
		nodes := (j.Procs + m.ProcsPerNode - 1) / m.ProcsPerNode
		switch {
		case j.Procs < 1:
			t.NoSize++
			continue
		case nodes > m.Nodes:
			t.TooWide++
			continue
		}
		wall := j.Estimate
		if wall <= 0 {
			wall = j.Run
		}
		if j.Run > wall {
			t.Overran++
		}
		t.Jobs = append(t.Jobs, Job{Submit: j.Submit, Run: min(j.Run, wall), Wall: wall, Nodes: nodes})
	}
	if len(t.Jobs) == 0 {
		return nil, errors.New("no job fits the machine")
	}
	if first := t.Jobs[0].Submit; load != 1 {
		for i := range t.Jobs {
			j := &t.Jobs[i]
			j.Submit = math.Floor(first + (j.Submit-first)/load)
		}
	}
	return t, nil
}

// arrivals returns the first and the last submission, seconds.
func (t *Trace) arrivals() (first, last float64) {
	return t.Jobs[0].Submit, t.Jobs[len(t.Jobs)-1].Submit
}

// Offered is the offered load: node-seconds of the jobs over those of the machine
// between the first and the last arrival.
func (t *Trace) Offered() float64 {
	need := 0.0
	for i := range t.Jobs {
		need += float64(float64(t.Jobs[i].Nodes) * t.Jobs[i].Run)
	}
	first, last := t.arrivals()
	return need / (float64(t.Nodes) * (last - first))
}
