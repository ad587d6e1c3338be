package arrowio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/replay"
)

func TestPredictionsRoundTrip(t *testing.T) {
	results := twoLogs()
	metadata := Metadata{{"version", "1.0"}, {"log.sdsc.unix_start", "893466664"}, {"empty", ""}}
	for _, rows := range []int{1, 7, 8, 21, 1 << 10} {
		t.Run(fmt.Sprintf("rows=%d", rows), func(t *testing.T) {
			path := tempFile(t)
			write(t, path, metadata, results, rows)
			if got := metadataOf(t, path); !slices.Equal(got, metadata) {
				t.Errorf("metadata is %v, want %v", got, metadata)
			}
			wantLines(t, read(t, open(t, path), Filter{}), linesOf(results))
		})
	}
}

func TestSeriesFilter(t *testing.T) {
	results := twoLogs()
	filters := []Filter{
		{Log: "sdsc"}, {Log: "ctc"}, {Queue: "normal"}, {Queue: "high, low"}, {Queue: "none"}, {Method: "lognormal"},
		{Range: "all"},
		{Log: "ctc", Method: "bmbp"}, {Log: "sdsc", Queue: "normal", Range: "all", Method: "lognormal"},
		{Log: "sdsc", Queue: "q1"},
		{Level: "0.25l"}, {Log: "sdsc", Method: "lognormal", Level: "0.95"}, {Method: "bmbp", Level: "0.25l"},
	}
	for _, rows := range []int{2, 1 << 10} {
		path := tempFile(t)
		write(t, path, nil, results, rows)
		together := open(t, path)
		for _, f := range filters {
			want := linesOf(slices.DeleteFunc(slices.Clone(results), func(r *replay.Result) bool {
				return f.Log != "" && f.Log != r.Series.Log.Name || f.Queue != "" && f.Queue != r.Series.Queue ||
					f.Method != "" && f.Method != r.Score.Method || f.Level != "" && f.Level != r.Score.Level().String()
			}))
			t.Run(fmt.Sprintf("rows=%d/%v", rows, f), func(t *testing.T) {
				wantLines(t, read(t, open(t, path), f), want)
				wantLines(t, read(t, together, f), want) // which has read other series before
				wantLines(t, read(t, together, f), want)
			})
		}
		both := []Filter{{Queue: "normal"}, {Queue: "normal", Method: "bmbp"}, {Log: "ctc"}}
		want := linesOf(slices.DeleteFunc(slices.Clone(results), func(r *replay.Result) bool {
			return r.Series.Queue != "normal" && r.Series.Log.Name != "ctc"
		}))
		wantLines(t, read(t, together, both...), want)
	}
}

// TestFewBatchesInMemory: a batch takes 30 MB, a reader at most 90 MB.
func TestFewBatchesInMemory(t *testing.T) {
	path := tempFile(t)
	write(t, path, nil, twoLogs(), 10)
	r := open(t, path)
	read(t, r, Filter{})
	kept := slices.DeleteFunc(slices.Clone(r.records), func(r arrow.Record) bool { return r == nil })
	if len(r.records) < 9 || len(kept) > 3 {
		t.Errorf("%d of %d batches are in memory, want at most 3 of 9 or more", len(kept), len(r.records))
	}
}

func TestSeriesWithoutRows(t *testing.T) {
	path := tempFile(t)
	write(t, path, nil, twoLogs(), 4)
	wantLines(t, read(t, open(t, path), Filter{Level: "0.5"}), nil) // of which there are no rows
}

func TestPredictionsWithoutRows(t *testing.T) {
	path := tempFile(t)
	results := twoLogs()[3:4] // a series without jobs
	write(t, path, Metadata{{"version", "1.0"}}, results, 8)
	r := open(t, path)
	wantLines(t, read(t, r, Filter{}), nil)
	wantLines(t, read(t, r, Filter{Log: "sdsc"}), nil)
	if got := metadataOf(t, path); !slices.Equal(got, Metadata{{"version", "1.0"}}) {
		t.Errorf("metadata is %v", got)
	}
	path = tempFile(t)
	write(t, path, nil, nil, 8) // nor any names
	wantLines(t, read(t, open(t, path), Filter{}), nil)
}

func TestSameRowsSameBytes(t *testing.T) {
	first, second := tempFile(t), tempFile(t)
	write(t, first, Metadata{{"a", "b"}}, twoLogs(), 1<<10)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	write(t, second, Metadata{{"a", "b"}}, twoLogs(), 1<<10)
	if !bytes.Equal(readBytes(t, first), readBytes(t, second)) {
		t.Error("the same rows give other bytes")
	}
}

// Programs that read a file from front to back take what lies between its first
// eight bytes and its footer for a stream.
func TestFileIsAStream(t *testing.T) {
	path := tempFile(t)
	write(t, path, nil, twoLogs(), 8)
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
	if want := len(linesOf(twoLogs())); r.Err() != nil || rows != want {
		t.Errorf("the stream has %d rows, want %d (%v)", rows, want, r.Err())
	}
}

// Names in files of other programs are printable when they are read.
func TestHostileNames(t *testing.T) {
	b := array.NewDictionaryBuilder(memory.DefaultAllocator, textType).(*array.BinaryDictionaryBuilder)
	if err := b.AppendString("a\x1b[2Jb"); err != nil {
		t.Fatal(err)
	}
	var list texts
	var same sameText
	file := b.NewArray()
	list.take(file, 0, 1)
	if same.take(file, 0, 1); list[0] != "a [2Jb" || same != "a [2Jb" {
		t.Errorf("read %q and %q", list[0], same)
	}
}

// A file has batches of 2^18 rows, whatever the size of a result.
func TestRowsOfABatch(t *testing.T) {
	path := tempFile(t)
	write(t, path, nil, []*replay.Result{newResult("sdsc", "normal", "bmbp", 1, 1<<18+5)}, 0)
	r := open(t, path)
	var rows []int64
	for i := range r.records {
		if err := r.read(i); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r.records[i].NumRows())
	}
	if !slices.Equal(rows, []int64{1 << 18, 5}) {
		t.Errorf("batches have %d rows", rows)
	}
}

// A text that is not among the names would change a dictionary that is written.
func TestAppendErrorEndsTheFile(t *testing.T) {
	path, results := tempFile(t), twoLogs()
	w, err := CreatePredictions(path, nil, namesOf(results[:5]))
	if err != nil {
		t.Fatal(err)
	}
	w.batchRows = 8
	err = w.Append(results[0])
	for err == nil {
		err = w.Append(results[6])
	}
	if !strings.HasPrefix(err.Error(), "cannot write "+path+": ") {
		t.Errorf("error %v", err)
	}
	for _, again := range []error{w.Append(results[0]), w.Close()} {
		wantError(t, again, err.Error())
	}
	wantEmpty(t, path)
}

func TestNotPredictions(t *testing.T) {
	path := writeColumns(t, replay.Columns[1:3], nil)
	_, err := OpenPredictions(path)
	wantError(t, err, path+" is not a file of predictions: it has no column log, only queue, procs_range")
	path = tempFile(t)
	if err := (table{{Name: "log", values: integers(&[]int64{})}}).write(path, nil, 0); err != nil {
		t.Fatal(err)
	}
	_, err = OpenPredictions(path)
	wantError(t, err, path+" is not a file of predictions: column log is of type int64, "+
		"not dictionary<values=utf8, indices=int32, ordered=false>")
}

// Files say of themselves what run they are of, and of every column what it is.
func TestEveryColumnIsDescribed(t *testing.T) {
	metadata := Metadata{{"version", "1.0"}, {"train", "0.1"}}
	predictions, scores, heads := tempFile(t), tempFile(t), tempFile(t)
	write(t, predictions, metadata, twoLogs(), 8)
	if err := errors.Join(WriteScores(scores, metadata, someScores),
		WriteHeads(heads, metadata, someHeads)); err != nil {
		t.Fatal(err)
	}
	for i, path := range []string{scores, predictions, heads} {
		f, err := openFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := metadataOf(t, path); !slices.Equal(got, metadata) {
			t.Errorf("metadata is %s, want %s", got, metadata)
		}
		file := runFiles()[i]
		want := file.columns.schema(metadata)
		if !f.schema.Equal(want) {
			t.Errorf("%s has columns %v, want %v", file.name, f.schema, want)
		}
		for _, field := range f.schema.Fields() {
			description, _ := field.Metadata.GetValue("description")
			unit, _ := field.Metadata.GetValue("unit")
			_, null := field.Metadata.GetValue("null")
			if description == "" || unit == "" || field.Nullable != null {
				t.Errorf("%s: column %+v", file.name, field)
			}
		}
		f.Close()
	}
}

// TestAges: rows of each age are selected apart, and a file of a version
// without ages has bounds made at submission.
func TestAges(t *testing.T) {
	results := twoLogs()[:2]
	results[1].Score.Method, results[1].Score.Age = "bmbp", 600
	path := tempFile(t)
	write(t, path, nil, results, 8)
	wantLines(t, read(t, open(t, path), Filter{}), linesOf(results[:1]))
	wantLines(t, read(t, open(t, path), Filter{Age: 600}), linesOf(results[1:]))

	var b Block
	b.set(results[0], 0, results[0].Series.Len())
	earlier := b.table()[:ageColumn]
	path = tempFile(t)
	if err := earlier.write(path, nil, len(b.JobID)); err != nil {
		t.Fatal(err)
	}
	wantLines(t, read(t, open(t, path), Filter{Log: "sdsc"}), linesOf(results[:1]))
}
