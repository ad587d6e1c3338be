package methods

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods/sched"
)

// Cluster describes the machine of hanzich and sdpn. The zero Cluster has as many
// dedicated equal nodes as the log has processors, one task on each.
type Cluster struct {
	Scheduler Scheduler // empty: that of the settings
	// multiprogramming level: the most tasks on a node, up to sched.MaxMPL; 0 stands for 1
	MPL       int
	Selection sched.Selection   // of nodes for a job
	Nodes     []sched.NodeClass // none: as many as the log has processors
	Bandwidth float64           // of its link that every task wants, MB/s
}

// machine is the cluster, for a log of a machine with that many processors.
func (c *Cluster) machine(procs int64, rule sched.Slowdown) sched.Machine {
	if c == nil {
		c = &Cluster{}
	}
	s := &sched.Cluster{Nodes: c.Nodes, MPL: max(c.MPL, 1), Selection: c.Selection, Slowdown: rule}
	if len(s.Nodes) == 0 {
		s.Nodes = []sched.NodeClass{{Count: procs, Power: 1, Availability: 1}}
	}
	return sched.Machine{Procs: s.Procs(), Cluster: s}
}

// Check returns an error naming the first value that is out of range.
func (c *Cluster) Check() error {
	if err := checkName("scheduler", c.Scheduler, FCFSScheduler, EASYScheduler); err != nil {
		return err
	}
	if !(c.Bandwidth >= 0) || math.IsInf(c.Bandwidth, 1) {
		return fmt.Errorf("bandwidth of %g MB/s", c.Bandwidth)
	}
	return c.machine(1, sched.ByResources).Cluster.Check()
}

// ParseCluster reads a description of a cluster: lines of a key and its value, in any
// order. It skips blank lines and comments, which begin with #.
//
//	scheduler easy       # or fcfs; by default that of the run
//	selection normal     # or uniform
//	mpl       2          # tasks on a node, up to 8; 1 by default
//	bandwidth 10         # that a task wants of its link, MB/s; 0 by default
//	nodes 8 power 1 availability 0.9 link 125 traffic 0.5
//	nodes 8 power 0.5    # of every property that is not named there is none: power 1, availability 1, no limit of the link
//
// Every line of nodes adds a class of equal nodes: how many; their speed as a fraction
// of the fastest; the share of the processor that local users leave idle; the bandwidth
// of the link to the switch, and how much local users take of it, MB/s. Without such a
// line there are as many nodes as the log has processors. Errors begin with name and
// line.
func ParseCluster(r io.Reader, name string) (*Cluster, error) {
	c := &Cluster{}
	seen := map[string]bool{}
	lines := bufio.NewScanner(r)
	number := 1
	for ; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		if err := c.parse(words, seen); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, number, err)
	}
	return c, nil
}

// parse reads the words of a line.
func (c *Cluster) parse(words []string, seen map[string]bool) error {
	key := words[0]
	if len(words) < 2 {
		return fmt.Errorf("%s has no value", key)
	}
	if key == "nodes" {
		return c.parseNodes(words)
	}
	if len(words) > 2 {
		return fmt.Errorf("%s has more than one value", key)
	}
	if seen[key] {
		return fmt.Errorf("%s is given a second time", key)
	}
	seen[key] = true
	var err error
	switch value := words[1]; key {
	case "scheduler":
		c.Scheduler = Scheduler(value)
	case "selection":
		c.Selection, err = parseSelection(value)
	case "mpl":
		if c.MPL, err = strconv.Atoi(value); err != nil || c.MPL < 1 {
			return fmt.Errorf("mpl %q is not a number of tasks", value)
		}
	case "bandwidth":
		c.Bandwidth, err = parseNumber(key, value)
	default:
		return fmt.Errorf("unknown key %q; known are scheduler, selection, mpl, bandwidth, nodes", key)
	}
	return errors.Join(err, c.Check())
}

func parseSelection(value string) (sched.Selection, error) {
	for _, s := range []sched.Selection{sched.Normal, sched.Uniform} {
		if value == s.String() {
			return s, nil
		}
	}
	return 0, fmt.Errorf("unknown selection %q; known are normal, uniform", value)
}

// parseNodes reads a class of nodes: pairs of a property and its value.
func (c *Cluster) parseNodes(words []string) error {
	if len(words)%2 != 0 {
		return fmt.Errorf("%s has no value", words[len(words)-1])
	}
	n := sched.NodeClass{Power: 1, Availability: 1}
	numbers := map[string]*float64{"power": &n.Power, "availability": &n.Availability, "link": &n.Link, "traffic": &n.Traffic}
	seen := map[string]bool{}
	for pair := range slices.Chunk(words, 2) {
		key, value := pair[0], pair[1]
		if seen[key] {
			return fmt.Errorf("%s is given a second time", key)
		}
		seen[key] = true
		var err error
		if number := numbers[key]; number != nil {
			*number, err = parseNumber(key, value)
		} else if key != "nodes" {
			err = fmt.Errorf("unknown property %q of nodes; known are power, availability, link, traffic", key)
		} else if n.Count, err = strconv.ParseInt(value, 10, 64); err != nil {
			err = fmt.Errorf("nodes %q is not a number of nodes", value)
		}
		if err != nil {
			return err
		}
	}
	if err := n.Check(); err != nil {
		return err
	}
	c.Nodes = append(c.Nodes, n)
	return nil
}

func parseNumber(key, value string) (float64, error) {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return 0, fmt.Errorf("%s %q is not a number", key, value)
	}
	return x, nil
}
