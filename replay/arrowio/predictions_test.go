package arrowio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/ipc"
)

func TestPredictionsRoundTrip(t *testing.T) {
	results := twoTraces()
	metadata := Metadata{{"version", "1.0"}, {"trace.sdsc.unix_start", "893466664"}, {"empty", ""}}
	for _, rows := range []int{1, 2, 7, 8, 21, 1 << 10} {
		t.Run(fmt.Sprintf("rows=%d", rows), func(t *testing.T) {
			path := tempFile(t)
			write(t, path, metadata, results, rows)
			r := open(t, path)
			if !slices.Equal(metadataOf(r), metadata) {
				t.Errorf("metadata is %v, want %v", metadataOf(r), metadata)
			}
			if got, want := fmt.Sprint(r.Names()), fmt.Sprint(namesOf(results)); got != want {
				t.Errorf("names are %s, want %s", got, want)
			}
			wantLines(t, read(t, r, Filter{}), linesOf(results))
		})
	}
}

func TestSeriesFilter(t *testing.T) {
	results := twoTraces()
	all := linesOf(results)
	filters := []Filter{
		{Trace: "sdsc"}, {Trace: "ctc"}, {Queue: "normal"}, {Queue: "high, low"}, {Queue: "none"}, {Method: "lognormal"}, {Range: "all"},
		{Trace: "ctc", Method: "bmbp"}, {Trace: "sdsc", Queue: "normal", Range: "all", Method: "lognormal"}, {Trace: "sdsc", Queue: "q1"},
		{Level: "0.25l"}, {Trace: "sdsc", Method: "lognormal", Level: "0.95"}, {Method: "bmbp", Level: "0.25l"},
	}
	for _, rows := range []int{2, 8, 1 << 10} {
		path := tempFile(t)
		write(t, path, nil, results, rows)
		together := open(t, path)
		for _, f := range filters {
			var want []line
			for _, l := range all {
				if (f.Trace == "" || f.Trace == l.trace) && (f.Queue == "" || f.Queue == l.queue) && (f.Method == "" || f.Method == l.method) &&
					(f.Level == "" || f.Level == l.level) {
					want = append(want, l)
				}
			}
			t.Run(fmt.Sprintf("rows=%d/%v", rows, f), func(t *testing.T) {
				wantLines(t, read(t, open(t, path), f), want)
				wantLines(t, read(t, together, f), want) // which has read other series before
				wantLines(t, read(t, together, f), want)
			})
		}
	}
}

func TestSeriesReadsNoOtherTrace(t *testing.T) {
	path := tempFile(t)
	write(t, path, nil, twoTraces(), 4) // 18 batches of sdsc, 5 of ctc
	r := open(t, path)
	read(t, r, Filter{Trace: "sdsc", Queue: "high, low"})
	unread := 0
	for _, runs := range r.runs {
		if runs == nil {
			unread++
		}
	}
	if unread < 2 {
		t.Errorf("%d of %d batches were not read, want at least 2", unread, len(r.runs))
	}
}

func TestSeriesHandsOnTheError(t *testing.T) {
	path := tempFile(t)
	write(t, path, nil, twoTraces(), 4)
	stop := errors.New("stop")
	if err := open(t, path).Series(Filter{}, func(*Block) error { return stop }); err != stop {
		t.Errorf("error is %v, want %v", err, stop)
	}
}

func TestSeriesUnknownName(t *testing.T) {
	path := tempFile(t)
	write(t, path, nil, twoTraces(), 4)
	err := open(t, path).Series(Filter{Method: "bmpb"}, nil)
	wantError(t, err, path+`: no method "bmpb"; there are bmbp, lognormal`)
	err = open(t, path).Series(Filter{Level: "0.5"}, nil)
	wantError(t, err, path+`: no quantile "0.5"; there are 0.95, 0.25l`)
}

func TestPredictionsWithoutRows(t *testing.T) {
	path := tempFile(t)
	results := twoTraces()[3:4] // a series without jobs
	write(t, path, Metadata{{"version", "1.0"}}, results, 8)
	r := open(t, path)
	wantLines(t, read(t, r, Filter{}), nil)
	wantLines(t, read(t, r, Filter{Trace: "sdsc"}), nil)
	if got, want := fmt.Sprint(r.Names(), metadataOf(r)), fmt.Sprint(namesOf(results), Metadata{{"version", "1.0"}}); got != want {
		t.Errorf("names and metadata are %s, want %s", got, want)
	}
	path = tempFile(t)
	write(t, path, nil, nil, 8) // nor any names
	wantLines(t, read(t, open(t, path), Filter{}), nil)
}

func TestSameRowsSameBytes(t *testing.T) {
	first, second := tempFile(t), tempFile(t)
	write(t, first, Metadata{{"a", "b"}}, twoTraces(), 1<<10)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	write(t, second, Metadata{{"a", "b"}}, twoTraces(), 1<<10)
	if !bytes.Equal(readBytes(t, first), readBytes(t, second)) {
		t.Error("the same rows give other bytes")
	}
}

// Programs that read a file from front to back take what lies between its first eight bytes and its
// footer for a stream.
func TestFileIsAStream(t *testing.T) {
	path := tempFile(t)
	write(t, path, nil, twoTraces(), 8)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Seek(8, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	r, err := ipc.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	rows := 0
	for r.Next() {
		rows += int(r.Record().NumRows())
	}
	if want := len(linesOf(twoTraces())); r.Err() != nil || rows != want {
		t.Errorf("the stream has %d rows, want %d (%v)", rows, want, r.Err())
	}
}

func TestTextOfOtherEncodings(t *testing.T) {
	path := tempFile(t)
	write(t, path, nil, twoTraces()[:1], 8)
	latin := newResult("sdsc", "pr\xe9t", "bmbp", 1, 4) // é in Latin-1
	write(t, path, nil, append(twoTraces()[:1], latin), 8)
	if got := open(t, path).Names().Queues; !slices.Equal(got, []string{"normal", "prét"}) {
		t.Errorf("queues are %q", got)
	}
}

func TestAbortLeavesNothing(t *testing.T) {
	path := tempFile(t)
	results := twoTraces()
	w, err := CreatePredictions(path, nil, namesOf(results))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Append(results[0]); err != nil {
		t.Fatal(err)
	}
	w.Abort()
	wantEmpty(t, path)
}

func TestAppendErrorsEndTheFile(t *testing.T) {
	results := twoTraces()
	first, last := results[0], results[len(results)-1]
	for _, c := range []struct {
		name   string
		append []int
		names  Names
		want   string
	}{
		{"order", []int{6, 0}, namesOf(results), "trace sdsc comes after ctc, against their order in the file"},
		{"unknown", []int{0, 6}, namesOf(results[:5]), `no trace "ctc"; there are sdsc`},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := tempFile(t)
			w, err := CreatePredictions(path, nil, c.names)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range c.append {
				err = w.Append(results[i])
			}
			want := "cannot write " + path + ": " + c.want
			wantError(t, err, want)
			wantError(t, w.Append(first), want)
			wantError(t, w.Append(last), want)
			wantError(t, w.Close(), want)
			wantEmpty(t, path)
		})
	}
}

func TestNamesTwice(t *testing.T) {
	path := tempFile(t)
	_, err := CreatePredictions(path, nil, Names{Queues: []string{"a", "b", "a"}})
	wantError(t, err, "cannot write "+path+`: queue "a" is listed twice`)
	wantEmpty(t, path)
}

func TestNotPredictions(t *testing.T) {
	path := tempFile(t)
	if err := WriteScores(path, nil); err != nil {
		t.Fatal(err)
	}
	_, err := OpenPredictions(path)
	wantError(t, err, path+" is not a file of predictions: it has no column procs_range of type dictionary<values=utf8, indices=int32, ordered=false>, only "+
		"trace, queue, procs, method, quantile, confidence, epoch_s, train, jobs, scored, bounded, correct, median_ratio, change_points, threshold, side, correct_lo, correct_hi, kupiec_lr, christoffersen_ind_lr, "+
		"christoffersen_cc_lr, miss_after_miss, longest_miss_run, worst_month, worst_month_at, pinball_s, log_pinball, mean_bound_s, "+
		"median_bound_s, mean_over_s, pointed, mae_s, median_ae_s, log_corr, within_2x, within_10min, turnaround_dev")
}
