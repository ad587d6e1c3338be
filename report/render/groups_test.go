package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
)

func TestGroups(t *testing.T) {
	describe := func(names ...string) string {
		var parts []string
		for _, g := range groups(names) {
			parts = append(parts, strings.Join(g.names, ",")+"|"+g.what+"|"+g.suffix)
		}
		return strings.Join(parts, "\n")
	}
	if got := describe(); got != "" {
		t.Errorf("groups of nothing %s", got)
	}
	six := []string{"bmbp", "lognormal", "downey", "historical", "bmbp+aci", "smith+cal"}
	if got := describe(six...); got != strings.Join(six, ",")+"||" {
		t.Errorf("groups of six %s", got)
	}
	var all []string
	for _, m := range methods.All() {
		all = append(all, m.Name)
	}
	list := groups(all)
	var dealt []string
	for i, g := range list {
		if len(g.names) == 0 || len(g.names) > mostMethods || g.suffix != fmt.Sprintf("-%d", i+1) || g.what == "" {
			t.Errorf("group %+v", g)
		}
		dealt = append(dealt, g.names...)
	}
	slices.Sort(dealt)
	slices.Sort(all)
	if !slices.Equal(dealt, all) {
		t.Errorf("dealt %v of %v", dealt, all)
	}
	want := "bmbp,bmbp+aci|: methods that know waits alone|-1\nli|: methods that watch the machine|-2\n" +
		"a+cal,b+cal,c+cal,d+cal|: calibrated forecasts, 1 of 2|-3\ne+cal,f+cal,g+cal|: calibrated forecasts, 2 of 2|-4"
	if got := describe("bmbp", "a+cal", "b+cal", "c+cal", "li", "d+cal", "e+cal", "f+cal", "g+cal", "bmbp+aci"); got != want {
		t.Errorf("groups\n%s\nwant\n%s", got, want)
	}
}
