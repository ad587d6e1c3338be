package page

import (
	"math"

	"waitbench/replay"
)

// zone is the clock of a log for the script of the page: where time 0 is, and from which moment on
// the machine's time was how far from UTC. So dates come out as they do elsewhere, whatever zones a
// browser knows.
type zone struct {
	Trace  string     `json:"trace"`
	Dated  bool       `json:"dated"`
	Start  float64    `json:"start"` // seconds since 1970 UTC; 0 for a log without dates
	First  float64    `json:"first"` // submission of the first job and the last in the plot, seconds of the log
	Last   float64    `json:"last"`
	Shifts [][2]int64 `json:"shifts"` // seconds since 1970 UTC from which an offset holds, and the offset in seconds east
}

// cover makes room for a job.
func (z *zone) cover(submit float64) {
	z.First, z.Last = min(z.First, submit), max(z.Last, submit)
}

// newZone describes a clock for times of the log from first to last.
func newZone(trace string, c replay.Clock, first, last float64) zone {
	z := zone{Trace: trace, Dated: c.Dated, Start: c.Unix0, First: math.Inf(1), Last: math.Inf(-1), Shifts: [][2]int64{}}
	if !c.Dated {
		return z
	}
	for _, shift := range c.Shifts(first, last) {
		z.Shifts = append(z.Shifts, [2]int64{shift.Unix, shift.Offset})
	}
	return z
}
