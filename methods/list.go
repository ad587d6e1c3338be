package methods

import (
	"fmt"
	"slices"
	"strings"
)

// plain lists the methods without a suffix in the order of the tables. A new
// method is one file and one line here.
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
// An error says what the method is missing.
var suffixes = []struct {
	name string
	wrap func(Method) (Method, error)
}{
	{"cal", withCal},
	{"aci", withACI},
}

// groups are names for several methods.
var groups = map[string]func() []string{
	"all": Names,
	"waits": func() []string {
		return slices.DeleteFunc(Names(), func(name string) bool { m, _ := Named(name); return m.Kind() != Bounds })
	},
	"paper":     func() []string { return []string{"bmbp", "lognormal", "lognormal-trim"} },
	"baselines": func() []string { return []string{"last", "moving", "window-max", "last-week"} },
}

// Names returns the names of the methods of the tables, in their order: the plain
// ones that do not run by their own name only, bmbp+aci, and X+cal for every X
// that forecasts. Find knows all others as well.
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

// Find returns the named methods in the order of the tables, each once; methods
// that are not in the tables come last. A name is that of a method with its
// parameters and suffixes: bmbp, qbets:clusters=none, bmbp+aci. Or it is a group:
// "all" is every method of the tables, "waits" those that need waits only, "paper"
// those of the BMBP paper, "baselines" what any method should be better than.
// Without a cluster the groups leave out the methods that would equal smith. Their
// names come second, unless they are among the names themselves.
func Find(names []string, cluster bool) (found []Method, left []string, err error) {
	var skipped []Method
	for _, text := range names {
		members := []string{text}
		group, isGroup := groups[text]
		if isGroup {
			members = group()
		}
		for _, name := range members {
			m, err := Named(name)
			same := func(o Method) bool { return o.Name == m.Name }
			switch {
			case err != nil:
				return nil, nil, err
			case isGroup && m.OnCluster && !cluster:
				skipped = append(skipped, m)
			case !slices.ContainsFunc(found, same):
				found = append(found, m)
			}
		}
	}
	if len(found) == 0 {
		return nil, nil, fmt.Errorf("no method is named; %s", known())
	}
	slices.SortStableFunc(found, func(a, b Method) int { return slices.Compare(position(a.Name), position(b.Name)) })
	for _, m := range skipped {
		same := func(o Method) bool { return o.Name == m.Name }
		if !slices.ContainsFunc(found, same) && !slices.Contains(left, m.Name) {
			left = append(left, m.Name)
		}
	}
	return found, left, nil
}

// Named returns the method of a name. The error for a name that is gone says what
// to use instead.
func Named(text string) (Method, error) {
	n, err := parseName(text)
	if err != nil {
		return Method{}, fmt.Errorf("no method %q: %w", text, err)
	}
	if instead := n.removed(); instead != "" {
		return Method{}, fmt.Errorf("method %q was removed: %s", text, instead)
	}
	i := slices.IndexFunc(plain, func(m Method) bool { return m.Name == n.method })
	if i < 0 {
		return Method{}, fmt.Errorf("unknown method %q; %s", text, known())
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

// with returns the method with suffixes; errors call it text. A program that has
// not started keeps them for Start, as it decides what it does.
func (m Method) with(words []string, text string) (Method, error) {
	for _, word := range words {
		i := suffixIndex(word)
		if i < 0 {
			return Method{}, fmt.Errorf("no method %q: unknown suffix %q; known are cal, aci", text, word)
		}
		with := m
		if m.Kind() == Unstarted {
			with.suffixes = append(slices.Clone(m.suffixes), word)
		} else {
			var err error
			if with, err = suffixes[i].wrap(m); err != nil {
				return Method{}, fmt.Errorf("no method %q: %w", text, err)
			}
		}
		with.Name = m.Name + "+" + word
		m = with
	}
	return m, nil
}

func suffixIndex(word string) int {
	for i := range suffixes {
		if suffixes[i].name == word {
			return i
		}
	}
	return -1
}

// known lists the groups and methods, in an error.
func known() string {
	list := []string{"all", "waits", "paper", "baselines"}
	for _, m := range plain {
		list = append(list, m.Name)
	}
	return "known are " + strings.Join(list, ", ") + "; see waitbench methods"
}

// position orders names: those of the tables first, then by method and suffixes.
func position(text string) []int {
	if i := slices.Index(Names(), text); i >= 0 {
		return []int{0, i}
	}
	n, _ := parseName(text) // of a method that was found
	order := []int{1, slices.IndexFunc(plain, func(m Method) bool { return m.Name == n.method })}
	for _, word := range n.suffixes {
		order = append(order, suffixIndex(word))
	}
	return order
}
