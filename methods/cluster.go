package methods

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods/sched"
)

// Cluster describes the machine of hanzich and sdpn. The zero Cluster has as
// many dedicated equal nodes as the log has processors, one task on each.
type Cluster struct {
	Scheduler Scheduler         // empty: as in the settings
	MPL       int               // the most tasks on a node, up to sched.MaxMPL; 0 means 1
	Selection sched.Selection   // of nodes for a job
	Nodes     []sched.NodeClass // none: as many as the log has processors
	Bandwidth float64           // of its link that every task wants, MB/s
}

// machine is the cluster, for a log of a machine with that many processors.
func (c *Cluster) machine(procs int64, rule sched.Slowdown) sched.Machine {
	s := &sched.Cluster{Nodes: c.Nodes, MPL: max(c.MPL, 1), Selection: c.Selection, Slowdown: rule}
	if len(s.Nodes) == 0 {
		s.Nodes = []sched.NodeClass{{Count: procs, Power: 1, Availability: 1}}
	}
	return sched.Machine{Procs: s.Procs(), Cluster: s}
}

// Check returns an error naming the first value that is out of range.
func (c *Cluster) Check() error {
	err := CheckNames("scheduler", schedulers, cmp.Or(c.Scheduler, EASYScheduler))
	if err != nil {
		return err
	}
	if !(c.Bandwidth >= 0) || math.IsInf(c.Bandwidth, 1) {
		return fmt.Errorf("invalid bandwidth %g MB/s: want a number >= 0", c.Bandwidth)
	}
	return c.machine(1, sched.ByResources).Cluster.Check()
}

// ParseCluster reads a description of a cluster: lines of a key and its value,
// in any order. It skips blank lines and comments, which begin with #.
//
//	scheduler easy       # or fcfs; by default as in the run
//	selection normal     # or uniform
//	mpl       2          # tasks on a node, up to 8; 1 by default
//	bandwidth 10         # that a task wants of its link, MB/s; 0 by default
//	nodes 8 power 1 availability 0.9 link 125 traffic 0.5
//	nodes 8 power 0.5    # defaults: power 1, availability 1, no limit of the link
//
// Every line of nodes adds a class of equal nodes: how many; their speed as a
// fraction of the fastest; the share of the processor that local users leave
// idle; the bandwidth of the link to the switch, and how much local users take
// of it, MB/s. Without such a line there are as many nodes as the log has
// processors. There are at most 1000 of them. Errors begin with name and line.
func ParseCluster(r io.Reader, name string) (*Cluster, error) {
	c := &Cluster{}
	lines := bufio.NewScanner(r)
	for number := 1; ; number++ {
		more := lines.Scan()
		text, _, _ := strings.Cut(lines.Text(), "#")
		err := lines.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("a line of more than %d KB", bufio.MaxScanTokenSize>>10)
		}
		if words := strings.Fields(text); more && len(words) > 0 {
			err = c.parse(words)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if !more {
			return c, nil
		}
	}
}

// parse reads the words of a line: pairs of a key and its value.
func (c *Cluster) parse(words []string) error {
	n := sched.NodeClass{Power: 1, Availability: 1}
	values := map[string]any{"scheduler": &c.Scheduler, "selection": &c.Selection, "mpl": &c.MPL,
		"bandwidth": &c.Bandwidth, "nodes": &n.Count}
	if words[0] == "nodes" {
		values = map[string]any{"nodes": &n.Count, "power": &n.Power,
			"availability": &n.Availability, "link": &n.Link, "traffic": &n.Traffic}
	} else if len(words) > 2 {
		return fmt.Errorf("%s has more than one value", words[0])
	}
	for pair := range slices.Chunk(words, 2) {
		value := values[pair[0]]
		if value == nil {
			return Unknown("key", pair[0], slices.Sorted(maps.Keys(values)))
		}
		if len(pair) < 2 {
			return fmt.Errorf("%s has no value", pair[0])
		}
		if err := parseInto(value, pair[1]); err != nil {
			return fmt.Errorf("invalid %s %q: %w", pair[0], pair[1], err)
		}
	}
	if words[0] == "nodes" {
		c.Nodes = append(c.Nodes, n)
	}
	if len(c.Nodes) > 1000 {
		return errors.New("more than 1000 lines of nodes")
	}
	return c.Check()
}

// parseInto parses a text into the value to which a pointer points.
func parseInto(value any, text string) (err error) {
	switch v := value.(type) {
	case *Scheduler:
		*v = Scheduler(text)
	case *sched.Selection:
		if *v = sched.Normal; text == sched.Uniform.String() {
			*v = sched.Uniform
		} else if text != sched.Normal.String() {
			return errors.New("want normal or uniform")
		}
	case *int:
		if *v, err = strconv.Atoi(text); err == nil && *v < 1 {
			return errors.New("want at least 1")
		}
	case *int64:
		*v, err = strconv.ParseInt(text, 10, 64)
	case *float64:
		*v, err = strconv.ParseFloat(text, 64)
	}
	if err != nil {
		return errors.New("want a number")
	}
	return nil
}
