package traces

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"waitbench/methods"
)

// Entry is one log of the catalogue.
type Entry struct {
	Name   string // such as SDSC-SP2-1998-4.2-cln; the file is Name.swf.gz
	URL    string // of the file; empty if Get cannot fetch it
	SHA256 string // of the file, 64 hexadecimal digits in lower case; empty if unknown
	Jobs   int64  // job lines in the file; -1 if unknown
	Credit string // whom to acknowledge, and the notice that must stay with the file
	Site   string // whose machine it was; logs of a site are alike
	About  string // machine, size, period, queues
}

// archive is the address of the Parallel Workloads Archive, under which every
// log has a directory.
const archive = "https://www.cs.huji.ac.il/labs/parallel/workload/"

// suffix ends the name of every log's file.
const suffix = ".swf.gz"

//go:embed MANIFEST.tsv
var manifest string

// catalogue reads the manifest: comments, a line of headings, and for each log
// a line with name, source (directory of the archive, address, or none), sha256,
// jobs, credit, site and about.
var catalogue = sync.OnceValue(func() []Entry {
	var entries []Entry
	for line := range strings.Lines(manifest) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || f[0] == "name" {
			continue
		}
		e := Entry{Name: f[0], URL: f[1], SHA256: f[2], Jobs: -1, Credit: f[4], Site: f[5],
			About: f[6]}
		if e.URL != "" && !strings.Contains(e.URL, "://") {
			e.URL = archive + e.URL + "/" + e.Name + suffix
		}
		if jobs, err := strconv.ParseInt(f[3], 10, 64); err == nil {
			e.Jobs = jobs
		}
		entries = append(entries, e)
	}
	return entries
})

// Catalogue returns every log of the manifest, in its order.
func Catalogue() []Entry { return slices.Clone(catalogue()) }

// Find returns the log of that name, with or without .swf.gz, in any case of
// letters. The error for an unknown name has the names that are near.
func Find(name string) (Entry, error) {
	if e, ok := lookup(name); ok {
		return e, nil
	}
	return Entry{}, fmt.Errorf("%q is not in the catalogue of traces; %s", name, hint(name))
}

func lookup(name string) (Entry, bool) {
	name = strings.TrimSuffix(strings.ToLower(name), suffix)
	i := slices.IndexFunc(catalogue(), func(e Entry) bool {
		return strings.ToLower(e.Name) == name
	})
	if i < 0 {
		return Entry{}, false
	}
	return catalogue()[i], true
}

// hint returns the names of the catalogue that contain a word of three letters
// or more, without regard to case and punctuation, or else the nearest name.
func hint(word string) string {
	plain := func(s string) string {
		return strings.Map(func(r rune) rune {
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				return -1
			}
			return unicode.ToLower(r)
		}, s)
	}
	word = plain(strings.TrimSuffix(strings.ToLower(word), suffix))
	var near, names []string
	for _, e := range catalogue() {
		names = append(names, plain(e.Name))
		if len(word) >= 3 && strings.Contains(plain(e.Name), word) {
			near = append(near, e.Name)
		}
	}
	if i := slices.Index(names, methods.Nearest(word, names)); near == nil && i >= 0 {
		near = []string{catalogue()[i].Name}
	}
	if near == nil {
		return "see waitbench traces list"
	}
	return "near names: " + strings.Join(near, ", ")
}
