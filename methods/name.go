package methods

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A method's name may have parameters and suffixes,
//
//	name:key=value:key=value+suffix+suffix
//
// A value that is empty or holds one of , : + ' or a space is between single
// quotes, and a quote in it is doubled. The first parameter may be a quoted value
// alone. The method decides which parameters there are. Its Name leaves out those
// at their defaults and has the others in the method's own order:
// qbets:clusters=product is qbets.

// name is the parts of a method's name.
type name struct {
	method   string
	params   []param
	suffixes []string
}

// param is a parameter of a method. The key is "" for a value alone.
type param struct{ key, value string }

// String writes the name as parseName reads it.
func (n name) String() string {
	text := n.method
	for _, p := range n.params {
		text += ":"
		if p.key != "" {
			text += p.key + "="
		}
		if p.key == "" || p.value == "" || strings.ContainsFunc(p.value, special) {
			text += "'" + strings.ReplaceAll(p.value, "'", "''") + "'"
		} else {
			text += p.value
		}
	}
	for _, s := range n.suffixes {
		text += "+" + s
	}
	return text
}

// special reports whether a letter has a meaning in names and lists of them.
func special(r rune) bool { return strings.ContainsRune(",:+'", r) || unicode.IsSpace(r) }

// isWord reports whether a text can be a name, a key or a suffix.
func isWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r == '=' || special(r) })
}

// cut splits a text before the first of the marks that is not between quotes.
func cut(text, marks string) (before, rest string) {
	quoted := false
	at := strings.IndexFunc(text, func(r rune) bool {
		if r == '\'' {
			quoted = !quoted
		}
		return !quoted && strings.ContainsRune(marks, r)
	})
	if at < 0 {
		return text, ""
	}
	return text[:at], text[at:]
}

// parseName reads a name. It does not look whether there is such a method.
func parseName(text string) (n name, err error) {
	n.method, text = cut(text, ":+")
	if !isWord(n.method) {
		return name{}, errors.New("it does not begin with a name")
	}
	for text != "" && err == nil {
		mark := text[0]
		var part string
		switch part, text = cut(text[1:], ":+"); {
		case mark == ':':
			err = n.addParam(part)
		case isWord(part):
			n.suffixes = append(n.suffixes, part)
		default:
			err = fmt.Errorf("%q is not a suffix", "+"+part)
		}
	}
	if err != nil {
		return name{}, err
	}
	return n, nil
}

// addParam reads key=value, or a quoted value alone.
func (n *name) addParam(text string) error {
	key, value, found := strings.Cut(text, "=")
	if strings.HasPrefix(text, "'") {
		key, value = "", text
	} else if !found || !isWord(key) {
		return fmt.Errorf("%q is not a parameter of the form key=value", text)
	}
	inside, quoted := strings.CutPrefix(value, "'")
	switch {
	case quoted:
		var closed bool
		if value, closed = strings.CutSuffix(inside, "'"); !closed || strings.Contains(strings.ReplaceAll(value, "''", ""), "'") {
			return fmt.Errorf("the quoted value %s does not end where the parameter does", "'"+inside)
		}
		value = strings.ReplaceAll(value, "''", "'")
	case value == "":
		return fmt.Errorf("parameter %s has no value", key)
	case strings.ContainsFunc(value, special):
		return fmt.Errorf("the value %q of parameter %s needs quotes", value, key)
	}
	switch {
	case n.suffixes != nil:
		return errors.New("its parameters must be before its suffixes")
	case key == "" && n.params != nil:
		return errors.New("a value without a key must be the first parameter")
	case slices.ContainsFunc(n.params, func(p param) bool { return p.key == key }):
		return fmt.Errorf("parameter %s is given twice", key)
	}
	n.params = append(n.params, param{key, value})
	return nil
}

// SplitNames splits a list of names at its commas, except those between quotes.
// It drops spaces around names, and empty names.
func SplitNames(text string) ([]string, error) {
	if strings.Count(text, "'")%2 != 0 {
		return nil, fmt.Errorf("%q has a quote that does not end", text)
	}
	var names []string
	for rest := "," + text; rest != ""; {
		var name string
		name, rest = cut(rest[1:], ",")
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names, nil
}

// ID is the name with letters that file names may have: a-z, 0-9, and . + -. Each
// other letter becomes a _, and a short hash of the name follows. A name without
// such letters is its own ID.
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
