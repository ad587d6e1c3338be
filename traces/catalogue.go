package traces

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// Entry is one log of the catalogue.
type Entry struct {
	Name   string // such as SDSC-SP2-1998-4.2-cln; the file is Name.swf.gz
	URL    string // where the file is, https
	SHA256 string // of the .swf.gz, 64 hexadecimal digits in lower case; empty where it is not known
	Jobs   int64  // job lines in the file; -1 where it is not known
	Credit string // whom to acknowledge, and the notice that must stay with the file; empty where it is not known
	About  string // site, machine, size, period, queues
}

// archive is the address of the Parallel Workloads Archive, under which every log has a directory.
const archive = "https://www.cs.huji.ac.il/labs/parallel/workload/"

// suffix ends the name of every log's file.
const suffix = ".swf.gz"

//go:embed MANIFEST.tsv
var manifest string

// catalogue reads the manifest, whose form a test holds: comments, a line of headings, and a line for
// each log with the columns name, source (directory of the archive, or address), sha256, jobs, credit
// and about.
var catalogue = sync.OnceValue(func() []Entry {
	var entries []Entry
	for line := range strings.Lines(manifest) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || f[0] == "name" {
			continue
		}
		e := Entry{Name: f[0], URL: f[1], SHA256: f[2], Jobs: -1, Credit: f[4], About: f[5]}
		if !strings.Contains(e.URL, "://") {
			e.URL = archive + e.URL + "/" + e.Name + suffix
		}
		if jobs, err := strconv.ParseInt(f[3], 10, 64); err == nil {
			e.Jobs = jobs
		}
		entries = append(entries, e)
	}
	return entries
})

// Catalogue gives every log of the manifest, in its order. The slice is the caller's.
func Catalogue() []Entry { return slices.Clone(catalogue()) }

// Find gives the log of that name, with or without .swf.gz, in any case of letters. The error for
// an unknown name lists the names that are near, or else all.
func Find(name string) (Entry, error) {
	if e, ok := lookup(name); ok {
		return e, nil
	}
	if names := near(name); len(names) > 0 {
		return Entry{}, fmt.Errorf("%q is not in the catalogue of traces; near names: %s", name, strings.Join(names, ", "))
	}
	var names []string
	for _, e := range catalogue() {
		names = append(names, e.Name)
	}
	return Entry{}, fmt.Errorf("no log %q in the catalogue of traces; it has %s", name, strings.Join(names, ", "))
}

func lookup(name string) (Entry, bool) {
	name = strings.TrimSuffix(strings.ToLower(name), suffix)
	i := slices.IndexFunc(catalogue(), func(e Entry) bool { return strings.ToLower(e.Name) == name })
	if i < 0 {
		return Entry{}, false
	}
	return catalogue()[i], true
}

// near gives the names of the catalogue that contain word; case and punctuation do not matter. Words
// under three letters are near nothing.
func near(word string) []string {
	word = plain(strings.TrimSuffix(strings.ToLower(word), suffix))
	var within []string
	for _, e := range catalogue() {
		if len(word) >= 3 && strings.Contains(plain(e.Name), word) {
			within = append(within, e.Name)
		}
	}
	return within
}

// plain gives the letters and digits of s in lower case.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}
