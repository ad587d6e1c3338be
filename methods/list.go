package methods

import (
	"fmt"
	"slices"
	"strings"
)

// plain lists the methods without a suffix in the order of the tables. A new method is one file and
// one line here.
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

// adapted names the methods with a suffix that stand in the tables, behind the plain ones. Behind
// them stands X+cal for every plain method that forecasts; Find knows all the others as well.
var adapted = []string{"bmbp+aci"}

// suffixes make another method of one: X+aci of X. They may follow one another.
var suffixes = []suffix{
	{"cal", "what X forecasts, times bmbp's bound of past ratios of actual to forecast waits", withCal},
	{"aci", "X at a level that follows its hits and misses", withACI},
}

type suffix struct {
	name string
	doc  string
	wrap func(Method) (Method, error) // its errors say what the method lacks
}

// All returns the methods of the tables, in their order.
func All() []Method {
	var list []Method
	for _, name := range Names() {
		m, err := Named(name)
		if err != nil {
			panic(err) // a name of the lists above
		}
		list = append(list, m)
	}
	return list
}

// Names returns the names of the methods of the tables, in their order.
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
	return slices.Concat(names, adapted, calibrated)
}

// baselines are the methods that run by the word baselines, besides their names: what any method
// should be better than.
var baselines = []string{"last", "moving", "window-max", "last-week"}

// groups are names for several methods of the tables.
var groups = map[string]func(Method) bool{
	"all":   func(Method) bool { return true },
	"waits": func(m Method) bool { return m.Kind() == Bounds },
	"paper": func(m Method) bool { return slices.Contains([]string{"bmbp", "lognormal", "lognormal-trim"}, m.Name) },
}

// Find returns the named methods, in the order of the tables whatever the order of the names, each
// once; those that do not stand in the tables come last. A name is that of a method, with its
// parameters and any of the suffixes behind it: bmbp, qbets:clusters=none, bmbp+aci. Of the methods
// of the tables "all" stands for every one that does not run by its own name only, "waits" for those
// that need waits only, and "paper" for those of the BMBP paper. Unless a cluster is described these
// leave out the methods that would then equal smith, and do not stand among the names themselves:
// the names left out come second. "baselines" stands for those of that list.
func Find(names []string, cluster bool) (found []Method, left []string, err error) {
	var skipped []Method
	for _, name := range spread(names) {
		in, ok := groups[name]
		if !ok {
			m, err := Named(name)
			if err != nil {
				return nil, nil, err
			}
			found = append(found, m)
			continue
		}
		for _, m := range All() {
			switch {
			case m.ByName || !in(m):
			case m.OnCluster && !cluster:
				skipped = append(skipped, m)
			default:
				found = append(found, m)
			}
		}
	}
	if len(found) == 0 {
		return nil, nil, fmt.Errorf("no method is named; %s", known())
	}
	slices.SortStableFunc(found, func(a, b Method) int { return slices.Compare(place(a.Name), place(b.Name)) })
	seen := map[string]bool{}
	repeated := func(m Method) bool {
		defer func() { seen[m.Name] = true }()
		return seen[m.Name]
	}
	found = slices.DeleteFunc(found, repeated)
	for _, m := range slices.DeleteFunc(skipped, repeated) {
		left = append(left, m.Name)
	}
	return found, left, nil
}

// spread puts the baselines in the place of their word.
func spread(names []string) (list []string) {
	for _, name := range names {
		if name == "baselines" {
			list = append(list, baselines...)
		} else {
			list = append(list, name)
		}
	}
	return list
}

// Named returns the method of a name. The error for a name that is gone says what to use instead.
func Named(text string) (Method, error) {
	n, err := parseName(text)
	if err != nil {
		return Method{}, fmt.Errorf("no method %q: %w", text, err)
	}
	m, err := n.find(text)
	if instead := n.removed(); err != nil && instead != "" {
		err = fmt.Errorf("method %q was removed: %s", text, instead)
	}
	return m, err
}

// find returns the method of a name, which text writes.
func (n name) find(text string) (Method, error) {
	i := slices.IndexFunc(plain, func(m Method) bool { return m.Name == n.method })
	if i < 0 {
		return Method{}, fmt.Errorf("unknown method %q; %s", text, known())
	}
	m := plain[i]
	p := Params{given: n.params}
	if m.Configure != nil {
		m.Configure(&m, &p)
	}
	if err := p.check(); err != nil {
		return Method{}, fmt.Errorf("no method %q: %w", text, err)
	}
	m.Name = name{method: m.Name, params: p.kept}.String()
	if m.Program != nil { // what its suffixes can make of it is known when it has started
		m.suffixes, n.suffixes = n.suffixes, nil
		for _, word := range m.suffixes {
			if _, err := findSuffix(word, text); err != nil {
				return Method{}, err
			}
			m.Name += "+" + word
		}
	}
	return m.with(n.suffixes, text)
}

// with is the method with suffixes, of the name text.
func (m Method) with(words []string, text string) (Method, error) {
	for _, word := range words {
		s, err := findSuffix(word, text)
		if err != nil {
			return Method{}, err
		}
		wrapped, err := s.wrap(m)
		if err != nil {
			return Method{}, fmt.Errorf("no method %q: %w", text, err)
		}
		wrapped.Name = m.Name + "+" + word
		m = wrapped
	}
	return m, nil
}

func findSuffix(word, text string) (suffix, error) {
	i := slices.IndexFunc(suffixes, func(s suffix) bool { return s.name == word })
	if i < 0 {
		var known []string
		for _, s := range suffixes {
			known = append(known, s.name)
		}
		return suffix{}, fmt.Errorf("no method %q: unknown suffix %q; known are %s", text, word, strings.Join(known, ", "))
	}
	return suffixes[i], nil
}

// known lists the methods and groups, in one line of an error. Suffixes and parameters are left to
// the command methods.
func known() string {
	list := []string{"all", "waits", "paper", "baselines"}
	for _, m := range plain {
		list = append(list, m.Name)
	}
	return "known are " + strings.Join(list, ", ") + "; see waitbench methods"
}

// place orders names: those of the tables first, then by method and suffixes.
func place(text string) []int {
	if i := slices.Index(Names(), text); i >= 0 {
		return []int{0, i}
	}
	n, _ := parseName(text) // of a method that was found
	place := []int{1, slices.IndexFunc(plain, func(m Method) bool { return m.Name == n.method })}
	for _, word := range n.suffixes {
		place = append(place, slices.IndexFunc(suffixes, func(s suffix) bool { return s.name == word }))
	}
	return place
}
