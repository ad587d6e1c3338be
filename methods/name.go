package methods

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// A method's name may have parameters and suffixes behind it,
//
//	name:key=value:key=value+suffix+suffix
//
// A value that is empty or holds one of , : + ' or a space stands between single quotes, a quote in
// it twice. The first may be a quoted value alone. The method says which parameters there are and
// what they mean. Its Name leaves out those at their defaults and has the others in the method's
// own order: qbets:clusters=product is qbets.

// name is the parts of a method's name.
type name struct {
	method   string
	params   []param
	suffixes []string
}

// param is a parameter of a method.
type param struct{ key, value string }

// String writes the name as parseName reads it.
func (n name) String() string {
	var b strings.Builder
	b.WriteString(n.method)
	for _, p := range n.params {
		b.WriteByte(':')
		if p.key != "" {
			b.WriteString(p.key + "=")
		}
		if p.key == "" || p.value == "" || strings.ContainsFunc(p.value, special) {
			b.WriteString("'" + strings.ReplaceAll(p.value, "'", "''") + "'")
		} else {
			b.WriteString(p.value)
		}
	}
	for _, s := range n.suffixes {
		b.WriteString("+" + s)
	}
	return b.String()
}

// special are the letters that have a meaning of their own in names and lists of them.
func special(r rune) bool { return strings.ContainsRune(",:+'", r) || unicode.IsSpace(r) }

// parseName reads a name. Whether there is such a method is another question.
func parseName(text string) (n name, err error) {
	n.method, text = cutWord(text)
	for n.method != "" && strings.HasPrefix(text, ":") {
		var p param
		if p, text, err = parseParam(text[1:]); err != nil {
			return name{}, err
		}
		if p.key == "" && n.params != nil {
			return name{}, errors.New("a value without a key stands before other parameters")
		}
		if slices.ContainsFunc(n.params, func(o param) bool { return o.key == p.key }) {
			return name{}, fmt.Errorf("parameter %s is given twice", p.key)
		}
		n.params = append(n.params, p)
	}
	for n.method != "" && strings.HasPrefix(text, "+") {
		var suffix string
		if suffix, text = cutWord(text[1:]); suffix == "" {
			return name{}, errors.New("a + without a suffix behind it")
		}
		n.suffixes = append(n.suffixes, suffix)
	}
	switch {
	case n.method == "":
		return name{}, errors.New("it does not begin with a name")
	case strings.HasPrefix(text, ":"):
		return name{}, errors.New("parameters stand before suffixes")
	case text != "":
		return name{}, fmt.Errorf("it goes on with %q", text)
	}
	return n, nil
}

// parseParam reads key=value, or a quoted value alone, and gives what is left of the text.
func parseParam(text string) (p param, rest string, err error) {
	if strings.HasPrefix(text, "'") {
		return unquote("", text[1:])
	}
	p.key, rest = cutWord(text)
	if p.key == "" || !strings.HasPrefix(rest, "=") {
		return p, "", fmt.Errorf("%q is not a parameter of the form key=value", text)
	}
	if p.value, rest = rest[1:], ""; strings.HasPrefix(p.value, "'") {
		return unquote(p.key, p.value[1:])
	}
	if end := strings.IndexFunc(p.value, special); end >= 0 {
		p.value, rest = p.value[:end], p.value[end:]
	}
	if p.value == "" {
		return p, "", fmt.Errorf("parameter %s has no value", p.key)
	}
	return p, rest, nil
}

// unquote reads a value whose opening quote is gone.
func unquote(key, text string) (p param, rest string, err error) {
	var value strings.Builder
	for {
		before, after, closed := strings.Cut(text, "'")
		if !closed {
			return param{}, "", fmt.Errorf("the quoted value of parameter %s does not end", key)
		}
		value.WriteString(before)
		if !strings.HasPrefix(after, "'") {
			return param{key, value.String()}, after, nil
		}
		value.WriteByte('\'')
		text = after[1:]
	}
}

// cutWord cuts a word without special letters off a text.
func cutWord(text string) (word, rest string) {
	end := strings.IndexFunc(text, func(r rune) bool { return r == '=' || special(r) })
	if end < 0 {
		return text, ""
	}
	return text[:end], text[end:]
}

// SplitNames splits a list of names at its commas, but for those between quotes. Spaces around
// names and empty names are dropped.
func SplitNames(text string) ([]string, error) {
	var names []string
	quoted, start := false, 0
	add := func(name string) {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	for i, r := range text {
		switch {
		case r == '\'':
			quoted = !quoted
		case r == ',' && !quoted:
			add(text[start:i])
			start = i + 1
		}
	}
	if quoted {
		return nil, fmt.Errorf("%q has a quote that does not end", text)
	}
	add(text[start:])
	return names, nil
}

// Params are the parameters behind the name of a method, as its Configure asks for them. The first
// error is kept.
type Params struct {
	given []param
	known []string // keys with their values, as they are listed in errors
	kept  []param  // those that differ from their defaults, in the method's own order
	err   error
}

// Count gives the value of a parameter that is a whole number from 1 to a million.
func (p *Params) Count(key string, otherwise int) int {
	text, given := p.take(key, strconv.Itoa(otherwise))
	n, err := strconv.Atoi(text)
	switch {
	case !given:
	case (err != nil || n < 1 || n > 1_000_000) && p.err == nil:
		p.err = fmt.Errorf("%s cannot be %q; it is a whole number from 1 to 1000000", key, text)
	case n != otherwise:
		p.kept = append(p.kept, param{key, strconv.Itoa(n)})
	}
	return n
}

// Text gives the value that has no key, which there must be; what it is stands in errors.
func (p *Params) Text(what string) string {
	value, _ := p.take("", "")
	p.known[len(p.known)-1] = "'" + what + "'"
	if value == "" && p.err == nil {
		p.err = fmt.Errorf("it needs %s behind its name, in quotes", what)
	}
	p.kept = append(p.kept, param{"", value})
	return value
}

// Duration gives the value of a parameter that is a length of time, as package time writes it.
func (p *Params) Duration(key string, otherwise time.Duration) time.Duration {
	text, _ := p.take(key, otherwise.String())
	d, err := time.ParseDuration(text)
	switch {
	case (err != nil || d <= 0) && p.err == nil:
		p.err = fmt.Errorf("%s cannot be %q, which is no length of time such as %v", key, text, otherwise)
	case d != otherwise:
		p.kept = append(p.kept, param{key, d.String()})
	}
	return d
}

// Choice gives the value of a parameter that is one of several; the first is the default.
func (p *Params) Choice(key string, values ...string) string {
	value, given := p.take(key, values...)
	switch {
	case !given:
	case !slices.Contains(values, value) && p.err == nil:
		p.err = fmt.Errorf("%s cannot be %q; known are %s", key, value, strings.Join(values, ", "))
	case value != values[0]:
		p.kept = append(p.kept, param{key, value})
	}
	return value
}

// take takes the value of a parameter, the first of those listed where it is not given.
func (p *Params) take(key string, values ...string) (value string, given bool) {
	p.known = append(p.known, key+"="+strings.Join(values, "|"))
	i := slices.IndexFunc(p.given, func(g param) bool { return g.key == key })
	if i < 0 {
		return values[0], false
	}
	value = p.given[i].value
	p.given = slices.Delete(slices.Clone(p.given), i, i+1)
	return value, true
}

// check returns the first error, or one for a parameter that nobody has asked for.
func (p *Params) check() error {
	switch {
	case p.err != nil || len(p.given) == 0:
		return p.err
	case len(p.known) == 0:
		return fmt.Errorf("it has no parameter %s, nor any other", p.given[0].key)
	}
	return fmt.Errorf("it has no parameter %s; known are %s", p.given[0].key, strings.Join(p.known, ", "))
}
