package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// seconds is a flag that takes a length of time such as 5m or 2h30m, or a plain number of seconds.
type seconds float64

func (s *seconds) String() string { return time.Duration(float64(*s) * float64(time.Second)).String() }
func (s *seconds) Type() string   { return "duration" }
func (s *seconds) Set(text string) error {
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		*s = seconds(f)
		return nil
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("%q is neither a length of time such as 5m nor a number of seconds", text)
	}
	*s = seconds(d.Seconds())
	return nil
}

// list is a flag of comma-separated words; given again, it replaces what was there.
func list(fs *pflag.FlagSet, name, value, usage string) func() []string {
	text := fs.String(name, value, usage)
	return func() []string {
		var words []string
		for _, word := range strings.Split(*text, ",") {
			if word = strings.TrimSpace(word); word != "" {
				words = append(words, word)
			}
		}
		return words
	}
}

// exactlyOne returns the only argument.
func exactlyOne(args []string, what string) (string, error) {
	if len(args) != 1 {
		return "", usagef("needs one %s, not %d", what, len(args))
	}
	return args[0], nil
}
