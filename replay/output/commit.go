package output

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// HideOf makes Commit hide what a folder of a kind around this one says about
// it, until the next Commit there.
func (f *Folder) HideOf(dir string, kind Kind) error {
	_, present, err := readManifest(dir)
	for _, name := range []string{kind.Record, kind.about} {
		if err == nil && slices.Contains(present, name) {
			var root *os.Root
			root, err = os.OpenRoot(dir)
			f.hides = append(f.hides, move{root, name, recordFolder + "/" + name})
		}
	}
	return err
}

// Commit makes the next state the present one. It removes files of the present
// state that the next one does not have. The record, which every state has, is
// hidden before other files change, and renamed last. After an error before any
// of them has changed, the folder is as it was.
func (f *Folder) Commit() error {
	_, present, err := readManifest(f.dir)
	if err != nil {
		return err
	}
	next := slices.Sorted(maps.Keys(f.files))
	for _, name := range slices.Concat(next, present) {
		if err := f.checkWay(name, present); err != nil {
			return err
		}
	}
	record, kept := f.kind.Record, recordFolder+"/"+f.kind.Record
	others := slices.DeleteFunc(slices.Clone(next), func(name string) bool {
		return !f.files[name] || name == record
	})
	gone := slices.DeleteFunc(slices.Clone(present), func(name string) bool {
		return slices.Contains(next, name)
	})
	hides := []move{{f.root, record, kept}}
	if f.files[record] {
		hides = []move{{f.root, kept, replaced}, {f.root, record, replaced}}
	}
	was, _ := f.root.ReadFile(Manifest)
	var hidden []move
	changing.Lock()
	defer changing.Unlock()
	for _, change := range []func() error{
		// The manifest of both states: if this ends early, the next Open knows
		// all files.
		func() error { return f.writeManifest(f.listing(slices.Concat(next, gone))) },
		func() (err error) {
			hidden, err = moveAll(slices.Concat(hides, f.hides)...)
			return err
		},
		func() error { return f.rename(others) },
		func() error { return f.remove(gone) },
		func() error { return f.writeManifest(f.listing(next)) },
		func() error {
			if f.files[record] {
				return f.rename([]string{record})
			}
			_, err := moveAll(move{f.root, kept, record})
			return err
		},
	} {
		if err := change(); err != nil {
			if !f.changed {
				undo(hidden)
				f.writeManifest(was)
			}
			return CannotWrite(f.dir, err)
		}
	}
	f.root.RemoveAll(recordFolder)
	return nil
}

// checkWay returns an error if something that this program did not make has the
// name, or is not a folder on the way to it. A link on the way might lead out.
func (f *Folder) checkWay(name string, present []string) error {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return cannotUse(f.dir, fmt.Errorf("%s has the path %q, which leads out", Manifest, name))
	}
	for at := name; at != "."; at = path.Dir(at) {
		info, err := f.root.Lstat(at)
		if err == nil && (at == name && !slices.Contains(present, name) ||
			at != name && !info.IsDir()) {
			return fmt.Errorf("%s is in the way and was not made by this program: "+
				"move it, or choose another folder",
				f.inside(at))
		}
	}
	return nil
}

// rename renames files of the next state to their final names, and syncs their
// folders.
func (f *Folder) rename(paths []string) error {
	dirs := map[string]bool{}
	for _, name := range paths {
		Step()
		if err := f.root.MkdirAll(path.Dir(name), 0o777); err != nil {
			return err
		}
		if err := f.root.Rename(path.Join(newFolder, name), name); err != nil {
			return err
		}
		f.changed = f.changed || name != Manifest
		for at := path.Dir(name); !dirs[at]; at = path.Dir(at) {
			dirs[at] = true
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		if err := syncDir(f.root, dir); err != nil {
			return err
		}
	}
	return nil
}

// move hides or shows a file.
type move struct {
	in       *os.Root
	from, to string
}

// moveAll moves the files that are there, and returns these.
func moveAll(moves ...move) (done []move, err error) {
	for _, m := range moves {
		if info, err := m.in.Lstat(m.from); err != nil || !info.Mode().IsRegular() {
			continue
		}
		Step()
		if err := m.in.MkdirAll(path.Dir(m.to), 0o777); err != nil {
			return done, err
		}
		if err := m.in.Rename(m.from, m.to); err != nil {
			return done, err
		}
		done = append(done, m)
		err := cmp.Or(syncDir(m.in, path.Dir(m.to)), syncDir(m.in, path.Dir(m.from)))
		if err != nil {
			return done, err
		}
	}
	return done, nil
}

// undo moves files back, and removes folders that become empty.
func undo(moves []move) {
	for _, m := range slices.Backward(moves) {
		m.in.Rename(m.to, m.from)
		m.in.Remove(path.Dir(m.to))
		m.in.Remove(path.Dir(path.Dir(m.to)))
	}
}

// remove removes files, and folders that become empty.
func (f *Folder) remove(paths []string) error {
	for _, name := range paths {
		Step()
		err := f.root.Remove(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		f.changed = f.changed || err == nil
		for at := path.Dir(name); at != "." && f.root.Remove(at) == nil; {
			at = path.Dir(at)
		}
	}
	return nil
}

func (f *Folder) listing(names []string) []byte {
	slices.Sort(names)
	lines := append([]string{beforeKind + f.kind.Name + afterKind}, names...)
	return []byte(strings.Join(lines, "\n") + "\n")
}

// writeManifest replaces the manifest, or removes it for nil.
func (f *Folder) writeManifest(text []byte) error {
	if text == nil {
		return f.root.Remove(Manifest)
	}
	was, _ := f.root.Lstat(Manifest) // nil for none
	m, err := create(f.root, path.Join(newFolder, Manifest), was)
	if err != nil {
		return err
	}
	_, err = m.Write(text)
	if err = cmp.Or(err, syncFile(m), m.Close()); err != nil {
		return err
	}
	return f.rename([]string{Manifest})
}
