package traces

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Resolve gives the path of the log that name means: name itself where a file has that name or it
// is "-" (standard input), else the file of the catalogue's log of that name in the first of dirs
// that has it. Empty dirs are passed over. A folder of the name of a log, such as the results of
// its replay, is not taken for the log.
//
// The error for a log that is in the catalogue but in none of dirs says how to fetch it; for any
// other word it lists the near names of the catalogue. A file that is there but cannot be looked at
// is that error.
func Resolve(name string, dirs ...string) (string, error) {
	if name == "-" {
		return name, nil
	}
	info, err := os.Stat(name)
	e, ok := lookup(name)
	switch {
	case err == nil && !(ok && info.IsDir()):
		return name, nil
	case ok:
		return fetched(e, dirs)
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	hint := "see waitbench traces list"
	if names := near(filepath.Base(name)); len(names) > 0 {
		hint = "near names: " + strings.Join(names, ", ")
	}
	return "", fmt.Errorf("%q: no such file, and not a catalogue name; %s", name, hint)
}

// fetched gives the path of the log's file in the first of dirs that has it.
func fetched(e Entry, dirs []string) (string, error) {
	for _, dir := range dirs {
		if dir == "" {
			continue
		}
		if s := (&Store{Dir: dir}); s.Have(e) {
			return s.Path(e), nil
		}
	}
	return "", fmt.Errorf("%s is in the catalogue but has not been fetched: run waitbench traces get %s", e.Name, e.Name)
}
