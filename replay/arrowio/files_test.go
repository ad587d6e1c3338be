package arrowio

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/swf"
	"waitbench/swf/swftest"
)

// newResult makes the result of a method on a series of n jobs, numbered from
// first on. Every fifth job does not say how many processors it wants, the
// first three of the series have no bound, and the first half is not scored.
// The log sdsc is dated. The method lognormal foresees the wait of every second
// job and the turnaround of every third.
func newResult(log, queue, method string, lowest, n int) *replay.Result {
	var jobs []replay.Job
	var bounds []float64
	f := &replay.Forecasts{}
	for i := range n {
		id := int64(lowest + i)
		procs := id % 7
		if id%5 == 0 {
			procs = -1
		}
		jobs = append(jobs, replay.Job{ID: id, Submit: float64(id) * 30.5, Wait: float64(id*id%977) / 8, Procs: procs,
			Estimate: float64(id%4) - 1, User: id%3 - 1, Run: float64(id%6) - 1})
		bound := float64(len(method)*(i/4)) + 0.1
		if i < 3 {
			bound = math.NaN()
		}
		bounds = append(bounds, bound)
		f.Wait = append(f.Wait, every(2, i, 1.5*float64(i)))
		f.Turnaround = append(f.Turnaround, every(3, i, 2.5*float64(i)))
	}
	read := &replay.Log{Name: log, Queues: []replay.Queue{{Name: queue}}, Jobs: jobs}
	series, _ := replay.Group(read, nil)
	if n == 0 {
		series = []*replay.Series{{Log: read, Queue: queue, Range: replay.AllRanges}}
	}
	t := replay.Task{
		Series: series[0], Settings: methods.Settings{Level: methods.Level{Quantile: 0.95, Confidence: 0.95}},
		Method: methods.Method{Name: method, Bound: func(methods.Settings) methods.Predictor { return silent{} }},
	}
	if log == "sdsc" {
		t.Series.Log.Header = new(swf.Header)
		t.Series.Log.Header.Add("UnixStartTime", "893466664")
	}
	if method == "lognormal" {
		t.Forecasts = f
	}
	r, err := t.Run(context.Background())
	if err != nil {
		panic(err) // the settings above
	}
	r.First, r.Bounds = n/2, bounds
	r.Score = replay.Score{Log: log, Queue: queue, Range: replay.AllRanges, Method: method, Quantile: 0.95}
	return r
}

// every gives x for one of n places, else NaN.
func every(n, place int, x float64) float64 {
	if place%n != 1 {
		return math.NaN()
	}
	return x
}

// silent is a predictor without bounds.
type silent struct{}

func (silent) Observe(methods.Event)                 {}
func (silent) Refit(float64)                         {}
func (silent) Predict(methods.Query) (float64, bool) { return 0, false }

// twoLogs is the results of two logs, as of two runs.
func twoLogs() []*replay.Result {
	infinite := newResult("ctc", "q1", "lognormal", 500, 9)
	infinite.Bounds[8] = math.Inf(1)
	lower := newResult("sdsc", "normal", "lognormal", 1, 21)
	lower.Score.Quantile, lower.Score.Side = 0.25, methods.Lower
	return []*replay.Result{
		newResult("sdsc", "normal", "bmbp", 1, 21),
		newResult("sdsc", "normal", "lognormal", 1, 21),
		lower,
		newResult("sdsc", "none", "bmbp", 100, 0),
		newResult("sdsc", "high, low", "bmbp", 200, 5),
		newResult("ctc", "q1", "bmbp", 500, 9),
		infinite,
	}
}

// namesOf lists the names in results.
func namesOf(results []*replay.Result) Names {
	var n Names
	add := func(list *[]string, name string) {
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	for _, r := range results {
		s := r.Series
		add(&n.Logs, s.Log.Name)
		add(&n.Queues, s.Queue)
		add(&n.Ranges, s.Range)
		add(&n.Methods, r.Score.Method)
	}
	return n
}

// linesOf returns the rows of predictions that results must have, as text.
func linesOf(results []*replay.Result) []string {
	var lines []string
	for _, r := range results {
		s := r.Series
		for i := range s.Len() {
			j := s.Job(i)
			wait, turnaround := r.Forecast(i)
			time, bound := int64(-1), r.Bounds[i]
			hit := r.Score.Side == methods.Upper && j.Wait <= bound || r.Score.Side == methods.Lower && j.Wait >= bound
			if s.Log.Name == "sdsc" {
				time = 893466664 + int64(j.Submit)
			}
			lines = append(lines, fmt.Sprintln(s.Log.Name, s.Queue, s.Range, r.Score.Method, r.Score.Level(),
				j.ID, j.Submit, j.Wait, j.Procs, r.Bounds[i], i >= r.First, wait, turnaround, orNaN(j.Estimate),
				time, hit, j.User, orNaN(j.Run)))
		}
	}
	return lines
}

// read returns the rows of a predictions file that a filter lets through.
func read(t *testing.T, r *PredictionReader, filters ...Filter) []string {
	t.Helper()
	var lines []string
	err := r.Series(func(b *Block) error {
		for i := range b.JobID {
			lines = append(lines, fmt.Sprintln(b.Log, b.Queue, b.Range, b.Method, b.Level,
				b.JobID[i], b.Submit[i], b.Wait[i], b.Procs[i], b.Bound[i], b.Scored[i], b.Forecast[i], b.turnaround[i],
				b.Estimate[i],
				b.submitTime[i], b.hit[i], b.user[i], b.runTime[i]))
		}
		return nil
	}, filters...)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func wantLines(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%d rows\n%v, want %d\n%v", len(got), got, len(want), want)
	}
}

// write writes results to a file with batches of so many rows, 0 for the usual number.
func write(t *testing.T, path string, metadata Metadata, results []*replay.Result, rows int) {
	t.Helper()
	w, err := CreatePredictions(path, metadata, namesOf(results))
	if err != nil {
		t.Fatal(err)
	}
	w.batchRows = cmp.Or(rows, w.batchRows)
	for _, r := range results {
		if err := w.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// open opens a file until the test ends.
func open(t *testing.T, path string) *PredictionReader {
	t.Helper()
	r, err := OpenPredictions(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func tempFile(t *testing.T) string { return filepath.Join(t.TempDir(), "file.arrow") }

func readBytes(tb testing.TB, path string) []byte { return []byte(swftest.ReadFile(tb, path)) }

// wantEmpty fails if there is anything in the folder of path.
func wantEmpty(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Errorf("%s stays behind", e.Name())
	}
}

// wantError fails unless err says exactly this.
func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("error is\n%v, want\n%s", err, want)
	}
}

// metadataOf returns the metadata of a file.
func metadataOf(t *testing.T, path string) Metadata {
	t.Helper()
	f, err := openFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var m Metadata
	of := f.schema.Metadata()
	for i, key := range of.Keys() {
		m = append(m, Pair{Key: key, Value: of.Values()[i]})
	}
	return m
}
