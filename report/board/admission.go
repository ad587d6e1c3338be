package board

import (
	"cmp"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/report/table"
	"waitbench/report/verdict"
	"waitbench/traces"
)

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
	sent, err := ReadRows(path)
	if err != nil {
		return nil, about, err
	}
	_, sum, states, err := readStates(dir)
	if err != nil {
		return nil, about, err
	}
	a, state := newAdmission(ours), cmp.Or(states[sum], AsSent)
	for i := range sent {
		r := &sent[i]
		if why := a.refuse(r, about.Commit); why != "" {
			return nil, about, fmt.Errorf("%s:%d: %s", path, i+2, why)
		}
		if a.known[r.key()] == nil {
			r.From, r.State = filepath.Base(dir)+", "+state, state
			rows = append(rows, *r)
		}
	}
	return rows, about, a.finish(path, rows)
}

// admission is what the rows of a submission are held against.
type admission struct {
	ours   []Row
	logs   []string
	known  map[[3]string]*Row // of ours, by key
	scored map[[2]string]int  // jobs by log and queue, as far as a method bounds them
	named  map[string]*Row    // a row by the name of its method in lower case
	seen   map[[3]string]bool // of the submission
}

func newAdmission(ours []Row) *admission {
	a := &admission{ours, table.Distinct(ours, func(r *Row) string { return r.Log }),
		map[[3]string]*Row{}, map[[2]string]int{}, map[string]*Row{}, map[[3]string]bool{}}
	for i := range ours {
		r := &ours[i]
		queue := [2]string{r.Log, r.Queue}
		a.known[r.key()], a.named[strings.ToLower(r.Method)] = r, r
		a.scored[queue] = max(a.scored[queue], r.Bounded)
	}
	return a
}

// refuse returns why a row is refused, else an empty text.
func (a *admission) refuse(r *Row, commit string) string {
	bmbp, named := a.known[[3]string{verdict.Reference, r.Log, r.Queue}], strings.ToLower(r.Method)
	alike, ours := a.named[named], a.known[r.key()]
	scored, say := a.scored[[2]string{r.Log, r.Queue}], fmt.Sprintf
	switch {
	case r.Suite != a.ours[0].Suite:
		return say("suite is %q: want %s", r.Suite, a.ours[0].Suite)
	case bmbp == nil:
		return say("the suite has no queue %q of log %q with enough jobs", r.Queue, r.Log)
	case r.Quantile != bmbp.Quantile:
		return say("quantile is %v: want %v", r.Quantile, bmbp.Quantile)
	case a.seen[r.key()]:
		return say("a second row of %s for queue %s of %s", r.Method, r.Queue, r.Log)
	case alike != nil && alike.Method != r.Method:
		return say("method %s differs from %s by the case of letters alone", r.Method, alike.Method)
	case ours != nil && ours.From != "":
		return say("method %s is also in submission %s", r.Method, ours.From)
	case ours != nil && !r.agrees(ours):
		return say("%s has other numbers than in this project for queue %s of %s", r.Method,
			r.Queue, r.Log)
	case r.Commit != "" && !strings.HasPrefix(commit, r.Commit):
		return say("commit is %q, and %q in %s", r.Commit, commit, AboutFile)
	case ours == nil && r.badChoice(a.logs) != "":
		return r.badChoice(a.logs)
	case r.Bounded > scored:
		return say("bounded is %v: the queue has %v scored jobs", r.Bounded, scored)
	case r.Compared == r.Replaced && r.Loss != r.ReferenceLoss:
		return say("loss_s is %v without a bound: want %v, the loss of %s", r.Loss,
			r.ReferenceLoss, verdict.Reference)
	}
	a.seen[r.key()], a.named[named] = true, r
	return ""
}

// finish returns an error unless the new rows of a file can be ranked with those of
// bmbp, all of which it needs.
func (a *admission) finish(path string, rows []Row) error {
	reference := slices.DeleteFunc(slices.Clone(a.ours),
		func(r Row) bool { return r.Method != verdict.Reference })
	for _, q := range reference {
		if !a.seen[q.key()] {
			return fmt.Errorf("%s has no row of %s for queue %s of %s, so it cannot be compared",
				path, verdict.Reference, q.Queue, q.Log)
		}
	}
	if len(rows) == 0 {
		return fmt.Errorf("%s has no method that this project does not rank itself", path)
	}
	if _, err := New(append(reference, rows...)); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
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
