package traces

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestGetCannotWrite(t *testing.T) {
	server := newServer(t, false)
	store := newStore(t, server)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	store.Dir = filepath.Join(file, "below")
	if _, err := store.Get(t.Context(), server.entry(), nil); err == nil || !strings.Contains(err.Error(), "not a directory") {
		t.Errorf("folder below a file: %v", err)
	}
	store.Dir = t.TempDir()
	if err := os.Chmod(store.Dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(store.Dir, 0o755)
	if os.Geteuid() != 0 { // root writes anyway
		if _, err := store.Get(t.Context(), server.entry(), nil); err == nil || !strings.Contains(err.Error(), "permission denied") {
			t.Errorf("unwritable folder: %v", err)
		}
	}
	if asked, _ := server.requests(); os.Geteuid() != 0 && len(asked) > 0 {
		t.Error("asked the server for what it cannot keep")
	}
}

// TestGetDiskFull writes to a device that is always full.
func TestGetDiskFull(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	server := newServer(t, false)
	store := newStore(t, server)
	if err := os.MkdirAll(store.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{".part", ".part.origin"} {
		if err := os.Symlink("/dev/full", store.Path(server.entry())+end); err != nil {
			t.Fatal(err)
		}
		_, err := store.Get(t.Context(), server.entry(), nil)
		if err == nil || !strings.Contains(err.Error(), "no space left on device") {
			t.Errorf("%s: error %v", end, err)
		}
		expect(t, store)
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
