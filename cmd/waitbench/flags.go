package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"waitbench/replay/output"
	"waitbench/replay/run"
)

// filled is the value of a flag that takes no empty text, such as an unset
// variable of a script.
type filled struct{ pflag.Value }

func (f filled) Set(text string) error {
	if strings.Trim(text, ", ") == "" {
		return errors.New("the value is empty")
	}
	return f.Value.Set(text)
}

// repeated is the value of a flag that may be repeated: its first use replaces
// the default, later ones add to it.
type repeated struct {
	pflag.Value
	used bool
}

func (r *repeated) Set(text string) error {
	if r.used && r.String() != "" {
		text = r.String() + "," + text
	}
	err := r.Value.Set(text)
	r.used = r.used || err == nil
	return err
}

// list adds a flag of words, which pass the checks, with the default *at.
func list(fs *pflag.FlagSet, at *[]string, name, usage string, checks ...func([]string) error) {
	fs.Var(&repeated{Value: run.List(at, func(text string) ([]string, error) {
		words, err := run.SplitWords(text)
		for _, check := range checks {
			err = cmp.Or(err, check(words))
		}
		return words, err
	})}, name, usage)
}

// numbers adds a flag of numbers with the default *at.
func numbers[T int | float64](fs *pflag.FlagSet, value *[]T, name, usage string) {
	example := (*value)[0]
	fs.Var(&repeated{Value: run.NewValue("numbers", value, func(text string) (all []T, err error) {
		words, err := run.SplitWords(text)
		for _, word := range words {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil || float64(T(x)) != x {
				return nil, fmt.Errorf("%q is not a number such as %v", word, example)
			}
			all = append(all, T(x))
		}
		return all, err
	}, func(all []T) string {
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(all), "[]"), " ", ",")
	})}, name, usage)
}

// choice adds a flag that takes one of the known words; the first is the
// default.
func choice(fs *pflag.FlagSet, at *string, name, usage string, known ...string) {
	*at = known[0]
	fs.Var(run.Choice(at, name, known...), name, usage+": "+strings.Join(known, ", "))
}

// ofJob adds a flag that describes a job, which is -1 without the flag: not
// known. A value below lowest is an error.
func ofJob[T int64 | float64](fs *pflag.FlagSet, value *T, name, usage, kind string, lowest T,
	parse func(string) (T, error)) {
	*value = -1
	fs.Var(run.NewValue(kind, value, atLeast(lowest, parse), func(T) string { return "" }), name,
		usage+" (default: not known)")
}

// ofJobs is ofJob of several values. The flag may be repeated.
func ofJobs[T int64 | float64](fs *pflag.FlagSet, values *[]T, name, usage, kind string, lowest T,
	parse func(string) (T, error)) {
	*values = []T{-1}
	one := atLeast(lowest, parse)
	fs.Var(run.NewValue(kind, values, func(text string) (list []T, err error) {
		list = slices.DeleteFunc(slices.Clone(*values), func(x T) bool { return x < 0 })
		words, err := run.SplitWords(text)
		for _, word := range words {
			x, wrong := one(word)
			list, err = append(list, x), cmp.Or(err, wrong)
		}
		return list, err
	}, func([]T) string { return "" }), name, usage+" (default: not known)")
}

// atLeast parses numbers from the lowest on.
func atLeast[T int64 | float64](lowest T, parse func(string) (T, error)) func(string) (T, error) {
	return func(text string) (T, error) {
		x, err := parse(text)
		if n, isNumber := strconv.ParseFloat(text, 64); isNumber == nil && n < float64(lowest) {
			err = fmt.Errorf("%s is less than %v: leave the flag out if the value is not known",
				text, lowest)
		}
		return x, err
	}
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
		if value.Type() == "list" || p.Key == "ranges" {
			value = &repeated{Value: value}
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
				err = output.Usagef("%s and --%s %s are the same file: choose another", other, f.Name, path)
			}
		}
		paths = append(paths, path)
	})
	return err
}

// checkOut returns an error if what a command writes has a name that makes no
// sense. "-" is standard output for one file.
func checkOut(fs *pflag.FlagSet) error {
	streams := 0
	for _, name := range []string{"out", "extra", "plot"} {
		f := fs.Lookup(name)
		if f == nil || f.Value.String() == "" {
			continue
		}
		path, base := f.Value.String(), filepath.Base(f.Value.String())
		kind, _ := pflag.UnquoteUsage(f)
		isFile := strings.HasPrefix(kind, "file")
		if path == "-" && (f.DefValue == "-" || name == "extra") {
			streams++
		} else if path == "-" || base == "." || base == ".." ||
			isFile && os.IsPathSeparator(path[len(path)-1]) {
			return output.Usagef("--%s: %q is no name of a %s", name, path, kind)
		}
	}
	if streams > 1 {
		return output.Usagef("--out and --extra both write to standard output")
	}
	return nil
}

// The flags that methods of console read.

func cacheFlag(fs *pflag.FlagSet) {
	fs.String("cache", "", "`folder` of fetched logs; WAITBENCH_TRACES names it to other commands "+
		"(default: waitbench/traces in the user cache)")
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
