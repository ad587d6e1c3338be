package render

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/replay/run/runtest"
	"waitbench/swf"
)

// BenchmarkQueues replays, judges, renders and collects logs of one job in each
// queue. The work grows with the queues, and not with their square.
func BenchmarkQueues(b *testing.B) {
	for _, queues := range []int{500, 4000} {
		b.Run(fmt.Sprint("queues=", queues), func(b *testing.B) {
			for b.Loop() {
				replayQueues(b, queues)
			}
		})
	}
}

func replayQueues(t testing.TB, queues int) {
	var text strings.Builder
	text.WriteString("; UnixStartTime: 1600000000\n; MaxProcs: 64\n")
	for i := range queues {
		fmt.Fprintf(&text, "%d %d 30 600 4 -1 -1 4 3600 -1 1 1 1 -1 %[1]d -1 -1 -1\n", i+1, 60*i)
	}
	plan := runtest.Plan(t, "bmbp", "0.95")
	plan.Settings.MinJobs = 1
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
}
