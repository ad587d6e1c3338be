package qbets

import (
	"slices"

	"waitbench/methods/internal/stat"
)

// rebuilder gives cells the history, the change points and the threshold that follow from all their
// entries.
type rebuilder struct {
	// by cell: its last entries, those whose autocorrelation sets its threshold
	windows   []taken
	fresh     []taken           // by cell: those among them since the last rebuild
	histories []taken           // by cell: what change points have left of its entries
	kept      bool              // the windows are those of the last rebuild
	full      stat.NormalScores // of full windows
	short     stat.NormalScores // of others
	byPlace   []float64         // scores of entries
	inOrder   []float64         // scores of a window
}

// window is the greatest number of entries in a window.
const window = 1000

// rebuild brings all cells up to date. A cell that was a cell before has its entries and keeps its
// history, unless another threshold finds other change points in it.
func (b *rebuilder) rebuild(p *Predictor) {
	for n := len(p.cells); len(b.windows) < n; {
		b.windows, b.fresh, b.histories = append(b.windows, taken{}), append(b.fresh, taken{}), append(b.histories, taken{})
	}
	changed := slices.ContainsFunc(p.cells, func(c *cell) bool { return c.empty })
	if changed {
		p.fillPlaces()
	}
	// cells whose change points are those of another threshold
	outdated := make([]bool, len(p.cells))
	if p.trained {
		b.updateWindows(p, b.kept && !changed)
		for i, c := range p.cells {
			_, before := c.ChangePoints()
			c.Arm(b.autocorrelation(&b.windows[i], c.last(window)))
			_, after := c.ChangePoints()
			outdated[i] = after != before
		}
	}
	b.updateHistories(p, outdated)
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

// updateWindows brings the windows up to date, from those of the last rebuild where they are of the
// same cells.
func (b *rebuilder) updateWindows(p *Predictor, same bool) {
	entries := p.entries.ranking.fresh
	if !same {
		entries = p.entries.ranking.entries
		for i := range b.windows {
			b.windows[i].n = 0
		}
	}
	for i, c := range p.cells {
		b.fresh[i].want(c, len(c.last(window)))
	}
	p.distribute(entries, b.fresh)
	for i := range p.cells {
		b.windows[i].slide(&b.fresh[i])
	}
	b.kept = true
}

// autocorrelation is that of the waits in a window, whose places in order are given.
func (b *rebuilder) autocorrelation(w *taken, places []int32) float64 {
	if n := places[len(places)-1]; len(b.byPlace) <= int(n) {
		b.byPlace = make([]float64, 2*n+1)
	}
	scores := &b.full
	if len(places) < window {
		scores = &b.short
	}
	for i, z := range scores.Of(w.waits[:w.n]) {
		b.byPlace[w.at[i]] = z
	}
	b.inOrder = b.inOrder[:0]
	for _, at := range places {
		b.inOrder = append(b.inOrder, b.byPlace[at])
	}
	return stat.Lag1OfScores(b.inOrder)
}

// updateHistories fills those of new cells, and those in which the change points have moved.
func (b *rebuilder) updateHistories(p *Predictor, outdated []bool) {
	found := false
	for i, c := range p.cells {
		b.histories[i].want(c, 0)
		if !c.empty && !outdated[i] {
			continue
		}
		if from := c.replay(p.entries.outcomes); c.empty || from != c.from {
			c.from = from
			b.histories[i].want(c, len(c.at)-from)
			found = true
		}
	}
	if !found {
		return
	}
	p.distribute(p.entries.ranking.entries, b.histories)
	for i, c := range p.cells {
		if h := &b.histories[i]; h.n > 0 {
			c.fill(h.waits[:h.n], p.entries.waits)
			c.empty = false
		}
	}
}

// distribute gives entries to the cells whose history they belong to.
func (p *Predictor) distribute(entries []rankedEntry, to []taken) {
	for i := range entries {
		e := &entries[i]
		cell := p.grid.ofKind[e.kind]
		to[cell].add(e.wait, e.at)
		for _, borrower := range p.borrowers[cell] {
			to[borrower].add(e.wait, e.at)
		}
	}
}
