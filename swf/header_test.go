package swf

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
)

// parseHeader reads a text of comments.
func parseHeader(t *testing.T, text string) *Header {
	t.Helper()
	r := NewReader(strings.NewReader(text), "log")
	if _, err := readAll(r); err != nil {
		t.Fatal(err)
	}
	return r.Header()
}

func TestHeader(t *testing.T) {
	h := parseHeader(t, strings.Join([]string{
		";   --- SWF file converted from SACCT ---",
		"; Installation: K\xf8benhavn",
		"; Copyright: see below:",
		";              http://www.cs.huji.ac.il/",
		"; Information: a",
		";MaxProcs:1664 (72, 1368, 224)",
		"  ;\tTimeZone:\t-28800 ",
		"; note: lower case, no directive",
		"; Information: b",
		"; Empty:",
		"; Two Words: no directive",
		"; 9Lives: no directive",
		";",
		"; PlannedWait: 7 60.5",
		"; PlannedWait: 8 -1",
		"; PlannedWait: x 3",
	}, "\n"))
	for name, want := range map[string]string{
		"installation": "K\xf8benhavn", "Copyright": "see below:", "INFORMATION": "a", "Empty": "",
		"MaxProcs": "1664 (72, 1368, 224)", "TimeZone": "-28800",
	} {
		if got, ok := h.Value(name); got != want || !ok {
			t.Errorf("Value(%s) = %q, %v, want %q", name, got, ok, want)
		}
	}
	for _, name := range []string{"note", "Two Words", "Two", "9Lives", "Queue"} {
		if got, ok := h.Value(name); ok {
			t.Errorf("Value(%s) = %q", name, got)
		}
	}
	if !h.HasPlans() || h.PlannedWait(7) != 60.5 || !math.IsNaN(h.PlannedWait(8)) || len(h.plans) != 1 {
		t.Errorf("planned waits %v", h.plans)
	}
}

func TestHeaderGrows(t *testing.T) {
	line := "1 0 5 10" + tail + "\n"
	r := NewReader(strings.NewReader("; A: a\n"+line+"; B: b\n"+line+"; C: c\n"), "log")
	h := r.Header()
	var j Job
	for want := 1; want <= 3; want++ {
		if err := r.Read(&j); err != nil && err != io.EOF {
			t.Fatal(err)
		}
		if got := len(h.values); got != want {
			t.Errorf("after read %d: %d directives", want, got)
		}
	}
}

func TestHeaderInt(t *testing.T) {
	tests := []struct {
		value string
		want  int64
		ok    bool
	}{
		{"128", 128, true},
		{"338 (batch partition; 512 total)", 338, true},
		{"338(batch)", 338, true},
		{"-28800", -28800, true},
		{"835823160\t", 835823160, true},
		{"", 0, false},
		{"about 5", 0, false},
		{"4,008", 0, false},
		{"2.5", 0, false},
		{"1_000", 0, false},
	}
	for _, test := range tests {
		var h Header
		h.Add("MaxProcs", test.value)
		if got, ok := h.Int("MaxProcs"); got != test.want && test.ok || ok != test.ok {
			t.Errorf("%q: %d, %v; want %d, %v", test.value, got, ok, test.want, test.ok)
		}
	}
}

func TestQueueName(t *testing.T) {
	tests := []struct {
		name   string
		values []string
		want   map[int64]string
	}{
		{"SDSC-SP2", []string{" 0  interactive    ", " 3  normal         "}, map[int64]string{0: "interactive",
			3: "normal", 9: "9"}},
		{"SDSC-DS", []string{"3  normal           (p655 / 18hr / 164nodes)"}, map[int64]string{3: "normal"}},
		{"HPC2N", []string{"1  [fque:1]    "}, map[int64]string{1: "[fque:1]"}},
		{"RICC", []string{"1  ", "2 0 "}, map[int64]string{1: "1", 2: "0"}},
		{"LANL", []string{"1 development", "6  0", "13  development~", "0 interactive"},
			map[int64]string{1: "development", 13: "development~", 6: "0", 0: "interactive"}},
		{"punctuation", []string{"1 - Normal jobs queue - normal priority", "2 =cmd()", "3 --", "4 none"},
			map[int64]string{1: "Normal", 2: "cmd()", 3: "3", 4: "none-4"}},
		{"control characters", []string{"4 a\x1b[2Jb"}, map[int64]string{4: "a"}},
		{"no word", []string{"4 (p655 diagnostics?)"}, map[int64]string{4: "(p655 diagnostics?)"}},
		{"not ASCII", []string{"4 \xfcbung x"}, map[int64]string{4: "übung"}},
		{"tab", []string{"4\tbatch\tx"}, map[int64]string{4: "batch"}},
		{"the same name twice", []string{"1 batch", "2 batch", "3 batch (big)"},
			map[int64]string{1: "batch", 2: "batch-2", 3: "batch-3"}},
		{"the name with a number is taken", []string{"7 batch-2", "1 batch", "2 batch"},
			map[int64]string{7: "batch-2", 2: "batch-2-2"}},
		{"a number is the name of another", []string{"2 0"}, map[int64]string{2: "0", 0: "0-0", 5: "5"}},
		{"the same number twice", []string{"1 first", "1 second"}, map[int64]string{1: "first"}},
		{"no number", []string{"these are classes", "x 1"}, map[int64]string{1: "1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var h Header
			for _, value := range test.values {
				h.Add("Queue", value)
			}
			for number, want := range test.want {
				if got := h.QueueName(number); got != want {
					t.Errorf("queue %d: %q, want %q", number, got, want)
				}
			}
		})
	}
}

// Each fact is the first directive of its name: texts as Text returns them, and
// integers.
func TestFacts(t *testing.T) {
	text, want := "", []any{}
	for i, field := range reflect.VisibleFields(reflect.TypeFor[Facts]()) {
		text += fmt.Sprintf("; %s: %d B\xf6\x07\n; %s: 99\n", field.Name, i, field.Name)
		if want = append(want, fmt.Sprintf("%d Bö ", i)); field.Type.Kind() == reflect.Pointer {
			want[i] = int64(i)
		}
	}
	facts := reflect.ValueOf(parseHeader(t, text).Facts())
	for i, want := range want {
		if got := reflect.Indirect(facts.Field(i)).Interface(); got != want {
			t.Errorf("%s is %#v, want %#v", facts.Type().Field(i).Name, got, want)
		}
	}
	if none := (&Header{}).Facts(); none != (Facts{}) {
		t.Errorf("an empty header has the facts %+v", none)
	}
}

// TestLinesAndJobs: MaxRecords counts lines, and MaxJobs jobs, which may be
// fewer.
func TestLinesAndJobs(t *testing.T) {
	h := parseHeader(t, "; MaxRecords: 5\n; MaxJobs: 3\n")
	p := Profile{Jobs: 3, Parts: 2}
	if unmet, checked := p.Unmet(h); len(unmet) > 0 || checked != 2 {
		t.Errorf("%d checked, unmet %v", checked, unmet)
	}
}
