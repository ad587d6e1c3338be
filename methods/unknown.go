package methods

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// CheckNames returns the error of [Unknown] for the first name of a kind that is
// not known.
func CheckNames[T ~string](kind string, known []T, names ...T) error {
	for _, name := range names {
		if !slices.Contains(known, name) {
			return Unknown(kind, name, known)
		}
	}
	return nil
}

// Unknown returns an error about an unknown name of a kind. It has the known
// names that are near, and then all of them.
func Unknown[T ~string](kind string, name T, known []T) error {
	var texts []string
	for _, k := range known {
		texts = append(texts, string(k))
	}
	return fmt.Errorf("unknown %s %q; %sknown are %s", kind, name, didYouMean(string(name), texts),
		cmp.Or(strings.Join(texts, ", "), "none"))
}

// didYouMean asks for the names that are near a text, at most three. It returns
// "" if there is none.
func didYouMean(text string, names []string) string {
	near := nearest(text, names)
	if len(near) == 0 {
		return ""
	}
	return "did you mean " + strings.Join(near[:min(3, len(near))], " or ") + "? "
}

// Nearest returns the name that is the fewest edits away from a text, or "" if
// they are more than one for every three letters, rounded. Capitals do not
// count.
func Nearest(text string, names []string) string {
	return append(nearest(text, names), "")[0]
}

// nearest returns the names of Nearest, the nearest first.
func nearest(text string, names []string) (near []string) {
	letters := func(text string) []rune { return []rune(strings.ToLower(text)) }
	for n := range (len(text)+1)/3 + 1 {
		for _, name := range names {
			if edits(letters(text), letters(name)) == n {
				near = append(near, name)
			}
		}
	}
	return near
}

// edits returns the number of letters that must be inserted, deleted, replaced
// or exchanged with their neighbour to make b of a: the optimal string
// alignment distance.
func edits(a, b []rune) int {
	var rows [3][]int // of the last prefixes of a, by the length of the prefix of b
	for j := range len(b) + 1 {
		rows[2] = append(rows[2], j)
	}
	for i := range a {
		rows[0], rows[1] = rows[1], rows[2]
		rows[2] = []int{i + 1}
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			n := min(rows[1][j+1]+1, rows[2][j]+1, rows[1][j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				n = min(n, rows[0][j-1]+1)
			}
			rows[2] = append(rows[2], n)
		}
	}
	return rows[2][len(b)]
}
