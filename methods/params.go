package methods

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Params are the parameters in the name of a method, as its Configure reads them.
// The first error is kept.
type Params struct {
	given []param
	known []string // keys with their values, as errors list them
	kept  []param  // those that differ from their defaults, in the method's own order
	err   error
}

// Count returns an integer parameter from 1 to a million.
func (p *Params) Count(key string, usual int) int {
	return read(p, key, usual, strconv.Itoa(usual), "an integer from 1 to 1000000 is needed", func(text string) (int, bool) {
		n, err := strconv.Atoi(text)
		return n, err == nil && n >= 1 && n <= 1_000_000
	})
}

// Duration returns a parameter that package time reads as a duration above 0.
func (p *Params) Duration(key string, usual time.Duration) time.Duration {
	return read(p, key, usual, usual.String(), "a duration such as "+usual.String()+" is needed", func(text string) (time.Duration, bool) {
		d, err := time.ParseDuration(text)
		return d, err == nil && d > 0
	})
}

// Choice returns a parameter that is one of several values; the first is the
// default.
func (p *Params) Choice(key string, values ...string) string {
	return read(p, key, values[0], strings.Join(values, "|"), "known are "+strings.Join(values, ", "), func(text string) (string, bool) {
		return text, slices.Contains(values, text)
	})
}

// Text returns the value that has no key. There must be one; errors call it what.
func (p *Params) Text(what string) string {
	p.known = append(p.known, "'"+what+"'")
	text, _ := p.take("")
	if text == "" && p.err == nil {
		p.err = fmt.Errorf("it needs %s behind its name, in quotes", what)
	}
	p.kept = append(p.kept, param{"", text})
	return text
}

// read parses a parameter, whose values and need errors name.
func read[T comparable](p *Params, key string, usual T, values, need string, parse func(string) (T, bool)) T {
	p.known = append(p.known, key+"="+values)
	text, given := p.take(key)
	if !given {
		return usual
	}
	value, ok := parse(text)
	switch {
	case !ok && p.err == nil:
		p.err = fmt.Errorf("%s cannot be %q; %s", key, text, need)
	case value != usual:
		p.kept = append(p.kept, param{key, fmt.Sprint(value)})
	}
	return value
}

// take takes the value of a parameter out of those given.
func (p *Params) take(key string) (value string, given bool) {
	i := slices.IndexFunc(p.given, func(g param) bool { return g.key == key })
	if i < 0 {
		return "", false
	}
	value = p.given[i].value
	p.given = slices.Delete(slices.Clone(p.given), i, i+1)
	return value, true
}

// check returns the first error, or one for a parameter that the method does not
// have.
func (p *Params) check() error {
	switch {
	case p.err != nil || len(p.given) == 0:
		return p.err
	case len(p.known) == 0:
		return fmt.Errorf("it has no parameter %s, nor any other", p.given[0].key)
	}
	return fmt.Errorf("it has no parameter %s; known are %s", p.given[0].key, strings.Join(p.known, ", "))
}
