package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/swf"
	"waitbench/traces"
)

// openLog opens a log by its path or its name in the catalogue, or "-" for
// standard input, which messages call stdin.
func (c *console) openLog(name string) (f *swf.File, err error) {
	path, err := c.resolveLog(name)
	if err != nil {
		return nil, err
	}
	return c.openPath(path)
}

// resolveLog returns the file of a log by its path or its name in the
// catalogue.
func (c *console) resolveLog(name string) (string, error) {
	cache, _ := c.cache() // empty for none
	folders := append(filepath.SplitList(os.Getenv("WAITBENCH_TRACES")), cache)
	path, err := traces.Resolve(name, folders...)
	if err == nil && path != "-" && logName(path) == "" {
		err = fmt.Errorf("%s has an empty name without its endings: rename it", path)
	}
	return path, err
}

// cache returns the folder of fetched logs.
func (c *console) cache() (string, error) {
	if dir := c.flag("cache"); dir != "" {
		return dir, nil
	}
	return traces.DefaultDir()
}

// openPath opens a log by its path, or "-" for standard input.
func (c *console) openPath(path string) (f *swf.File, err error) {
	if path == "-" {
		f, err = swf.OpenReader(c.in, "stdin")
	} else {
		f, err = swf.Open(path)
	}
	if err != nil {
		return nil, err
	}
	f.Name, f.Lenient = path, c.flag("lenient") == "true"
	return f, nil
}

// logName returns the name of a log in tables: the name of its file without
// the endings, which may be empty.
func logName(path string) string {
	if path == "-" {
		return "stdin"
	}
	name := filepath.Base(path)
	for _, ending := range []string{".gz", ".bz2", ".zst", ".swf", ".txt"} {
		name = strings.TrimSuffix(name, ending)
	}
	if strings.Trim(name, ". ") == "" {
		return ""
	}
	return swf.Text(name)
}

// latestMoment is the latest moment that flags take: the year 5138, in seconds
// of a log that counts from 1970.
const latestMoment = 1e11

// moment returns the seconds of a log for a date in the machine's time zone or
// for seconds of the log, and the default for empty text.
func moment(clock replay.Clock, text string, otherwise float64) (float64, error) {
	if text == "" {
		return otherwise, nil
	}
	for _, layout := range []string{time.DateOnly, "2006-01-02T15:04", "2006-01-02T15:04:05"} {
		date, err := time.ParseInLocation(layout,
			strings.Replace(text, " ", "T", 1), clock.Location)
		switch {
		case err != nil:
		case !clock.Dated:
			return 0, output.Usagef("the log has no start date: write %q as seconds of the log", text)
		default:
			return clock.Seconds(date), nil
		}
	}
	s, err := strconv.ParseFloat(text, 64)
	if err != nil {
		s, err = replay.ParseDuration(text)
	}
	if err != nil || !(math.Abs(s) <= latestMoment) {
		return 0, output.Usagef("%q is neither a date such as 2004-06-01T06:00 nor seconds of the log",
			text)
	}
	return s, nil
}
