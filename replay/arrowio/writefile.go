package arrowio

import (
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/replay/output"
)

// Metadata is the settings of a run and whatever else is to be known of a file, in the order they
// were given.
type Metadata []Pair

// Pair is an entry of the metadata of a file.
type Pair struct{ Key, Value string }

// ByKey gives the values by their keys, as a file has them.
func (m Metadata) ByKey() map[string]string {
	values := map[string]string{}
	for _, p := range m {
		values[validText(p.Key)] = validText(p.Value)
	}
	return values
}

func (m Metadata) pairs() *arrow.Metadata {
	var keys, values []string
	for _, p := range m {
		keys, values = append(keys, validText(p.Key)), append(values, validText(p.Value))
	}
	pairs := arrow.NewMetadata(keys, values)
	return &pairs
}

// textType is the type of all columns of text. Indices have 32 bits, which every reader of Arrow
// takes; compressed, they are no larger than shorter ones.
var textType = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}

// endOfStream is the mark at the end of the batches [Arrow columnar format, IPC file format].
// Programs that read the file from front to back need it, and the Go library leaves it out.
var endOfStream = []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}

// fileWriter writes one Arrow file.
type fileWriter struct {
	out     *output.File
	end     *place
	arrow   *ipc.FileWriter
	records int
}

func createFile(path string, schema *arrow.Schema, options ...ipc.Option) (*fileWriter, error) {
	out, err := output.Create(path)
	if err != nil {
		return nil, err
	}
	end := &place{w: out}
	w, err := ipc.NewFileWriter(end, append(options, ipc.WithSchema(schema))...)
	if err != nil {
		return nil, out.Fail(err)
	}
	return &fileWriter{out: out, end: end, arrow: w}, nil
}

// write adds a record batch. An error ends the file.
func (f *fileWriter) write(r arrow.Record) error {
	if err := f.arrow.Write(r); err != nil {
		return f.out.Fail(err)
	}
	f.records++
	return nil
}

// close completes the file and gives it its name.
func (f *fileWriter) close() error {
	if _, err := f.end.Write(endOfStream); err != nil {
		return f.out.Fail(err)
	}
	if err := f.arrow.Close(); err != nil {
		return f.out.Fail(err)
	}
	return f.out.Commit()
}

// place is a writer that knows how far it is, which is all that an ipc.FileWriter seeks for.
type place struct {
	w io.Writer
	n int64
}

func (p *place) Write(b []byte) (int, error) {
	n, err := p.w.Write(b)
	p.n += int64(n)
	return n, err
}

func (p *place) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.New("an Arrow file is written front to back")
	}
	return p.n, nil
}

// newDictionary gives the values of a dictionary. They are few, and live as long as the file is
// written; an ipc.FileWriter never releases them, so they do not come from the allocator that is
// accounted for.
func newDictionary(values []string) *array.Data {
	b := array.NewStringBuilder(memory.DefaultAllocator)
	defer b.Release()
	for _, v := range values {
		b.Append(validText(v))
	}
	return b.NewArray().Data().(*array.Data)
}

// validText gives s as UTF-8, which texts in Arrow files must be. Logs are older than that: where s
// is no UTF-8 its bytes are taken for Latin-1.
func validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// newColumn makes an array of the first n values in buffers that the caller keeps, and may use
// again once the batch is written. valid is a bitmap of those that are not null, and not looked at
// if nulls is 0; dictionary is nil for all but texts.
func newColumn(t arrow.DataType, n int, values, valid []byte, nulls int, dictionary *array.Data) arrow.Array {
	buffers := []*memory.Buffer{nil, memory.NewBufferBytes(values)}
	if nulls > 0 {
		buffers[0] = memory.NewBufferBytes(valid)
	}
	data := array.NewDataWithDictionary(t, n, buffers, nulls, 0, dictionary)
	defer data.Release()
	return array.MakeFromData(data)
}

// newRecord makes a batch of n rows, which takes over the columns.
func newRecord(schema *arrow.Schema, columns []arrow.Array, n int) arrow.Record {
	defer func() {
		for _, c := range columns {
			c.Release()
		}
	}()
	return array.NewRecord(schema, columns, int64(n))
}

// recycler is the allocator of a long file. For every column of a batch the compressor asks for as
// much as the worst case takes, and it would be cleared each time. What was large is given out again
// as it was left: only the compressor asks for that much, and it looks at nothing but what it wrote.
type recycler struct {
	memory.Allocator
	mu   sync.Mutex
	free [][]byte
}

// large is above what all but columns of values take: a million bytes are eight million bits.
const large = 1 << 20

// Allocate implements memory.Allocator.
func (r *recycler) Allocate(size int) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, b := range r.free {
		if size >= large && size <= cap(b) {
			r.free = slices.Delete(r.free, i, i+1)
			return b[:size]
		}
	}
	return r.Allocator.Allocate(size)
}

// Free implements memory.Allocator.
func (r *recycler) Free(b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if cap(b) >= large {
		r.free = append(r.free, b)
	}
}
