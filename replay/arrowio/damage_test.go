package arrowio

import (
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"

	"waitbench/swf/swftest"
)

func TestNotArrow(t *testing.T) {
	whole := tempFile(t)
	write(t, whole, nil, twoLogs(), 8)
	folder := t.TempDir()
	absent := filepath.Join(folder, "absent")
	for _, c := range []struct{ content, want string }{
		{"", " is not an Arrow file"},
		{"ARRO", " is not an Arrow file"},
		{"log,queue\nsdsc,normal\n", " is not an Arrow file"},
		{string(readBytes(t, whole)[8:]), " is not an Arrow file"},
	} {
		path := tempFile(t)
		swftest.WriteFile(t, path, c.content)
		for _, open := range openers(path) {
			wantError(t, open(), path+c.want)
		}
	}
	for _, open := range openers(folder) {
		wantError(t, open(), folder+" is not an Arrow file")
	}
	for _, open := range openers(absent) {
		wantError(t, open(), "cannot read "+absent+": no such file or directory")
	}
}

// openers are the ways to read a file.
func openers(path string) []func() error {
	return []func() error{
		func() error {
			_, err := ReadScores(path)
			return err
		},
		func() error {
			r, err := OpenPredictions(path)
			if err != nil {
				return err
			}
			defer r.Close()
			return r.Series(func(*Block) error { return nil })
		},
		func() error {
			_, err := ReadHeads(path)
			return err
		},
		func() error { return Cat(io.Discard, path, Options{}) },
		func() error { return Cat(io.Discard, path, Options{Format: "arrow"}) },
		func() error { return Cat(io.Discard, path, Options{Format: "parquet"}) },
	}
}

func TestCutOff(t *testing.T) {
	whole, part := tempFile(t), tempFile(t)
	write(t, whole, Metadata{{"version", "1.0"}}, twoLogs(), 32)
	content := readBytes(t, whole)
	for n := 6; n < len(content); n++ {
		if inside := n > 64 && n < len(content)-64; inside && n%61 > 0 {
			continue
		}
		if err := os.WriteFile(part, content[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		for _, open := range openers(part) {
			if err := open(); err == nil || !strings.HasPrefix(err.Error(), part+" is cut off or damaged: ") {
				t.Errorf("%d of %d bytes: error %v", n, len(content), err)
			}
		}
	}
}

// TestDamagedFooter changes each byte of the footers. No reader asks for much
// memory, and a schema or a block beyond the limits is refused.
func TestDamagedFooter(t *testing.T) {
	scores, predictions, heads, damaged := tempFile(t), tempFile(t), tempFile(t), tempFile(t)
	write(t, predictions, Metadata{{"version", "1.0"}}, twoLogs()[5:], 32)
	if err := errors.Join(WriteScores(scores, nil, someScores), WriteHeads(heads, nil, someHeads)); err != nil {
		t.Fatal(err)
	}
	used := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	refused := map[string]int{}
	for i, path := range []string{scores, predictions, heads} {
		content := readBytes(t, path)
		end := len(content) - 4 - 6
		for position := end - int(binary.LittleEndian.Uint32(content[end:])); position < end; position += 1 +
			len(content)/5000 {
			changed := slices.Clone(content)
			changed[position] ^= 0xc0
			swftest.WriteFile(t, damaged, string(changed))
			metrics.Read(used)
			before := used[0].Value.Uint64()
			err := openers(damaged)[i]()
			if metrics.Read(used); used[0].Value.Uint64()-before > 64<<20 {
				t.Fatalf("%s with a changed byte %d takes %d bytes, error %v", path, position,
					used[0].Value.Uint64()-before, err)
			}
			for _, why := range []string{"is longer than the footer", "is beyond the file"} {
				if err != nil && strings.Contains(err.Error(), why) {
					refused[why]++
				}
			}
		}
	}
	if len(refused) != 2 {
		t.Errorf("refused are %v", refused)
	}
}

// TestLimitsOfSchemas reads files with many fields and with nested ones.
func TestLimitsOfSchemas(t *testing.T) {
	number := arrow.PrimitiveTypes.Int64
	for _, c := range []struct {
		fields int
		kind   arrow.DataType
		opens  bool
	}{{1000, number, true}, {1001, number, false}, {1, arrow.ListOf(number), true},
		{1, arrow.ListOf(arrow.ListOf(number)), false}} {
		path, fields := tempFile(t), make([]arrow.Field, c.fields)
		for i := range fields {
			fields[i] = arrow.Field{Name: strconv.Itoa(i), Type: c.kind}
		}
		w, err := createFile(path, arrow.NewSchema(fields, nil))
		if err == nil {
			err = w.close()
		}
		if err != nil {
			t.Fatal(err)
		}
		f, err := openFile(path)
		if err == nil {
			f.Close()
		} else if !strings.HasSuffix(err.Error(),
			"the schema has more than 1000 fields, or more than 2 levels of them") {
			t.Errorf("error %v", err)
		}
		if (err == nil) != c.opens {
			t.Errorf("%d fields of %v: error %v", c.fields, c.kind, err)
		}
	}
}

// Changed bytes must not bring the program down, nor make it ask for more
// memory than there is. Most of the content is behind a checksum; what is not,
// such as names, may change without an error.
func TestDamaged(t *testing.T) {
	predictions, scores, heads, damaged := tempFile(t), tempFile(t), tempFile(t), tempFile(t)
	write(t, predictions, Metadata{{"version", "1.0"}}, twoLogs(), 32)
	if err := WriteScores(scores, nil, someScores); err != nil {
		t.Fatal(err)
	}
	if err := WriteHeads(heads, nil, someHeads); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for i, path := range []string{scores, predictions, heads} {
		content := readBytes(t, path)
		readers := openers(damaged)
		readers = []func() error{readers[i], readers[3]} // the file's own, and Cat
		for range 150 {
			changed := append([]byte(nil), content...)
			for range 1 + random.IntN(3) {
				at := 6 + random.IntN(len(content)-6)
				changed[at] = byte(random.IntN(256))
			}
			swftest.WriteFile(t, damaged, string(changed))
			for _, open := range readers {
				err := open()
				if err == nil {
					continue
				}
				refused++
				if text := err.Error(); !strings.Contains(text, damaged) || strings.Contains(text, "\n") {
					t.Errorf("error is %q", text)
				}
			}
		}
	}
	if refused < 330 {
		t.Errorf("%d readings refused of 900", refused)
	}
}

// FuzzArrow reads files with changed bytes in all ways: an error names the file
// in one line, and no way takes more than 1.5 GB. Ten seconds a case are the
// limit of go test itself.
func FuzzArrow(f *testing.F) {
	dir := f.TempDir()
	path := filepath.Join(dir, "file.arrow")
	results := twoLogs()[5:]
	w, err := CreatePredictions(path, Metadata{{"version", "1.0"}}, namesOf(results))
	if err != nil {
		f.Fatal(err)
	}
	for _, r := range results {
		if err := w.Append(r); err != nil {
			f.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
	scores, heads := filepath.Join(dir, "scores.arrow"), filepath.Join(dir, "heads.arrow")
	if err := errors.Join(WriteScores(scores, nil, someScores), WriteHeads(heads, nil, someHeads)); err != nil {
		f.Fatal(err)
	}
	var files [][]byte
	for _, path := range []string{path, scores, heads} {
		files = append(files, readBytes(f, path))
	}
	for i, content := range files {
		f.Add(uint(i), uint(8), []byte("\xff\xff\xff\xff"))
		f.Add(uint(i), uint(len(content)/2), []byte{0, 1, 2, 3, 4, 5, 6, 7})
		for at := len(content) - 60; at > len(content)/2; at -= 200 { // the footer
			f.Add(uint(i), uint(at), []byte{0, 1})
		}
	}
	f.Add(uint(0), uint(9172), []byte("0")) // a name of a column goes on with other bytes
	// The zstd decoder of the library takes up to 1 GB, twice the largest
	// window that a damaged frame may name.
	const most = 3 << 29
	debug.SetMemoryLimit(most - most/8) // garbage is collected before it counts
	used := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	f.Fuzz(func(t *testing.T, file, offset uint, change []byte) {
		content := slices.Clone(files[file%uint(len(files))])
		copy(content[offset%uint(len(content)):], change)
		swftest.WriteFile(t, path, string(content))
		for i, open := range openers(path) {
			if err := open(); err != nil && (!strings.Contains(err.Error(), path) ||
				strings.Contains(err.Error(), "\n")) {
				t.Errorf("error is %q", err)
			}
			metrics.Read(used)
			if bytes := used[0].Value.Uint64() - used[1].Value.Uint64(); bytes > most {
				t.Errorf("way %d takes %d bytes", i, bytes)
				debug.FreeOSMemory()
			}
		}
	})
}
