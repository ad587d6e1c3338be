package report

import (
	"fmt"

	"waitbench/traces"
)

// Unverified returns why a log may not be the log of the catalogue that has its
// name. It returns "" for a log of the catalogue, and for other names.
func Unverified(name, sha256 string) string {
	switch status, problem, known := traces.Check(name, sha256); {
	case !known || status == traces.Verified:
		return ""
	case status == traces.NotVerified:
		return "not verified: the catalogue does not know the SHA-256 of the log of this name"
	default:
		return fmt.Sprintf("not the log of the catalogue that it has the name of, or not stored as in the archive (%v): "+
			"no published values stand beside its own", problem)
	}
}

// misnamed reports whether a log is not the log of the catalogue that has its
// name.
func misnamed(name, sha256 string) bool {
	status, _, known := traces.Check(name, sha256)
	return known && status == traces.Wrong
}
