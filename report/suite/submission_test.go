package suite

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"waitbench/report/board"
	"waitbench/report/reporttest"
	"waitbench/swf/swftest"
)

// asProgram in the environment makes the test binary a program that is a
// method. Its value is a kind and a file. The honest program bounds a wait by
// the last one of the user that it has seen. The others look waits up in the
// file by the log and the second, or by differences of times and sizes. With a
// + before the kind they add the waits to the file.
const asProgram = "WAITBENCH_TEST_TABLE"

func init() {
	if kind, file, ok := strings.Cut(os.Getenv(asProgram), " "); ok {
		program(kind, file)
		os.Exit(0)
	}
}

func program(kind, file string) {
	fmt.Println(`{"hello":1,"scope":"log","answers":"jobs"}`)
	var m struct {
		Log                  *string
		Submitted, Started   *int
		Time, Wait, Estimate float64
		Procs, User          int
	}
	table, key, last, log := map[string]string{}, map[int]string{}, [2]float64{}, ""
	if text, err := os.ReadFile(file); err == nil {
		for line := range strings.Lines(string(text)) {
			key, wait, _ := strings.Cut(strings.TrimSpace(line), "=")
			table[key] = wait
		}
	}
	kind, learns := strings.CutPrefix(kind, "+")
	learned, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		m.Log, m.Submitted, m.Started, m.User = nil, nil, nil, 0
		if err := json.Unmarshal(in.Bytes(), &m); err != nil {
			panic(err)
		}
		switch {
		case m.Log != nil:
			log = *m.Log
		case m.Submitted != nil:
			switch at := *m.Submitted; kind {
			case "honest":
				key[at] = fmt.Sprint("user ", m.User)
			case "seconds":
				key[at] = fmt.Sprint(log, m.Time)
			case "differences":
				key[at] = fmt.Sprint(m.Time-last[0], m.Time-last[1], m.Procs, m.Estimate)
			}
			last = [2]float64{m.Time, last[0]}
			bound, known := table[key[*m.Submitted]]
			if !known {
				bound = "null"
			}
			fmt.Printf(`{"job":%d,"bounds":[%s]}`+"\n", *m.Submitted, bound)
		case m.Started != nil && kind == "honest":
			table[key[*m.Started]] = fmt.Sprint(m.Wait)
		case m.Started != nil && learns:
			fmt.Fprintf(learned, "%s=%v\n", key[*m.Started], m.Wait)
		}
	}
}

// submitted makes a submission of a program in a folder with the rows of
// others. Tables are made by an earlier run of the program.
func submitted(t *testing.T, kind string) (o *Options, folder, dir string) {
	t.Helper()
	folder = t.TempDir()
	dir = filepath.Join(folder, board.SubmissionsFolder, "mine")
	about := fmt.Sprintf(`{"program": "%064d", "commit": "%040d", "code": "none", "date": "2020-11-23"}`, 1, 2)
	swftest.WriteFile(t, filepath.Join(folder, board.RankingFile), swftest.ReadFile(t, golden))
	swftest.WriteFile(t, filepath.Join(folder, board.AboutFile), about)
	for _, kind := range []string{"+" + kind, kind} {
		o, _ = options("synth", dir)
		o.Added.Programs = []string{fmt.Sprintf("mine=%s='%s %s' '%s'", asProgram, kind,
			filepath.Join(folder, "table"), os.Args[0])}
		if o.ChosenOn, o.Variants, o.Beside = []string{"none"}, 2, golden; kind[0] == '+' {
			o.Dir = filepath.Join(folder, "learned")
		}
		if kind != "+honest" {
			bench(t, o)
		}
	}
	swftest.WriteFile(t, filepath.Join(dir, board.AboutFile), strings.Replace(about, "-23", "-24", 1))
	o.Beside = ""
	return o, folder, dir
}

// TestRepeat: the numbers of an honest program come out again on all logs in
// disguise. A table of waits by log and second fails, and takes the state back.
// A table by differences of times and sizes passes: a repeat does not catch it.
func TestRepeat(t *testing.T) {
	t.Parallel()
	const well = " is well-formed: mine on 8 queues of suite synth-2; " + board.NotCaught
	for _, kind := range []string{"honest", "seconds", "differences"} {
		o, _, dir := submitted(t, kind)
		file := filepath.Join(dir, board.RankingFile)
		text := swftest.ReadFile(t, file)
		loss := regexp.MustCompile(`(?m)^(.*,mine,.*,synth-b,low,(?:[^,]*,){7})([^,]*)`)
		perfect := regexp.MustCompile(`,synth-a,express,log,2,0.95,741,0,741,7(39|41),`)
		changed := loss.ReplaceAllString(text, "${1}7$2")
		if changed == text || kind != "honest" && !perfect.MatchString(text) {
			t.Fatalf("no row to change, or the table is not used, in\n%s", text)
		}
		says := func(log, want string) {
			t.Helper()
			said, _, err := o.Check(dir)
			if log != "-" {
				said, err = o.Repeat(t.Context(), dir, log)
			}
			if err != nil {
				said = strings.TrimPrefix(err.Error(), dir+": ")
			}
			if !strings.HasPrefix(said, want) {
				t.Errorf("%s, log %s: %s, want %s", kind, log, said, want)
			}
		}
		switch kind {
		case "seconds":
			if err := board.SetRepeated(dir, "synth-a"); err != nil {
				t.Error(err)
			}
			says("-", "mine, repeated on 1 of 2 logs,"+well)
			says("", "log synth-a, queue express: mine has another replaced in disguise: ")
			says("-", "mine, as sent,"+well)
			continue
		case "differences":
			says("", "mine, repeated on 2 of 2 logs,"+well)
			continue
		}
		says("-", "mine, as sent,"+well)
		says("synth-b", "mine, repeated on 1 of 2 logs,"+well)
		says("", "mine, repeated on 2 of 2 logs,"+well)
		says("synth-c", `unknown log "synth-c"; did you mean synth-a or synth-b?`)
		o.Beside = filepath.Join(t.TempDir(), "other.csv")
		swftest.WriteFile(t, o.Beside, strings.ReplaceAll(text, "synth-2", "synth-1"))
		says("-", file+":2: suite synth-2, ")
		o.Beside = ""
		says("-", "mine, repeated on 2 of 2 logs,"+well)
		swftest.WriteFile(t, file, changed)
		says("-", "mine, as sent,"+well)
		says("synth-b", "log synth-b, queue low: mine has another loss_s in disguise: ")
		swftest.WriteFile(t, file, text)
		says("-", "mine, repeated on 2 of 2 logs,"+well)
		swftest.WriteFile(t, file, strings.ReplaceAll(text, ",mine,none,", ",mine,,"))
		says("-", file+`:10: chosen_on is "": want logs`)
		o.Added.Programs = nil
		swftest.WriteFile(t, file, text)
		says("", `unknown method "mine"`)
	}
}

// TestBoard ranks a folder with a submission, of the latest date.
func TestBoard(t *testing.T) {
	t.Parallel()
	o, folder, _ := submitted(t, "honest")
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
		const want = "ranking ranking-left-out ranking-by-log ranking-forecasts ranking-levels"
		if got := strings.Join(names, " "); got != want {
			t.Errorf("tables %s, want %s", got, want)
		}
		text := reporttest.Written(t, tables[0].WriteCSV)
		const first = "method,submission,external,short,near,holds,place_lo,place_hi,loss_ratio,log_loss_ratio,short_all," // two sites have no p
		if !strings.HasPrefix(text, first+c.heads) || !strings.Contains(text, "\nmine,\"mine, as sent\",yes,") {
			t.Errorf("the ranking is\n%s", text)
		}
		if got := tables[0].Title; got != "Ranking of methods, suite synth-2, 2020-11-24" {
			t.Errorf("title %s", got)
		}
	}
}
