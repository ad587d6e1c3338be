package published

import (
	"maps"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/report/reporttest"
	"waitbench/swf"
	"waitbench/swf/swftest"
)

// The numbers of the paper, given as measured, agree with themselves.
func TestPaperAgreesWithItself(t *testing.T) {
	record := reporttest.Run()
	record.Settings.MinJobs = 0
	record.Log.Name = "sdsc"
	record.Log.Queues = nil
	for _, v := range Values(bmbpPaper) {
		if v.Log == "sdsc" && v.Column == "jobs" {
			record.Log.Queues = append(record.Log.Queues, run.QueueRecord{Name: v.Queue, Jobs: int(v.Value)})
		}
	}
	tables, why := Comparisons(record, paperScores(), nil)
	if why != "" || len(tables) != 4 {
		t.Fatalf("%d tables, %q; want 4", len(tables), why)
	}
	for i, want := range []string{
		"jobs: 4 of 4 measured within a factor of 2 of the published",
		"correct: 12 of 12 measured within 0.03 of the published; 12 of 12 stars agree; 12 of 12 bold marks agree",
		"median_ratio: 12 of 12 measured within a factor of 2 of the published; 12 of 12 bold marks agree",
		"correct: 30 of 30 measured within 0.03 of the published; 30 of 30 stars agree",
	} {
		if got := tables[i].Notes[0]; got != want {
			t.Errorf("%s: %s; want %s", tables[i].FileName(), got, want)
		}
	}
}

// TestBold counts the bold numbers of table 3 of the paper, which its text has.
func TestBold(t *testing.T) {
	bold := map[string]int{}
	for _, v := range Values(bmbpPaper) {
		if v.Source == "table 3" && v.isBold() {
			bold[v.Method]++
		}
	}
	// lognormal has 1.26e-01 as well on queue dque of the machine of NCSA, where
	// the paper prints only bmbp bold
	if bold["bmbp"] != 17 || bold["lognormal"] != 5+1 || bold["lognormal-trim"] != 8 {
		t.Errorf("bold are %v", bold)
	}
}

func TestComparisonsGolden(t *testing.T) {
	scores := reporttest.Scores()
	scores[1].Coverage = 0.8 // lognormal on express, 0.04 below the published
	scores = append(scores, reporttest.Score("low", replay.AllRanges, "bmbp", 22000, 0.9487, 4.2e-3),
		reporttest.Score("low", "1-4", "bmbp", 22000, 0.93, 4.2e-3))
	record := reporttest.Run()
	record.Log.Queues = append(record.Log.Queues, run.QueueRecord{Name: "low", Jobs: 22000, Mean: 15000, Median: 600,
		StdDev: 40000})
	tables, why := Comparisons(record, scores, nil)
	swftest.Golden(t, "testdata/compare.txt", reporttest.TextOf(t, tables)+why)
}

// Where the paper's ranges count nodes, a run with the ranges that hold the
// same jobs is compared by these, one with the paper's names by name, with a
// note.
func TestRangesOfNodes(t *testing.T) {
	start := int64(1078605840)
	record := reporttest.Run()
	record.Log.Header = swf.Facts{Computer: "IBM p655/p690", Installation: "SDSC DataStar", UnixStartTime: &start}
	for _, c := range []struct {
		procs, want, note string
	}{
		{"33-128", "SDSC-SP2 express 33-128 bmbp table 5 0.96 0.970 +0.010 1.01 same", ""},
		{"513+", "SDSC-SP2 express 513+ bmbp table 5 - 0.970 - - -", ""},
		{"5-16", "SDSC-SP2 express 5-16 bmbp table 5 0.96 0.970 +0.010 1.01 same", "the ranges 1-32,33-128,129-512,513+"},
	} {
		tables, why := Comparisons(record, []replay.Score{
			reporttest.Score("express", replay.AllRanges, "bmbp", 11000, 0.98, 0.01),
			reporttest.Score("express", c.procs, "bmbp", 5000, 0.97, 0.01),
		}, nil)
		if why != "" {
			t.Error(why)
		}
		table := reporttest.Find(t, tables, "published-table5-7-correct-by-range")
		var cells []string
		for _, cell := range table.Rows[0] {
			cells = append(cells, reporttest.Marked(cell))
		}
		if got := strings.Join(cells, " "); got != c.want || len(table.Rows) != 1 {
			t.Errorf("range %s: %d rows, the first %s; want 1, %s", c.procs, len(table.Rows), got, c.want)
		}
		if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, c.note) || c.note == "" &&
			strings.Contains(notes, "nodes") {
			t.Errorf("range %s: notes %q", c.procs, notes)
		}
	}
}

// A sentence is the reason why there is nothing to compare, unless no log is of
// a machine of the paper.
func TestNoComparison(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*run.Record, []replay.Score)
		tables int
		want   string
	}{
		{"other machine", func(r *run.Record, _ []replay.Score) { r.Log.Header.Computer = "IBM SP" }, 0, ""},
		{"other time", func(r *run.Record, _ []replay.Score) { r.Log.Header.UnixStartTime = nil }, 0, ""},
		{"other log of the archive", func(r *run.Record, _ []replay.Score) {
			r.Log.Name, r.Log.Header.Computer = "KTH-SP2-1996-2.1-cln", "IBM SP"
		}, 0, ""},
		{"quantile", func(_ *run.Record, s []replay.Score) { each(s, func(s *replay.Score) { s.Quantile = 0.9 }) }, 1,
			"at quantile 0.95 and confidence 0.95"},
		{"confidence", func(_ *run.Record, s []replay.Score) { each(s, func(s *replay.Score) { s.Confidence = 0.9 }) }, 1,
			"at quantile 0.95 and confidence 0.95"},
		{"method", func(_ *run.Record, s []replay.Score) { each(s, func(s *replay.Score) { s.Method = "downey" }) }, 1,
			"it has methods bmbp, lognormal, lognormal-trim"},
		{"queue", func(_ *run.Record, s []replay.Score) { each(s, func(s *replay.Score) { s.Queue = "all" }) }, 1,
			"no comparison with table 3 of the paper"},
		{"ranges", func(_ *run.Record, s []replay.Score) {
			each(s, func(s *replay.Score) { s.Range = strings.Replace(strings.Replace(s.Range, "4", "3", 1), "5", "4", 1) })
		}, 3, "no comparison with table 5, table 6, table 7 of the paper"},
	} {
		run, scores := reporttest.Run(), reporttest.Scores()
		c.change(run, scores)
		tables, why := Comparisons(run, scores, nil)
		if len(tables) != c.tables || !strings.Contains(why, c.want) || c.want == "" && why != "" {
			t.Errorf("%s: %d tables, %q; want %d, ...%s", c.name, len(tables), why, c.tables, c.want)
		}
	}
}

func each(scores []replay.Score, change func(*replay.Score)) {
	for i := range scores {
		change(&scores[i])
	}
}

// The embedded tables are whole: rows as counted in the paper, and a value from
// each.
func TestPublished(t *testing.T) {
	count := map[string]int{}
	for _, v := range Values(bmbpPaper) {
		count[v.Source]++
	}
	want := map[string]int{"table 1": 42 * 4, "table 3": 31 * 3, "table 4": 31 * 3, "table 5": 30 * 4, "table 6": 30 * 4,
		"table 7": 30 * 4}
	if !maps.Equal(count, want) {
		t.Errorf("values %v, want %v", count, want)
	}
	day := Values("bmbp-table8")
	if last := day[len(day)-1]; len(day) != 52 || last.Value != 396776 || last.When != "2004-05-06 00:00:00" {
		t.Errorf("table 8: %v", day)
	}
}

// Numbers of one's own are set beside those of the run's main level.
func TestOwnPublished(t *testing.T) {
	own, err := Read(strings.NewReader(`source,log,queue,method,column,value,procs_range
Table 9,SDSC-SP2,express,bmbp,correct,0.93,
Table 9,SDSC-SP2,express,bmbp,median_ratio,-,all
Table 9,SDSC-SP2,express,,mean_wait_s,1000,
Table 9,SDSC-SP2,high,bmbp,correct,.97,65+
Table 9,SDSC-SP2,nightly,bmbp,correct,.97,
`), "mine.csv")
	if err != nil {
		t.Fatal(err)
	}
	tables, _ := Comparisons(reporttest.Run(), reporttest.Scores(), own)
	reporttest.WantRows(t, reporttest.Find(t, tables, "published-own"), []string{
		"SDSC-SP2 express all bmbp correct 0.93* 0.950 +0.020 1.02 differ",
		"SDSC-SP2 express all bmbp median_ratio - 2.38e-03 - - -",
		"SDSC-SP2 express all  mean_wait_s 1000 1135 +135 1.14 ",
		"SDSC-SP2 high 65+ bmbp correct .97 0.940* -0.030 0.97 differ",
	})
	notes := strings.Join(reporttest.Find(t, tables, "published-own").Notes, "\n")
	for _, want := range []string{"mean_wait_s: 1 of 1 measured within a factor of 2",
		"published values without a number in this run: 1"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no note %q among\n%s", want, notes)
		}
	}
	for text, want := range map[string]string{
		"":                         "mine.csv: the file is empty",
		"log,queue,column,value\n": "mine.csv has no published values",
		"log,queue,value\na,b,1\n": "mine.csv:1: no column column",
		"log,queue,column,value,share\na,b,jobs,1,1\n":             `mine.csv:1: unknown column "share"; known are log, `,
		"log,queue,column,value\na,b,jobs\n":                       "mine.csv:2: 3 fields, but the header line has 4",
		"a,b\n1,2,3\n":                                             `mine.csv:1: unknown column "a"; known are log, queue, column, value, range, `,
		"log,queue,column,value\na,b,jobs,1\na,b,jobs,many\n":      `mine.csv:3: value "many" is not a number`,
		"log,queue,column,value\na,b,jobs,nan\n":                   `mine.csv:2: value "nan" is not a number`,
		"log,queue,column,value\na,b,jobs,1e308\n":                 `mine.csv:2: value "1e308" is not a number`,
		"log,queue,column,value\na,b,correct,1\n":                  `mine.csv:2: unknown column "correct"; known are jobs, mean_wait_s, `,
		"log,queue,method,column,value\na,b,bmbp,correct,95\n":     "mine.csv:2: correct 95 is not a share from 0 to 1",
		"log,queue,quantile,column,value\na,b,half,jobs,1\n":       `mine.csv:2: "half" is not a quantile`,
		"log,queue,at,column,value\na,b,2004-05-05,jobs,1\n":       `mine.csv:2: unknown column "jobs"; known are bound_s`,
		"log,queue,method,column,value\na,b,bmbp,mean_wait_s,95\n": `mine.csv:2: unknown column "mean_wait_s"; did you mean mean_over_s? known are quantile, `,
	} {
		if _, err := Read(strings.NewReader(text), "mine.csv"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// A further paper is a file: its values stand beside the measured ones of their
// level.
func TestFurtherPaper(t *testing.T) {
	values, err := Read(strings.NewReader(`log,queue,method,quantile,at,column,value
SDSC-SP2,express,bmbp,0.95,,correct,0.93
SDSC-SP2,express,bmbp,0.5,,correct,0.51
SDSC-SP2,express,bmbp,0.9,,correct,0.91
SDSC-SP2,express,bmbp,0.5,2004-05-05 00:00:00,bound_s,12
study six,,bmbp,0.5,,anything,12
`), "six.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func(before func() map[string][]Value) { papers = before }(papers)
	papers = func() map[string][]Value { return map[string][]Value{"six": values} }
	median := reporttest.Score("express", replay.AllRanges, "bmbp", 5000, 0.52, 1)
	median.Quantile = 0.5
	tables, _ := Comparisons(reporttest.Run(), append(reporttest.Scores(), median), nil)
	reporttest.WantRows(t, reporttest.Find(t, tables, "published-six-q0.95"),
		[]string{"SDSC-SP2 express bmbp 0.93* 0.950 +0.020 1.02 differ"})
	reporttest.WantRows(t, reporttest.Find(t, tables, "published-six-q0.5"),
		[]string{"SDSC-SP2 express bmbp 0.51 0.520 +0.010 1.02 same"})
	if len(tables) != 2 {
		t.Errorf("%d tables, want 2", len(tables))
	}
}

func TestMachineOf(t *testing.T) {
	at := func(n int64) *int64 { return &n }
	for _, c := range []struct {
		header swf.Facts
		want   string
	}{
		{swf.Facts{Computer: "IBM SP2", Installation: "SDSC", UnixStartTime: at(893466664)}, "SDSC/SP"},
		{swf.Facts{Computer: "IBM SP2", Installation: "SDSC", UnixStartTime: at(893466665)}, ""},
		{swf.Facts{Computer: "IBM p655/p690", Installation: "SDSC DataStar", UnixStartTime: at(1078605840)}, "SDSC/Datastar"},
		{swf.Facts{Computer: "SGI Origin 2000 Cluster (Nirvana)", Installation: "Los Alamos National Lab (LANL)"},
			"LANL/O2K"},
		{swf.Facts{Computer: "Thinking Machines CM-5", Installation: "Los Alamos National Lab (LANL)"}, ""},
		{swf.Facts{Computer: "Intel Paragon", Installation: "San Diego Supercomputer Center (SDSC)",
			UnixStartTime: at(820090437)}, "SDSC/Paragon"},
		{swf.Facts{Computer: "Intel Paragon", Installation: "San Diego Supercomputer Center (SDSC)",
			UnixStartTime: at(788000000)}, ""},
		{swf.Facts{}, ""},
	} {
		m, ok := MachineOf(&run.LogRecord{Header: c.header})
		if m.LogName != c.want || ok != (c.want != "") {
			t.Errorf("%+v is %q, want %q", c.header, m.LogName, c.want)
		}
	}
}
