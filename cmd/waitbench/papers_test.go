package main

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestPaperCommands runs the commands in three rows of results/README.md, all of
// one log: they make the files in results/ to the byte.
func TestPaperCommands(t *testing.T) {
	drawsMuch(t)
	folder, err := filepath.Abs(filepath.Dir(realLog(t, "SDSC-DS-2004-2.1-cln")))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("WAITBENCH_TRACES", folder)
	text, made := readFile(t, "../../results/README.md"), map[string]string{}
	for _, name := range []string{"bmbp-figure1.svg", "bmbp-figure2.svg", "bmbp-figure2-1-32.csv",
		"bmbp-figure2-129-512.csv", "bmbp-table8.md"} {
		made[name] = readFile(t, "../../results", name)
	}
	for _, item := range []string{"figure 1", "figure 2: larger jobs have the lower bound", "table 8"} {
		_, row, _ := strings.Cut(text, "\n| Brevik et al. 2006 | "+item+" | ")
		row, _, _ = strings.Cut(row, " | ")
		t.Chdir(t.TempDir())
		for _, command := range regexp.MustCompile("`(.*?)`").FindAllStringSubmatch(row, -1) {
			line, file, written := strings.Cut(command[1], " >")
			o := succeed(t, words(t, line)...)
			if written {
				writeFile(t, file, o.out)
			}
		}
		for name := range filesOf(t, ".") {
			if want, is := made[name]; is {
				if readFile(t, name) != want {
					t.Errorf("%s: another %s than in results/", item, name)
				}
				delete(made, name)
			}
		}
	}
	if len(made) > 0 {
		t.Errorf("no command makes %v", slices.Sorted(maps.Keys(made)))
	}
}
