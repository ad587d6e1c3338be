package board

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"waitbench/methods"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/table"
	"waitbench/report/verdict"
	"waitbench/traces"
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

// readAbout reads about.json.
func readAbout(path string) (a About, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return a, output.CannotRead(path, err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(&a)
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

// ReadSubmission reads the folder of a submission and holds it against the rows
// of this project, ours, which may have those of other submissions. It returns
// the rows of new methods. The error is the first reason why the submission is
// refused.
func ReadSubmission(dir string, ours []Row) (rows []Row, about About, err error) {
	if err := refuseLinks(dir); err != nil {
		return nil, about, err
	}
	if about, err = readAbout(filepath.Join(dir, AboutFile)); err != nil {
		return nil, about, err
	}
	path := filepath.Join(dir, RankingFile)
	all, err := ReadRows(path)
	if err != nil {
		return nil, about, err
	}
	if all[0].old && !ours[0].old {
		return nil, about, fmt.Errorf("%s has no columns %s: waitbench bench %s of version %s "+
			"makes them", path, strings.Join(heads(known(true)), ", "), ours[0].Suite, ours[0].Program)
	}
	byKey := map[[3]string]*Row{}
	most := map[[2]string]int{} // bounded jobs by log and queue
	logs := table.Distinct(ours, func(r *Row) string { return r.Log })
	taken := map[string]*Row{} // a row by the name of its method in lower case
	for i := range ours {
		r := &ours[i]
		queue := [2]string{r.Log, r.Queue}
		byKey[r.key()], taken[strings.ToLower(r.Method)] = r, r
		most[queue] = max(most[queue], r.Bounded)
	}
	_, sum, states, err := readStates(dir)
	if err != nil {
		return nil, about, err
	}
	state := cmp.Or(states[sum], AsSent)
	seen := map[[3]string]bool{}
	for i := range all {
		r := &all[i]
		bmbp := byKey[[3]string{verdict.Reference, r.Log, r.Queue}]
		counterpart := byKey[r.key()]
		refused := func(format string, values ...any) ([]Row, About, error) {
			return nil, about, fmt.Errorf("%s:%d: %s", path, i+2, fmt.Sprintf(format, values...))
		}
		same, scored := taken[strings.ToLower(r.Method)], most[[2]string{r.Log, r.Queue}]
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
		case same != nil && same.Method != r.Method:
			return refused("method %s differs from %s by the case of letters alone", r.Method,
				same.Method)
		case counterpart != nil && counterpart.From != "":
			return refused("method %s is also in submission %s", r.Method, counterpart.From)
		case counterpart != nil && !r.agrees(counterpart):
			return refused("%s has other numbers than in this project for queue %s of %s",
				r.Method, r.Queue, r.Log)
		case r.Commit != "" && !strings.HasPrefix(about.Commit, r.Commit):
			return refused("commit is %q, and %q in %s", r.Commit, about.Commit, AboutFile)
		case counterpart == nil && r.badChoice(logs) != "":
			return refused("%s", r.badChoice(logs))
		case r.Bounded > scored:
			return refused("bounded is %v: the queue has %v scored jobs", r.Bounded, scored)
		case r.Compared == r.Replaced && r.Loss != r.ReferenceLoss:
			return refused("loss_s is %v without a bound: want %v, the loss of %s", r.Loss,
				r.ReferenceLoss, verdict.Reference)
		case counterpart == nil:
			r.From, r.State = filepath.Base(dir)+", "+state, state
			rows = append(rows, *r)
			taken[strings.ToLower(r.Method)] = r
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

// refuseLinks returns an error for a link in a folder, whose file could change.
func refuseLinks(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type()&fs.ModeSymlink != 0 {
			err = fmt.Errorf("%s is a link: a submission has files only", path)
		}
		return err
	})
}

func (r *Row) key() [3]string { return [3]string{r.Method, r.Log, r.Queue} }

// badChoice is what is wrong with the name of the method and the statements of
// how it was made. The catalogue has further logs.
func (r *Row) badChoice(known []string) string {
	logs := strings.Fields(r.ChosenOn)
	unknown := CheckLogs(slices.Concat(logs, strings.Fields(r.LookedAt)), known...)
	switch {
	case r.Method == "" || r.Program == "":
		return "method or program is empty"
	case !regexp.MustCompile(`^[A-Za-z0-9._+:=/-]+$`).MatchString(r.Method):
		return fmt.Sprintf("method %q: want letters, digits and . _ + : = / - only", r.Method)
	case len(logs) == 0:
		return fmt.Sprintf("chosen_on of %s is empty: name the logs looked at while it was made, "+
			"or %s", r.Method, noLogs)
	case len(logs) > 1 && slices.Contains(logs, noLogs):
		return fmt.Sprintf("chosen_on of %s is %q: want logs, or %s alone", r.Method, r.ChosenOn,
			noLogs)
	case unknown != nil:
		return fmt.Sprintf("chosen_on or looked_at of %s: %v", r.Method, unknown)
	case !(r.Variants >= 1) || r.Variants != math.Trunc(r.Variants):
		return fmt.Sprintf("variants_tried of %s is %v: want how many variants were tried, "+
			"1 or more", r.Method, r.Variants)
	}
	return ""
}

// CheckLogs returns an error for a name that is neither that of a log of the
// catalogue, or of forest, nor another one that is known, nor noLogs.
func CheckLogs(names []string, others ...string) error {
	forest, _ := methods.Named("forest") // one of its logs is not of the archive
	for _, name := range names {
		if name == noLogs || slices.Contains(slices.Concat(others, forest.ChosenOn), name) {
			continue
		}
		if e, err := traces.Find(name); err != nil {
			return err
		} else if e.Name != name {
			return fmt.Errorf("%q: want %s", name, e.Name)
		}
	}
	return nil
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
		err = json.Unmarshal(text, &states)
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
