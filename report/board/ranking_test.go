package board

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/reporttest"
	"waitbench/report/verdict"
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
		"half yes 0 0 9 1 1 0.397 0.250 0.500 - - - 0.397 1 5 - waits 2 logs 7",
		"edge yes 0 9 0 2 2 0.630 0.125 1.000 0.25 - - 0.100 0 5 - - 2 logs 7",
		"bmbp  0 0 9 3 3 1.000 1.000 1.000 <= 0.13 - - 1.000 0 5 - - 2 logs 7",
		"rand yes 4 9 0 4 4 (0.250) 0.250 0.250 0.25 0.125 0.500 0.250 4 5 - - 2 logs 7",
		"wide yes 9 0 0 5 5 (2.000) 2.000 2.000 <= 0.13 - - 2.000 9 5 - - none 7",
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
	if pairs := few.Pairs().Rows; len(pairs) > 0 {
		t.Errorf("five sites have pairs: %v", pairs)
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
