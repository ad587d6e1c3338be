package traces

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestResolve(t *testing.T) {
	const name = "KTH-SP2-1996-2.1-cln"
	work, first, second := t.TempDir(), t.TempDir(), t.TempDir()
	t.Chdir(work)
	touch := func(path string) {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	check := func(word, want string) {
		t.Helper()
		if got, err := Resolve(word, "", first, second); err != nil || got != want {
			t.Errorf("Resolve(%q) = %q, %v, want %q", word, got, err, want)
		}
	}
	refuse := func(word, want string) {
		t.Helper()
		if got, err := Resolve(word, "", first, second); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Resolve(%q) = %q, %v, want %q in the error", word, got, err, want)
		}
	}

	check("-", "-")
	refuse(name, "has not been fetched: run waitbench traces get "+name)
	touch(filepath.Join(second, name+suffix))
	check(name, filepath.Join(second, name+suffix))
	touch(filepath.Join(first, name+suffix))
	check(strings.ToLower(name)+".swf.gz", filepath.Join(first, name+suffix))
	touch(name)
	check(name, name) // a path wins
	touch("my.swf")
	check("my.swf", "my.swf")

	refuse("yours.swf", `"yours.swf": no such file, and not a catalogue name; see waitbench traces list`)
	refuse("logs/KTH-SP2.swf.gz", "near names: "+name)
	refuse("", "no such file")
	refuse("my.swf/inside", "not a directory")
}
