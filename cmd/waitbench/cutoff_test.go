//go:build unix

package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/replay/output"
)

// cutOff is a call that changes a folder.
type cutOff struct {
	name, record  string
	earlier, args func(dir string) []string // earlier makes the folder as it was before; nil for a missing one
	next          func(dir string) []string // reads a folder without a record; nil for none
	refused       string                    // what next answers
	runs          []string                  // inside the folder
}

// foreignFiles are files of others in folders of results.
var foreignFiles = []string{"notes.txt", "tables/mine.md", "figures/mine.svg"}

// cutOffs returns a call of each command that changes folders. The last two
// write two files.
func cutOffs(t *testing.T) []cutOff {
	in := func(args ...string) func(string) []string {
		return func(dir string) []string { return append(slices.Clip(args), dir) }
	}
	replay := func(quantile string) func(string) []string {
		return in(slices.Concat([]string{"replay", logOf(t, 1), "--quantiles", quantile, "--force"}, quick,
			[]string{"--out"})...)
	}
	runs := t.TempDir()
	collect := func(seed string) func(string) []string {
		dir := filepath.Join(runs, seed)
		replayed(t, dir, append([]string{logOf(t, int(seed[0]-'0'))}, quick...)...)
		return in("collect", dir, "--quiet", "--out")
	}
	study := func(days string) func(string) []string {
		return in("study", "downey", "--quick", "--quiet", "--days", days, "--out")
	}
	imported := func(rows int) func(string) []string {
		records := writeFile(t, filepath.Join(runs, fmt.Sprint(rows)), manyRows(rows))
		return func(dir string) []string {
			return []string{"import", "sacct", records, "--quiet", "--out", filepath.Join(dir, "log.swf.gz"), "--extra",
				filepath.Join(dir, "extra.csv")}
		}
	}
	generated := func(seed string) func(string) []string {
		return func(dir string) []string {
			return []string{"generate", "--days", "1", "--seed", seed, "--out", filepath.Join(dir, "log.swf"),
				"--extra", filepath.Join(dir, "extra.csv")}
		}
	}
	a, b := twoLogs(t)
	two := func(quantile string) func(string) []string {
		return in(slices.Concat([]string{"replay", a, b, "--quantiles", quantile, "--force"}, quick,
			[]string{"--out"})...)
	}
	compare, goOn := in("compare", "--methods", "bmbp,lognormal"), "holds no finished run: go on with --resume"
	return []cutOff{
		{"replay", "run.json", nil, replay("0.9"), compare, goOn, nil},
		{"replay --force", "run.json", replay("0.95"), replay("0.9"), compare, goOn, nil},
		{"report", "run.json", replay("0.95"), in("report", "--min-jobs", "500", "--figures", "none", "--quiet"),
			compare, "repeat waitbench report", nil},
		{"collect", "index.html", collect("1"), collect("2"), nil, "", nil},
		{"study", "README.md", study("2"), study("1"), nil, "", nil},
		{"replay of two", "index.html", two("0.95"), two("0.9"), nil, "", []string{"a", "b"}},
		{"bench", "bench.csv", in("bench", "synth", "--methods", "moving", "--quiet", "--out"),
			in("bench", "synth", "--methods", "lognormal", "--force", "--quiet", "--out"), nil, "",
			[]string{"synth-a", "synth-b"}},
		{"import", "extra.csv", imported(20000), imported(10000), nil, "", nil},
		{"generate", "extra.csv", generated("1"), generated("2"), nil, "", nil},
	}
}

// manyRows is the output of sacct for a number of jobs.
func manyRows(n int) string {
	var text strings.Builder
	text.WriteString(sacctHeader)
	for id := range n {
		text.WriteString(sacctRow(fmt.Sprint("JobID=", n+id), fmt.Sprint("JobIDRaw=", n+id)))
	}
	return text.String()
}

// folder makes the folder of a call as it was before, with files of others.
func (c *cutOff) folder(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), "folder")
	if c.earlier == nil {
		return dir
	}
	if c.record == "extra.csv" {
		os.Mkdir(dir, 0o777)
	}
	succeed(t, c.earlier(dir)...)
	for _, name := range foreignFiles {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(name)), "mine")
	}
	return dir
}

// visible returns the sums of the files of a folder, but for its manifest, which
// may be of two states. Of runs inside it has those that are the same every time.
func (c *cutOff) visible(t *testing.T, dir string) map[string]string {
	if _, err := os.Stat(dir); err != nil {
		return map[string]string{}
	}
	files := filesOf(t, dir)
	maps.DeleteFunc(files, func(name, _ string) bool {
		inside, file, isInside := strings.Cut(name, "/")
		if isInside && slices.Contains(c.runs, inside) {
			return file != "predictions.arrow" && file != "scores.csv"
		}
		return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "/") || name == output.Manifest
	})
	return files
}

// wantOneOf fails unless a folder is as before or after a call, or has no record
// and next refuses it. It reports whether it has no record.
func (c *cutOff) wantOneOf(t *testing.T, dir string, before, after map[string]string) (refused bool) {
	t.Helper()
	files := c.visible(t, dir)
	for _, name := range foreignFiles {
		if files[name] != before[name] {
			t.Errorf("%s: %s is lost", c.name, name)
		}
	}
	for name, sum := range files {
		if sum != before[name] && sum != after[name] {
			t.Errorf("%s: %s is half-written", c.name, name)
		}
	}
	if maps.Equal(files, before) || maps.Equal(files, after) {
		return false
	}
	if files[c.record] != "" {
		t.Errorf("%s: a folder of two states has a record", c.name)
	} else if c.next != nil {
		call(c.next(dir)...).wantRefused(t, exitFailed, c.refused)
	}
	return true
}

// repeat repeats a call that was cut off.
func (c *cutOff) repeat(t *testing.T, dir string, after map[string]string) {
	t.Helper()
	succeed(t, c.args(dir)...)
	wantSame(t, c.name+" again", c.visible(t, dir), after)
}

// TestCutOff copies the folder of each call before each change of its files. It
// is the folder that a kill leaves at this moment.
func TestCutOff(t *testing.T) {
	drawsMuch(t)
	defer func() { output.Step = func() {} }()
	for _, c := range cutOffs(t) {
		if c.record == "extra.csv" {
			continue // its changes have no step
		}
		dir, copies := c.folder(t), t.TempDir()
		before, steps := c.visible(t, dir), 0
		output.Step = func() {
			if err := os.CopyFS(filepath.Join(copies, fmt.Sprint(steps)), os.DirFS(dir)); err != nil {
				t.Error(err)
			}
			steps++
		}
		succeed(t, c.args(dir)...)
		output.Step = func() {}
		after, refused := c.visible(t, dir), 0
		for i := range steps {
			if c.wantOneOf(t, filepath.Join(copies, fmt.Sprint(i)), before, after) {
				refused++
			}
		}
		if c.name != "bench" { // which takes longer
			c.repeat(t, filepath.Join(copies, fmt.Sprint(steps/2)), after)
		}
		if refused < 4 {
			t.Errorf("%s: only %d of %d copies have no record", c.name, refused, steps)
		}
	}
}

// TestExtraOfAnotherLog watches imports replace a log and its extra values: the
// new log is never beside the old values.
func TestExtraOfAnotherLog(t *testing.T) {
	dir := t.TempDir()
	log, extra := filepath.Join(dir, "log.swf"), filepath.Join(dir, "extra.csv")
	args := []string{"import", "sacct", writeFile(t, filepath.Join(dir, "records"), manyRows(100)), "--quiet", "--out",
		log, "--extra", extra}
	succeed(t, args...)
	for range 100 {
		first, _ := os.Stat(log)
		values, _ := os.Stat(extra)
		mixed := make(chan bool)
		go func() {
			for {
				if now, err := os.Stat(log); err != nil || !os.SameFile(now, first) {
					found, _ := os.Stat(extra)
					mixed <- os.SameFile(found, values)
					return
				}
			}
		}()
		succeed(t, args...)
		if <-mixed {
			t.Fatal("the new log has the extra values of the old one")
		}
	}
}

// TestReportLocksFirst replaces the second run while report changes the first:
// report holds both.
func TestReportLocksFirst(t *testing.T) {
	drawsMuch(t)
	defer func() { output.Step = func() {} }()
	a, b := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	args := append([]string{logOf(t, 1)}, quick...)
	replayed(t, a, args...)
	replayed(t, b, args...)
	want := filesOf(t, b)
	output.Step = func() {
		output.Step = func() {}
		o := outcomeOf(t, program(t.Context(), append([]string{"replay", "--out", b, "--quantiles", "0.9", "--force"},
			args...)...))
		o.wantRefused(t, exitFailed, "another program is writing it")
	}
	succeed(t, "report", a, b, a, "--figures", "none", "--quiet")
	wantSame(t, "the second run", filesOf(t, b), want)
}

// TestResumeAfterReport resumes a run whose report was cut off: it is replayed
// again.
func TestResumeAfterReport(t *testing.T) {
	t.Parallel()
	want, dir := filesOf(t, baseRun(t)), copyOf(t, baseRun(t))
	writeFile(t, filepath.Join(dir, ".waitbench", "record", "run.json"), readFile(t, dir, "run.json"))
	if err := os.Remove(filepath.Join(dir, "run.json")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"compare", dir}, {"collect", filepath.Dir(dir), "--out", t.TempDir()}} {
		call(args...).wantRefused(t, exitFailed, "repeat waitbench report "+dir)
	}
	succeed(t, append(append([]string{"replay"}, baseArgs(t)...), "--out", dir, "--resume")...)
	wantSame(t, "the run that goes on", filesOf(t, dir), want)
}
