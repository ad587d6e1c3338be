package arrowio

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/replay/output"
)

// fileReader reads one Arrow file. The library panics on much of what can be wrong with a file;
// here it is an error.
type fileReader struct {
	path    string
	file    *os.File
	arrow   *ipc.FileReader
	batches int
	memory  *limited
}

func openFile(path string) (_ *fileReader, err error) {
	f := &fileReader{path: path, memory: &limited{Allocator: memory.DefaultAllocator}}
	f.file, err = os.Open(path)
	if err != nil {
		return nil, output.CannotRead(path, err)
	}
	defer func() {
		if err != nil {
			f.file.Close()
		}
	}()
	size, err := checkMagic(path, f.file)
	if err != nil {
		return nil, err
	}
	if err := f.start(size); err != nil {
		return nil, err
	}
	return f, nil
}

// blockBytes is what the footer of a file needs for one batch [Arrow format/File.fbs, Block].
const blockBytes = 24

// checkMagic looks at both ends of a file, which begins and ends with the same mark, and gives its
// size in bytes.
func checkMagic(path string, f *os.File) (size int64, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, output.CannotRead(path, err)
	}
	size = info.Size()
	switch {
	case info.IsDir():
		return 0, fmt.Errorf("%s is a folder, not an Arrow file", path)
	case size == 0:
		return 0, fmt.Errorf("%s is empty, not an Arrow file", path)
	}
	ends := [2][]byte{make([]byte, len(ipc.Magic)), make([]byte, len(ipc.Magic))}
	for i, at := range []int64{0, max(0, size-int64(len(ipc.Magic)))} {
		if _, err := f.ReadAt(ends[i], at); err != nil && err != io.EOF {
			return 0, output.CannotRead(path, err)
		}
	}
	switch {
	case !bytes.Equal(ends[0], ipc.Magic):
		return 0, fmt.Errorf("%s is not an Arrow file", path)
	case !bytes.Equal(ends[1], ipc.Magic) || size < int64(2*len(ipc.Magic)+4):
		return 0, fmt.Errorf("%s is cut off: it begins as an Arrow file but does not end as one", path)
	}
	return size, nil
}

// start reads the schema and the dictionaries.
func (f *fileReader) start(size int64) (err error) {
	defer f.catch(&err)
	if err := checkFooter(f.file, size); err != nil {
		return f.damaged(err)
	}
	if f.arrow, err = ipc.NewFileReader(f.file, ipc.WithAllocator(f.memory)); err != nil {
		return f.damaged(err)
	}
	for _, name := range columnNames(f.schema()) {
		if strings.ContainsFunc(name, unicode.IsControl) {
			return f.damaged(fmt.Errorf("it has a column named %q", name))
		}
	}
	f.batches = f.arrow.NumRecords()
	if int64(f.batches) > size/blockBytes {
		return f.damaged(fmt.Errorf("it lists %d batches in %d bytes", f.batches, size))
	}
	return nil
}

// ReadMetadata reads what Metadata a file of this program was written with.
func ReadMetadata(path string) (Metadata, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.close()
	var m Metadata
	of := f.schema().Metadata()
	for i, key := range of.Keys() {
		m = append(m, Pair{Key: key, Value: of.Values()[i]})
	}
	return m, nil
}

// ColumnNames gives the names of the columns of a file.
func ColumnNames(path string) ([]string, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.close()
	return columnNames(f.schema()), nil
}

func (f *fileReader) schema() *arrow.Schema { return f.arrow.Schema() }

// record reads batch i, which the caller releases. Its arrays are as long as they say, and its
// indices lie within their dictionaries.
func (f *fileReader) record(i int) (_ arrow.Record, err error) {
	defer f.catch(&err)
	f.memory.taken = 0
	r, err := f.arrow.RecordAt(i)
	if err != nil {
		return nil, f.damaged(err)
	}
	for k, column := range r.Columns() {
		if err := checkArray(column); err != nil {
			r.Release()
			return nil, f.damaged(fmt.Errorf("batch %d, column %s: %w", i, r.ColumnName(k), err))
		}
	}
	return r, nil
}

func (f *fileReader) close() error {
	f.arrow.Close()
	return f.file.Close()
}

// catch makes an error of a panic in the library.
func (f *fileReader) catch(err *error) {
	if p := recover(); p != nil {
		*err = f.damaged(fmt.Errorf("%v", p))
	}
}

func (f *fileReader) damaged(err error) error {
	return fmt.Errorf("%s is damaged: %s", f.path, strings.ReplaceAll(err.Error(), "arrow/ipc: ", ""))
}

// limited is an allocator that refuses what no batch of ours needs, since a damaged file may ask
// for anything.
type limited struct {
	memory.Allocator
	taken int // bytes for the batch under way
}

const (
	allocatable = 1 << 28 // the most bytes a single buffer can have: 32 Mi numbers
	batchBytes  = 3 << 28 // and all those of a batch
)

func (a *limited) Allocate(size int) []byte {
	a.take(size, size)
	return a.Allocator.Allocate(size)
}

func (a *limited) Reallocate(size int, b []byte) []byte {
	a.take(size, size-len(b))
	return a.Allocator.Reallocate(size, b)
}

func (a *limited) take(size, more int) {
	a.taken += max(more, 0)
	switch {
	case size < 0 || size > allocatable:
		panic(fmt.Errorf("it asks for a buffer of %d bytes", size))
	case a.taken > batchBytes:
		panic(fmt.Errorf("a batch of it asks for more than %d bytes", batchBytes))
	}
}

// place gives the place of a column in the file, which is to be one of what; -1 for one that may be
// missing and is.
func (f *fileReader) place(what, name string, t arrow.DataType, mayMiss bool) (int, error) {
	found := f.schema().FieldIndices(name)
	switch {
	case len(found) == 0 && mayMiss:
		return -1, nil
	case len(found) == 0:
		return 0, fmt.Errorf("%s is not a file of %s: it has no column %s, only %s", f.path, what, name, strings.Join(columnNames(f.schema()), ", "))
	}
	if is := f.schema().Field(found[0]).Type; !arrow.TypeEqual(is, t) {
		return 0, fmt.Errorf("%s is not a file of %s: column %s is of type %s, not %s", f.path, what, name, is, t)
	}
	return found[0], nil
}

func columnNames(s *arrow.Schema) []string {
	var names []string
	for _, f := range s.Fields() {
		names = append(names, f.Name)
	}
	return names
}

// each hands the batches of the file to use, one after the other.
func (f *fileReader) each(use func(arrow.Record) error) error {
	for i := range f.batches {
		r, err := f.record(i)
		if err != nil {
			return err
		}
		err = use(r)
		r.Release()
		if err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
	}
	return nil
}
