package swf

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestWriter(t *testing.T) {
	tests := []struct {
		job  Job
		want string
	}{
		{job(0, 1, 0, 5, 10),
			"    1        0      5     10    8     -1    -1    8    600    -1  1   7   3  -1  2 -1 -1 -1\n"},
		{job(0, 123456, 0.5, 1e15, 1e-7),
			"123456      0.5  1e+15  1e-07    8     -1    -1    8    600    -1  1   7   3  -1  2 -1 -1 -1\n"},
		{job(0, 2, 123456789012345, 1234567.125, 0.1),
			"    2 123456789012345 1234567.125    0.1    8     -1    -1    8    600    -1  1   7   3  -1  2 -1 -1 -1\n"},
	}
	for _, test := range tests {
		var text strings.Builder
		w := NewWriter(&text)
		if err := errors.Join(w.WriteComment("Version: 2.2"), w.WriteComment("by hand"), w.Write(&test.job), w.Flush()); err != nil {
			t.Fatal(err)
		}
		if want := "; Version: 2.2\n; by hand\n" + test.want; text.String() != want {
			t.Errorf("got\n%swant\n%s", text.String(), want)
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	tests := []struct {
		name  string
		write func(w *Writer) error
		want  string
	}{
		{"NaN", func(w *Writer) error { return w.Write(&Job{ID: 7, Wait: math.NaN()}) },
			"write job 7: field 3 (wait time): NaN cannot be written"},
		{"infinity", func(w *Writer) error { return w.Write(&Job{ID: 7, Think: math.Inf(-1)}) },
			"write job 7: field 18 (think time): -Inf cannot be written"},
		{"two lines", func(w *Writer) error { return w.WriteComment("a\n1 2 3") }, "not one line"},
		{"a return at the end", func(w *Writer) error { return w.WriteComment("a\r") }, "not one line"},
	}
	for _, test := range tests {
		var text strings.Builder
		w := NewWriter(&text)
		first := test.write(w)
		if first == nil || !strings.Contains(first.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, first, test.want)
		}
		for i, err := range []error{w.Write(&Job{}), w.WriteComment("a"), w.Flush()} {
			if err != first {
				t.Errorf("%s: call %d gives %v, want the first error again", test.name, i, err)
			}
		}
		if text.Len() > 0 {
			t.Errorf("%s: wrote %q", test.name, text.String())
		}
	}
}

// full is a disk with room for n more bytes.
type full struct{ n int }

var errFull = errors.New("no space left on device")

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.n {
		return f.n, errFull
	}
	f.n -= len(p)
	return len(p), nil
}

func TestWriterFullDisk(t *testing.T) {
	w := NewWriter(&full{n: 5000})
	var err error
	for range 200 {
		err = w.Write(&Job{})
	}
	if flush := w.Flush(); !errors.Is(err, errFull) || flush != err {
		t.Errorf("error %v, then %v", err, flush)
	}
}

func TestWriteDoesNotAllocate(t *testing.T) {
	w := NewWriter(&full{n: math.MaxInt})
	j := job(0, 1, 0.25, 5, 1e-9)
	if n := testing.AllocsPerRun(1000, func() { w.Write(&j) }); n != 0 {
		t.Errorf("%v allocations per job", n)
	}
}

// roundTrip writes the directives of a header and jobs and reads them again.
func roundTrip(t *testing.T, h *Header, jobs []Job) (*Header, []Job) {
	t.Helper()
	var text strings.Builder
	w := NewWriter(&text)
	for _, d := range h.directives {
		w.WriteComment(d.name + ": " + d.value)
	}
	for i := range jobs {
		w.Write(&jobs[i])
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	r := NewReader(strings.NewReader(text.String()), "text")
	again, err := readAll(r)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text.String())
	}
	return r.Header(), again
}

// compare tells whether header and jobs are the same, the jobs' lines aside.
func compare(t *testing.T, h1, h2 *Header, jobs1, jobs2 []Job) {
	t.Helper()
	if !reflect.DeepEqual(h1, h2) {
		t.Errorf("header\n%q, want\n%q", h2.directives, h1.directives)
	}
	if len(jobs1) != len(jobs2) {
		t.Fatalf("%d jobs, want %d", len(jobs2), len(jobs1))
	}
	for i, want := range jobs1 {
		got := jobs2[i]
		got.Line = want.Line
		if got != want {
			t.Fatalf("job %d is %+v, want %+v", i, got, want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	text := "; Note: K\xf8benhavn \r\n  ;x\n1 0.1 1e100 5e-324" + tail +
		"\n9007199254740993 1e15 123456789.123456789 -0.3333333333333333" + tail + "\n; Queue: 1 a\n"
	r := NewReader(strings.NewReader(text), "log")
	jobs, err := readAll(r)
	if err != nil {
		t.Fatal(err)
	}
	h, again := roundTrip(t, r.Header(), jobs)
	compare(t, r.Header(), h, jobs, again)
}
