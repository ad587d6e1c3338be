package main

import (
	"encoding/csv"
	"fmt"
	"image/png"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// csvRows reads CSV, heading first.
func csvRows(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestReportTables prints each table of a run by the name of its file.
func TestReportTables(t *testing.T) {
	t.Parallel()
	dir := copyOf(t, baseRun(t))
	files, err := filepath.Glob(filepath.Join(dir, "tables", "*.csv"))
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	var names []string
	want := ""
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".csv"))
		if want != "" {
			want += "\n"
		}
		want += readFile(t, file)
	}
	args := []string{"report", dir, "--format", "csv", "--tables"}
	if got := succeed(t, append(args, strings.Join(names, ","))...).out; got != want {
		t.Errorf("the tables %s are\n%s\nin the files\n%s", names, got, want)
	}
	call(append(args, "backtest")...).wantRefused(t, exitUsage, `unknown table "backtest"; did you mean backtests?`)
}

// TestReportStays: report prints and writes nothing, unless it is to renew the
// page and the tables or to draw. Then what is not asked for stays.
func TestReportStays(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	dir := copyOf(t, baseRun(t))
	succeed(t, "report", dir, "--figures", "all", "--figure-formats", "pdf", "--quiet")
	before := filesOf(t, dir)
	for _, file := range []string{"figures/bounds-day-seed1.pdf", "figures/coverage-seed1.svg"} {
		if before[file] == "" {
			t.Errorf("no %s", file)
		}
	}
	writes := []string{"", "--figures none"}
	for _, args := range append([]string{"--format latex --tables verdict-by-queue", "--tables losses-by-queue",
		"--format text", "--format json --figures none", "--min-jobs 500 --format csv"}, writes...) {
		o := succeed(t, append([]string{"report", dir}, strings.Fields(args)...)...)
		wantSame(t, "report "+args, filesOf(t, dir), before)
		stays := strings.Contains(o.err, "the figures stay as they were drawn")
		if stays != slices.Contains(writes, args) || o.out == "" {
			t.Errorf("report %s: %q and message %q", args, o.out, o.err)
		}
	}
	page := strings.Count(readFile(t, dir, "report.html"), "<figure")
	succeed(t, "report", dir, "--min-jobs", "200", "--title", "Mine", "--figures", "none", "--quiet")
	after := filesOf(t, dir)
	for name, sum := range before {
		if strings.HasPrefix(name, "figures/") && after[name] != sum {
			t.Errorf("%s is not as it was drawn", name)
		}
	}
	text := readFile(t, dir, "report.html")
	if page < 3 || strings.Count(text, "<figure") != page || !strings.Contains(text, "<title>Mine ") {
		t.Errorf("the page has not its %d figures and the title", page)
	}
	call("report", dir, "--tables", "losses").
		wantRefused(t, exitUsage, `unknown table "losses"; known are verdict-by-queue, `)
}

// TestScoreColumns holds the names and the order that other programs rely on;
// later columns come behind.
func TestScoreColumns(t *testing.T) {
	t.Parallel()
	const scores = "log,queue,procs_range,method,quantile,confidence,epoch_s,train,jobs,scored,bounded,correct,median_ratio,change_points,threshold"
	dir := baseRun(t)
	text := readFile(t, dir, "scores.csv")
	if !strings.HasPrefix(text, scores) {
		t.Errorf("scores.csv begins %.200s", text)
	}
	if got := succeed(t, "cat", filepath.Join(dir, "scores.arrow")).out; got != text {
		t.Error("scores.arrow and scores.csv differ")
	}
	got := csvRows(t, succeed(t, "cat", filepath.Join(dir, "predictions.arrow"), "--head", "1").out)[0]
	for i, want := range []string{"log", "queue", "procs_range", "method", "job_id", "submit", "wait", "procs", "bound",
		"scored"} {
		if i >= len(got) || got[i] != want {
			t.Errorf("column %d of predictions.arrow is not %s: %v", i, want, got)
		}
	}
}

// TestCatOut: --out chooses the format unless --format does.
func TestCatOut(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	replayed(t, dir, append([]string{logOf(t, 1)}, quick...)...)
	for args, begin := range map[string]string{
		"x.parquet": "PAR1", "x.arrow": "ARROW1", "x.csv": "log,", "y.parquet --format jsonl": "{\"log\"",
		"x.md --format markdown": "## Rows of", "z.arrow --format parquet": "PAR1", "x.csv.gz": "\x1f\x8b",
	} {
		words := strings.Fields(args)
		words[0] = filepath.Join(t.TempDir(), words[0])
		o := succeed(t, append([]string{"cat", filepath.Join(dir, "scores.arrow"), "--out"}, words...)...)
		if text := readFile(t, words[0]); !strings.HasPrefix(text, begin) || o.out != "" {
			t.Errorf("%s begins %.12q, want %q; %q on standard output", args, text, begin, o.out)
		}
	}
	for _, file := range []string{"x.csv", "x.md", "x.parquet"} {
		out := filepath.Join(t.TempDir(), file)
		call("cat", dir+"/scores.arrow", "--columns", "x", "--out", out).wantRefused(t, exitFailed,
			"waitbench cat: cannot write "+out+": "+dir+`/scores.arrow: unknown column "x"`)
		if names, _ := filepath.Glob(filepath.Dir(out) + "/*"); len(names) > 0 {
			t.Errorf("a refused cat leaves %v", names)
		}
	}
}

// relocated returns the path of a copy of logOf(1) with other lines in its
// header, or without its start.
func relocated(t *testing.T, header ...string) string {
	t.Helper()
	text := readFile(t, logOf(t, 1))
	for _, name := range []string{"UnixStartTime", "TimeZoneString", "StartTime", "EndTime"} {
		from := strings.Index(text, "; "+name+":")
		text = text[:from] + text[from+strings.Index(text[from:], "\n")+1:]
	}
	return writeFile(t, filepath.Join(t.TempDir(), "log.swf"), strings.Join(append(header, text), "\n"))
}

// Commands that need a run or an Arrow file name what they got instead, and what
// would work.
func TestWrongPaths(t *testing.T) {
	run := baseRun(t)
	for want, args := range map[string][]string{
		"it is a file of the run " + run + ": use " + run: {"report",
			filepath.Join(run, "report.html")},
		"it has run directories: use one, such as ":                         {"report", filepath.Dir(run)},
		"no such file or directory; make one with waitbench replay LOG":     {"report", filepath.Join(run, "none")},
		"it has no run.json; make a run with waitbench replay LOG":          {"report", t.TempDir()},
		"it is another file; make one with waitbench replay LOG":            {"plot", "bounds", logOf(t, 1)},
		"it is a run directory: use " + filepath.Join(run, "scores.arrow"):  {"cat", run},
		"it is a file of the run " + run + ": use " + run + "/scores.arrow": {"cat", filepath.Join(run, "run.json")},
	} {
		call(args...).wantRefused(t, exitFailed, want)
	}
	if text := succeed(t, "methods", "qbets").out; !strings.Contains(text, "clusters") ||
		!strings.Contains(text, "Nurmi07") {
		t.Errorf("methods qbets prints %q", text)
	}
}

func TestPlotBounds(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	out, caption := filepath.Join(t.TempDir(), "plot"), ""
	plot := func(args ...string) string {
		t.Helper()
		o := succeed(t, append([]string{"plot", "bounds", "--figure-formats", "svg", "--out", out}, args...)...)
		if caption = o.err; o.out != out+".svg\n" {
			t.Errorf("plot prints %q", o.out)
		}
		return readFile(t, out+".svg")
	}
	run := baseRun(t)
	svg := plot(run, "--queues", "normal,low", "--from", "2001-01-01T12:00", "--to", "2001-01-02")
	svg += plot(run, "--queues", "normal", "--ranges", "1-4,17-64", "--methods", "lognormal", "--title", "Mine")
	for _, text := range []string{"Bounds of lognormal, seed1", "normal: bound and ", "low: bound and ", "18:00",
		"date, 1 January 2001 (UTC)",
		"Mine", "normal, 1-4 processors: bound and ", "normal, 17-64 processors: bound and "} {
		if !strings.Contains(svg, ">"+text) {
			t.Errorf("the plots do not show %q", text)
		}
	}
	if plot(run) == plot(run, "--waits=false") {
		t.Error("--waits=false changes nothing")
	}
	if plot(run, "--from", "1", "--to", "2"); !strings.HasPrefix(caption, "No job was submitted in this time.") {
		t.Errorf("the caption of nothing is %q", caption)
	}

	other := filepath.Join(t.TempDir(), "mine")
	writeFile(t, other+".svg", "<svg/>")
	call("plot", "bounds", run, "--out", other).wantRefused(t, exitFailed,
		"mine.svg exists, and plot did not make it: choose another --out")
	if readFile(t, other+".svg") != "<svg/>" {
		t.Error("plot overwrites a file that it did not make")
	}

	// 2001-01-01 08:00 UTC is midnight of that day in US/Pacific.
	west, undated := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	replayed(t, west, append([]string{relocated(t, "; UnixStartTime: 978336000", "; TimeZoneString: US/Pacific")},
		quick...)...)
	if plot(west, "--from", "2001-01-01T04:00", "--to", "2001-01-01T16:00") != plot(west, "--from", "14400", "--to",
		"57600") {
		t.Error("dates are not in the time zone of the log")
	}
	replayed(t, undated, append([]string{relocated(t)}, quick...)...)
	call("plot", "bounds", undated, "--from", "2001-01-01", "--out", out).
		wantRefused(t, exitUsage, `the log has no start date: write "2001-01-01" as seconds of the log`)
	if svg := plot(undated, "--from", "4h", "--to", "57600"); strings.Contains(svg, "1970") ||
		strings.Contains(svg, ">Jan") {
		t.Error("the plot of an undated log shows dates")
	}
}

// plot fan draws the month with the most scored jobs of the busiest queue, and
// takes the flags of plot bounds.
func TestPlotFan(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	run, out := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "fan")
	replayed(t, run, logOf(t, 1), "--methods", "bmbp", "--quantiles", "0.95,0.5,0.25l", "--figures", "none")
	for want, args := range map[string][]string{
		"Quantiles of the wait by bmbp, queue normal, seed1|date, 1 January 2001 to 31 January 2001 (UTC)|quantiles " +
			"0.25 to 0.95|quantile 0.5": nil,
		"Quantiles of the wait by bmbp, queue low, 1-4 processors, seed1|quantiles 0.5 to 0.95|date, 2 January 2001 " +
			"(UTC)": {"--queues", "low", "--ranges", "1-4",
			"--quantiles", "0.95,0.5", "--from", "2001-01-02", "--to", "2001-01-03"},
	} {
		o := succeed(t, append([]string{"plot", "fan", run, "--out", out}, args...)...)
		svg := readFile(t, out+".svg")
		for _, text := range strings.Split(want, "|") {
			if !strings.Contains(svg, ">"+text+"<") {
				t.Errorf("plot fan %q does not show %q", args, text)
			}
		}
		if !strings.HasPrefix(o.err, "Bounds of quantiles at confidence 0.95: ") || o.out != out+".svg\n" {
			t.Errorf("plot fan prints %+v", o)
		}
	}
	call("plot", "fan", run, "--quantiles", "0.5,0.50").wantRefused(t, exitFailed,
		"a fan needs two quantiles or more of a run, not 0.5 alone")
}

// TestPlotWorkload reads the numbers of the plot from its CSV file: four jobs on
// 1, 1, 4 and 16 processors, of 1, e, e^2 and e^3 s, three of which had no wait.
// Ranks 1/8, 3/8, 5/8, 7/8 on logarithms 0, 1, 2, 3 make a line of slope 1/4
// through 1/8. The jobs outside of the time or the queue are left out.
func TestPlotWorkload(t *testing.T) {
	log := &strings.Builder{}
	log.WriteString("; UnixStartTime: 978336000\n; Queue: 1 normal\n; Queue: 2 low\n")
	for i, j := range []struct {
		run, wait float64
		procs     int
	}{{1, 0, 1}, {math.E, 0, 1}, {math.Exp(2), 0, 4}, {math.Exp(3), 100, 16}, {5, 5, 5}, {6, 6, 6}} {
		queue := 1
		if i == 4 {
			queue = 2
		}
		fmt.Fprintf(log, "%d %d %v %v %d -1 -1 %d -1 -1 1 1 1 1 %d -1 -1 -1\n", i+1, 1000*(i+1), j.wait, j.run, j.procs,
			j.procs, queue)
	}
	dir := t.TempDir()
	path, out := writeFile(t, filepath.Join(dir, "a.swf"), log.String()), filepath.Join(dir, "plot")
	o := succeed(t, "plot", "workload", path, "--queues", "normal", "--to", "6000", "--out", out, "--figure-formats",
		"csv,svg")
	want := []string{
		"processors,jobs,1,0.5", "processors,jobs,4,0.75", "processors,jobs,16,1",
		"run time,jobs,1,0.25", "run time,jobs,2.7182", "run time,jobs,7.389", "run time,jobs,20.08",
		"run time x processors,jobs,1,0.25", "run time x processors,jobs,2.7182", "run time x processors,jobs,29.55",
		"run time x processors,jobs,321.3",
		"wait,jobs,1,0.75", "wait,jobs,100,1",
	}
	for line := range strings.Lines(readFile(t, out+".csv")) {
		if strings.Contains(line, ",jobs,") {
			if len(want) == 0 || !strings.HasPrefix(line, want[0]) {
				t.Fatalf("%q, want %q", line, want)
			}
			want = want[1:]
		}
	}
	if len(want) > 0 || !strings.HasPrefix(o.err, "4 jobs.") ||
		!strings.Contains(o.err, " run time: 0.1250 + 0.2500 ln x, from e^-0.50 to e^3.50.") {
		t.Errorf("without %q, caption %q", want, o.err)
	}
	svg := readFile(t, out+".svg")
	for _, text := range []string{"Jobs of a", "processors", "run time", "run time x processors", "wait",
		"0.125 + 0.25 ln x"} {
		if !strings.Contains(svg, ">"+text+"<") {
			t.Errorf("the plot does not show %q", text)
		}
	}
	call("plot", "workload", path, "--queues", "fast", "--out", out).wantRefused(t, exitFailed, "fast")
}

// TestFormats draws a plot and the figures of a run in other formats.
func TestFormats(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	run, out := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "plot")
	replayed(t, run, append([]string{logOf(t, 1)}, quick...)...)
	if _, ok := filesOf(t, run)["figures/"]; ok {
		t.Error("--figures none makes figures")
	}
	o := succeed(t, "plot", "bounds", run, "--out", out, "--figure-formats", "pdf, csv, png", "--width", "one-column")
	if o.out != out+".pdf\n"+out+".csv\n"+out+".png\n" {
		t.Errorf("plot prints %q", o.out)
	}
	if _, err := png.DecodeConfig(strings.NewReader(readFile(t, out+".png"))); err != nil {
		t.Error(err)
	}
	pdf := readFile(t, out+".pdf")
	if !strings.HasPrefix(pdf, "%PDF-1.") || !strings.HasSuffix(pdf, "%%EOF\n") ||
		!strings.Contains(pdf, "/MediaBox [0 0 244.80 ") {
		t.Errorf("no PDF file of 3.4 inches: %.80q", pdf)
	}
	csvRows(t, readFile(t, out+".csv"))
	for _, name := range []string{"named.pdf", "named.PNG", "named.Svg"} { // also again
		path := filepath.Join(filepath.Dir(out), name)
		for range 2 {
			if o := succeed(t, "plot", "bounds", run, "--out", path); o.out != path+"\n" {
				t.Errorf("plot prints %q", o.out)
			}
		}
		want := map[string]string{".pdf": "%PDF-", ".PNG": "\x89PNG", ".Svg": "<?xml"}[filepath.Ext(path)]
		if text := readFile(t, path); !strings.HasPrefix(text, want) {
			t.Errorf("%s begins %.8q", name, text)
		}
	}
	for _, c := range []struct{ flags, want string }{
		{"--figure-formats=pdf", ".csv .md .pdf"}, {"--quiet", ".csv .md .pdf"},
		{"--figures=few", ".csv .md .pdf .svg"},
	} {
		succeed(t, "report", run, "--quiet", c.flags)
		kinds := map[string]bool{}
		for name := range filesOf(t, run) {
			if strings.HasPrefix(name, "figures/") && !strings.HasSuffix(name, "/") {
				kinds[filepath.Ext(name)] = true
			}
		}
		if got := strings.Join(slices.Sorted(maps.Keys(kinds)), " "); got != c.want {
			t.Errorf("report %s makes %s, want %s", c.flags, got, c.want)
		}
	}
	succeed(t, "report", run, "--quiet", "--width", "one-column", "--title", "Our <cluster>")
	narrow := 0
	for name := range filesOf(t, run) {
		if filepath.Ext(name) != ".svg" {
			continue
		}
		text := readFile(t, filepath.Join(run, name))
		if narrow++; !strings.Contains(text, `<svg width="244.8pt"`) ||
			!strings.Contains(text, "Our &lt;cluster&gt;</text>") {
			t.Errorf("%s is not 3.4 inches wide, or without the title: %.200s", name, text)
		}
	}
	if page := readFile(t, filepath.Join(run, "report.html")); narrow < 3 ||
		!strings.Contains(page, "<title>Our &lt;cluster&gt; – waitbench</title>") {
		t.Errorf("%d figures; the page has no title: %.900s", narrow, page)
	}
	call("report", run, "--figures", "none", "--width", "one-column").wantRefused(t, exitUsage, "--width needs figures")
	call("plot", "bounds", run, "--figure-formats", "svg,gif").wantRefused(t, exitUsage,
		`unknown format "gif"; known are svg, png, pdf, csv`)
	call("plot", "bounds", run, "--width", "wide").wantRefused(t, exitUsage,
		`unknown width "wide"; known are two-column, one-column`)
	call("report", run, "--figures", "none", "--figure-formats", "pdf").wantRefused(t, exitUsage,
		"--figure-formats needs figures")
	call("report", run, "--published", "nothere.csv").wantRefused(t, exitFailed,
		"cannot read nothere.csv: no such file or directory")
	huge := writeFile(t, filepath.Join(t.TempDir(), "huge.csv"), "log,queue,column,value\na,b,jobs,1e308\n")
	call("report", run, "--published", huge).wantRefused(t, exitUsage, `huge.csv:2: value "1e308" is not a number`)
}

// TestWaitTimes compares the bounds over time with the bounds that the jobs of
// a run had.
func TestWaitTimes(t *testing.T) {
	t.Parallel()
	dir, log := baseRun(t), logOf(t, 1)
	for _, method := range []string{"bmbp", "lognormal-trim"} {
		inForce := map[string]string{} // bound by tick
		for _, row := range csvRows(t, succeed(t, "cat", filepath.Join(dir, "predictions.arrow"), "--columns",
			"submit,bound",
			"--where", "queue=normal,procs_range=all,method="+method).out)[1:] {
			submit, err := strconv.ParseFloat(row[0], 64)
			if err != nil {
				t.Fatal(err)
			}
			inForce[fmt.Sprint(300*math.Floor(submit/300))] = row[1]
		}
		compared := 0
		times := csvRows(t, succeed(t, "wait", log, "--queue", "normal", "--from", "2001-01-01 08:00", "--every", "5m",
			"--quantiles", "0.95",
			"--methods", method, "--format", "csv").out)
		for i, row := range times[1:] {
			want, ok := inForce[fmt.Sprint(300*i)]
			if !ok {
				continue
			}
			if compared++; row[1] != want {
				t.Errorf("%s at %s: bound %q, jobs were given %q", method, row[0], row[1], want)
			}
		}
		if compared < 100 {
			t.Errorf("only %d of %d bounds of %s could be compared", compared, len(times)-1, method)
		}
	}
}

func TestWaitTimesOfUndatedLog(t *testing.T) {
	t.Parallel()
	log := relocated(t)
	args := []string{"wait", log, "--queue", "normal", "--methods", "bmbp"}
	call(append(args, "--from", "2001-01-02")...).wantRefused(t, exitUsage, "the log has no start date")
	call(append(args, "--from", "9999999")...).wantRefused(t, exitUsage,
		"9999999 is not a time of the log, which lasts from second 0 of the log to second ")
	o := succeed(t, append(args, "--from", "43200", "--every", "12h")...)
	for _, want := range []string{"from 43200 to 129600\n", "time (s from the start of the log)", "\n86400 ",
		"\n129600 "} {
		if !strings.Contains(o.out, want) {
			t.Errorf("no %q in\n%s", want, o.out)
		}
	}
}
