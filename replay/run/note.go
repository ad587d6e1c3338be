package run

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"waitbench/replay"
	"waitbench/swf"
)

// ruleWords describes the jobs that a rule leaves out.
var ruleWords = map[string]string{
	"no_submit_time": "without a time of submission", "no_wait_time": "without a wait", "no_run_time": "that never ran",
	"zero_wait": "that did not wait",
}

// noteInput sets the warnings and notes on the log itself. Warnings are about
// malformed lines, notes about dates and jobs that are left out.
func (t *TraceRecord) noteInput() {
	t.Warnings, t.Notes = []string{}, []string{}
	for _, w := range []struct {
		lines int
		what  string
	}{
		{t.Skipped, "malformed lines, skipped"}, {t.Extra, "lines with more than 18 fields, the others ignored"},
		{t.OutOfOrder, "lines out of order of submission, sorted"},
	} {
		if w.lines > 0 {
			t.Warnings = append(t.Warnings, fmt.Sprintf("%s: %d", w.what, w.lines))
		}
	}
	cut := 0
	for _, q := range t.Queues {
		if utf8.RuneCountInString(q.Name) >= swf.LongestName {
			cut++
		}
	}
	if cut > 0 {
		t.note("names of more than %d characters are cut: those of %d queues", swf.LongestName, cut)
	}
	start := "the header has no UnixStartTime"
	if s := t.Header.UnixStartTime; s != nil {
		start = fmt.Sprintf("UnixStartTime is %d", *s)
	}
	switch c := t.Clock(); {
	case !c.Dated:
		t.note("it is not known when the log began (%s): there are no dates, only seconds from its start", start)
	case c.Unix0 == 0:
		t.note("times of submission count from 1970, not from the start of the log (%s): dates are taken from them alone", start)
	}
	if s := t.Snapshot; s != nil {
		t.note("the log is a snapshot of %s: jobs that ran then, whose waits count and whose ends are not known: %d; jobs that waited "+
			"(no_wait_time), which stand in the queue and are not scored: %d", t.When(s.Time), s.Running, s.Pending)
	}
	var why []string
	left := 0
	for _, r := range t.LeftOut {
		if left += r.Jobs; r.Jobs > 0 {
			why = append(why, fmt.Sprintf("%d %s (%s)", r.Jobs, ruleWords[r.Rule], r.Rule))
		}
	}
	if left > 0 {
		t.note("left out are %d of %d jobs: %s", left, t.Read, strings.Join(why, ", "))
	}
	if t.NoRange > 0 {
		t.note("jobs in no range of processors, in the series of their queue alone: %d", t.NoRange)
	}
}

// When returns a time of the log as text, in its time zone.
func (t *TraceRecord) When(seconds float64) string {
	if c := t.Clock(); c.Dated {
		return c.Date(seconds).Format("2006-01-02 15:04:05 MST")
	}
	return fmt.Sprintf("second %.0f of the log", seconds)
}

// verify puts the note of Verify before the others.
func (p *Plan) verify(t *TraceRecord) {
	if p.Verify == nil {
		return
	}
	if what := p.Verify(t.Name, t.SHA256); what != "" {
		t.Notes = slices.Insert(t.Notes, 0, what)
	}
}

// noteMethod notes what a method could not do. Only the first note on a method
// counts.
func (t *TraceRecord) noteMethod(method, format string, values ...any) {
	if t.MethodNotes == nil {
		t.MethodNotes = map[string]string{}
	}
	if _, known := t.MethodNotes[method]; !known {
		t.MethodNotes[method] = fmt.Sprintf(format, values...)
	}
}

// noteOutcome adds the notes on the replay of a log: levels that need more jobs,
// methods that are left out, methods of other programs, the machine, and methods
// that failed.
func (p *Plan) noteOutcome(of *part) {
	t := &of.record
	for _, l := range p.Levels {
		if n := l.Smallest(); n > t.Selected {
			t.note("no order statistic bounds the quantile %v: it takes a history of %d waits, and there are %d jobs", l, n, t.Selected)
		}
	}
	scored := func(method string) bool {
		return slices.ContainsFunc(of.scores, func(s replay.Score) bool { return s.Method == method })
	}
	noteMethods := func(withScores bool) {
		for _, m := range p.Methods {
			if text := t.MethodNotes[m.Name]; text != "" && scored(m.Name) == withScores {
				t.note("%s", text)
			}
		}
	}
	noteMethods(false)
	t.Notes = append(t.Notes, p.record().OutsideNotes(scored)...)
	if t.Machine != nil {
		t.noteMachine(t.Machine)
	}
	noteMethods(true)
	if p.Shard == nil {
		t.MethodNotes = nil
	}
}

func (t *TraceRecord) noteMachine(m *MachineRecord) {
	switch m.Source {
	case replay.LargestYet:
		t.note("no MaxProcs in the header: the machine's size is the most processors seen so far, %d at the end", m.Processors)
	case replay.BySetting:
		t.note("the machine has %d processors by --capacity", m.Processors)
	}
	if m.Over > 0 {
		t.note("%d of %d starts (%.1f %%) did not fit the machine of %d processors (%s)", m.Over, m.Starts,
			100*float64(m.Over)/float64(m.Starts), m.Processors, m.Source)
	}
	if m.Unsized > 0 {
		t.note("jobs not on the machine, since the log does not say how many processors they have: %d", m.Unsized)
	}
}

// OutsideNotes returns a sentence on each kind of method that is not part of
// this program, with the names of the methods that meant accepts. A nil meant
// accepts all.
func (r *Record) OutsideNotes(meant func(method string) bool) []string {
	of := map[string][]string{} // names, in order, by what is to be known of them
	for _, m := range slices.Sorted(maps.Keys(r.Outside)) {
		if what := r.Outside[m]; meant == nil || meant(m) {
			of[what] = append(of[what], m)
		}
	}
	var notes []string
	for _, what := range slices.Sorted(maps.Keys(of)) {
		notes = append(notes, what+": "+strings.Join(of[what], ", "))
	}
	return notes
}

func (t *TraceRecord) note(format string, values ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, values...))
}

// Period returns the first and the last month of the log as the paper writes
// them, 4/98 - 4/00. It takes StartTime and EndTime of the header, or else the
// clock of the log. Without either it returns "".
func (t *TraceRecord) Period() string {
	first, ok := headerMonth(t.Header.StartTime)
	last, okLast := headerMonth(t.Header.EndTime)
	if clock := t.Clock(); clock.Dated {
		if !ok {
			first, ok = t.month(clock.Unix(t.Begin())), true
		}
		if !okLast {
			last, okLast = t.month(clock.Unix(t.LastSubmit)), true
		}
	}
	if !ok || !okLast {
		return ""
	}
	return first + " - " + last
}

// month returns the month of a time in seconds since 1970 UTC, in the standard
// time of the machine if its offset is known.
func (t *TraceRecord) month(unix int64) string {
	if offset := t.Header.TimeZone; offset != nil {
		unix += *offset
	}
	return time.Unix(unix, 0).UTC().Format("1/06")
}

// headerMonth returns month and year of a time as headers write it: Fri Apr 24
// 18:11:04 PDT 1998.
func headerMonth(text string) (string, bool) {
	words := strings.Fields(text)
	if len(words) < 5 {
		return "", false
	}
	t, err := time.Parse("Jan 2006", words[1]+" "+words[len(words)-1])
	if err != nil {
		return "", false
	}
	return t.Format("1/06"), true
}
