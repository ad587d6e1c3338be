package output

import (
	"os"
	"slices"
	"sync"
)

// What is under way, for Leave. The lock is held while files appear under names that they do not keep
// or take their final ones.
var (
	changing sync.Mutex
	files    = map[*File]bool{}
	folders  = map[*Folder]bool{}
)

// Leave gives up all that is under way, for a program that ends at once: no temporary file stays, and
// of a folder under way nothing but its parts. It returns the folders that have some. From then on
// whoever begins or ends a file or folder waits for ever.
func Leave() (withParts []string) {
	changing.Lock()
	for f := range files {
		os.Remove(f.temp.Name())
	}
	for f := range folders {
		f.close()
		if _, err := os.Stat(f.Parts()); err == nil {
			withParts = append(withParts, f.dir)
		}
	}
	slices.Sort(withParts)
	return withParts
}
