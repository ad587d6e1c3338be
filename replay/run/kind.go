package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Kind describes a path that is not what a command needs, for errors: what it
// is, and which path near it would work. file is the file that the command
// reads in a run directory, or "" for the directory.
func Kind(path, file string) string {
	exists := func(elements ...string) bool {
		_, err := os.Stat(filepath.Join(elements...))
		return err == nil
	}
	parent := filepath.Dir(path)
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "no such file or directory"
	case !info.IsDir() && exists(parent, RecordFile):
		return fmt.Sprintf("it is a file of the run %s: use %s", parent, filepath.Join(parent, file))
	case !info.IsDir() && strings.HasSuffix(path, ".csv"):
		return "it is a CSV file, which any editor shows"
	case !info.IsDir():
		return "it is another file"
	case exists(path, RecordFile):
		return fmt.Sprintf("it is a run directory: use %s", filepath.Join(path, file))
	case RunsIn(path)[0] != path:
		return "it has run directories: use one, such as " + filepath.Join(RunsIn(path)[0], file)
	case exists(path, "index.html") && exists(path, scoresCSVFile):
		return "it is a folder of waitbench collect: open " + filepath.Join(path, "index.html")
	}
	return "it has no run.json: make a run with waitbench replay"
}
