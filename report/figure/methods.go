package figure

import (
	"hash/fnv"
	"slices"
)

// Markers and colours of methods on pages and in figures. The numbers have no
// common factor, so that index i stands for colour i % Colours and marker
// i % Markers without repetition.
const (
	Colours = 7
	Markers = 5
)

// styled lists methods by their index, so that a method looks the same on every
// page and in every figure. Methods often shown together differ in colour, and
// those of similar colours in marker. New methods follow at the end.
var styled = []string{
	"forest", "bmbp", "qbets", "historical", "bmbp+aci", "window-max", "last-week",
	"downey", "downey-bias", "downey+cal", "downey-bias+cal", "historical+cal", "smith+cal",
	"li+cal",
	"hanzich+cal", "sdpn+cal", "scheduler+cal", "last", "moving", "lognormal-trim", "lognormal",
}

// uncalibrated lists methods without bounds. They have the styles of X+cal,
// next to which no figure shows them.
var uncalibrated = []string{"smith", "li", "hanzich", "sdpn", "scheduler"}

// Styles returns the index of the colour and marker of each method. Names that
// are not of this package's table share the remaining indices by a hash, and
// two names in one list have one index only if none is free.
func Styles(methods []string) map[string]int {
	const all = Colours * Markers
	styles := map[string]int{}
	var taken [all]bool
	for _, name := range methods {
		listed := name
		if slices.Contains(uncalibrated, name) {
			listed += "+cal"
		}
		if i := slices.Index(styled, listed); i >= 0 {
			styles[name] = i
			continue
		}
		h := fnv.New32a()
		h.Write([]byte(name))
		free := all - len(styled)
		i := int(h.Sum32() % uint32(free))
		for n := 0; n < free && taken[len(styled)+i]; n++ {
			i = (i + 1) % free
		}
		taken[len(styled)+i] = true
		styles[name] = len(styled) + i
	}
	return styles
}

// Apart returns the styles of a few methods, at most [Colours], with another
// colour for one that has the colour of a method before it in the table.
func Apart(styles map[string]int, methods ...string) map[string]int {
	apart, taken := map[string]int{}, map[int]bool{}
	inTable := func(a, b string) int { return styles[a] - styles[b] }
	for _, name := range slices.SortedStableFunc(slices.Values(methods), inTable) {
		i := styles[name]
		for taken[i%Colours] {
			i++
		}
		apart[name], taken[i%Colours] = i, true
	}
	return apart
}
