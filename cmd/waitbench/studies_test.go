package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// studyPages are words that the page of each study must have.
var studyPages = map[string][]string{
	"downey": {
		"# Processor allocation", "Table 1", "Table 2", "The paper has 120 days", "What does not come out",
		"](figures/figure3-allocated-time.svg)", "](figures/figure4-sizes.svg)", "](figures/figure5-predictions-alloc.svg)",
	},
	"varq": {"# Virtual advance reservations on quick", "Table 3", "Table 4", "Claims of the paper", "](figures/trajectory.svg)"},
	"cisne": {
		"# Turnaround times on a non-dedicated cluster", "Claims of the paper", "assumed", "at MPL 1 Historical is worst",
		"saturated links make SDPN worse by the least", "longer windows do not improve",
		"](figures/figure2-limits.svg)", "](figures/figure4-windows.svg)",
	},
}

// studyPrints are words that each study prints.
var studyPrints = map[string][]string{
	"downey": {"\nTable 1: ", "\nTable 2: ", "\nFigure 5: ", "Numbers that are not, or not certainly, reproduced\n"},
	"varq":   {"Table 3", "Claims of the paper"},
	"cisne":  {"Claims of the paper"},
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
	wantWords("what is printed:\n"+out, "\n"+out, studyPrints[cmd.Name()])
	if strings.Contains(out, "NaN") {
		t.Errorf("NaN is printed:\n%s", out)
	}
	cells := readFile(t, dir, "page", "cells.csv")
	if cat := succeed(t, "cat", filepath.Join(dir, "page", "cells.arrow")).out; cat != cells {
		t.Error("cells.arrow is not cells.csv")
	}
	// heading, without VARQ, deadlines x fractions x requests x seeds
	if want := 1 + 1 + 2*3*3*2; cmd.Name() == "varq" && strings.Count(cells, "\n") != want {
		t.Errorf("%d lines of cells, want %d", strings.Count(cells, "\n"), want)
	}
	out, want := study(1, "one", "--workers", "1")
	again, files := study(1, "eight", "--workers", "8")
	wantSame(t, "8 workers", files, want)
	if again != out {
		t.Error("8 workers print something else")
	}
}
