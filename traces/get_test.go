package traces

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	stdlog "log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// archiveServer serves one file with the faults of real servers.
type archiveServer struct {
	*httptest.Server
	body     []byte
	faults   []fault // of the first requests; later requests get the file
	requests int
}

// fault is a fault of one answer.
type fault struct {
	status  int    // instead of the file, if not 0
	breakAt int    // break the connection after so many bytes, if not 0
	stall   bool   // after breakAt bytes wait until the client leaves
	unsaid  bool   // no Content-Length
	answer  []byte // instead of the file
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

// log returns a gzip file of n bytes that do not compress.
func log(n int, seed byte) []byte {
	text := make([]byte, n)
	rand.NewChaCha8([32]byte{seed}).Read(text)
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(text)
	z.Close()
	return out.Bytes()
}

// entry returns the entry of a catalogue for the server's file.
func (s *archiveServer) entry() Entry {
	return Entry{Name: "Test-1", URL: archive + "l_test/Test-1.swf.gz", SHA256: hexSum(s.body), Jobs: -1}
}

func hexSum(b []byte) string { return fmt.Sprintf("%x", sha256.Sum256(b)) }

func (s *archiveServer) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var f fault
	if s.requests < len(s.faults) {
		f = s.faults[s.requests]
	}
	s.requests++
	body := s.body
	if f.answer != nil {
		body = f.answer
	}
	w.Header().Set("Content-Type", "text/html")
	if !f.unsaid && f.status == 0 {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	}
	if f.status != 0 {
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

// newStore returns an empty store.
func newStore(t *testing.T, s *archiveServer) *Store {
	return &Store{Dir: t.TempDir() + "/cache/traces", Client: s.Client(), Server: s.URL}
}

// expect compares the store's folder with the names given.
func expect(t *testing.T, s *Store, names ...string) {
	t.Helper()
	var got []string
	files, _ := os.ReadDir(s.Dir)
	for _, f := range files {
		got = append(got, f.Name())
	}
	if !slices.Equal(got, names) {
		t.Errorf("the folder has %q, want %q", got, names)
	}
}

// TestGetFaults: a fault is an error and leaves nothing; the next call has the
// file.
func TestGetFaults(t *testing.T) {
	html := []byte("<html><body>please log in</body></html>")
	for _, c := range []struct {
		name string
		fault
		fail string // in the error; "" for none
	}{
		{"clean", fault{}, ""},
		{"length unsaid", fault{unsaid: true}, ""},
		{"breaks off", fault{breakAt: 50_000}, "unexpected EOF"},
		{"breaks off, length unsaid", fault{breakAt: 50_000, unsaid: true}, "unexpected EOF"},
		{"wrong file", fault{answer: log(1000, 2)}, "wrong file: expected SHA-256 "},
		{"web page", fault{answer: html}, `answered with "text/html"`},
		{"nothing", fault{answer: []byte{}}, "not a gzip file: "},
		{"404", fault{status: 404}, "answered 404 Not Found"},
		{"503", fault{status: 503}, "answered 503 Service Unavailable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newServer(t, false, c.fault)
			store := newStore(t, server)
			if c.fail != "" {
				_, err := store.Get(t.Context(), server.entry(), nil)
				if err == nil || !strings.Contains(err.Error(), c.fail) ||
					!strings.HasPrefix(err.Error(), "fetch Test-1: ") {
					t.Errorf("error %v, want %q in it", err, c.fail)
				}
				expect(t, store)
			}
			var done int64
			r, err := store.Get(t.Context(), server.entry(), func(d, _ int64) { done = d })
			if err != nil {
				t.Fatal(err)
			}
			size := int64(len(server.body))
			if want := (Fetched{Path: store.Path(server.entry()), Status: Verified, SHA256: hexSum(server.body),
				Received: size}); r != want || done != size {
				t.Errorf("result %+v, want %+v; progress ended at %d", r, want, done)
			}
			expect(t, store, "Test-1.swf.gz")
			if got, err := os.ReadFile(r.Path); err != nil || !bytes.Equal(got, server.body) {
				t.Errorf("the file differs: %v", err)
			}
			before := server.requests
			if r, err := store.Get(t.Context(), server.entry(), nil); err != nil || r.Received != 0 ||
				server.requests != before {
				t.Errorf("the file that is there: %+v, %v, %d requests", r, err, server.requests-before)
			}
		})
	}
}

// TestGetNotVerified fetches a log without a sum in the catalogue.
func TestGetNotVerified(t *testing.T) {
	whole := log(1000, 2)
	server := newServer(t, false, fault{answer: whole[:500]})
	store := newStore(t, server)
	entry := server.entry()
	entry.SHA256 = ""
	if _, err := store.Get(t.Context(), entry, nil); err == nil ||
		!strings.Contains(err.Error(), "not a complete gzip file: unexpected EOF") {
		t.Errorf("cut file: error %v", err)
	}
	expect(t, store)
	r, err := store.Get(t.Context(), entry, nil)
	if err != nil || r.Status != NotVerified || r.SHA256 != hexSum(server.body) {
		t.Errorf("whole file: %+v, %v", r, err)
	}
	if r, err := store.Verify(entry); err != nil || r.Status != NotVerified || r.SHA256 != hexSum(server.body) {
		t.Errorf("Verify: %+v, %v", r, err)
	}
}

// TestGetReplacesOnlyByGood has a wrong file under the log's name.
func TestGetReplacesOnlyByGood(t *testing.T) {
	server := newServer(t, false, fault{answer: log(1000, 2)})
	store := newStore(t, server)
	path := store.Path(server.entry())
	if err := os.MkdirAll(store.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := store.Get(t.Context(), server.entry(), nil)
	want := "fetch Test-1: wrong file: expected SHA-256 " + hexSum(server.body) + ", got " + hexSum(log(1000, 2))
	if err == nil || err.Error() != want {
		t.Errorf("error %v", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "mine" {
		t.Error("the file was touched")
	}
	expect(t, store, "Test-1.swf.gz")
	if r, err := store.Get(t.Context(), server.entry(), nil); err != nil || r.Status != Verified {
		t.Errorf("second call: %+v, %v", r, err)
	}
}

// TestGetCancelled ends a download midway.
func TestGetCancelled(t *testing.T) {
	server := newServer(t, false, fault{breakAt: 100_000, stall: true})
	store := newStore(t, server)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := store.Get(ctx, server.entry(), func(done, _ int64) {
		if done >= 100_000 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	expect(t, store)
}

// slowBody sends a byte after 50 s, twice, and then nothing.
type slowBody struct {
	ctx  context.Context
	sent int
}

func (b *slowBody) Close() error { return nil }

func (b *slowBody) Read(p []byte) (int, error) {
	var more <-chan time.Time
	if b.sent++; b.sent <= 2 {
		more = time.After(50 * time.Second)
	}
	select {
	case <-more:
		return copy(p, "x"), nil
	case <-b.ctx.Done():
		return 0, context.Cause(b.ctx)
	}
}

func (b slowBody) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Request: req, Body: &slowBody{req.Context(), b.sent}}, nil
}

// TestGetStalls ends a download after a minute without a byte.
func TestGetStalls(t *testing.T) {
	entry := Entry{Name: "Test-1", URL: archive + "l_test/Test-1.swf.gz"}
	for sent, want := range []time.Duration{160 * time.Second, 110 * time.Second, 60 * time.Second} {
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now() // on a clock of the test
			store := &Store{Dir: dir, Client: &http.Client{Transport: slowBody{nil, sent}}}
			_, err := store.Get(t.Context(), entry, nil)
			if err == nil || !strings.HasSuffix(err.Error(), ": the server sent nothing for a minute") ||
				time.Since(begun) != want {
				t.Errorf("error %v after %v, want %v", err, time.Since(begun), want)
			}
			expect(t, store)
		})
	}
}

func TestGetRedirects(t *testing.T) {
	server := newServer(t, true)
	plain := newServer(t, false)
	target := ""
	redirector := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		http.Redirect(w, req, target, http.StatusFound)
	}))
	defer redirector.Close()
	entry := server.entry()
	store := newStore(t, server) // the test servers share a certificate
	store.Server = redirector.URL
	for to, want := range map[string]string{
		plain.URL:                "refused a redirect from https to http://",
		"file:///etc/hostname":   "refused a redirect from https to file://",
		store.Server + "/Test-1": "stopped after 10 redirects",
	} {
		target = to
		if _, err := store.Get(t.Context(), entry, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("to %s: error %v, want %q", to, err, want)
		}
	}
	if plain.requests > 0 {
		t.Error("the plain server had requests")
	}
	target = server.URL
	if r, err := store.Get(t.Context(), entry, nil); err != nil || r.Status != Verified {
		t.Errorf("https to https: %+v, %v", r, err)
	}
	store = newStore(t, server)
	store.Client = nil // trusts no such certificate
	if _, err := store.Get(t.Context(), entry, nil); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("unknown certificate: %v", err)
	}
}

// TestGetTooLarge refuses a file when its size is announced, or else when it is
// exceeded, and keeps nothing.
func TestGetTooLarge(t *testing.T) {
	defer func(was int64) { largest = was }(largest)
	for unsaid, want := range map[bool]string{false: " announces ", true: " sends more than "} {
		server := newServer(t, false, fault{unsaid: unsaid})
		store := newStore(t, server)
		largest = int64(len(server.body)) - 1
		arrived := int64(0)
		_, err := store.Get(t.Context(), server.entry(), func(done, _ int64) { arrived = done })
		if err == nil || !strings.HasPrefix(err.Error(), "fetch Test-1: the file is too large: http://") ||
			!strings.Contains(err.Error(), want) ||
			arrived > largest || !unsaid && arrived > 0 {
			t.Errorf("error %v after %d bytes", err, arrived)
		}
		expect(t, store)
		largest++
		if r, err := store.Get(t.Context(), server.entry(), nil); err != nil || r.Status != Verified {
			t.Errorf("just as large: %+v, %v", r, err)
		}
	}
}

// TestGetInLittleMemory: a file that never ends, and one that is there already,
// take no memory of their size.
func TestGetInLittleMemory(t *testing.T) {
	defer func(was int64) { largest = was }(largest)
	largest = 64 << 20
	piece := log(1<<20, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for err := error(nil); err == nil; {
			_, err = w.Write(piece)
		}
	}))
	defer server.Close()
	store := &Store{Dir: t.TempDir(), Server: server.URL}
	entry := Entry{Name: "Test-1", URL: archive + "l_test/Test-1.swf.gz", SHA256: "another"}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := store.Get(t.Context(), entry, nil); err == nil || !strings.Contains(err.Error(), " sends more than ") {
		t.Errorf("error %v", err)
	}
	expect(t, store)
	if err := os.WriteFile(store.Path(entry), bytes.Repeat(piece, 32), 0o644); err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	if r, err := store.Verify(entry); err != nil || r.Status != Wrong {
		t.Errorf("verified: %+v, %v", r, err)
	}
	runtime.ReadMemStats(&after)
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 48 { // 32 are the file that the test writes
		t.Errorf("%d MB were allocated", took)
	}
}
