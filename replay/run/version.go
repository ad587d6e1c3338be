package run

import (
	"fmt"
	"runtime/debug"
)

// Version is the version of the program.
const Version = "0.2.0"

// Build describes how the program was built. Comparisons of runs ignore it.
type Build struct {
	Commit string `json:"commit"` // empty if the program was not built in a checkout
	Dirty  bool   `json:"dirty"`  // with uncommitted changes
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
	switch {
	case b == nil:
		return ""
	case b.Commit == "":
		return "no commit known, " + b.Go
	case b.Dirty:
		return fmt.Sprintf("commit %.12s with changes, %s", b.Commit, b.Go)
	}
	return fmt.Sprintf("commit %.12s, %s", b.Commit, b.Go)
}
