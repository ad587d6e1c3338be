//go:build !unix

package output

import (
	"errors"
	"io/fs"
	"os"
)

var errLocked = errors.New("another program is writing it; if none is, remove .waitbench/lock in it")

// takeLock makes a file that must not be there yet.
func takeLock(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, errLocked
	}
	return file, err
}
