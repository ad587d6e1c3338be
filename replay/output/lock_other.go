//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package output

import (
	"errors"
	"io/fs"
	"os"
)

// lock makes a lock file in dir, which remains if the process is killed.
func lock(dir *os.Root, name string) (unlock func(), err error) {
	f, err := dir.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
	if errors.Is(err, fs.ErrExist) {
		err = errLocked
	}
	if err != nil {
		return nil, err
	}
	return func() {
		f.Close()
		dir.Remove(name)
	}, nil
}

// hold does nothing: a file that exists cannot be locked, and so no process
// removes it.
func hold(*os.Root, string) (unlock func(), err error) { return func() {}, nil }
