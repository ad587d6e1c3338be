package render

import (
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"waitbench/replay/run/runtest"
	"waitbench/swf"
)

// TestWorkByQueues replays, judges and collects logs of one job in each queue.
// Eight times the queues take less than 14 times the processor time.
func TestWorkByQueues(t *testing.T) {
	few, many := timeOfQueues(t, 500), timeOfQueues(t, 4000)
	if many > 14*few {
		t.Errorf("500 queues take %v, 4000 take %v", few, many)
	}
}

// timeOfQueues returns the processor time of a run of so many queues.
func timeOfQueues(t *testing.T, queues int) time.Duration {
	var text strings.Builder
	text.WriteString("; UnixStartTime: 1600000000\n; MaxProcs: 64\n")
	for i := range queues {
		fmt.Fprintf(&text, "%d %d 30 600 4 -1 -1 4 3600 -1 1 1 1 -1 %[1]d -1 -1 -1\n", i+1, 60*i)
	}
	plan := runtest.Plan(t, "bmbp", "0.95")
	plan.Settings.MinJobs = 1
	begun := processorTime()
	f, err := swf.OpenReader(strings.NewReader(text.String()), "queues")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	record, series, err := plan.Load("queues", f)
	if err != nil {
		t.Fatal(err)
	}
	w := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "queues")
	log := runtest.Log{Record: *record, Series: series}
	d := &Dir{Dir: log.Replay(t, w)}
	if _, err := d.Render(w.Folder, Figures{Which: NoFigures}); err != nil {
		t.Fatal(err)
	}
	c := Collection{Runs: []string{runtest.Commit(t, w).Path}}
	if err := c.Write(filepath.Join(t.TempDir(), "collected")); err != nil {
		t.Fatal(err)
	}
	return processorTime() - begun
}

func processorTime() time.Duration {
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
