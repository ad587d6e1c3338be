package swf

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"waitbench/swf/swftest"
)

// smallLog is the text packed in the tests: two comments and three jobs.
const smallLog = "; Version: 2.2\n; Queue: 2 normal\n" +
	"1 0 5 10" + tail + "\n2 7 5 10" + tail + "\n3 9 5 10" + tail + "\n"

// smallBzip2 is smallLog as packed by Python's bz2 (libbzip2), in base64.
const smallBzip2 = "QlpoOTFBWSZTWTUvw2MAAExbgAAQQAN7+CEAIieaACAAcimjQBoAAG0qZqnlNNPKDEP1TforMG" +
	"bFzqVDUZhdyHixBeDQvlV2EJwaQZMJGGioxmWUYmxJe+aKi5nhz8mbTrSCg98XckU4UJA1L8Nj"

func packGzip(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func packZstd(t *testing.T, text string) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return z.EncodeAll([]byte(text), nil)
}

// zstdFrame returns a frame of one raw block with a window of 2^(10+exponent)
// bytes [RFC 8878, section 3.1.1].
func zstdFrame(exponent byte, text string) []byte {
	block := len(text)<<3 | 1 // raw, and the last
	return append([]byte{0x28, 0xb5, 0x2f, 0xfd, 0, exponent << 3, byte(block), byte(block >> 8), byte(block >> 16)},
		text...)
}

// packed returns smallLog in every format.
func packed(t *testing.T) map[string][]byte {
	half := strings.Index(smallLog, "2 7")
	bzip2, err := base64.StdEncoding.DecodeString(smallBzip2)
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{
		"plain":              []byte(smallLog),
		"gzip":               packGzip(t, smallLog),
		"gzip, two members":  append(packGzip(t, smallLog[:half+5]), packGzip(t, smallLog[half+5:])...),
		"gzip, empty member": append(packGzip(t, ""), packGzip(t, smallLog)...),
		"gzip, zeros":        append(packGzip(t, smallLog), make([]byte, 600)...),
		"bzip2":              bzip2,
		"zstd":               packZstd(t, smallLog),
		"zstd, two frames":   append(packZstd(t, smallLog[:half]), packZstd(t, smallLog[half:])...),
		"zstd, skip frame":   append([]byte{0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2}, packZstd(t, smallLog)...),
	}
}

// writeFile writes a file and returns its path.
func writeFile(t *testing.T, data []byte) string {
	t.Helper()
	return swftest.WriteFile(t, filepath.Join(t.TempDir(), "trace.dat"), string(data))
}

func TestOpen(t *testing.T) {
	for name, data := range packed(t) {
		t.Run(name, func(t *testing.T) {
			path := writeFile(t, data)
			f, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			jobs, err := readAll(f.Reader)
			if err != nil || len(jobs) != 3 || jobs[2] != job(5, 3, 9, 5, 10) {
				t.Errorf("jobs %+v, error %v", jobs, err)
			}
			if f.Name != path || f.Header().QueueName(2) != "normal" {
				t.Errorf("name %q, queue 2 is %q", f.Name, f.Header().QueueName(2))
			}
			if want := fmt.Sprintf("%x", sha256.Sum256(data)); f.SHA256() != want {
				t.Errorf("SHA-256 %s, want %s", f.SHA256(), want)
			}
			for range 2 {
				if err := f.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestLargeWindow reads a zstd file with a window of 1 GB, which the library
// only takes on request.
func TestLargeWindow(t *testing.T) {
	if jobs, err := readFile(zstdFrame(20, smallLog)); err != nil || len(jobs) != 3 {
		t.Errorf("%d jobs, %v", len(jobs), err)
	}
}

func TestOpenOneByteAtATime(t *testing.T) {
	for name, data := range packed(t) {
		f, err := OpenReader(iotest.OneByteReader(bytes.NewReader(data)), name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "plain" && f.SHA256() != "" {
			t.Error("a checksum before the end")
		}
		jobs, err := readAll(f.Reader)
		if err != nil || len(jobs) != 3 {
			t.Errorf("%s: %d jobs, %v", name, len(jobs), err)
		}
	}
}

// TestChecksumOfAllStreams reads a log that goes on for more than a buffer
// after its last line, in streams without text.
func TestChecksumOfAllStreams(t *testing.T) {
	for name, empty := range map[string]string{
		"bzip2": "BZh9\x17rE8P\x90\x00\x00\x00\x00", "gzip": string(packGzip(t, "")),
		"zstd": "\x50\x2a\x4d\x18\x02\x00\x00\x00ab",
	} {
		data := append(packed(t)[name], strings.Repeat(empty, 200<<10/len(empty))...)
		f, err := OpenReader(bytes.NewReader(data), name)
		if err != nil {
			t.Fatal(err)
		}
		jobs, err := readAll(f.Reader)
		if want := fmt.Sprintf("%x", sha256.Sum256(data)); err != nil || len(jobs) != 3 || f.SHA256() != want {
			t.Errorf("%s: %d jobs, error %v, SHA-256 %s, want %s", name, len(jobs), err, f.SHA256(), want)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	dir, cr := t.TempDir(), []byte(strings.ReplaceAll(smallLog, "\n", "\r"))
	for path, want := range map[string]string{
		filepath.Join(dir, "missing.swf"):                "no such file",
		dir:                                              "this is a directory, not a log",
		writeFile(t, nil):                                "the file is empty",
		writeFile(t, packGzip(t, "")):                    "the file is empty",
		writeFile(t, []byte("\xfd7zXZ\x00...")):          "xz compression is not supported, decompress the file first",
		writeFile(t, []byte("PK\x03\x04...")):            "zip compression is not supported, decompress the file first",
		writeFile(t, []byte("\x1f\x8b")):                 "gzip data ends too early, the file is truncated",
		writeFile(t, []byte("\x1f\x8b0123456789abcdef")): "gzip data is corrupt: gzip: invalid header",
		writeFile(t, []byte("\xff\xfe;\x00\n\x00")):      "the text is UTF-16, convert it to UTF-8 first",
		writeFile(t, []byte("\xfe\xff\x00;\x00\n")):      "the text is UTF-16, convert it to UTF-8 first",
		writeFile(t, []byte(";\x00\n\x00")):              "the text is UTF-16, convert it to UTF-8 first",
		writeFile(t, []byte("\x00;\x00\n")):              "the text is UTF-16, convert it to UTF-8 first",
		writeFile(t, packGzip(t, "\xff\xfe;\x00")):       "the text is UTF-16, convert it to UTF-8 first",
		writeFile(t, cr):                                 "the lines end in CR, convert their ends to LF first",
	} {
		_, err := Open(path)
		if err == nil || !strings.HasPrefix(err.Error(), path+": "+want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// readFile opens and reads data to the end.
func readFile(data []byte) (jobs []Job, err error) {
	f, err := OpenReader(bytes.NewReader(data), "log")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f.Reader)
}

// TestTruncated cuts compressed logs after every byte. None is read as a
// shorter log, except at the end of a member.
func TestTruncated(t *testing.T) {
	for name, data := range packed(t) {
		if name == "plain" {
			continue
		}
		whole, end := map[int]bool{}, len(data)
		switch name {
		case "gzip, two members":
			whole[len(packGzip(t, smallLog[:strings.Index(smallLog, "2 7")+5]))] = true
		case "zstd, two frames":
			whole[len(packZstd(t, smallLog[:strings.Index(smallLog, "2 7")]))] = true
		case "gzip, empty member":
			whole[len(packGzip(t, ""))] = true
		case "gzip, zeros":
			end = len(packGzip(t, smallLog))
		case "zstd, skip frame":
			whole[10] = true
		}
		for n := 6; n < end; n++ {
			if whole[n] {
				continue
			}
			if _, err := readFile(data[:n]); !errors.Is(err, ErrTruncated) {
				t.Errorf("%s cut to %d of %d bytes: error %v", name, n, len(data), err)
			}
		}
	}
}

func TestTruncatedSaysWhere(t *testing.T) {
	data := packGzip(t, string(syntheticLog(t, 20000)))
	jobs, err := readFile(data[:len(data)/2])
	if !errors.Is(err, ErrTruncated) || len(jobs) == 0 {
		t.Fatalf("%d jobs, error %v", len(jobs), err)
	}
	text := err.Error()
	if !strings.HasPrefix(text, "log: after line ") ||
		!strings.HasSuffix(text, ": gzip data ends too early, the file is truncated") {
		t.Errorf("message %q", text)
	}
}

func TestCorrupt(t *testing.T) {
	for name, data := range packed(t) {
		if name == "plain" {
			continue
		}
		bad := bytes.Clone(data)
		bad[len(bad)-6] ^= 0x55 // in the checksum, or the last block
		if _, err := readFile(bad); !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrTruncated) {
			t.Errorf("%s with a changed byte: error %v", name, err)
		}
		if _, err := readFile(append(bytes.Clone(data), "garbage that follows"...)); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s with garbage after it: error %v", name, err)
		}
	}
}

// TestDiskError: an error of the file is not reported as one of its content.
func TestDiskError(t *testing.T) {
	broken := errors.New("input/output error")
	for name, data := range packed(t) {
		src := iotest.DataErrReader(&failing{data: data[:len(data)-3], err: broken})
		f, err := OpenReader(src, "log")
		if err == nil {
			_, err = readAll(f.Reader)
		}
		if !errors.Is(err, broken) || errors.Is(err, ErrCorrupt) || errors.Is(err, ErrTruncated) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// failing returns its data and then its error.
type failing struct {
	data []byte
	err  error
}

func (f *failing) Read(p []byte) (int, error) {
	if len(f.data) == 0 {
		return 0, f.err
	}
	n := copy(p, f.data)
	f.data = f.data[n:]
	return n, nil
}
