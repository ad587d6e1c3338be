package methods

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// name is the parts of a method's name, as Named describes them.
type name struct {
	method   string
	params   []param
	suffixes []string
}

type param struct{ key, value string }

// nameForm is the form of a name. Its words have no special letters, and a
// value may have a =.
var nameForm = func() *regexp.Regexp {
	const value = `[^,:+'\s\v\x{85}\pZ]+`
	const word = `[^=,:+'\s\v\x{85}\pZ]+`
	return regexp.MustCompile(`^` + word + `(:` + word + `=` + value + `)*(\+` + word + `)*$`)
}()

// parseName reads a name, which may be of no method.
func parseName(text string) (name, error) {
	if !nameForm.MatchString(text) {
		return name{}, errors.New("want a name such as qbets:clusters=none+aci")
	}
	words := strings.Split(text, "+")
	parts := strings.Split(words[0], ":")
	n := name{method: parts[0], suffixes: words[1:]}
	for _, part := range parts[1:] {
		key, value, _ := strings.Cut(part, "=")
		if slices.ContainsFunc(n.params, func(p param) bool { return p.key == key }) {
			return name{}, fmt.Errorf("parameter %q is given twice", key)
		}
		n.params = append(n.params, param{key, value})
	}
	return n, nil
}

// Params are the parameters in the name of a method, as its Configure reads
// them.
type Params struct {
	given []param
	keys  []string // that Configure has read
	kept  string   // parameters that differ from their defaults, in the method's own order
	err   error    // the first
}

// Count returns an integer parameter from 1 to a million.
func (p *Params) Count(key string, usual int) int {
	return read(p, key, usual, "an integer from 1 to 1000000", func(text string) (int, bool) {
		n, err := strconv.Atoi(text)
		return n, err == nil && n >= 1 && n <= 1_000_000
	})
}

// Choice returns a parameter that is one of several values; the first is the
// default.
func (p *Params) Choice(key string, values ...string) string {
	return read(p, key, values[0], strings.Join(values, " or "), func(text string) (string, bool) {
		return text, slices.Contains(values, text)
	})
}

// read parses a parameter; want is its form, for errors.
func read[T comparable](p *Params, key string, usual T, want string,
	parse func(string) (T, bool)) T {
	p.keys = append(p.keys, key)
	i := slices.IndexFunc(p.given, func(g param) bool { return g.key == key })
	if i < 0 {
		return usual
	}
	text := p.given[i].value
	value, ok := parse(text)
	switch {
	case !ok && p.err == nil:
		p.err = fmt.Errorf("invalid %s %q: want %s", key, text, want)
	case value != usual:
		p.kept += fmt.Sprintf(":%s=%v", key, value)
	}
	return value
}

// check returns the first error, or one for an unknown parameter.
func (p *Params) check() error {
	for _, g := range p.given {
		if p.err == nil && !slices.Contains(p.keys, g.key) {
			p.err = Unknown("parameter", g.key, p.keys)
		}
	}
	return p.err
}
