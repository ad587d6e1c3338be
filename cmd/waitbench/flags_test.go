package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"waitbench/traces"
)

// TestOneFlagForOneThing looks at the names of all flags of all commands.
func TestOneFlagForOneThing(t *testing.T) {
	t.Parallel()
	for _, cmd := range all(newRoot()) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if _, isSingular := plurals[f.Name]; isSingular || f.Name == "formats" {
				t.Errorf("%s has --%s", cmd.CommandPath(), f.Name)
			}
			if f.Value.Type() == "float64" && strings.Contains(f.Usage, "time between") {
				t.Errorf("%s --%s takes no length of time", cmd.CommandPath(), f.Name)
			}
		})
		for singular, plural := range plurals {
			if cmd.Flags().Lookup(singular) != cmd.Flags().Lookup(plural) {
				t.Errorf("%s: --%s is not --%s", cmd.CommandPath(), singular, plural)
			}
		}
	}
}

// TestListsAppend gives lists in one flag and in several, in the singular too.
func TestListsAppend(t *testing.T) {
	t.Parallel()
	run := baseRun(t)
	want := succeed(t, "compare", run, "--methods", "bmbp,lognormal", "--queues", "normal,low", "--format", "csv").out
	for _, args := range [][]string{
		{"--method", "bmbp", "--method", "lognormal", "--queue", "normal", "--queues", "low"},
		{"--methods=bmbp", "--method=lognormal", "--queue=normal,low"},
	} {
		if got := succeed(t, append([]string{"compare", run, "--format", "csv"}, args...)...).out; got != want || strings.Count(got, "\n") != 3 {
			t.Errorf("%q prints\n%s\nnot\n%s", args, got, want)
		}
	}
}

// TestOneOnly gives several words where a command takes one.
func TestOneOnly(t *testing.T) {
	t.Parallel()
	run, log := baseRun(t), logOf(t, 1)
	for _, c := range [][]string{
		{"wait", log, "--queue", "normal", "--queue", "low"},
		{"wait", log, "--ranges", "1-4,5-16"},
		{"plot", "bounds", run, "--methods", "bmbp,lognormal"},
		{"study", "varq", "reserve", log, "--queues", "normal,low"},
		{"study", "varq", log, "--queues", "normal,low"},
	} {
		call(c...).wantRefused(t, exitUsage, "takes one ", " here, not several")
	}
}

// TestFormatsOfTables prints the tables of several commands in every format.
func TestFormatsOfTables(t *testing.T) {
	t.Parallel()
	run := baseRun(t)
	for _, args := range [][]string{
		{"methods"}, {"traces", "list"}, {"traces", "info", logOf(t, 1)}, {"compare", run, "--methods", "bmbp,lognormal"},
		{"wait", logOf(t, 1), "--method", "bmbp", "--from", "2001-01-02"}, {"wait", logOf(t, 1), "--within", "1h"}, {"methods", "--thresholds", "0.9"},
		{"cat", filepath.Join(run, "scores.arrow"), "--columns", "queue,bounded,median_ratio,change_points", "--head", "2"},
	} {
		seen := map[string]bool{}
		for _, format := range []string{"text", "json", "csv", "markdown", "latex"} {
			o := succeed(t, append(args, "--format", format)...)
			if seen[o.out] || o.out == "" {
				t.Errorf("%q --format %s prints nothing of its own", args, format)
			}
			seen[o.out] = true
			if format != "json" {
				continue
			}
			for d := json.NewDecoder(strings.NewReader(o.out)); d.More(); {
				var table struct {
					Title   string
					Columns []struct{ Key, Heading, Unit string }
					Rows    []map[string]any
				}
				if err := d.Decode(&table); err != nil || table.Title == "" || len(table.Rows) == 0 || len(table.Columns) != len(table.Rows[0]) {
					t.Errorf("%q: %v, %+v", args, err, table)
					break
				}
			}
		}
		call(append(args, "--format", "md")...).wantRefused(t, exitUsage, `unknown format "md"; known are `)
	}
}

// TestListsFit: the long lists and all help, but commands and messages to programs, fit 100
// columns, and help says what flags take.
func TestListsFit(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"methods"}, {"traces", "list"}} {
		for _, line := range strings.Split(succeed(t, args...).out, "\n") {
			if n := len([]rune(line)); n > 100 {
				t.Errorf("%q: a line of %d letters: %q", args, n, line)
			}
		}
	}
	for _, cmd := range all(newRoot()) {
		var help strings.Builder
		cmd.SetOut(&help)
		_ = cmd.Help()
		for line := range strings.Lines(help.String()) {
			if n := len([]rune(strings.TrimSpace(line))); n > 100 && !strings.HasPrefix(line, "  waitbench ") && !strings.HasPrefix(line, "  > {") {
				t.Errorf("%s --help: a line of %d letters: %q", cmd.CommandPath(), n, line)
			}
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if name, _ := pflag.UnquoteUsage(f); name == "string" {
				t.Errorf("%s --help does not say what --%s takes", cmd.CommandPath(), f.Name)
			}
		})
	}
}

// TestTracesHere lists which logs of the catalogue are in the cache.
func TestTracesHere(t *testing.T) {
	t.Parallel()
	cache := t.TempDir()
	e := traces.Catalogue()[1]
	writeFile(t, (&traces.Store{Dir: cache}).Path(e), "a log")
	for _, row := range table(t, succeed(t, "traces", "list", "--cache", cache, "--format", "csv").out)[1:] {
		if want := map[bool]string{true: "yes", false: "no"}[row[0] == e.Name]; row[1] != want {
			t.Errorf("%s is here: %s, want %s", row[0], row[1], want)
		}
	}
	if o := call("traces", "verify", "--cache", cache, "--format", "csv"); o.code != exitFailed || o.out != "name,status\n"+e.Name+",wrong\n" {
		t.Errorf("a wrong log: code %d, %q", o.code, o.out)
	}
}

// TestCompletion completes commands and flags, and writes a script for each shell.
func TestCompletion(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want string
		args []string
	}{
		{"list get verify info", []string{"traces", ""}},
		{"--within", []string{"wait", "--wit"}},
	} {
		out := succeed(t, append([]string{"__completeNoDesc"}, c.args...)...).out
		words, _, _ := strings.Cut(out, "\n:") // a directive follows
		if strings.Join(strings.Fields(words), " ") != c.want {
			t.Errorf("%q completes %q, want %s", c.args, out, c.want)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if o := succeed(t, "completion", shell); !strings.Contains(o.out, "waitbench") {
			t.Errorf("completion %s: %.100q", shell, o.out)
		}
	}
}
