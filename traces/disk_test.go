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

// TestGetLinks has links where the files of a download are to be: what they lead to is not touched.
func TestGetLinks(t *testing.T) {
	for end, refused := range map[string]bool{".part": true, ".lock": true, ".part.origin": false} {
		for _, there := range []bool{true, false} {
			server := newServer(t, false)
			store := newStore(t, server)
			if err := os.MkdirAll(store.Dir, 0o755); err != nil {
				t.Fatal(err)
			}
			mine := filepath.Join(t.TempDir(), "mine")
			if there {
				if err := os.WriteFile(mine, []byte("mine"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			link := store.Path(server.entry()) + end
			if err := os.Symlink(mine, link); err != nil {
				t.Skip(err)
			}
			_, err := store.Get(t.Context(), server.entry(), nil)
			if want := link + " is a link or folder, which this program does not make: remove it"; refused != (err != nil) || refused && !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s: error %v", end, err)
			}
			if text, err := os.ReadFile(mine); there && string(text) != "mine" || !there && err == nil {
				t.Errorf("%s: what the link leads to is now %q", end, text)
			}
		}
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
