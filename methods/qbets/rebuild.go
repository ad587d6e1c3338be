package qbets

import (
	"slices"

	"waitbench/methods/internal/stat"
)

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
