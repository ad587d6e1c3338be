package figure

import (
	"slices"
	"testing"

	"waitbench/methods"
)

// A method of the table looks the same in every run, and no two with bounds in
// one run look alike.
func TestStyles(t *testing.T) {
	names := append(methods.Names(), "scheduler+cal", "last", "qbets:clusters=none", "mine", "exec")
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(uncalibrated, name) })
	styles, seen := Styles(names), map[int]string{}
	for _, name := range names {
		own := Styles([]string{name})
		if own[name] < len(styled) && own[name] != styles[name] {
			t.Errorf("%s alone has style %d, among others %d", name, own[name], styles[name])
		}
		if other := seen[styles[name]]; other != "" {
			t.Errorf("%s and %s have style %d", name, other, styles[name])
		}
		seen[styles[name]] = name
	}
}

// Of methods of one colour, the first of the table keeps it.
func TestApart(t *testing.T) {
	styles := map[string]int{"idea": 22, "bmbp": 1, "qbets": 2, "x": 29}
	apart := Apart(styles, "idea", "x", "bmbp", "qbets")
	colours := map[int]bool{}
	for _, i := range apart {
		colours[i%Colours] = true
	}
	if apart["bmbp"] != 1 || apart["qbets"] != 2 || len(colours) != 4 {
		t.Errorf("styles %v", apart)
	}
}
