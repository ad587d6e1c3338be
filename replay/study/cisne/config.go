package cisne

import (
	"bufio"
	_ "embed" // assumed.txt
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods/sched"
)

// Config is the parameters of the study.
type Config struct {
	Assumed
	Nodes   int    // of the cluster
	Jobs    int    // of a workload
	Seed    uint64 // of the first workload; the others follow
	Seeds   int    // workloads
	History int    // past jobs that predictors know, of earlier workloads
	Limits  []int  // of the tasks on a node, each on its own
}

// Default is the paper's study.
func Default() Config {
	return Config{Assumed: StandardAssumed(), Nodes: 16, Jobs: 90, Seed: 1, Seeds: 20, History: 10_000, Limits: []int{1, 2, 3, 4}}
}

// Check returns an error that names the parameter that is out of its range.
func (c *Config) Check() error {
	for _, p := range []struct {
		name             string
		value, low, high int
	}{
		{"nodes", c.Nodes, max(slices.Max(c.Tasks), 2), 1024},
		{"jobs", c.Jobs, 1, 10_000},
		{"seeds", c.Seeds, 2, 10_000},
		{"history", c.History, 100, 1_000_000},
		{"limits", len(c.Limits), 1, sched.MaxMPL},
	} {
		if p.value < p.low || p.value > p.high {
			return fmt.Errorf("%s: %d is not between %d and %d", p.name, p.value, p.low, p.high)
		}
	}
	for i, l := range c.Limits {
		if l < 1 || l > sched.MaxMPL {
			return fmt.Errorf("limits: %d is not between 1 and %d", l, sched.MaxMPL)
		}
		if i > 0 && l <= c.Limits[i-1] {
			return fmt.Errorf("limits: %d does not follow %d", l, c.Limits[i-1])
		}
	}
	return nil
}

// Discipline is how jobs are taken from the queue, and by whose estimates.
type Discipline string

// The disciplines.
const (
	FCFS    Discipline = "fcfs"
	EASY    Discipline = "easy"         // by the estimates of the method that is measured
	Perfect Discipline = "easy-perfect" // by the true remaining times, as things stand
)

// Setting is what a cell is measured under.
type Setting struct {
	Discipline Discipline
	Selection  sched.Selection
	Limit      int  // of the tasks on a node
	Saturated  bool // local traffic holds every second link
}

// Settings are those of the study: all without saturation, and the greatest limit with it.
func (c *Config) Settings() []Setting {
	var list []Setting
	add := func(saturated bool, limit int, disciplines ...Discipline) {
		for _, d := range disciplines {
			for _, s := range []sched.Selection{sched.Normal, sched.Uniform} {
				list = append(list, Setting{d, s, limit, saturated})
			}
		}
	}
	for _, limit := range c.Limits {
		add(false, limit, FCFS, EASY, Perfect)
	}
	add(true, slices.Max(c.Limits), FCFS, EASY)
	return list
}

// Assumed is what the paper does not say of its cluster and its jobs.
type Assumed struct {
	Kernels   []Kernel
	Tasks     []int     // a job has as many of them, drawn equally often
	Variation float64   // coefficient of variation of the times of a run around those declared
	Load      float64   // work that arrives over capacity of the dedicated cluster
	Powers    []float64 // of nodes, in (0, 1], repeated
	Link      float64   // bandwidth of a node's link, MB/s
	Busy      float64   // mean time that a local user works, seconds
	Idle      float64   // mean time that he does not, seconds
	Share     [2]float64
	Traffic   float64 // of the link that a working local user takes, MB/s
	Held      float64 // share of the link that local traffic holds on every second node where links are saturated
}

// Kernel is a program and the class of its problem.
type Kernel struct {
	Name, Class string
	Work        float64 // on one dedicated node, seconds
	Comm        float64 // time of communication over that of processing, for two tasks; it grows with log2 of the tasks
	Bandwidth   float64 // that a task wants, MB/s
}

//go:embed assumed.txt
var assumed string

// StandardAssumed is the values of assumed.txt.
func StandardAssumed() Assumed {
	a, err := ParseAssumed(strings.NewReader(assumed), "assumed.txt")
	if err != nil {
		panic(err) // a test reads it
	}
	return a
}

// ParseAssumed reads values: lines of a key and numbers, as in assumed.txt. Every key must be
// there, and kernel as often as there are kernels. Errors begin with name and line.
func ParseAssumed(r io.Reader, name string) (Assumed, error) {
	var a Assumed
	seen := map[string]bool{}
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		key := words[0]
		err := a.parse(key, words[1:])
		if seen[key] && key != "kernel" {
			err = fmt.Errorf("%s is given a second time", key)
		}
		if err != nil {
			return a, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		seen[key] = true
	}
	if err := lines.Err(); err != nil {
		return a, fmt.Errorf("%s: %w", name, err)
	}
	for _, key := range []string{"kernel", "tasks", "variation", "load", "powers", "link", "busy", "idle", "share", "traffic", "held"} {
		if !seen[key] {
			return a, fmt.Errorf("%s: no %s", name, key)
		}
	}
	return a, nil
}

// parse takes the values of a line.
func (a *Assumed) parse(key string, words []string) error {
	var k Kernel
	if key == "kernel" {
		if len(words) != 5 {
			return errors.New("a kernel has a name, a class, work, communication and bandwidth")
		}
		k.Name, k.Class, words = words[0], words[1], words[2:]
	}
	var x []float64
	for _, word := range words {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || !(v >= 0 && v <= 1e9) {
			return fmt.Errorf("%s: %q is not a number from 0 to 1e9", key, word)
		}
		x = append(x, v)
	}
	want := map[string]int{"kernel": 3, "share": 2, "tasks": len(x), "powers": len(x)}[key]
	if want = max(want, 1); len(x) != want {
		return fmt.Errorf("%s has %d values, not %d", key, len(x), want)
	}
	ok := true
	switch key {
	case "kernel":
		k.Work, k.Comm, k.Bandwidth = x[0], x[1], x[2]
		a.Kernels = append(a.Kernels, k)
		ok = k.Work > 0
	case "tasks":
		for _, v := range x {
			if v != float64(int(v)) || v < 1 || v > 1024 {
				return fmt.Errorf("tasks: %g is not a number of tasks", v)
			}
			a.Tasks = append(a.Tasks, int(v))
		}
	case "powers":
		a.Powers = x
		ok = slices.Min(x) > 0 && slices.Max(x) <= 1
	case "share":
		a.Share = [2]float64(x)
		ok = x[0] <= x[1] && x[1] < 1
	default:
		at := a.single()[key]
		if at == nil {
			return fmt.Errorf("unknown key %q", key)
		}
		*at = x[0]
		mayBeZero := slices.Contains([]string{"variation", "traffic", "held"}, key)
		ok = (x[0] > 0 || mayBeZero) && (key != "held" || x[0] < 0.999)
	}
	if !ok {
		return fmt.Errorf("%s: out of its range", key)
	}
	return nil
}

// single are the keys with one number, and where it goes.
func (a *Assumed) single() map[string]*float64 {
	return map[string]*float64{
		"variation": &a.Variation, "load": &a.Load, "link": &a.Link, "busy": &a.Busy, "idle": &a.Idle, "traffic": &a.Traffic, "held": &a.Held,
	}
}
