package traces

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// part is a download that is not whole yet: the file, its SHA-256 so far, and which file of the
// server it is a part of.
type part struct {
	file   *os.File
	path   string
	size   int64 // bytes
	sum    hash.Hash
	origin origin
}

// origin names one state of a file on a server.
type origin struct {
	url       string
	validator string // strong ETag or Last-Modified, empty where the server gave neither
}

// openPart opens the part file at path, or starts one. A part of another address, or of an unknown
// state of the server's file, is emptied.
func openPart(path, url string) (*part, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is a link or folder, which this program does not make: remove it", path)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	p := &part{file: f, path: path, sum: sha256.New()}
	err = p.reload()
	p.origin = readOrigin(path + ".origin")
	if err == nil && (p.origin.url != url || p.origin.validator == "") {
		err = p.restart(origin{url: url})
	}
	if err != nil {
		p.keep()
		return nil, err
	}
	return p, nil
}

// reload brings size and sum up to date with the file.
func (p *part) reload() error {
	info, err := p.file.Stat()
	if err != nil {
		return err
	}
	p.size, err = io.CopyN(p.sum, p.file, info.Size())
	return err
}

// resumable says whether a server can be asked for the rest.
func (p *part) resumable() bool { return p.size > 0 && p.origin.validator != "" }

// restart empties the part and notes what it is to be a part of.
func (p *part) restart(o origin) error {
	if p.size > 0 {
		if err := p.file.Truncate(0); err != nil {
			return err
		}
		if _, err := p.file.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	p.size = 0
	p.sum.Reset()
	p.origin = o
	name := p.path + ".origin"
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) { // it may be a link
		return err
	}
	return os.WriteFile(name, fmt.Appendf(nil, "%s\n%s\n", o.url, o.validator), 0o644)
}

// Write appends b.
func (p *part) Write(b []byte) (int, error) {
	n, err := p.file.Write(b)
	p.sum.Write(b[:n])
	p.size += int64(n)
	return n, err
}

// checkGzip says what is wrong with the part as a gzip file.
func (p *part) checkGzip() error {
	return checkGzip(io.NewSectionReader(p.file, 0, p.size))
}

// hexSum is the SHA-256 of the part.
func (p *part) hexSum() string { return hex.EncodeToString(p.sum.Sum(nil)) }

// commit flushes the part to the disk and gives it its final name.
func (p *part) commit(path string) error {
	err := errors.Join(p.file.Sync(), p.file.Close())
	if err != nil {
		return err
	}
	if err := os.Rename(p.path, path); err != nil {
		return err
	}
	os.Remove(p.path + ".origin")
	if dir, err := os.Open(filepath.Dir(path)); err == nil { // so that the name outlives a power failure, where the system can
		dir.Sync()
		dir.Close()
	}
	return nil
}

// discard removes the part.
func (p *part) discard() {
	p.file.Close()
	os.Remove(p.path)
	os.Remove(p.path + ".origin")
}

// keep closes the part and leaves it for a later call; a part without a byte is removed.
func (p *part) keep() {
	if p.size == 0 {
		p.discard()
		return
	}
	p.file.Close()
}

// readOrigin reads the file that restart wrote; an unreadable one names nothing.
func readOrigin(path string) origin {
	f, err := os.Open(path)
	if err != nil {
		return origin{}
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 8<<10)) // more is not from restart
	lines := strings.Split(string(text), "\n")
	if len(lines) != 3 {
		return origin{}
	}
	return origin{url: lines[0], validator: lines[1]}
}

// validator gives what If-Range may ask for: the ETag if it is a strong one, else the Last-Modified
// date, else nothing [RFC 9110, 13.1.5].
func validator(h http.Header) string {
	if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
		return tag
	}
	return h.Get("Last-Modified")
}

// contentRange reads a Content-Range: bytes first-last/total, or bytes */total with first -1. A
// total of * is -1.
func contentRange(s string) (first, last, total int64, err error) {
	form := "bytes %d-%d/%s"
	var of string
	if rest, ok := strings.CutPrefix(s, "bytes */"); ok {
		first, last, of = -1, -1, rest
	} else if _, err := fmt.Sscanf(s, form, &first, &last, &of); err != nil || first < 0 || last < first {
		return 0, 0, 0, fmt.Errorf("content range %q makes no sense", s)
	}
	if of == "*" {
		return first, last, -1, nil
	}
	if _, err := fmt.Sscanf(of, "%d", &total); err != nil || total <= last {
		return 0, 0, 0, fmt.Errorf("content range %q makes no sense", s)
	}
	return first, last, total, nil
}
