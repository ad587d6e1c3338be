package traces

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	stdlog "log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
)

// archiveServer serves one file with the faults of real servers.
type archiveServer struct {
	*httptest.Server
	body   []byte
	faults []fault // of the first requests, one each; later requests are answered in full
	asked  int     // requests
}

// fault is what goes wrong with one answer.
type fault struct {
	status  int         // instead of the file, if not 0
	breakAt int         // break the connection after so many bytes, if not 0
	stall   bool        // after breakAt bytes say nothing until the client leaves
	unsaid  bool        // no Content-Length
	header  http.Header // of the answer, over the usual
	answer  []byte      // instead of the file
}

// newServer serves a gzip file of about 200 KiB, over TLS if secure.
func newServer(t *testing.T, secure bool, faults ...fault) *archiveServer {
	t.Helper()
	s := &archiveServer{body: log(200<<10, 1), faults: faults}
	s.Server = httptest.NewUnstartedServer(s)
	s.Config.ErrorLog = stdlog.New(io.Discard, "", 0)
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

func (s *archiveServer) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var f fault
	if s.asked < len(s.faults) {
		f = s.faults[s.asked]
	}
	s.asked++
	body := s.body
	if f.answer != nil {
		body = f.answer
	}
	w.Header().Set("Content-Type", "application/x-gzip")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if f.unsaid {
		w.Header().Del("Content-Length")
	}
	for k, v := range f.header {
		w.Header()[k] = v
	}
	if f.status != 0 {
		w.Header().Del("Content-Length")
		w.WriteHeader(f.status)
		return
	}
	if f.breakAt > 0 {
		body = body[:f.breakAt]
	}
	w.Write(body)
	w.(http.Flusher).Flush()
	if f.stall {
		<-req.Context().Done()
	}
	if f.breakAt > 0 {
		panic(http.ErrAbortHandler)
	}
}
