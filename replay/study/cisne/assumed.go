package cisne

import (
	"bufio"
	_ "embed" // assumed.txt
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

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
	want := map[string]int{"kernel": 3, "share": 2}[key]
	if want == 0 {
		want = 1
	}
	switch key {
	case "tasks":
		for _, v := range x {
			if v != float64(int(v)) || v < 1 || v > 1024 {
				return fmt.Errorf("tasks: %g is not a number of tasks", v)
			}
			a.Tasks = append(a.Tasks, int(v))
		}
		want = max(len(x), 1)
	case "powers":
		a.Powers = x
		want = max(len(x), 1)
	}
	if len(x) != want {
		return fmt.Errorf("%s has %d values, not %d", key, len(x), want)
	}
	switch key {
	case "kernel":
		k.Work, k.Comm, k.Bandwidth = x[0], x[1], x[2]
		a.Kernels = append(a.Kernels, k)
	case "share":
		a.Share = [2]float64(x)
	case "variation":
		a.Variation = x[0]
	case "load":
		a.Load = x[0]
	case "link":
		a.Link = x[0]
	case "busy":
		a.Busy = x[0]
	case "idle":
		a.Idle = x[0]
	case "traffic":
		a.Traffic = x[0]
	case "held":
		a.Held = x[0]
	case "tasks", "powers":
	default:
		return fmt.Errorf("unknown key %q", key)
	}
	return a.check(key)
}

// check returns an error if the value of a key is out of its range.
func (a *Assumed) check(key string) error {
	bad := false
	switch key {
	case "kernel":
		bad = a.Kernels[len(a.Kernels)-1].Work == 0
	case "powers":
		for _, p := range a.Powers {
			bad = bad || !(p > 0 && p <= 1)
		}
	case "load":
		bad = a.Load == 0
	case "link":
		bad = a.Link == 0
	case "busy":
		bad = a.Busy == 0
	case "idle":
		bad = a.Idle == 0
	case "share":
		bad = a.Share[0] > a.Share[1] || a.Share[1] >= 1
	case "held":
		bad = a.Held >= 0.999
	}
	if bad {
		return fmt.Errorf("%s: out of its range", key)
	}
	return nil
}
