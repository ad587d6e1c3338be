package swf

import (
	"bufio"
	"compress/bzip2"
	"crypto/sha256"
	"encoding/hex"
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

// File is a log being read from a file. It is a Reader of the decompressed text.
type File struct {
	*Reader
	Name string // as given to Open; used in messages

	raw     *rawReader
	closers []func() error
}

// Open opens a log. It recognizes plain text, gzip (of one or more members), bzip2
// and zstd by their first bytes, whatever the name of the file. Errors of Open and
// Read are one sentence with the name of the file: a missing or unreadable file,
// ErrDirectory, ErrEmpty (also for compressed data without content),
// ErrCompression, ErrTruncated and ErrCorrupt. Pipes are read like files.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
			err = pathErr.Err
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = ErrDirectory
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	file, err := OpenReader(f, path)
	if err != nil {
		f.Close()
		return nil, err
	}
	file.closers = append(file.closers, f.Close)
	return file, nil
}

// OpenReader is Open for a stream of the bytes of a file. Close does not close r.
func OpenReader(r io.Reader, name string) (*File, error) {
	f := &File{Name: name, raw: &rawReader{src: r, sum: sha256.New()}}
	text, err := f.decompress()
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f.Reader = NewReader(text, name)
	if _, err := f.Reader.in.Peek(1); err == io.EOF { // Read returns other errors
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, ErrEmpty)
	}
	return f, nil
}

// SHA256 returns the checksum of the stored file in hexadecimal, compressed or
// not. It is empty until Read returns io.EOF.
func (f *File) SHA256() string {
	if f.Reader.err != io.EOF {
		return ""
	}
	return hex.EncodeToString(f.raw.sum.Sum(nil))
}

// Close closes the file.
func (f *File) Close() error {
	var errs []error
	for _, c := range f.closers {
		errs = append(errs, c())
	}
	f.closers = nil
	return errors.Join(errs...)
}

// formats lists the starts of compressed files. Those without a decompressor are refused by name.
var formats = []struct {
	name, magic string
	open        func(f *File, r *bufio.Reader) (io.Reader, error)
}{
	{"gzip", "\x1f\x8b", (*File).openGzip},
	{"bzip2", "BZh", func(_ *File, r *bufio.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }},
	{"zstd", "\x28\xb5\x2f\xfd", (*File).openZstd},
	{"zstd", "\x50\x2a\x4d\x18", (*File).openZstd}, // a frame to skip, as pzstd begins with
	{"xz", "\xfd7zXZ\x00", nil},
	{"zip", "PK\x03\x04", nil},
	{"compress", "\x1f\x9d", nil},
}

// longestMagic is the number of bytes that tell the formats apart.
const longestMagic = 6

// decompress gives the text of the file.
func (f *File) decompress() (io.Reader, error) {
	in := bufio.NewReaderSize(f.raw, 64<<10)
	start, err := in.Peek(longestMagic)
	if err != nil && err != io.EOF {
		return nil, err
	}
	for _, format := range formats {
		if !strings.HasPrefix(string(start), format.magic) {
			continue
		}
		if format.open == nil {
			return nil, fmt.Errorf("%s %w, decompress the file first", format.name, ErrCompression)
		}
		t := &textReader{raw: f.raw, format: format.name}
		if t.src, err = format.open(f, in); err != nil {
			return nil, t.explain(err)
		}
		return f.ahead(t), nil
	}
	return in, nil
}

// ahead decompresses a block of the text while the one before is parsed.
func (f *File) ahead(text *textReader) io.Reader {
	r, w := io.Pipe()
	end := f.closers // of the decompressor, which is not to be closed while it works
	go func() {
		block := bufio.NewWriterSize(w, 128<<10)
		_, err := block.ReadFrom(text)
		block.Flush() // which fails only where nobody reads any more
		for _, c := range end {
			c()
		}
		w.CloseWithError(err)
	}()
	f.closers = []func() error{r.Close}
	return r
}

func (f *File) openGzip(r *bufio.Reader) (io.Reader, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	f.closers = append(f.closers, z.Close)
	return &gzipMembers{r, z}, nil
}

// gzipMembers reads the members of a gzip file one after the other. Between and behind them there
// may be zeros, as where a file fills up the blocks of a tape.
type gzipMembers struct {
	in *bufio.Reader
	*gzip.Reader
}

func (g *gzipMembers) Read(p []byte) (int, error) {
	n, err := g.Reader.Read(p)
	if err != io.EOF {
		return n, err
	}
	for {
		switch b, err := g.in.ReadByte(); {
		case err != nil:
			return n, err
		case b == 0:
			continue
		}
		_ = g.in.UnreadByte() // nothing was read behind it
		err = g.Reset(g.in)
		g.Multistream(false)
		return n, err
	}
}

// largestWindow is the most memory that a zstd file may ask for: zstd --long=31. The library takes
// as much as the file needs, and refuses more than 512 MB unless told otherwise.
const largestWindow = 1 << 31

func (f *File) openZstd(r *bufio.Reader) (io.Reader, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(largestWindow))
	if err != nil {
		return nil, err
	}
	f.closers = append(f.closers, func() error { z.Close(); return nil })
	return z, nil
}

// rawReader passes on the bytes of the file as stored, sums them, and remembers how they ended.
type rawReader struct {
	src io.Reader
	sum hash.Hash
	err error
}

func (r *rawReader) Read(p []byte) (int, error) {
	n, err := r.src.Read(p)
	r.sum.Write(p[:n])
	r.err = err
	return n, err
}

// textReader passes on decompressed text and tells apart how the compressed data can be at fault.
type textReader struct {
	src    io.Reader
	raw    *rawReader
	format string
}

func (t *textReader) Read(p []byte) (int, error) {
	n, err := t.src.Read(p)
	if err == io.EOF && t.raw.err == nil {
		// The decompressor has its end but the file may go on: it is part of the checksum.
		if _, drainErr := io.Copy(io.Discard, t.raw); drainErr != nil {
			err = drainErr
		}
	}
	return n, t.explain(err)
}

// explain says what an error of the decompressor means. An error of the file itself stays as it is.
func (t *textReader) explain(err error) error {
	switch {
	case err == nil, err == io.EOF, err == t.raw.err:
		return err
	case t.raw.err != nil && t.raw.err != io.EOF:
		return t.raw.err
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return fmt.Errorf("%s %w with a window of more than %d GB, decompress the file first", t.format, ErrCompression, largestWindow>>30)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s %w", t.format, ErrTruncated)
	}
	return fmt.Errorf("%s %w: %w", t.format, ErrCorrupt, err)
}
