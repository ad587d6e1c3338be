//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package output

import (
	"errors"
	"io/fs"
	"os"
)

// tryLock makes the lock file at path, which outlives a process that is killed.
// If the file exists, ok is false.
func tryLock(path string) (unlock func(), ok bool, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	return func() {
		f.Close()
		os.Remove(path)
	}, true, nil
}
