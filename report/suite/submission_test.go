package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"waitbench/replay/run"
	"waitbench/report/board"
	"waitbench/report/reporttest"
	"waitbench/swf/swftest"
)

// submitted makes a submission of moving in a folder with the rows of others.
func submitted(t *testing.T) (o *Options, folder, dir string) {
	t.Helper()
	folder = t.TempDir()
	dir = filepath.Join(folder, board.SubmissionsFolder, "mine")
	about := fmt.Sprintf(`{"program": "%064d", "commit": "%040d", "code": "none", "date": "2020-11-23"}`, 1, 2)
	swftest.WriteFile(t, filepath.Join(folder, board.RankingFile), swftest.ReadFile(t, golden))
	swftest.WriteFile(t, filepath.Join(folder, board.AboutFile), about)
	o, _ = options("synth", dir)
	o.Added.Methods, o.ChosenOn, o.Variants, o.Beside = []string{"moving"}, []string{"none"}, 2, golden
	bench(t, o)
	swftest.WriteFile(t, filepath.Join(dir, board.AboutFile), strings.Replace(about, "-23", "-24", 1))
	again, _ := options("", "")
	return again, folder, dir
}

// TestStates: the numbers of a submission are as sent, scored from its predictions,
// or repeated. Other numbers are refused.
func TestStates(t *testing.T) {
	t.Parallel()
	o, _, dir := submitted(t)
	predictions := filepath.Join(dir, "synth-b", run.PredictionsFile)
	rename := func(from, to string) {
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	file, states := filepath.Join(dir, board.RankingFile), filepath.Join(filepath.Dir(dir), "states.json")
	text := swftest.ReadFile(t, file)
	loss := regexp.MustCompile(`(?m)^(.*,moving,.*,synth-b,low,(?:[^,]*,){7})([^,]*)`)
	changed := loss.ReplaceAllString(text, "${1}7$2")
	if changed == text {
		t.Fatalf("no row to change in\n%s", text)
	}
	const (
		well   = " is well-formed: moving on 8 queues of suite synth-2; "
		differ = ", log synth-b: the numbers of moving for queue low do not come out again"
	)
	for _, c := range []struct {
		before func()
		log    string // to repeat; - to check
		want   string
	}{
		{func() { rename(predictions, predictions+"x") }, "-", well + "nobody has repeated its numbers"},
		{func() { rename(predictions+"x", predictions); swftest.WriteFile(t, file, changed) }, "-", differ},
		{func() {}, "synth-b", differ},
		{func() { swftest.WriteFile(t, file, text) }, "-", well + "its numbers are scored here"},
		{func() {}, "synth-b", well + "its numbers are repeated"},
		{func() {}, "-", well + "its numbers are repeated"},
		{func() {}, "synth-c", `unknown log of the submission "synth-c"; did you mean synth-a or synth-b?`},
		{func() { swftest.WriteFile(t, states, "null") }, "-", states + " has no states of submissions"},
		{func() { swftest.WriteFile(t, states, "states") }, "-", states + " has no states of submissions"},
		{func() { os.Remove(states) }, "", well + "its numbers are repeated"},
	} {
		c.before()
		var said string
		var err error
		if c.log == "-" {
			said, err = o.Check(t.Context(), dir)
		} else {
			said, err = o.Repeat(t.Context(), dir, c.log)
		}
		if err != nil {
			said = err.Error()
		}
		if said = strings.TrimPrefix(said, dir); !strings.HasPrefix(said, c.want) {
			t.Errorf("log %s: %s, want %s", c.log, said, c.want)
		}
	}
}

// TestBoard ranks a folder with a submission, of the latest date.
func TestBoard(t *testing.T) {
	t.Parallel()
	o, folder, dir := submitted(t)
	if _, err := o.Check(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	swftest.WriteFile(t, filepath.Join(folder, board.LevelsFile), swftest.ReadFile(t, golden))
	for _, c := range []struct {
		all   bool
		heads string
	}{
		{false, "chosen_on\n"},
		{true, "christoffersen_ind_lr,settled_ind_lr,sees,chosen_on\n"},
	} {
		o.AllColumns = c.all
		tables, err := o.Board(folder)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, t := range tables {
			names = append(names, t.ID)
		}
		const want = "ranking ranking-left-out ranking-pairs ranking-by-log ranking-forecasts ranking-levels"
		if got := strings.Join(names, " "); got != want {
			t.Errorf("tables %s, want %s", got, want)
		}
		text := reporttest.Written(t, tables[0].WriteCSV)
		const first = "method,submission,short,near,holds,place_lo,place_hi,loss_ratio,log_loss_ratio,short_all," // two sites have no p
		if !strings.HasPrefix(text, first+c.heads) || !strings.Contains(text, "\nmoving,\"mine, scored here\",") {
			t.Errorf("the ranking is\n%s", text)
		}
		if got := tables[0].Title; got != "Ranking of methods, suite synth-2, 2020-11-24" {
			t.Errorf("title %s", got)
		}
	}
}
