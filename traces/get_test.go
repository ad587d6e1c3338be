package traces

import (
	"bytes"
	"context"
	"errors"
	"io"
	stdlog "log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"waitbench/replay/output"
)

func quiet() *stdlog.Logger { return stdlog.New(io.Discard, "", 0) }

// newStore is an empty store that does not wait between attempts.
func newStore(t *testing.T, s *archiveServer) *Store {
	return &Store{
		Dir:     filepath.Join(t.TempDir(), "cache", "traces"),
		Client:  s.Client(),
		Server:  s.URL,
		Backoff: func(int) time.Duration { return 0 },
		Silence: 10 * time.Second,
		Lock:    output.TryLock,
	}
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

func TestGetFaults(t *testing.T) {
	html := []byte("<html><body>please log in</body></html>")
	page := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	for _, c := range []struct {
		name     string
		server   func(*archiveServer)
		faults   []fault
		requests []string // Range headers
		fail     string   // in the error
		left     []string // files after a failure
	}{
		{name: "clean", requests: []string{""}},
		{name: "breaks off", faults: []fault{{breakAt: 50_000}, {breakAt: 60_000}}, requests: []string{"", "bytes=50000-", "bytes=110000-"}},
		{name: "breaks off, dates for tags", faults: []fault{{breakAt: 50_000}}, requests: []string{"", "bytes=50000-"},
			server: func(s *archiveServer) { s.etag, s.modified = "", "Mon, 23 Sep 1996 12:00:31 GMT" }},
		{name: "breaks off, weak tag", faults: []fault{{breakAt: 50_000}}, requests: []string{"", "bytes=50000-"},
			server: func(s *archiveServer) { s.etag, s.modified = `W/"1"`, "Mon, 23 Sep 1996 12:00:31 GMT" }},
		{name: "breaks off, no ranges", faults: []fault{{breakAt: 50_000}}, requests: []string{"", "bytes=50000-"},
			server: func(s *archiveServer) { s.noRanges = true }},
		{name: "breaks off, then changed", faults: []fault{{breakAt: 50_000, header: http.Header{"Etag": {`"v0"`}}}}, requests: []string{"", "bytes=50000-"}},
		{name: "partial answer of another state", faults: []fault{{breakAt: 50_000}, {header: http.Header{"Etag": {`"v2"`}}}},
			requests: []string{"", "bytes=50000-", ""}},
		{name: "partial answer from elsewhere", faults: []fault{{breakAt: 50_000}, {shift: 10}}, requests: []string{"", "bytes=50000-", ""}},
		{name: "senseless range", faults: []fault{{breakAt: 50_000}, {header: http.Header{"Content-Range": {"bytes 50000-1/x"}}}},
			requests: []string{"", "bytes=50000-", ""}},
		{name: "breaks off, length unsaid", faults: []fault{{breakAt: 50_000, unsaid: true}}, requests: []string{"", "bytes=50000-"}},
		{name: "silent", faults: []fault{{breakAt: 50_000, stall: true}}, requests: []string{"", "bytes=50000-"}},
		{name: "503 then well", faults: []fault{{status: 503}, {status: 429}}, requests: []string{"", "", ""}},
		{name: "announces too much, has all", faults: []fault{{extra: 100}}, requests: []string{"", "bytes=END-"}},
		{name: "announces too much always", faults: slices.Repeat([]fault{{extra: 100}}, 9), requests: []string{"", "", ""},
			server: func(s *archiveServer) { s.noRanges = true; s.etag = "" },
			fail:   "given up after 3 failures in a row: the server announced ",
			left:   []string{"Test-1.swf.gz.part", "Test-1.swf.gz.part.origin"}},
		{name: "announces too little", faults: []fault{{extra: -100}}, requests: []string{""}, fail: "wrong file: expected SHA-256 "},
		{name: "total less than sent", faults: []fault{{breakAt: 50_000}, {header: http.Header{"Content-Range": {"bytes 50000-60000/60001"}}}},
			requests: []string{"", "bytes=50000-", ""}},
		{name: "wrong file", faults: []fault{{answer: log(1000, 2)}}, requests: []string{""}, fail: "wrong file: expected SHA-256 "},
		{name: "web page", faults: []fault{{answer: html, header: page}}, requests: []string{""}, fail: "not a gzip file: ", left: nil},
		{name: "nothing", faults: []fault{{answer: []byte{}}}, requests: []string{""}, fail: "answered with nothing"},
		{name: "404", faults: []fault{{status: 404}}, requests: []string{""}, fail: "answered 404 Not Found"},
		{name: "403 after a part", faults: []fault{{breakAt: 50_000}, {status: 403}}, requests: []string{"", "bytes=50000-"}, fail: "answered 403 Forbidden",
			left: []string{"Test-1.swf.gz.part", "Test-1.swf.gz.part.origin"}},
		{name: "503 always", faults: slices.Repeat([]fault{{status: 503}}, 9), requests: []string{"", "", ""},
			fail: "given up after 3 failures in a row: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newServer(t, false, c.faults...)
			if c.server != nil {
				c.server(server)
			}
			store := newStore(t, server)
			store.Attempts = 3
			if c.name == "silent" {
				store.Silence = 300 * time.Millisecond
			}
			var done, total int64
			r, err := store.Get(t.Context(), server.entry(), func(d, n int64) { done, total = d, n })
			asked, served := server.requests()
			for i := range asked {
				asked[i] = strings.ReplaceAll(asked[i], strconv.Itoa(len(server.body)), "END")
			}
			if !slices.Equal(asked, c.requests) {
				t.Errorf("ranges asked for %q, want %q", asked, c.requests)
			}
			if c.fail != "" {
				if err == nil || !strings.Contains(err.Error(), c.fail) || !strings.HasPrefix(err.Error(), "fetch Test-1: ") {
					t.Errorf("error %v, want %q in it", err, c.fail)
				}
				expect(t, store, c.left...)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := Result{Path: store.Path(server.entry()), Status: Verified, SHA256: hexSum(server.body), Received: r.Received}
			if r != want || r.Received < done || r.Received > int64(served) {
				t.Errorf("result %+v, want %+v", r, want)
			}
			if done != int64(len(server.body)) || total < 0 {
				t.Errorf("progress ended at %d of %d", done, total)
			}
			expect(t, store, "Test-1.swf.gz")
			if got, err := os.ReadFile(r.Path); err != nil || !bytes.Equal(got, server.body) {
				t.Errorf("the file differs: %v", err)
			}
		})
	}
}

// TestGetAgain fetches a log that is there: nothing is asked of the server.
func TestGetAgain(t *testing.T) {
	server := newServer(t, false)
	store := newStore(t, server)
	for i := range 2 {
		r, err := store.Get(t.Context(), server.entry(), nil)
		if err != nil || r.Status != Verified || (r.Received > 0) != (i == 0) {
			t.Fatalf("call %d: %+v, %v", i, r, err)
		}
	}
	if asked, _ := server.requests(); len(asked) != 1 {
		t.Errorf("%d requests", len(asked))
	}
}

// TestGetNotVerified fetches a log whose sum the catalogue does not know.
func TestGetNotVerified(t *testing.T) {
	server := newServer(t, false, fault{extra: -100})
	store := newStore(t, server)
	entry := server.entry()
	entry.SHA256 = ""
	if _, err := store.Get(t.Context(), entry, nil); err == nil || !strings.Contains(err.Error(), "not a complete gzip file: unexpected EOF") {
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
	var sums *SumError
	if !errors.As(err, &sums) || sums.Want != hexSum(server.body) || sums.Got != hexSum(log(1000, 2)) {
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

// TestGetCancelled ends a download midway and goes on in a second call, from the bytes that were
// there.
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
	expect(t, store, "Test-1.swf.gz.part", "Test-1.swf.gz.part.origin")
	r, err := store.Get(t.Context(), server.entry(), nil)
	if err != nil || r.Status != Verified || r.Received != int64(len(server.body))-100_000 {
		t.Errorf("second call: %+v, %v", r, err)
	}
	asked, served := server.requests()
	if !slices.Equal(asked, []string{"", "bytes=100000-"}) || served != len(server.body) {
		t.Errorf("ranges %q, %d bytes served of %d", asked, served, len(server.body))
	}
}

// TestGetDamagedPart resumes a part file whose bytes were damaged: the sum covers them.
func TestGetDamagedPart(t *testing.T) {
	server := newServer(t, false, fault{breakAt: 100_000}, fault{status: 404})
	store := newStore(t, server)
	if _, err := store.Get(t.Context(), server.entry(), nil); err == nil {
		t.Fatal("no error")
	}
	path := store.Path(server.entry()) + ".part"
	bad, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	bad[5000] ^= 1
	if err := os.WriteFile(path, bad, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Get(t.Context(), server.entry(), nil); !errors.As(err, new(*SumError)) {
		t.Errorf("error %v", err)
	}
	expect(t, store)
}

func TestGetRedirects(t *testing.T) {
	server := newServer(t, true)
	plain := newServer(t, false)
	var target string
	first := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		http.Redirect(w, req, target, http.StatusFound)
	}))
	first.Config.ErrorLog = quiet()
	first.StartTLS()
	defer first.Close()
	entry := server.entry()
	store := newStore(t, server) // the test servers share a certificate
	store.Server = first.URL
	for to, want := range map[string]string{
		plain.URL:                "fetch Test-1: refused a redirect from https to http://",
		"file:///etc/hostname":   "fetch Test-1: refused a redirect from https to file://",
		store.Server + "/Test-1": "fetch Test-1: stopped after 10 redirects",
	} {
		target = to
		if _, err := store.Get(t.Context(), entry, nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("to %s: error %v, want %q", to, err, want)
		}
	}
	if asked, _ := plain.requests(); len(asked) > 0 {
		t.Error("the plain server was asked")
	}
	target = server.URL
	if r, err := store.Get(t.Context(), entry, nil); err != nil || r.Status != Verified {
		t.Errorf("https to https: %+v, %v", r, err)
	}
	plain.faults = []fault{{status: http.StatusFound, header: http.Header{"Location": {"file:///etc/hostname"}}}}
	if _, err := newStore(t, plain).Get(t.Context(), entry, nil); err == nil || err.Error() != "fetch Test-1: refused a redirect from http to file:///etc/hostname" {
		t.Errorf("http to file: %v", err)
	}
	store = newStore(t, server)
	store.Client = nil // knows no such certificate: refused at once
	if _, err := store.Get(t.Context(), entry, nil); err == nil || !strings.Contains(err.Error(), "certificate") || strings.Contains(err.Error(), "given up") {
		t.Errorf("unknown certificate: %v", err)
	}
}

func TestDoubling(t *testing.T) {
	var got []time.Duration
	for failures := range 8 {
		got = append(got, doubling(failures+1)/time.Second)
	}
	if want := []time.Duration{1, 2, 4, 8, 16, 30, 30, 30}; !slices.Equal(got, want) {
		t.Errorf("pauses %d s, want %d", got, want)
	}
}

// TestGetTooLarge refuses a file when its size is announced, or else when it is exceeded, and keeps
// nothing, not even the part that an earlier call left.
func TestGetTooLarge(t *testing.T) {
	for _, unsaid := range []bool{false, true} {
		server := newServer(t, false, fault{breakAt: 50_000}, fault{status: 404}, fault{unsaid: unsaid}, fault{unsaid: unsaid})
		size := int64(len(server.body))
		store := newStore(t, server)
		if _, err := store.Get(t.Context(), server.entry(), nil); err == nil {
			t.Fatal("no error")
		}
		store.MaxSize = size - 1
		for _, part := range []bool{true, false} {
			arrived := int64(0)
			_, err := store.Get(t.Context(), server.entry(), func(done, _ int64) { arrived = done })
			if err == nil || !strings.HasPrefix(err.Error(), "fetch Test-1: the file is too large: http://") || arrived > store.MaxSize {
				t.Fatalf("error %v after %d bytes", err, arrived)
			}
			if announced := !unsaid || part; announced != strings.Contains(err.Error(), " announces ") || announced && arrived > 0 {
				t.Errorf("error %v after %d bytes", err, arrived)
			}
			expect(t, store)
		}
		store.MaxSize = size
		if r, err := store.Get(t.Context(), server.entry(), nil); err != nil || r.Status != Verified {
			t.Errorf("just as large: %+v, %v", r, err)
		}
	}
}

// TestGetTrickle gives up a server that is too slow, though every connection brings something.
func TestGetTrickle(t *testing.T) {
	t.Parallel()
	slow := fault{delay: 100 * time.Millisecond} // for 8 KiB: the file takes more than two seconds
	server := newServer(t, false, slow, slow, slow, slow, slow)
	store := newStore(t, server)
	store.Attempts, store.Silence, store.MinSpeed = 2, time.Second, 10_000_000
	_, err := store.Get(t.Context(), server.entry(), nil)
	if err == nil || !strings.Contains(err.Error(), "given up after 2 failures in a row: http://") ||
		!strings.Contains(err.Error(), " less than the 10000000 a second that --min-speed asks for") {
		t.Errorf("error %v", err)
	}
	expect(t, store, "Test-1.swf.gz.part", "Test-1.swf.gz.part.origin")
	store.Silence, store.MinSpeed = 30*time.Second, 1000
	if r, err := store.Get(t.Context(), server.entry(), nil); err != nil || r.Status != Verified {
		t.Errorf("fast enough: %+v, %v", r, err)
	}
}
