package accounting

import (
	"math"
	"strings"
	"testing"
)

// columnsOf has a table whose columns have the names of their roles.
func columnsOf(tb testing.TB, names string) Options {
	tb.Helper()
	o := utc()
	o.BySubmit = true
	var words []string
	for _, name := range strings.Fields(names) {
		words = append(words, name+"="+name)
	}
	var err error
	if o.Columns, err = ParseColumns(nil, words); err != nil {
		tb.Fatal(err)
	}
	return o
}

// TestTableText imports two jobs from tables as spreadsheets and databases
// write them.
func TestTableText(t *testing.T) {
	const header, one, two = "id,submit,start,end,size", "1,1700000000,1700000010,1700000070,4",
		"2,1700000000,1700000010,1700000070,4"
	plain := header + "\n" + one + "\n" + two + "\n"
	for _, text := range []string{
		plain, "\ufeff" + plain, strings.ReplaceAll(plain, "\n", ",\r\n"),
		header + ",\n" + one + "\n" + two + "\n", header + "\n" + one + ",\n" + two + ",\n",
		"sep=;\r\n" + strings.ReplaceAll(plain, ",", ";"), "\"SEP=,\"\n" + plain, strings.ReplaceAll(plain, ",", "\t"),
		`"a, b, c, d, e, f";` + strings.ReplaceAll(header+"\nx,"+one+"\nx,"+two, ",", ";"),
	} {
		if l, _, _, _ := imported(t, text, NewCSV,
			columnsOf(t, "id submit start end size")); l.summary() != "ended 2, no_limit 2" {
			t.Errorf("%s%s", text, l.summary())
		}
	}
}

// TestPresetOf: a header line of a public data set names its preset.
func TestPresetOf(t *testing.T) {
	for _, p := range Presets {
		header, _, _ := strings.Cut(sample(t, "presets/"+p.Name+".csv"), "\n")
		_, err := NewCSV(strings.NewReader(header), utc())
		if err == nil || !strings.HasSuffix(err.Error(), "; these are the columns of --preset "+p.Name) {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
}

// TestFromZero imports times that count from the start of a trace, with a date
// and without.
func TestFromZero(t *testing.T) {
	const text = "id,submit,start,end,size\na,5,5,3600,1\nb,30,90,4000,2\nc,100.5,200.25,5000,1\nd,400,,,1\n" +
		"e,500,600,,1\n"
	for _, c := range []struct {
		origin float64
		want   string
		first  float64 // submission in the log
	}{{1577836800, "1577836805", 0}, {math.NaN(), "", 5}} {
		o := columnsOf(t, "id submit start end size")
		o.Origin = c.origin
		l, h, jobs, extra := imported(t, text, NewCSV, o)
		start, _ := h.Value("UnixStartTime")
		_, zoned := h.Value("TimeZone")
		_, dated := h.Value("SnapshotTime")
		if start != c.want || zoned != (c.want != "") || dated != zoned ||
			l.summary() != "ended 3, running 1, pending 1, no_limit 5" {
			t.Errorf("from %v: start %q, %s", c.origin, start, l.summary())
		}
		if jobs[0].Submit != c.first || jobs[0].Wait != 0 || jobs[1].Wait != 60 || jobs[2].Submit != c.first+95.5 ||
			jobs[2].Wait != 99.75 || jobs[2].Run != 4799.75 {
			t.Errorf("%+v", jobs)
		}
		if want := map[bool]string{true: "1577836830", false: "30"}[dated]; extra[1][3] != want {
			t.Errorf("submitted at %s, want %s", extra[1][3], want)
		}
	}
	o := columnsOf(t, "submit start end size")
	o.Origin = math.NaN()
	if _, _, _, extra := imported(t, "submit,start,end,size\n-0,-0.0,5,4\n", NewCSV,
		o); strings.Contains(strings.Join(extra[0], " "), "-") {
		t.Errorf("%q", extra)
	}
	for _, c := range []struct {
		origin   float64
		at, want string
	}{
		{math.NaN(), "1577836800", `in:2: column submit: "1577836800" is not a number of seconds from --origin, of ` +
			`ten years at most`},
		{1577836800, "2020-01-01", `in:2: column submit: "2020-01-01" is not a number of seconds from --origin, of ` +
			`ten years at most`},
		{0, "30", `in:2: column submit: "30" is not a time such as 2025-01-31T12:00:00 or a number of seconds since ` +
			`1970; ` +
			"if it counts from the start of a trace, set --origin"},
		{0, "1600000000123", `in:2: column submit: "1600000000123" is not a time such as 2025-01-31T12:00:00 or a ` +
			`number of seconds since 1970; ` +
			"if it counts ms, write submit:ms"},
	} {
		o := columnsOf(t, "submit start end size")
		o.Origin = c.origin
		src, err := NewCSV(strings.NewReader("submit,start,end,size\n"+strings.Repeat(c.at+",", 3)+"4\n"), o)
		if err == nil {
			_, err = Import(src, o)
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v", c.at, err)
		}
	}
}

// TestTablesLikeOthers: a table that has the columns is read, also where its
// header line resembles output of a batch system.
func TestTablesLikeOthers(t *testing.T) {
	for _, head := range []string{"jobid,vc,status,submit,start_time", "JOBID|STAT|SUBMIT|START_TIME",
		"Job ID  |x|submit|start",
		"#id;q;Submit;Start"} {
		comma := string(separatorOf(head))
		names := strings.Split(head, comma)
		words := []string{"id=" + strings.TrimSpace(names[0]), "submit=submit", "size=size", "end=end", "start=" +
			names[len(names)-1]}
		columns, err := ParseColumns(nil, words)
		if err != nil {
			t.Fatal(err)
		}
		o := utc()
		o.BySubmit, o.Columns = true, columns
		row := strings.Join(append(make([]string, len(names)-2), "1600000000", "1600000060", "1600000120", "4"), comma)
		if _, _, jobs, _ := imported(t, head+comma+"end"+comma+"size\n7"+row+"\n", NewCSV, o); len(jobs) != 1 ||
			jobs[0].Wait != 60 {
			t.Errorf("%s: %+v", head, jobs)
		}
	}
}
