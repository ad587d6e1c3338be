package accounting

import (
	"io"
	"math"
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
	{"sacct-sample.json", func(in io.Reader, o Options) (Source, error) { return NewSacct(in, "", o), nil }},
	{"eagle.csv", func(in io.Reader, o Options) (Source, error) {
		o.BySubmit = true
		columns, err := ParseColumns(Presets[2].Map, o)
		if err != nil {
			return nil, err
		}
		return NewCSV(in, columns, 0, o)
	}},
	{"pbs.txt", func(in io.Reader, o Options) (Source, error) { return NewPBS(in, o), nil }},
	{"lsb.acct", func(in io.Reader, o Options) (Source, error) { return NewLSF(in, o), nil }},
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
		// 77 has two slots of one host; 78 never started, and 79 was not to start before 10:06:40.
		"lsb.acct": {"completed 1, failed 1, never_started 1, no_limit 3", `
1 0 300 600 -1 -1 -1 2 -1 -1 1 1 -1 1 1 1 -1 -1
2 400 700 -1 -1 -1 -1 4 -1 -1 5 2 -1 2 1 1 -1 -1
3 400 100 700 -1 -1 -1 4 -1 -1 0 2 -1 3 2 2 -1 -1
`},
	}
	for _, f := range formats[2:] {
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

// TestHours reads times around the ends of summer time in Berlin, 2025-03-30 01:00 and 2025-10-26
// 01:00 UTC.
func TestHours(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	const autumn = 1761440400 // clocks go from 03:00 back to 02:00
	for _, c := range []struct {
		submit, start, end, elapsed string
		want                        [3]float64 // of the change
		counts                      string
	}{
		{"01:59:59", "02:30:00", "03:00:00", "5400", [3]float64{-3601, -1800, 3600}, "completed 1"},
		{"01:59:59", "02:30:00", "03:00:00", "1800", [3]float64{-3601, 1800, 3600}, "completed 1"},
		{"02:40:00", "02:30:00", "02:50:00", "1200", [3]float64{-1200, 1800, 3000}, "completed 1"},
		{"02:10:00", "02:30:00", "02:50:00", "1200", [3]float64{-3000, -1800, -600}, "completed 1, ambiguous_hour 1"},
		{"02:10:00", "02:30:00", "02:50:00", "4800", [3]float64{-3000, -1800, 3000}, "completed 1"},
		{"03:00:00", "03:30:00", "04:00:00", "1800", [3]float64{3600, 5400, 7200}, "completed 1"},
	} {
		o := utc()
		o.Zone, o.BySubmit = Zone{berlin, "Europe/Berlin"}, true
		day := "2025-10-26T"
		text := "JobID|Submit|Start|End|ElapsedRaw|State|ReqCPUS|TimelimitRaw\n1|" + strings.Join([]string{day + c.submit, day + c.start, day + c.end, c.elapsed}, "|") + "|COMPLETED|1|9\n"
		l, _, _, extra := imported(t, text, o)
		e := l.jobs[0]
		if got := [3]float64{e.Submit - autumn, e.Start - autumn, e.End - autumn}; got != c.want || l.summary() != c.counts {
			t.Errorf("%v: %v, want %v; %s, want %s; %v", c, got, c.want, l.summary(), c.counts, extra)
		}
	}
	for text, want := range map[string]moment{
		"2025-03-30T02:30:00":         {1743298200, 1743298200, true}, // as if clocks had not changed
		"2025-03-30 03:30:00":         {1743298200, 1743298200, false},
		"2025-03-30T01:30:00Z":        {1743298200, 1743298200, false},
		"2025-03-30 03:30:00.5+02:00": {1743298200.5, 1743298200.5, false},
		"2025-03-29 20:30:00-0500":    {1743298200, 1743298200, false},
		"2025-10-26T02:30":            {autumn - 1800, autumn + 1800, false},
	} {
		if got, ok := (&Zone{Location: berlin}).parse(text); got != want || !ok {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if !math.IsNaN(never.at) {
		t.Error("never is a time")
	}
}
