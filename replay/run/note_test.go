package run

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/swf"
)

// Warnings are about malformed lines. Dates, jobs left out, the machine and
// methods left out are notes.
func TestNotes(t *testing.T) {
	rec := recordOf(t)
	if want := []string{"malformed lines, skipped: 1", "lines with more than 18 fields, the others ignored: 1",
		"lines out of order of submission, sorted: 1"}; !slices.Equal(rec.Warnings, want) {
		t.Errorf("warnings %q, want %q", rec.Warnings, want)
	}
	rec.Machine = &replay.Machine{Processors: 338, Source: replay.LargestYet, Starts: 300, Over: 100, Unsized: 1}
	plan := &Plan{}
	out := &outcome{record: rec, failed: map[string]string{}}
	for _, m := range []struct {
		name, outside, note string
		scored              bool
	}{{"a", "", "also", false}, {"b", "", "of another", true}, {"c", "from outside", "first", true},
		{"d", "outside too", "left out", false}, {"e", "", "", true}, {"f", "", "", true}, {"g", "", "", true},
		{"h", "", "", true}} {
		plan.Methods = append(plan.Methods, methods.Method{Name: m.name, ExternalNote: m.outside})
		if m.note != "" {
			out.noteMethod(m.name, "%s", m.note)
			out.noteMethod(m.name, "a second note")
		}
		if m.scored {
			score := replay.Score{Method: m.name, Scored: 9}
			switch m.name {
			case "f":
				score.Bounded = 1
			case "g":
				score.Forecasts.Jobs = 1
			case "h":
				score.Scored = 0
			}
			out.scores = append(out.scores, score)
		}
	}
	plan.noteOutcome(out)
	rec = out.record
	if want := []string{
		"no dates, only seconds from the start of the log: its date is unknown (UnixStartTime is 0)",
		"left out are 1 job without a wait and 1 job that never ran",
		"jobs in no range of processors, in the series of their queue alone: 1",
		"also", "of another", "first", "left out", "method e bounds no scored job", "from outside: c",
		"no MaxProcs in the header: the machine's size is the most processors seen so far, 338 at the end",
		"100 of 300 starts (33.3 %) did not fit the machine of 338 processors (most seen so far)",
		"jobs not on the machine, since their number of processors is unknown: 1",
	}; !slices.Equal(rec.Notes, want) {
		t.Errorf("notes\n%s\nwant\n%s", strings.Join(rec.Notes, "\n"), strings.Join(want, "\n"))
	}
}

// TestNotesOnNumbers: parts of jobs, and numbers that come twice, are noted with
// their counts.
func TestNotesOnNumbers(t *testing.T) {
	const rest = " 0 5 10 8 -1 -1 8 600 -1 %d 7 3 -1 2 -1 -1 -1\n"
	for statuses, want := range map[string][]string{
		"1/1 2/1 3/2": nil,
		"1/1 1/2 1/3 2/0 2/4": {"lines of status 2 to 4 with the number of an earlier job are parts of it, " +
			"and not replayed: 3"},
		"1/1 2/1 1/1": {"job numbers come twice (1 of 3): the log may hold jobs twice"},
	} {
		text := "; UnixStartTime: 1600000000\n"
		for line := range strings.FieldsSeq(statuses) {
			var id, status int
			fmt.Sscanf(line, "%d/%d", &id, &status)
			text += fmt.Sprintf("%d"+rest, id, status)
		}
		f, err := swf.OpenReader(strings.NewReader(text), "log")
		if err != nil {
			t.Fatal(err)
		}
		plan, err := NewPlan("replay", Defaults(), replay.Engine{})
		if err != nil {
			t.Fatal(err)
		}
		record, _, err := plan.Load("log", f)
		if err != nil || !slices.Equal(record.Notes, append([]string{}, want...)) {
			t.Errorf("%s: notes %q, %v, want %q", statuses, record.Notes, err, want)
		}
	}
}
