package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFilesOfAnotherRun puts each Arrow file of another run into a run directory.
func TestFilesOfAnotherRun(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	a, b := twoLogs(t)
	one, two := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "two")
	replayed(t, one, append([]string{a}, quick...)...)
	writeFile(t, a, readFile(t, b)) // another log of the same name
	replayed(t, two, append([]string{a}, quick...)...)
	for _, c := range []struct{ from, name, key string }{
		{two, "scores.arrow", "trace.a.sha256"}, {two, "predictions.arrow", "trace.a.sha256"},
		{baseRun(t), "scores.arrow", ""}, {baseRun(t), "predictions.arrow", ""},
	} {
		dir := copyOf(t, one)
		writeFile(t, filepath.Join(dir, c.name), readFile(t, c.from, c.name))
		for _, args := range [][]string{
			{"report", dir}, {"compare", dir, "--methods", "bmbp,lognormal"}, {"day", dir, "--date", "2001-01-02"}, {"odds", dir, "--deadline", "1h"},
			append([]string{"replay", a, "--resume", "--out", dir}, quick...),
		} {
			call(args...).wantRefused(t, exitFailed, filepath.Join(dir, c.name)+" is of another run than run.json beside it: "+c.key)
		}
	}
}

// TestNoSuchSetting edits run.json to values that no flag takes.
func TestNoSuchSetting(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"1e308", "-1", "1"} {
		dir := copyOf(t, baseRun(t))
		text := readFile(t, dir, "run.json")
		writeFile(t, filepath.Join(dir, "run.json"), strings.Replace(text, `"train": 0.1`, `"train": `+value, 1))
		call("report", dir).wantRefused(t, exitFailed, "run.json is not the record of a run: train: ")
	}
}

// TestMisnamed replays a generated log under names of the catalogue.
func TestMisnamed(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	text := "; Computer: IBM SP2\n; Installation: SDSC\n; UnixStartTime: 893466664\n" + readFile(t, logOf(t, 1))
	published := writeFile(t, filepath.Join(t.TempDir(), "p.csv"), "trace,queue,column,value\nSDSC-SP2-1998-4.2-cln,normal,jobs,5\n")
	for _, c := range []struct{ name, want string }{
		{"SDSC-SP2-1998-4.2-cln", "not the log of the catalogue that it has the name of, or not stored as in the archive (wrong file: expected SHA-256 e03fe48b"},
		{"SDSC-SP2-1998-4", "not verified: the catalogue does not know the SHA-256 of the log of this name"},
	} {
		log := writeFile(t, filepath.Join(t.TempDir(), c.name+".swf"), text)
		dir := filepath.Join(t.TempDir(), "run")
		o := succeed(t, append([]string{"replay", log, "--out", dir}, quick...)...)
		again := succeed(t, "report", dir, "--published", published, "--figures", "none", "--quiet")
		day := succeed(t, "day", dir, "--date", "1998-04-25")
		info := succeed(t, "traces", "info", log)
		page, record := readFile(t, dir, "report.html"), readFile(t, dir, "run.json")
		for what, said := range map[string]string{"replay": o.err, "report": again.err, "day": day.err, "traces info": strings.Join(strings.Fields(info.out), " "), "run.json": record, "page": page} {
			if !strings.Contains(said, c.want) {
				t.Errorf("%s under the name %s does not say %q: %.300q", what, c.name, c.want, said)
			}
		}
		beside, err := filepath.Glob(filepath.Join(dir, "tables", "published-*"))
		if err != nil || (len(beside) > 0) != strings.HasPrefix(c.want, "not verified") {
			t.Errorf("published values beside %s: %q, error %v", c.name, beside, err)
		}
	}
	for _, log := range []string{"KTH-SP2-1996-2.1-cln", "SDSC-Par-1996-3.1-cln"} {
		if _, err := os.Stat(filepath.Join(realLogs, log+".swf.gz")); realLogs == "" || err != nil {
			continue
		}
		if o := succeed(t, "traces", "info", realLog(t, log)); strings.Contains(o.out, "not verified") || strings.Contains(o.out, "not the log") {
			t.Errorf("%s is not verified: %s", log, o.out)
		}
	}
}
