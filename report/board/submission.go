package board

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"waitbench/replay/output"
	"waitbench/report/verdict"
)

// The files of a submission. A folder of rankings has them too, and a folder of
// submissions by name.
const (
	RankingFile       = "bench.csv"
	LevelsFile        = "bench-levels.csv" // of a suite with several quantiles, of no submission
	AboutFile         = "about.json"
	SubmissionsFolder = "submissions"
)

// About describes how a bench.csv was made. Its submitter writes it.
type About struct {
	Program string `json:"program"` // SHA-256 of the waitbench program, or its Go build ID
	Commit  string `json:"commit"`  // it was built from
	Code    string `json:"code"`    // URL of the method's code, or "none"
	Date    string `json:"date"`    // 2026-11-23
}

// readAbout reads about.json.
func readAbout(path string) (a About, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return a, output.CannotRead(path, err)
	}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
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
	if _, err := time.Parse(time.DateOnly, a.Date); err != nil {
		return a, fmt.Errorf("%s: date is %q: want a date such as 2026-11-23", path, a.Date)
	}
	return a, nil
}

// ReadSubmission reads the folder of a submission and holds it against the rows
// of this project, ours. It returns the rows of new methods. The error is the
// first reason why the submission is refused.
func ReadSubmission(dir string, ours []Row) (rows []Row, about About, err error) {
	if about, err = readAbout(filepath.Join(dir, AboutFile)); err != nil {
		return nil, about, err
	}
	path := filepath.Join(dir, RankingFile)
	all, err := ReadRows(path)
	if err != nil {
		return nil, about, err
	}
	known := map[[3]string]*Row{}
	for i := range ours {
		known[ours[i].key()] = &ours[i]
	}
	seen := map[[3]string]bool{}
	for i := range all {
		r := &all[i]
		bmbp := known[[3]string{verdict.Reference, r.Log, r.Queue}]
		counterpart := known[r.key()]
		refused := func(format string, values ...any) ([]Row, About, error) {
			return nil, about, fmt.Errorf("%s:%d: %s", path, i+2, fmt.Sprintf(format, values...))
		}
		switch {
		case r.Suite != ours[0].Suite:
			return refused("suite is %q: want %s", r.Suite, ours[0].Suite)
		case bmbp == nil:
			return refused("the suite has no queue %q of log %q with enough jobs", r.Queue,
				r.Log)
		case r.Quantile != bmbp.Quantile:
			return refused("quantile is %v: want %v", r.Quantile, bmbp.Quantile)
		case seen[r.key()]:
			return refused("a second row of %s for queue %s of %s", r.Method, r.Queue, r.Log)
		case counterpart != nil && !r.agrees(counterpart):
			return refused("%s has other numbers than in this project for queue %s of %s",
				r.Method, r.Queue, r.Log)
		case r.Commit != "" && !strings.HasPrefix(about.Commit, r.Commit):
			return refused("commit is %q, and %q in %s", r.Commit, about.Commit, AboutFile)
		case counterpart == nil && r.badChoice() != "":
			return refused("%s", r.badChoice())
		case r.Jobs == r.Replaced && r.Loss != r.ReferenceLoss:
			return refused("loss_s is %v without a bound: want %v, the loss of %s", r.Loss,
				r.ReferenceLoss, verdict.Reference)
		case counterpart == nil:
			r.From = filepath.Base(dir)
			rows = append(rows, *r)
		}
		seen[r.key()] = true
	}
	reference := slices.DeleteFunc(slices.Clone(ours),
		func(r Row) bool { return r.Method != verdict.Reference })
	for _, q := range reference {
		if !seen[q.key()] {
			return nil, about,
				fmt.Errorf("%s has no row of %s for queue %s of %s, so it cannot be compared",
					path, verdict.Reference, q.Queue, q.Log)
		}
	}
	if len(rows) == 0 {
		return nil, about, fmt.Errorf("%s has no method that this project does not rank itself",
			path)
	}
	if _, err := New(append(reference, rows...)); err != nil {
		return nil, about, fmt.Errorf("%s: %w", path, err)
	}
	return rows, about, nil
}

func (r *Row) key() [3]string { return [3]string{r.Method, r.Log, r.Queue} }

// badChoice is what is wrong with the statements of how the method was made.
func (r *Row) badChoice() string {
	logs := strings.Fields(r.ChosenOn)
	switch {
	case r.Method == "" || r.Program == "":
		return "method or program is empty"
	case len(logs) == 0:
		return fmt.Sprintf("chosen_on of %s is empty: name the logs looked at while it was made, "+
			"or %s", r.Method, noLogs)
	case len(logs) > 1 && slices.Contains(logs, noLogs):
		return fmt.Sprintf("chosen_on of %s is %q: want logs, or %s alone", r.Method, r.ChosenOn,
			noLogs)
	case !(r.Variants >= 1) || r.Variants != math.Trunc(r.Variants):
		return fmt.Sprintf("variants_tried of %s is %v: want how many variants were tried, "+
			"1 or more", r.Method, r.Variants)
	}
	return ""
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
	ours, asOf := slices.Clone(rows), about.Date
	entries, err := os.ReadDir(filepath.Join(folder, SubmissionsFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, "", output.CannotRead(filepath.Join(folder, SubmissionsFolder), err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		added, about, err := ReadSubmission(filepath.Join(folder, SubmissionsFolder, e.Name()),
			ours)
		if err != nil {
			return nil, "", err
		}
		rows, asOf = append(rows, added...), max(asOf, about.Date)
	}
	b, err = New(rows)
	return b, asOf, err
}
