package methods

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// plain lists the methods without a suffix in the order of the tables. A new
// method is one file and one line here. It then appears in every table, plot
// and file. The checks of package methodstest and the guards against look-ahead
// run on it. If it forecasts, there is X+cal too.
var plain = []Method{
	bmbpMethod,
	lognormalMethod,
	lognormalTrimMethod,
	qbetsMethod,
	downeyMethod,
	downeyBiasMethod,
	historicalMethod,
	smithMethod,
	liMethod,
	hanzichMethod,
	sdpnMethod,
	forestMethod,
	schedulerMethod,
	lastMethod,
	movingMethod,
	windowMaxMethod,
	lastWeekMethod,
	execMethod,
}

// suffixes make another method of one: X+aci of X. They may follow one another.
var suffixes = map[string]func(Method) (Method, error){"cal": withCal, "aci": withACI}

// group returns the names of the methods in a group.
func group(text string) (names []string, ok bool) {
	switch text {
	case "all":
		return Names(), true
	case "waits", "default":
		return slices.DeleteFunc(Names(), func(name string) bool {
			m, _ := Named(name)
			return m.Kind() != Bounds && !(text == "default" && name == forestMethod.Name)
		}), true
	case "paper":
		return []string{"bmbp", "lognormal", "lognormal-trim"}, true
	case "baselines":
		return []string{"last", "moving", "window-max", "last-week"}, true
	}
	return []string{text}, false
}

// Names returns the names of the methods of the tables, in their order: the
// plain methods except the ByName ones, bmbp+aci, and X+cal for every X that
// forecasts.
func Names() []string {
	var names, calibrated []string
	for _, m := range plain {
		if m.ByName {
			continue
		}
		names = append(names, m.Name)
		if m.Kind() == Forecasts {
			calibrated = append(calibrated, m.Name+"+cal")
		}
	}
	return slices.Concat(names, []string{"bmbp+aci"}, calibrated)
}

// All returns the methods of the tables, in their order.
func All() []Method {
	list, _, err := Find([]string{"all"}, true)
	if err != nil {
		panic(err) // a name of the lists above
	}
	return list
}

// Find returns the named methods, each once: first the methods of the tables in
// their order, then the others as given. A name is a method or a group: "all"
// has the methods of the tables, "waits" the ones that need waits only,
// "default" these and forest, "paper" the ones of the BMBP paper, "baselines"
// the baselines.
//
// Without a cluster the groups leave out the methods that would equal smith.
// The names of methods left out come second.
func Find(names []string, cluster bool) (found []Method, left []string, err error) {
	isFound := func(name string) bool {
		return slices.ContainsFunc(found, func(m Method) bool { return m.Name == name })
	}
	for _, text := range names {
		members, isGroup := group(text)
		for _, name := range members {
			m, err := Named(name)
			switch {
			case err != nil:
				return nil, nil, err
			case isGroup && m.OnCluster && !cluster:
				left = append(left, m.Name)
			case !isFound(m.Name):
				found = append(found, m)
			}
		}
	}
	if len(found) == 0 {
		return nil, nil, errors.New("no method is named")
	}
	tables := Names()
	position := func(m Method) int {
		if i := slices.Index(tables, m.Name); i >= 0 {
			return i
		}
		return len(tables)
	}
	slices.SortStableFunc(found, func(a, b Method) int { return position(a) - position(b) })
	return found, slices.DeleteFunc(left, isFound), nil
}

// Named returns the method of a name, which has parameters and then suffixes:
//
//	qbets   qbets:clusters=none   qbets:clusters=none+aci   downey+cal
//
// A value that is empty or holds one of , : + ' or a space is between single
// quotes, and a quote in it is doubled. One parameter may be a quoted value
// alone, as the command line of exec. The Name of the method is canonical:
// parameters at their defaults are left out, the others are in the method's own
// order.
func Named(text string) (Method, error) {
	n, err := parseName(text)
	if err != nil {
		return Method{}, fmt.Errorf("no method %q: %w", text, err)
	}
	i := slices.IndexFunc(plain, func(m Method) bool { return m.Name == n.method })
	if i < 0 {
		return Method{}, unknownMethod(n)
	}
	m, p := plain[i], Params{given: n.params}
	if m.Configure != nil {
		m.Configure(&m, &p)
	}
	if err := p.check(); err != nil {
		return Method{}, fmt.Errorf("no method %q: %w", text, err)
	}
	m.Name = name{method: m.Name, params: p.kept}.String()
	return m.with(n.suffixes, text)
}

// Parameters returns the keys that the name of a method may set.
func Parameters(text string) []string {
	n, _ := parseName(text)
	i := slices.IndexFunc(plain, func(m Method) bool { return m.Name == n.method })
	if i < 0 || plain[i].Configure == nil {
		return nil
	}
	m, p := plain[i], Params{}
	m.Configure(&m, &p)
	return p.keys()
}

// IsBuiltIn reports whether a name is a method of this program, which no other
// program answers for.
func IsBuiltIn(name string) bool {
	m, err := Named(name)
	return err == nil && m.Program == nil
}

// with returns the method with suffixes; errors call it text. A program that
// has not started keeps them for Start, when its kind is known.
func (m Method) with(words []string, text string) (Method, error) {
	for _, word := range words {
		name, wrap := m.Name+"+"+word, suffixes[word]
		if wrap == nil {
			return Method{}, fmt.Errorf("no method %q: %w", text,
				Unknown("suffix", word, slices.Sorted(maps.Keys(suffixes))))
		}
		if m.Kind() == Unstarted {
			m.suffixes = append(m.suffixes, word)
		} else {
			var err error
			if m, err = wrap(m); err != nil {
				return Method{}, fmt.Errorf("no method %q: %w", text, err)
			}
		}
		m.Name = name
	}
	return m, nil
}

// unknownMethod returns an error that lists the methods, and the groups, which
// have neither parameters nor suffixes.
func unknownMethod(n name) error {
	var known []string
	if len(n.params)+len(n.suffixes) == 0 {
		known = []string{"all", "default", "waits", "paper", "baselines"}
	}
	for _, m := range plain {
		known = append(known, m.Name)
	}
	return Unknown("method", n.method, known)
}
