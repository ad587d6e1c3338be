package accounting

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// inFiles returns the options of several files, f1, f2 and so on, and no text
// before them.
func inFiles(texts ...string) (io.Reader, Options) {
	o := utc()
	o.File, o.BySubmit = "all", true
	n := 0
	o.Next = func() (io.Reader, string, error) {
		if n == len(texts) {
			return nil, "", io.EOF
		}
		n++
		return strings.NewReader(texts[n-1]), fmt.Sprint("f", n), nil
	}
	return strings.NewReader(""), o
}

// TestSeveralFiles imports files whose jobs are those of one log. Errors name
// the file and its line. A header line comes once or in each file.
func TestSeveralFiles(t *testing.T) {
	csv := func(in io.Reader, o Options) (*Source, error) {
		var err error
		if o.Columns, err = ParseColumns(nil,
			strings.Fields("id=id submit=at start=at end=end size=size")); err != nil {
			return nil, err
		}
		return NewCSV(in, o)
	}
	const head, row = "id,at,end,size,name\n", "%d,1700000000,1700000060,4,n\n"
	const sacctHead, sacctRow = "JobID|Submit|Start|End|State|ReqCPUS|JobName\n",
		"%d|1700000000|1700000000|1700000060|COMPLETED|4|n\n"
	first, second := pbsText("Q 1 0 queue=q\nS 1 5 Resource_List.ncpus=2"), pbsText("\nE 1 9 Resource_List.ncpus=2")
	for _, c := range []struct {
		open  opener
		texts []string // files, and %d for the next ID of a job
		want  string
	}{
		{NewPBS, []string{first, second}, "1 job"},
		{NewPBS, []string{first[:len(first)-1], "\r\n", second[:len(second)-1]}, "1 job"},
		{NewPBS, []string{first, first, second, second}, "1 job"},
		{NewPBS, []string{"09/13/2020 12:26:49;L;license;x\n", first}, "f2: the file begins before the one before it"},
		{NewPBS, []string{first, "\n" + second[:15] + "\n"}, "f2:2: "},
		{csv, []string{head + row, head + row, head, head + row}, "3 jobs"},
		{csv, []string{"sep=,\n" + head + row, "sep=,\n" + head + row}, "2 jobs"},
		{csv, []string{"\n" + head + row, "\n" + strings.ReplaceAll(head+row, "\n", "\r\n")}, "2 jobs"},
		{csv, []string{head + row, head + row + "x\n"}, "f2:3: 1 fields, but the header line has 5"},
		{csv, []string{head + row, "\n" + head + "4,soon,1700000060,4,n\n" + row},
			`f2:3: column at: "soon" is not a time`},
		{csv, []string{head + "9,1700000000,1700000060,4,\"n\n", head + "2,1700000000,1700000060,4,m\"\n"},
			"f1:2: a quoted cell has no end"},
		{csv, []string{head + row, row}, "f2: the header line is not that of the file before"},
		{csv, []string{head + row, "id,end,at,size,name\n" + row},
			"f2: the header line is not that of the file before"},
		{NewSacct, []string{sacctHead + sacctRow, sacctHead + sacctRow, sacctRow}, "3 jobs"},
		{NewSacct, []string{sacctHead + sacctRow, sacctHead + "m\n" + sacctRow}, "f2:2: 1 field"},
		{NewSacct, []string{sacctHead + sacctRow, "m\n"}, "f2:1: 1 field"}, // no name with a line feed
		{NewSacct, []string{sacctHead + sacctRow, "JobID|Start|Submit|End|State|ReqCPUS|JobName\n" + sacctRow},
			"f2:1: this header line has other columns"},
	} {
		id := 0
		for i, text := range c.texts {
			for strings.Contains(text, "%d") {
				id++
				text = strings.Replace(text, "%d", fmt.Sprint(id), 1)
			}
			c.texts[i] = text
		}
		in, o := inFiles(c.texts...)
		src, err := c.open(in, o)
		got := ""
		if err == nil {
			var l *Log
			if l, err = Import(src, o); err == nil {
				got = fmt.Sprintf("%d job%s", l.Jobs, "s"[:min(1, l.Jobs-1)])
			}
		}
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%q\n%s, want %s", c.texts, got, c.want)
		}
	}
}

// TestNoIDInFiles: rows without IDs are jobs of their own, also on the same line
// of two files.
func TestNoIDInFiles(t *testing.T) {
	const text = "submit,start,end,size\n1700000000,1700000010,1700000060,4\n"
	in, o := inFiles(text, text)
	o.Columns, _ = ParseColumns(nil, strings.Fields("submit=submit start=start end=end size=size"))
	src, err := NewCSV(in, o)
	if err != nil {
		t.Fatal(err)
	}
	if l, err := Import(src, o); err != nil || l.Jobs != 2 {
		t.Errorf("%+v, %v", l, err)
	}
}

// TestIDComesBack: a job with the ID of one that ended long before is no try of
// it.
func TestIDComesBack(t *testing.T) {
	for submit, want := range map[int]string{
		1700000070:             "completed 1, requeued 1, requeued_try 1, no_limit 2",
		1700000070 + 86400:     "completed 1, requeued 1, no_limit 2",
		1700000070 + 3*3.2e7:   "completed 1, requeued 1, no_limit 2",
		1700000070 + 86400 - 1: "completed 1, requeued 1, requeued_try 1, no_limit 2",
	} {
		l, _, _, _ := imported(t, fmt.Sprintf("JobID|Submit|Start|End|State|ReqCPUS\n"+
			"7|1700000000|1700000010|1700000070|REQUEUED|4\n"+
			"7|%d|%d|%d|COMPLETED|4\n", submit, submit+10, submit+70), NewSacct,
			func() Options { o := utc(); o.BySubmit = true; return o }())
		if l.summary() != want {
			t.Errorf("%d: %s, want %s", submit, l.summary(), want)
		}
	}
}
