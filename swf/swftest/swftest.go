// Package swftest finds logs of the archive for tests, and reads, writes and
// compares their files.
package swftest

import (
	"os"
	"path/filepath"
	"testing"
)

// RealLog returns the path of the log with that name. It skips the test if no
// folder that WAITBENCH_TRACES names has the log.
func RealLog(tb testing.TB, name string) string {
	tb.Helper()
	return RealLogIn(tb, os.Getenv("WAITBENCH_TRACES"), name)
}

// RealLogIn is RealLog with a list of folders, separated as in PATH.
func RealLogIn(tb testing.TB, folders, name string) string {
	tb.Helper()
	if folders == "" {
		tb.Skip("WAITBENCH_TRACES is not set: no real logs")
	}
	for _, folder := range filepath.SplitList(folders) {
		path := filepath.Join(folder, name+".swf.gz")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	tb.Skipf("no folder of WAITBENCH_TRACES has %s", name)
	return ""
}
