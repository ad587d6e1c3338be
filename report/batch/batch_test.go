package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/replay/run"
	"waitbench/replay/run/runtest"
	"waitbench/swf"
)

// logs are a log of 100 jobs, one without a wait, one that is no log, one of 60
// jobs, and one that is not there.
func logs(t *testing.T) (all []Log) {
	t.Helper()
	dir := t.TempDir()
	text := func(jobs, wait int) (text string) {
		for i := range jobs {
			text += fmt.Sprintf("%d %d %d 60 4 -1 -1 4 300 -1 1 1 1 1 1 1 -1 -1\n", i+1, 600*i, wait)
		}
		return text
	}
	for _, l := range []struct{ name, text string }{{"a", text(100, 9)}, {"idle", text(80, -1)}, {"odd", "odd\n"},
		{"b", text(60, 5)}} {
		path := filepath.Join(dir, l.name+".swf")
		if err := os.WriteFile(path, []byte(l.text), 0o666); err != nil {
			t.Fatal(err)
		}
		all = append(all, Log{Name: l.name, Path: path, Open: func() (*swf.File, error) { return swf.Open(path) }})
	}
	gone := func() (*swf.File, error) { return nil, fs.ErrNotExist }
	return append(all, Log{Name: "gone", Path: filepath.Join(dir, "gone.swf"), Open: gone})
}

// TestRun: a log without a job to replay is left out, and one that cannot be read
// if errors are skipped. Shares take the largest files first. A second call keeps
// what the first has finished.
func TestRun(t *testing.T) {
	all := logs(t)
	pick := func(names string) (some []Log) {
		for _, l := range all {
			if strings.Contains(" "+names+" ", " "+l.Name+" ") {
				some = append(some, l)
			}
		}
		return some
	}
	full := func(*run.Writer, *run.Dir) error { return errors.New("full") }
	for _, c := range []struct {
		logs   string
		change func(*Batch)
		runs   string // of the folder
		want   string // words of messages, or the error
	}{
		{"a", nil, ".", "a: 100 of 100 jobs"},
		{"a b", nil, "a b", "b: 60 of 60 jobs"},
		{"a idle b", nil, "a b", "idle is left out: "},
		{"a odd b", nil, "", "; --skip-errors leaves it out; 1 finished log kept in DIR, go on with --resume"},
		{"a odd gone b", func(b *Batch) { b.SkipErrors = true }, "a b", "gone is left out: file does not exist"},
		{"a odd b", func(b *Batch) { b.Collects = false }, "",
			`not a number: "odd"; 1 finished log kept in DIR`},
		{"odd", nil, "", "odd.swf:1: field 1 (job number): not a number"},
		{"idle gone", func(b *Batch) { b.SkipErrors = true }, "", "none of the 2 logs can be replayed; the last: "},
		{"b a", func(b *Batch) { b.Shard = Shard{1, 2} }, "a", "a: 100 of 100 jobs"},
		{"b a", func(b *Batch) { b.Shard = Shard{2, 2} }, "b", "b: 60 of 60 jobs"},
		{"b a", func(b *Batch) { b.Shard = Shard{3, 3} }, "",
			"--shard 3/3: more shares than logs, of which there are 2"},
		{"a", func(b *Batch) { b.Complete = full }, "", "full"},
		{"a", func(b *Batch) { b.Done = func(string) error { return errors.New("told") } }, "", "told"},
	} {
		dir := t.TempDir()
		b, said := &Batch{Plan: runtest.Plan(t, "bmbp", "0.95"), Dir: dir, Logs: pick(c.logs), Collects: true}, ""
		say := func(format string, values ...any) { said += fmt.Sprintf(format, values...) + "\n" }
		b.UI = UI{Start: func(string, string) {}, Finish: func() {}, Message: say, Warn: say}
		if c.change != nil {
			c.change(b)
		}
		runs, err := b.Run(t.Context())
		var names []string
		for _, path := range runs {
			name, _ := filepath.Rel(dir, path)
			names = append(names, name)
		}
		if err != nil {
			said += err.Error()
		}
		said = strings.ReplaceAll(said, dir, "DIR")
		if got := strings.Join(names, " "); got != c.runs || !strings.Contains(said, c.want) {
			t.Errorf("%s: runs of %s, said %s; want %s and %s", c.logs, got, said, c.runs, c.want)
		}
		if b.Resume = true; c.runs != "" {
			said = ""
			again, err := b.Run(t.Context())
			kept := strings.Count(said, ": finished by an earlier run")
			if err != nil || len(again) != len(runs) || kept != len(runs) {
				t.Errorf("%s resumed: %v, %v, said %s", c.logs, again, err, said)
			}
		}
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"1/1": {1, 1}, "2/7": {2, 7}, "0/7": {}, "8/7": {}, "2/7x": {}, "2": {},
		"02/7": {}} {
		got, err := ParseShard(text)
		if (err == nil) != (want.N > 0) || err == nil && got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}
