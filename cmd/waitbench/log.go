package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"waitbench/replay"
	"waitbench/swf"
	"waitbench/traces"
)

// logFlags are the flags of commands that read logs.
type logFlags struct {
	cache   string
	lenient bool
}

func (l *logFlags) add(fs *pflag.FlagSet) {
	cacheFlag(fs, &l.cache)
	fs.BoolVar(&l.lenient, "lenient", false, "skip and count malformed lines")
}

// open opens a log that is named by its path or as in the catalogue.
func (l *logFlags) open(c console, name string) (*swf.File, error) {
	path, err := resolveLog(name, l.cache)
	if err != nil {
		return nil, err
	}
	return openLog(c, path, l.lenient)
}

// resolveLog returns the file of a log, which is named by its path or as in the
// catalogue.
func resolveLog(name, cache string) (string, error) {
	if cache == "" {
		cache, _ = traces.DefaultDir() // empty for none
	}
	return traces.Resolve(name, append(filepath.SplitList(os.Getenv("WAITBENCH_TRACES")), cache)...)
}

// traceName returns the name of a log in tables: the name of its file without
// the endings.
func traceName(path string) string {
	name := filepath.Base(path)
	for _, ending := range []string{".gz", ".bz2", ".zst", ".swf", ".txt"} {
		name = strings.TrimSuffix(name, ending)
	}
	if strings.Trim(name, ".") == "" || path == "-" {
		return "stdin"
	}
	return swf.Text(name)
}

// openLog opens a log by path, or "-" for standard input, which messages call stdin.
func openLog(c console, path string, lenient bool) (f *swf.File, err error) {
	if path == "-" {
		f, err = swf.OpenReader(c.in, "stdin")
	} else {
		f, err = swf.Open(path)
	}
	if err != nil {
		return nil, err
	}
	f.Name, f.Lenient = path, lenient
	return f, nil
}

// dateLayouts are the ways to write a date.
var dateLayouts = []string{
	time.DateOnly, "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02T15:04:05", time.DateTime,
}

// moment returns the seconds of a log for a date in the machine's time zone or
// for seconds of the log. Empty text stands for the default.
func moment(clock replay.Clock, text string, otherwise float64) (float64, error) {
	if text == "" {
		return otherwise, nil
	}
	for _, layout := range dateLayouts {
		date, err := time.ParseInLocation(layout, text, clock.Location)
		switch {
		case err != nil:
		case !clock.Dated:
			return 0, usagef("the log does not say when it began: give %q as seconds of the log", text)
		default:
			return clock.Seconds(date), nil
		}
	}
	s, err := replay.ParseDuration(text)
	if err != nil {
		return 0, usagef("%q is neither a date such as 2004-06-01T06:00 nor seconds of the log", text)
	}
	return s, nil
}

// stoppable is a reader that ends with its context, also within a read: a read
// from a terminal may last for ever.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

// Read returns the error of the context once that has ended, and loses what a
// read in progress still brings.
func (s *stoppable) Read(p []byte) (n int, err error) {
	done := make(chan struct{})
	var read int
	var readErr error
	go func() {
		read, readErr = s.r.Read(p)
		close(done)
	}()
	select {
	case <-done:
		return read, readErr
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	}
}
