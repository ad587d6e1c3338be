package accounting

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
)

// TestBadLines imports 250 jobs, with other texts in their lines. Each line is
// read or counted as bad.
func TestBadLines(t *testing.T) {
	half := strings.Repeat("x", mostBytes/2)
	const comma, bar = "00010,4,n", "00010|4|n" // only in the line of job 10
	for _, c := range []struct {
		format string
		change []string // pairs of a text and its replacement
		want   string
	}{
		{"csv", []string{comma, `00010,4,"n`}, "ended 249, bad 1"},
		{"csv", []string{comma, `00010,4,"n`, "00050,4,n", `00050,4,n"n`}, "ended 248, bad 2"},
		{"csv", []string{"\n10,1", "\n\"10,1", "\n50,1", "\n50\",1"},
			"ended 248, bad 2"}, // a cell of 41 lines, which is read
		{"csv", []string{comma, "00010,4,\"n" + strings.Repeat("\nm", 99) + `"`}, "ended 250, several_lines 1"},
		{"csv", []string{comma, "00010,4,\"n" + strings.Repeat("\nm", 100) + `"`}, "ended 249, bad 101"},
		{"csv", []string{comma, "00010,4,\"n\n" + half + "\n" + half + `"`}, "ended 249, bad 3"},
		{"csv", []string{comma, "00010,four,\"n\nm\""}, "ended 249, bad 2"},
		{"csv", []string{comma, "00010,4," + half + half}, "ended 249, bad 1"},
		{"csv", []string{comma, "00010,4"}, "ended 249, bad 1"},
		{"sacct", []string{bar, "00010|4|n" + strings.Repeat("\nm", 99)}, "completed 250, several_lines 1"},
		{"sacct", []string{bar, "00010|4|n" + strings.Repeat("\nm", 101)}, "completed 250, bad 2, several_lines 1"},
		{"sacct", []string{bar, "00010|4|" + half + half}, "completed 249, bad 1"},
		{"sacct", []string{bar, "00010"}, "completed 249, bad 1"},
		{"pbs", []string{"00010 exec", "00010 x=" + half + half + " exec"}, "completed 249, bad 1"},
		{"pbs", []string{"E;10;", "E,10,"}, "completed 249, bad 1"},
	} {
		f := map[string]struct {
			header, line string
			open         opener
		}{
			"csv": {"id,at,end,size,name\n", "%[1]d,17000%05[1]d,17000%05[1]d,4,n\n",
				func(in io.Reader, o Options) (*Source, error) {
					var err error
					if o.Columns, err = ParseColumns(nil, strings.Fields("id=id submit=at start=at end=end size=size")); err != nil {
						return nil, err
					}
					return NewCSV(in, o)
				}},
			// Records are found by JobID in any column.
			"sacct": {"User|JobID|State|Submit|Start|End|ReqCPUS|JobName\n",
				"u|%[1]d|COMPLETED|17000%05[1]d|17000%05[1]d|17000%05[1]d|4|n\n", NewSacct},
			"pbs": {"", "01/31/2025 10:00:00;E;%[1]d;ctime=17000%05[1]d start=17000%05[1]d end=17000%05[1]d exec_host=a/0\n",
				NewPBS},
		}[c.format]
		text := f.header
		for i := range 250 {
			text += fmt.Sprintf(f.line, i+1)
		}
		o := utc()
		o.Lenient, o.BySubmit = true, true
		l, _, _, _ := imported(t, strings.NewReplacer(c.change...).Replace(text), f.open, o)
		if got := regexp.MustCompile(", no_limit [0-9]+").ReplaceAllString(l.summary(), ""); got != c.want {
			t.Errorf("%s %.30q: %s, want %s", c.format, c.change, got, c.want)
		}
	}
}
