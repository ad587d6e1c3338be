package methods

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// name is the parts of a method's name, as Named describes them.
type name struct {
	method   string
	params   []param
	suffixes []string
}

// param is a parameter of a method. The key is "" for a value alone.
type param struct{ key, value string }

// The regular expressions of names. A word has no special letters, and a value
// may have a =.
const (
	word   = `[^=,:+'\s\v\x{85}\pZ]+`
	value  = `(?:` + quoted + `|[^,:+'\s\v\x{85}\pZ]+)`
	quoted = `'(?:[^']|'')*'`
)

var (
	nameForm = regexp.MustCompile(
		`^(` + word + `)((?::(?:` + quoted + `|` + word + `=` + value + `))*)((?:\+` + word + `)*)$`)
	paramForm  = regexp.MustCompile(`:(?:(` + word + `)=)?(` + value + `)`)
	plainValue = regexp.MustCompile(`^[^,:+'\s\v\x{85}\pZ]+$`)
	listedName = regexp.MustCompile(`(?:'[^']*'|[^,'])+`)
)

// parseName reads a name, which may be of no method.
func parseName(text string) (name, error) {
	parts := nameForm.FindStringSubmatch(text)
	if parts == nil {
		return name{}, errors.New("want a name such as qbets:clusters=none+aci; " +
			"quote a value with spaces or any of , : + ' in single quotes")
	}
	n := name{method: parts[1], suffixes: strings.Split(parts[3], "+")[1:]}
	for _, p := range paramForm.FindAllStringSubmatch(parts[2], -1) {
		key, value := p[1], p[2]
		if value[0] == '\'' {
			value = strings.ReplaceAll(value[1:len(value)-1], "''", "'")
		}
		if slices.ContainsFunc(n.params, func(p param) bool { return p.key == key }) {
			return name{}, fmt.Errorf("parameter %q is given twice", key)
		}
		n.params = append(n.params, param{key, value})
	}
	return n, nil
}

// String returns the name as parseName reads it.
func (n name) String() string {
	text := n.method
	for _, p := range n.params {
		text += ":"
		if p.key != "" {
			text += p.key + "="
		}
		if p.key == "" || !plainValue.MatchString(p.value) {
			p.value = "'" + strings.ReplaceAll(p.value, "'", "''") + "'"
		}
		text += p.value
	}
	for _, s := range n.suffixes {
		text += "+" + s
	}
	return text
}

// SplitNames splits a list of names at its commas, except those between quotes.
// It drops spaces around names, and empty names.
func SplitNames(text string) (names []string, err error) {
	if strings.Count(text, "'")%2 != 0 {
		return nil, fmt.Errorf("%q has a quote that does not end", text)
	}
	for _, name := range listedName.FindAllString(text, -1) {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names, nil
}

// ID returns the name for use in file names: each letter other than a-z, 0-9
// and . + - becomes a _, and a name with such letters is followed by a short
// hash.
func (m Method) ID() string {
	id := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune(".+-", r) {
			return r
		}
		return '_'
	}, m.Name)
	if id == m.Name {
		return id
	}
	return fmt.Sprintf("%s-%.4x", id, sha256.Sum256([]byte(m.Name)))
}

// Params are the parameters in the name of a method, as its Configure reads
// them.
type Params struct {
	given []param
	known []string // keys
	kept  []param  // parameters that differ from their defaults, in the method's own order
	err   error    // the first
}

// Count returns an integer parameter from 1 to a million.
func (p *Params) Count(key string, usual int) int {
	return read(p, key, usual, "an integer from 1 to 1000000", func(text string) (int, bool) {
		n, err := strconv.Atoi(text)
		return n, err == nil && n >= 1 && n <= 1_000_000
	})
}

// Duration returns a parameter that is a duration above 0.
func (p *Params) Duration(key string, usual time.Duration) time.Duration {
	return read(p, key, usual, "a duration such as "+usual.String(),
		func(text string) (time.Duration, bool) {
			d, err := time.ParseDuration(text)
			return d, err == nil && d > 0
		})
}

// Choice returns a parameter that is one of several values; the first is the
// default.
func (p *Params) Choice(key string, values ...string) string {
	return read(p, key, values[0], strings.Join(values, " or "), func(text string) (string, bool) {
		return text, slices.Contains(values, text)
	})
}

// nameKey is the key of the parameter that names a method in results.
const nameKey = "name"

// Name checks a parameter that names the method in results; Label returns it.
func (p *Params) Name(key string) {
	read(p, key, "", "a name without spaces and = , : + '", func(text string) (string, bool) {
		n, err := parseName(text)
		return text, err == nil && n.method == text
	})
}

// Label returns the name that a method has in results: with its parameter name
// that one and the suffixes, else its name.
func Label(full string) string {
	n, _ := parseName(full)
	for _, p := range n.params {
		if p.key == nameKey {
			return name{method: p.value, suffixes: n.suffixes}.String()
		}
	}
	return full
}

// Text returns the value without a key, which must be given.
func (p *Params) Text(what string) string {
	text := read(p, "", "", what, func(text string) (string, bool) { return text, true })
	if text == "" && p.err == nil {
		p.err = fmt.Errorf("%s is missing: write it in quotes after the name, as :'%s'", what, what)
	}
	return text
}

// read parses a parameter; want is its form, for errors.
func read[T comparable](p *Params, key string, usual T, want string,
	parse func(string) (T, bool)) T {
	p.known = append(p.known, key)
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
		p.kept = append(p.kept, param{key, fmt.Sprint(value)})
	}
	return value
}

// keys returns the keys that the method has, without the one of a value alone.
func (p *Params) keys() []string {
	return slices.DeleteFunc(slices.Clone(p.known), func(key string) bool { return key == "" })
}

// check returns the first error, or one for an unknown parameter.
func (p *Params) check() error {
	for _, g := range p.given {
		if p.err == nil && !slices.Contains(p.known, g.key) {
			p.err = Unknown("parameter", g.key, p.keys())
		}
	}
	return p.err
}
