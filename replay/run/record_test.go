package run

import (
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/swf"
	"waitbench/swf/swftest"
)

// aLog has a malformed line, a line with a 19th field, one out of order, jobs
// without wait or run time and of two queues.
const aLog = `; Version: 2.2
; Computer: Test & <Co>
; Installation: Sm` + "\xf6" + `rg
; MaxNodes: 16 (8 thin)
; UnixStartTime: 0
; Queue: 1 day
; Queue: 2 night
1 0 10 5 4 -1 -1 4 -1 -1 1 1 1 1 1 -1 -1 -1
2 30 20 5 4 -1 -1 -1 -1 -1 1 1 1 1 1 -1 -1 -1
3 20 30 5 4 -1 -1 4 -1 -1 1 1 1 1 1 -1 -1 -1 7
4 40 x 5 4 -1 -1 4 -1 -1 1 1 1 1 1 -1 -1 -1
5 50 -1 5 4 -1 -1 4 -1 -1 1 1 1 1 1 -1 -1 -1
6 60 7 0 4 -1 -1 4 -1 -1 1 1 1 1 1 -1 -1 -1
7 70 8 3 -1 -1 -1 -1 -1 -1 1 1 1 1 2 -1 -1 -1
`

func recordOf(t *testing.T, queues ...string) LogRecord {
	t.Helper()
	r := swf.NewReader(strings.NewReader(aLog), "a.swf")
	r.Lenient = true
	log, err := replay.Load("a", r, swf.Started, queues)
	if err != nil {
		t.Fatal(err)
	}
	ranges, err := replay.ParseRanges(replay.DefaultRanges)
	if err != nil {
		t.Fatal(err)
	}
	_, noRange := replay.Group(log, ranges)
	return NewLogRecord(log, r, "0123abcd", noRange)
}

func TestRunGolden(t *testing.T) {
	run := aRun()
	run.Log = recordOf(t)
	path := filepath.Join(t.TempDir(), "run.json")
	if err := WriteRecord(path, run); err != nil {
		t.Fatal(err)
	}
	data := swftest.ReadFile(t, path)
	swftest.Golden(t, "testdata/run.json", data)
}

func TestRunRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	run := aRun()
	if err := WriteRecord(path, run); err != nil {
		t.Fatal(err)
	}
	back, err := ReadRecord(path)
	if err != nil {
		t.Fatal(err)
	}
	if back.Format != runFormat {
		t.Errorf("format %d, want %d", back.Format, runFormat)
	}
	back.Format = 0
	single := &back.Log.Queues[2].StdDev // NaN is not equal to itself
	if !math.IsNaN(float64(*single)) {
		t.Errorf("standard deviation of a single job is %v, want NaN", *single)
	}
	*single, run.Log.Queues[2].StdDev = 0, 0
	if !reflect.DeepEqual(run, back) {
		t.Errorf("read back\n%+v\nwant\n%+v", back, run)
	}
}

// Texts of another program's record are printable when they are read.
func TestHostileRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	text := `{"format": 6, "log": {"name": "a\u001b[2Jb\\u001b\u009b\ud83d\ude00` + "\x7f" +
		`", "notes": ["x\ny\"\/"]}}`
	swftest.WriteFile(t, path, text)
	run, err := ReadRecord(path)
	if err != nil {
		t.Fatal(err)
	}
	if log := run.Log; log.Name != `a [2Jb\u001b 😀 ` || log.Notes[0] != `x y"/` {
		t.Errorf("name %q, note %q", log.Name, log.Notes[0])
	}
}

func TestReadRunRefuses(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ content, want string }{
		{`{"format": 7, "settings": {"quantiles": 0.5}}`,
			"has format 7, and this program reads format 6; replay the logs again"},
		{`{"format": 3, "settings": {"quantile": 0.5}}`, "has format 3, and this program reads format 6"},
		{`{"version": "1"}`, "is not the record of a run: it has no format"},
		{`[]`, "is not the record of a run"},
		{`{"format": 4`, "is not the record of a run"},
		{`{"format": 6, "settings": {"train": "x"}}`, "is not the record of a run"},
		{`{"format": 6, "setings": {}}`, `is not the record of a run: json: unknown field "setings"`},
		{``, "is not the record of a run"},
	} {
		path := filepath.Join(dir, "run.json")
		swftest.WriteFile(t, path, c.content)
		if _, err := ReadRecord(path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want ...%s", c.content, err, c.want)
		}
	}
	_, err := ReadRecord(filepath.Join(dir, "none.json"))
	if err == nil || !strings.HasPrefix(err.Error(), "cannot read ") || strings.Count(err.Error(), "none.json") != 1 {
		t.Errorf("missing file: %v", err)
	}
}

// FuzzRun reads any text as run.json. A valid record is the same after writing
// and reading, and its command line has the same settings.
func FuzzRun(f *testing.F) {
	path := filepath.Join(f.TempDir(), "run.json")
	odd := aRun()
	odd.Settings = unusual()
	for _, run := range []*Record{aRun(), odd} {
		if err := WriteRecord(path, run); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(swftest.ReadFile(f, path)))
	}
	f.Add([]byte(`{"format": 6, "settings": {"methods": ["bmbp"], "quantiles": ["0.99999999"], "train": 1e308},
		"log": {"queues": [{"name": "\ud800"}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		swftest.WriteFile(t, path, string(text))
		run, err := ReadRecord(path)
		if err != nil || run.check() != nil {
			return
		}
		if err := WriteRecord(path, run); err != nil {
			t.Fatal(err)
		}
		back, err := ReadRecord(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprintf("%+v", back.Metadata()), fmt.Sprintf("%+v", run.Metadata()); got != want {
			t.Errorf("written and read again it has metadata\n%s\nwant\n%s", got, want)
		}
		again := Defaults()
		if err := flags(&again).Parse(run.Settings.Flags()); err != nil {
			t.Fatalf("%q: %v", run.Settings.Flags(), err)
		}
		if words := again.Difference(&run.Settings); words != "" {
			t.Errorf("%q sets other settings: %s", run.Settings.Flags(), words)
		}
		run.Log.Busiest()
		run.CommandLine()
		run.Settings.Describe()
	})
}

func aRun() *Record {
	start, zone, high := int64(893466664), int64(-28800), int64(2)
	return &Record{
		Version: "test",
		Settings: Settings{
			Methods: []string{"bmbp", "lognormal", "lognormal-trim"}, Quantiles: []string{"0.95"}, Confidence: 0.95,
			Epoch:  300,
			Train:  replay.Train{Fraction: 0.1},
			Select: "started", Ranges: replay.DefaultRanges, MinJobs: 1000, Queues: []string{},
		},
		Log: LogRecord{
			Name: "SDSC-SP2", SHA256: "00ff",
			Header: swf.Facts{
				Computer: "IBM SP2", Installation: "SDSC", UnixStartTime: &start, TimeZone: &zone,
				StartTime: "Fri Apr 24 18:11:04 PDT 1998", EndTime: "Sat Apr 29 21:08:32 PDT 2000",
			},
			Read: 20000, Selected: 19000, LeftOut: []RuleCount{{"no_submit_time", 0}, {"no_run_time", 1000}},
			Queues: []QueueRecord{
				{"express", nil, 5000, 1135.4, 22, 4224.49}, {"high", &high, 8000, 16545, 567.5, 133046},
				{"standby", nil, 1, 12, 12, Float(math.NaN())},
			},
			Warnings: []string{}, Notes: []string{},
		},
	}
}
