package methods_test

import (
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/methods/methodstest"
)

func TestMethods(t *testing.T) {
	for _, m := range methods.All() {
		check := methodstest.Check
		if m.Watch != nil && !strings.Contains(m.Name, "+") {
			check = methodstest.CheckForecaster
		}
		t.Run(m.Name, func(t *testing.T) { check(t, m) })
	}
}

func TestFind(t *testing.T) {
	for _, test := range []struct{ names, want string }{
		{"bmbp", "bmbp"},
		{"lognormal,bmbp,lognormal", "bmbp lognormal"}, // the order of the list
		{"all", strings.Join(methods.Names(), " ")},
		{"bmbp,all", strings.Join(methods.Names(), " ")},
		{"bmbp+dtaci,bmbp+aci,bmbp", "bmbp bmbp+aci bmbp+dtaci"},
		{"lognormal-trim+aci,lognormal+dtaci,lognormal+aci,qbets,bmbp+aci", "qbets bmbp+aci lognormal+aci lognormal+dtaci lognormal-trim+aci"},
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
	for _, name := range []string{"", "BMBP", "bmbp ", "+aci", "bmbp+", "bmbp+aic", "bmbp+aci+"} {
		if _, err := methods.Find(name); err == nil || !strings.Contains(err.Error(), "lognormal-trim") || !strings.Contains(err.Error(), "X+dtaci") {
			t.Errorf("Find(%q): error %v, want one that lists the methods and suffixes", name, err)
		}
	}
	if _, err := methods.Find("bmbp+aci+aci"); err == nil || !strings.Contains(err.Error(), "bmbp+aci cannot bound other quantiles") {
		t.Errorf("error %v for a suffix on a method that bounds no other quantiles", err)
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
