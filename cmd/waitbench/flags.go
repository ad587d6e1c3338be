package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"waitbench/replay"
	"waitbench/replay/run"
)

// plurals are the flags that may also be written in the singular, on every command.
var plurals = map[string]string{"queue": "queues", "method": "methods", "range": "ranges", "quantile": "quantiles", "page": "pages", "log": "logs"}

func inPlural(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if plural, ok := plurals[name]; ok {
		name = plural
	}
	return pflag.NormalizedName(name)
}

// value is the value of a flag.
type value struct {
	kind  string
	text  func() string
	set   func(string) error
	known []string // words that it takes, for completion
}

func (v *value) Type() string          { return v.kind }
func (v *value) String() string        { return v.text() }
func (v *value) Set(text string) error { return v.set(text) }

// again makes a flag one that may be given several times: the first use replaces the default, others
// add.
func again(one pflag.Value) *value {
	used := false
	return &value{kind: one.Type(), text: one.String, set: func(text string) error {
		if used && one.String() != "" {
			text = one.String() + "," + text
		}
		err := one.Set(text)
		used = used || err == nil
		return err
	}}
}

// list is a flag of words, which completion takes from known; what at holds is the default.
func list(fs *pflag.FlagSet, at *[]string, name, usage string, known ...string) {
	text := func() string { return strings.Join(*at, ",") }
	v := again(&value{kind: "list", text: text, set: func(text string) (err error) {
		*at, err = run.SplitWords(text)
		return err
	}})
	v.known = known
	fs.Var(v, name, usage)
}

// numbers is a flag of numbers; what at holds is the default.
func numbers(fs *pflag.FlagSet, at *[]float64, name, usage string) {
	text := func() string { return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(*at), "[]")), ",") }
	fs.Var(again(&value{kind: "numbers", text: text, set: func(text string) error {
		words, err := run.SplitWords(text)
		if err != nil {
			return err
		}
		*at = nil
		for _, word := range words {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return fmt.Errorf("%q is not a number", word)
			}
			*at = append(*at, x)
		}
		return nil
	}}), name, usage)
}

// single is a flag of the plural name that takes one word, where other commands take several.
func single(fs *pflag.FlagSet, at *string, what, usage string) {
	used := false
	fs.Var(&value{kind: what, text: func() string { return *at }, set: func(text string) error {
		if used && text != *at || strings.Contains(text, ",") && !strings.ContainsAny(text, `"'`) {
			return fmt.Errorf("takes one %s here, not several", what)
		}
		*at, used = text, true
		return nil
	}}, plurals[what], usage)
}

// choice is a flag that takes one of some words, the first of which is the default.
func choice(fs *pflag.FlagSet, at *string, name, usage string, known ...string) {
	*at = known[0]
	fs.Var(&value{kind: "word", known: known, text: func() string { return *at }, set: func(text string) error {
		*at = text
		if !slices.Contains(known, text) {
			return fmt.Errorf("unknown %s %q; known are %s", name, text, strings.Join(known, ", "))
		}
		return nil
	}}, name, usage+": "+strings.Join(known, ", "))
}

// duration is a flag of a length of time in seconds; what at holds is the default.
func duration(fs *pflag.FlagSet, at *float64, name, usage string) {
	text := func() string { return replay.FormatDuration(*at) }
	fs.Var(&value{kind: "duration", text: text, set: func(text string) (err error) {
		*at, err = replay.ParseDuration(text)
		return err
	}}, name, usage)
}

// settingFlags adds the flags of settings of a run, those with the keys, or all of them.
func settingFlags(fs *pflag.FlagSet, s *run.Settings, keys ...string) {
	for i := range run.AllSettings {
		p := &run.AllSettings[i]
		if len(keys) > 0 && !slices.Contains(keys, p.Key) {
			continue
		}
		var value pflag.Value = p.Value(s)
		if _, isList := plurals[strings.TrimSuffix(p.Flag, "s")]; isList {
			value = again(value)
		}
		if flag := fs.VarPF(value, p.Flag, "", p.Help); value.Type() == "bool" {
			flag.NoOptDefVal = "true"
		}
	}
}

// cacheFlag is where fetched logs are.
func cacheFlag(fs *pflag.FlagSet, at *string) {
	fs.StringVar(at, "cache", "", "`folder` of fetched logs (default: waitbench/traces in the user's cache folder)")
}

func quietFlag(fs *pflag.FlagSet, at *bool) {
	fs.BoolVar(at, "quiet", false, "no progress and no remarks, only errors")
}

// wrongNumber says what is wrong with the value of a flag in other words than those of strconv.
func wrongNumber(value *pflag.InvalidValueError) error {
	err := value.Unwrap()
	number, isNumber := errors.AsType[*strconv.NumError](err)
	if !isNumber {
		return err
	}
	kinds := map[string]string{
		"int": "a whole number", "int64": "a whole number", "bool": "true or false",
		"uint32": "a whole number from 0 on", "uint64": "a whole number from 0 on",
	}
	kind := kinds[value.GetFlag().Value.Type()]
	if kind == "" {
		kind = "a number"
	}
	if errors.Is(number.Err, strconv.ErrRange) {
		return fmt.Errorf("%s is out of range", value.GetValue())
	}
	return fmt.Errorf("%q is not %s", value.GetValue(), kind)
}
