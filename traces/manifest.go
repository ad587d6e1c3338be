package traces

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// archive is the address of the Parallel Workloads Archive, under which every log has a directory.
const archive = "https://www.cs.huji.ac.il/labs/parallel/workload/"

// suffix ends the name of every log's file.
const suffix = ".swf.gz"

// columns are the headings of the manifest.
const columns = "name\tsource\tsha256\tjobs\tcredit\tabout"

var (
	nameForm      = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`) // also safe as the name of a file
	directoryForm = regexp.MustCompile(`^[a-z0-9_]+$`)
	sumForm       = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// readManifest reads a table like MANIFEST.tsv. Errors name the line.
func readManifest(r io.Reader) ([]Entry, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	var entries []Entry
	seen := map[string]bool{}
	headed := false
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if !headed {
			if line != columns {
				return nil, fmt.Errorf("manifest:%d: headings are %q, not %q", i+1, line, columns)
			}
			headed = true
			continue
		}
		e, err := parseEntry(line)
		if err == nil && seen[strings.ToLower(e.Name)] {
			err = fmt.Errorf("name %q is there twice", e.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("manifest:%d: %w", i+1, err)
		}
		seen[strings.ToLower(e.Name)] = true
		entries = append(entries, e)
	}
	if len(entries) == 0 {
		return nil, errors.New("manifest: no entries")
	}
	return entries, nil
}

// parseEntry reads one line of the manifest.
func parseEntry(line string) (Entry, error) {
	f := strings.Split(line, "\t")
	if want := strings.Count(columns, "\t") + 1; len(f) != want {
		return Entry{}, fmt.Errorf("%d columns, not %d", len(f), want)
	}
	e := Entry{Name: f[0], SHA256: f[2], Jobs: -1, Credit: f[4], About: f[5]}
	if !nameForm.MatchString(e.Name) {
		return Entry{}, fmt.Errorf("name %q: only letters, digits, dots, dashes and underscores", e.Name)
	}
	switch source := f[1]; {
	case strings.HasPrefix(source, "https://"):
		e.URL = source
	case directoryForm.MatchString(source):
		e.URL = archive + source + "/" + e.Name + suffix
	default:
		return Entry{}, fmt.Errorf("source %q: neither a directory of the archive nor an https address", source)
	}
	if e.SHA256 != "" && !sumForm.MatchString(e.SHA256) {
		return Entry{}, fmt.Errorf("sha256 %q: not 64 hexadecimal digits", e.SHA256)
	}
	if f[3] != "" {
		jobs, err := strconv.ParseInt(f[3], 10, 64)
		if err != nil || jobs < 0 {
			return Entry{}, fmt.Errorf("jobs %q: not a number of jobs", f[3])
		}
		e.Jobs = jobs
	}
	return e, nil
}
