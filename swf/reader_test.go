package swf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// tail is the part of a test's line that follows the first four fields.
const tail = " 8 -1 -1 8 600 -1 1 7 3 -1 2 -1 -1 -1"

// job returns the job of the line "id submit wait run" + tail.
func job(line int, id int64, submit, wait, run float64) Job {
	return Job{ID: id, Submit: submit, Wait: wait, Run: run, Alloc: 8, CPU: -1, Memory: -1, ReqProcs: 8, ReqTime: 600,
		ReqMemory: -1, Status: 1, User: 7, Group: 3, Executable: -1, Queue: 2, Partition: -1, Preceding: -1, Think: -1,
		Line: line}
}

// readAll returns all jobs and the first error.
func readAll(r *Reader) (jobs []Job, err error) {
	for j, err := range r.All() {
		if err != nil {
			return jobs, err
		}
		jobs = append(jobs, j)
	}
	return jobs, nil
}

func TestRead(t *testing.T) {
	line := "1 0 5 10" + tail
	want := []Job{job(1, 1, 0, 5, 10)}
	tests := []struct {
		name, text string
		want       []Job
	}{
		{"nothing", "", nil},
		{"one line", line + "\n", want},
		{"no final newline", line, want},
		{"CRLF", line + "\r\n", want},
		{"byte order mark", "\ufeff" + line + "\n", want},
		{"leading blanks", " \t  " + line + "\n", want},
		{"trailing blanks", line + "  \t \n", want},
		{"tabs", strings.ReplaceAll(line, " ", "\t") + "\n", want},
		{"comments and blank lines", "; a\n\n  \t\n;\n" + line + "\n; b", []Job{job(5, 1, 0, 5, 10)}},
		{"two jobs, comment between", line + "\n; c\n2 1 2 3" + tail + "\n", []Job{want[0], job(3, 2, 1, 2, 3)}},
		{"extra fields", line + " 19 x\n", want},
		{"fractions", "1 .5 2.25 3." + tail + "\n", []Job{job(1, 1, .5, 2.25, 3)}},
		{"integers with a point", "4.0 0 5 10 8.00 -1 -1 8.0 600 -1 1.0 7 3 -1.0 2 -1 -1 -1\n",
			[]Job{job(1, 4, 0, 5, 10)}},
		{"signs", "+1 -0.5 +2.5 -10" + tail + "\n", []Job{job(1, 1, -.5, 2.5, -10)}},
		{"exponents", "1e3 1e-2 2.5E+3 3e0" + tail + "\n", []Job{job(1, 1000, .01, 2500, 3)}},
		{"eight digits and more", "12345678 123456789 123456789012345 1234567890123456" + tail + "\n",
			[]Job{job(1, 12345678, 123456789, 123456789012345, 1234567890123456)}},
		{"largest int64", "9223372036854775807 0 5 10" + tail + "\n", []Job{job(1, 9223372036854775807, 0, 5, 10)}},
		{"long fractions", "1 0.12345678 12345678.5 3.1415926535897932" + tail + "\n",
			[]Job{job(1, 1, 0.12345678, 12345678.5, 3.141592653589793)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, one := range []bool{false, true} {
				var src io.Reader = strings.NewReader(test.text)
				if one {
					src = iotest.OneByteReader(src)
				}
				got, err := readAll(NewReader(src, "log"))
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got, test.want) {
					t.Errorf("one byte at a time %v: got\n%+v, want\n%+v", one, got, test.want)
				}
			}
		})
	}
}

// TestRowError marks the bad field with ∑, and the line as a whole with ∑¶.
func TestRowError(t *testing.T) {
	good := "1 0 5 10" + tail + "\n"
	tests := []struct {
		name, text, cause string
	}{
		{"letter in a number", "∑1x 0 5 10" + tail, "not a number: "},
		{"after comments", "; c\r\n\n" + good + "2 0 5 ∑1O" + tail + "\n" + good, "not a number: "},
		{"tabs count as one", "1 \t 0\t\t∑- 10" + tail, "not a number: "},
		{"hexadecimal", "1 ∑0x10 5 10" + tail, "not a number: "},
		{"NaN", "1 0 ∑NaN 10" + tail, "not a number: "},
		{"infinity", "1 0 ∑-Inf 10" + tail, "not a number: "},
		{"underscore", "∑1_000 0 5 10" + tail, "not a number: "},
		{"comma", "1 0 ∑5,5 10" + tail, "not a number: "},
		{"last field", "1 0 5 10 8 -1 -1 8 600 -1 1 7 3 -1 2 -1 -1 ∑z", "not a number: "},
		{"fraction of a processor", "1 0 5 10 ∑4.5 -1 -1 8 600 -1 1 7 3 -1 2 -1 -1 -1", "not an integer: "},
		{"int64 overflow", "∑9223372036854775808 0 5 10" + tail, "number too large: "},
		{"inexact integer", "∑9007199254740993.0 0 5 10" + tail, "number too large: "},
		{"float64 overflow", "1 0 5 ∑1e999" + tail, "number too large: "},
		{"squares overflow", "1 0 ∑1e200 10" + tail, "number too large: "},
		{"negative as large", "1 0 5 ∑-1e101" + tail, "number too large: "},
		{"processors", "1 0 5 10 ∑9223372036854775807 -1 -1 8 600 -1 1 7 3 -1 2 -1 -1 -1", "too large: "},
		{"requested processors", "1 0 5 10 8 -1 -1 ∑4294967297 600 -1 1 7 3 -1 2 -1 -1 -1", "too large: "},
		{"17 fields", good + "∑¶2 0 5 10 8 -1 -1 8 600 -1 1 7 3 -1 2 -1 -1\n" + good, "too few fields: "},
		{"one field", "∑¶2", "too few fields: "},
		{"web page", "∑<!DOCTYPE html>\n", "not a number: "},
		{"byte order mark not at the start", good + "∑\ufeff2 0 5 10" + tail, "not a number: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before, after, _ := strings.Cut(test.text, "∑")
			after, whole := strings.CutPrefix(after, "¶")
			line := 1 + strings.Count(before, "\n")
			field := 1 + len(strings.Fields(before[strings.LastIndex(before, "\n")+1:]))
			if whole {
				field = 0
			}
			_, err := readAll(NewReader(strings.NewReader(before+after), "log"))
			var got *RowError
			if !errors.As(err, &got) {
				t.Fatalf("error %v, want a RowError", err)
			}
			if got.File != "log" || got.Line != line || got.Field != field || !strings.HasPrefix(got.Err.Error(),
				test.cause) {
				t.Errorf("got %v at line %d, field %d; want %v at line %d, field %d", err, got.Line, got.Field,
					test.cause, line, field)
			}
		})
	}
}

func TestRowErrorText(t *testing.T) {
	for text, want := range map[string]string{
		"1 0 12a":     `a.swf:1: field 3 (wait time): not a number: "12a"`,
		"; c\n1 2":    `a.swf:2: too few fields: 2, want 18`,
		"1 2 3 4 4.5": `a.swf:1: field 5 (allocated processors): not an integer: "4.5"`,
		strings.Repeat("x", 50): `a.swf:1: field 1 (job number): not a number: "` +
			strings.Repeat("x", 40) + `..."`,
	} {
		_, err := readAll(NewReader(strings.NewReader(text), "a.swf"))
		if err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// TestLenient skips and counts malformed lines, and counts extra fields.
func TestLenient(t *testing.T) {
	var text strings.Builder
	for i := range 25 {
		fmt.Fprintf(&text, "%d 0 5 bad\n%d 0 5 10%s 19\n", i, i, tail)
	}
	r := NewReader(strings.NewReader(text.String()), "log")
	r.Lenient = true
	jobs, err := readAll(r)
	if err != nil || len(jobs) != 25 || jobs[24].Line != 50 || r.Skipped != 25 || r.Extra != 25 {
		t.Errorf("%d jobs, %d lines skipped, %d with extra fields, error %v; want 25 each",
			len(jobs), r.Skipped, r.Extra, err)
	}
}

// TestLongLines reads jobs across the end of the buffer, and long comments.
// TestParts: lines of status 2 to 4 are parts of a job where an earlier line of
// another status has their number. All else is a job, also with the number of
// another one.
func TestParts(t *testing.T) {
	for _, c := range []struct {
		name, lines, jobs string // each line is number/status
		parts, repeated   int
	}{
		{"swapped out", "1/1 1/2 1/2 1/3 2/0 2/4", "1/1 2/0", 4, 0},
		{"parts behind other jobs", "1/1 70/5 2/1 1/2 1/3 70/4", "1/1 70/5 2/1", 3, 0},
		{"exit codes", "1/2 2/3 3/4 4/1", "1/2 2/3 3/4 4/1", 0, 0},
		{"exit codes twice", "1/2 2/4 1/2 2/4", "1/2 2/4 1/2 2/4", 0, 2},
		{"no line of the whole job", "1/2 1/2 1/3", "1/2 1/2 1/3", 0, 2},
		{"a job twice", "1/1 2/0 3/-1 3/-1 2/5 1/1 1/1", "1/1 2/0 3/-1 3/-1 2/5 1/1 1/1", 0, 4},
		{"out of order", "9/1 5/1 7/1 5/1 9/3", "9/1 5/1 7/1 5/1", 1, 1},
		{"far apart", "9223372036854775807/1 0/1 64/1 9223372036854775807/3", "9223372036854775807/1 0/1 64/1", 1, 0},
		{"unknown", "-1/1 -1/1 -1/2", "-1/1 -1/1 -1/2", 0, 0},
	} {
		var text strings.Builder
		for line := range strings.FieldsSeq(c.lines) {
			id, status, _ := strings.Cut(line, "/")
			fmt.Fprintf(&text, "%s 0 5 10 8 -1 -1 8 600 -1 %s 7 3 -1 2 -1 -1 -1\n", id, status)
		}
		r := NewReader(strings.NewReader(text.String()), "log")
		each := 0
		r.Each = func(*Job) { each++ }
		jobs, err := readAll(r)
		var got []string
		for _, j := range jobs {
			got = append(got, fmt.Sprintf("%d/%d", j.ID, j.Status))
		}
		if err != nil || strings.Join(got, " ") != c.jobs || r.Parts != c.parts || r.Repeated != c.repeated ||
			each != len(got) {
			t.Errorf("%s: %v, %d parts, %d repeated, %d seen, %v, want %+v", c.name, got, r.Parts, r.Repeated, each,
				err, c)
		}
	}
}

func TestLongLines(t *testing.T) {
	for shift := range 100 {
		comment := "; " + strings.Repeat("x", longestLine-150+shift)
		line := "1 0 5 10" + tail + "\n"
		r := NewReader(strings.NewReader(comment+"\n"+line+line+line), "log")
		if jobs, err := readAll(r); err != nil || len(jobs) != 3 {
			t.Fatalf("shift %d: %d jobs, %v", shift, len(jobs), err)
		}
	}
	name := strings.Repeat("Y", longestLine-5)
	comment := ";" + name + ":y"
	r := NewReader(strings.NewReader("1 0 5 10"+tail+"\n"+comment+"\r\n"+"2 0 5 10"+tail), "log")
	if jobs, err := readAll(r); err != nil || len(jobs) != 2 || jobs[1].Line != 3 {
		t.Fatalf("jobs %+v, error %v", jobs, err)
	}
	if value, _ := r.Header().Value(name); value != "y" {
		t.Errorf("the long comment is not kept")
	}
}

// endless is a stream of zeros that counts the bytes read.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	e.read += len(p)
	return copy(p, bytes.Repeat([]byte{'0'}, len(p))), nil
}

// TestTooLong: strict reading stops at a line or header that is too long, and
// lenient reading skips the line. Neither needs much memory.
func TestTooLong(t *testing.T) {
	line := "1 0 5 10" + tail + "\n"
	var source endless
	r := NewReader(io.MultiReader(strings.NewReader(line), &source), "log")
	if jobs, err := readAll(r); len(jobs) != 1 || err == nil || err.Error() != "log:2: line too long: more than 1 MB" {
		t.Errorf("endless line: %d jobs, error %v", len(jobs), err)
	}
	if source.read > 4*longestLine {
		t.Errorf("%d bytes read", source.read)
	}
	for _, long := range []int{longestLine, longestLine + 1<<18, 9 * longestLine} {
		r = NewReader(strings.NewReader(line+strings.Repeat("0", long)+"\n"+line), "log")
		r.Lenient = true
		jobs, err := readAll(r)
		if err != nil || len(jobs) != 2 || r.Skipped != 1 || jobs[1].Line != 3 {
			t.Errorf("line of %d bytes: jobs %+v, %d lines skipped, error %v", long, jobs, r.Skipped, err)
		}
	}
	comments := strings.Repeat("; "+strings.Repeat("x", 1<<16)+"\n", 300)
	r = NewReader(strings.NewReader(comments+line), "log")
	if _, err := readAll(r); err == nil || err.Error() != "log:256: header too long: more than 16 MB of comments" {
		t.Errorf("long header: %v", err)
	}
	r = NewReader(strings.NewReader(comments+line), "log")
	r.Lenient = true
	if jobs, err := readAll(r); err != nil || len(jobs) != 1 || r.Skipped != 45 {
		t.Errorf("long header: %d jobs, %d lines skipped, error %v", len(jobs), r.Skipped, err)
	}
}

func TestStreamError(t *testing.T) {
	broken := errors.New("disk on fire")
	line := "1 0 5 10" + tail
	// The second line may be cut off.
	src := io.MultiReader(strings.NewReader(line+"\n"+line), iotest.ErrReader(broken))
	for _, lenient := range []bool{false, true} {
		r := NewReader(src, "log")
		r.Lenient = lenient
		var j Job
		if !lenient {
			if err := r.Read(&j); err != nil {
				t.Fatal(err)
			}
			if err := r.Read(&j); !errors.Is(err, broken) || err.Error() != "log: after line 1: disk on fire" {
				t.Fatalf("error %v", err)
			}
		}
		for range 2 {
			if err := r.Read(&j); !errors.Is(err, broken) {
				t.Fatalf("error %v, want the one of the stream", err)
			}
		}
	}
}

// TestAllStops reads on after a break, and after a malformed line.
func TestAllStops(t *testing.T) {
	line := "1 0 5 10" + tail + "\n"
	r := NewReader(strings.NewReader(line+line+"bad\n"+line), "log")
	for range r.All() {
		break
	}
	rest, err := readAll(r)
	if len(rest) != 1 || rest[0].Line != 2 || err == nil {
		t.Errorf("after a break: %+v, %v", rest, err)
	}
	if rest, err = readAll(r); len(rest) != 1 || rest[0].Line != 4 || err != nil {
		t.Errorf("after an error: %+v, %v", rest, err)
	}
}
