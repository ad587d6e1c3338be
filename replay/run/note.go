package run

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/swf"
)

// ruleWords describes the jobs that a rule leaves out.
var ruleWords = map[string]string{
	"no_submit_time": "without a time of submission", "no_wait_time": "without a wait",
	"no_run_time": "that never ran", "zero_wait": "that did not wait",
}

func (t *LogRecord) note(format string, values ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, values...))
}

// noteInput sets the notes on the log itself.
func (t *LogRecord) noteInput() {
	t.Notes = []string{}
	long := 0
	for _, q := range t.Queues {
		if utf8.RuneCountInString(q.Name) >= swf.LongestName {
			long++
		}
	}
	if long > 0 {
		t.note("names of more than %d characters are cut, of %d queues", swf.LongestName, long)
	}
	start := "the header has no UnixStartTime"
	if s := t.Header.UnixStartTime; s != nil {
		start = fmt.Sprintf("UnixStartTime is %d", *s)
	}
	switch c := t.Clock(); {
	case !c.Dated:
		t.note("no dates, only seconds from the start of the log: its date is unknown (%s)", start)
	case c.Unix0 == 0:
		t.note("times of submission count from 1970, not from the start of the log (%s), "+
			"and dates follow them", start)
	}
	if s := t.Snapshot; s != nil {
		t.note("the log is a snapshot of %s: %d jobs were running, "+
			"whose waits count and whose ends are unknown; "+
			"%d jobs were waiting (no_wait_time), which are in the queue and not scored",
			t.When(s.Time), s.Running, s.Pending)
	}
	var left []string
	for _, r := range t.LeftOut {
		if r.Jobs > 0 {
			left = append(left, output.Counted(r.Jobs, "job")+" "+ruleWords[r.Rule])
		}
	}
	if len(left) > 0 {
		t.note("left out are %s", output.Enumerate(left))
	}
	if t.NoRange > 0 {
		t.note("jobs in no range of processors, in the series of their queue alone: %d", t.NoRange)
	}
}

// When returns a time of the log as text, in its time zone.
func (t *LogRecord) When(seconds float64) string {
	if c := t.Clock(); c.Dated {
		return c.Date(seconds).Format("2006-01-02 15:04:05 MST")
	}
	return fmt.Sprintf("second %.0f of the log", seconds)
}

// noteMethod stores the first note on a method.
func (o *outcome) noteMethod(method, format string, values ...any) {
	if _, noted := o.failed[method]; !noted {
		o.failed[method] = fmt.Sprintf(format, values...)
	}
}

// noteOutcome adds the notes on the replay of a log: levels that need more
// jobs, methods that are left out or failed, external methods, and the machine.
func (p *Plan) noteOutcome(o *outcome) {
	t := &o.record
	for _, l := range p.Levels {
		if n := l.Smallest(); n > t.Selected {
			t.note("no order statistic bounds the quantile %v: it takes a history of %d waits, "+
				"and there are %d jobs",
				l, n, t.Selected)
		}
	}
	for _, m := range p.Methods {
		if text := o.failed[m.Name]; text != "" {
			t.note("%s", text)
		}
	}
	p.noteAges(t)
	jobs := map[string][]int{} // of the scored series, by method
	asked, answers := map[string]int{}, map[string]int{}
	for _, s := range o.scores {
		jobs[s.Method] = append(jobs[s.Method], s.Jobs)
		asked[s.Method] += s.Scored
		answers[s.Method] += s.Bounded + max(s.Forecasts.Jobs, 0)
	}
	for _, m := range p.Methods {
		if asked[m.Name] > 0 && answers[m.Name] == 0 && m.Claims.Sides != methods.NoSide &&
			o.failed[m.Name] == "" {
			t.note("method %s bounds no scored job", m.Name)
		}
		short := slices.DeleteFunc(slices.Clone(jobs[m.Name]), func(jobs int) bool {
			return !p.hasNoProcess(m, jobs)
		})
		if len(short) > 0 {
			t.note("method %s has no bounds of %d series of fewer than %d jobs (--min-jobs)",
				m.Name, len(short)/len(p.Levels), p.Settings.MinJobs)
		}
	}
	scored := func(method string) bool { return jobs[method] != nil }
	t.Notes = append(t.Notes, p.record(*t).OutsideNotes(scored)...)
	if t.Machine != nil {
		t.noteMachine()
	}
}

// noteAges notes which methods bound remaining waits, unless all do.
func (p *Plan) noteAges(t *LogRecord) {
	if len(p.Settings.Ages) == 0 {
		return
	}
	var bounding []string
	for _, m := range p.Methods {
		if methods.Can[methods.RemainingBounder](m) {
			bounding = append(bounding, m.Name)
		}
	}
	if len(bounding) < len(p.Methods) {
		t.note("remaining waits have bounds by %s only",
			cmp.Or(output.Enumerate(bounding), "no method"))
	}
}

func (t *LogRecord) noteMachine() {
	m := t.Machine
	if m.Source == replay.LargestYet {
		t.note("no MaxProcs in the header: the machine's size is the most processors seen so "+
			"far, %d at the end", m.Processors)
	}
	if m.Over > 0 {
		t.note("%s of %s starts (%.1f %%) did not fit the machine of %s (%s)",
			output.Grouped(m.Over), output.Grouped(m.Starts),
			100*float64(m.Over)/float64(m.Starts),
			output.Counted(int(m.Processors), "processor"), m.Source)
	}
	if m.Unsized > 0 {
		t.note("jobs not on the machine, since their number of processors is unknown: %d",
			m.Unsized)
	}
}

// OutsideNotes returns each note on methods of other programs, with the names
// of the methods that meant accepts. A nil meant accepts all.
func (r *Record) OutsideNotes(meant func(method string) bool) (notes []string) {
	for _, note := range slices.Compact(slices.Sorted(maps.Values(r.Outside))) {
		var names []string
		for _, m := range slices.Sorted(maps.Keys(r.Outside)) {
			if r.Outside[m] == note && (meant == nil || meant(m)) {
				names = append(names, m)
			}
		}
		if len(names) > 0 {
			notes = append(notes, note+": "+strings.Join(names, ", "))
		}
	}
	return notes
}
