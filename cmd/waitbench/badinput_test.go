package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/swf/accounting"
)

// lines returns n lines of a log with a job every ten minutes. The waits rise
// and fall.
func lines(n int) []string {
	jobs := make([]string, n)
	for i := range jobs {
		jobs[i] = fmt.Sprintf("%d %d %d 60 4 -1 -1 4 300 -1 1 %d -1 -1 1 -1 -1 -1", i+1, 600*i, i*i*37%1009, i%3)
	}
	return jobs
}

func logText(jobs []string) string {
	return "; Computer: none\n; UnixStartTime: 978336000\n; Queue: 1 batch\n" + strings.Join(jobs, "\n") + "\n"
}

func gzipped(tb testing.TB, text string) string {
	tb.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		tb.Fatal(err)
	}
	if err := z.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// TestBadInput replays logs that are at fault: one sentence, nothing
// half-written, and earlier results as they were.
func TestBadInput(t *testing.T) {
	t.Chdir(t.TempDir())
	good := lines(200)
	with := func(at int, line string) string {
		bad := append([]string{}, good...)
		bad[at] = line
		return logText(bad)
	}
	whole := gzipped(t, logText(good))
	unwaited := append([]string{}, good...)
	for i := range unwaited {
		f := strings.Fields(unwaited[i])
		f[2] = "-1"
		unwaited[i] = strings.Join(f, " ")
	}
	base := copyOf(t, baseRun(t))
	before := filesOf(t, base)
	for _, c := range []struct{ name, text, want string }{
		{"truncated.swf.gz", whole[:len(whole)/2], "gzip data ends too early, the file is truncated"},
		{"corrupt.swf.gz", whole[:len(whole)-8] + "checksum", "gzip data is corrupt"},
		{"few.swf", with(50, good[50][:strings.LastIndex(good[50], " ")]), "few.swf:54: too few fields: 17, want 18"},
		{"letter.swf", with(70, strings.Replace(good[70], " 60 ", " 6O ", 1)),
			`letter.swf:74: field 4 (run time): not a number: "6O"`},
		{"far.swf", with(150, strings.Replace(good[150], " 90000 ", " 1000000000000000 ", 1)),
			"far.swf:154: field 2 (submit time): more than 100 years after the first submission, in line 4"},
		{"empty.swf", "", "empty.swf: the file is empty"},
		{"comments.swf", "; Computer: none\n", "the log has no jobs"},
		{"unwaited.swf", logText(unwaited), "the log has no wait times"},
		{"never.swf", strings.ReplaceAll(logText(good), " 60 ", " -1 "),
			"none of the 200 jobs is selected by --select started"},
		{"packed.swf.xz", "\xfd7zXZ\x00 and more", "xz compression is not supported"},
		{"folder", "", "folder: this is a directory, not a log"},
	} {
		if c.name == "folder" {
			if err := os.Mkdir(c.name, 0o777); err != nil {
				t.Fatal(err)
			}
		} else {
			writeFile(t, c.name, c.text)
		}
		call("replay", c.name, "--out", "fresh").wantRefused(t, exitFailed, c.want)
		call("replay", c.name, "--out", base, "--force").wantRefused(t, exitFailed, c.want)
		if c.name != "unwaited.swf" && c.name != "never.swf" { // of which it tells the facts
			call("traces", "info", c.name, "--select", "started").wantRefused(t, exitFailed, c.want)
		}
		if c.name != "folder" {
			call("wait", c.name).wantRefused(t, exitFailed, c.want)
			o := callWith(t.Context(), strings.NewReader(c.text), &bytes.Buffer{}, "replay", "-", "--out", "fresh")
			o.wantRefused(t, exitFailed, strings.ReplaceAll(c.want, c.name, "stdin"))
		}
		if _, err := os.Stat("fresh"); err == nil {
			t.Fatalf("%s: the run left %v", c.name, filesOf(t, "fresh"))
		}
	}
	wantSame(t, "earlier results", filesOf(t, base), before)
}

// TestLongRecords reads each kind of table up to a line or cell of 3 MB: no
// reader keeps more than about 1 MB of it.
func TestLongRecords(t *testing.T) {
	run, log := copyOf(t, baseRun(t)), logOf(t, 1)
	t.Chdir(t.TempDir())
	long := strings.Repeat("x", 3<<20)
	writeFile(t, "long.txt", long)
	writeFile(t, "long.csv", "submit,start,end,size,job_id,bound\n1,\""+long)
	writeFile(t, "long.ids", strings.Join(accounting.ExtraColumns, ",")+"\n1,\""+long+"\"\n")
	writeFile(t, "good.txt", sacctHeader+sacctRow())
	for _, args := range [][]string{
		{"import", "csv", "long.csv", "--map", "submit=submit,start=start,end=end,size=size", "--wait", "submit"},
		{"import", "sacct", "long.txt"}, {"import", "pbs", "long.txt"},
		{"import", "sacct", "good.txt", "--plans", "long.txt"},
		{"score", "long.csv", "--logs", log}, {"wait", log, "--job", "1", "--ids", "long.ids"},
	} {
		call(args...).wantRefused(t, exitFailed, "long.", " too long: more than 1 MB")
	}
	writeFile(t, "head.csv", "\""+long)
	call("report", run, "--published", "head.csv").wantRefused(t, exitUsage, "head.csv: record too long: more than 1 MB")
	call("bench", "synth", "--methods", "moving", "--beside", "head.csv").wantRefused(t, exitUsage,
		"head.csv: record too long: more than 1 MB")
}

// TestUnusableFolder replays into a file, and into a folder with files of
// others.
func TestUnusableFolder(t *testing.T) {
	t.Parallel()
	file, log := writeFile(t, filepath.Join(t.TempDir(), "file"), "mine"), logOf(t, 1)
	for _, dir := range []string{file, filepath.Join(file, "far", "below")} {
		call("replay", log, "--out", dir).wantRefused(t, exitFailed, "cannot use "+dir+
			" as a folder of results: not a directory")
	}
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "tables"), "mine")
	before := filesOf(t, dir)
	for _, flag := range []string{"--resume", "--force"} {
		args := append([]string{"replay", log, flag, "--out", dir}, quick...)
		call(args...).wantRefused(t, exitFailed, dir+" has files and is no folder of results of this program")
	}
	wantSame(t, "a folder with files of others", filesOf(t, dir), before)
}

// TestDamagedRun damages files that commands read from a run directory.
func TestDamagedRun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"run.json", readFile(t, baseRun(t), "run.json")[:100], "is not the record of a run: unexpected end of JSON input"},
		{"scores.arrow", readFile(t, baseRun(t), "predictions.arrow"), "was changed after the run: "},
		{"predictions.arrow", readFile(t, baseRun(t), "predictions.arrow")[:1000], "was changed after the run: "},
	} {
		dir := copyOf(t, baseRun(t))
		writeFile(t, filepath.Join(dir, c.name), c.text)
		before := filesOf(t, dir)
		calls := [][]string{{"report", dir}, {"plot", "bounds", dir, "--out", filepath.Join(dir, "plot")}}
		calls = append(calls, []string{"compare", dir}, []string{"collect", dir, "--out", filepath.Join(dir, "all")})
		for _, args := range calls {
			call(args...).wantRefused(t, exitFailed, filepath.Join(dir, c.name)+" "+c.want)
		}
		wantSame(t, c.name+" "+c.want, filesOf(t, dir), before)
		if strings.HasSuffix(c.name, ".arrow") {
			succeed(t, append([]string{"replay", "--resume", "--out", dir}, baseArgs(t)...)...)
			wantSame(t, "replayed again", filesOf(t, dir), filesOf(t, baseRun(t)))
		}
	}
}
