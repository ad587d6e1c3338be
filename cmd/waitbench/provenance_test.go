package main

import (
	"encoding/csv"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestFilesOfAnotherRun puts Arrow files of another run into a run directory.
func TestFilesOfAnotherRun(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	a, b := twoLogs(t)
	one, two := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "two")
	replayed(t, one, append([]string{a}, quick...)...)
	writeFile(t, a, readFile(t, b)) // another log of the same name
	replayed(t, two, append([]string{a}, quick...)...)
	for name, args := range map[string][]string{
		"scores.arrow":      {"compare", "DIR", "--methods", "bmbp,lognormal"},
		"predictions.arrow": {"collect", "DIR", "--out", filepath.Join(t.TempDir(), "all")},
	} {
		dir := copyOf(t, one)
		writeFile(t, filepath.Join(dir, name), readFile(t, two, name))
		args[slices.Index(args, "DIR")] = dir
		for _, args := range [][]string{args, {"report", dir}} {
			call(args...).wantRefused(t, exitFailed, filepath.Join(dir, name)+" was changed after the run")
		}
	}
}

// TestMisnamed replays a generated log under names of the catalogue.
func TestMisnamed(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	text := "; Computer: IBM SP2\n; Installation: SDSC\n; UnixStartTime: 893466664\n" + readFile(t, logOf(t, 1))
	published := writeFile(t, filepath.Join(t.TempDir(), "p.csv"),
		"log,queue,column,value\nSDSC-SP2-1998-4.2-cln,normal,jobs,5\n")
	for _, c := range []struct{ name, want string }{
		{"SDSC-SP2-1998-4.2-cln", "not the log of this name in the catalogue, or not stored as in the archive (wrong file: expected SHA-256 e03fe48b"},
		{"SDSC-SP2-1998-4", "not verified: the catalogue does not know the SHA-256 of the log of this name"},
	} {
		log := writeFile(t, filepath.Join(t.TempDir(), c.name+".swf"), text)
		dir := filepath.Join(t.TempDir(), "run")
		o := succeed(t, append([]string{"replay", log, "--out", dir}, quick...)...)
		again := succeed(t, "report", dir, "--published", published, "--figures", "none", "--quiet")
		wait := succeed(t, "wait", log)
		info := succeed(t, "traces", "info", log)
		page, record := readFile(t, dir, "report.html"), readFile(t, dir, "run.json")
		for what, said := range map[string]string{"replay": o.err, "report": again.err, "wait": wait.err,
			"traces info": strings.Join(strings.Fields(info.out), " "), "run.json": record, "page": page} {
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
		t.Run(log, func(t *testing.T) {
			if o := succeed(t, "traces", "info", realLog(t, log)); strings.Contains(o.out, "not verified") ||
				strings.Contains(o.out, "not the log") {
				t.Errorf("%s is not verified: %s", log, o.out)
			}
		})
	}
}

// TestNamesOfTheWorld replays a log whose names are as real and hostile logs
// have them.
func TestNamesOfTheWorld(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	var log strings.Builder
	log.WriteString("; Computer: \x1b[31mred\x07\n; MaxProcs: 128\n; Queue: 1 - Normal jobs queue - normal priority\n; Queue: 2 none\n" +
		"; Queue: 3 =cmd()\n; Queue: 4 \xfcbung\n; Queue: 5 a\x1b[2Jb\n; Queue: 6 " + strings.Repeat("long", 1000) + "\n")
	for i := range 700 {
		fmt.Fprintf(&log, "%d %d %d 60 4 -1 -1 4 100 -1 1 1 1 1 %d -1 -1 -1\n", i+1, 10*i, i%97,
			[]int{1, 2, 3, 4, 5, 6, -1}[i%7])
	}
	want := []string{"Normal", "none-2", "cmd()", "übung", "a", strings.Repeat("long", 25)[:97] + "...", "none"}
	file := writeFile(t, filepath.Join(t.TempDir(), "=\xe9\x1b[0m.swf"), log.String())
	dir := filepath.Join(t.TempDir(), "run")
	o := succeed(t, "replay", file, "--out", dir, "--methods", "bmbp", "--ranges", "none", "--min-jobs", "10",
		"--figures", "none")
	record, _ := recordOf(t, dir)
	var names []string
	for _, q := range record.Queues {
		names = append(names, q.Name)
	}
	if !slices.Equal(names, want) {
		t.Errorf("queues of run.json are %q, not %q", names, want)
	}
	rows, err := csv.NewReader(strings.NewReader(readFile(t, dir, "scores.csv"))).ReadAll()
	if err != nil || len(rows) != 1+len(want) {
		t.Fatalf("%d rows of scores.csv, error %v", len(rows), err)
	}
	for i, row := range rows[1:] {
		if row[1] != want[i] || row[0] != "'=é [0m" {
			t.Errorf("row %d of scores.csv is of %q and %q, not of %q", i+1, row[0], row[1], want[i])
		}
	}
	for name, text := range filesOf(t, dir) {
		if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) &&
			!strings.HasSuffix(name, ".arrow") {
			t.Errorf("%s has control characters", name)
		}
	}
	if strings.ContainsAny(o.out+o.err, "\x1b\x07") {
		t.Errorf("shown: %q %q", o.out, o.err)
	}
	if said := "names of more than 100 characters are cut, of 1 queues"; !strings.Contains(o.err, said) ||
		!slices.Contains(record.Notes, said) {
		t.Errorf("%q is not said", said)
	}
	for _, number := range []string{"1", "Normal"} {
		out := succeed(t, "wait", file, "--queue", number).out
		if !strings.Contains(out, "Normal") {
			t.Errorf("wait in queue %s: %s", number, out)
		}
	}
	some := filepath.Join(t.TempDir(), "some")
	replayed(t, some, append([]string{file, "--queues", "1,4,none"}, quick...)...)
	if record, _ := recordOf(t, some); len(record.Queues) != 3 || record.Queues[0].Name != "Normal" ||
		record.Queues[1].Name != "übung" {
		t.Errorf("--queues 1,4,none replays %v", record.Queues)
	}
	call("traces", "info", "no\x1b[2Jsuch").wantRefused(t, exitFailed, "no such file")
}

// TestQueueNumbers names the queues of a run directory by their numbers in the
// log.
func TestQueueNumbers(t *testing.T) {
	t.Parallel()
	dir, figure := baseRun(t), filepath.Join(t.TempDir(), "bounds")
	record, _ := recordOf(t, dir)
	for _, q := range record.Queues {
		for _, args := range [][]string{
			{"wait", logOf(t, 1)}, {"compare", dir, "--methods", "bmbp,lognormal"},
			{"plot", "bounds", dir, "--out", figure, "--figure-formats", "csv"},
		} {
			args = append(args, map[bool]string{true: "--queue", false: "--queues"}[args[0] == "wait"])
			shown := func(queue string) string {
				out := succeed(t, append(args, queue)...).out
				if args[0] == "plot" {
					out += readFile(t, figure+".csv")
				}
				return out
			}
			if byName, byNumber := shown(q.Name), shown(fmt.Sprint(*q.Number)); byNumber != byName {
				t.Errorf("%q by number: %s, by name: %s", args, byNumber, byName)
			}
		}
	}
	call("compare", dir, "--methods", "bmbp,lognormal", "--queues", "77").wantRefused(t, exitFailed,
		`: unknown queue "77"; known are express, high`)
}
