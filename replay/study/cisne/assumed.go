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

// ParseAssumed reads lines of a key and numbers, as in assumed.txt. Every key
// must be there once; kernel may repeat. Errors begin with name and line.
func ParseAssumed(r io.Reader, name string) (Assumed, error) {
	var a Assumed
	keys := a.keys()
	seen := map[string]bool{}
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		key := words[0]
		at := slices.IndexFunc(keys, func(k assumedKey) bool { return k.name == key })
		err := fmt.Errorf("unknown key %q", key)
		switch {
		case seen[key] && key != "kernel":
			err = fmt.Errorf("%s is given a second time", key)
		case at >= 0:
			err = keys[at].parse(words[1:])
		}
		if err != nil {
			return a, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		seen[key] = true
	}
	if err := lines.Err(); err != nil {
		return a, fmt.Errorf("%s: %w", name, err)
	}
	for _, k := range keys {
		if !seen[k.name] {
			return a, fmt.Errorf("%s: no %s", name, k.name)
		}
	}
	return a, nil
}

// assumedKey is a key of the file. After it come texts and then numbers; values
// is how many there are of both, 0 for one number or more.
type assumedKey struct {
	name          string
	texts, values int
	low, high     float64 // range of the numbers
	set           func(texts []string, x []float64) error
}

const (
	positive = 1e-9
	largest  = 1e9
)

// keys returns the keys of the file, which set the fields of a.
func (a *Assumed) keys() []assumedKey {
	number := func(name string, low, high float64, at *float64) assumedKey {
		set := func(_ []string, x []float64) error { *at = x[0]; return nil }
		return assumedKey{name, 0, 1, low, high, set}
	}
	return []assumedKey{
		{"kernel", 2, 5, 0, largest, func(texts []string, x []float64) error {
			a.Kernels = append(a.Kernels, Kernel{texts[0], texts[1], x[0], x[1], x[2]})
			if x[0] == 0 {
				return errors.New("kernel: the work is 0")
			}
			return nil
		}},
		{"tasks", 0, 0, 1, 1024, func(_ []string, x []float64) error {
			for _, v := range x {
				if v != float64(int(v)) {
					return fmt.Errorf("tasks: %g is not a number of tasks", v)
				}
				a.Tasks = append(a.Tasks, int(v))
			}
			return nil
		}},
		number("variation", 0, largest, &a.Variation),
		number("load", positive, largest, &a.Load),
		{"powers", 0, 0, positive, 1, func(_ []string, x []float64) error {
			a.Powers = x
			return nil
		}},
		number("link", positive, largest, &a.Link),
		number("busy", positive, largest, &a.Busy),
		number("idle", positive, largest, &a.Idle),
		{"share", 0, 2, 0, 0.999999, func(_ []string, x []float64) error {
			a.Share = [2]float64(x)
			if x[0] > x[1] {
				return errors.New("share: the second value is below the first")
			}
			return nil
		}},
		number("traffic", 0, largest, &a.Traffic),
		number("held", 0, 0.998999, &a.Held),
	}
}

// parse sets the values of a line.
func (k *assumedKey) parse(words []string) error {
	switch {
	case k.texts > 0 && len(words) != k.values:
		return errors.New("a kernel has a name, a class, work, communication and bandwidth")
	case k.values > 0 && len(words) != k.values || len(words) == 0:
		return fmt.Errorf("%s has %d values, not %d", k.name, len(words), max(k.values, 1))
	}
	var x []float64
	for _, word := range words[k.texts:] {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return fmt.Errorf("%s: %q is not a number", k.name, word)
		}
		if !(v >= k.low && v <= k.high) {
			return fmt.Errorf("%s: %g is not between %g and %g", k.name, v, k.low, k.high)
		}
		x = append(x, v)
	}
	return k.set(words[:k.texts], x)
}
