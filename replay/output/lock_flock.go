//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package output

import (
	"errors"
	"os"
	"syscall"
)

// lock holds a lock file in dir until unlock or the end of the process.
func lock(dir *os.Root, name string) (unlock func(), err error) {
	f, err := dir.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		// The last holder removes the file before it unlocks it. The lock
		// counts only if the file still has the name.
		held, err1 := f.Stat()
		named, err2 := dir.Lstat(name)
		if err1 != nil || err2 != nil || !os.SameFile(held, named) {
			err = errLocked
		}
	}
	if err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = errLocked
		}
		return nil, err
	}
	return func() {
		dir.Remove(name)
		f.Close()
	}, nil
}

// hold locks a temporary file until unlock or the end of the process, so that
// no other process removes it.
func hold(dir *os.Root, name string) (unlock func(), err error) { return lock(dir, name) }
