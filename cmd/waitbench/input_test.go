package main

import (
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"waitbench/replay/run"
)

func zstandard(t *testing.T, text string) string {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(z.EncodeAll([]byte(text), nil))
}

func recordOf(t *testing.T, dir string) (r run.LogRecord, text string) {
	t.Helper()
	text = readFile(t, dir, "run.json")
	var run run.Record
	if err := json.Unmarshal([]byte(text), &run); err != nil || run.Log.Name == "" {
		t.Fatalf("run.json without a log, error %v", err)
	}
	return run.Log, text
}

// TestWaysIn reads one log from a file and from standard input, plain and
// packed.
func TestWaysIn(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	text := logText(lines(70))
	run := func(in, log string) (scores, predictions string) {
		dir := filepath.Join(t.TempDir(), "run")
		args := append([]string{"replay", log, "--out", dir}, quick...)
		if o := callWith(t.Context(), strings.NewReader(in), io.Discard, args...); o.code != exitDone {
			t.Fatalf("%q: %q", o.args, o.err)
		}
		scores = strings.ReplaceAll(readFile(t, dir, "scores.csv"), "stdin", "log")
		predictions = succeed(t, "cat", filepath.Join(dir, "predictions.arrow"), "--columns",
			"queue,procs_range,job_id,submit,wait,procs,bound,scored").out
		return scores, predictions
	}
	dir := t.TempDir()
	scores, predictions := run("", writeFile(t, filepath.Join(dir, "log.swf"), text))
	if strings.Count(scores, "\n") != 2 || !strings.Contains(scores, "log,batch,all,bmbp,") ||
		strings.Count(predictions, "\n") != 71 {
		t.Fatalf("scores\n%s\n%d rows", scores, strings.Count(predictions, "\n")-1)
	}
	for _, c := range []struct{ name, data string }{
		{"log.swf.gz", gzipped(t, text)}, {"log.swf.zst", zstandard(t, text)},
		{"-", text[:len(text)-1]}, {"-", gzipped(t, text)}, {"-", zstandard(t, text)},
	} {
		log := c.name
		if log != "-" {
			log = writeFile(t, filepath.Join(dir, "other", log), c.data)
		}
		if s, p := run(c.data, log); s != scores || p != predictions {
			t.Errorf("%.4q as %s: other scores or predictions", c.data, c.name)
		}
	}
}

// TestEmptyNames: a log whose file has nothing but endings has no name.
func TestEmptyNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{".swf", ".swf.gz", " .txt", "..swf"} {
		path := writeFile(t, filepath.Join(t.TempDir(), name), logText(lines(3)))
		for _, command := range []string{"replay", "wait", "traces info", "plot workload"} {
			call(append(strings.Fields(command), path)...).wantRefused(t, exitFailed, path+" has an empty name")
		}
	}
}

func TestLenient(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	jobs := lines(120)
	dir := t.TempDir()
	good := writeFile(t, filepath.Join(dir, "good", "log.swf"), logText(jobs))
	jobs = append(append(append([]string{}, jobs[:50]...), "51 O 1 60", "what is this"), jobs[50:]...)
	bad := writeFile(t, filepath.Join(dir, "bad", "log.swf"), logText(jobs))
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	call("replay", bad, "--out", b).wantRefused(t, exitFailed, "log.swf:54: ")
	replayed(t, a, append([]string{good}, quick...)...)
	o := replayed(t, b, append([]string{bad, "--lenient"}, loud...)...)
	if !strings.Contains(o.err, "log: malformed lines, skipped: 2\n") {
		t.Errorf("message %q", o.err)
	}
	r, text := recordOf(t, b)
	if r.Skipped != 2 || r.Read != 120 || !strings.Contains(text, `"lenient": true`) ||
		!strings.Contains(text, `"malformed lines, skipped: 2"`) {
		t.Errorf("run.json:\n%s", text)
	}
	if readFile(t, a, "scores.csv") != readFile(t, b, "scores.csv") {
		t.Error("other scores than without the malformed lines")
	}
	for _, args := range [][]string{{"traces", "info", bad}, {"wait", bad, "--at", "2001-01-02"}} {
		call(args...).wantRefused(t, exitFailed, "log.swf:54: ")
		succeed(t, append(args, "--lenient")...)
	}
}

// TestQueuesAndRanges leaves series out.
func TestQueuesAndRanges(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "run")
	replayed(t, dir, logOf(t, 1), "--methods", "bmbp", "--queues", "low, normal", "--ranges", "1-8,9+", "--quiet",
		"--min-jobs", "1")
	var series []string
	for _, row := range csvRows(t, readFile(t, dir, "scores.csv"))[1:] {
		series = append(series, row[1]+" "+row[2])
	}
	if got := strings.Join(series, ", "); got != "normal all, normal 1-8, normal 9+, low all, low 1-8, low 9+" {
		t.Errorf("series %s", got)
	}
	r, text := recordOf(t, dir)
	all, _ := recordOf(t, baseRun(t))
	if len(r.Queues) != 2 || r.OtherQueues == 0 || r.Selected != all.Selected ||
		r.OtherQueues+r.Queues[0].Jobs+r.Queues[1].Jobs != r.Selected || !strings.Contains(text, `"ranges": "1-8,9+"`) {
		t.Errorf("run.json:\n%s", text)
	}
}
