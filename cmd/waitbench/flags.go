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
var plurals = map[string]string{"queue": "queues", "method": "methods", "range": "ranges", "quantile": "quantiles"}

func inPlural(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if plural, ok := plurals[name]; ok {
		name = plural
	}
	return pflag.NormalizedName(name)
}

// again is a flag that may be given several times: the first use replaces the default, others add.
type again struct {
	pflag.Value
	used bool
}

func (a *again) Set(text string) error {
	if a.used && a.String() != "" {
		text = a.String() + "," + text
	}
	err := a.Value.Set(text)
	a.used = a.used || err == nil
	return err
}

// wordList is a list of words with commas between them.
type wordList []string

func (l *wordList) Type() string   { return "list" }
func (l *wordList) String() string { return strings.Join(*l, ",") }
func (l *wordList) Set(text string) error {
	words, err := rundir.SplitWords(text)
	*l = words
	return err
}

// list is a flag of words; what at holds is the default.
func list(fs *pflag.FlagSet, at *[]string, name, usage string) {
	fs.Var(&again{Value: (*wordList)(at)}, name, usage)
}

// numberList is a list of numbers.
type numberList []float64

func (l *numberList) Type() string   { return "numbers" }
func (l *numberList) String() string { return strings.ReplaceAll(joined(*l), ", ", ",") }
func (l *numberList) Set(text string) error {
	var words wordList
	var found numberList
	_ = words.Set(text) // which takes all texts
	for _, word := range words {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return fmt.Errorf("%q is not a number", word)
		}
		found = append(found, x)
	}
	*l = found
	return nil
}

// numbers is a flag of numbers; what at holds is the default.
func numbers(fs *pflag.FlagSet, at *[]float64, name, usage string) {
	fs.Var(&again{Value: (*numberList)(at)}, name, usage)
}

// joined writes a list.
func joined[S ~[]T, T any](list S) string {
	var words []string
	for _, x := range list {
		words = append(words, fmt.Sprint(x))
	}
	return strings.Join(words, ", ")
}

// one is a flag that takes one word, where other commands take several.
type one struct {
	at   *string
	what string
	used bool
}

func (o *one) Type() string   { return o.what }
func (o *one) String() string { return *o.at }
func (o *one) Set(text string) error {
	if o.used && text != *o.at || strings.Contains(text, ",") && !strings.ContainsAny(text, `"'`) {
		return fmt.Errorf("takes one %s here, not several", o.what)
	}
	*o.at, o.used = text, true
	return nil
}

// single is a flag of the plural name that takes one word.
func single(fs *pflag.FlagSet, at *string, what, usage string) {
	fs.Var(&one{at: at, what: what}, plurals[what], usage)
}

// seconds is a flag that takes a length of time.
type seconds float64

func (s *seconds) Type() string   { return "duration" }
func (s *seconds) String() string { return replay.FormatDuration(float64(*s)) }
func (s *seconds) Set(text string) error {
	x, err := replay.ParseDuration(text)
	*s = seconds(x)
	return err
}

// duration is a flag of seconds at a place, which holds the default.
func duration(fs *pflag.FlagSet, at *float64, name, usage string) {
	fs.Var((*seconds)(at), name, usage)
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
			value = &again{Value: value}
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

// oneOf is a flag that takes one of some words.
type oneOf struct {
	at    *string
	what  string
	known []string
}

func (o *oneOf) Type() string   { return "word" }
func (o *oneOf) String() string { return *o.at }
func (o *oneOf) Set(text string) error {
	*o.at = text
	if !slices.Contains(o.known, text) {
		return fmt.Errorf("unknown %s %q; known are %s", o.what, text, strings.Join(o.known, ", "))
	}
	return nil
}

// choice is a flag that takes one of some words, the first of which is the default.
func choice(cmd *cobra.Command, at *string, name, usage string, known ...string) {
	*at = known[0]
	cmd.Flags().Var(&oneOf{at, name, known}, name, usage+": "+strings.Join(known, ", "))
	complete(cmd, name, cobra.FixedCompletions(known, cobra.ShellCompDirectiveNoFileComp))
}
