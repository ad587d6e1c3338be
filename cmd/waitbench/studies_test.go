package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// studyPages are words that the page of each study must have.
var studyPages = map[string][]string{
	"downey": {"# Processor allocation", "The paper has 120 days", "](figure5-predictions.svg)"},
	"varq":   {"# Virtual advance reservations on quick", "Table 4", "](trajectory.svg)"},
	"cisne":  {"# Turnaround times on a non-dedicated cluster", "Assumed", "](turnaround.svg)"},
}

// TestStudies runs the examples of the studies, two each: what the page of the first must have, and
// that the second gives the same bytes with any number of workers.
func TestStudies(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	for _, cmd := range calls() {
		if cmd.Parent().Name() != "study" {
			continue
		}
		t.Run(cmd.Name(), func(t *testing.T) {
			t.Parallel()
			testStudy(t, cmd)
		})
	}
}

func testStudy(t *testing.T, cmd *cobra.Command) {
	dir, examples := t.TempDir(), strings.Split(cmd.Example, "\n")
	study := func(i int, to string, more ...string) (string, map[string]string) {
		line := strings.Replace(strings.TrimPrefix(examples[i], "  waitbench "), " small.swf ", " "+logOf(t, 1)+" ", 1)
		o := succeed(t, append(append(words(t, line), "--quiet", "--out", filepath.Join(dir, to)), more...)...)
		if o.err != "" {
			t.Errorf("--quiet, but %q on standard error", o.err)
		}
		return o.out, filesOf(t, filepath.Join(dir, to))
	}
	if len(examples) != 2 {
		t.Fatalf("%d examples, want 2", len(examples))
	}
	out, _ := study(0, "page")
	wantWords := func(what, text string, words []string) {
		if len(words) == 0 {
			t.Errorf("nothing is asked of %s", what)
		}
		for _, word := range words {
			if !strings.Contains(text, word) {
				t.Errorf("no %q in %s", word, what)
			}
		}
	}
	wantWords("the page", readFile(t, dir, "page", "README.md"), studyPages[cmd.Name()])
	wantWords("what is printed:\n"+out, out, []string{"Claims of the paper"})
	if strings.Contains(out, "NaN") {
		t.Errorf("NaN is printed:\n%s", out)
	}
	cells := readFile(t, dir, "page", "cells.csv")
	// heading, without VARQ, deadlines x fractions x requests x seeds
	if want := 1 + 1 + 2*3*3*2; cmd.Name() == "varq" && strings.Count(cells, "\n") != want {
		t.Errorf("%d lines of cells, want %d", strings.Count(cells, "\n"), want)
	}
	out, want := study(1, "one", "--workers", "1", "--format", "csv")
	again, files := study(1, "eight", "--workers", "8", "--format", "csv")
	if !strings.HasPrefix(out, "claim,") {
		t.Errorf("--format csv prints\n%s", out)
	}
	wantSame(t, "8 workers", files, want)
	if again != out {
		t.Error("8 workers print something else")
	}
}
