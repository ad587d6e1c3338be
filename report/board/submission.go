package board

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/table"
)

// The files of a submission. A folder of rankings has them too, and a folder of
// submissions by name.
const (
	RankingFile       = "bench.csv"
	LevelsFile        = "bench-levels.csv" // of a suite with several quantiles, of no submission
	AboutFile         = "about.json"
	SubmissionsFolder = "submissions"
)

// About describes how a bench.csv was made. The command bench writes it.
type About struct {
	Program string `json:"program"` // SHA-256 of the waitbench program, or its Go build ID
	Commit  string `json:"commit"`  // it was built from
	Code    string `json:"code"`    // URL of the method's code, or "none"
	Date    string `json:"date"`    // 2026-11-23
}

// NewAbout describes a bench.csv that the running program makes today.
func NewAbout(code string) (a About, err error) {
	program, err := os.Executable()
	if err == nil {
		program, err = run.SHA256(program)
	}
	today := time.Now().UTC().Format(time.DateOnly)
	return About{program, run.ReadBuild().Commit, code, today}, err
}

var aboutForm = regexp.MustCompile(`^{([0-9a-f]{64}|[\w-]{20}(/[\w-]{20}){3}) [0-9a-f]{40} ` +
	`(none|https?://\S+) \d{4}-\d\d-\d\d}$`)

// readDate returns the date of an about.json.
func readDate(path string) (string, error) {
	var a About
	text, err := os.ReadFile(path)
	if err != nil {
		return "", output.CannotRead(path, err)
	}
	if output.DecodeJSON(text, &a) != nil || !aboutForm.MatchString(fmt.Sprint(a)) {
		return "", fmt.Errorf("%s: want program (a SHA-256 or Go build ID), commit (40 "+
			`hexadecimal digits), code (a URL or "none") and date, as bench writes them, and no more`, path)
	}
	return a.Date, nil
}

// NotCaught says what a repeat does not show.
const NotCaught = "a repeat does not catch a program that knows order, sizes and time differences"

// readRepeated reads repeated.txt beside a submission. An entry SUM/LOG has the
// SHA-256 of a bench.csv and a log that a replay in disguise has repeated.
func readRepeated(dir string) (path, sum string, entries []string, err error) {
	path = filepath.Join(dir, "..", "repeated.txt")
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", "", nil, output.CannotRead(path, err)
	}
	sum, err = run.SHA256(filepath.Join(dir, RankingFile))
	return path, sum + "/", strings.Fields(string(text)), err
}

// SetRepeated adds logs to those on which a submission is repeated. Without
// logs it takes back all of them.
func SetRepeated(dir string, logs ...string) error {
	path, sum, before, err := readRepeated(dir)
	after := slices.DeleteFunc(slices.Clone(before),
		func(entry string) bool { return len(logs) == 0 && strings.HasPrefix(entry, sum) })
	for _, log := range logs {
		after = table.AddNew(after, sum+log)
	}
	if err != nil || slices.Equal(before, after) {
		return err
	}
	return output.Write(path, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, strings.Join(after, "\n"))
		return err
	})
}

// state returns the state of the numbers of a submission.
func state(dir string, sent []Row) string {
	_, sum, entries, _ := readRepeated(dir)
	logs := table.Distinct(sent, func(r *Row) string { return sum + r.Log })
	n := table.CountIf(logs, func(entry *string) bool { return slices.Contains(entries, *entry) })
	if n == 0 {
		return "as sent"
	}
	return fmt.Sprintf("repeated on %d of %d logs", n, len(logs))
}

// Repeated adds the logs of rows that were replayed in disguise to the repeated
// ones. Other numbers than those sent are an error, and take back the state.
func Repeated(dir string, again, sent []Row) error {
	logs := table.Distinct(again, func(r *Row) string { return r.Log })
	for i := range sent {
		r := &sent[i]
		why, found := r.Method+" has no results in disguise", find(again, r.Method, r)
		if found != nil {
			why = r.differs(found, false, "%s has another %s in disguise: %v sent, %v now")
		}
		if why != "" && slices.Contains(logs, r.Log) {
			SetRepeated(dir) // that the numbers differ is the error to tell
			return fmt.Errorf("%s: log %s, queue %s: %s", dir, r.Log, r.Queue, why)
		}
	}
	return SetRepeated(dir, logs...)
}

// Read ranks the methods of a folder with bench.csv, about.json and valid
// submissions. asOf is the latest date of these.
func Read(folder string) (b *Board, asOf string, err error) {
	rows, err := ReadRows(filepath.Join(folder, RankingFile))
	asOf, wrong := readDate(filepath.Join(folder, AboutFile))
	if err := cmp.Or(err, wrong); err != nil {
		return nil, "", err
	}
	submissions := filepath.Join(folder, SubmissionsFolder)
	entries, err := os.ReadDir(submissions)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, "", output.CannotRead(submissions, err)
	}
	for _, e := range slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !e.IsDir() }) {
		added, date, err := ReadSubmission(filepath.Join(submissions, e.Name()), rows)
		if err != nil {
			return nil, "", err
		}
		rows, asOf = append(rows, added...), max(asOf, date)
	}
	b, err = New(rows)
	return b, asOf, err
}
