package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"waitbench/replay"
	"waitbench/swf"
	"waitbench/traces"
)

// logFlags say where logs of the catalogue are, and how logs are read.
type logFlags struct {
	cache   string
	lenient bool
}

func (l *logFlags) add(fs *pflag.FlagSet) {
	cacheFlag(fs, &l.cache)
	fs.BoolVar(&l.lenient, "lenient", false, "skip and count malformed lines")
}

// open opens the log that is named by its path or as in the catalogue.
func (l *logFlags) open(c console, name string) (*swf.File, error) {
	path, err := resolveLog(name, l.cache)
	if err != nil {
		return nil, err
	}
	return openLog(c, path, l.lenient)
}

// resolveLog finds the file of a log.
func resolveLog(name, cache string) (string, error) {
	return traces.Resolve(name, logFolders(cache)...)
}

// logFolders are the folders in which logs of the catalogue are looked for.
func logFolders(cache string) []string {
	if cache == "" {
		cache, _ = traces.DefaultDir() // empty where there is none
	}
	return append(filepath.SplitList(os.Getenv("WAITBENCH_TRACES")), cache)
}

// isHere says whether a log of the catalogue is in one of these folders.
func isHere(e traces.Entry, cache string) bool {
	return slices.ContainsFunc(logFolders(cache), func(dir string) bool {
		return dir != "" && (&traces.Store{Dir: dir}).Have(e)
	})
}

// traceName is what a log is called in tables: the file's name without what says how it is stored.
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

// moment reads a date of the machine's time zone, or seconds of the log; empty text stands for the
// default.
func moment(clock replay.Clock, text string, otherwise float64) (float64, error) {
	if text == "" {
		return otherwise, nil
	}
	for _, layout := range []string{time.DateOnly, "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02T15:04:05", time.DateTime} {
		if date, err := time.ParseInLocation(layout, text, clock.Location); err == nil {
			if !clock.Dated {
				return 0, usagef("the log does not say when it began: give %q as seconds of the log", text)
			}
			return clock.Seconds(date), nil
		}
	}
	s, err := replay.ParseDuration(text)
	if err != nil {
		return 0, usagef("%q is neither a date such as 2004-06-01T06:00 nor seconds of the log", text)
	}
	return s, nil
}

// stoppable is a reader that ends with its context, also in the middle of a read: one of a terminal
// may last for ever.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

// Read gives the error of the context once that has ended. What a read under way then still brings
// is lost.
func (s *stoppable) Read(p []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	go func() {
		n, err := s.r.Read(p)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return r.n, r.err
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	}
}
