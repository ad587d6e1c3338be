package swf

import (
	"io"
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
	text := strings.Join([]string{
		";   --- SWF file converted from SACCT ---",
		"; Version: 2.2",
		"; Computer: Linux cluster (Seth)",
		"; Installation: K\xf8benhavn",
		"; Copyright: see below:",
		";   Permission to use, copy: granted",
		";              http://www.cs.huji.ac.il/",
		"; Information: a",
		"; MaxNodes: 184  ( 6,  171,   7)",
		";MaxProcs:1664 (72, 1368, 224)",
		"  ;\tTimeZone:\t-28800 ",
		"; information: lower case, no directive",
		"; Information: b",
		"; Empty:",
		"; Two Words: no directive",
		"; 9Lives: no directive",
		";",
		"; Note: the following: x",
	}, "\n")
	h := parseHeader(t, text)
	want := []directive{{"Version", "2.2"}, {"Computer", "Linux cluster (Seth)"}, {"Installation", "K\xf8benhavn"},
		{"Copyright", "see below:"}, {"Information", "a"}, {"MaxNodes", "184  ( 6,  171,   7)"}, {"MaxProcs", "1664 (72, 1368, 224)"},
		{"TimeZone", "-28800"}, {"Information", "b"}, {"Empty", ""}, {"Note", "the following: x"}}
	if !reflect.DeepEqual(h.directives, want) {
		t.Errorf("directives\n%q, want\n%q", h.directives, want)
	}
	if got, ok := h.Value("information"); got != "a" || !ok {
		t.Errorf("Value(information) = %q, %v", got, ok)
	}
	if got, ok := h.Value("Empty"); got != "" || !ok {
		t.Errorf("Value(Empty) = %q, %v", got, ok)
	}
	if got, ok := h.Value("Queue"); got != "" || ok {
		t.Errorf("Value(Queue) = %q, %v", got, ok)
	}
	if n, ok := h.Int("MaxNodes"); n != 184 || !ok {
		t.Errorf("MaxNodes = %d, %v", n, ok)
	}
	if n, ok := h.Int("MaxProcs"); n != 1664 || !ok {
		t.Errorf("MaxProcs = %d, %v", n, ok)
	}
	if n, ok := h.Int("UnixStartTime"); ok {
		t.Errorf("UnixStartTime = %d", n)
	}
}

func TestHeaderGrows(t *testing.T) {
	line := "1 0 5 10" + tail + "\n"
	r := NewReader(strings.NewReader("; Note: a\n"+line+"; Note: b\n"+line+"; Note: c\n"), "log")
	h := r.Header()
	var j Job
	for want := 1; want <= 3; want++ {
		if err := r.Read(&j); err != nil && err != io.EOF {
			t.Fatal(err)
		}
		if got := len(h.directives); got != want {
			t.Errorf("after read %d: %d notes", want, got)
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
		{"SDSC-SP2", []string{" 0  interactive    ", " 3  normal         "}, map[int64]string{0: "interactive", 3: "normal", 9: "9"}},
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
		{"the same name twice", []string{"1 batch", "2 batch", "3 batch (big)"}, map[int64]string{1: "batch", 2: "batch-2", 3: "batch-3"}},
		{"the name with a number is taken", []string{"7 batch-2", "1 batch", "2 batch"}, map[int64]string{7: "batch-2", 2: "batch-2-2"}},
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
