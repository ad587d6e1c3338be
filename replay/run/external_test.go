package run

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/swf/swftest"
)

// readText reads a file with the text.
func readText(t *testing.T, text string) (*External, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.csv")
	swftest.WriteFile(t, path, text)
	return ReadExternal(path, "mine", "a", "0.5")
}

// A series has the rows of its range if there are any, else the rows of all
// sizes. Different texts of the same level, range or side are equal.
func TestOf(t *testing.T) {
	f, err := readText(t, "log,job_id,procs_range,quantile,side,bound,point\n"+
		"a,1,,.5,upper,10,\na,2,all,0.50,,20,7\na,1,01-4,0.5,upper,11,\na,1,,0.25,lower,3,\na,2,all,0.25l,,4,\nb,1,,0.5,upper,12,\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(append(append(f.Methods, f.Quantiles...), f.Logs...), " "); got != "mine 0.5 0.25l a b" {
		t.Errorf("it has %s", got)
	}
	nan := math.NaN()
	for _, c := range []struct {
		log, procs, level string
		bounds            [3]float64 // of jobs 1 to 3
	}{
		{"a", "all", "0.5", [3]float64{10, 20, nan}}, {"a", "1-4", "0.5", [3]float64{11, nan, nan}},
		{"a", "5+", "0.5", [3]float64{10, 20, nan}},
		{"a", "1-4", "0.25l", [3]float64{3, 4, nan}}, {"b", "1-4", "0.5", [3]float64{12, nan, nan}},
		{"c", "all", "0.5", [3]float64{nan, nan, nan}},
	} {
		l, err := methods.ParseLevel(c.level, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		of := f.Of("mine", &replay.Series{Log: &replay.Log{Name: c.log}, Queue: "q", Range: c.procs}, l)
		for i, want := range c.bounds {
			bound, forecast := of(int64(i + 1))
			if bound != want && !(math.IsNaN(bound) && math.IsNaN(want)) || (forecast.Wait == 7) != (want == 20) {
				t.Errorf("%s %s %s, job %d: bound %v, forecast %v; want %v", c.log, c.procs, c.level, i+1, bound, forecast.Wait,
					want)
			}
		}
	}
}

// FuzzRead reads any text: errors are one line with the file, and times are in
// range.
func FuzzRead(f *testing.F) {
	f.Add([]byte("log,job_id,q0.5,q0.25l,point\na,1,2,3,4\na,2,,,\n"))
	f.Add([]byte("log,queue,procs_range,method,job_id,bound,scored,quantile,side\r\na,\"b\nc\",1-4,'x',7,1e3,true,.95,upper\r\n"))
	f.Add([]byte("\ufeffjob_id,bound\n1,Infinity\n-1,-0\n"))
	f.Add([]byte("ARROW1\x00\x00ARROW1"))
	path := filepath.Join(f.TempDir(), "file")
	f.Fuzz(func(t *testing.T, text []byte) {
		swftest.WriteFile(t, path, string(text))
		file, err := ReadExternal(path, "mine", "a", "0.5")
		if err != nil {
			if !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error is %q", err)
			}
			return
		}
		if len(file.Methods) == 0 || len(file.SHA256) != 64 {
			t.Errorf("methods %q, sum %q", file.Methods, file.SHA256)
		}
		for k, rows := range file.rows {
			for id, r := range rows {
				if r.bound < 0 || r.bound > longestTime || r.wait < 0 || r.wait > longestTime {
					t.Errorf("%+v has %+v for job %d", k, r, id)
				}
			}
		}
	})
}
