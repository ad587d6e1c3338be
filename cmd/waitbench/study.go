package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"waitbench/replay"
	"waitbench/swf"
)

// studies are the simulation studies of the papers, each a command of two words.
var studies = []command{studyDowneyCommand, studyVARQCommand, studyCISNECommand}

// numbers is a flag of comma-separated numbers; given again, it replaces what was there.
func numbers(fs *pflag.FlagSet, name, value, usage string) func() ([]float64, error) {
	words := list(fs, name, value, usage)
	return func() ([]float64, error) {
		var found []float64
		for _, word := range words() {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return nil, usagef("--%s: %q is not a number", name, word)
			}
			found = append(found, x)
		}
		return found, nil
	}
}

// seeds are 1, 2, ... n.
func seeds(n int) []uint64 {
	var all []uint64
	for i := range n {
		all = append(all, uint64(i)+1)
	}
	return all
}

// loadSeries reads the jobs of a queue that started, those of the busiest queue if none is named.
func loadSeries(name, queue string, f *swf.File) (*replay.Series, error) {
	trace, err := replay.Load(name, f.Reader, swf.Started, nil)
	if err != nil {
		return nil, err
	}
	all, _ := replay.Group(trace, nil)
	best := all[0]
	for _, s := range all {
		switch {
		case s.Queue == queue:
			return s, nil
		case s.Len() > best.Len():
			best = s
		}
	}
	if queue != "" {
		return nil, fmt.Errorf("%s: unknown queue %q; the log has jobs of %s", name, queue, strings.Join(trace.QueueNames(), ", "))
	}
	return best, nil
}
