package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/replay"
	"waitbench/replay/rundir"
)

// plurals are the flags that may also be written in the singular, on every command.
var plurals = map[string]string{"queue": "queues", "method": "methods", "range": "ranges", "quantile": "quantiles", "page": "pages"}

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

// again makes a flag one that may be given several times: the first use replaces the default, others
// add.
func again(one pflag.Value) pflag.Value {
	used := false
	return &value{one.Type(), one.String, func(text string) error {
		if used && one.String() != "" {
			text = one.String() + "," + text
		}
		err := one.Set(text)
		used = used || err == nil
		return err
	}}
}

// list is a flag of words; what at holds is the default.
func list(fs *pflag.FlagSet, at *[]string, name, usage string) {
	text := func() string { return strings.Join(*at, ",") }
	fs.Var(again(&value{"list", text, func(text string) (err error) {
		*at, err = rundir.SplitWords(text)
		return err
	}}), name, usage)
}

// numbers is a flag of numbers; what at holds is the default.
func numbers(fs *pflag.FlagSet, at *[]float64, name, usage string) {
	text := func() string { return strings.ReplaceAll(joined(*at), ", ", ",") }
	fs.Var(again(&value{"numbers", text, func(text string) error {
		words, err := rundir.SplitWords(text)
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

// joined writes a list.
func joined[S ~[]T, T any](list S) string {
	var words []string
	for _, x := range list {
		words = append(words, fmt.Sprint(x))
	}
	return strings.Join(words, ", ")
}

// single is a flag of the plural name that takes one word, where other commands take several.
func single(fs *pflag.FlagSet, at *string, what, usage string) {
	used := false
	fs.Var(&value{what, func() string { return *at }, func(text string) error {
		if used && text != *at || strings.Contains(text, ",") && !strings.ContainsAny(text, `"'`) {
			return fmt.Errorf("takes one %s here, not several", what)
		}
		*at, used = text, true
		return nil
	}}, plurals[what], usage)
}

// choice is a flag that takes one of some words, the first of which is the default.
func choice(cmd *cobra.Command, at *string, name, usage string, known ...string) {
	*at = known[0]
	cmd.Flags().Var(&value{"word", func() string { return *at }, func(text string) error {
		*at = text
		if !slices.Contains(known, text) {
			return fmt.Errorf("unknown %s %q; known are %s", name, text, strings.Join(known, ", "))
		}
		return nil
	}}, name, usage+": "+strings.Join(known, ", "))
	complete(cmd, name, cobra.FixedCompletions(known, cobra.ShellCompDirectiveNoFileComp))
}

// duration is a flag of a length of time in seconds; what at holds is the default.
func duration(fs *pflag.FlagSet, at *float64, name, usage string) {
	text := func() string { return replay.FormatDuration(*at) }
	fs.Var(&value{"duration", text, func(text string) (err error) {
		*at, err = replay.ParseDuration(text)
		return err
	}}, name, usage)
}

// settingFlags adds the flags of settings of a run, those with the keys, or all of them.
func settingFlags(fs *pflag.FlagSet, s *rundir.Settings, keys ...string) {
	for i := range rundir.List {
		p := &rundir.List[i]
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
	fs.StringVar(at, "cache", "", "folder of fetched logs (default: waitbench/traces in the user's cache folder)")
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
		"int": "a whole number", "int64": "a whole number", "uint64": "a whole number from 0 on", "bool": "true or false",
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

// exactlyOne returns the only argument.
func exactlyOne(args []string, what string) (string, error) {
	if len(args) != 1 {
		return "", usagef("needs one %s, not %d", what, len(args))
	}
	return args[0], nil
}

// none refuses arguments.
func none(args []string) error {
	if len(args) > 0 {
		return usagef("takes no arguments, but got %q", args[0])
	}
	return nil
}
