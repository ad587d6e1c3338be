//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package output

import (
	"errors"
	"io/fs"
	"os"
)

// lock makes the lock file at path, which remains if the process is killed.
func lock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o644)
	if errors.Is(err, fs.ErrExist) {
		err = errLocked
	}
	if err != nil {
		return nil, err
	}
	return func() {
		f.Close()
		os.Remove(path)
	}, nil
}

// hold does nothing: a file that exists cannot be locked, and so no process
// removes it.
func hold(string) (unlock func(), err error) { return func() {}, nil }
