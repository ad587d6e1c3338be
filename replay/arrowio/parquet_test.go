package arrowio

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"

	"waitbench/replay/output"
)

// readParquet reads a file by the reader of the library, as Cat writes CSV.
func readParquet(t *testing.T, path string) string {
	t.Helper()
	r, err := file.OpenParquetFile(path, false)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	head := []string{}
	for i := range r.MetaData().Schema.NumColumns() {
		head = append(head, r.MetaData().Schema.Column(i).Name())
	}
	rows := [][]string{head}
	for g := range r.NumRowGroups() {
		group, first := r.RowGroup(g), len(rows)
		for range group.NumRows() {
			rows = append(rows, make([]string, len(head)))
		}
		for i := range head {
			column, err := group.Column(i)
			if err != nil {
				t.Fatal(err)
			}
			values := columnTexts(t, column, group.NumRows())
			for k := range values {
				rows[first+k][i] = values[k]
			}
		}
	}
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func columnTexts(t *testing.T, column file.ColumnChunkReader, n int64) []string {
	t.Helper()
	switch c := column.(type) {
	case *file.BooleanColumnChunkReader:
		return texted(t, c.ReadBatch, n, func(x bool) string { return fmt.Sprint(x) })
	case *file.Float64ColumnChunkReader:
		return texted(t, c.ReadBatch, n, output.NumberText)
	case *file.ByteArrayColumnChunkReader:
		return texted(t, c.ReadBatch, n, func(x parquet.ByteArray) string { return string(x) })
	case *file.Int64ColumnChunkReader:
		return texted(t, c.ReadBatch, n, func(x int64) string {
			if strings.HasPrefix(c.Descriptor().LogicalType().String(), "Timestamp") {
				return time.UnixMilli(x).UTC().Format(time.RFC3339)
			}
			return fmt.Sprint(x)
		})
	}
	t.Fatalf("a column of type %v", column.Type())
	return nil
}

// texted returns the values of n rows, empty for null.
func texted[T any](t *testing.T, read func(int64, []T, []int16, []int16) (int64, int, error), n int64,
	text func(T) string) []string {
	t.Helper()
	values, levels, list := make([]T, n), make([]int16, n), make([]string, n)
	if rows, _, err := read(n, values, levels, nil); err != nil || rows != n {
		t.Fatalf("%d of %d rows (%v)", rows, n, err)
	}
	for i, level := range levels {
		if level == 1 {
			list[i], values = text(values[0]), values[1:]
		}
	}
	return list
}

// copies writes the rows of a file as Parquet and as an Arrow file, and returns
// both as CSV.
func copies(t *testing.T, path string, o Options) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, o.Format = range []string{"parquet", "arrow"} {
		copied := tempFile(t)
		if err := output.Write(copied, func(w io.Writer) error { return Cat(w, path, o) }); err != nil {
			t.Fatal(err)
		}
		if o.Format == "parquet" {
			all[o.Format] = readParquet(t, copied)
			continue
		}
		var b strings.Builder
		if err := Cat(&b, copied, Options{}); err != nil {
			t.Fatal(err)
		}
		all[o.Format] = b.String()
	}
	return all
}

// TestCopies holds Parquet and Arrow files, read back, against CSV: all columns
// in two batches, conditions, a limit within a batch and at its end, and no rows.
func TestCopies(t *testing.T) {
	path := catFile(t)
	for _, o := range []Options{
		{},
		{Columns: []string{"bound", "queue", "job_id"}},
		{Columns: []string{"point"}}, // null in a whole batch
		{Where: conditions(t, "job_id!=2", "job_id!=5")},
		{Head: 3}, {Head: 4}, {Head: 5},
		{Where: conditions(t, "wait<0")},
	} {
		var want strings.Builder
		if err := Cat(&want, path, o); err != nil {
			t.Fatal(err)
		}
		alone := strings.NewReplacer("\n\"\"", "\n") // null
		for format, got := range copies(t, path, o) {
			if alone.Replace(got) != alone.Replace(want.String()) {
				t.Errorf("%+v as %s:\n%swant\n%s", o, format, got, want.String())
			}
		}
	}
}

// TestCopiesOfOthers: numbers of types that no file of this program has become
// texts in Parquet.
func TestCopiesOfOthers(t *testing.T) {
	path := tempFile(t)
	f, err := createFile(path, arrow.NewSchema([]arrow.Field{{Name: "log", Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: "user", Type: arrow.PrimitiveTypes.Uint64}}, nil))
	if err != nil {
		t.Fatal(err)
	}
	f.rows.Field(0).(*array.StringBuilder).AppendValues([]string{"a", "", ""}, []bool{true, false, true})
	f.rows.Field(1).(*array.Uint64Builder).AppendValues([]uint64{1, 1 << 63, 3}, nil)
	if err := f.close(); err != nil {
		t.Fatal(err)
	}
	for format, got := range copies(t, path, Options{}) {
		if want := "log,user\na,1\n,9223372036854775808\n,3\n"; got != want {
			t.Errorf("as %s:\n%swant\n%s", format, got, want)
		}
	}
}

// TestArrowNotCompressed: readers without zstd read what cat writes.
func TestArrowNotCompressed(t *testing.T) {
	zstd := []byte{0x28, 0xb5, 0x2f, 0xfd}
	var b bytes.Buffer
	path := catFile(t)
	if err := Cat(&b, path, Options{Format: "arrow"}); err != nil {
		t.Fatal(err)
	}
	if before := readBytes(t, path); bytes.Contains(b.Bytes(), zstd) || !bytes.Contains(before, zstd) {
		t.Error("the copy has the mark of zstd, or the file lacks it")
	}
	if !bytes.Contains(b.Bytes(), endOfStream) {
		t.Error("no mark at the end of the batches")
	}
}

// TestCopyFails: an error of a write is that error, and not damage of the file.
func TestCopyFails(t *testing.T) {
	full := errors.New("no space left on device")
	for _, format := range Formats {
		err := Cat(fullDevice{full}, catFile(t), Options{Format: format})
		if err == nil || !strings.Contains(err.Error(), full.Error()) || strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: error is %v", format, err)
		}
	}
}

type fullDevice struct{ error }

func (f fullDevice) Write([]byte) (int, error) { return 0, f.error }
