package traces

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// Store is a folder of fetched logs. It is safe for parallel use, also by several processes; its
// fields must not change meanwhile.
type Store struct {
	Dir     string       // made by Get if need be
	Client  *http.Client // nil: a client of its own
	Server  string       // address of a copy of the archive; empty: the archive
	MaxSize int64        // of a file, in bytes; 0: any
}

// Status says what is known of a log in a store.
type Status int

const (
	Missing     Status = iota // there is no file
	Verified                  // the file has the catalogue's SHA-256
	NotVerified               // the file is a complete gzip stream; the catalogue has no SHA-256 for it
	Wrong                     // the file has another SHA-256, or where there is none to compare is not a complete gzip stream
)

// String gives the words that tables show.
func (s Status) String() string {
	return [...]string{"missing", "verified", "not verified", "wrong"}[s]
}

// Result is what Get and Verify found.
type Result struct {
	Path     string
	Status   Status
	SHA256   string // of the file, empty if Missing
	Received int64  // bytes that came over the network in this call; 0 where the file was there already
	Problem  error  // what is wrong, nil unless Wrong
}

// SumError says that a file is not the one the catalogue means.
type SumError struct{ Want, Got string } // SHA-256, hexadecimal

func (e *SumError) Error() string {
	return fmt.Sprintf("wrong file: expected SHA-256 %s, got %s", e.Want, e.Got)
}

// DefaultDir is the folder for fetched logs in the user's cache folder, such as
// ~/.cache/waitbench/traces.
func DefaultDir() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for traces: %w", err)
	}
	return filepath.Join(cache, "waitbench", "traces"), nil
}

// CheckServer refuses what is no address for Store.Server.
func CheckServer(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%q is no address of a server, such as https://example.org/workload", address)
	}
	return nil
}

// address is where the log is fetched from.
func (s *Store) address(e Entry) string {
	if rest, ok := strings.CutPrefix(e.URL, archive); ok && s.Server != "" {
		return strings.TrimSuffix(s.Server, "/") + "/" + rest
	}
	return e.URL
}

// Path is where the store keeps the log, whether it is there or not.
func (s *Store) Path(e Entry) string { return filepath.Join(s.Dir, e.Name+suffix) }

// Have says whether the log's file is in the store, good or not.
func (s *Store) Have(e Entry) bool {
	info, err := os.Stat(s.Path(e))
	return err == nil && info.Mode().IsRegular()
}

// Verify reads the log's file and compares it with the catalogue. A missing or wrong file is a
// Status; the error is for a file that cannot be read.
func (s *Store) Verify(e Entry) (Result, error) {
	r := Result{Path: s.Path(e)}
	f, err := os.Open(r.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return Result{}, fmt.Errorf("verify %s: %w", e.Name, err)
	}
	defer f.Close()
	whole := error(nil)
	sum := sha256.New()
	in := io.TeeReader(f, sum)
	if e.SHA256 == "" {
		whole = checkGzip(in)
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return Result{}, fmt.Errorf("verify %s: %w", e.Name, err)
	}
	r.SHA256 = hex.EncodeToString(sum.Sum(nil))
	r.Status, r.Problem = judge(e, r.SHA256, whole)
	return r, nil
}

// judge gives the status of a file with this sum. whole says why the file is not a complete gzip
// stream; it counts only where the catalogue has no sum.
func judge(e Entry, sum string, whole error) (Status, error) {
	switch {
	case e.SHA256 == "" && whole != nil:
		return Wrong, fmt.Errorf("not a complete gzip file: %w", whole)
	case e.SHA256 == "":
		return NotVerified, nil
	case e.SHA256 != sum:
		return Wrong, &SumError{Want: e.SHA256, Got: sum}
	}
	return Verified, nil
}

// Check says whether a file with this sum is the log of the catalogue that it has the name of.
// known is false for a name that the catalogue does not have.
func Check(name, sum string) (status Status, problem error, known bool) {
	e, known := lookup(name)
	if known {
		status, problem = judge(e, sum, nil)
	}
	return status, problem, known
}

// checkGzip reads r through and says what is wrong with it as a gzip file.
func checkGzip(r io.Reader) error {
	z, err := gzip.NewReader(bufio.NewReader(r))
	if err == nil {
		_, err = io.Copy(io.Discard, z)
	}
	if err == io.EOF {
		return errors.New("the file is empty")
	}
	return err
}
