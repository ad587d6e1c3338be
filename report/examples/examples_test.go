package examples_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/replay/arrowio"
	"waitbench/replay/run"
	"waitbench/replay/run/runtest"
	"waitbench/report/board"
	"waitbench/report/render"
	"waitbench/report/reporttest"
	"waitbench/report/verdict"
	"waitbench/swf/swftest"
	"waitbench/traces"
)

// scripts are those of this folder, each with a command that succeeds where
// what it needs is installed.
var scripts = []struct {
	name, program string
	present       []string
	scores        bool // it reads scores alone
}{
	{"with_pandas.py", "python3", []string{"-c", "import pandas, pyarrow"}, false},
	{"with_polars.py", "python3", []string{"-c", "import polars"}, false},
	{"with_duckdb.py", "python3", []string{"-c", "import duckdb, pyarrow"}, false},
	{"with_arrow.R", "Rscript", []string{"-e", "library(arrow)"}, false},
	{"with_apache_arrow.mjs", "node", []string{"-e", `require("apache-arrow"); require("fzstd")`}, false},
	{"with_polars.mjs", "node", []string{"-e", `require("nodejs-polars")`}, false},
	{"with_duckdb.mjs", "node", []string{"-e", `require("@duckdb/node-api")`}, true},
}

// TestScripts compares what the scripts print with scores.csv: what they read
// from scores.arrow, and what they make of predictions.arrow.
func TestScripts(t *testing.T) {
	run, replayed := filepath.Join(t.TempDir(), "run"), false
	for _, s := range scripts {
		t.Run(s.name, func(t *testing.T) {
			if out, err := exec.Command(s.program, s.present...).CombinedOutput(); err != nil {
				t.Skipf("%s %s: %v: %.200s", s.program, strings.Join(s.present, " "), err, out)
			}
			if !replayed {
				smallRun(t, run)
				replayed = true
			}
			var stderr bytes.Buffer
			cmd := exec.Command(s.program, s.name, run)
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, &stderr)
			}
			scores, shares, ok := strings.Cut(strings.ReplaceAll(string(out), "\r\n", "\n"), "\n\n")
			wantScores, wantShares := achieved(t, run)
			compare(t, rows(t, scores, 5), wantScores)
			if ok == s.scores {
				t.Fatalf("not the tables that were wanted:\n%s", out)
			}
			if !s.scores {
				compare(t, rows(t, shares, 5), wantShares)
			}
		})
	}
}

// copyReaders print the columns of a file that cat has made as CSV, each with a
// command that succeeds where what it needs is installed.
var copyReaders = []struct{ name, format, program, option, needs, script string }{
	{"Apache Arrow for JavaScript", "arrow", "node", "-e", `require("apache-arrow")`,
		`const t = require("apache-arrow").tableFromIPC(require("node:fs").readFileSync(FILE));
		for (const row of t) console.log(COLUMNS.map((c) => row[c] ?? "").join());`},
	{"polars for Node", "parquet", "node", "-e", `require("nodejs-polars")`,
		`const t = require("nodejs-polars").readParquet(FILE);
		for (const row of t.toRecords()) console.log(COLUMNS.map((c) => row[c] ?? "").join());`},
	{"DuckDB for Node", "parquet", "node", "-e", `require("@duckdb/node-api")`,
		`(async () => {
			const db = await (await require("@duckdb/node-api").DuckDBInstance.create()).connect();
			const rows = await db.runAndReadAll("select " + COLUMNS + " from '" + FILE + "'");
			for (const row of rows.getRows()) console.log(row.map((x) => x ?? "").join());
		})()`},
	{"polars", "parquet", "python3", "-c", "import polars", `import polars
for row in polars.read_parquet(FILE).select(COLUMNS).rows():
    print(*("" if x is None else x for x in row), sep=",")`},
	{"DuckDB", "parquet", "python3", "-c", "import duckdb", `import duckdb
for row in duckdb.sql("select " + ",".join(COLUMNS) + " from '" + FILE + "'").fetchall():
    print(*("" if x is None else x for x in row), sep=",")`},
}

// TestCopies reads predictions that cat has written as Parquet, and as an Arrow
// file without compression, with other programs.
func TestCopies(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	columns := []string{"log", "queue", "procs_range", "method", "job_id", "quantile", "side", "wait", "bound"}
	want := map[string][]float64{}
	for _, r := range copyReaders {
		t.Run(r.name, func(t *testing.T) {
			if out, err := exec.Command(r.program, r.option, r.needs).CombinedOutput(); err != nil {
				t.Skipf("%s %s: %v: %.200s", r.program, r.needs, err, out)
			}
			o := arrowio.Options{Columns: columns}
			if len(want) == 0 {
				smallRun(t, dir)
				want = rows(t, cat(t, dir, o), 7)
			}
			o.Format = r.format
			copied := swftest.WriteFile(t, filepath.Join(t.TempDir(), "copy."+r.format), cat(t, dir, o))
			list := `["` + strings.Join(columns, `","`) + `"]`
			script := strings.NewReplacer("FILE", strconv.Quote(copied), "COLUMNS", list).Replace(r.script)
			out, err := exec.Command(r.program, r.option, script).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			compare(t, rows(t, strings.Join(columns, ",")+"\n"+string(out), 7), want)
		})
	}
}

// cat returns what cat writes of the predictions of a run.
func cat(t *testing.T, dir string, o arrowio.Options) string {
	t.Helper()
	var b strings.Builder
	if err := arrowio.Cat(&b, filepath.Join(dir, run.PredictionsFile), o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestVerdicts compares what verdict.mjs recommends, which shares no code with
// the verdicts of reports, with these.
func TestVerdicts(t *testing.T) {
	if out, err := exec.Command("node", "-e",
		`require("apache-arrow"); require("fzstd")`).CombinedOutput(); err != nil {
		t.Skipf("no node with apache-arrow and fzstd: %v: %.200s", err, out)
	}
	s := runtest.Plan(t, "bmbp,lognormal,lognormal-trim,qbets,historical,bmbp+aci,historical+cal,smith+cal", "0.95",
		"0.5", "0.25l").Settings
	s.Ranges, s.MinJobs = "1-4,5+", 100
	plan := runtest.PlanOf(t, s)
	dir := filepath.Join(t.TempDir(), "run")
	e := runtest.Begin(t, dir, plan, "small")
	log := runtest.Load(t, plan, "small", 6, 1)
	run := &render.Dir{Dir: log.Replay(t, e)}
	made, err := run.Render(e.Folder, render.Figures{Which: render.NoFigures})
	if err != nil {
		t.Fatal(err)
	}
	runtest.Commit(t, e)
	out, err := exec.Command("node", "verdict.mjs", dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	again := map[string]string{}
	for _, row := range read(t, string(out))[1:] {
		again[strings.Join(row[:5], ",")] = row[5]
	}
	several := 0 // series with methods to choose from, of which some are not recommended
	for _, v := range made.Verdicts {
		var names []string
		for _, j := range v.With(verdict.Recommended) {
			names = append(names, j.Method)
		}
		slices.Sort(names[min(1, len(names)):]) // after the choice
		want := strings.Join(names, " ")
		if len(names) == 0 {
			want = "none"
		} else if len(v.With(verdict.Candidate)) > 0 {
			several++
		}
		series := fmt.Sprintf("%s,%s,%s,%v,%v", v.Log, v.Queue, v.Range, v.Level.Quantile, v.Level.Side)
		if again[series] != want {
			t.Errorf("%s: recommended are %s, and %q by the script", series, want, again[series])
		}
	}
	if len(again) != len(made.Verdicts) || several < 5 {
		t.Errorf("%d verdicts, %d by the script; %d with methods not recommended", len(made.Verdicts), len(again),
			several)
	}
}

// rankedRows has five methods, one of them with three seeds, and a copy of one, on
// a queue of each of eight logs of seven sites. Shares are near the target.
func rankedRows() (rows []board.Row) {
	random := rand.New(rand.NewPCG(1, 2))
	reference := map[string]board.Row{}
	for i, method := range []string{"bmbp", "forest", "forest:seed=2", "forest:seed=3", "li+cal", "qbets", "last"} {
		for _, log := range []string{"SDSC-SP2-1998-4.2-cln", "SDSC-DS-2004-2.1-cln", "KTH-SP2-1996-2.1-cln",
			"RICC-2010-2",
			"CTC-SP2-1996-3.1-cln", "LANL-CM5-1994-4.1-cln", "HPC2N-2002-2.2-cln", "of no catalogue"} {
			r := board.Row{Suite: "s-1", Compared: 1000, Covered: 944 + random.IntN(20),
				Loss: 10 * float64(1+i) * (1 + random.ExpFloat64()), LogLoss: random.ExpFloat64()}
			r.Method, r.Log, r.Queue, r.Quantile, r.Bounded = method, log, "q", .95, 1000
			r.ShareSE, r.Blocks, r.BlockDays = .002*random.Float64(), 15+random.IntN(20), 1
			if method == "bmbp" {
				reference[log] = r
			}
			if r.Blocks < 20 {
				r.ShareSE = math.NaN()
			}
			if random.IntN(10) == 0 {
				r.Replaced = 101
			}
			r.ReferenceLoss, r.ReferenceLogLoss = reference[log].Loss, reference[log].LogLoss
			rows = append(rows, r)
		}
	}
	for _, r := range rows {
		if r.Method == "qbets" {
			r.Method = "copy"
			rows = append(rows, r)
		}
	}
	return rows
}

// python runs ranking.py and returns its table by the first columns.
func python(t *testing.T, keys int, files ...string) (string, map[string][]float64) {
	t.Helper()
	out, err := exec.Command("python3", append([]string{"ranking.py"}, files...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out), rows(t, string(out), keys)
}

// TestRanking compares a ranking with ranking.py, which shares no code with it:
// order, places, pairs, short queues, losses, p-values and intervals of handmade rows, and
// standard errors and losses of a run.
func TestRanking(t *testing.T) {
	if out, err := exec.Command("python3", "-c", "import zoneinfo").CombinedOutput(); err != nil {
		t.Skipf("no python3: %v: %.200s", err, out)
	}
	dir := t.TempDir()
	var bench, jobs bytes.Buffer
	all := rankedRows()
	if err := board.WriteRows(&bench, all); err != nil {
		t.Fatal(err)
	}
	logs := "name,site\n"
	for _, e := range traces.Catalogue() {
		logs += e.Name + "," + e.Site + "\n"
	}
	ranking, err := board.New(all)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]float64{}
	order, decided, shorts := []string{}, 0, 0
	made := ranking.Table(nil).With("method", "short", "near", "holds", "place_lo", "place_hi", "loss_ratio", "loss_ratio_lo", "loss_ratio_hi", "p",
		"seed_lo", "seed_hi", "log_loss_ratio")
	for method, numbers := range rows(t, reporttest.Written(t, made.WriteCSV), 1) {
		want[method] = numbers
		if numbers[0] > 0 && numbers[0] < 8 {
			shorts++
		}
		if numbers[8] < 1 {
			decided++
		}
	}
	for _, row := range made.Rows {
		order = append(order, row[0].Text)
	}
	files := []string{swftest.WriteFile(t, filepath.Join(dir, "bench.csv"), bench.String()),
		swftest.WriteFile(t, filepath.Join(dir, "logs.csv"), logs)}
	text, again := python(t, 1, files...)
	compareWithin(t, again, want, 1e-9)
	_, pairs := python(t, 1, append(files, "10")...)
	compareWithin(t, pairs, rows(t, reporttest.Written(t, ranking.Pairs().WriteCSV), 1), 1e-9)
	var orderAgain []string
	for _, row := range read(t, text)[1:] {
		orderAgain = append(orderAgain, row[0])
	}
	if !slices.Equal(order, orderAgain) || len(order) != 5 || shorts < 3 || decided < 3 {
		t.Errorf("order %q, %q by the script; %d methods short on some queues, %d p-values below 1", order, orderAgain,
			shorts, decided)
	}

	plan := runtest.PlanOf(t, runtest.Plan(t, "bmbp,lognormal,last,historical+cal", "0.95").Settings)
	e := runtest.Begin(t, filepath.Join(dir, "run"), plan, "small")
	log := runtest.Load(t, plan, "small", 30, 1)
	log.Replay(t, e)
	runtest.Commit(t, e)
	opened, err := render.OpenAll([]string{filepath.Join(dir, "run")})
	if err != nil {
		t.Fatal(err)
	}
	ranked, err := opened[0].Rank([]string{"bmbp", "lognormal", "last", "historical+cal"})
	if err != nil {
		t.Fatal(err)
	}
	clear(want)
	withErrors := 0
	for _, r := range ranked {
		if r.ShareSE > 0 {
			withErrors++
		}
		want[strings.Join([]string{r.Log, r.Queue, r.Method}, ",")] = []float64{r.Loss, r.ReferenceLoss, r.ShareSE,
			float64(r.Blocks), float64(r.BlockDays), r.LogLoss, r.ReferenceLogLoss}
	}
	if err := arrowio.Cat(&jobs, opened[0].Predictions(), arrowio.Options{}); err != nil {
		t.Fatal(err)
	}
	_, again = python(t, 3, filepath.Join(dir, "run", "run.json"), swftest.WriteFile(t, filepath.Join(dir, "jobs.csv"),
		jobs.String()))
	compareWithin(t, again, want, 5e-6) // bench.csv has six digits
	if withErrors != 14 {               // two methods miss no job of a queue
		t.Errorf("%d standard errors, want 14", withErrors)
	}
}

// TestEveryScript wants all scripts of the folder in the list above and in
// README.md.
func TestEveryScript(t *testing.T) {
	readme := swftest.ReadFile(t, "README.md")
	files, err := filepath.Glob("with_*")
	if err != nil || len(files) != len(scripts) {
		t.Errorf("%d scripts in the folder, %d are tested; %v", len(files), len(scripts), err)
	}
	for _, s := range scripts {
		if !strings.Contains(readme, s.program+" report/examples/"+s.name+" DIR") {
			t.Errorf("README.md does not say how to run %s", s.name)
		}
	}
}

// TestColumns holds COLUMNS.md against the code.
func TestColumns(t *testing.T) {
	want := "# Columns of the Arrow files of a run\n\n" +
		"Generated by `make golden`. Texts are dictionaries with 32-bit indices; the same is said in the metadata of " +
		"the fields, as\n" +
		"`description`, `unit` and `null`, and the metadata of each file names the settings and logs of its run.\n\n" +
		arrowio.Columns()
	swftest.Golden(t, "COLUMNS.md", want)
}

// achieved reads scores.csv for jobs of every size: correct and median ratio by
// log, queue, method, quantile and side, and correct where there are bounds.
func achieved(t *testing.T, run string) (scores, shares map[string][]float64) {
	t.Helper()
	text := swftest.ReadFile(t, filepath.Join(run, "scores.csv"))
	all := read(t, text)
	place := map[string]int{}
	for i, name := range all[0] {
		place[name] = i
	}
	scores, shares = map[string][]float64{}, map[string][]float64{}
	for _, row := range all[1:] {
		cell := func(name string) string { return row[place[name]] }
		if cell("procs_range") != "all" {
			continue
		}
		series := strings.Join([]string{cell("log"), cell("queue"), cell("method"), cell("quantile"), cell("side")},
			",")
		correct := number(t, cell("correct"))
		scores[series] = []float64{correct, number(t, cell("median_ratio"))}
		if !math.IsNaN(correct) {
			shares[series] = []float64{correct}
		}
	}
	return scores, shares
}

// rows reads a table by its first columns, the keys.
func rows(t *testing.T, text string, keys int) map[string][]float64 {
	t.Helper()
	found := map[string][]float64{}
	for _, row := range read(t, text)[1:] {
		var numbers []float64
		for _, cell := range row[keys:] {
			numbers = append(numbers, number(t, cell))
		}
		found[strings.Join(row[:keys], ",")] = numbers
	}
	return found
}

func read(t *testing.T, text string) [][]string {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(all) < 2 {
		t.Fatalf("no table (%v):\n%s", err, text)
	}
	return all
}

// number reads a cell; the empty one is NaN.
func number(t *testing.T, cell string) float64 {
	t.Helper()
	if cell == "" {
		return math.NaN()
	}
	f, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// compare allows for sums in another order: shares are sums of ones over a
// count, and equal but for rounding.
func compare(t *testing.T, got, want map[string][]float64) {
	t.Helper()
	compareWithin(t, got, want, 1e-12)
}

func compareWithin(t *testing.T, got, want map[string][]float64, off float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d rows, want %d", len(got), len(want))
	}
	for key, numbers := range want {
		if len(got[key]) != len(numbers) {
			t.Errorf("%s: %v, want %v", key, got[key], numbers)
			continue
		}
		for i, n := range numbers {
			if g := got[key][i]; !(math.Abs(g-n) <= off*math.Abs(n)) && !(math.IsNaN(g) && math.IsNaN(n)) {
				t.Errorf("%s: %v, want %v", key, got[key], numbers)
			}
		}
	}
}

// smallRun replays two days of a generated log into dir, with upper and lower
// bounds.
func smallRun(t *testing.T, dir string) {
	t.Helper()
	s := runtest.Plan(t, "bmbp,lognormal", "0.95", "0.25l").Settings
	s.Ranges = "1-4,5+"
	plan := runtest.PlanOf(t, s)
	e := runtest.Begin(t, dir, plan, "small")
	log := runtest.Load(t, plan, "small", 2, 1)
	log.Replay(t, e)
	runtest.Commit(t, e)
}
