package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/rundir"
	"waitbench/swf"
)

// The numbers of the paper, given as measured, agree with themselves.
func TestPaperAgreesWithItself(t *testing.T) {
	run := aRun()
	run.Settings.MinJobs = 0
	run.Traces[0].Name = "sdsc"
	run.Traces[0].Queues = nil
	for _, q := range publishedQueues() {
		if q.machine == "SDSC/SP" {
			v := q.quantities
			run.Traces[0].Queues = append(run.Traces[0].Queues, rundir.QueueRecord{
				Name: q.queue, Jobs: int(v[0]), Mean: rundir.Float(v[1]), Median: rundir.Float(v[2]), StdDev: rundir.Float(v[3]),
			})
		}
	}
	tables, why := Comparisons(run, publishedScores())
	if why != "" || len(tables) != 6 {
		t.Fatalf("%d tables, %q; want 6", len(tables), why)
	}
	for i, want := range []string{
		"measured / published: jobs 1.00 to 1.00, mean wait (s) 1.00 to 1.00, median wait (s) 1.00 to 1.00, standard deviation (s) 1.00 to 1.00",
		"12 of 12 stars agree; 12 of 12 shares within 0.03 of the published; largest |difference| 0.00 at sdsc normal bmbp",
		"12 of 12 measured ratios within a factor of 2 of the published; largest factor 1.00 at sdsc normal bmbp",
		"10 of 10 stars agree; 10 of 10 shares within 0.03 of the published; largest |difference| 0.00 at sdsc normal 1-4",
	} {
		if got := tables[i].Notes[0]; got != want {
			t.Errorf("%s: %s; want %s", tables[i].FileName(), got, want)
		}
	}
}

func TestComparisonsGolden(t *testing.T) {
	scores := someScores()
	scores[1].Correct = 0.8 // lognormal on express, 0.04 below the published
	scores = append(scores, score("low", replay.AllRanges, "bmbp", 22000, 0.9487, 4.2e-3), score("low", "1-4", "bmbp", 22000, 0.93, 4.2e-3))
	tables, why := Comparisons(aRun(), scores)
	golden(t, "compare.txt", textOf(t, tables)+why)
}

// Where the paper's ranges count nodes, a run with the ranges that hold the same jobs is compared
// by these, one with the paper's names by name, with a note.
func TestRangesOfNodes(t *testing.T) {
	start := int64(1078605840)
	run := aRun()
	run.Traces[0].Header = rundir.HeaderFacts{Computer: "IBM p655/p690", Installation: "SDSC DataStar", UnixStartTime: &start}
	for _, c := range []struct {
		procs, want, note string
	}{
		{"33-128", "SDSC-SP2 express 5-16 (33-128 processors) 0.96 0.97 +0.01 same", ""},
		{"513+", "SDSC-SP2 express 65+ (513+ processors) - 0.97 - -", ""},
		{"5-16", "SDSC-SP2 express 5-16 0.96 0.97 +0.01 same", "with ranges 1-32,33-128,129-512,513+"},
	} {
		tables, why := Comparisons(run, []replay.Score{
			score("express", replay.AllRanges, "bmbp", 11000, 0.98, 0.01), score("express", c.procs, "bmbp", 5000, 0.97, 0.01),
		})
		if why != "" {
			t.Error(why)
		}
		table := named(t, tables, "published-table5-correct-by-range-bmbp")
		var cells []string
		for _, cell := range table.Rows[0] {
			cells = append(cells, marked(cell))
		}
		if got := strings.Join(cells, " "); got != c.want || len(table.Rows) != 1 {
			t.Errorf("range %s: %d rows, the first %s; want 1, %s", c.procs, len(table.Rows), got, c.want)
		}
		if last := table.Notes[len(table.Notes)-1]; c.note != "" && !strings.HasSuffix(last, c.note) || c.note == "" && strings.Contains(last, "nodes") {
			t.Errorf("range %s: last note %q", c.procs, last)
		}
	}
}

// A sentence says why there is nothing to compare.
func TestNoComparison(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*rundir.Run, []replay.Score)
		tables int
		want   string
	}{
		{"other machine", func(r *rundir.Run, _ []replay.Score) { r.Traces[0].Header.Computer = "IBM SP" }, 0, "no log of this run is of a machine of the paper"},
		{"other time", func(r *rundir.Run, _ []replay.Score) { r.Traces[0].Header.UnixStartTime = nil }, 0, "no log of this run is of a machine of the paper"},
		{"quantile", func(_ *rundir.Run, s []replay.Score) { each(s, func(s *replay.Score) { s.Quantile = 0.9 }) }, 1, "quantile 0.95 at confidence 0.95"},
		{"confidence", func(_ *rundir.Run, s []replay.Score) { each(s, func(s *replay.Score) { s.Confidence = 0.9 }) }, 1, "quantile 0.95 at confidence 0.95"},
		{"method", func(_ *rundir.Run, s []replay.Score) { each(s, func(s *replay.Score) { s.Method = "downey" }) }, 1, "no method of this run"},
		{"queue", func(_ *rundir.Run, s []replay.Score) { each(s, func(s *replay.Score) { s.Queue = "all" }) }, 1, "no queue of this run"},
		{"ranges", func(_ *rundir.Run, s []replay.Score) {
			each(s, func(s *replay.Score) { s.Range = strings.Replace(strings.Replace(s.Range, "4", "3", 1), "5", "4", 1) })
		}, 3, "the paper's ranges are 1-4,5-16,17-64,65+"},
	} {
		run, scores := aRun(), someScores()
		c.change(run, scores)
		tables, why := Comparisons(run, scores)
		if len(tables) != c.tables || !strings.Contains(why, c.want) {
			t.Errorf("%s: %d tables, %q; want %d, ...%s", c.name, len(tables), why, c.tables, c.want)
		}
	}
}

func each(scores []replay.Score, change func(*replay.Score)) {
	for i := range scores {
		change(&scores[i])
	}
}

// The embedded tables are whole: rows as counted in the paper, and a value from each.
func TestPublished(t *testing.T) {
	if n := len(publishedQueues()); n != 42 {
		t.Errorf("table 1 has %d rows, want 42", n)
	}
	if n, want := len(publishedScores()), 31*3+30*4*3; n != want {
		t.Errorf("tables 3 to 7 have %d numbers and dashes, want %d", n, want)
	}
	if day := publishedDay(); len(day) != 13 || day[12] != (dayBounds{102, 1465, 23606, 396776}) {
		t.Errorf("table 8: %v", day)
	}
}

func TestMachineOf(t *testing.T) {
	at := func(n int64) *int64 { return &n }
	for _, c := range []struct {
		header rundir.HeaderFacts
		want   string
	}{
		{rundir.HeaderFacts{Computer: "IBM SP2", Installation: "SDSC", UnixStartTime: at(893466664)}, "SDSC/SP"},
		{rundir.HeaderFacts{Computer: "IBM SP2", Installation: "SDSC", UnixStartTime: at(893466665)}, ""},
		{rundir.HeaderFacts{Computer: "IBM p655/p690", Installation: "SDSC DataStar", UnixStartTime: at(1078605840)}, "SDSC/Datastar"},
		{rundir.HeaderFacts{Computer: "SGI Origin 2000 Cluster (Nirvana)", Installation: "Los Alamos National Lab (LANL)"}, "LANL/O2K"},
		{rundir.HeaderFacts{Computer: "Thinking Machines CM-5", Installation: "Los Alamos National Lab (LANL)"}, ""},
		{rundir.HeaderFacts{Computer: "Intel Paragon", Installation: "San Diego Supercomputer Center (SDSC)", UnixStartTime: at(820090437)}, "SDSC/Paragon"},
		{rundir.HeaderFacts{Computer: "Intel Paragon", Installation: "San Diego Supercomputer Center (SDSC)", UnixStartTime: at(788000000)}, ""},
		{rundir.HeaderFacts{}, ""},
	} {
		m, ok := MachineOf(&rundir.TraceRecord{Header: c.header})
		if m.TraceName != c.want || ok != (c.want != "") {
			t.Errorf("%+v is %q, want %q", c.header, m.TraceName, c.want)
		}
	}
}

// The logs of the archive are found to be the paper's machines, and no others are.
func TestMachineOfRealLogs(t *testing.T) {
	dir := os.Getenv("WAITBENCH_TRACES")
	if dir == "" {
		t.Skip("WAITBENCH_TRACES names no folder with logs of the archive")
	}
	want := map[string]string{
		"SDSC-SP2-1998-4.2-cln.swf.gz": "SDSC/SP", "SDSC-DS-2004-2.1-cln.swf.gz": "SDSC/Datastar", "SDSC-Par-1996-3.1-cln.swf.gz": "SDSC/Paragon",
	}
	logs, err := filepath.Glob(filepath.Join(dir, "*.swf.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range logs {
		f, err := swf.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		var job swf.Job
		if err := f.Read(&job); err != nil {
			t.Fatal(err)
		}
		m, _ := MachineOf(&rundir.TraceRecord{Header: rundir.FactsOf(f.Header())})
		if name := filepath.Base(path); m.TraceName != want[name] {
			t.Errorf("%s is %q, want %q", name, m.TraceName, want[name])
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}
