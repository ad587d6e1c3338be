package main

import (
	"math"
	"strings"

	"github.com/spf13/cobra"
)

// argument is a word of a usage line, as messages name it.
type argument struct{ noun, hint string }

var arguments = map[string]argument{
	"DIR":        {noun: "run directory"},
	"LOG":        {"log", "; see waitbench traces list for the logs of the archive"},
	"DIR|LOG":    {noun: "run directory or log"},
	"NAME":       {"log", "; see waitbench traces list"},
	"SUITE":      {noun: "suite"},
	"FILE":       {noun: "file"},
	"FILE.arrow": {noun: "Arrow file"},
}

// argumentOf reads the usage line of a command: nothing, WORD for one argument,
// WORD... for at least one, brackets for optional ones.
func argumentOf(cmd *cobra.Command) (a argument, least, most int) {
	_, word, takes := strings.Cut(cmd.Use, " ")
	if !takes {
		return argument{}, 0, 0
	}
	least, most = 1, 1
	if strings.HasPrefix(word, "[") {
		least = 0
	}
	word = strings.Trim(word, "[]")
	if strings.HasSuffix(word, "...") {
		most = math.MaxInt
	}
	return arguments[strings.TrimSuffix(word, "...")], least, most
}

// checkArguments returns an error for too few or too many arguments.
func checkArguments(cmd *cobra.Command, args []string) error {
	a, least, most := argumentOf(cmd)
	switch {
	case len(args) >= least && len(args) <= most:
		return nil
	case most == 0:
		return usagef("takes no arguments, but got %q", args[0])
	case most > 1:
		return usagef("needs a %s%s", a.noun, a.hint)
	case least == 0:
		return usagef("takes one %s, not %d", a.noun, len(args))
	}
	return usagef("needs one %s, not %d", a.noun, len(args))
}
