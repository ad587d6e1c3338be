package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
)

// plurals maps the singular of a flag, which every command also accepts.
var plurals = map[string]string{
	"queue": "queues", "method": "methods", "range": "ranges", "quantile": "quantiles",
	"page": "pages", "log": "logs",
}

func inPlural(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	return pflag.NormalizedName(cmp.Or(plurals[name], name))
}

type flagValue struct {
	kind string
	text func() string
	set  func(string) error
}

func (v *flagValue) Type() string          { return v.kind }
func (v *flagValue) String() string        { return v.text() }
func (v *flagValue) Set(text string) error { return v.set(text) }

// filled is the value of a flag that takes no empty text, such as an unset
// variable of a script.
type filled struct{ pflag.Value }

func (f filled) Set(text string) error {
	if strings.Trim(text, ", ") == "" {
		return errors.New("the value is empty")
	}
	return f.Value.Set(text)
}

// again returns a value for a flag that may be repeated: its first use replaces
// the default, later ones add to it.
func again(one pflag.Value) *flagValue {
	used := false
	return &flagValue{kind: one.Type(), text: one.String, set: func(text string) error {
		if used && one.String() != "" {
			text = one.String() + "," + text
		}
		err := one.Set(text)
		used = used || err == nil
		return err
	}}
}

// list adds a flag of words, which pass the checks, with the default *at.
func list(fs *pflag.FlagSet, at *[]string, name, usage string, checks ...func([]string) error) {
	text := func() string { return strings.Join(*at, ",") }
	fs.Var(again(&flagValue{"list", text, func(text string) (err error) {
		*at, err = run.SplitWords(text)
		for _, check := range checks {
			err = cmp.Or(err, check(*at))
		}
		return err
	}}), name, usage)
}

// numbers adds a flag of numbers with the default *at.
func numbers[T int | float64](fs *pflag.FlagSet, at *[]T, name, usage string) {
	text := func() string {
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(*at), "[]"), " ", ",")
	}
	example := (*at)[0]
	fs.Var(again(&flagValue{"numbers", text, func(text string) error {
		words, err := run.SplitWords(text)
		*at = nil
		for _, word := range words {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil || float64(T(x)) != x {
				return fmt.Errorf("%q is not a number such as %v", word, example)
			}
			*at = append(*at, T(x))
		}
		return err
	}}), name, usage)
}

// choice adds a flag that takes one of the known words; the first is the
// default.
func choice(fs *pflag.FlagSet, at *string, name, usage string, known ...string) {
	*at = known[0]
	fs.Var(&flagValue{"word", func() string { return *at }, func(text string) error {
		if *at = text; slices.Contains(known, text) {
			return nil
		}
		return fmt.Errorf("unknown %s %q; %s", name, text, methods.Known(text, known))
	}}, name, usage+": "+strings.Join(known, ", "))
}

// duration adds a flag of a duration in seconds with the default *at.
func duration(fs *pflag.FlagSet, at *float64, name, usage string) {
	text := func() string { return replay.FormatDuration(*at) }
	fs.Var(&flagValue{"duration", text, func(text string) (err error) {
		*at, err = replay.ParseDuration(text)
		return err
	}}, name, usage)
}

// ofJob adds a flag that describes a job, which is -1 without the flag: not
// known. A value below least is an error.
func ofJob[T int64 | float64](fs *pflag.FlagSet, at *T, name, usage, kind string, least T,
	parse func(string) (T, error)) {
	*at = -1
	fs.Var(&flagValue{kind, func() string { return "" }, func(text string) error {
		x, err := parse(text)
		if n, isNumber := strconv.ParseFloat(text, 64); isNumber == nil && n < float64(least) {
			err = fmt.Errorf("%s is less than %v: leave the flag out if the value is not known",
				text, least)
		}
		if err == nil {
			*at = x
		}
		return err
	}}, name, usage+" (default: not known)")
}

func parseInteger(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) }

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

// distinct returns an error if the file of a flag is the file of an argument or
// of another flag. "-" is no file.
func distinct(paths []string, fs *pflag.FlagSet) (err error) {
	fs.Visit(func(f *pflag.Flag) {
		path := f.Value.String()
		if kind, _ := pflag.UnquoteUsage(f); !strings.HasPrefix(kind, "file") || path == "-" {
			return
		}
		for _, other := range paths {
			if output.Same(path, other) {
				err = usagef("%s and --%s %s are the same file: choose another", other, f.Name, path)
			}
		}
		paths = append(paths, path)
	})
	return err
}

// The flags that methods of console read.

func cacheFlag(fs *pflag.FlagSet) {
	fs.String("cache", "", "`folder` of fetched logs (default: waitbench/traces in the user cache)")
}

func lenientFlag(fs *pflag.FlagSet) { fs.Bool("lenient", false, "skip and count malformed lines") }

func quietFlag(fs *pflag.FlagSet) {
	fs.Bool("quiet", false, "print no progress and no notes, only errors")
}

func formatFlag(fs *pflag.FlagSet, more ...string) {
	known := append([]string{"text", "json", "csv", "markdown", "latex"}, more...)
	choice(fs, new(string), "format", "format of the output", known...)
}

func outFlag(fs *pflag.FlagSet, at *string) {
	fs.StringVar(at, "out", "-",
		"`file` to write, compressed if it ends in .gz or .zst; - for standard output; "+
			"a device or pipe is written in place")
}
