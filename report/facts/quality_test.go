package facts

import (
	"fmt"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/report/reporttest"
	"waitbench/swf"
)

// TestQuality: a log of 20 days with ten jobs on each but five, three of
// which follow each other. Its first job was submitted two days after the
// start, and one job has more processors than the header allows.
func TestQuality(t *testing.T) {
	var text strings.Builder
	text.WriteString("; UnixStartTime: 946684800\n; TimeZoneString: UTC\n; MaxProcs: 8\n" +
		"; MaxRecords: 999\n; MaxJobs: 999\n" +
		"; MaxRuntime: 60\n; MaxQueues: 1\n" +
		"; StartTime: Sat Jan  1 00:00:00 UTC 2000\n; EndTime: Sat Jan 22 00:00:00 UTC 2000\n")
	jobs := 0
	for d := 2; d < 22; d++ {
		if d == 4 || d == 5 || 9 < d && d < 13 {
			continue
		}
		for i := range 10 {
			jobs++
			procs, requested := 4, int64(3600)
			switch jobs {
			case 7:
				procs = 16
			case 8, 9:
				requested = 99999
			case 10:
				requested = 2147483647
			}
			fmt.Fprintf(&text, "%d %d 5 60 %d -1 -1 0 %d -1 1 %d 1 1 %d -1 -1 -1\n", jobs,
				d*86400+i*600, procs, requested, i, i%3)
		}
	}
	var profile swf.Profile
	r := swf.NewReader(strings.NewReader(text.String()), "log")
	r.Each = profile.Add
	log, err := replay.Load("log", r, swf.Started, nil)
	if err != nil {
		t.Fatal(err)
	}
	tables := Quality(log, &profile)
	fields := tables[0]
	for i, want := range map[int]string{
		4: "allocated processors 0 0.000 16 ", 5: "CPU time 150 1.000 - ",
		7: "requested processors 0 0.000 0 0 (150)",
		8: "requested time 0 0.000 2147483647 99999 (2), 2147483647 (1)",
	} {
		var cells []string
		for _, c := range fields.Rows[i] {
			cells = append(cells, reporttest.Marked(c))
		}
		if got := strings.Join(cells, " "); got != want {
			t.Errorf("field %d: %q, want %q", i, got, want)
		}
	}
	reporttest.WantRows(t, tables[1], []string{"2000-01-11 2000-01-13 3 0"})
	if !strings.Contains(strings.Join(fields.Notes, "\n"),
		"20 days, 2000-01-03 to 2000-01-22, with 10 jobs on the median day; 1 gap") {
		t.Errorf("notes %q", fields.Notes)
	}
	reporttest.WantRows(t, tables[2], []string{
		"MaxRecords 999 150 jobs", "MaxProcs 8 a job has 16 processors",
		"MaxQueues 1 jobs of 3 queues",
		"StartTime Sat Jan  1 00:00:00 UTC 2000 2000-01-03 00:00:00"})
}
