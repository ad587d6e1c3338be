//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/run"
)

// cpu is the processor time of the program so far, in nanoseconds.
func cpu(t *testing.T) int64 {
	t.Helper()
	runtime.GC() // what was done so far leaves nothing to do
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return used.Utime.Nano() + used.Stime.Nano()
}

// TestCosts looks whether the costs that units are cut by know every method. With WAITBENCH_COSTS set
// it measures them on SDSC-SP2.
func TestCosts(t *testing.T) {
	const file = "../../replay/run/costs.csv"
	if os.Getenv("WAITBENCH_COSTS") != "" {
		writeFile(t, file, measuredCosts(t))
	}
	var known []string
	for _, row := range strings.Split(strings.TrimSpace(readFile(t, file)), "\n")[1:] {
		name, _, _ := strings.Cut(row, ",")
		known = append(known, name)
	}
	if want := append([]string{"read", "merge"}, methods.Names()...); !slices.Equal(known, want) {
		t.Errorf("%s is of %v, not of %v: make costs", file, known, want)
	}
}

func measuredCosts(t *testing.T) string {
	path := realLog(t, "SDSC-SP2-1998-4.2-cln")
	load := func(names []string, quantiles ...string) (*run.Plan, []*replay.Series) {
		s := run.Defaults()
		s.Methods, s.Quantiles = names, quantiles
		plan, err := run.NewPlan("replay", s, replay.Engine{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		f, err := openLog(console{}, path, false)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		_, series, err := plan.Load("log", f)
		if err != nil {
			t.Fatal(err)
		}
		return plan, series
	}
	begun := cpu(t)
	_, series := load([]string{"bmbp"}, "0.95")
	read := cpu(t) - begun
	jobs, rows := int64(len(series[0].Trace.Jobs)), int64(0)
	for _, s := range series {
		rows += int64(s.Len())
	}
	dir := filepath.Join(t.TempDir(), "run")
	call := []string{"replay", path, "--methods", "waits", "--out", dir, "--quiet"}
	succeed(t, append(call, "--unit", "1/1")...)
	begun = cpu(t)
	succeed(t, append(call, "--merge")...)
	merge := cpu(t) - begun
	text := "method,watch_ns_per_job,ns_per_row,bytes_per_row\n"
	waits, _ := load([]string{"waits"}, "0.95")
	text += fmt.Sprintf("read,%d,0,0\nmerge,0,%d,0\n", read/jobs, merge/rows/int64(len(waits.Methods)))
	for _, name := range methods.Names() {
		var watch [2]int64 // at one level, and at nine
		var row, bytes int64
		for i, quantiles := range [][]string{{"0.95"}, nineQuantiles} {
			plan, series := load([]string{name}, quantiles...)
			begun := cpu(t)
			watched, err := plan.Watch(t.Context(), series[0].Trace)
			if err != nil {
				t.Fatal(err)
			}
			watch[i] = cpu(t) - begun
			if i == 0 {
				row, bytes = tasksCost(t, plan, series, watched)
			}
		}
		level := max(0, watch[1]-watch[0]) / 8
		if m, _ := methods.Named(name); m.Watch == nil || strings.Contains(name, "+") { // whose watcher has its own row
			watch[0] = level
		}
		text += fmt.Sprintf("%s,%d,%d,%d\n", name, (watch[0]-level)/jobs, (row+level)/rows, bytes/rows)
	}
	return text
}

// tasksCost is the processor time that the tasks of a plan of one method and level take, and the bytes
// of their predictions.
func tasksCost(t *testing.T, plan *run.Plan, series []*replay.Series, watched *replay.Watched) (nanoseconds, bytes int64) {
	m, begun := plan.Methods[0], cpu(t)
	names := arrowio.Names{Traces: []string{"log"}, Methods: []string{m.Name}}
	var tasks []replay.Task
	for _, s := range series {
		task := plan.Task(s, m, plan.Levels[0])
		task.Forecasts = watched.Forecasts[m.Watch]
		tasks = append(tasks, task)
		for list, name := range map[*[]string]string{&names.Queues: s.Queue, &names.Ranges: s.Range} {
			if !slices.Contains(*list, name) {
				*list = append(*list, name)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "predictions.arrow")
	w, err := arrowio.CreatePredictions(path, nil, names)
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Engine.Run(t.Context(), tasks, w.Append); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return cpu(t) - begun, info.Size()
}
