package board

import (
	"cmp"
	"fmt"
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

// ReadSubmission reads a submission and holds it against our rows, which may
// have those of other submissions. It returns the rows of new methods and the
// date, or else the first reason why it is refused.
func ReadSubmission(dir string, ours []Row) (rows []Row, date string, err error) {
	path := filepath.Join(dir, RankingFile)
	date, err = readDate(filepath.Join(dir, AboutFile))
	sent, wrong := ReadRows(path)
	if err := cmp.Or(err, wrong); err != nil {
		return nil, "", err
	}
	for i := range sent {
		if why := sent[i].refuse(ours, sent); why != "" {
			return nil, "", fmt.Errorf("%s:%d: %s", path, i+2, why)
		}
		if find(ours, sent[i].Method, &sent[i]) == nil {
			rows = append(rows, sent[i])
		}
	}
	if len(rows) == 0 {
		return nil, "", fmt.Errorf("%s has no method that is not ranked already", path)
	}
	now := state(dir, rows)
	for i := range rows {
		rows[i].From = filepath.Base(dir) + ", " + now
	}
	if _, wrong := New(slices.Concat(ours, rows)); wrong != nil {
		err = fmt.Errorf("%s: %w", path, wrong)
	}
	return rows, date, err
}

func (r *Row) key() [3]string { return [3]string{r.Method, r.Log, r.Queue} }

// find returns the row of a method for the queue of another row, or nil.
func find(rows []Row, method string, of *Row) *Row {
	key := [3]string{method, of.Log, of.Queue}
	i := slices.IndexFunc(rows, func(r Row) bool { return r.key() == key })
	if i < 0 {
		return nil
	}
	return &rows[i]
}

var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+:=/-]{0,59}$`)

// refuse returns why a row of those sent is refused, else an empty text.
func (r *Row) refuse(ours, sent []Row) string {
	say, bmbp, known := fmt.Sprintf, find(ours, verdict.Reference, r), find(ours, r.Method, r)
	switch {
	case bmbp == nil || r.Suite != bmbp.Suite || r.Quantile != bmbp.Quantile:
		return say("suite %s, log %s, queue %s, quantile %v: bmbp has no such row here", r.Suite,
			r.Log, r.Queue, r.Quantile)
	case known != nil:
		return r.differs(known, false, "%s has another %s than here: %v, not %v")
	}
	scored, blocks := 0, r.Blocks
	for _, o := range ours {
		if o.Log == r.Log && o.Queue == r.Queue {
			if scored = max(scored, o.Bounded); o.BlockDays == r.BlockDays {
				blocks = o.Blocks // of the jobs that bmbp bounds
			}
		}
	}
	base, _, _ := strings.Cut(strings.ReplaceAll(r.Method, "+", ":"), ":")
	tuned, looked := strings.Fields(r.ChosenOn), strings.Fields(r.LookedAt)
	both := func(log string) bool { return slices.Contains(looked, log) }
	unknown := CheckLogs(append(looked, tuned...),
		table.Distinct(ours, func(o *Row) string { return o.Log })...)
	for _, rule := range []struct {
		broken bool
		why    string
	}{
		{!nameForm.MatchString(r.Method), say("method %q: want at most 60 letters, digits and "+
			". _ + : = / -, the first a letter or a digit", r.Method)},
		{methods.IsBuiltIn(base), say("%s has the name of a method of this program", r.Method)},
		{r.Sees != "log", say(`sees is %q: want "log", as of each program`, r.Sees)},
		{len(tuned) == 0 || len(tuned) > 1 && slices.Contains(tuned, noLogs),
			say("chosen_on is %q: want logs, or %s alone", r.ChosenOn, noLogs)},
		{unknown != nil, say("chosen_on or looked_at: %v", unknown)},
		{slices.ContainsFunc(tuned, both), "a log is in chosen_on and in looked_at"},
		{!(r.Variants >= 1) || r.Variants != math.Trunc(r.Variants),
			say("variants_tried is %v: want how many were tried, 1 or more", r.Variants)},
		{r.Bounded > scored, say("bounded is %v: the queue has %v scored jobs", r.Bounded, scored)},
		{r.Blocks != blocks, say("blocks is %v: want %v of these block_days", r.Blocks, blocks)},
		{r.Covered > bmbp.Covered+r.Compared-r.Replaced || r.Compared == r.Replaced &&
			(r.Loss != bmbp.Loss || r.LogLoss != bmbp.LogLoss), "covered, loss_s or log_loss is " +
			"not of bmbp, whose bounds the replaced jobs have"},
	} {
		if rule.broken {
			return rule.why
		}
	}
	first := &sent[slices.IndexFunc(sent, func(o Row) bool { return o.Method == r.Method })]
	return r.differs(first, true, "%s has another %s than in its first row: %v, not %v")
}

// CheckLogs returns an error for a name that is neither that of a log of the
// catalogue, or of forest, nor another one that is known, nor noLogs.
func CheckLogs(names []string, others ...string) error {
	forest, _ := methods.Named("forest") // one of its logs is not of the archive
	known := slices.Concat(others, forest.ChosenOn, []string{noLogs})
	for _, name := range names {
		e, err := traces.Find(name)
		if e.Name != name && !slices.Contains(known, name) {
			return cmp.Or(err, fmt.Errorf("%q: want %s", name, e.Name))
		}
	}
	return nil
}
