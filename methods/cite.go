package methods

import (
	_ "embed"
	"slices"
	"strings"
)

// references.bib holds the publications that methods come from, by the keys in
// comments.
//
//go:embed references.bib
var references string

// Project is the key of a method that comes from this project.
const Project = "waitbench"

// BibTeX returns the entries of publications, in the order of the file, each
// followed by an empty line.
func BibTeX(keys []string) string {
	var found strings.Builder
	for entry := range strings.SplitSeq(strings.TrimSpace(references), "\n\n") {
		_, rest, _ := strings.Cut(entry, "{")
		if key, _, _ := strings.Cut(rest, ","); slices.Contains(keys, key) {
			found.WriteString(entry + "\n\n")
		}
	}
	return found.String()
}
