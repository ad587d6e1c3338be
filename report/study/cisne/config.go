package cisne

import (
	"cmp"
	_ "embed" // assumed.json
	"errors"
	"slices"

	"waitbench/methods/sched"
	"waitbench/replay/output"
	"waitbench/report/study"
)

// Config has the parameters of the study.
type Config struct {
	Assumed
	Nodes   int    // of the cluster
	Jobs    int    // of a workload
	Seed    uint64 // of the first workload; the others follow
	Seeds   int    // workloads
	History int    // past jobs that predictors know, of earlier workloads
	Limits  []int  // of the tasks on a node; a setting each
}

// Assumed has values of the cluster and its jobs that the paper does not state.
// The file assumed.json has them in the same order.
type Assumed struct {
	Kernels   []Kernel   // drawn equally often
	Tasks     []int      // of a job, drawn equally often
	Variation float64    // coefficient of variation of run times around those declared
	Load      float64    // arriving work over capacity of the dedicated cluster
	Powers    []float64  // of nodes, in (0, 1], repeated; heterogeneous: 1, 0.8, 0.6, 0.5
	Link      float64    // bandwidth of a node's link, MB/s
	Busy      float64    // mean time that a local user works, seconds
	Idle      float64    // mean time that he rests, seconds
	Share     [2]float64 // of the processor that a working local user takes, from and to
	Traffic   float64    // of the link that he takes, MB/s
	Held      float64    // share of saturated links that local traffic holds, which is every second
	Memory    float64    // of a node that local users leave, MB; the paper has 65 % of 1 GB
}

// Kernel is a program and the class of its problem.
type Kernel struct {
	Name, Class string
	Work        float64 // on one dedicated node, seconds
	Comm        float64 // communication over processing for two tasks; grows with log2 of the tasks
	Bandwidth   float64 // that a task wants, MB/s
	Memory      float64 // of all tasks, MB
}

//go:embed assumed.json
var assumed []byte

// ParseAssumed reads a file in the form of assumed.json. Missing values are 0.
func ParseAssumed(text []byte) (a Assumed, err error) {
	err = output.DecodeJSON(text, &a)
	return a, err
}

// Default returns the paper's study.
func Default() Config {
	a, err := ParseAssumed(assumed)
	if err != nil {
		panic(err) // a test reads it
	}
	return Config{
		Assumed: a, Nodes: 16, Jobs: 90,
		Seed: 1, Seeds: 20, History: 10_000, Limits: []int{1, 2, 3, 4},
	}
}

// Check returns an error that names a parameter that is out of its range.
// Package sched checks the values of nodes and links.
func (c *Config) Check() error {
	if len(c.Kernels) == 0 || len(c.Tasks) == 0 || len(c.Powers) == 0 || len(c.Limits) == 0 {
		return errors.New("kernels, tasks, powers and limits need at least one each")
	}
	positive := append([]float64{c.Load, c.Link, c.Busy, c.Idle}, c.Powers...)
	for _, k := range c.Kernels {
		positive = append(positive, k.Work)
	}
	if slices.Min(positive) <= 0 {
		return errors.New("load, link, busy, idle, powers and work must be above 0")
	}
	return cmp.Or(
		study.Between("limits", slices.Min(c.Limits), 1, sched.MaxMPL),
		study.Between("limits", slices.Max(c.Limits), 1, sched.MaxMPL),
		study.Between("tasks", slices.Min(c.Tasks), 1, 1024),
		study.Between("nodes", c.Nodes, max(slices.Max(c.Tasks), 2), 1024),
		study.Between("jobs", c.Jobs, 1, 10_000),
		study.Between("seeds", c.Seeds, 2, 10_000),
		study.Between("history", c.History, 100, 1_000_000))
}

// Discipline is how jobs are taken from the queue, and by whose estimates.
type Discipline string

// The disciplines.
const (
	FCFS    Discipline = "fcfs"
	EASY    Discipline = "easy"         // by the estimates of the measured method
	Perfect Discipline = "easy-perfect" // by the true remaining times at the present pace
)

// Setting is the conditions of a cell.
type Setting struct {
	Discipline Discipline
	Selection  sched.Selection
	Limit      int  // of the tasks on a node
	Saturated  bool // local traffic holds every second link
	Memory     bool // a node takes only tasks that fit into its memory

	// Where Factor is not 0, the work of this kernel is multiplied by it.
	Kernel int
	Factor float64
}

// Settings returns the settings of the study: all limits with free links, and
// the greatest with saturated links, with memory, and with the work of each
// kernel halved and doubled.
func (c *Config) Settings() []Setting {
	var settings []Setting
	add := func(s Setting, disciplines ...Discipline) {
		for _, s.Discipline = range disciplines {
			for _, s.Selection = range []sched.Selection{sched.Normal, sched.Uniform} {
				if s.Factor == 0 || s.Selection == sched.Normal {
					settings = append(settings, s)
				}
			}
		}
	}
	for _, limit := range c.Limits {
		add(Setting{Limit: limit}, FCFS, EASY, Perfect)
	}
	greatest := slices.Max(c.Limits)
	add(Setting{Limit: greatest, Saturated: true}, FCFS, EASY)
	add(Setting{Limit: greatest, Memory: true}, FCFS, EASY)
	for kernel := range c.Kernels {
		for _, factor := range []float64{0.5, 2} {
			add(Setting{Limit: greatest, Kernel: kernel, Factor: factor}, FCFS, EASY)
		}
	}
	return settings
}
