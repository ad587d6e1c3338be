package traces

import (
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"waitbench/methods"
)

// Store is a folder of fetched logs.
type Store struct {
	Dir    string       // made by Get
	Client *http.Client // nil: a client of its own
	Server string       // address of a copy of the archive; empty: the archive
}

// Status is the result of a check of a log in a store.
type Status string

const (
	Missing     Status = "missing"      // there is no file
	Verified    Status = "verified"     // the file has the catalogue's SHA-256
	NotVerified Status = "not verified" // the catalogue has none; the file is a complete gzip stream
	Wrong       Status = "wrong"        // the file has another SHA-256, or is no such stream
)

// Fetched is the result of Get.
type Fetched struct {
	Path     string
	Status   Status
	SHA256   string // of the file, empty if Missing
	Received int64  // bytes that this call downloaded
	Problem  error  // nil unless Wrong
}

// DefaultDir returns the folder for fetched logs in the user's cache folder,
// such as ~/.cache/waitbench/traces.
func DefaultDir() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for traces: %w", err)
	}
	return filepath.Join(cache, "waitbench", "traces"), nil
}

// CheckServer returns an error for an invalid Store.Server.
func CheckServer(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" ||
		u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%q is no address of a server, such as https://example.org/workload",
			address)
	}
	return nil
}

// Path returns the path of the log's file, which may not exist.
func (s *Store) Path(e Entry) string { return filepath.Join(s.Dir, e.Name+suffix) }

// Verify compares the log's file with the catalogue. A missing or wrong file is
// a Status; the error is for a file that cannot be read.
func (s *Store) Verify(e Entry) (Fetched, error) {
	f, err := os.Open(s.Path(e))
	if errors.Is(err, fs.ErrNotExist) {
		return Fetched{Path: s.Path(e), Status: Missing}, nil
	}
	var r Fetched
	if err == nil {
		defer f.Close()
		r, err = s.judge(e, f)
	}
	if err != nil {
		return Fetched{}, fmt.Errorf("verify %s: %w", e.Name, err)
	}
	return r, nil
}

// judge compares a file's content, whatever its name, with the catalogue.
func (s *Store) judge(e Entry, f io.ReadSeeker) (Fetched, error) {
	sum := sha256.New()
	_, err := f.Seek(0, io.SeekStart)
	if err == nil {
		_, err = io.Copy(sum, f)
	}
	r := Fetched{Path: s.Path(e), SHA256: fmt.Sprintf("%x", sum.Sum(nil))}
	if r.Status, r.Problem = e.compare(r.SHA256); err != nil || r.Status != NotVerified {
		return r, err
	}
	f.Seek(0, io.SeekStart) // as above
	z, cut := gzip.NewReader(f)
	if cut == nil {
		_, cut = io.Copy(io.Discard, z)
	}
	if cut != nil {
		r.Status, r.Problem = Wrong, fmt.Errorf("not a complete gzip file: %w", cut)
	}
	return r, nil
}

// compare returns the status of a file by its SHA-256.
func (e *Entry) compare(sum string) (Status, error) {
	switch e.SHA256 {
	case "":
		return NotVerified, nil
	case sum:
		return Verified, nil
	}
	return Wrong, fmt.Errorf("wrong file: expected SHA-256 %s, got %s", e.SHA256, sum)
}

// Check compares the SHA-256 of a file with the log of that name. It returns
// known = false for a name that the catalogue does not have.
func Check(name, sum string) (status Status, problem error, known bool) {
	e, known := lookup(name)
	if known {
		status, problem = e.compare(sum)
	}
	return status, problem, known
}

// nearFile returns a log's file in the same folder whose name goes on after the
// name in the path, or differs by few letters. It returns "" for none.
func nearFile(path string) string {
	folder, name := filepath.Split(path)
	files, _ := filepath.Glob(filepath.Join(folder, "*.swf*")) // nil for an error
	for i, file := range files {
		if files[i] = filepath.Base(file); strings.HasPrefix(files[i], name+".") {
			return file
		}
	}
	if near := methods.Nearest(name, files); near != "" {
		return filepath.Join(folder, near)
	}
	return ""
}

// Resolve returns the path of a log. A name is "-" for standard input, a file,
// or a log of the catalogue, which must be in one of the folders; empty names
// of folders are skipped. A folder with the name of a log, such as the results
// of its replay, is not taken for the log.
func Resolve(name string, folders ...string) (string, error) {
	if name == "-" {
		return name, nil
	}
	info, err := os.Stat(name)
	e, ok := lookup(name)
	switch {
	case err == nil && !(ok && info.IsDir()):
		return name, nil
	case !ok && errors.Is(err, fs.ErrNotExist):
		if near := nearFile(name); near != "" {
			return "", fmt.Errorf("%q: no such file; did you mean %s?", name, near)
		}
		return "", fmt.Errorf("%q: no such file, and not a catalogue name; %s",
			name, hint(filepath.Base(name)))
	case !ok:
		return "", err
	}
	for _, folder := range folders {
		path := (&Store{Dir: folder}).Path(e)
		if info, err := os.Stat(path); folder != "" && err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is in the catalogue but %s", e.Name, e.notFetched())
}

// notFetched says why the log is not here, and what to do.
func (e Entry) notFetched() string {
	if e.URL == "" {
		return "cannot be fetched: put its file into a folder of WAITBENCH_TRACES; it is of " +
			e.Credit
	}
	return "has not been fetched: run waitbench traces get " + e.Name +
		", or put it into a folder of WAITBENCH_TRACES"
}
