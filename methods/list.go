package methods

import (
	"fmt"
	"slices"
	"strings"
)

// plain lists the methods without a suffix in the order of the tables. A new method is one file and one line here.
var plain = []Method{
	bmbpMethod,
	lognormalMethod,
	lognormalTrimMethod,
	qbetsMethod,
	downeyMethod,
	downeyExactMethod,
	downeyBiasMethod,
	historicalMethod,
	smithMethod,
	liMethod,
	hanzichMethod,
	sdpnMethod,
}

// suffixed names the methods with a suffix that stand in the tables, behind the plain ones. Find knows all the others as well.
var suffixed = []string{
	"bmbp+aci",
	"bmbp+dtaci",
	"downey+cal",
	"downey-exact+cal",
	"downey-bias+cal",
	"historical+cal",
	"smith+cal",
	"li+cal",
	"hanzich+cal",
	"sdpn+cal",
}

// suffixes make another method of one: X+aci of X. They may follow one another.
var suffixes = []suffix{
	{"cal", "what X forecasts, times bmbp's bound of past ratios of actual to forecast waits", withCal},
	{"aci", "X at a level that follows its hits and misses", withACI},
	{"dtaci", "the same with a step that chooses itself", withDtACI},
}

type suffix struct {
	name string
	doc  string
	wrap func(Method) (Method, error) // its errors say what the method lacks
}

// All returns the methods of the tables, in their order.
func All() []Method {
	list := slices.Clone(plain)
	for _, name := range suffixed {
		m, err := find(name)
		if err != nil {
			panic(err) // a name of the list above
		}
		list = append(list, m)
	}
	return list
}

// groups are names for several methods.
var groups = map[string]func(Method) bool{
	"all":   func(Method) bool { return true },
	"waits": func(m Method) bool { return m.Needs == WaitsOnly },
	"paper": func(m Method) bool { return slices.Contains([]string{"bmbp", "lognormal", "lognormal-trim"}, m.Name) },
}

// Find returns the named methods, in the order of the tables whatever the order of the names, each once; those that do not stand in the
// tables come last. A name is that of a method, with any of the suffixes behind it: bmbp, bmbp+aci. Of the methods of the tables "all"
// stands for every one, "waits" for those that need waits only, and "paper" for those of the BMBP paper.
func Find(names ...string) ([]Method, error) {
	var found []Method
	for _, name := range names {
		if in, ok := groups[name]; ok {
			found = append(found, slices.DeleteFunc(All(), func(m Method) bool { return !in(m) })...)
			continue
		}
		m, err := find(name)
		if err != nil {
			return nil, err
		}
		found = append(found, m)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no method is named; known are %s", known())
	}
	slices.SortStableFunc(found, func(a, b Method) int { return slices.Compare(place(a.Name), place(b.Name)) })
	return slices.CompactFunc(found, func(a, b Method) bool { return a.Name == b.Name }), nil
}

// Names returns the names of the methods of the tables, in their order.
func Names() []string {
	var names []string
	for _, m := range plain {
		names = append(names, m.Name)
	}
	return append(names, suffixed...)
}

// find returns one method.
func find(name string) (Method, error) {
	words := strings.Split(name, "+")
	i := slices.IndexFunc(plain, func(m Method) bool { return m.Name == words[0] })
	if i < 0 {
		return Method{}, fmt.Errorf("unknown method %q; known are %s", name, known())
	}
	m := plain[i]
	for _, word := range words[1:] {
		i := slices.IndexFunc(suffixes, func(s suffix) bool { return s.name == word })
		if i < 0 {
			return Method{}, fmt.Errorf("unknown suffix of method %q; known are %s", name, known())
		}
		wrapped, err := suffixes[i].wrap(m)
		if err != nil {
			return Method{}, fmt.Errorf("no method %q: %w", name, err)
		}
		wrapped.Name = m.Name + "+" + word
		m = wrapped
	}
	return m, nil
}

// known lists the names and explains the suffixes.
func known() string {
	text := "all, waits, paper, " + strings.Join(Names(), ", ")
	for _, s := range suffixes {
		text += fmt.Sprintf("; X+%s: %s", s.name, s.doc)
	}
	return text
}

// place orders names: those of the tables first, then by method and suffixes.
func place(name string) []int {
	if i := slices.Index(Names(), name); i >= 0 {
		return []int{0, i}
	}
	words := strings.Split(name, "+")
	place := []int{1, slices.IndexFunc(plain, func(m Method) bool { return m.Name == words[0] })}
	for _, word := range words[1:] {
		place = append(place, slices.IndexFunc(suffixes, func(s suffix) bool { return s.name == word }))
	}
	return place
}
