package board

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/reporttest"
	"waitbench/report/verdict"
	"waitbench/swf/swftest"
)

// TestNewRow: where a method bounds no job the bound of bmbp counts, also where it
// misses. With a bound for 89 of 100 jobs the whole queue counts as replaced. Of
// cancelled jobs half missed 2 and bmbp 5.
func TestNewRow(t *testing.T) {
	level := methods.Level{Quantile: .5, Confidence: .95}
	s := &verdict.SeriesBounds{Log: "a", Queue: "q", Methods: []string{"bmbp", "half"},
		Levels: []methods.Level{level}, Bounds: make([][]float64, 2)}
	for i := range 101 {
		wait, bmbp, half := 0., 200., 100.
		if i > 88 {
			half = math.NaN()
		}
		if i == 99 {
			wait = 300
		}
		if i == 100 {
			bmbp, half = math.NaN(), 7 // a job that bmbp does not bound counts for neither
		}
		s.Wait, s.Submit = append(s.Wait, wait), append(s.Submit, 86400*float64(i))
		s.Bounds[0], s.Bounds[1] = append(s.Bounds[0], bmbp), append(s.Bounds[1], half)
	}
	score, reference := replay.NewScore(), replay.NewScore()
	score.Bounded, score.Coverage, score.ShareAll = 90, 1, 90./92
	reference.Bounded, reference.Coverage, reference.ShareAll = 100, .99, 99./105
	r := NewRow(s, level, "half", &score, &reference)
	if r.Compared != 100 || r.Replaced != 11 || r.Loss != (89*50+10*100+50)/100. ||
		r.ReferenceLoss != (99*100+50)/100. || r.Covered != 99 || r.Bounded != 90 {
		t.Errorf("%+v", r)
	}
	missed := math.Log(301./201) / 2
	se := math.Sqrt(100./99*(.99*.99+99*.01*.01)) / 100
	for what, numbers := range map[string][2]float64{
		"log loss":         {r.LogLoss, ((89*math.Log(101)+10*math.Log(201))/2 + missed) / 100},
		"log loss of bmbp": {r.ReferenceLogLoss, (99*math.Log(201)/2 + missed) / 100},
		"error":            {r.ShareSE, se}, "blocks": {float64(r.Blocks), 100}, "share_all": {r.ShareAll, 99. / 105},
	} {
		if math.Abs(numbers[0]-numbers[1]) > 1e-5 {
			t.Errorf("%s is %v, want %v", what, numbers[0], numbers[1])
		}
	}
	if !r.isReplaced() || r.holds() {
		t.Error("89 of 100 jobs are enough")
	}
	if r.Replaced = 10; r.isReplaced() || !r.holds() {
		t.Error("90 of 100 jobs are not enough")
	}
	if none := NewRow(s, level, "gone", nil, &reference); none.Replaced != 100 || none.Loss != 99.5 ||
		none.Bounded != 0 || none.Covered != 99 || math.Abs(none.ShareAll-99./105) > 1e-5 {
		t.Errorf("without bounds %+v", none)
	}
}

// rowOf makes a row of a queue of 1000 jobs whose loss of bmbp is 100 s.
func rowOf(method, log, queue string, covered int, loss float64) Row {
	r := newRow()
	r.Suite, r.Program, r.Method, r.ChosenOn = "s-1", "1.0", method, "a RICC-2010-2"
	r.Variants, r.Log, r.Queue, r.Quantile, r.Compared, r.Bounded = 3, log, queue, .95, 1000, 1000
	r.Covered, r.Loss, r.ReferenceLoss, r.Independence = covered, loss, 100, 5
	r.ShareSE, r.Blocks, r.BlockDays = .002, 30, 1
	r.LogLoss, r.ReferenceLogLoss = loss/1000, .1
	return r
}

// someRows has two queues of log a and one of log b.
func someRows() (rows []Row) {
	add := func(method string, covered int, losses ...float64) {
		for i, q := range []string{"a1", "a2", "b1"} {
			rows = append(rows, rowOf(method, q[:1], q, covered, losses[i]))
		}
	}
	add("bmbp", 960, 100, 100, 100)
	add("half", 955, 50, 25, 50)
	add("narrow", 949, 25, 25, .5)
	add("wide", 950, 800, 400, 100)
	return rows
}

// siteRows has two queues of log a, one of the logs b to e, two of a log of
// SDSC and one of another, with many jobs. Losses are 100 s times powers of 2.
func siteRows() (rows []Row) {
	add := func(method string, change func(*Row), powers ...float64) {
		for i, q := range []string{"a1", "a2", "b1", "c1", "d1", "e1",
			"SDSC-SP2-1998-4.2-cln 1", "SDSC-SP2-1998-4.2-cln 2", "SDSC-DS-2004-2.1-cln 1"} {
			log, number, ok := strings.Cut(q, " ")
			if !ok {
				log, number = q[:1], q[1:]
			}
			r := rowOf(method, log, number, 960, 100*math.Exp2(powers[i]))
			if log == "SDSC-DS-2004-2.1-cln" {
				r.Compared = 1e5
			}
			change(&r)
			r.Bounded, r.Covered = r.Compared, r.Covered*r.Compared/1000
			rows = append(rows, r)
		}
	}
	same := func(power float64) []float64 { return slices.Repeat([]float64{power}, 9) }
	add("bmbp", func(*Row) {}, same(0)...)
	add("rand", func(r *Row) {
		switch r.Log {
		case "a", "b":
			r.Covered = 944
		case "e":
			r.Replaced = 101
		}
	}, same(-1)...)
	add("rand:seed=2", func(r *Row) { r.Covered = 945 }, same(-3)...) // neither short nor correct
	add("half", func(r *Row) {
		if r.Log == "b" {
			r.ShareAll = .94
		}
		r.Sees, r.LookedAt = "waits", "b c"
	}, -1, -3, -1, -1, -1, -1, -1, -1, -3)
	add("edge", func(r *Row) { r.Covered, r.LogLoss = 949, 0 }, 0, -2, 0, 0, 0, 0, -2, -2, -4)
	add("copy", func(r *Row) { r.Covered, r.LogLoss = 949, 0 }, 0, -2, 0, 0, 0, 0, -2, -2, -4)
	add("wide", func(r *Row) {
		r.Covered, r.ShareSE, r.ChosenOn = 949, .0002, noLogs
	}, same(1)...)
	return rows
}

// TestBoard is worked by hand. Powers of half by site are -2, -1, -1, -1, -1 and
// -2: a ratio of 2^(-8/6). Those of edge are -1, 0, 0, 0, 0 and -3. So edge is
// above half by 1 at five sites and below by 1 at the sixth: 14 of 64 patterns
// have a sum of 4 or more, or of -4 or less. Of bmbp and wide there are two, and
// of rand, with 0, -1, -1, -1, -1 and 0, eight. Holm multiplies the p-values
// 2/64, 2/64, 8/64 and 14/64 by 4, 3, 2 and 1. By jobs, the last queue decides.
func TestBoard(t *testing.T) {
	board, err := New(siteRows())
	if err != nil {
		t.Fatal(err)
	}
	ranking := board.Table(func(string) float64 { return 7 })
	reporttest.WantRows(t, ranking, []string{
		"half 0 0 9 1 1 0.397 0.250 0.500 - - - 0.397 1 5 - waits 2 logs 7",
		"edge 0 9 0 2 2 0.630 0.125 1.000 0.25 - - 0.100 0 5 - - 2 logs 7",
		"bmbp 0 0 9 3 3 1.000 1.000 1.000 <= 0.13 - - 1.000 0 5 - - 2 logs 7",
		"rand 4 9 0 4 4 (0.250) 0.250 0.250 0.25 0.125 0.500 0.250 4 5 - - 2 logs 7",
		"wide 9 0 0 5 5 (2.000) 2.000 2.000 <= 0.13 - - 2.000 9 5 - - none 7",
	})
	if !strings.Contains(strings.Join(ranking.Notes, "\n"), "with the same numbers: copy is edge") {
		t.Errorf("no copy in %q", ranking.Notes)
	}
	reporttest.WantRows(t, board.LeftOut(), []string{"none half edge bmbp rand wide", "a half edge bmbp rand wide",
		"b half edge bmbp rand wide", "c half edge bmbp rand wide", "d half edge bmbp rand wide",
		"e half edge bmbp rand wide", "SDSC half edge bmbp rand wide"})
	reporttest.WantRows(t, board.Pairs(), []string{"edge 0.22 - - -", "bmbp <= 0.032 0.5 - -", "rand 0.12 0.094 <= 0.032 -",
		"wide <= 0.032 <= 0.032 <= 0.032 <= 0.032"})
	const places = "places by the mean over queues: the same; over jobs: half 2 (not 1), edge 1 (not 2)"
	if !slices.Contains(ranking.Notes, places) {
		t.Errorf("no %q in %q", places, ranking.Notes)
	}
	reporttest.WantRows(t, board.ByLog(), []string{
		"half 0.250 0.500 0.500 0.500 0.500 0.500 0.125",
		"edge 0.500 1.000 1.000 1.000 1.000 0.250 0.062",
		"bmbp 1.000 1.000 1.000 1.000 1.000 1.000 1.000",
		"rand (0.250) (0.250) 0.250 0.250 (0.250) 0.250 0.250",
		"wide (2.000) (2.000) (2.000) (2.000) (2.000) (2.000) (2.000)"})
	reporttest.WantRows(t, board.TunedOn(), []string{
		"half 3 never looked at 5 0 0 5 0.397", "half 3 looked at 2 0 0 2 0.500", "half 3 tuned on 2 0 0 2 0.250",
		"edge 3 never looked at 7 0 7 0 0.660", "edge 3 tuned on 2 0 2 0 0.500",
		"bmbp 3 never looked at 7 0 0 7 1.000", "bmbp 3 tuned on 2 0 0 2 1.000",
		"rand 3 never looked at 7 2 7 0 0.250", "rand 3 tuned on 2 2 2 0 0.250"})

	manySites := siteRows()
	for i := range 21 {
		manySites = append(manySites, rowOf("bmbp", fmt.Sprint("log", i), "q", 960, 100))
	}
	if _, err := New(manySites); err == nil || err.Error() != "27 sites: want at most 20" {
		t.Errorf("too many sites: %v", err)
	}
	// Five sites can reject nothing.
	few, err := New(slices.DeleteFunc(siteRows(), func(r Row) bool { return r.Log == "e" }))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"loss_ratio_lo", "loss_ratio_hi", "p"} {
		if few.Table(nil).Index(key) >= 0 {
			t.Errorf("five sites have an interval or a p-value: %s", key)
		}
	}
}

// TestBrackets: a method that is short on one queue has its loss in brackets, of all
// queues and of the log of that queue.
func TestBrackets(t *testing.T) {
	for short, want := range map[int]string{0: "half 0 0.420 0.354 0.500", 1: "half 1 (0.420) (0.354) 0.500"} {
		rows := someRows()
		if short > 0 {
			rows[3].Replaced = 101 // of half on queue a1
		}
		board, err := New(rows)
		if err != nil {
			t.Fatal(err)
		}
		all, byLog := board.Table(nil).With("method", "short", "loss_ratio"), board.ByLog()
		got := ""
		for _, row := range slices.Concat(all.Rows, byLog.Rows) {
			if row[0].Text == "half" {
				for _, cell := range row {
					got += " " + cell.Text
				}
			}
		}
		if got = strings.Replace(got[1:], " half", "", 1); got != want {
			t.Errorf("short on %d queues: %s, want %s", short, got, want)
		}
	}
}

// TestRead ranks the methods of a folder with those of its submissions, as of the
// latest date. Files beside the submissions are none, a link is refused.
func TestRead(t *testing.T) {
	folder := t.TempDir()
	at := func(day int) string {
		return fmt.Sprintf(`{"program": "%064d", "commit": "%040d", "code": "none", "date": "2020-11-%d"}`, 1, 2, day)
	}
	write := func(dir, about string, rows []Row) {
		var file bytes.Buffer
		if err := WriteRows(&file, rows); err != nil {
			t.Fatal(err)
		}
		swftest.WriteFile(t, filepath.Join(folder, dir, RankingFile), file.String())
		swftest.WriteFile(t, filepath.Join(folder, dir, AboutFile), about)
	}
	submit := func(name, method string, day int) {
		rows := someRows()[:3]
		for _, r := range rows {
			r.Method = method
			rows = append(rows, r)
		}
		write(filepath.Join(SubmissionsFolder, name), at(day), rows)
	}
	said := func() string {
		b, asOf, err := Read(folder)
		if err != nil {
			return strings.ReplaceAll(err.Error(), folder, "FOLDER")
		}
		var names []string
		for _, m := range b.methods {
			names = append(names, m.name+" of "+m.rows[0].From)
		}
		slices.Sort(names)
		return asOf + ": " + strings.Join(names, "; ")
	}
	const ours = "bmbp of ; half of ; narrow of "
	for _, c := range []struct {
		before func()
		want   string
	}{
		{func() {}, "cannot read FOLDER/bench.csv: no such file or directory"},
		{func() { write("", at(12), someRows()[:9]) }, "2020-11-12: " + ours},
		{func() { submit("a", "new", 11) }, "2020-11-12: " + ours + "; new of a, as sent"},
		{func() { submit("b", "newer", 13) }, "2020-11-13: " + ours + "; new of a, as sent; newer of b, as sent"},
		{func() { swftest.WriteFile(t, filepath.Join(folder, SubmissionsFolder, "README"), "") },
			"2020-11-13: " + ours + "; new of a, as sent; newer of b, as sent"},
		{func() { submit("c", "newer", 14) }, "FOLDER/submissions/c/bench.csv:5: method newer is also in " +
			"submission b, as sent"},
		{func() { os.RemoveAll(filepath.Join(folder, SubmissionsFolder, "c")) }, "2020-11-13: "},
		{func() { os.Symlink("a", filepath.Join(folder, SubmissionsFolder, "l")) },
			"FOLDER/submissions/l is a link: a submission has files only"},
		{func() { os.RemoveAll(filepath.Join(folder, SubmissionsFolder)) }, "2020-11-12: " + ours},
		{func() { swftest.WriteFile(t, filepath.Join(folder, SubmissionsFolder), "") },
			"cannot read FOLDER/submissions: not a directory"},
		{func() { os.Remove(filepath.Join(folder, AboutFile)) }, "cannot read FOLDER/about.json: "},
	} {
		c.before()
		if got := said(); !strings.HasPrefix(got, c.want) || strings.Contains(c.want, " of ") && got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestForecasts: the means are over the queues with forecasts.
func TestForecasts(t *testing.T) {
	rows := someRows()
	for i, x := range []float64{.25, .75} {
		r := &rows[3+i] // of half
		f := &r.Forecasts
		f.MeanError, f.WithinMinute, f.RightSide, f.SlowdownError = 100*x, x, x/2, 2*x
	}
	board, err := New(rows)
	if err != nil {
		t.Fatal(err)
	}
	reporttest.WantRows(t, board.Forecasts(), []string{"half 2 0.500 0.250 50 1.0"})
}

func readRows(t *testing.T, path string) []Row {
	t.Helper()
	rows, err := ReadRows(path)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestReadRows(t *testing.T) {
	var file bytes.Buffer
	rows := someRows()
	for i := range rows {
		rows[i].LookedAt = "c"
	}
	if err := WriteRows(&file, rows); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	path := filepath.Join(t.TempDir(), RankingFile)
	if err := os.WriteFile(path, file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	read := readRows(t, path)
	file.Reset()
	if err := WriteRows(&file, read); err != nil || file.String() != text {
		t.Errorf("read and written again: %v\n%s\nwant\n%s", err, file.String(), text)
	}
}

// TestSubmission: a valid submission is read, and broken ones are refused with
// one sentence each.
func TestSubmission(t *testing.T) {
	about := map[string]string{
		"program": strings.Repeat("0a", 32), "commit": strings.Repeat("1b", 20), "code": "none",
		"date": "2026-11-23"}
	now = func() time.Time { return time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC) }
	t.Cleanup(func() { now = time.Now })
	ours := someRows()
	var rows []Row
	for _, r := range ours {
		if r.Method == verdict.Reference {
			rows = append(rows, r)
		}
	}
	for _, r := range rows {
		r.Method, r.Loss, r.Replaced, r.Commit = "new", 60, 1, "1b1b1b1"
		rows = append(rows, r)
	}
	others := slices.Clone(rows[3:]) // of another submission
	for i := range others {
		others[i].Method, others[i].From = "other", "other, as sent"
	}
	var file bytes.Buffer
	if err := WriteRows(&file, rows); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(about)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write := func(name, content string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	check := func(bench, about string) ([]Row, error) {
		write(RankingFile, bench)
		write(AboutFile, about)
		found, _, err := ReadSubmission(folder, append(ours, others...))
		return found, err
	}
	if found, err := check(file.String(), string(text)); err != nil || len(found) != 3 ||
		found[0].From != filepath.Base(folder)+", as sent" {
		t.Fatalf("%v, %d rows", err, len(found))
	}
	last := ",new,a RICC-2010-2,,b,b1,,3,0.95,1000,1,1000,960,60,100,5,,,,,,0.002,30,1,,0.1,0.1\n"
	for _, c := range []struct{ old, new, want string }{
		{`"program":"0a`, `"program":"0A`, `program is "0A0a`},
		{`"program":`, `"build":`, `unknown field "build"; want the fields program`},
		{`{"`, `{"date":"2026-11-22","`, "a field is missing or comes twice; want the fields"},
		{`{"`, `{"Date":"2026-11-22","`, "a field is missing or comes twice; want the fields"},
		{`2026-11-23`, `2026-11-25`, `date is "2026-11-25", in the future`},
		{`"commit":"1b1b`, `"commit":"1b`, `commit is "1b1b`},
		{`"commit":"1b1b`, `"commit":"2b1b`, `commit is "1b1b1b1", and "2b1b`},
		{`"none"`, `"later"`, `code is "later": want a URL, or "none"`},
		{`2026-11-23`, `2026-13-23`, `date is "2026-13-23": want a date such as`},
		{`{"`, `["`, "want the fields program, commit"},
		{"suite,", "suit,", "this is not a ranking, which has the columns suite,program,"},
		{"s-1,1.0,1b1b1b1,new,a RICC-2010-2,,a,a2", "s-2,1.0,1b1b1b1,new,a RICC-2010-2,,a,a2",
			`bench.csv:6: suite is "s-2": want s-1`},
		{"new,a RICC-2010-2,,a,a2", "new,a RICC-2010-2,,a,a3", `the suite has no queue "a3" of log "a"`},
		{"new,a RICC-2010-2,,a,a2", "new,a RICC-2010-2,,a,a1", "a second row of new for queue a1 of a"},
		{"s-1,1.0,1b1b1b1" + last, "", "new has no row for queue b1 of b"},
		{"s-1,1.0,,bmbp,a RICC-2010-2,,a,a2,,3,0.95,1000,0,1000,960,100,100,5,,,,,,0.002,30,1,,0.1,0.1\n", "",
			"has no row of bmbp for queue a2 of a"},
		{"bmbp,a RICC-2010-2,,a,a2,,3,0.95,1000,0,1000,960,100", "bmbp,a RICC-2010-2,,a,a2,,3,0.95,1000,0,1000,960,99",
			"bmbp has other numbers than in this project for queue a2 of a"},
		{last, strings.Replace(last, "0.95", "0.9", 1), "quantile is 0.9: want 0.95"},
		{last, strings.Replace(last, "60,100", "inf,100", 1),
			`column loss_s: "inf" is not a number >= 0`},
		{last, strings.Replace(last, "60,100", "-6,100", 1),
			`column loss_s: "-6" is not a number >= 0`},
		{last, strings.Replace(last, "60,100", ",100", 1),
			`column loss_s: "" is not a number >= 0`},
		{last, strings.Replace(last, "60,100", "60,90", 1),
			"new has 1000 jobs and a loss of 90 s of bmbp for queue b1 of b: want 1000 and 100"},
		{last, strings.Replace(last, "960", "1001", 1), "1001 of 1000 jobs covered"},
		{last, strings.Replace(last, "1000,1,1000", "1000,1000,0", 1), "loss_s is 60 without a bound: want 100, the loss of bmbp"},
		{last, strings.Replace(last, "1000,1,1000,960", "1000,1000,0,0", 1),
			"loss_s is 60 without a bound: want 100"},
		{last, strings.Replace(last, "960,60", "960,0", 1), "loss_s is 0, but 40 waits are above their bounds"},
		{last, strings.Replace(last, "960", "960.5", 1), `column covered: "960.5" is not a whole number`},
		{last, strings.Replace(last, "1000,1,1000", "1000,0.5,1000", 1),
			`column replaced: "0.5" is not a whole number`},
		{last, strings.Replace(last, "1000,1,1000", "1000,1001,1000", 1), "1001 of 1000 replaced"},
		{last, strings.Replace(last, "1000,1,1000", "1000,1,1001", 1),
			"bounded is 1001: the queue has 1000 scored jobs"},
		{last, strings.Replace(last, "1000,1,1000", "1000,1,998", 1),
			"bounded is 998, but 999 jobs are not replaced"},
		{last, strings.Replace(last, "5,,,,,", "5,,7,1.01,,", 1),
			`column within_1min: "1.01" is not a share from 0 to 1`},
		{last, strings.Replace(last, "5,,,,,", "5,,7,,1e9,", 1),
			`column right_10min: "1e9" is not a share from 0 to 1`},
		{"new,a RICC-2010-2,", "new method,a RICC-2010-2,",
			`method "new method": want letters, digits and . _ + : = / - only`},
		{"new,a RICC-2010-2,", "bmbp|new,a RICC-2010-2,",
			`method "bmbp|new": want letters, digits and . _ + : = / - only`},
		{"new,a RICC-2010-2,", "Half,a RICC-2010-2,", "method Half differs from half by the case of letters alone"},
		{"new,a RICC-2010-2,,a,a2", "New,a RICC-2010-2,,a,a2",
			"method New differs from new by the case of letters alone"},
		{"new,a RICC-2010-2,", "other,a RICC-2010-2,", "method other is also in submission other, as sent"},
		{"new,a RICC-2010-2,", "new,a KTH-SP3-1996-2.1-cln,", `"KTH-SP3-1996-2.1-cln" is not in the ` +
			"catalogue of traces; near names: KTH-SP2-1996-2.1-cln"},
		{"new,a RICC-2010-2,", "new,a kth-sp2-1996-2.1-cln,", `"kth-sp2-1996-2.1-cln": want KTH-SP2-1996-2.1-cln`},
		{"new,a RICC-2010-2,,", "new,a RICC-2010-2,b c,", `chosen_on or looked_at of new: "c" is not in the catalogue`},
		{last, strings.Replace(last, "0.1,0.1", "0.1,0.2", 1),
			"new has a loss of logarithms of 0.2 of bmbp for queue b1 of b: want 0.1"},
		{last, strings.Replace(last, "0.1,0.1", ",0.1", 1), `column log_loss: "" is not a number >= 0`},
		{"new,a RICC-2010-2,", "new,,", "chosen_on of new is empty: name the logs"},
		{"new,a RICC-2010-2,", "new,none x,", `chosen_on of new is "none x": want logs, or none alone`},
		{last, strings.Replace(last, "b1,,3", "b1,,", 1),
			"variants_tried of new is NaN: want how many"},
		{last, strings.Replace(last, "b1,,3", "b1,,2.5", 1),
			"variants_tried of new is 2.5: want how many"},
		{"1b1b1b1,new,", "1b1b1b1,,", "method or program is empty"},
		{"s-1,1.0,1b1b1b1,new", "s-1,,1b1b1b1,new", "method or program is empty"},
	} {
		bench, about := strings.ReplaceAll(file.String(), c.old, c.new),
			strings.Replace(string(text), c.old, c.new, 1)
		if c.old == ",looked_at" {
			bench = strings.ReplaceAll(bench, ",a RICC-2010-2,,", ",a RICC-2010-2,")
		}
		if bench == file.String() && about == string(text) {
			t.Fatalf("no %q in %s%s", c.old, text, file.String())
		}
		if _, err := check(bench, about); err == nil || !strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%q for %q: error %v, want %s", c.new, c.old, err, c.want)
		}
	}
	write(AboutFile, string(text))
	for _, name := range []string{RankingFile, AboutFile} {
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ReadSubmission(folder, ours); err == nil || !strings.Contains(err.Error(),
			name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
	if _, err := check(file.String(), string(text)); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(folder, "run", "predictions.arrow")
	if err := cmp.Or(os.Mkdir(filepath.Dir(link), 0o777), os.Symlink("../bench.csv", link)); err != nil {
		t.Skip(err)
	}
	if _, _, err := ReadSubmission(folder, ours); err == nil ||
		err.Error() != link+" is a link: a submission has files only" {
		t.Errorf("with a link: %v", err)
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	alone, _, _ := strings.Cut(file.String(), "s-1,1.0,1b1b1b1,new")
	if _, err := check(alone, string(text)); err == nil || !strings.Contains(err.Error(),
		"no method that this project does not rank itself") {
		t.Errorf("without a new method: %v", err)
	}
}

// TestLevelTable: half has half of the loss at one quantile and a quarter at
// the other, of 100 s and 300 s: (50 + 75) / 400 on one queue, the same as bmbp
// on the other. narrow has one quantile only.
func TestLevelTable(t *testing.T) {
	var rows []Row
	for _, queue := range []string{"a1", "a2"} {
		for _, r := range []Row{
			rowOf("bmbp", "a", queue, 960, 100), rowOf("bmbp", "a", queue, 700, 300),
			rowOf("half", "a", queue, 940, 50), rowOf("half", "a", queue, 400, 75),
			rowOf("narrow", "a", queue, 990, 5),
		} {
			switch r.Covered {
			case 700, 400:
				r.Quantile, r.ReferenceLoss = .5, 300
			}
			if queue == "a2" {
				r.Loss = r.ReferenceLoss
			}
			rows = append(rows, r)
		}
	}
	reporttest.WantRows(t, LevelTable(rows), []string{
		"half 0.559 0.500 -0.100 -0.010", // sqrt(125/400), sqrt(75/300)
		"bmbp 1.000 1.000 +0.200 +0.010",
	})
}
