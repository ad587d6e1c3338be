package traces

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"waitbench/replay/output"
)

// TestGetTogether has eight goroutines and two further processes ask for one log: one downloads,
// and all have it.
func TestGetTogether(t *testing.T) {
	server := newServer(t, false, fault{delay: time.Millisecond})
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			store := newStore(t, server)
			store.Dir = dir
			if r, err := store.Get(t.Context(), server.entry(), nil); err != nil || r.Status != Verified {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	for range 2 {
		wg.Go(func() {
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestGetElsewhere$", "-test.count=1")
			cmd.Env = append(os.Environ(), "TRACES_TEST_DIR="+dir, "TRACES_TEST_SERVER="+server.URL, "TRACES_TEST_SUM="+server.entry().SHA256)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("other process: %v\n%s", err, out)
			}
		})
	}
	wg.Wait()
	if asked, served := server.requests(); len(asked) != 1 || served != len(server.body) {
		t.Errorf("%d requests, %d bytes served, want 1 and %d", len(asked), served, len(server.body))
	}
	expect(t, &Store{Dir: dir}, "Test-1.swf.gz")
}

// TestGetElsewhere is the other process of TestGetTogether.
func TestGetElsewhere(t *testing.T) {
	dir := os.Getenv("TRACES_TEST_DIR")
	if dir == "" {
		t.Skip("runs within TestGetTogether")
	}
	entry := (&archiveServer{}).entry()
	entry.SHA256 = os.Getenv("TRACES_TEST_SUM")
	if r, err := (&Store{Dir: dir, Server: os.Getenv("TRACES_TEST_SERVER"), Lock: output.TryLock}).Get(t.Context(), entry, nil); err != nil || r.Status != Verified {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestGetWaits is cancelled while another holds the lock.
func TestGetWaits(t *testing.T) {
	server := newServer(t, false)
	store := newStore(t, server)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	got := make(chan error, 1)
	server.onRequest = func(int) {
		go func() {
			_, err := store.Get(ctx, server.entry(), nil)
			got <- err
		}()
		time.Sleep(time.Millisecond)
		cancel()
		if err := <-got; !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "waiting for another download") {
			t.Errorf("error %v", err)
		}
	}
	if _, err := store.Get(t.Context(), server.entry(), nil); err != nil {
		t.Error(err)
	}
}
