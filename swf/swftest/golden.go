package swftest

import (
	"flag"
	"testing"
)

// Update is the flag -update of tests: they write their golden files.
var Update = flag.Bool("update", false, "write the golden files again")

// Golden compares text with a file. With -update it writes the file.
func Golden(tb testing.TB, path, got string) {
	tb.Helper()
	if *Update {
		WriteFile(tb, path, got)
	}
	if want := ReadFile(tb, path); want != got {
		tb.Errorf("%s differs (make golden writes it); got\n%s\nwant\n%s", path, got, want)
	}
}
