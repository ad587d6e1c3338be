package arrowio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow/ipc"
)

// The footer of a file is a flatbuffer without a checksum. The library makes room for as many
// columns, children and pairs of metadata as it finds counted there, so a changed byte may ask for
// more memory than there is, which no program survives. checkFooter looks at these counts first.

// Fields of the tables in the footer [Arrow format/File.fbs and Schema.fbs].
const (
	footerSchema   = 1
	schemaColumns  = 1
	schemaMetadata = 2
	columnChildren = 5
	columnMetadata = 6
)

var errCount = errors.New("a count in the footer is greater than the footer")

// checkFooter checks the counts in the footer of a file of so many bytes. It panics if the footer
// points out of itself.
func checkFooter(r io.ReaderAt, size int64) error {
	const tail = 4 // the length of the footer, before the closing mark
	end := size - int64(len(ipc.Magic)) - tail
	length := make([]byte, tail)
	if _, err := r.ReadAt(length, end); err != nil {
		return err
	}
	n := int64(binary.LittleEndian.Uint32(length))
	if n > end {
		return fmt.Errorf("its footer has %d bytes of %d", n, size)
	}
	footer := make(flatbuffer, n)
	if _, err := r.ReadAt(footer, end-n); err != nil {
		return err
	}
	schema, ok := footer.table(footer.target(0), footerSchema)
	if !ok {
		return errors.New("there is no schema")
	}
	return footer.checkSchema(schema)
}

func (f flatbuffer) checkSchema(schema uint32) error {
	columns, count := f.vector(schema, schemaColumns)
	if !f.holds(count) || !f.holdsVector(schema, schemaMetadata) {
		return errCount
	}
	for i := range count {
		column := f.target(columns + 4*i)
		if _, children := f.vector(column, columnChildren); children > 0 {
			return errors.New("it has nested columns, which no file of this program has")
		}
		if !f.holdsVector(column, columnMetadata) {
			return errCount
		}
	}
	return nil
}

// flatbuffer is tables that point to each other [flatbuffers internals]. A position is an index of
// bytes.
type flatbuffer []byte

// target gives the position that the reference at a position points to.
func (f flatbuffer) target(at uint32) uint32 { return at + binary.LittleEndian.Uint32(f[at:]) }

// table follows the reference in a field of a table; ok is false if the field is not set.
func (f flatbuffer) table(table uint32, field uint32) (at uint32, ok bool) {
	offsets := table - binary.LittleEndian.Uint32(f[table:])
	entry := 4 + 2*field
	if entry >= uint32(binary.LittleEndian.Uint16(f[offsets:])) {
		return 0, false
	}
	offset := binary.LittleEndian.Uint16(f[offsets+entry:])
	if offset == 0 {
		return 0, false
	}
	return f.target(table + uint32(offset)), true
}

// vector gives the position of the first element of a vector of references, and their number.
func (f flatbuffer) vector(table uint32, field uint32) (first, count uint32) {
	at, ok := f.table(table, field)
	if !ok {
		return 0, 0
	}
	return at + 4, binary.LittleEndian.Uint32(f[at:])
}

// holds reports whether so many references fit into the buffer.
func (f flatbuffer) holds(count uint32) bool { return uint64(count)*4 <= uint64(len(f)) }

func (f flatbuffer) holdsVector(table uint32, field uint32) bool {
	_, count := f.vector(table, field)
	return f.holds(count)
}
