package qbets

import (
	"slices"

	"waitbench/methods/history"
	"waitbench/methods/internal/stat"
)

// cell is the history of a cluster of jobs.
type cell struct {
	*history.History
	areas []area  // of the jobs whose waits are its history
	at    []int32 // places of all entries of these areas
	from  int     // index into at of the first entry that change points have left in the history
	empty bool    // of a new cell: the history is yet to be filled
	stale bool    // the bound is older than the history
}

func newCell(r history.Rule) *cell { return &cell{History: history.New(r)} }

// take adds the entry at a place.
func (c *cell) take(at int32, wait float64, o history.Outcome) {
	c.at = append(c.at, at)
	if c.Add(wait, o) {
		c.from = max(0, len(c.at)-c.Keep())
	}
	c.stale = true
}

// place gives a new cell the place of one of its entries.
func (c *cell) place(at int32) {
	if c.empty {
		c.at = append(c.at, at)
	}
}

// replay runs the outcomes of the cell's entries through the change-point rule, and gives the first
// that is left.
func (c *cell) replay(outcomes []history.Outcome) (from int) {
	c.Restart()
	for i, at := range c.at {
		if c.Judge(outcomes[at]) {
			from = max(0, i+1-c.Keep())
		}
	}
	return from
}

// fill replaces the history by waits in the order of their places.
func (c *cell) fill(waits []float64) {
	recent := slices.Values(waits[max(0, len(waits)-c.Keep()):])
	c.Refill(slices.Sorted(slices.Values(waits)), recent)
	c.stale = true
}

// last gives the places of the last n entries.
func (c *cell) last(n int) []int32 { return c.at[max(0, len(c.at)-n):] }

// window is the greatest number of the last entries of a cell whose autocorrelation sets its
// threshold.
const window = 1000

// rebuild gives the cells the history, the change points and the threshold that follow from all
// their entries. A cell that was a cell before has its entries and keeps its history, unless another
// threshold finds other change points in it.
func (p *Predictor) rebuild() {
	if slices.ContainsFunc(p.cells, func(c *cell) bool { return c.empty }) {
		p.fillPlaces()
	}
	for _, c := range p.cells {
		outdated := false // its change points are those of another threshold
		if p.trained {
			_, before := c.ChangePoints()
			c.Arm(stat.Lag1(p.entries.waitsAt(c.last(window))))
			_, after := c.ChangePoints()
			outdated = after != before
		}
		if !c.empty && !outdated {
			continue
		}
		if from := c.replay(p.entries.outcomes); c.empty || from != c.from {
			c.from, c.empty = from, false
			c.fill(p.entries.waitsAt(c.at[from:]))
		}
	}
}

// fillPlaces gives new cells the places of their entries.
func (p *Predictor) fillPlaces() {
	for at, kind := range p.entries.kinds {
		cell := p.grid.ofKind[kind]
		p.cells[cell].place(int32(at))
		for _, i := range p.borrowers[cell] {
			p.cells[i].place(int32(at))
		}
	}
}
