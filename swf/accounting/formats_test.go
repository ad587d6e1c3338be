package accounting

import (
	"io"
	"strings"
	"testing"
	"time"
)

// formats are all that can be imported, with a sample of each.
var formats = []struct {
	sample string
	open   func(io.Reader, Options) (Source, error)
}{
	{"sacct-sample.txt", func(in io.Reader, o Options) (Source, error) { return NewSacct(in, "", o), nil }},
	{"eagle.csv", func(in io.Reader, o Options) (Source, error) {
		o.BySubmit = true
		columns, err := ParseColumns(Presets[2].Map, o)
		if err != nil {
			return nil, err
		}
		return NewCSV(in, columns, 0, o)
	}},
	{"pbs.txt", func(in io.Reader, o Options) (Source, error) { return NewPBS(in, o), nil }},
}

// TestOtherFormats imports one sample of each format beside Slurm's.
func TestOtherFormats(t *testing.T) {
	want := map[string]struct{ counts, log string }{
		"eagle.csv": {"completed 1, timeout 1, never_started 1", `
1 0 630 2970 -1 -1 -1 36 3600 -1 1 1 1 -1 1 1 -1 -1
2 5 0 600 -1 -1 -1 72 600 -1 0 1 1 -1 2 2 -1 -1
3 60 240 -1 -1 -1 -1 144 7200 -1 5 2 2 -1 1 1 -1 -1
`},
		// 12 waited from 10:01 on; 13 was deleted before it had a size; 14 runs; 15 was deleted
		// while it ran.
		"pbs.txt": {"completed 1, failed 1, running 1, no_size 1", `
1 0 240 600 -1 -1 -1 6 3600 -1 1 1 1 1 1 1 -1 -1
2 900 30 -1 -1 -1 -1 2 86400 -1 -1 2 1 2 2 2 -1 -1
3 910 50 65 -1 -1 -1 1 600 -1 0 2 1 -1 2 2 -1 -1
`},
	}
	for _, f := range formats[1:] {
		o := utc()
		o.BySubmit = f.sample == "eagle.csv"
		src, err := f.open(strings.NewReader(sample(t, f.sample)), o)
		if err != nil {
			t.Fatal(err)
		}
		l, err := Import(src, o)
		if err != nil {
			t.Fatal(err)
		}
		written(t, l)
		var out strings.Builder
		if err := l.WriteSWF(&out, nil); err != nil {
			t.Fatal(err)
		}
		got := "\n"
		for line := range strings.Lines(out.String()) {
			if !strings.HasPrefix(line, ";") {
				got += strings.Join(strings.Fields(line), " ") + "\n"
			}
		}
		if w := want[f.sample]; got != w.log || l.summary() != w.counts {
			t.Errorf("%s: %s, want %s\n%swant%s", f.sample, l.summary(), w.counts, got, w.log)
		}
	}
}

// TestRunTimes: a table may have run times instead of ends.
func TestRunTimes(t *testing.T) {
	o := utc()
	o.BySubmit, o.Lenient = true, true // the third job has neither
	columns, err := ParseColumns([]string{"submit=submit_time", "start=start_time:iso", "run=run_time:min", "size=nodes_req", "state=state"}, o)
	if err != nil {
		t.Fatal(err)
	}
	src, err := NewCSV(strings.NewReader(sample(t, "eagle.csv")), columns, 0, o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := Import(src, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, jobs, _ := written(t, l); len(jobs) != 2 || jobs[0].Run != 2970*60 || jobs[1].Run != 600*60 || len(l.Bad) != 1 {
		t.Errorf("%+v, %v", jobs, l.Bad)
	}
}

// TestTimes reads times with and without an offset. Clocks in Berlin went
// forward on 2025-03-30 at 01:00 UTC.
func TestTimes(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]float64{
		"2025-03-30 01:30:00":         1743294600,
		"2025-03-30 03:30:00":         1743298200,
		"2025-03-30T01:30:00Z":        1743298200,
		"2025-03-30 03:30:00.5+02:00": 1743298200.5,
		"2025-03-29 20:30:00-0500":    1743298200,
		"2025-03-30T03:30":            1743298200,
	} {
		if got, ok := (&Zone{Location: berlin}).parse(text); got != want || !ok {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if at, ok := (&Zone{Location: berlin}).parse("never"); ok {
		t.Errorf("never is %v", at)
	}
}
