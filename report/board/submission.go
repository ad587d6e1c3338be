package board

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"waitbench/replay/output"
	"waitbench/replay/run"
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

// now returns the time; tests change it.
var now = time.Now

// NewAbout describes a bench.csv that the running program makes today.
func NewAbout(code string) (a About, err error) {
	a = About{Commit: run.ReadBuild().Commit, Code: code, Date: now().UTC().Format(time.DateOnly)}
	program, err := os.Executable()
	if err == nil {
		a.Program, err = run.SHA256(program)
	}
	return a, err
}

func readAbout(path string) (a About, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return a, output.CannotRead(path, err)
	}
	err = output.DecodeJSON(text, &a)
	if err == nil && len(regexp.MustCompile(`"[^"]*"\s*:`).FindAll(text, -1)) != 4 {
		err = errors.New("a field is missing or comes twice")
	}
	if err != nil {
		return a, fmt.Errorf("%s: %w; want the fields program, commit, code and date", path, err)
	}
	for _, field := range []struct{ name, text, form, want string }{
		{"program", a.Program, `^([0-9a-f]{64}|[\w-]{20}(/[\w-]{20}){3})$`,
			"the SHA-256 of the program (64 hexadecimal digits) or its Go build ID"},
		{"commit", a.Commit, `^[0-9a-f]{40}$`, "the 40 hexadecimal digits of a commit"},
		{"code", a.Code, `^(none|https?://\S+)$`, `a URL, or "none"`},
		{"date", a.Date, `^\d{4}-\d\d-\d\d$`, "a date such as 2026-11-23"},
	} {
		if !regexp.MustCompile(field.form).MatchString(field.text) {
			return a, fmt.Errorf("%s: %s is %q: want %s", path, field.name, field.text, field.want)
		}
	}
	date, err := time.Parse(time.DateOnly, a.Date)
	if err != nil {
		return a, fmt.Errorf("%s: date is %q: want a date such as 2026-11-23", path, a.Date)
	}
	if date.After(now().UTC().Add(14 * time.Hour)) { // where the day begins first
		return a, fmt.Errorf("%s: date is %q, in the future", path, a.Date)
	}
	return a, nil
}

// The states of the numbers of a submission.
const (
	AsSent     = "as sent"
	ScoredHere = "scored here" // its predictions of all logs give its numbers
	Repeated   = "repeated"    // a replay of one log gave its numbers
)

// statesFile has the states of the submissions in their folder. It is of this
// project: no submission has it.
const statesFile = "states.json"

// readStates reads the states by the SHA-256 of bench.csv, and that of a
// submission. The path is empty if it is in no folder of submissions.
func readStates(dir string) (path, sum string, states map[string]string, err error) {
	states = map[string]string{}
	folder, err := filepath.Abs(filepath.Join(dir, ".."))
	if err != nil || filepath.Base(folder) != SubmissionsFolder {
		return "", "", states, err
	}
	path = filepath.Join(folder, statesFile)
	text, err := os.ReadFile(path)
	if err == nil {
		err = output.DecodeJSON(text, &states)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) || states == nil {
		return "", "", nil, fmt.Errorf("%s has no states of submissions", path)
	}
	sum, err = run.SHA256(filepath.Join(dir, RankingFile))
	return path, sum, states, err
}

// SetState writes the state of a submission that is in a folder of submissions.
func SetState(dir, state string) error {
	path, sum, states, err := readStates(dir)
	if path == "" || err != nil {
		return err
	}
	states[sum] = state
	return output.Write(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(states) })
}

// CheckAgain returns an error unless rows of a log that were computed again have
// the numbers of a submission.
func CheckAgain(log string, again, sent []Row) error {
	for i := range sent {
		r := &sent[i]
		if r.Log == log && !slices.ContainsFunc(again, func(a Row) bool {
			return a.Method == r.Method && r.agrees(&a)
		}) {
			return fmt.Errorf("the numbers of %s for queue %s do not come out again", r.Method,
				r.Queue)
		}
	}
	return nil
}

// Read ranks the methods of a folder with bench.csv, about.json and valid
// submissions. asOf is the latest date of these.
func Read(folder string) (b *Board, asOf string, err error) {
	rows, err := ReadRows(filepath.Join(folder, RankingFile))
	if err != nil {
		return nil, "", err
	}
	about, err := readAbout(filepath.Join(folder, AboutFile))
	if err != nil {
		return nil, "", err
	}
	asOf = about.Date
	entries, err := os.ReadDir(filepath.Join(folder, SubmissionsFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, "", output.CannotRead(filepath.Join(folder, SubmissionsFolder), err)
	}
	for _, e := range entries {
		if !e.IsDir() && e.Type()&fs.ModeSymlink == 0 {
			continue
		}
		added, about, err := ReadSubmission(filepath.Join(folder, SubmissionsFolder, e.Name()),
			rows)
		if err != nil {
			return nil, "", err
		}
		rows, asOf = append(rows, added...), max(asOf, about.Date)
	}
	b, err = New(rows)
	return b, asOf, err
}
