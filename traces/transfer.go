package traces

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// download is the work of one Get: requests until the part is the whole file.
type download struct {
	part     *part
	url      string
	client   *http.Client
	silence  time.Duration // in which a connection must bring least bytes
	minSpeed int64         // bytes a second
	maxSize  int64         // bytes, 0 for any
	progress func(done, total int64)
	received int64 // bytes of all bodies so far
	since    int64 // bytes of this connection since the last least
}

// least is how many bytes must come in the time of silence.
func (d *download) least() int64 { return max(1, int64(float64(d.minSpeed)*d.silence.Seconds())) }

// errTooLarge is wrapped by the refusal of a file that is larger than the store takes.
var errTooLarge = errors.New("the file is too large")

// checkSize refuses a file of which the server announces or has sent so many bytes.
func (d *download) checkSize(does string, bytes int64) error {
	if d.maxSize == 0 || bytes <= d.maxSize {
		return nil
	}
	return fmt.Errorf("%w: %s %s %d bytes, and --max-size takes %d", errTooLarge, d.url, does, bytes, d.maxSize)
}

// errStalled ends a connection that did not bring least bytes in the time of silence.
var errStalled = errors.New("stalled")

// stalled says what came in that time.
func (d *download) stalled() error {
	if d.since == 0 {
		return passing("no data from %s for %v", d.url, d.silence)
	}
	return passing("%s sent %d bytes in %v, less than the %d a second that --min-speed asks for", d.url, d.since, d.silence, d.minSpeed)
}

// passingError is a fault that may be gone at the next attempt.
type passingError struct{ err error }

func (e *passingError) Error() string { return e.err.Error() }
func (e *passingError) Unwrap() error { return e.err }

// refusedError is our own refusal to follow a redirect.
type refusedError struct{ reason string }

func (e *refusedError) Error() string { return e.reason }

func passing(format string, args ...any) error {
	return &passingError{fmt.Errorf(format, args...)}
}

// transfer makes one request for what the part lacks and appends the answer. It returns nil when
// the part is as long as the server says, or has all of an answer of unsaid length.
func (d *download) transfer(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	d.since = 0
	watch := time.AfterFunc(d.silence, func() { cancel(errStalled) })
	defer watch.Stop()
	resp, err := d.request(ctx)
	if err == nil {
		defer resp.Body.Close()
		var total int64
		var whole bool
		if total, whole, err = d.begin(resp); err == nil {
			err = d.checkSize("announces", total)
		}
		if err == nil && !whole {
			err = d.receive(resp, total, watch)
		}
	}
	if err != nil && context.Cause(ctx) == errStalled {
		return d.stalled()
	}
	return err
}

func (d *download) request(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.url, nil)
	if err != nil {
		return nil, err
	}
	req.Close = true                              // what a server sends past its announced length must not reach another request or the terminal
	req.Header.Set("Accept-Encoding", "identity") // the bytes of the .gz as they are
	if d.part.resumable() {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", d.part.size))
		req.Header.Set("If-Range", d.part.origin.validator)
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return nil, classify(err)
	}
	return resp, nil
}

// classify tells the failures of a request that may pass from those that stay.
func classify(err error) error {
	var refused *refusedError
	if errors.As(err, &refused) {
		return refused
	}
	var certificate *tls.CertificateVerificationError
	var dns *net.DNSError
	if errors.As(err, &certificate) || errors.As(err, &dns) && dns.IsNotFound {
		return err
	}
	return &passingError{err}
}

// begin readies the part for the body of resp. It gives the length of the whole file, -1 where the
// server does not say; whole means that the part has all of it already.
func (d *download) begin(resp *http.Response) (total int64, whole bool, err error) {
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
		return resp.ContentLength, false, d.restart(validator(resp.Header))
	case code == http.StatusPartialContent && d.part.resumable():
		total, err = d.resume(resp)
		return total, false, err
	case code == http.StatusRequestedRangeNotSatisfiable && d.part.resumable():
		_, _, total, err = contentRange(resp.Header.Get("Content-Range"))
		if err == nil && total == d.part.size {
			return total, true, nil
		}
		return 0, false, d.again("the server has no more than the %d bytes that are here", d.part.size)
	case code == http.StatusRequestTimeout, code == http.StatusTooManyRequests, code >= 500:
		return 0, false, passing("%s answered %s", resp.Request.URL, resp.Status)
	}
	return 0, false, fmt.Errorf("%s answered %s", resp.Request.URL, resp.Status)
}

// resume checks that a partial answer goes on where the part ends, in the same state of the
// server's file.
func (d *download) resume(resp *http.Response) (total int64, err error) {
	first, last, total, err := contentRange(resp.Header.Get("Content-Range"))
	if err != nil {
		return 0, d.again("%w", err)
	}
	length := last - first + 1
	if first != d.part.size || resp.ContentLength >= 0 && resp.ContentLength != length {
		return 0, d.again("the server sent bytes %d-%d with length %d, asked for those from %d", first, last, resp.ContentLength, d.part.size)
	}
	if v := validator(resp.Header); v != "" && v != d.part.origin.validator {
		return 0, d.again("the file at %s has changed", d.url)
	}
	return total, nil
}

// again empties the part, for what is there cannot be continued, and gives the reason as a passing
// error.
func (d *download) again(format string, args ...any) error {
	if err := d.restart(""); err != nil {
		return err
	}
	return passing(format, args...)
}

func (d *download) restart(validator string) error {
	return d.part.restart(origin{url: d.url, validator: validator})
}

// receive appends the body of resp to the part. total is the length of the whole file, -1 unsaid.
func (d *download) receive(resp *http.Response, total int64, watch *time.Timer) error {
	body := bufio.NewReaderSize(resp.Body, 64<<10)
	if d.part.size == 0 {
		if err := expectGzip(body, resp); err != nil {
			return err
		}
	}
	buf := make([]byte, 64<<10)
	for {
		n, err := body.Read(buf)
		if n > 0 {
			if d.since += int64(n); d.since >= d.least() {
				watch.Reset(d.silence)
				d.since = 0
			}
			if err := d.checkSize("sends", d.part.size+int64(n)); err != nil {
				return err
			}
			if total >= 0 && d.part.size+int64(n) > total {
				return d.again("the server announced %d bytes and sent more", total)
			}
			if _, err := d.part.Write(buf[:n]); err != nil {
				return err
			}
			d.received += int64(n)
			if d.progress != nil {
				d.progress(d.part.size, total)
			}
		}
		switch {
		case err == io.EOF && total >= 0 && d.part.size < total, errors.Is(err, io.ErrUnexpectedEOF):
			if total < 0 {
				return passing("the server broke off after %d bytes", d.part.size)
			}
			return passing("the server announced %d bytes and broke off after %d", total, d.part.size)
		case err == io.EOF:
			return nil
		case err != nil:
			return passing("after %d bytes: %w", d.part.size, err)
		}
	}
}

// expectGzip refuses a body that does not begin like a gzip file, such as the web page of a login.
func expectGzip(body *bufio.Reader, resp *http.Response) error {
	head, err := body.Peek(2)
	switch {
	case err != nil && err != io.EOF:
		return passing("after 0 bytes: %w", err)
	case len(head) == 2 && head[0] == 0x1f && head[1] == 0x8b:
		return nil
	}
	kind := resp.Header.Get("Content-Type")
	if len(head) == 0 {
		kind = "nothing"
	} else if kind == "" {
		kind = "something else"
	}
	short := resp.Request.URL // without its query, which on the page of a login can be long
	return fmt.Errorf("not a gzip file: %s://%s%s answered with %s", short.Scheme, short.Host, short.Path, kind)
}
