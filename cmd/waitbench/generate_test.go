package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/swf"
	"waitbench/traces/synth"
)

// TestExtra: the run time in the row of a job is that in the log, where the job
// has such a number of processors, and else that of the model. The log is the
// same without the file.
func TestExtra(t *testing.T) {
	dir := t.TempDir()
	log, extra, alone := filepath.Join(dir, "a.swf"), filepath.Join(dir, "a.csv"), filepath.Join(dir, "b.swf")
	succeed(t, "generate", "--days", "2", "--procs", "64", "--out", log, "--extra", extra)
	succeed(t, "generate", "--days", "2", "--procs", "64", "--out", alone)
	if readFile(t, log) != readFile(t, alone) {
		t.Error("another log with --extra")
	}
	rows, err := csv.NewReader(strings.NewReader(readFile(t, extra))).ReadAll()
	if err != nil || strings.Join(rows[0], " ") != "job average_parallelism sigma run_on_1_s run_on_2_s run_on_4_s "+
		"run_on_8_s run_on_16_s run_on_32_s run_on_64_s" {
		t.Fatalf("%v, %v", rows[:1], err)
	}
	f, err := swf.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const completed = 1
	compared, jobs, listed := 0, 0, 0
	for j, err := range f.All() {
		if err != nil {
			t.Fatal(err)
		}
		jobs++
		if jobs >= len(rows) || rows[jobs][0] != strconv.FormatInt(j.ID, 10) {
			t.Fatalf("job %d has no row", j.ID)
		}
		s := synth.Shape{Parallelism: number(rows[jobs][1]), Variance: number(rows[jobs][2]), Work: number(rows[jobs][3])}
		if j.Status == completed {
			if want := max(1, math.Round(s.Run(j.ReqProcs))); j.Run != want || s.Procs(32) != j.ReqProcs {
				t.Errorf("job %d runs %v s on %d processors, by its row %v s on %d", j.ID, j.Run, j.ReqProcs, want, s.Procs(32))
			}
			compared++
			if column := slices.Index(rows[0], fmt.Sprintf("run_on_%d_s", j.ReqProcs)); column > 0 {
				listed++
				if want := number(rows[jobs][column]); math.Abs(j.Run-max(want, 1)) > 0.5 {
					t.Errorf("job %d runs %v s on %d processors, %v by its row", j.ID, j.Run, j.ReqProcs, want)
				}
			}
		}
	}
	if len(rows) != jobs+1 || compared < 100 || listed < 50 {
		t.Errorf("%d rows of %d jobs, %d compared, %d with its processors", len(rows), jobs, compared, listed)
	}
	call("generate", "--extra", "-").wantRefused(t, exitUsage, "--out and --extra both write to standard output")
	call("generate", "--out", log, "--extra", log).wantRefused(t, exitUsage, "are the same file")
}
