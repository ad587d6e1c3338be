package page

import (
	"waitbench/replay"
)

// zone is the clock of a log for the script of the page: where time 0 is, and from which moment on
// the machine's time was how far from UTC. So dates come out as they do elsewhere, whatever zones a
// browser knows.
type zone struct {
	Trace  string     `json:"trace"`
	Dated  bool       `json:"dated"`
	Start  float64    `json:"start"`  // seconds since 1970 UTC; 0 for a log without dates
	Shifts [][2]int64 `json:"shifts"` // seconds since 1970 UTC from which an offset holds, and the offset in seconds east
}

// newZone describes a clock for times of the log from first to last.
func newZone(trace string, c replay.Clock, first, last float64) zone {
	z := zone{Trace: trace, Dated: c.Dated, Start: c.Unix0, Shifts: [][2]int64{}}
	if !c.Dated {
		return z
	}
	for _, shift := range c.Shifts(first, last) {
		z.Shifts = append(z.Shifts, [2]int64{shift.Unix, shift.Offset})
	}
	return z
}
