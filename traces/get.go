package traces

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

// slowest is the time in which a server must send a log. The largest of the
// archive has 100 MB.
const slowest = 30 * time.Minute

// largest is the most bytes of a log.
var largest int64 = 200_000_000 // tests change it

// Progress is called, unless it is nil, after every piece of a file, with the
// bytes received and the bytes that the server announced, -1 for unknown.
type Progress func(done, total int64)

// Get downloads a log that is missing or wrong in the store. The error wraps
// the context's error if that ended the call.
func (s *Store) Get(ctx context.Context, e Entry, progress Progress) (Fetched, error) {
	r, err := s.Verify(e)
	if err == nil && e.URL == "" && r.Status != Verified {
		err = errors.New(e.notFetched())
	} else if err == nil && r.Status != Verified && r.Status != NotVerified {
		r, err = s.download(ctx, e, progress)
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return Fetched{}, fmt.Errorf("fetch %s: %w", e.Name, err)
	}
	return r, nil
}

// download fetches the log, and writes it to the store if it is good.
func (s *Store) download(ctx context.Context, e Entry, progress Progress) (Fetched, error) {
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return Fetched{}, err
	}
	address := e.URL
	if rest, ok := strings.CutPrefix(e.URL, archive); ok && s.Server != "" {
		address = strings.TrimSuffix(s.Server, "/") + "/" + rest
	}
	file, err := os.CreateTemp(s.Dir, e.Name+suffix+".*.part")
	if err != nil {
		return Fetched{}, err
	}
	defer os.Remove(file.Name()) // unless it was renamed
	defer file.Close()
	received, err := s.receive(ctx, address, file, progress)
	if err != nil {
		return Fetched{}, err
	}
	r, err := s.judge(e, file)
	if r.Received = received; err != nil || r.Problem != nil {
		return Fetched{}, cmp.Or(err, r.Problem)
	}
	err = errors.Join(file.Chmod(0o644), file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), r.Path)
	}
	return r, err
}

// receive writes the file at an address to another one, and returns its bytes.
// A server that sends nothing for a minute is an error.
func (s *Store) receive(ctx context.Context, address string, to *os.File,
	progress Progress) (done int64, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	silent := time.AfterFunc(time.Minute,
		func() { stop(errors.New("the server sent nothing for a minute")) })
	defer silent.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, err
	}
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
	case total > largest:
		return 0, fmt.Errorf("the file is too large: %s announces %d bytes, more than %d",
			address, total, largest)
	}
	buffer := make([]byte, 64<<10)
	for err == nil {
		var n int
		n, err = resp.Body.Read(buffer)
		silent.Reset(time.Minute)
		if done += int64(n); done > largest {
			return done, fmt.Errorf("the file is too large: %s sends more than %d bytes",
				address, largest)
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return done, err
		}
		if progress != nil {
			progress(done, total)
		}
	}
	if err != io.EOF {
		return done, fmt.Errorf("after %d bytes: %w", done, err)
	}
	begin := make([]byte, 2)
	if _, err := to.ReadAt(begin, 0); err != nil || string(begin) != "\x1f\x8b" {
		// Such as the web page of a login.
		u := resp.Request.URL // without its query, which can be long
		return done, fmt.Errorf("not a gzip file: %s://%s%s answered with %q",
			u.Scheme, u.Host, u.Path, resp.Header.Get("Content-Type"))
	}
	return done, nil
}

// client returns a client that follows no redirect from https to another
// scheme, or from http to another scheme than these two.
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
