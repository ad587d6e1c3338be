package traces

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"
)

// archiveServer serves one file with the faults of real servers.
type archiveServer struct {
	*httptest.Server
	body      []byte
	etag      string
	modified  string
	noRanges  bool
	faults    []fault // of the first requests, one each; later requests are answered in full
	mu        sync.Mutex
	asked     []string // Range headers
	served    int      // bytes of the body written
	onRequest func(n int)
}

// fault is what goes wrong with one answer.
type fault struct {
	status  int           // instead of the file, if not 0
	breakAt int           // break the connection after so many bytes of this answer, if not 0
	extra   int           // add to Content-Length; the whole body is sent all the same, and the connection ends
	unsaid  bool          // no Content-Length
	stall   bool          // after breakAt bytes say nothing until the client leaves
	shift   int           // begin a partial answer so many bytes further on
	header  http.Header   // of the answer, over the usual
	answer  []byte        // instead of the file
	delay   time.Duration // before each piece of 8 KiB
}

// newServer serves a gzip file of about 200 KiB, over TLS if secure.
func newServer(t *testing.T, secure bool, faults ...fault) *archiveServer {
	t.Helper()
	s := &archiveServer{body: log(200<<10, 1), etag: `"v1"`, faults: faults}
	s.Server = httptest.NewUnstartedServer(s)
	s.Config.ErrorLog = quiet()
	if secure {
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return s
}

// log is a gzip file of n bytes that do not compress.
func log(n int, seed uint64) []byte {
	text := make([]byte, n)
	r := rand.NewChaCha8([32]byte{byte(seed)})
	r.Read(text)
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(text)
	z.Close()
	return out.Bytes()
}

// entry is the server's file as the catalogue would have it.
func (s *archiveServer) entry() Entry {
	return Entry{Name: "Test-1", URL: archive + "l_test/Test-1.swf.gz", SHA256: hexSum(s.body), Jobs: -1}
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// requests gives the Range headers so far and the bytes served.
func (s *archiveServer) requests() ([]string, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.asked...), s.served
}

func (s *archiveServer) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	s.mu.Lock()
	var f fault
	n := len(s.asked)
	if n < len(s.faults) {
		f = s.faults[n]
	}
	s.asked = append(s.asked, req.Header.Get("Range"))
	s.mu.Unlock()
	if s.onRequest != nil {
		s.onRequest(n)
	}
	s.answer(w, req, f)
}

func (s *archiveServer) answer(w http.ResponseWriter, req *http.Request, f fault) {
	h := w.Header()
	h.Set("Content-Type", "application/x-gzip")
	if s.etag != "" {
		h.Set("ETag", s.etag)
	}
	if s.modified != "" {
		h.Set("Last-Modified", s.modified)
	}
	body, status := s.body, http.StatusOK
	condition := req.Header.Get("If-Range")
	if from, ok := rangeStart(req); ok && !s.noRanges && (condition == s.etag || condition == s.modified) {
		if from >= len(body) {
			h.Set("Content-Range", fmt.Sprintf("bytes */%d", len(body)))
			w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
			return
		}
		from += f.shift
		h.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(body)-1, len(body)))
		body, status = body[from:], http.StatusPartialContent
	}
	if f.answer != nil {
		body, status = f.answer, http.StatusOK
	}
	if f.status != 0 {
		body, status = nil, f.status
	}
	h.Set("Content-Length", strconv.Itoa(len(body)+f.extra))
	if f.unsaid {
		h.Del("Content-Length")
	}
	for k, v := range f.header {
		h[k] = v
	}
	if f.extra < 0 {
		sendRaw(w, body)
		return
	}
	w.WriteHeader(status)
	s.send(w, req, body, f)
}

// sendRaw sends more bytes than Content-Length says, which net/http does not let a handler do.
func sendRaw(w http.ResponseWriter, body []byte) {
	conn, buf, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	defer conn.Close()
	fmt.Fprint(buf, "HTTP/1.1 200 OK\r\n")
	w.Header().Write(buf)
	fmt.Fprint(buf, "\r\n")
	buf.Write(body)
	buf.Flush()
}

func (s *archiveServer) send(w http.ResponseWriter, req *http.Request, body []byte, f fault) {
	if f.breakAt > 0 {
		body = body[:f.breakAt]
	}
	for len(body) > 0 {
		time.Sleep(f.delay)
		n, err := w.Write(body[:min(len(body), 8<<10)])
		w.(http.Flusher).Flush()
		body = body[n:]
		s.mu.Lock()
		s.served += n
		s.mu.Unlock()
		if err != nil {
			return // the client has left
		}
	}
	if f.stall {
		<-req.Context().Done()
	}
	if f.breakAt > 0 || f.extra > 0 {
		panic(http.ErrAbortHandler)
	}
}

func rangeStart(req *http.Request) (from int, ok bool) {
	_, err := fmt.Sscanf(req.Header.Get("Range"), "bytes=%d-", &from)
	return from, err == nil
}
