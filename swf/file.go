package swf

import (
	"bufio"
	"compress/bzip2"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Causes of errors of Open and of Reader.Read, for errors.Is.
var (
	ErrEmpty     = errors.New("the file is empty")
	ErrTruncated = errors.New("data ends too early, the file is truncated")
	ErrCorrupt   = errors.New("data is corrupt")
)

// File is a Reader of a log in a file.
type File struct {
	*Reader
	Name string // as given to Open; used in messages

	raw     *rawReader
	closers []io.Closer
}

// Open opens a log. It recognizes plain text, gzip (of one or more members),
// bzip2 and zstd by their first bytes, whatever the name of the file. Pipes are
// read like files. Errors of Open and Read begin with the name of the file.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if broken, ok := errors.AsType[*fs.PathError](err); ok {
		err = broken.Err // the path is named here
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s: this is a directory, not a log", path)
	}
	file, err := OpenReader(f, path)
	if err != nil {
		f.Close()
		return nil, err
	}
	file.closers = append(file.closers, f)
	return file, nil
}

// OpenReader is Open for the bytes of a file. Close does not close r.
func OpenReader(r io.Reader, name string) (*File, error) {
	f := &File{Name: name, raw: &rawReader{src: r, sum: sha256.New()}}
	text, err := f.decompress()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f.Reader = NewReader(text, name)
	start, err := f.Reader.in.Peek(4096) // Read returns its errors
	switch head := strings.TrimRight(string(start), "\r"); {
	case len(start) == 0 && err == io.EOF:
		err = ErrEmpty
	case strings.HasPrefix(head, "\xff\xfe"), strings.HasPrefix(head, "\xfe\xff"),
		strings.IndexByte(head, 0) == 1, strings.IndexByte(head, 0) == 0: // without a mark
		err = errors.New("the text is UTF-16, convert it to UTF-8 first")
	case strings.Contains(head, "\r") && !strings.Contains(head, "\n"):
		err = errors.New("the lines end in CR, convert their ends to LF first")
	default:
		return f, nil
	}
	f.Close()
	return nil, fmt.Errorf("%s: %w", name, err)
}

// SHA256 returns the checksum of the stored file in hexadecimal, compressed or
// not. It is empty until Read returns io.EOF.
func (f *File) SHA256() string {
	if f.Reader.err != io.EOF {
		return ""
	}
	return fmt.Sprintf("%x", f.raw.sum.Sum(nil))
}

func (f *File) Close() error {
	var errs []error
	for _, c := range f.closers {
		errs = append(errs, c.Close())
	}
	f.closers = nil
	return errors.Join(errs...)
}

// formats are the compressed files by their first bytes. Those without a
// decompressor are refused by name.
var formats = []struct {
	name, magic string
	open        func(*bufio.Reader) (io.ReadCloser, error)
}{
	{"gzip", "\x1f\x8b", openGzip},
	{"bzip2", "BZh", func(r *bufio.Reader) (io.ReadCloser, error) {
		return io.NopCloser(bzip2.NewReader(r)), nil
	}},
	{"zstd", "\x28\xb5\x2f\xfd", openZstd},
	{"zstd", "\x50\x2a\x4d\x18", openZstd}, // a skippable frame, as from pzstd
	{"xz", "\xfd7zXZ\x00", nil},
	{"zip", "PK\x03\x04", nil},
	{"compress", "\x1f\x9d", nil},
}

// members reads the members of a gzip file. Like gzip, it ignores zeros at the
// end, as from the blocks of a tape.
type members struct {
	z  *gzip.Reader
	in *bufio.Reader
}

func openGzip(in *bufio.Reader) (io.ReadCloser, error) {
	z, err := gzip.NewReader(in)
	return io.NopCloser(&members{z, in}), err
}

func (m *members) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil {
		m.z.Multistream(false)
		if n, err = m.z.Read(p); err == io.EOF && n == 0 {
			err = m.next()
		}
	}
	if n > 0 && err == io.EOF {
		err = nil // of this member
	}
	return n, err
}

// next goes on to the next member.
func (m *members) next() error {
	for {
		b, err := m.in.ReadByte()
		if err != nil {
			return err
		}
		if b != 0 {
			_ = m.in.UnreadByte() // never fails after ReadByte
			return m.z.Reset(m.in)
		}
	}
}

// openZstd allows windows of 2 GB, as from zstd --long=31.
func openZstd(r *bufio.Reader) (io.ReadCloser, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(1<<31))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
}

// decompress returns the text of the file. A goroutine decompresses a block
// while the one before is parsed. All formats are read to the end of the file,
// as the checksum needs.
func (f *File) decompress() (io.Reader, error) {
	in := bufio.NewReaderSize(f.raw, 64<<10)
	start, err := in.Peek(6) // longest magic
	if err != nil && err != io.EOF {
		return nil, err
	}
	for _, format := range formats {
		if !strings.HasPrefix(string(start), format.magic) {
			continue
		}
		if format.open == nil {
			return nil, fmt.Errorf("%s compression is not supported, decompress the file first",
				format.name)
		}
		z, err := format.open(in)
		if err != nil {
			return nil, f.raw.explain(err, format.name)
		}
		r, w := io.Pipe()
		f.closers = append(f.closers, r)
		go func() {
			defer z.Close()
			block := bufio.NewWriterSize(w, 128<<10)
			_, err := block.ReadFrom(z)
			block.Flush() // fails only after Close
			w.CloseWithError(f.raw.explain(err, format.name))
		}()
		return r, nil
	}
	return in, nil
}

// rawReader reads the stored file and adds it to the checksum.
type rawReader struct {
	src io.Reader
	sum hash.Hash
	err error // of the file
}

func (r *rawReader) Read(p []byte) (int, error) {
	n, err := r.src.Read(p)
	r.sum.Write(p[:n])
	r.err = err
	return n, err
}

// explain returns the error of the file, or the cause of an error of its
// decompressor.
func (r *rawReader) explain(err error, format string) error {
	switch {
	case err == nil:
		return nil
	case r.err != nil && r.err != io.EOF:
		return r.err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s %w", format, ErrTruncated)
	}
	return fmt.Errorf("%s %w: %w", format, ErrCorrupt, err)
}
