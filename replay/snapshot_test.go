package replay

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/swf"
)

// snapshotLines are of a log that begins at second 1,000,000,000 since 1970.
var snapshotLines = line(1, 0, 10, 50, 2, 2, 60, 1) +
	strings.Replace(line(2, 20, 10, -1, 4, 4, 600, 1), "600 -1 1 ", "600 -1 -1 ", 1) + // runs from 30 on
	line(3, 40, 20, -1, -1, 4, 600, 1) + // cancelled at 60
	line(4, 50, -1, -1, -1, 8, 600, 2) + // pending
	strings.Replace(line(5, 90, 0, -1, 1, 1, -1, 1), "-1 -1 1 1 1", "-1 -1 -1 1 1", 1) // runs from 90 on

// Running jobs have waits and hold their processors, and pending jobs stay in
// the queue. Without the directive both are left out.
func TestSnapshot(t *testing.T) {
	const header = "; MaxProcs: 16\n; UnixStartTime: 1000000000\n"
	for _, c := range []struct {
		header, sel string
		selected    string
		kept        int
		snapshot    string
	}{
		{"; SnapshotTime: 1000000100\n", "started", "[1 2 5]", 5, "100 2 1"},
		{"; SnapshotTime: 1000000100\n", "paper", "[1 2]", 5, "100 2 1"},
		{"; SnapshotTime: 1000000100\n", "all", "[1 2 3 5]", 5, "100 2 1"},
		{"; SnapshotTime: 1000000089 (sacct)\n", "started", "[1 2 5]", 5, "89 2 1"}, // a second may be lost
		{"", "started", "[1]", 4, ""},
		{"", "all", "[1 2 3 5]", 4, ""},
	} {
		log, err := load(t, header+c.header+snapshotLines, swf.Selection(c.sel))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if s := log.Snapshot; s != nil {
			got = fmt.Sprint(s.Time, s.Running, s.Pending)
		}
		if fmt.Sprint(ids(log.Jobs)) != c.selected || len(log.Jobs) != c.kept || got != c.snapshot {
			t.Errorf("%q, %s: selected %v of %d, snapshot %q", c.header, c.sel, ids(log.Jobs), len(log.Jobs), got)
		}
		wantEnd := "free 11, waiting [4], running [2 5]"
		if c.snapshot == "" {
			wantEnd = "free 16, waiting [], running []"
		}
		var end string
		w := &lookAt{}
		kind := &methods.ForecasterSpec{Name: "end", New: func(methods.LogInfo) (methods.Forecaster, error) { return w, nil }}
		log.Jobs = append(log.Jobs, Job{ID: 9, Submit: 1e6, Wait: 1, Run: 1, Procs: 1}) // long after
		w.submitted = func(m *methods.Machine) {
			id := func(list []*methods.QueuedJob) (ids []int64) {
				for _, j := range list {
					if id := log.Jobs[j.Index].ID; id != 9 {
						ids = append(ids, id)
					}
				}
				return ids
			}
			end = fmt.Sprintf("free %d, waiting %v, running %v", m.Free, id(m.Waiting), id(m.Running))
		}
		engine := &Engine{}
		watched, err := engine.Forecast(context.Background(), log, []*methods.ForecasterSpec{kind}, methods.Settings{Level: methods.Level{Quantile: .95, Confidence: .95}}, nil, Config{})
		if err != nil || end != wantEnd || watched.Machine.Over != 0 {
			t.Errorf("%q, %s: at the end %s, want %s; %d starts over, error %v", c.header, c.sel, end, wantEnd, watched.Machine.Over, err)
		}
	}
}

// lookAt looks at the machine whenever a job is submitted.
type lookAt struct {
	submitted func(*methods.Machine)
}

func (w *lookAt) Forecast(_ *methods.QueuedJob, m *methods.Machine) methods.Forecast {
	w.submitted(m)
	return methods.NoForecast
}
func (w *lookAt) Submitted(*methods.QueuedJob, *methods.Machine)               {}
func (w *lookAt) Started(*methods.QueuedJob, *methods.Machine)                 {}
func (w *lookAt) Ended(*methods.QueuedJob, float64, float64, *methods.Machine) {}
func (w *lookAt) Refit(float64)                                                {}

func TestSnapshotRefuses(t *testing.T) {
	const start = "; UnixStartTime: 1000000000\n"
	for text, want := range map[string]string{
		start + "; SnapshotTime: today\n" + snapshotLines:                       `test: invalid SnapshotTime "today": want an integer`,
		start + "; SnapshotTime:\n" + snapshotLines:                             `test: invalid SnapshotTime ""`,
		start + "; SnapshotTime: 1000000100.5\n" + snapshotLines:                `test: invalid SnapshotTime "1000000100.5"`,
		start + "; SnapshotTime: 99999999999999999999\n" + snapshotLines:        `want an integer`,
		"; SnapshotTime: 1000000100\n" + snapshotLines:                          "test: SnapshotTime needs UnixStartTime",
		start + snapshotLines + "; SnapshotTime: 1000000100\n":                  "test: the directive SnapshotTime must come before the first job",
		start + "; SnapshotTime: 1000000088\n" + snapshotLines:                  "test:7: job 5 is known until second 90 of the log, after the SnapshotTime at 88",
		start + "; SnapshotTime: 100\n" + snapshotLines:                         "after the SnapshotTime at -999999900",
		start + "; SnapshotTime: 1000000100\n" + line(1, 5, -1, -1, 1, 1, 1, 1): "no wait times",
	} {
		if log, err := load(t, text, swf.Started); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: log %v, error %v, want %s", text, log, err, want)
		}
	}
}
