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

// plurals maps the singular of a flag, which every command also accepts.
var plurals = map[string]string{"queue": "queues", "method": "methods", "range": "ranges", "quantile": "quantiles", "page": "pages", "log": "logs"}

func inPlural(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if plural, ok := plurals[name]; ok {
		name = plural
	}
	return pflag.NormalizedName(name)
}

// value is the value of a flag.
type value struct {
	kind string
	text func() string
	set  func(string) error
}

func (v *value) Type() string          { return v.kind }
func (v *value) String() string        { return v.text() }
func (v *value) Set(text string) error { return v.set(text) }

// again returns a value for a flag that may be repeated: its first use replaces
// the default, later ones add to it.
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

// list adds a flag of words with the default *at.
func list(fs *pflag.FlagSet, at *[]string, name, usage string) {
	text := func() string { return strings.Join(*at, ",") }
	v := again(&value{kind: "list", text: text, set: func(text string) (err error) {
		*at, err = run.SplitWords(text)
		return err
	}})
	fs.Var(v, name, usage)
}

// numbers adds a flag of numbers with the default *at.
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

// single adds a flag with the plural name that takes one word here.
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

// choice adds a flag that takes one of the known words; the first is the default.
func choice(fs *pflag.FlagSet, at *string, name, usage string, known ...string) {
	*at = known[0]
	fs.Var(&value{kind: "word", text: func() string { return *at }, set: func(text string) error {
		*at = text
		if !slices.Contains(known, text) {
			return fmt.Errorf("unknown %s %q; known are %s", name, text, strings.Join(known, ", "))
		}
		return nil
	}}, name, usage+": "+strings.Join(known, ", "))
}

// duration adds a flag of a duration in seconds with the default *at.
func duration(fs *pflag.FlagSet, at *float64, name, usage string) {
	text := func() string { return replay.FormatDuration(*at) }
	fs.Var(&value{kind: "duration", text: text, set: func(text string) (err error) {
		*at, err = replay.ParseDuration(text)
		return err
	}}, name, usage)
}

// settingFlags adds the flags of the settings with these keys, or of all.
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

// cacheFlag adds the flag for the folder of fetched logs.
func cacheFlag(fs *pflag.FlagSet, at *string) {
	fs.StringVar(at, "cache", "", "`folder` of fetched logs (default: waitbench/traces in the user cache)")
}

func quietFlag(fs *pflag.FlagSet, at *bool) {
	fs.BoolVar(at, "quiet", false, "no progress and no notes, only errors")
}

// wrongNumber returns a plain error for a bad number or bool of a flag.
func wrongNumber(value *pflag.InvalidValueError) error {
	err := value.Unwrap()
	number, isNumber := errors.AsType[*strconv.NumError](err)
	if !isNumber {
		return err
	}
	kinds := map[string]string{
		"int": "an integer", "int64": "an integer", "bool": "true or false",
		"uint32": "an integer >= 0", "uint64": "an integer >= 0",
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
