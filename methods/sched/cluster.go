package sched

import "fmt"

// MaxMPL is the greatest number of tasks on a node.
const MaxMPL = 8

// Cluster is a machine whose nodes may differ, have local users, and be shared
// by jobs. A job of p processors has one task on each of p nodes, and up to MPL
// tasks share a node. While it runs, every second of Job.Run takes, by
// equations 1 to 6 of [Lerida 2008],
//
//	stretch = (1 − Comm) SP + Comm SC                  seconds
//	SP      = max over its nodes of tasks / (power · availability)
//	SC      = max over its nodes of wanted / assigned bandwidth, links shared by max-min fairness
//
// or, under ByTasks, stretch = max over its nodes of tasks. It changes whenever
// a job joins or leaves another on some node. Jobs fit if enough nodes take
// another task. A plain machine is a cluster of one class with MPL 1, where the
// stretch is exactly 1.
type Cluster struct {
	Nodes     []NodeClass
	MPL       int // multiprogramming level: the most tasks on a node, 1 to MaxMPL
	Selection Selection
	Slowdown  Slowdown
}

// Limits of a node class.
const (
	mostNodes = 1 << 32
	leastPart = 1e-6
)

// NodeClass is a number of nodes that are alike.
type NodeClass struct {
	Count        int64
	Power        float64 // speed over the speed of the most powerful node, 1e-6 to 1
	Availability float64 // share of the processor that local users leave idle, 1e-6 to 1
	Link         float64 // bandwidth to the switch, MB/s; 0 if it is never short
	Traffic      float64 // what local users take of Link, MB/s
}

// Selection is the choice of the nodes of a job. Nodes with fewer tasks come
// first, then nodes with the greater Availability, then nodes whose jobs
// started first.
type Selection int

const (
	Normal Selection = iota // by these rules alone

	// Uniform takes, of nodes with equally many tasks, first those with fewer
	// jobs of the job's kind: bound by processing or by communication.
	Uniform
)

// String is the name of the selection in lower case.
func (s Selection) String() string { return []string{"normal", "uniform"}[s] }

// Slowdown is the reason why a job takes longer than Job.Run.
type Slowdown int

const (
	ByResources Slowdown = iota // share of the processor and of the link on its slowest nodes
	ByTasks                     // the number of tasks on its fullest node
)

// Procs is the number of nodes.
func (c *Cluster) Procs() int64 {
	count := int64(0)
	for _, class := range c.Nodes {
		count += class.Count
	}
	return count
}

// Check returns an error naming the first value that is out of range.
func (c *Cluster) Check() error {
	if c.MPL < 1 || c.MPL > MaxMPL {
		return fmt.Errorf("multiprogramming level %d is not between 1 and %d", c.MPL, MaxMPL)
	}
	for _, class := range c.Nodes {
		if err := class.Check(); err != nil {
			return err
		}
	}
	return nil
}

// Check returns an error naming the first value that is out of range.
func (n NodeClass) Check() error {
	switch {
	case n.Count < 1 || n.Count > mostNodes:
		return fmt.Errorf("%d nodes are not between 1 and %d", n.Count, int64(mostNodes))
	case !(n.Power >= leastPart && n.Power <= 1):
		return fmt.Errorf("power %g is not between %g and 1", n.Power, leastPart)
	case !(n.Availability >= leastPart && n.Availability <= 1):
		return fmt.Errorf("availability %g is not between %g and 1", n.Availability, leastPart)
	case !(n.Link >= 0 && finite(n.Link)):
		return fmt.Errorf("link of %g MB/s", n.Link)
	case !(n.Traffic >= 0) || n.Link > 0 && n.Traffic >= n.Link:
		return fmt.Errorf("local traffic of %g MB/s leaves nothing of a link of %g MB/s",
			n.Traffic, n.Link)
	}
	return nil
}
