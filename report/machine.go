package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/traces"
)

// The settings of the paper's tables: section 6.1 for the level, 5.1 for epoch and training.
const (
	paperQuantile   = 0.95
	paperConfidence = 0.95
)

// paperLevel is the level of the paper's tables.
var paperLevel = methods.Level{Quantile: paperQuantile, Confidence: paperConfidence}

// Machine is a machine of the paper.
type Machine struct {
	Name      string // in tables 3 to 7: sdsc
	TraceName string // in table 1: SDSC/SP
	period    string // in table 1
	nodeProcs int64  // processors in what the ranges of tables 5 to 7 count
}

// machines lists the machines of the paper whose logs are in the Parallel Workloads Archive, with texts
// and start times (0 for any) of their headers. The package documentation tells why datastar's nodes
// have 8 processors.
var machines = []struct {
	Machine
	computer, installation []string // one of
	start                  int64    // UnixStartTime
}{
	{Machine{"sdsc", "SDSC/SP", "4/98 - 4/00", 1}, []string{"IBM SP2"}, []string{"SDSC"}, 893466664},
	{Machine{"datastar", "SDSC/Datastar", "4/04 - 4/05", 8}, []string{""}, []string{"DataStar"}, 1078605840},
	{Machine{"lanl", "LANL/O2K", "12/99 - 4/00", 1}, []string{"Origin 2000"}, []string{"LANL", "Los Alamos"}, 0},
	{Machine{"paragon", "SDSC/Paragon", "1/95 - 1/96", 1}, []string{"Paragon"}, []string{"SDSC"}, 820090437},
}

// MachineOf returns the machine of the paper that a log is of, by its header alone. It is false for a log
// of another machine or another time. The Paragon is in table 1 only.
func MachineOf(t *run.TraceRecord) (m Machine, ok bool) {
	if misnamed(t.Name, t.SHA256) {
		return Machine{}, false
	}
	for i := range machines {
		known := &machines[i]
		start := t.Header.UnixStartTime
		sameStart := known.start == 0 || start != nil && *start == known.start
		if sameStart && containsAny(t.Header.Computer, known.computer) && containsAny(t.Header.Installation, known.installation) {
			return known.Machine, true
		}
	}
	return Machine{}, false
}

// containsAny reports whether text holds one of the parts, in upper or lower case.
func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(part)) })
}

// processors returns the range of processors that a range of the paper's tables 5 to 7 means on the
// machine.
func (m Machine) processors(printed string) string {
	ranges, err := replay.ParseRanges(printed)
	if err != nil || len(ranges) != 1 {
		return ""
	}
	r := ranges[0]
	r.Low = (r.Low-1)*m.nodeProcs + 1
	if r.High != math.MaxInt64 {
		r.High *= m.nodeProcs
	}
	return r.String()
}

// describeRanges returns the note for a trace whose ranges have the names of the paper's ranges but
// other jobs.
func (m Machine) describeRanges(trace string) string {
	var ranges []string
	for _, r := range strings.Split(replay.DefaultRanges, ",") {
		ranges = append(ranges, m.processors(r))
	}
	return fmt.Sprintf("%s: the ranges measured are of processors; those of the paper seem to count nodes of %d processors, "+
		"since its dashes and numbers come out with ranges %s", trace, m.nodeProcs, strings.Join(ranges, ","))
}

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
