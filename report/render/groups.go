package render

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
)

// mostMethods is the number of methods that a figure shows: as many as can be told apart, and as
// panels fit on a page.
const mostMethods = 6

// group is methods that a figure shows together. Where there are too many for one figure, what says
// which they are, and suffix tells the names of the files apart.
type group struct {
	names  []string
	what   string
	suffix string
}

// families are the kinds of methods that stand together if one figure cannot show all, in the order
// of the figures.
var families = [...]string{"methods that know waits alone", "methods that watch the machine", "calibrated forecasts"}

// groups deals methods out to figures: all to one if they are few, else each family to as many of
// about the same size as it needs.
func groups(names []string) []group {
	if len(names) == 0 {
		return nil
	}
	if len(names) <= mostMethods {
		return []group{{names: names}}
	}
	var members [len(families)][]string
	for _, name := range names {
		f := familyOf(name)
		members[f] = append(members[f], name)
	}
	var list []group
	for f, names := range members {
		if len(names) == 0 {
			continue
		}
		parts := (len(names) + mostMethods - 1) / mostMethods
		chunks := slices.Collect(slices.Chunk(names, (len(names)+parts-1)/parts))
		for i, chunk := range chunks {
			what := ": " + families[f]
			if len(chunks) > 1 {
				what += fmt.Sprintf(", %d of %d", i+1, len(chunks))
			}
			list = append(list, group{names: chunk, what: what, suffix: fmt.Sprintf("-%d", len(list)+1)})
		}
	}
	return list
}

// familyOf is the place of the family of a method in families.
func familyOf(name string) int {
	if strings.HasSuffix(name, "+cal") {
		return 2
	}
	if m, err := methods.Named(name); err == nil && m.Watch != nil {
		return 1
	}
	return 0
}
