package arrowio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/replay/output"
)

// Metadata is the settings of a run and other facts about a file, in order.
type Metadata []Pair

// Pair is an entry of the metadata of a file.
type Pair struct{ Key, Value string }

func (m Metadata) arrow() arrow.Metadata {
	var keys, values []string
	for _, p := range m {
		keys = append(keys, output.Printable(p.Key))
		values = append(values, output.Printable(p.Value))
	}
	return arrow.NewMetadata(keys, values)
}

// fileWriter writes one Arrow file. Any error ends the file.
type fileWriter struct {
	counter
	out     *output.File
	arrow   *ipc.FileWriter
	rows    *array.RecordBuilder // of the next batch
	n       int                  // rows in it
	batches int
}

func createFile(path string, schema *arrow.Schema, options ...ipc.Option) (*fileWriter, error) {
	out, err := output.Create(path)
	if err != nil {
		return nil, err
	}
	f := &fileWriter{counter: counter{Writer: out}, out: out,
		rows: array.NewRecordBuilder(memory.DefaultAllocator, schema)}
	if f.arrow, err = ipc.NewFileWriter(f, append(options, ipc.WithSchema(schema))...); err != nil {
		return nil, out.Fail(err)
	}
	return f, nil
}

// counter counts the bytes that are written front to back. The ipc.FileWriter
// seeks only to learn their number.
type counter struct {
	io.Writer
	written int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.Writer.Write(b)
	c.written += int64(n)
	return n, err
}

func (c *counter) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.New("an Arrow file is written front to back")
	}
	return c.written, nil
}

// add adds rows of a table, which has the columns of the file, to the batch.
func (f *fileWriter) add(t table, begin, end int) {
	for i := range t {
		t[i].put(f.rows.Field(i), begin, end, t[i].Null != "")
	}
	f.n += end - begin
}

func (f *fileWriter) flush() error {
	if err := f.arrow.Write(f.rows.NewRecord()); err != nil {
		return f.out.Fail(err)
	}
	f.rows.Reserve(f.n) // the next batch is probably as large
	f.n, f.batches = 0, f.batches+1
	return nil
}

// endOfStream is the mark at the end of the batches [Arrow columnar format, IPC
// file format]. Programs that read the file from front to back need it, and the
// Go library leaves it out.
var endOfStream = []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}

// close writes the last batch, completes the file and renames it. A file
// without rows has one empty batch, with the dictionaries.
func (f *fileWriter) close() error {
	if f.n > 0 || f.batches == 0 {
		if err := f.flush(); err != nil {
			return err
		}
	}
	_, err := f.Write(endOfStream)
	if err == nil {
		err = f.arrow.Close()
	}
	if err != nil {
		return f.out.Fail(err)
	}
	return f.out.Commit()
}

// write writes an Arrow file of n rows in one batch.
func (t table) write(path string, metadata Metadata, n int, options ...ipc.Option) error {
	out, err := createFile(path, t.schema(metadata), options...)
	if err != nil {
		return err
	}
	out.add(t, 0, n)
	return out.close()
}

// read sets the columns of t to those of a file of the given kind, which has
// one batch, and returns the number of rows. A missing column that may be null
// is null.
func (t table) read(path, kind string) (rows int, err error) {
	file, err := openFile(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	positions, err := file.find(kind, t)
	if err != nil {
		return 0, err
	}
	if file.batches != 1 {
		return 0, fmt.Errorf("%s has %d batches: want 1", path, file.batches)
	}
	r, err := file.decode(0)
	if err != nil {
		return 0, err
	}
	rows = int(r.NumRows())
	return rows, file.readRows(t, r, positions, 0, rows)
}

// readRows sets the columns of t to rows of a batch, which has them at the
// positions of find.
func (f *fileReader) readRows(t table, r arrow.Record, positions []int, begin, end int) error {
	return f.catch(func() (err error) {
		for k := 0; k < len(t) && err == nil; k++ {
			err = t[k].read(columnAt(r, positions[k], t[k].dataType()), begin, end)
		}
		return err
	})
}

// columnAt returns the column at a position of find.
func columnAt(r arrow.Record, position int, t arrow.DataType) arrow.Array {
	if position < 0 {
		return array.MakeArrayOfNull(memory.DefaultAllocator, t, int(r.NumRows()))
	}
	return r.Column(position)
}

// fileReader reads one Arrow file. What it reads is garbage like any other Go
// memory, so nothing releases it.
type fileReader struct {
	*os.File
	path    string
	arrow   *ipc.FileReader
	schema  *arrow.Schema
	batches int
	memory  limited
}

func openFile(path string) (*fileReader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, output.CannotRead(path, err)
	}
	f := &fileReader{File: file, path: path, memory: limited{Allocator: memory.DefaultAllocator}}
	mark := make([]byte, len(ipc.Magic))
	file.ReadAt(mark, 0) // without these bytes the mark is missing
	if err = fmt.Errorf("%s is not an Arrow file", path); bytes.Equal(mark, ipc.Magic) {
		err = f.catch(func() (err error) {
			size, _ := file.Seek(0, io.SeekEnd) // the library seeks again
			checkFooter(file, size)
			if f.arrow, err = ipc.NewFileReader(file, ipc.WithAllocator(&f.memory)); err == nil {
				f.schema, f.batches = f.arrow.Schema(), f.arrow.NumRecords()
			}
			return err
		})
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (f *fileReader) decode(i int) (r arrow.Record, err error) {
	f.memory.used = 0
	err = f.catch(func() (err error) {
		r, err = f.arrow.RecordAt(i)
		return err
	})
	return r, err
}

// catch returns the error of a function that decodes the file. The library
// panics on much of what can be wrong with a file: that is an error, too.
func (f *fileReader) catch(decode func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
		if err != nil {
			err = fmt.Errorf("%s is cut off or damaged: %s", f.path,
				strings.ReplaceAll(err.Error(), "arrow/ipc: ", ""))
		}
	}()
	return decode()
}

// limited refuses a batch larger than any of this program. A damaged file may
// ask for more memory than the machine has, which would end the program.
type limited struct {
	memory.Allocator
	used int // by the batch, bytes
}

const mostBytes = 1 << 29

func (l *limited) Allocate(size int) []byte { return l.Reallocate(size, nil) }

func (l *limited) Reallocate(size int, b []byte) []byte {
	if l.used += max(size, 0); size < 0 || l.used > mostBytes {
		panic(fmt.Sprintf("a buffer of %d bytes is too large", size))
	}
	return l.Allocator.Reallocate(size, b)
}

// find returns the positions of columns in the file, which should be of the
// given kind; -1 for a missing column that may be null.
func (f *fileReader) find(kind string, columns table) (positions []int, err error) {
	for i := range columns {
		c := &columns[i]
		found := append(f.schema.FieldIndices(c.Name), -1)[0]
		if found < 0 && c.Name == "blocks" { // of earlier versions
			found = append(f.schema.FieldIndices("days"), -1)[0]
		}
		if found < 0 && c.Null == "" {
			return nil, fmt.Errorf("%s is not a file of %s: it has no column %s, only %s", f.path,
				kind, c.Name, output.Printable(strings.Join(namesIn(f.schema), ", ")))
		}
		if found >= 0 && !c.accepts(f.schema.Field(found).Type) {
			return nil, fmt.Errorf("%s is not a file of %s: column %s is of type %s, not %s",
				f.path, kind, c.Name, f.schema.Field(found).Type, c.dataType())
		}
		positions = append(positions, found)
	}
	return positions, nil
}

func namesIn(schema *arrow.Schema) []string {
	var names []string
	for _, field := range schema.Fields() {
		names = append(names, field.Name)
	}
	return names
}
