package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/swf/swftest"
)

// words splits a line as a shell does that knows single quotes only; what a
// shell would take for more than letters must be quoted.
func words(t *testing.T, line string) []string {
	t.Helper()
	var found []string
	for i, piece := range strings.Split(line, "'") {
		switch {
		case i%2 == 1:
			found = append(found, piece)
		case strings.ContainsAny(piece, "\"`$&|;<>()*?[]#~!\\"):
			t.Fatalf("%q must be quoted in a shell", line)
		default:
			found = append(found, strings.Fields(piece)...)
		}
	}
	return found
}

// TestExamples runs every example of every command: first those that make or
// change what others read, one after another, and then the others in parallel.
// TestStudies runs those of the studies.
func TestExamples(t *testing.T) {
	drawsMuch(t)
	t.Chdir(t.TempDir())
	for name, sample := range map[string]string{"jobs.txt": "sacct-sample.txt", "jobs.csv": "eagle.csv",
		"pbs.txt": "pbs.txt"} {
		writeFile(t, name, accountingSample(t, sample))
	}
	bounds := "job_id,q0.5,q0.95\n"
	for id := range 1000 {
		bounds += fmt.Sprintf("%d,600,7200\n", id+1)
	}
	writeFile(t, "bounds.csv", bounds)
	writeFile(t, "plans.txt", "1|1795307820|1795307880\n")
	first := []string{"generate", "replay", "report"}
	examplesOf := func(t *testing.T, cmd *cobra.Command) {
		if cmd.Example == "" {
			t.Error("no example")
		}
		for _, example := range strings.Split(cmd.Example, "\n") {
			example = strings.TrimPrefix(example, "  waitbench ")
			t.Run(example, func(t *testing.T) { runExample(t, example) })
		}
	}
	for _, name := range first {
		cmd, _, err := newRoot().Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) { examplesOf(t, cmd) })
	}
	for _, cmd := range calls() {
		if !slices.Contains(first, cmd.Name()) && cmd.Parent().Name() != "study" {
			t.Run(cmd.CommandPath(), func(t *testing.T) {
				t.Parallel()
				examplesOf(t, cmd)
			})
		}
	}
}

func runExample(t *testing.T, example string) {
	args := words(t, example)
	if strings.HasPrefix(example, "traces get") {
		t.Skip("needs the network; TestTracesGet and the tests of package traces do without")
	}
	if example == "demo" || args[0] == "bench" {
		t.Skip("takes long; make demo and TestBench run it")
	}
	o := succeed(t, args...)
	if strings.Contains(example, "--quiet") && o.err != "" {
		t.Errorf("--quiet, but %q on standard error", o.err)
	}
	switch args[0] {
	case "demo":
		if strings.Contains(example, "demo-paper") {
			swftest.Golden(t, filepath.Join(testdata, "demo.txt"), o.out)
			if log := readFile(t, "demo-paper", "demo.swf.gz"); !strings.HasPrefix(log, "\x1f\x8b") {
				t.Error("demo.swf.gz is not a compressed log")
			}
		}
	case "plot":
		for _, file := range strings.Fields(o.out) {
			if strings.Contains(readFile(t, file), "No job") {
				t.Errorf("%s shows no jobs", file)
			}
		}
	case "wait":
		if strings.Contains(o.out, "too few waits") || strings.Contains(example, "--from") &&
			!strings.Contains(o.out, "2001-01-07 00:00") {
			t.Errorf("some time has no bound:\n%s", o.out)
		}
	case "cat":
		if _, file, is := strings.Cut(example, "--out "); is {
			if text := readFile(t, file); !strings.HasPrefix(text, "PAR1") || o.out != "" {
				t.Errorf("%s begins %.8q; %q on standard output", file, text, o.out)
			}
			return
		}
		if lines := strings.Count(o.out, "\n"); lines < 5 {
			t.Errorf("%d lines", lines)
		}
	case "replay", "report":
		if strings.Contains(example, "json") {
			if !json.Valid([]byte(strings.ReplaceAll("["+o.out+"]", "\n}\n{", "\n},\n{"))) {
				t.Errorf("not JSON:\n%s", o.out)
			}
			return
		}
		if strings.Contains(example, "latex") {
			want := len(filesOf(t, filepath.Join(args[1], "tables"))) / 2
			if _, names, some := strings.Cut(example, "--tables "); some {
				want = 1 + strings.Count(strings.Fields(names)[0], ",")
			}
			if got := strings.Count(o.out, "\n\\caption{") + strings.Count(o.out, "\n  \\caption{"); got != want ||
				got < 2 {
				t.Errorf("%d tables, want %d", got, want)
			}
			return
		}
		if !regexp.MustCompile(
			`(?m)^(Of [\d,]+ scored jobs in|On .+ no method can be trusted to|No queue has) `).MatchString(o.out) {
			t.Errorf("output:\n%s", o.out)
		}
	}
}

func TestHelp(t *testing.T) {
	top := succeed(t, "--help").out
	for _, args := range [][]string{{"help"}, {"-h"}} {
		if got := succeed(t, args...).out; got != top {
			t.Errorf("%q prints something else than --help", args)
		}
	}
	commands, listed, _ := strings.Cut(top, "Topics of waitbench help:\n")
	for _, cmd := range newRoot().Commands() {
		if topic := cmd.IsAdditionalHelpTopicCommand(); topic != strings.Contains("\n"+listed, "\n  "+cmd.Name()+" ") ||
			topic == strings.Contains(commands, "\n  "+cmd.Name()+" ") {
			t.Errorf("%s is in the wrong list of the help", cmd.Name())
		}
		if !cmd.Hidden && !strings.Contains(top, "\n  "+cmd.Name()+" ") || !cmd.Hidden &&
			!strings.Contains(top, cmd.Short+"\n") {
			t.Errorf("the list of commands lacks %s", cmd.Name())
		}
	}
	for _, cmd := range all(newRoot()) {
		if cmd.HasParent() && cmd.Runnable() && !cmd.Hidden && cmd.Name() != "help" {
			testHelp(t, cmd)
		}
	}
	for _, args := range []string{"help help", "help completion", "completion bash --help", "completion fish --help"} {
		said := succeed(t, strings.Fields(args)...).out
		if !strings.Contains(said, "print this help") || strings.Contains(said, "help for") ||
			strings.Contains(said, "application") || strings.Contains(said, "current shell session") {
			t.Errorf("waitbench %s has texts of cobra:\n%s", args, said)
		}
	}
	if o := call(); o.code != exitUsage || o.out != "" || o.err != top {
		t.Errorf("no command at all: %+v", o)
	}
}

// testHelp compares the help on a command, by every way to it, with the
// command. All but commands fits 80 columns.
func testHelp(t *testing.T, cmd *cobra.Command) {
	path := cmd.CommandPath()
	name := slices.Clip(strings.Fields(path)[1:]) // appended to more than once
	o := succeed(t, append(name, "--help")...)
	for _, args := range [][]string{append([]string{"help"}, name...), append(name, "-h"),
		append(name, "--help", "--no-such-flag")} {
		if got := succeed(t, args...).out; got != o.out {
			t.Errorf("%q prints something else than %s --help", args, path)
		}
	}
	wants := []string{"Usage: " + cmd.UseLine() + "\n", cmd.Long, "\nFlags", "\n" + exitCodes + "\n"}
	if cmd.Example != "" {
		wants = append(wants, "\nExamples:\n"+cmd.Example+"\n")
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if kind, _ := pflag.UnquoteUsage(f); f.Usage == "" || kind == "string" {
			t.Errorf("%s --%s is not explained", path, f.Name)
		}
		if !f.Hidden {
			wants = append(wants, " --"+f.Name+" ")
		}
	})
	for _, want := range wants {
		if !strings.Contains(o.out, want) {
			t.Errorf("%s --help has no %q:\n%s", path, want, o.out)
		}
	}
	if again := regexp.MustCompile(`\(default:[^)]*\)\s*\(default`).FindString(o.out); again != "" {
		t.Errorf("%s --help has two defaults: %q", path, again)
	}
	for line := range strings.Lines(o.out) {
		if utf8.RuneCountInString(line) > 81 &&
			!regexp.MustCompile(`^(  waitbench |duckdb |Partition,)`).MatchString(line) {
			t.Errorf("%s --help: a long line: %q", path, line)
		}
	}
}

// TestVersion: both ways print the same, and JSON names its fields.
func TestVersion(t *testing.T) {
	o := succeed(t, "version")
	if !regexp.MustCompile(
		`^waitbench \d+\.\d+\.\d+, (no commit known|commit [0-9a-f]+( with changes)?), go\S+\n$`).MatchString(o.out) ||
		o.out != succeed(t, "--version").out || o.out != succeed(t, "-v").out {
		t.Errorf("version: %+v", o)
	}
	var fields map[string]any
	err := json.Unmarshal([]byte(succeed(t, "version", "--format", "json").out), &fields)
	if names := slices.Sorted(maps.Keys(fields)); err != nil || strings.Join(names, " ") != "commit dirty go version" {
		t.Errorf("version --format json prints %v, %v", names, err)
	}
}
