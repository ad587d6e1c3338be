package traces

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// slowest is the time in which a server must have sent a log. The largest of the
// archive has 100 MB.
const slowest = 30 * time.Minute

// Get makes sure that the log is in the store, and downloads it if it is missing or
// wrong there. See the package's description.
//
// Get calls progress, which may be nil, after every piece that arrives, with the
// bytes that are there and the bytes that the server announced, -1 for unknown.
//
// The error wraps a *SumError for a file that is not the one of the catalogue, and the
// context's error where that ended the call.
func (s *Store) Get(ctx context.Context, e Entry, progress func(done, total int64)) (Result, error) {
	r, err := s.Verify(e)
	if err == nil && r.Status != Verified && r.Status != NotVerified {
		r, err = s.download(ctx, e, progress)
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return Result{}, fmt.Errorf("fetch %s: %w", e.Name, err)
	}
	return r, nil
}

// download fetches the log into a temporary file, and renames that if it is good.
func (s *Store) download(ctx context.Context, e Entry, progress func(done, total int64)) (Result, error) {
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return Result{}, err
	}
	file, err := os.CreateTemp(s.Dir, e.Name+suffix+".*.part")
	if err != nil {
		return Result{}, err
	}
	defer os.Remove(file.Name()) // unless it was renamed
	defer file.Close()
	r := Result{Path: s.Path(e)}
	sum := sha256.New()
	if r.Received, err = s.receive(ctx, s.address(e), io.MultiWriter(file, sum), progress); err != nil {
		return Result{}, err
	}
	r.SHA256 = hex.EncodeToString(sum.Sum(nil))
	var incomplete error
	if e.SHA256 == "" {
		incomplete = checkGzip(io.NewSectionReader(file, 0, r.Received))
	}
	if r.Status, r.Problem = judge(e, r.SHA256, incomplete); r.Problem != nil {
		return Result{}, r.Problem
	}
	if err := errors.Join(file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return Result{}, err
	}
	return r, os.Rename(file.Name(), filepath.Clean(r.Path))
}

// receive writes the file at an address to w, and returns its size in bytes.
func (s *Store) receive(ctx context.Context, address string, w io.Writer, progress func(done, total int64)) (int64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, err
	}
	req.Close = true                              // no other request gets what a server sends beyond the announced length
	req.Header.Set("Accept-Encoding", "identity") // the bytes of the .gz as they are
	resp, err := s.client().Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	total := resp.ContentLength
	switch {
	case resp.StatusCode != http.StatusOK:
		return 0, fmt.Errorf("%s answered %s", resp.Request.URL, resp.Status)
	case s.MaxSize > 0 && total > s.MaxSize:
		return 0, fmt.Errorf("the file is too large: %s announces %d bytes, and --max-size takes %d", address, total, s.MaxSize)
	}
	body := bufio.NewReaderSize(resp.Body, 64<<10)
	if head, err := body.Peek(2); err == io.EOF || err == nil && string(head) != "\x1f\x8b" { // such as the web page of a login
		at := resp.Request.URL // without its query, which can be long
		return 0, fmt.Errorf("not a gzip file: %s://%s%s answered with %q", at.Scheme, at.Host, at.Path, resp.Header.Get("Content-Type"))
	}
	done, buffer := int64(0), make([]byte, 64<<10)
	for {
		n, err := body.Read(buffer)
		if done += int64(n); s.MaxSize > 0 && done > s.MaxSize {
			return 0, fmt.Errorf("the file is too large: %s sends more than the %d bytes that --max-size takes", address, s.MaxSize)
		}
		if _, err := w.Write(buffer[:n]); err != nil {
			return 0, err
		}
		if progress != nil && n > 0 {
			progress(done, total)
		}
		if err == io.EOF {
			return done, nil
		}
		if err != nil {
			return 0, fmt.Errorf("after %d bytes: %w", done, err)
		}
	}
}

// client returns a client that follows no redirect from https to another scheme, or to
// what is neither https nor http.
func (s *Store) client() *http.Client {
	c := http.Client{Timeout: slowest}
	if s.Client != nil {
		c = *s.Client
	}
	c.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		from, to := via[len(via)-1].URL.Scheme, req.URL
		if to.Scheme != "https" && (from == "https" || to.Scheme != "http") {
			return fmt.Errorf("refused a redirect from %s to %s", from, to)
		}
		if len(via) >= 10 {
			return errors.New("stopped after 10 redirects")
		}
		return nil
	}
	return &c
}
