package cisne

import (
	"bufio"
	_ "embed" // assumed.txt
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay/study"
)

// Assumed is what the paper does not say of its cluster and its jobs.
type Assumed struct {
	Kernels   []Kernel
	Tasks     []int     // numbers of tasks, drawn equally often
	Variation float64   // coefficient of variation of run times around those declared
	Load      float64   // arriving work over capacity of the dedicated cluster
	Powers    []float64 // of nodes, in (0, 1], repeated
	Link      float64   // bandwidth of a node's link, MB/s
	Busy      float64   // mean time that a local user works, seconds
	Idle      float64   // mean time that he rests, seconds
	Share     [2]float64
	Traffic   float64 // of the link that a working local user takes, MB/s
	Held      float64 // share of every second link that local traffic holds where they are saturated
}

// Kernel is a program and the class of its problem.
type Kernel struct {
	Name, Class string
	Work        float64 // on one dedicated node, seconds
	Comm        float64 // communication over processing, for two tasks; grows with log2 of the tasks
	Bandwidth   float64 // that a task wants, MB/s
}

//go:embed assumed.txt
var assumed string

// StandardAssumed returns the values of assumed.txt.
func StandardAssumed() Assumed {
	a, err := ParseAssumed(strings.NewReader(assumed), "assumed.txt")
	if err != nil {
		panic(err) // a test reads it
	}
	return a
}

// assumedKey is a key of the file. After it come texts, then numbers in a range:
// values of them, or one or more if values is 0.
type assumedKey struct {
	name          string
	texts, values int
	low, high     float64
}

var assumedKeys = []assumedKey{
	{"kernel", 2, 3, 0, 1e9}, {"tasks", 0, 0, 1, 1024}, {"variation", 0, 1, 0, 1e9},
	{"load", 0, 1, 1e-9, 1e9}, {"powers", 0, 0, 1e-9, 1}, {"link", 0, 1, 1e-9, 1e9},
	{"busy", 0, 1, 1e-9, 1e9}, {"idle", 0, 1, 1e-9, 1e9}, {"share", 0, 2, 0, 0.999999},
	{"traffic", 0, 1, 0, 1e9}, {"held", 0, 1, 0, 0.998999},
}

// ParseAssumed reads lines of a key and numbers, as in assumed.txt. Every key
// must be there once; kernel may repeat. Errors begin with name and line.
func ParseAssumed(r io.Reader, name string) (Assumed, error) {
	var a Assumed
	found := map[string][]float64{}
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if words := strings.Fields(text); len(words) > 0 {
			if err := a.parse(found, words[0], words[1:]); err != nil {
				return a, fmt.Errorf("%s:%d: %w", name, number, err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return a, fmt.Errorf("%s: %w", name, err)
	}
	for _, k := range assumedKeys {
		if found[k.name] == nil {
			return a, fmt.Errorf("%s: no %s", name, k.name)
		}
	}
	for key, at := range map[string]*float64{
		"variation": &a.Variation, "load": &a.Load, "link": &a.Link, "busy": &a.Busy,
		"idle": &a.Idle, "traffic": &a.Traffic, "held": &a.Held,
	} {
		*at = found[key][0]
	}
	for _, tasks := range found["tasks"] {
		a.Tasks = append(a.Tasks, int(tasks))
	}
	a.Powers, a.Share = found["powers"], [2]float64(found["share"])
	return a, nil
}

// parse reads the words after a key into a, if it is a kernel, and into found.
func (a *Assumed) parse(found map[string][]float64, key string, words []string) error {
	at := slices.IndexFunc(assumedKeys, func(k assumedKey) bool { return k.name == key })
	if at < 0 {
		return fmt.Errorf("unknown key %q", key)
	}
	k := assumedKeys[at]
	switch {
	case found[key] != nil && key != "kernel":
		return fmt.Errorf("%s is given a second time", key)
	case k.texts > 0 && len(words) != k.texts+k.values:
		return errors.New("a kernel has a name, a class, work, communication and bandwidth")
	case k.values > 0 && len(words) != k.texts+k.values || len(words) == 0:
		return fmt.Errorf("%s has %d values, not %d", key, len(words), max(k.values, 1))
	}
	var x []float64
	for _, word := range words[k.texts:] {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return fmt.Errorf("%s: %q is not a number", key, word)
		}
		if key == "tasks" && v != math.Trunc(v) {
			return fmt.Errorf("tasks: %g is not a number of tasks", v)
		}
		if err := study.Between(key, v, k.low, k.high); err != nil {
			return err
		}
		x = append(x, v)
	}
	switch {
	case key == "kernel" && x[0] == 0:
		return errors.New("kernel: the work is 0")
	case key == "kernel":
		a.Kernels = append(a.Kernels, Kernel{words[0], words[1], x[0], x[1], x[2]})
	case key == "share" && x[0] > x[1]:
		return errors.New("share: the second value is below the first")
	}
	found[key] = x
	return nil
}
