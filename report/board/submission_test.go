package board

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/report/verdict"
	"waitbench/swf/swftest"
)

// TestRead ranks the methods of a folder with those of its submissions, as of
// the latest date. Files beside the submissions are none.
func TestRead(t *testing.T) {
	folder := t.TempDir()
	at := func(day int) string {
		return fmt.Sprintf(`{"program": "%064d", "commit": "%040d", "code": "none", "date": "2020-11-%d"}`, 1, 2, day)
	}
	write := func(dir, about string, rows []Row) {
		var file bytes.Buffer
		if err := WriteRows(&file, rows); err != nil {
			t.Fatal(err)
		}
		swftest.WriteFile(t, filepath.Join(folder, dir, RankingFile), file.String())
		swftest.WriteFile(t, filepath.Join(folder, dir, AboutFile), about)
	}
	submit := func(name, method string, day int) {
		rows := someRows()[:3]
		for _, r := range rows {
			r.Method, r.Sees = method, "log"
			rows = append(rows, r)
		}
		write(filepath.Join(SubmissionsFolder, name), at(day), rows)
	}
	said := func() string {
		b, asOf, err := Read(folder)
		if err != nil {
			return strings.ReplaceAll(err.Error(), folder, "FOLDER")
		}
		var names []string
		for _, m := range b.methods {
			names = append(names, m.name+" of "+m.rows[0].From)
		}
		slices.Sort(names)
		return asOf + ": " + strings.Join(names, "; ")
	}
	const ours = "bmbp of ; half of ; narrow of "
	for _, c := range []struct {
		before func()
		want   string
	}{
		{func() {}, "cannot read FOLDER/bench.csv: no such file or directory"},
		{func() { write("", at(12), someRows()[:9]) }, "2020-11-12: " + ours},
		{func() { submit("a", "new", 11) }, "2020-11-12: " + ours + "; new of a, as sent"},
		{func() { submit("b", "newer", 13) }, "2020-11-13: " + ours + "; new of a, as sent; newer of b, as sent"},
		{func() { swftest.WriteFile(t, filepath.Join(folder, SubmissionsFolder, "README"), "") },
			"2020-11-13: " + ours + "; new of a, as sent; newer of b, as sent"},
		{func() { submit("c", "newer", 14) },
			"FOLDER/submissions/c/bench.csv has no method that is not ranked already"},
		{func() { os.RemoveAll(filepath.Join(folder, SubmissionsFolder, "c")) }, "2020-11-13: "},
		{func() { os.RemoveAll(filepath.Join(folder, SubmissionsFolder)) }, "2020-11-12: " + ours},
		{func() { swftest.WriteFile(t, filepath.Join(folder, SubmissionsFolder), "") },
			"cannot read FOLDER/submissions: not a directory"},
		{func() { os.Remove(filepath.Join(folder, AboutFile)) }, "cannot read FOLDER/about.json: "},
	} {
		c.before()
		if got := said(); !strings.HasPrefix(got, c.want) || strings.Contains(c.want, " of ") && got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// honest returns the rows of this project and those of a submission that is
// well-formed.
func honest() (ours, sent []Row) {
	for _, r := range someRows() {
		r.Blocks, r.BlockDays, r.ShareSE = 100, 1, .004
		if ours = append(ours, r); r.Method == verdict.Reference {
			sent = append(sent, r)
			r.Method, r.Sees, r.Commit, r.LookedAt = "new", "log", "1b1b1b1", "KTH-SP2-1996-2.1-cln"
			r.Loss, r.LogLoss, r.Replaced, r.ShareAll, r.SettledIndependence = 60, .06, 1, .955, 4
			f := &r.Forecasts
			f.MeanError, f.WithinMinute, f.RightSide, f.SlowdownError = 100, .5, .75, 3
			sent = append(sent, r)
		}
	}
	return ours, sent
}

// TestLies: submissions of liars are refused, with one sentence on the line, or
// a repeat finds the lie. The cells that a liar changes are in all rows of the
// method, or in the last one.
func TestLies(t *testing.T) {
	ours, sent := honest()
	dir := filepath.Join(t.TempDir(), SubmissionsFolder, "mine")
	about := fmt.Sprintf(`{"program": "%064d", "commit": "%040d", "code": "none", "date": "2026-11-23"}`, 1, 2)
	submit := func(rows []Row) ([]Row, error) {
		var file bytes.Buffer
		if err := WriteRows(&file, rows); err != nil {
			t.Fatal(err)
		}
		swftest.WriteFile(t, filepath.Join(dir, RankingFile), file.String())
		swftest.WriteFile(t, filepath.Join(dir, AboutFile), about)
		found, _, err := ReadSubmission(dir, ours)
		return found, err
	}
	found, err := submit(sent)
	if err != nil || len(found) != 3 || found[0].From != "mine, as sent" || Repeated(dir, found, found) != nil {
		t.Fatalf("%v, %d rows, %v", err, len(found), Repeated(dir, found, found))
	}
	const last, all = false, true
	for _, c := range []struct {
		all  bool
		lie  string // cells, and their values
		want string // why it is refused, or what the repeat says
	}{
		// numbers that cannot be
		{last, "loss_s=0", "loss_s or log_loss is 0, but 40 waits are above their bounds"},
		{last, "log_loss=0", "loss_s or log_loss is 0, but 40 waits are above their bounds"},
		{last, "covered=1001", "1001 of 1000 jobs covered"},
		{last, "replaced=1001", "1001 of 1000 replaced"},
		{last, "bounded=1001", "bounded is 1001: the queue has 1000 scored jobs"},
		{last, "bounded=998", "bounded is 998, but 999 jobs are not replaced"},
		{last, "bounded=0 replaced=1000", "covered, loss_s or log_loss is not of bmbp"},
		{last, "bounded=0 replaced=1000 loss_s=100", "covered, loss_s or log_loss is not of bmbp"},
		{last, "bounded=20 replaced=980 covered=981 loss_s=90", "covered, loss_s or log_loss is not of bmbp"},
		{last, "share_all=0.99", "share_all is 0.99, above the share covered, 0.96"},
		{last, "share_se=0.06", "share_se is 0.06: want at most 0.0546 with a share of 0.96"},
		{last, "blocks=19", "share_se is 0.004: want at most 0.0558 with a share of 0.96, and none with 19 blocks"},
		{last, "blocks=9 block_days=7", "and none with 9 blocks of 7 days"},
		{last, "block_days=30", "and none with 100 blocks of 30 days"},
		{last, "share_se= blocks=19", "blocks is 19: want 100 of these block_days"},
		{last, "blocks=101", "blocks is 101: want 100"},
		{last, "mae_s=", "mae_s, within_1min, right_10min and slowdown_error: want all or none"},
		{last, "right_10min=", "right_10min and slowdown_error: want all or none"},
		{last, "slowdown_error=", "right_10min and slowdown_error: want all or none"},
		{last, "within_1min= right_10min= slowdown_error=", "right_10min and slowdown_error: want all or none"},
		{last, "jobs=999", "new has 999 jobs and a loss of 100 s of bmbp"},
		{last, "bmbp_loss_s=200", "new has 1000 jobs and a loss of 200 s of bmbp"},
		{last, "bmbp_log_loss=0.2", "new has a loss of logarithms of 0.2 of bmbp"},
		// another suite, queues left out, added or doubled
		{all, "suite=s-2", "suite s-2, log a, queue a1, quantile 0.95: bmbp has no such row here"},
		{all, "quantile=0.9", "suite s-1, log a, queue a1, quantile 0.9: bmbp has no such row here"},
		{last, "queue=b2", "suite s-1, log b, queue b2, quantile 0.95: bmbp has no such row here"},
		{last, "log=a queue=a1", "new has no row for queue b1 of b"},
		{last, "method=newer", "has no row for queue"},
		// names
		{all, "method=bmbp", "bmbp has another sees than here"},
		{all, "method=forest", "forest has the name of a method of this program"},
		{all, "method=forest:seed=9", "forest:seed=9 has the name of a method of this program"},
		{all, "method=bmbp:new", "bmbp:new has the name of a method of this program"},
		{all, "method=li+aci", "li+aci has the name of a method of this program"},
		{all, "method=half sees=", "half has another replaced than here: 1, not 0"},
		{all, "method=" + strings.Repeat("x", 61), `x": want at most 60 letters, digits and`},
		{all, "method==new", `=new": want at most`},
		{all, "method=+new", `+new": want at most`},
		{all, "method=.new", `method ".new": want at most`},
		{all, "method=-new", `-new": want at most`},
		{all, "method=", `method "": want at most`},
		{all, "method=bmbp|new", `method "bmbp|new": want at most`},
		// statements
		{all, "sees=waits", `sees is "waits": want "log"`},
		{all, "sees=nothing", `sees is "nothing": want "log"`},
		{all, "chosen_on=", `chosen_on is "": want logs, or none alone`},
		{all, "chosen_on=none,a", `chosen_on is "none a": want logs, or none alone`},
		{all, "chosen_on=KTH-SP3-1996-2.1-cln", "near names: KTH-SP2-1996-2.1-cln"},
		{all, "chosen_on=kth-sp2-1996-2.1-cln", `"kth-sp2-1996-2.1-cln": want KTH-SP2-1996-2.1-cln`},
		{all, "looked_at=b,c", `chosen_on or looked_at: "c" is not in the catalogue`},
		{all, "looked_at=b,a", "a log is in chosen_on and in looked_at"},
		{last, "chosen_on=none", "new has another chosen_on than in its first row: none, not a RICC-2010-2"},
		{last, "looked_at=", "new has another looked_at than in its first row"},
		{last, "variants_tried=1", "new has another variants_tried than in its first row: 1, not 3"},
		{last, "commit=2b", "new has another commit than in its first row"},
		{all, "variants_tried=", "variants_tried is NaN: want how many"},
		{all, "variants_tried=0", "variants_tried is 0: want how many"},
		{all, "variants_tried=2.5", "variants_tried is 2.5: want how many"},
		// numbers that could be: a repeat has others
		{last, "loss_s=59.9999", "log b, queue b1: new has another loss_s in disguise: 59.9999 sent, 60 now"},
		{last, "log_loss=0.05", "another log_loss in disguise"},
		{last, "covered=961", "another covered in disguise"},
		{last, "replaced=0", "another replaced in disguise"},
		{last, "blocks=20 block_days=7", "another blocks in disguise"},
		{last, "share_se=0.005", "another share_se in disguise"},
		{last, "share_se=", "another share_se in disguise: NaN sent"},
		{last, "share_all=0.96", "another share_all in disguise"},
		{last, "share_all=", "another share_all in disguise"},
		{last, "christoffersen_ind_lr=1", "another christoffersen_ind_lr in disguise"},
		{last, "settled_ind_lr=", "another settled_ind_lr in disguise"},
		{all, "mae_s=1", "another mae_s in disguise"},
		{all, "within_1min=1", "another within_1min in disguise"},
		{all, "right_10min=1", "another right_10min in disguise"},
		{all, "slowdown_error=0", "another slowdown_error in disguise"},
		{all, "method=newer", "newer has no results in disguise"},
	} {
		rows := slices.Clone(sent)
		for i := range rows {
			if rows[i].Method == "new" && (c.all || i == len(rows)-1) {
				lie(t, &rows[i], c.lie)
			}
		}
		lied, err := submit(rows)
		if err == nil {
			if err := SetRepeated(dir, "a"); err != nil || state(dir, lied) != "repeated on 1 of 2 logs" {
				t.Errorf("%s: %s, %v", c.lie, state(dir, lied), err)
			}
			if err = Repeated(dir, found, lied); state(dir, lied) != "as sent" {
				t.Errorf("%s: %s after another repeat", c.lie, state(dir, lied))
			}
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", c.lie, err, c.want)
		}
	}
}

// lie sets cells of a row, where a comma in a value is a blank.
func lie(t *testing.T, r *Row, cells string) {
	t.Helper()
	for _, cell := range strings.Fields(cells) {
		name, value, _ := strings.Cut(cell, "=")
		i := slices.IndexFunc(columns, func(c column) bool { return c.name == name })
		if x, ok := columns[i].at(r).(*float64); ok && value == "" {
			*x = newRow().Variants // missing
		} else if err := columns[i].parse(r, strings.ReplaceAll(value, ",", " ")); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFormOfSubmissions: files that are not as bench writes them are refused.
func TestFormOfSubmissions(t *testing.T) {
	ours, sent := honest()
	var file bytes.Buffer
	if err := WriteRows(&file, sent); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	about := fmt.Sprintf(`{"program":"%064d","commit":"%040d","code":"https://example.org","date":"2026-11-23"}`, 1, 2)
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{"0001", "000A", "about.json: want program (a SHA-256 or Go build ID), commit"},
		{`"program"`, `"build"`, "about.json: want program"},
		{`"commit":"0`, `"commit":"`, "about.json: want program"},
		{`"https://example.org"`, `"later"`, "about.json: want program"},
		{`2026-11-23`, `soon`, "about.json: want program"},
		{`,"date":"2026-11-23"`, "", "about.json: want program"},
		{`23"}`, `23"} x`, "about.json: want program"},
		{`23"}`, `23"}{}`, "about.json: want program"},
		{`23"}`, `23","by":"me"}`, "about.json: want program"},
		{"suite,", "suit,", "bench.csv:1: this is not a ranking, which has the columns suite,program,"},
		{",60,100,", ",inf,100,", `column loss_s: "inf" is not a number >= 0`},
		{",60,100,", ",-6,100,", `column loss_s: "-6" is not a number >= 0`},
		{",60,100,", ",,100,", `column loss_s: "" is not a number >= 0`},
		{",0.06,0.1", ",,0.1", `column log_loss: "" is not a number >= 0`},
		{",960,60,", ",960.5,60,", `column covered: "960.5" is not a whole number`},
		{",100,0.5,0.75,", ",100,1.01,0.75,", `column within_1min: "1.01" is not a share from 0 to 1`},
		{",new,", ",half,", "half has another"},
	} {
		swftest.WriteFile(t, filepath.Join(dir, RankingFile), strings.ReplaceAll(file.String(), c.old, c.new))
		swftest.WriteFile(t, filepath.Join(dir, AboutFile), strings.Replace(about, c.old, c.new, 1))
		_, _, err := ReadSubmission(dir, ours)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %s", c.new, c.old, err, c.want)
		}
	}
	alone := slices.DeleteFunc(slices.Clone(sent), func(r Row) bool { return r.Method == "new" })
	file.Reset()
	if err := WriteRows(&file, alone); err != nil {
		t.Fatal(err)
	}
	swftest.WriteFile(t, filepath.Join(dir, RankingFile), file.String())
	swftest.WriteFile(t, filepath.Join(dir, AboutFile), about)
	const none = "no method that is not ranked already"
	if _, _, err := ReadSubmission(dir, ours); err == nil || !strings.Contains(err.Error(), none) {
		t.Errorf("without a new method: %v", err)
	}
	for _, name := range []string{RankingFile, AboutFile} {
		os.Remove(filepath.Join(dir, name))
		if _, _, err := ReadSubmission(dir, ours); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

// TestSetRepeated: the state counts the repeated logs of the same bench.csv,
// and a failure takes all of them back.
func TestSetRepeated(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	file, kept := filepath.Join(dir, RankingFile), filepath.Join(dir, "..", "repeated.txt")
	_, sent := honest()
	swftest.WriteFile(t, file, "one")
	for _, c := range []struct {
		before func() error
		want   string
	}{
		{func() error { return nil }, "as sent"},
		{func() error { return SetRepeated(dir) }, "as sent"},
		{func() error { return SetRepeated(dir, "a") }, "repeated on 1 of 2 logs"},
		{func() error { return SetRepeated(dir, "a", "b") }, "repeated on 2 of 2 logs"},
		{func() error { return os.WriteFile(file, []byte("two"), 0o666) }, "as sent"},
		{func() error { return SetRepeated(dir, "b", "other") }, "repeated on 1 of 2 logs"},
		{func() error { return os.WriteFile(file, []byte("one"), 0o666) }, "repeated on 2 of 2 logs"},
		{func() error { return SetRepeated(dir) }, "as sent"},
		{func() error { return os.WriteFile(file, []byte("two"), 0o666) }, "repeated on 1 of 2 logs"},
		{func() error { return os.Remove(kept) }, "as sent"},
	} {
		err := c.before()
		if got := state(dir, sent); err != nil || got != c.want {
			t.Errorf("%s, %v, want %s", got, err, c.want)
		}
	}
	if err := os.Mkdir(kept, 0o777); err != nil { // a file that cannot be read is not written anew
		t.Fatal(err)
	}
	if err := SetRepeated(dir, "a"); err == nil || !strings.HasPrefix(err.Error(), "cannot read "+kept) {
		t.Error(err)
	}
}
