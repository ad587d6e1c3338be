package suite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"waitbench/methods"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/batch"
	"waitbench/report/board"
	"waitbench/report/reporttest"
	"waitbench/report/table"
	"waitbench/swf/swftest"
)

// golden has the rows of bmbp and forest of suite synth-2, beside which other
// methods are ranked.
var golden = filepath.Join("testdata", "bench.csv")

// bench makes a bench.
func bench(t *testing.T, o *Options) *table.Table {
	t.Helper()
	dir, ranking, err := o.Bench(t.Context())
	if err != nil || dir != o.Dir {
		t.Fatal(dir, err)
	}
	return ranking
}

// wantAbout: a bench describes itself, with the sum of the running program.
func wantAbout(t *testing.T, dir, code string) {
	t.Helper()
	var about board.About
	if err := json.Unmarshal([]byte(swftest.ReadFile(t, dir, board.AboutFile)), &about); err != nil {
		t.Error(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	sum, err := run.SHA256(program)
	_, undated := time.Parse(time.DateOnly, about.Date)
	if err := errors.Join(err, undated); err != nil || about.Program != sum || about.Code != code {
		t.Errorf("%+v, %v; want program %s, code %s", about, err, sum, code)
	}
}

// TestBench ranks a suite, interrupted and resumed.
func TestBench(t *testing.T) {
	t.Parallel()
	o, said := options("synth", filepath.Join(t.TempDir(), "run"))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	start := o.Start
	o.Start = func(ctx context.Context, s run.Settings) (*batch.Batch, error) {
		b, err := start(ctx, s)
		b.Finish = cancel // of the first log
		return b, err
	}
	_, _, err := o.Bench(ctx)
	kept := "context canceled; 1 finished log kept in " + o.Dir + ", go on with --resume"
	if !errors.Is(err, context.Canceled) || err.Error() != kept {
		t.Errorf("interrupted: %v, want %s", err, kept)
	}
	o.Start = start
	ranking := bench(t, o)
	if !strings.Contains(said.String(), "synth-a: finished by an earlier run\n") {
		t.Errorf("resumed: %s", said)
	}
	wantAbout(t, o.Dir, "none")
	for _, row := range ranking.Rows {
		if cost := row[ranking.Index("cost_us")]; !(cost.Value > 0) {
			t.Errorf("a job of %q costs %v", row[0].Text, cost)
		}
	}
	s, err := Find("synth")
	if err != nil {
		t.Fatal(err)
	}
	text := swftest.ReadFile(t, o.Dir, board.RankingFile)
	if want := 1 + 8*len(s.Settings.Methods); strings.Count(text, "\n") != want {
		t.Errorf("%d lines, want %d", strings.Count(text, "\n"), want)
	}
	var some string
	for line := range strings.Lines(text) {
		if some == "" || strings.Contains(line, ",bmbp,") || strings.Contains(line, ",forest,") {
			some += line
		}
	}
	swftest.Golden(t, golden, some)
}

// TestLevels ranks a suite of several quantiles.
func TestLevels(t *testing.T) {
	t.Parallel()
	o, _ := options("synth-levels", filepath.Join(t.TempDir(), "levels"))
	ranking := bench(t, o)
	bmbp := slices.IndexFunc(ranking.Rows, func(row []table.Cell) bool { return row[0].Text == "bmbp" })
	if len(ranking.Rows) != 7 || ranking.Index("covered_0.05") < 0 || ranking.Rows[bmbp][1].Text != "1.000" {
		t.Errorf("the table of levels is %s", reporttest.Written(t, ranking.WriteCSV))
	}
}

// TestBeside: only the added methods and bmbp are replayed, and the ranking has the
// methods beside, too. Added methods say how they were made, or the options do.
func TestBeside(t *testing.T) {
	t.Parallel()
	own, err := methods.Named("forest")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ method, want, ranked string }{
		{"moving", ",moving,none,,synth-a,express,waits,2,", "bmbp forest moving"},
		{"forest:seed=2", ",forest:seed=2," + strings.Join(own.ChosenOn, " ") + "," +
			strings.Join(own.LookedAt, " ") + ",synth-a,", "bmbp forest"},
	} {
		o, _ := options("synth", filepath.Join(t.TempDir(), "added"))
		o.Added.Methods, o.ChosenOn, o.Variants = []string{c.method}, []string{"none"}, 2
		o.Beside, o.Code = golden, "https://example.org"
		var ranked []string
		for _, row := range bench(t, o).Rows {
			ranked = append(ranked, row[0].Text)
		}
		slices.Sort(ranked)
		if got := strings.Join(ranked, " "); got != c.ranked {
			t.Errorf("%s: ranked are %s, want %s", c.method, got, c.ranked)
		}
		wantAbout(t, o.Dir, o.Code)
		rows := swftest.ReadFile(t, o.Dir, board.RankingFile)
		if !strings.Contains(rows, c.want) || strings.Count(rows, "\n") != 1+2*8 {
			t.Errorf("no %s in\n%s", c.want, rows)
		}
	}
}

// TestNoResults: a ranking has the rows of the added methods that have results;
// without any there is none.
func TestNoResults(t *testing.T) {
	t.Parallel()
	o, _ := options("synth", filepath.Join(t.TempDir(), "out"))
	o.Added.Methods, o.Beside = []string{"scheduler"}, golden // the logs have no plans
	_, _, err := o.Bench(t.Context())
	want := "scheduler: no results; the notes in " + filepath.Join(o.Dir, "synth-a", run.RecordFile) + " say why"
	if _, left := os.Stat(filepath.Join(o.Dir, board.RankingFile)); err == nil || err.Error() != want || left == nil {
		t.Errorf("%v, want %s", err, want)
	}
	o.Added.Methods, o.Dir = []string{"scheduler", "last"}, o.Dir+"-2"
	bench(t, o)
	rows := swftest.ReadFile(t, o.Dir, board.RankingFile)
	if !strings.Contains(rows, ",last,") || strings.Contains(rows, ",scheduler,") {
		t.Errorf("one of two methods has results:\n%s", rows)
	}
}

// TestRefusesBeside: rankings that cannot be compared are refused before a replay,
// but for losses that only the replay knows.
func TestRefusesBeside(t *testing.T) {
	t.Parallel()
	text := swftest.ReadFile(t, golden)
	for _, c := range []struct{ old, new, want string }{
		{"synth-2,", "synth-1,", "FILE is a ranking of suite synth-1, not synth-2"},
		{",bmbp,", ",bm,", "FILE cannot be compared: no rows of bmbp at quantile 0.95"},
		{"suite,", "suit,", "FILE:1: this is not a ranking, which has the columns suite,program,"},
		{",0.95,", ",nan,", `FILE:2: column quantile: "nan" is not a number >= 0`},
		{",155.442,155.442,", ",155.443,155.442,", "FILE cannot be compared: bmbp has 741 jobs and a loss of " +
			"155.442 s of bmbp for queue express of synth-a: want 741 and 155.443"},
		{",synth-b,", ",synth-c,", "FILE has no row of log synth-b"},
		{",0.95,", ",0.9,", "FILE begins with quantile 0.9, not 0.95"},
		{"forest,", "forest", "FILE:10: 28 fields, but the header line has 29"},
		{"155.442", "155.443", "forest has 741 jobs and a loss of 155.443 s of bmbp for queue express of synth-a: " +
			"want 741 and 155.442"},
	} {
		file := filepath.Join(t.TempDir(), "other.csv")
		changed := strings.ReplaceAll(text, c.old, c.new)
		if err := os.WriteFile(file, []byte(changed), 0o666); err != nil || changed == text {
			t.Fatalf("%v, no %q in\n%s", err, c.old, text)
		}
		o, said := options("synth", filepath.Join(t.TempDir(), "out"))
		o.Added.Methods, o.Beside = []string{"last"}, file
		_, _, err := o.Bench(t.Context())
		_, isUsage := err.(output.UsageError)
		if got := strings.Replace(fmt.Sprint(err), file, "FILE", 1); !strings.HasPrefix(got, c.want) ||
			isUsage != strings.HasPrefix(c.want, "FILE") || isUsage != (said.Len() == 0) {
			t.Errorf("%q for %q: %s, usage %t, want %s", c.new, c.old, got, isUsage, c.want)
		}
	}
}
