//go:build unix

package output

import (
	"errors"
	"os"
	"syscall"
)

// errLocked is returned where another process, or another Folder of this one, writes the folder.
var errLocked = errors.New("another program is writing it")

// takeLock locks a file, which the system unlocks when the process ends, however that happens.
func takeLock(path string) (*os.File, error) {
	for {
		file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
		if err != nil {
			return nil, err
		}
		if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			file.Close()
			if errors.Is(err, syscall.EWOULDBLOCK) {
				return nil, errLocked
			}
			return nil, err
		}
		if same(file, path) {
			return file, nil
		}
		file.Close() // somebody who was about to end has removed it meanwhile
	}
}

// same reports whether a file still has its name.
func same(file *os.File, path string) bool {
	a, err := file.Stat()
	if err != nil {
		return false
	}
	b, err := os.Stat(path)
	return err == nil && os.SameFile(a, b)
}
