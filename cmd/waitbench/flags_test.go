package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestListsAppend passes lists in one flag and in several.
func TestListsAppend(t *testing.T) {
	t.Parallel()
	run := baseRun(t)
	want := succeed(t, "compare", run, "--methods", "bmbp,lognormal", "--queues", "normal,low", "--format", "csv").out
	args := []string{"compare", run, "--format", "csv", "--methods", "bmbp", "--methods=lognormal", "--queues", "normal",
		"--queues", "low"}
	if got := succeed(t, args...).out; got != want || strings.Count(got, "\n") != 3 {
		t.Errorf("%q prints\n%s\nnot\n%s", args, got, want)
	}
	best := succeed(t, "compare", run, "--format", "csv").out
	if want := succeed(t, "compare", run, "--methods", "lognormal,lognormal-trim", "--format", "csv").out; best != want {
		t.Errorf("compare without --methods prints\n%s\nnot\n%s", best, want)
	}
}

// TestFormatsOfTables prints the tables of several commands in every format.
func TestFormatsOfTables(t *testing.T) {
	t.Parallel()
	run := baseRun(t)
	for _, args := range [][]string{
		{"methods"}, {"traces", "info", logOf(t, 1)}, {"compare", run, "--methods", "bmbp,lognormal"},
		{"wait", logOf(t, 1), "--methods", "bmbp", "--within", "1h"},
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
					Columns []any
					Rows    []map[string]any
				}
				if err := d.Decode(&table); err != nil || table.Title == "" || len(table.Columns) != len(table.Rows[0]) {
					t.Errorf("%q: %v, %+v", args, err, table)
					break
				}
			}
		}
		call(append(args, "--format", "md")...).wantRefused(t, exitUsage, `unknown format "md"; known are `)
	}
}
