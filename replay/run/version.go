package run

import (
	"runtime/debug"
	"strings"
)

// Version is the version of the program.
const Version = "0.2.0"

// Build describes how the program was built. Comparisons of runs ignore it.
type Build struct {
	Commit string `json:"commit"` // empty where the program was not built in a checkout
	Dirty  bool   `json:"dirty"`  // with changes that were not committed
	Go     string `json:"go"`     // version
}

// ReadBuild returns the build of the running program.
func ReadBuild() *Build {
	b := &Build{}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Go = info.GoVersion
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Dirty = s.Value == "true"
		}
	}
	return b
}

// String returns commit and Go version, or "" for no build.
func (b *Build) String() string {
	if b == nil {
		return ""
	}
	words := []string{"no commit known"}
	if b.Commit != "" {
		words[0] = "commit " + b.Commit[:min(12, len(b.Commit))]
		if b.Dirty {
			words[0] += " with changes"
		}
	}
	if b.Go != "" {
		words = append(words, b.Go)
	}
	return strings.Join(words, ", ")
}
