package traces

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// newStore is an empty store.
func newStore(t *testing.T, s *archiveServer) *Store {
	return &Store{Dir: filepath.Join(t.TempDir(), "cache", "traces"), Client: s.Client(), Server: s.URL}
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

// TestGetFaults: a fault is an error and leaves nothing; the next call has the file.
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
		{"web page", fault{answer: html, header: http.Header{"Content-Type": {"text/html"}}}, `answered with "text/html"`},
		{"nothing", fault{answer: []byte{}}, "not a gzip file: "},
		{"404", fault{status: 404}, "answered 404 Not Found"},
		{"503", fault{status: 503}, "answered 503 Service Unavailable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newServer(t, false, c.fault)
			store := newStore(t, server)
			if c.fail != "" {
				_, err := store.Get(t.Context(), server.entry(), nil)
				if err == nil || !strings.Contains(err.Error(), c.fail) || !strings.HasPrefix(err.Error(), "fetch Test-1: ") {
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
			if want := (Result{Path: store.Path(server.entry()), Status: Verified, SHA256: hexSum(server.body), Received: size}); r != want || done != size {
				t.Errorf("result %+v, want %+v; progress ended at %d", r, want, done)
			}
			expect(t, store, "Test-1.swf.gz")
			if got, err := os.ReadFile(r.Path); err != nil || !bytes.Equal(got, server.body) {
				t.Errorf("the file differs: %v", err)
			}
			asked := server.asked
			if r, err := store.Get(t.Context(), server.entry(), nil); err != nil || r.Received != 0 || server.asked != asked {
				t.Errorf("the file that is there: %+v, %v, %d requests", r, err, server.asked-asked)
			}
		})
	}
}

// TestGetNotVerified fetches a log whose sum the catalogue does not know.
func TestGetNotVerified(t *testing.T) {
	whole := log(1000, 2)
	server := newServer(t, false, fault{answer: whole[:500]})
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

// TestGetTogether has eight goroutines ask for one log.
func TestGetTogether(t *testing.T) {
	server := newServer(t, false)
	store := newStore(t, server)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write(server.body) }))
	defer other.Close()
	store.Server = other.URL
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if r, err := store.Get(t.Context(), server.entry(), nil); err != nil || r.Status != Verified {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	wg.Wait()
	expect(t, store, "Test-1.swf.gz")
}

func TestGetRedirects(t *testing.T) {
	server := newServer(t, true)
	plain := newServer(t, false)
	target := ""
	first := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		http.Redirect(w, req, target, http.StatusFound)
	}))
	defer first.Close()
	entry := server.entry()
	store := newStore(t, server) // the test servers share a certificate
	store.Server = first.URL
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
	if plain.asked > 0 {
		t.Error("the plain server was asked")
	}
	target = server.URL
	if r, err := store.Get(t.Context(), entry, nil); err != nil || r.Status != Verified {
		t.Errorf("https to https: %+v, %v", r, err)
	}
	store = newStore(t, server)
	store.Client = nil // knows no such certificate
	if _, err := store.Get(t.Context(), entry, nil); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("unknown certificate: %v", err)
	}
}

// TestGetTooLarge refuses a file when its size is announced, or else when it is
// exceeded, and keeps nothing.
func TestGetTooLarge(t *testing.T) {
	for unsaid, want := range map[bool]string{false: " announces ", true: " sends more than "} {
		server := newServer(t, false, fault{unsaid: unsaid})
		store := newStore(t, server)
		store.MaxSize = int64(len(server.body)) - 1
		arrived := int64(0)
		_, err := store.Get(t.Context(), server.entry(), func(done, _ int64) { arrived = done })
		if err == nil || !strings.HasPrefix(err.Error(), "fetch Test-1: the file is too large: http://") || !strings.Contains(err.Error(), want) ||
			arrived > store.MaxSize || !unsaid && arrived > 0 {
			t.Errorf("error %v after %d bytes", err, arrived)
		}
		expect(t, store)
		store.MaxSize++
		if r, err := store.Get(t.Context(), server.entry(), nil); err != nil || r.Status != Verified {
			t.Errorf("just as large: %+v, %v", r, err)
		}
	}
}

func TestGetCannotWrite(t *testing.T) {
	server := newServer(t, false)
	store := newStore(t, server)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	store.Dir = filepath.Join(file, "below")
	if _, err := store.Get(t.Context(), server.entry(), nil); err == nil || !strings.Contains(err.Error(), "not a directory") || server.asked > 0 {
		t.Errorf("folder below a file: %v, %d requests", err, server.asked)
	}
}

func TestDefaultDir(t *testing.T) {
	dir, err := DefaultDir()
	if err != nil {
		t.Skip(err)
	}
	if !filepath.IsAbs(dir) || !strings.HasSuffix(dir, filepath.Join("waitbench", "traces")) {
		t.Errorf("%q", dir)
	}
}
