package run

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/swf"
)

// Value is the value of a setting. It is also the value of a flag.
type Value struct {
	kind  string
	text  func() string
	set   func(text string) error
	Words []string // of a Choice
}

// String returns the value as the flag takes it.
func (v Value) String() string { return v.text() }

func (v Value) Set(text string) error { return v.set(text) }

func (v Value) Type() string { return v.kind }

// NewValue returns the value stored in a field. Set stores what parse returns
// without an error.
func NewValue[T any](kind string, field *T, parse func(string) (T, error),
	text func(T) string) Value {
	return Value{kind: kind, text: func() string { return text(*field) }, set: func(s string) error {
		x, err := parse(s)
		if err == nil {
			*field = x
		}
		return err
	}}
}

// fraction is a number between 0 and 1.
func fraction(field *float64) Value {
	return NewValue("fraction", field, func(s string) (float64, error) {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || !(x > 0 && x < 1) {
			return 0, fmt.Errorf("%q is not a fraction between 0 and 1", s)
		}
		return x, nil
	}, func(x float64) string { return fmt.Sprint(x) })
}

// Duration is a number of seconds.
func Duration(field *float64) Value {
	return NewValue("duration", field, replay.ParseDuration, replay.FormatDuration)
}

// Durations is a list of different numbers of seconds above 0, or from 0 on if
// zero is true.
func Durations(field *[]float64, zero bool) Value {
	return NewValue("durations", field, func(s string) ([]float64, error) {
		var seconds []float64
		words, _ := SplitWords(s)
		for _, word := range words {
			x, err := replay.ParseDuration(word)
			switch {
			case err != nil:
				return nil, err
			case x == 0 && !zero:
				return nil, fmt.Errorf("invalid duration %q: want one > 0", word)
			case slices.Contains(seconds, x):
				return nil, fmt.Errorf("duration %s is named twice", word)
			}
			seconds = append(seconds, x)
		}
		return seconds, nil
	}, func(list []float64) string {
		var words []string
		for _, x := range list {
			words = append(words, replay.FormatDuration(x))
		}
		return strings.Join(words, ",")
	})
}

// integer is an integer from 0 to most.
func integer(field *int, most int) Value {
	return NewValue("int", field, func(s string) (int, error) {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 || n > most {
			return 0, fmt.Errorf("%q is not an integer from 0 to %d", s, most)
		}
		return n, nil
	}, strconv.Itoa)
}

func truth(field *bool) Value {
	return NewValue("bool", field, func(s string) (bool, error) {
		b, err := strconv.ParseBool(s)
		if err != nil {
			err = fmt.Errorf("%q is not true or false", s)
		}
		return b, err
	}, strconv.FormatBool)
}

// word is a text that check accepts.
func word(kind string, field *string, check func(string) error) Value {
	return NewValue(kind, field, func(s string) (string, error) { return s, check(s) },
		func(s string) string { return s })
}

// Choice is one of some words; the name is for errors.
func Choice(field *string, name string, choices ...string) Value {
	v := word("word", field, func(s string) error {
		return methods.CheckNames(name, choices, s)
	})
	v.Words = choices
	return v
}

// state is a choice of what methods see.
func state(ticks *bool) Value {
	words := []string{"second", "ticks"}
	v := NewValue("word", ticks, func(s string) (bool, error) {
		return s == words[1], methods.CheckNames("state", words, s)
	}, func(ticks bool) string {
		if ticks {
			return words[1]
		}
		return words[0]
	})
	v.Words = words
	return v
}

// List is a list of words.
func List(field *[]string, split func(string) ([]string, error)) Value {
	return NewValue("list", field, split, func(words []string) string {
		return strings.Join(words, ",")
	})
}

// programList is a list of NAME=command, one a line. Set adds to it.
func programList(field *[]string) Value {
	return NewValue("NAME='command'", field, func(s string) ([]string, error) {
		all := slices.Clone(*field)
		if s == "" {
			return all, nil
		}
		for text := range strings.SplitSeq(s, "\n") {
			name, _, _ := strings.Cut(text, "=")
			i := slices.IndexFunc(all,
				func(p string) bool { return strings.HasPrefix(p, name+"=") })
			switch err := methods.CheckProgram(text); {
			case err != nil:
				return nil, err
			case i < 0:
				all = append(all, text)
			case all[i] != text:
				return nil, fmt.Errorf("%s is the name of two programs", name)
			}
		}
		return all, nil
	}, func(all []string) string { return strings.Join(all, "\n") })
}

// SplitWords splits a list at its commas and leaves out empty words.
func SplitWords(text string) ([]string, error) {
	words := []string{}
	for word := range strings.SplitSeq(text, ",") {
		if word = strings.TrimSpace(word); word != "" {
			words = append(words, word)
		}
	}
	return words, nil
}

// splitQueues splits a list of queues, named as in logs.
func splitQueues(text string) ([]string, error) {
	words, err := SplitWords(text)
	for i, word := range words {
		words[i] = swf.Text(word)
	}
	return words, err
}

// mostQuantiles is the largest number of quantiles of a run.
const mostQuantiles = 100

// splitQuantiles splits a list of quantiles, in the form of methods.Level.
func splitQuantiles(text string) ([]string, error) {
	words, _ := SplitWords(text)
	for i, word := range words {
		l, err := methods.ParseLevel(word, 0.5)
		if err != nil {
			return nil, err
		}
		words[i] = l.String()
	}
	switch {
	case len(words) == 0:
		return nil, errors.New("no quantile is named")
	case len(words) > mostQuantiles:
		return nil, fmt.Errorf("%d quantiles are too many: want at most %d",
			len(words), mostQuantiles)
	}
	return words, nil
}

// cluster is the description of a cluster: its lines with semicolons between
// them, without comments. Set also takes the name of a file.
func cluster(field *string) Value {
	return NewValue("file", field, func(s string) (string, error) {
		if s == "" {
			return "", nil
		}
		name, content := "cluster", strings.ReplaceAll(s, ";", "\n")
		if text, err := readCluster(s); err == nil {
			name, content = s, text
		} else if !strings.ContainsAny(s, " ;") {
			return "", fmt.Errorf("cannot read the description of the cluster: %w", err)
		}
		if _, err := methods.ParseCluster(strings.NewReader(content), name); err != nil {
			return "", err
		}
		var kept []string
		for line := range strings.Lines(content) {
			line, _, _ = strings.Cut(line, "#")
			if words := strings.Fields(line); len(words) > 0 {
				kept = append(kept, strings.Join(words, " "))
			}
		}
		return strings.Join(kept, "; "), nil
	}, func(s string) string { return s })
}

// readCluster reads a file of at most 1 MB.
func readCluster(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, 1<<20+1))
	if err == nil && len(data) > 1<<20 {
		err = fmt.Errorf("%s has more than 1 MB", path)
	}
	return string(data), err
}
