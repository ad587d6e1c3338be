package published

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/traces"
)

// paperLevel is the level of the paper's tables, by its section 6.1.
var paperLevel = methods.Level{Quantile: 0.95, Confidence: 0.95}

// Machine is a machine of the paper.
type Machine struct {
	Name      string // in tables 3 to 7: sdsc
	LogName   string // in table 1: SDSC/SP
	Period    string // in table 1
	NodeProcs int64  // processors in the unit of the ranges of tables 5 to 7

	// Of the header of its log in the Parallel Workloads Archive: patterns of the
	// texts, and UnixStartTime, 0 for any.
	computer, installation string
	start                  int64
}

// machines lists the machines of the paper whose logs are in the archive.
// README.md explains the 8 processors of datastar's nodes.
var machines = []Machine{
	{"sdsc", "SDSC/SP", "4/98 - 4/00", 1, "IBM SP2", "SDSC", 893466664},
	{"datastar", "SDSC/Datastar", "4/04 - 4/05", 8, "", "DataStar", 1078605840},
	{"lanl", "LANL/O2K", "12/99 - 4/00", 1, "Origin 2000", "LANL|Los Alamos", 0},
	{"paragon", "SDSC/Paragon", "1/95 - 1/96", 1, "Paragon", "SDSC", 820090437},
}

// MachineOf returns the machine of the paper to which a log belongs, by its
// header alone. It is false for a log of another machine or another time. The
// Paragon is in table 1 only.
func MachineOf(t *run.LogRecord) (m Machine, ok bool) {
	if misnamed(t) {
		return Machine{}, false
	}
	matches := func(pattern, text string) bool {
		return regexp.MustCompile("(?i)" + pattern).MatchString(text)
	}
	for _, m := range machines {
		start := t.Header.UnixStartTime
		sameStart := m.start == 0 || start != nil && *start == m.start
		if sameStart && matches(m.computer, t.Header.Computer) &&
			matches(m.installation, t.Header.Installation) {
			return m, true
		}
	}
	return Machine{}, false
}

// processors returns the ranges of processors that ranges of the paper's tables
// 5 to 7 mean on the machine.
func (m Machine) processors(printed string) string {
	ranges, _ := replay.ParseRanges(printed)
	var texts []string
	for _, r := range ranges {
		r.Low = (r.Low-1)*m.NodeProcs + 1
		if r.High != math.MaxInt64 {
			r.High *= m.NodeProcs
		}
		texts = append(texts, r.String())
	}
	return strings.Join(texts, ",")
}

// Unverified returns why a log may differ from the log of its name in the
// catalogue. It returns "" for the log itself, and for other names.
func Unverified(name, sha256 string) string {
	switch status, problem, known := traces.Check(name, sha256); {
	case !known || status == traces.Verified:
		return ""
	case status == traces.NotVerified:
		return "not verified: the catalogue does not know the SHA-256 of the log of this name"
	default:
		return fmt.Sprintf("not the log of this name in the catalogue, "+
			"or not stored as in the archive (%v): no published values "+
			"are shown for it", problem)
	}
}

// misnamed reports whether a log has the name of another one in the catalogue.
func misnamed(t *run.LogRecord) bool {
	status, _, known := traces.Check(t.Name, t.SHA256)
	return known && status == traces.Wrong
}
