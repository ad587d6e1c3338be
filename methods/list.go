package methods

import (
	"fmt"
	"strings"
)

// all lists the methods in the order of the tables. A new method is one file and one line here.
var all = []Method{
	bmbpMethod,
	lognormalMethod,
	lognormalTrimMethod,
}

// All returns every method, in the order of the tables.
func All() []Method { return append([]Method(nil), all...) }

// Find returns the named methods, in the order of the tables whatever the order of the names, each once.
// The name "all" stands for every method.
func Find(names ...string) ([]Method, error) {
	want := map[string]bool{}
	for _, name := range names {
		switch {
		case name == "all":
			for _, m := range all {
				want[m.Name] = true
			}
		case known(name):
			want[name] = true
		default:
			return nil, fmt.Errorf("unknown method %q; known are %s", name, strings.Join(Names(), ", "))
		}
	}
	var found []Method
	for _, m := range all {
		if want[m.Name] {
			found = append(found, m)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no method is named; known are %s", strings.Join(Names(), ", "))
	}
	return found, nil
}

// Names returns the names of every method, in the order of the tables.
func Names() []string {
	names := make([]string, len(all))
	for i, m := range all {
		names[i] = m.Name
	}
	return names
}

func known(name string) bool {
	for _, m := range all {
		if m.Name == name {
			return true
		}
	}
	return false
}
