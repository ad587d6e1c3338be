package methods

import (
	"cmp"
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
	boostMethod,
	schedulerMethod,
	lastMethod,
	movingMethod,
	windowMaxMethod,
	lastWeekMethod,
}

// suffixes make another method of one: X+aci of X. They may follow one another.
var suffixes = map[string]func(Method) (Method, error){"cal": withCal, "aci": withACI}

// Groups lists the names of groups: see Find.
var Groups = []string{"all", "waits", "default", "paper", "baselines"}

// group returns the names of the methods in a group.
func group(text string) []string {
	switch text {
	case "all":
		return Names()
	case "waits", "default":
		return slices.DeleteFunc(Names(), func(name string) bool {
			m, _ := Named(name)
			return m.Forecaster != nil && !(text == "default" && name == forestMethod.Name)
		})
	case "paper":
		return []string{"bmbp", "lognormal", "lognormal-trim"}
	case "baselines":
		return []string{"last", "moving", "window-max", "last-week"}
	}
	return []string{text}
}

// Names returns the names of the methods of the tables, in their order: the
// plain methods except the ByName ones, bmbp+aci, and X+cal for every X that
// forecasts.
func Names() []string {
	var uncalibrated, calibrated []string
	for _, m := range plain {
		if m.ByName {
			continue
		}
		uncalibrated = append(uncalibrated, m.Name)
		if m.OnlyForecasts() {
			calibrated = append(calibrated, m.Name+"+cal")
		}
	}
	return slices.Concat(uncalibrated, []string{"bmbp+aci"}, calibrated)
}

// Find returns the named methods, each once: first the methods of the tables in
// their order, then the others as given. A name is a method or a group: "all"
// has the methods of the tables, "waits" the ones that need waits only,
// "default" these and forest, "paper" the ones of the BMBP paper, "baselines"
// the baselines.
//
// Without a cluster some methods equal smith and share its forecasts. A program
// that no name has, with suffixes or without, is found last.
func Find(asked []string, cluster bool, programs ...Method) (found []Method, err error) {
	isFound := func(name string) bool {
		return slices.ContainsFunc(found, func(m Method) bool { return m.Name == name })
	}
	for _, text := range asked {
		for _, name := range group(text) {
			m, err := named(name, programs)
			switch {
			case err != nil:
				return nil, err
			case !isFound(m.Name):
				if m.OnCluster && !cluster {
					m.Forecaster = smithMethod.Forecaster // computed once
				}
				found = append(found, m)
			}
		}
	}
	for _, p := range programs {
		if !slices.ContainsFunc(found, func(m Method) bool { return m.Program == p.Program }) {
			found = append(found, p)
		}
	}
	if len(found) == 0 {
		return nil, errors.New("no method is named")
	}
	tables := Names()
	position := func(m Method) int {
		if i := slices.Index(tables, m.Name); i >= 0 {
			return i
		}
		return len(tables)
	}
	slices.SortStableFunc(found, func(a, b Method) int { return position(a) - position(b) })
	return found, nil
}

// Named returns the method of a name, which has parameters and then suffixes:
//
//	qbets   qbets:clusters=none   qbets:clusters=none+aci   downey+cal
//
// The Name of the method is canonical: parameters at their defaults are left
// out, the others are in the method's own order.
func Named(text string) (Method, error) { return named(text, nil) }

// named is Named, with programs.
func named(text string, programs []Method) (Method, error) {
	n, err := parseName(text)
	if err != nil {
		return Method{}, fmt.Errorf("no method %q: %w", text, err)
	}
	known := slices.Concat(plain, programs)
	i := slices.IndexFunc(known, func(m Method) bool { return m.Name == n.method })
	if i < 0 {
		return Method{}, unknownMethod(n, known)
	}
	m, p := known[i], Params{given: n.params}
	if m.Configure != nil {
		m.Configure(&m, &p)
	}
	words := slices.Sorted(maps.Keys(suffixes))
	if err := cmp.Or(p.check(), CheckNames("suffix", words, n.suffixes...)); err != nil {
		return Method{}, fmt.Errorf("no method %q: %w", text, err)
	}
	m.Name, m.Parameters = m.Name+p.kept, p.keys
	for _, word := range n.suffixes {
		suffixed := m.Name + "+" + word
		if m, err = suffixes[word](m); err != nil {
			return Method{}, fmt.Errorf("no method %q: %w", text, err)
		}
		m.Name = suffixed
	}
	return m, nil
}

// IsBuiltIn reports whether a name is a method of this program, which no other
// program answers for.
func IsBuiltIn(name string) bool {
	_, err := Named(name)
	return err == nil
}

// unknownMethod returns an error that has the methods that are near, and the
// groups, which have neither parameters nor suffixes.
func unknownMethod(n name, known []Method) error {
	var names []string
	if len(n.params)+len(n.suffixes) == 0 {
		names = slices.Clone(Groups)
	}
	for _, m := range known {
		names = append(names, m.Name)
	}
	return fmt.Errorf("unknown method %q; %ssee waitbench methods", n.method,
		didYouMean(n.method, names))
}
