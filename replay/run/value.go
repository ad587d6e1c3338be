package run

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/swf"
)

// Value is the value of a setting; it is also the value of a flag.
type Value interface {
	String() string // as the flag takes it
	Set(text string) error
	Type() string

	check() error // whether Set accepts the value and leaves it as it is
}

// value is a Value that is stored at an address.
type value[T any] struct {
	at    *T
	kind  string
	parse func(string) (T, error)
	text  func(T) string
}

func (v value[T]) String() string { return v.text(*v.at) }
func (v value[T]) Type() string   { return v.kind }

func (v value[T]) Set(text string) error {
	x, err := v.parse(text)
	if err == nil {
		*v.at = x
	}
	return err
}

func (v value[T]) check() error {
	x, err := v.parse(v.String())
	if err == nil && v.text(x) != v.String() {
		err = fmt.Errorf("%q would be written %q", v.String(), v.text(x))
	}
	return err
}

// fraction is a number between 0 and 1. It may be 0 if zero is true.
func fraction(at *float64, zero bool) Value {
	return value[float64]{at, "fraction", func(s string) (float64, error) {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || !(x > 0 && x < 1 || zero && x == 0) {
			return 0, fmt.Errorf("%q is not a fraction between 0 and 1", s)
		}
		return x, nil
	}, func(x float64) string { return fmt.Sprint(x) }}
}

// duration is a number of seconds.
func duration(at *float64) Value {
	return value[float64]{at, "duration", func(s string) (float64, error) {
		x, err := replay.ParseDuration(s)
		if err == nil && x < 0 {
			err = fmt.Errorf("%q is before it begins", s)
		}
		return x, err
	}, replay.FormatDuration}
}

func count(at *int) Value {
	return value[int]{at, "int", func(s string) (int, error) {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 {
			return 0, fmt.Errorf("%q is not a whole number from 0 on", s)
		}
		return n, nil
	}, strconv.Itoa}
}

// processors is a number of processors that a log may have.
func processors(at *int64) Value {
	return value[int64]{at, "int", func(s string) (int64, error) {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n < 0 || n > swf.MostProcs {
			return 0, fmt.Errorf("%q is not a number of processors from 0 to %d", s, int64(swf.MostProcs))
		}
		return n, nil
	}, func(n int64) string { return strconv.FormatInt(n, 10) }}
}

func truth(at *bool) Value {
	return value[bool]{at, "bool", func(s string) (bool, error) {
		b, err := strconv.ParseBool(s)
		if err != nil {
			err = fmt.Errorf("%q is not true or false", s)
		}
		return b, err
	}, strconv.FormatBool}
}

// choice is one of the known words.
func choice(at *string, known ...string) Value {
	return value[string]{at, "word", func(s string) (string, error) {
		if !slices.Contains(known, s) {
			return "", fmt.Errorf("unknown %q; known are %s", s, strings.Join(known, ", "))
		}
		return s, nil
	}, func(s string) string { return s }}
}

// text is a text that accept returns no error for.
func text(at *string, accept func(string) error) Value {
	return value[string]{at, "text", func(s string) (string, error) { return s, accept(s) }, func(s string) string { return s }}
}

// names is a list of words.
func names(at *[]string, split func(string) ([]string, error)) Value {
	return value[[]string]{at, "list", split, func(list []string) string { return strings.Join(list, ",") }}
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

// splitQuantiles splits a list of quantiles, each written as methods.Level
// writes it.
func splitQuantiles(text string) ([]string, error) {
	words, err := SplitWords(text)
	for i, word := range words {
		l, err := methods.ParseLevel(word, 0.5)
		if err != nil {
			return nil, err
		}
		words[i] = l.String()
	}
	if len(words) == 0 {
		err = errors.New("no quantile is named")
	}
	return words, err
}

// cluster is the description of a cluster, stored as its lines with semicolons
// between them. A flag may name a file instead; a record may not.
func cluster(at *string) Value {
	return clusterValue{value[string]{at, "file", func(s string) (string, error) {
		if s == "" {
			return "", nil
		}
		return describe("cluster", strings.ReplaceAll(s, ";", "\n"))
	}, func(s string) string { return s }}}
}

type clusterValue struct{ value[string] }

func (v clusterValue) Set(s string) error {
	data, err := os.ReadFile(s)
	switch {
	case err == nil:
		*v.at, err = describe(s, string(data))
		return err
	case s != "" && !strings.ContainsAny(s, " ;"):
		return fmt.Errorf("cannot read the description of the cluster: %w", err)
	}
	return v.value.Set(s)
}

// describe checks a description, which errors call name, and joins its lines.
func describe(name, content string) (string, error) {
	if _, err := methods.ParseCluster(strings.NewReader(content), name); err != nil {
		return "", err
	}
	return oneLine(content), nil
}

// oneLine removes the comments of a description and joins its lines with
// semicolons.
func oneLine(content string) string {
	var kept []string
	lines := bufio.NewScanner(strings.NewReader(content))
	for lines.Scan() {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if words := strings.Fields(line); len(words) > 0 {
			kept = append(kept, strings.Join(words, " "))
		}
	}
	return strings.Join(kept, "; ")
}

func parseCluster(text string) (*methods.Cluster, error) {
	return methods.ParseCluster(strings.NewReader(strings.ReplaceAll(text, ";", "\n")), "cluster")
}
