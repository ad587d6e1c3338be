package swf

import (
	"cmp"
	"errors"
	"math"
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
		if err := errors.Join(w.WriteComment("Version: 2.2"), w.WriteComment("by hand"), w.Write(&test.job),
			w.Flush()); err != nil {
			t.Fatal(err)
		}
		if want := "; Version: 2.2\n; by hand\n" + test.want; text.String() != want {
			t.Errorf("got\n%swant\n%s", text.String(), want)
		}
	}
}

// TestNoMinusZero writes -0 as 0.
func TestNoMinusZero(t *testing.T) {
	zero := math.Copysign(0, -1)
	var out strings.Builder
	w := NewWriter(&out)
	err := cmp.Or(w.Write(&Job{Submit: zero, Wait: zero, Run: zero, ReqTime: zero}), w.Flush())
	if err != nil || strings.Contains(out.String(), "-") {
		t.Errorf("%v: %s", err, out.String())
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
		refusal := test.write(w)
		if refusal == nil || !strings.Contains(refusal.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, refusal, test.want)
		}
		for i, err := range []error{w.Write(&Job{}), w.WriteComment("a"), w.Flush()} {
			if err != refusal {
				t.Errorf("%s: call %d returns %v, want the first error again", test.name, i, err)
			}
		}
		if text.Len() > 0 {
			t.Errorf("%s: wrote %q", test.name, text.String())
		}
	}
}

// full is a disk with n free bytes.
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

// roundTrip writes jobs, reads them again and compares them, without their
// lines.
func roundTrip(t *testing.T, jobs []Job) {
	t.Helper()
	var text strings.Builder
	w := NewWriter(&text)
	for i := range jobs {
		w.Write(&jobs[i])
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	again, err := readAll(NewReader(strings.NewReader(text.String()), "text"))
	if err != nil || len(again) != len(jobs) {
		t.Fatalf("%d jobs of %d, %v", len(again), len(jobs), err)
	}
	for i, want := range jobs {
		if again[i].Line = want.Line; again[i] != want {
			t.Fatalf("job %d is %+v, want %+v", i, again[i], want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	text := "1 0.1 1e100 5e-324" + tail + "\n9007199254740993 1e15 123456789.123456789 -0.3333333333333333" + tail
	jobs, err := readAll(NewReader(strings.NewReader(text), "log"))
	if err != nil {
		t.Fatal(err)
	}
	roundTrip(t, jobs)
}
