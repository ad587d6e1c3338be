package arrowio

import (
	"encoding/binary"
	"fmt"
	"io"

	flatbuffers "github.com/google/flatbuffers/go"
)

// footer is the message at the end of a file. Its methods panic on damage. They
// name parts of a table by the offsets of the format.
type footer struct {
	data   []byte
	left   int // bytes for vectors not met yet: vectors do not overlap
	fields int
}

// checkFooter panics if the footer of a file has more than 1,000 fields or two
// levels of them, or lengths beyond the file, which the library would allocate.
// The library finds all other damage.
func checkFooter(file io.ReaderAt, size int64) {
	end, length := max(size-4-6, 0), make([]byte, 4) // the length and the mark come last
	file.ReadAt(length, end)
	begin := max(end-int64(binary.LittleEndian.Uint32(length)), 0)
	f := footer{data: make([]byte, end-begin), left: int(end - begin)}
	file.ReadAt(f.data, begin)
	root := flatbuffers.Table{Bytes: f.data, Pos: flatbuffers.GetUOffsetT(f.data)}
	schema := root
	schema.Pos = root.Indirect(root.Pos + flatbuffers.UOffsetT(root.Offset(6)))
	f.vector(schema, 8, 4) // metadata
	f.checkFields(schema, 6, 2)
	for _, part := range []flatbuffers.VOffsetT{8, 10} { // dictionaries and batches
		begin, blocks := f.vector(root, part, 24)
		for i := range blocks {
			block := f.data[int(begin)+24*i:]
			offset, body := flatbuffers.GetUint64(block), flatbuffers.GetUint64(block[16:])
			head := uint64(flatbuffers.GetUint32(block[8:]))
			if max(offset, head, body) > uint64(size) || offset+head+body > uint64(size) {
				panic(fmt.Sprintf("a block of %d and %d bytes is beyond the file", head, body))
			}
		}
	}
}

// checkFields checks the fields in a part of a table, and those in them.
func (f *footer) checkFields(table flatbuffers.Table, part flatbuffers.VOffsetT, levels int) {
	begin, length := f.vector(table, part, 4)
	if f.fields += length; f.fields > 1000 || length > 0 && levels == 0 {
		panic("the schema has more than 1000 fields, or more than 2 levels of them")
	}
	for i := range length {
		position := begin + 4*flatbuffers.UOffsetT(i)
		field := flatbuffers.Table{Bytes: f.data, Pos: table.Indirect(position)}
		f.vector(field, 16, 4) // metadata
		f.checkFields(field, 14, levels-1)
	}
}

// vector returns the position and length of the vector in a part of a table. Its
// elements have size bytes.
func (f *footer) vector(table flatbuffers.Table, part flatbuffers.VOffsetT,
	size int) (begin flatbuffers.UOffsetT, length int) {
	if offset := flatbuffers.UOffsetT(table.Offset(part)); offset > 0 {
		begin, length = table.Vector(offset), table.VectorLen(offset)
	}
	if f.left -= length * size; f.left < 0 {
		panic(fmt.Sprintf("a list of %d elements is longer than the footer", length))
	}
	return begin, length
}
