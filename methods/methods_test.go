package methods_test

import (
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/methods/methodstest"
)

func TestMethods(t *testing.T) {
	for _, m := range methods.All() {
		t.Run(m.Name, func(t *testing.T) { methodstest.Check(t, m) })
	}
}

func TestFind(t *testing.T) {
	for _, test := range []struct{ names, want string }{
		{"bmbp", "bmbp"},
		{"lognormal,bmbp,lognormal", "bmbp lognormal"}, // the order of the list
		{"all", strings.Join(methods.Names(), " ")},
		{"bmbp,all", strings.Join(methods.Names(), " ")},
	} {
		found, err := methods.Find(strings.Split(test.names, ",")...)
		var names []string
		for _, m := range found {
			names = append(names, m.Name)
		}
		if got := strings.Join(names, " "); err != nil || got != test.want {
			t.Errorf("Find(%s) = %s, %v, want %s", test.names, got, err, test.want)
		}
	}
	for _, name := range []string{"", "BMBP", "bmbp "} {
		if _, err := methods.Find(name); err == nil || !strings.Contains(err.Error(), "lognormal-trim") {
			t.Errorf("Find(%q): error %v, want one that lists the methods", name, err)
		}
	}
	if _, err := methods.Find(); err == nil {
		t.Error("Find() finds something")
	}
}

// TestListIsDescribed keeps the list fit to be printed by the command methods.
func TestListIsDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range methods.All() {
		if m.Name != strings.ToLower(m.Name) || seen[m.Name] || m.Doc == "" || m.Source == "" || m.Needs == "" {
			t.Errorf("method %+v", m)
		}
		seen[m.Name] = true
	}
}
