package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/run"
	"waitbench/report/board"
)

// TestPages holds the pages for administrators, for those who compare methods
// and for clusters against the program: every command on them is one, with
// these flags.
func TestPages(t *testing.T) {
	for _, name := range []string{"site", "fair", "cluster", "completion"} {
		t.Run(name, func(t *testing.T) { testPage(t, succeed(t, "help", name).out) })
	}
}

// TestFairPage: every flag that the page names is one of replay, every column
// one of scores, and the numbers are the defaults.
func TestFairPage(t *testing.T) {
	text, usual, cmd := page("fair"), run.Defaults(), replayCommand()
	bench := benchCommand()
	for _, flag := range regexp.MustCompile(`--[a-z-]+`).FindAllString(text, -1) {
		if cmd.Flags().Lookup(flag[2:]) == nil && bench.Flags().Lookup(flag[2:]) == nil && flag != "--seed" {
			t.Errorf("neither replay nor bench has %s", flag)
		}
	}
	for _, word := range regexp.MustCompile(`\b[a-z]+_[a-z_]+\b`).FindAllString(text, -1) {
		if !slices.ContainsFunc(replay.Columns, func(c replay.Column) bool { return c.Name == word }) {
			t.Errorf("scores have no column %s", word)
		}
	}
	for _, want := range []string{
		fmt.Sprintf("(--train %v)", usual.Train), fmt.Sprintf("(--epoch %s)", replay.FormatDuration(usual.Epoch)),
		fmt.Sprintf("fewer than %d jobs", usual.MinJobs), "compare " + usual.Quantiles[0] + " with " +
			usual.Quantiles[0],
		board.RankingFile, run.RecordFile,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	found, err := methods.Find([]string{"baselines"}, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range append(found, methods.Method{Name: "forest"}) {
		if _, err := methods.Named(m.Name); err != nil || !strings.Contains(text, m.Name) {
			t.Errorf("the page lacks %s (%v)", m.Name, err)
		}
	}
}

func testPage(t *testing.T, text string) {
	calls := regexp.MustCompile(`waitbench ([a-z]+(?: sacct| pbs| csv)?)((?: [^|\s]+)*)`).FindAllStringSubmatch(text,
		-1)
	root := newRoot()
	refuseUnknown(root)
	for _, c := range calls {
		cmd, left, err := root.Find(strings.Fields(c[1]))
		if err != nil || len(left) > 0 {
			t.Errorf("no command %q", c[1])
			continue
		}
		for _, flag := range regexp.MustCompile(`--[a-z-]+`).FindAllString(c[2], -1) {
			if flag != "--help" && cmd.Flags().Lookup(flag[2:]) == nil {
				t.Errorf("%s has no flag %s", cmd.CommandPath(), flag)
			}
		}
	}
	if len(calls) < 4 {
		t.Errorf("only %d commands in\n%s", len(calls), text)
	}
}

// TestManualOfRunDirectory compares the help on run directories with the files
// of a run and their columns.
func TestManualOfRunDirectory(t *testing.T) {
	text := succeed(t, "help", "run-directory").out
	if strings.TrimSpace(text) != strings.TrimSpace(page("rundirectory")+arrowio.Columns()) {
		t.Error("help prints another text")
	}
	dir := baseRun(t)
	for name := range filesOf(t, dir) {
		stem := name
		if strings.Contains(name, "/") {
			stem = strings.TrimSuffix(name, filepath.Ext(name))
		}
		stem = regexp.MustCompile(`-seed1$`).ReplaceAllString(stem, "-LOG")
		stem = regexp.MustCompile(`^(figures/.*)-by-range-`).ReplaceAllString(stem, "$1-by-queue-")
		if !strings.HasSuffix(stem, "/") && !regexp.MustCompile(`(?m)^  ([a-z.]+, )?`+regexp.QuoteMeta(stem)+
			`\b`).MatchString(text) {
			t.Errorf("the manual lacks %s (looked for %s)", name, stem)
		}
	}
	for _, file := range []string{"scores.arrow", "predictions.arrow"} {
		_, columns, _ := strings.Cut(text, file+"\n---")
		for _, name := range csvRows(t, succeed(t, "cat", filepath.Join(dir, file), "--head", "1").out)[0] {
			if !strings.Contains(columns, "\n    "+name+" ") {
				t.Errorf("the manual lacks column %s of %s", name, file)
			}
		}
	}
}

// calls lists the commands that do something of their own.
func calls() []*cobra.Command {
	var list []*cobra.Command
	for _, cmd := range all(newRoot()) {
		if cmd.Runnable() && !isParent(cmd) && !cmd.Hidden {
			list = append(list, cmd)
		}
	}
	return list
}
