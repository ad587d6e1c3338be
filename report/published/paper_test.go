package published

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/report/reporttest"
	"waitbench/report/table"
	"waitbench/swf"
	"waitbench/swf/swftest"
)

func TestTablesGolden(t *testing.T) {
	swftest.Golden(t, "testdata/paper.txt", reporttest.TextOf(t, Tables(reporttest.Run(), reporttest.Scores())))
	var b strings.Builder
	for _, table := range Tables(reporttest.Run(), reporttest.Scores())[:4] {
		for _, write := range []func() error{
			func() error { return table.WriteMarkdown(&b) }, func() error { return table.WriteCSV(&b) },
			func() error { return table.WriteLaTeX(&b) },
		} {
			if err := write(); err != nil {
				t.Fatal(err)
			}
			b.WriteByte('\n')
		}
	}
	swftest.Golden(t, "testdata/paper-formats.txt", b.String())
}

// The numbers of the paper's tables 3 and 4, given as scores, get stars and
// bold where the paper prints them. The one exception is a tie of printed
// digits, of which the paper knows more digits than it prints.
func TestMarksOfThePaper(t *testing.T) {
	exceptions := map[string]string{
		"table3 ncsateragrid dque lognormal": "**1.00**",
		"table4 ncsateragrid dque lognormal": "**1.26e-01**",
	}
	run := &run.Record{Settings: run.Settings{Confidence: 0.95}}
	tables := Tables(run, paperScores())
	for file, name := range map[string]string{"table3": "table3-correct-by-queue",
		"table4": "table4-median-ratio-by-queue"} {
		table := reporttest.Find(t, tables, name)
		for r, printed := range readPrinted(t, file) {
			for m, method := range paperMethods {
				where := fmt.Sprintf("%s %s %s %s", file, printed[0], printed[1], method)
				want, got := printed[2+m], reporttest.Marked(asPrinted(file, table.Rows[r][4+m]))
				if exception, ok := exceptions[where]; ok {
					if got != exception || want == exception {
						t.Errorf("%s: got %s, printed %s; no exception any more", where, got, want)
					}
				} else if got != want {
					t.Errorf("%s: got %s, printed %s", where, got, want)
				}
			}
		}
	}
}

// In tables 5 to 7 stars come out where the paper prints them, with one slip of
// the paper, and each cell of the three has exactly one method in bold; the
// ratios it went by are not printed.
func TestStarsOfThePaperByRange(t *testing.T) {
	run := &run.Record{Settings: run.Settings{Confidence: 0.95}}
	tables := Tables(run, paperScores())
	bold := map[string]int{}
	shares := reporttest.Find(t, tables, "table5-7-correct-by-range")
	for m, method := range paperMethods {
		for _, printed := range readPrinted(t, fmt.Sprintf("table%d", 5+m)) {
			for i, procs := range strings.Split(replay.DefaultRanges, ",") {
				where := strings.Join([]string{printed[0], printed[1], procs}, " ")
				r := slices.IndexFunc(shares.Rows, func(row []table.Cell) bool {
					return row[0].Text == printed[0] && row[1].Text == printed[1] && row[2].Text == procs
				})
				want, got := strings.Trim(printed[2+i], "*"), asPrinted("table5", shares.Rows[r][5+m])
				if text := strings.Trim(reporttest.Marked(got), "*"); text != want {
					t.Errorf("%s %s: got %s, printed %s", method, where, text, want)
				}
				slip := m == 1 && where == "lanl small 65+"
				if hasStar := strings.HasSuffix(printed[2+i], want+"*"); got.Star != (hasStar || slip) {
					t.Errorf("%s %s: star %v, printed %s", method, where, got.Star, printed[2+i])
				}
				if want != "-" {
					bold[where] += strings.Count(printed[2+i], "**") / 2
				}
			}
		}
	}
	for where, n := range bold {
		if n != 1 {
			t.Errorf("%s: %d methods in bold", where, n)
		}
	}
}

// asPrinted gives a cell with as many digits as the paper prints.
func asPrinted(name string, c table.Cell) table.Cell {
	if name != "table4" {
		c.Text = fmt.Sprintf("%.2f", c.Value)
	}
	return c
}

// paperScores are the paper's tables 3 to 7 as scores, with the machine for the
// log.
func paperScores() []replay.Score {
	var scores []replay.Score
	for _, v := range Values(bmbpPaper) {
		if v.Method == "" {
			continue
		}
		s := replay.NewScore()
		s.Log, s.Queue, s.Range, s.Method = v.Log, v.Queue, v.Range, v.Method
		s.Quantile, s.Confidence = paperLevel.Quantile, paperLevel.Confidence
		i := slices.IndexFunc(scores, func(o replay.Score) bool {
			return o.Log == s.Log && o.Queue == s.Queue && o.Range == s.Range && o.Method == s.Method
		})
		if i < 0 {
			i, scores = len(scores), append(scores, s)
		}
		if v.Column == "correct" {
			scores[i].Coverage = v.Value
		} else {
			scores[i].MedianRatio = v.Value
		}
		if v.Text != "" {
			scores[i].Bounded = 1
		}
	}
	return scores
}

// readPrinted reads a table as the paper prints it, transcribed with bold
// between double asterisks.
func readPrinted(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open("testdata/printed/" + name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// A lower bound is correct if it covers 1 - q, and the tightest is the one with
// the lowest ratio; tables of several levels end in them.
func TestLowerBounds(t *testing.T) {
	var scores []replay.Score
	for _, s := range []replay.Score{
		reporttest.Score("express", replay.AllRanges, "bmbp", 5000, 0.75, 3),
		reporttest.Score("express", replay.AllRanges, "lognormal", 5000, 0.8, 4),
		reporttest.Score("express", replay.AllRanges, "lognormal-trim", 5000, 0.7499, 2),
	} {
		scores = append(scores, s)
		s.Quantile, s.Side = 0.25, methods.Lower
		scores = append(scores, s)
		s.Side = methods.Upper
		scores = append(scores, s)
	}
	tables := Tables(reporttest.Run(), scores)
	reporttest.WantRows(t, reporttest.Find(t, tables, "table3-correct-by-queue-q0.25l"),
		[]string{"SDSC-SP2 express 5000 4500 **0.750** 0.800 0.750*"})
	reporttest.WantRows(t, reporttest.Find(t, tables, "table4-median-ratio-by-queue-q0.25l"),
		[]string{"SDSC-SP2 express 5000 4500 **3.00e+00** 4.00e+00 2.00e+00*"})
	reporttest.WantRows(t, reporttest.Find(t, tables, "table3-correct-by-queue-q0.25"),
		[]string{"SDSC-SP2 express 5000 4500 0.750 **0.800** 0.750"})
	reporttest.WantRows(t, reporttest.Find(t, tables, "table3-correct-by-queue-q0.95"),
		[]string{"SDSC-SP2 express 5000 4500 0.750* 0.800* 0.750*"})
	table := reporttest.Find(t, tables, "table3-correct-by-queue-q0.25l")
	if want := "Share of waits within the bound, all jobs of each queue, 0.25 quantile from below"; table.Title != want {
		t.Errorf("title %q, want %q", table.Title, want)
	}
	if !strings.Contains(table.Star, "below 0.75,") || !strings.Contains(table.Bold, "lowest median") {
		t.Errorf("marks %q, %q", table.Star, table.Bold)
	}
}

func TestPeriod(t *testing.T) {
	unix, zone := int64(893466664), int64(-28800) // 25 April 1998, 02:11 UTC
	newYear := int64(915148800 + 3600)            // 1 January 1999, 01:00 UTC
	zero := int64(0)
	for _, c := range []struct {
		header swf.Facts
		end    float64
		want   string
		begin  float64
	}{
		{swf.Facts{StartTime: "Fri Apr 24 18:11:04 PDT 1998", EndTime: "Sat Apr 29 21:08:32 PDT 2000"}, 0,
			"4/98 - 4/00", 0},
		{swf.Facts{UnixStartTime: &unix}, 86400 * 365, "4/98 - 4/99", 0},
		{swf.Facts{UnixStartTime: &newYear, TimeZone: &zone}, 86400, "12/98 - 1/99", 0},
		{swf.Facts{UnixStartTime: &unix, EndTime: "Sat Apr 29 21:08:32 PDT 2000"}, 5, "4/98 - 4/00", 0},
		{swf.Facts{StartTime: "sometime", EndTime: "some other time of day"}, 0, "", 0},
		{swf.Facts{StartTime: "Fri Apr 24 18:11:04 PDT 1998"}, 1e9, "", 0},
		{swf.Facts{UnixStartTime: &zero}, 956466664, "4/98 - 4/00", 893466664}, // counts from 1970
	} {
		rec := run.LogRecord{Header: c.header, FirstSubmit: c.begin, LastSubmit: c.end}
		if got := Period(&rec); got != c.want {
			t.Errorf("%+v: period %q, want %q", c.header, got, c.want)
		}
	}
}
