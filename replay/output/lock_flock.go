//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package output

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// tryLock takes the lock file at path until unlock or the end of the process.
// If another process holds it, ok is false. A link in its place is an error.
func tryLock(path string) (unlock func(), ok bool, err error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, false, fmt.Errorf("%s is a link or folder, which this program does not make: remove it", path)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o644)
	if err != nil {
		return nil, false, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, false, nil
		}
		return nil, false, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	// The last holder removes the file before it unlocks it. The lock counts
	// only if the file still has the name.
	held, err1 := f.Stat()
	named, err2 := os.Stat(path)
	if err1 != nil || err2 != nil || !os.SameFile(held, named) {
		f.Close()
		return nil, false, nil
	}
	return func() {
		os.Remove(path)
		f.Close()
	}, true, nil
}
