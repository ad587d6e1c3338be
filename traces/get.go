package traces

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"
)

// lockPoll is the time between two tries for a lock that another holds.
const lockPoll = 20 * time.Millisecond

// Get makes sure that the log is in the store, downloading it if it is missing or wrong there. See
// the package's description for what is resumed, tried again, checked and kept.
//
// progress, which may be nil, is called in the caller's goroutine after every piece that arrives,
// with the bytes of the file that are there and the bytes it has, -1 where the server does not say.
// It starts anew when the download does.
//
// The error wraps a *SumError for a file that is not the catalogue's, and the context's error where
// that ended the call.
func (s *Store) Get(ctx context.Context, e Entry, progress func(done, total int64)) (Result, error) {
	r, err := s.get(ctx, e, progress)
	if err != nil {
		return Result{}, fmt.Errorf("fetch %s: %w", e.Name, err)
	}
	return r, nil
}

func (s *Store) get(ctx context.Context, e Entry, progress func(done, total int64)) (Result, error) {
	if r, err := s.Verify(e); err != nil || r.good() {
		return r, err
	}
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return Result{}, err
	}
	unlock, err := s.lock(ctx, s.Path(e)+".lock")
	if err != nil {
		return Result{}, err
	}
	defer unlock()
	if r, err := s.Verify(e); err != nil || r.good() {
		return r, err // another has fetched it while we waited
	}
	address := s.address(e)
	p, err := openPart(s.Path(e)+".part", address)
	if err != nil {
		return Result{}, err
	}
	d := &download{part: p, url: address, client: s.client(), silence: s.Silence, maxSize: s.MaxSize, minSpeed: s.MinSpeed, progress: progress}
	if d.silence == 0 {
		d.silence = 30 * time.Second
	}
	err = s.persist(ctx, d)
	if errors.Is(err, errTooLarge) {
		p.discard()
	} else if err != nil {
		p.keep()
	}
	if err != nil {
		return Result{}, err
	}
	return s.accept(e, d)
}

// persist transfers until the file is whole, pausing after each failure that may pass.
func (s *Store) persist(ctx context.Context, d *download) error {
	attempts, backoff := s.Attempts, s.Backoff
	if attempts == 0 {
		attempts = 5
	}
	if backoff == nil {
		backoff = doubling
	}
	most := d.part.size
	for failures := 1; ; failures++ {
		before := d.part.size
		err := d.transfer(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !errors.As(err, new(*passingError)) {
			return err
		}
		if d.part.size > most && d.part.size-before >= d.least() {
			failures = 1
		}
		most = max(most, d.part.size)
		if failures >= attempts {
			return fmt.Errorf("given up after %d failures in a row: %w", failures, err)
		}
		if err := pause(ctx, backoff(failures)); err != nil {
			return err
		}
	}
}

// accept checks the whole part and gives it its final name, or removes it.
func (s *Store) accept(e Entry, d *download) (Result, error) {
	r := Result{Path: s.Path(e), SHA256: d.part.hexSum(), Received: d.received}
	whole := error(nil)
	if e.SHA256 == "" {
		whole = d.part.checkGzip()
	}
	if r.Status, r.Problem = judge(e, r.SHA256, whole); r.Problem != nil {
		d.part.discard()
		return Result{}, r.Problem
	}
	if err := d.part.commit(r.Path); err != nil {
		return Result{}, err
	}
	return r, nil
}

// client gives the store's client with redirects refused from https to anything else, and to what is
// neither https nor http.
func (s *Store) client() *http.Client {
	var c http.Client
	if s.Client != nil {
		c = *s.Client
	}
	next := c.CheckRedirect
	c.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		if from := via[len(via)-1].URL.Scheme; req.URL.Scheme != "https" && (from == "https" || req.URL.Scheme != "http") {
			return &refusedError{fmt.Sprintf("refused a redirect from %s to %s", from, req.URL)}
		}
		if next != nil {
			return next(req, via)
		}
		if len(via) >= 10 {
			return &refusedError{"stopped after 10 redirects"}
		}
		return nil
	}
	return &c
}

// lock waits for the lock file at path. The error names it, for it may be left over where the
// system has no flock.
func (s *Store) lock(ctx context.Context, path string) (unlock func(), err error) {
	if s.Lock == nil {
		return func() {}, nil
	}
	for {
		unlock, ok, err := s.Lock(path)
		if ok || err != nil {
			return unlock, err
		}
		if err := pause(ctx, lockPoll); err != nil {
			return nil, fmt.Errorf("waiting for another download, which holds %s: %w", path, err)
		}
	}
}

// pause waits for d or the end of the context, whose error it then gives.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// doubling is the pause after so many failures in a row: 1 s, 2 s, 4 s and so on up to 30 s.
func doubling(failures int) time.Duration {
	return min(time.Second<<min(failures-1, 5), 30*time.Second)
}
