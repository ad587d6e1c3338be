package qbets

import (
	"slices"

	"waitbench/methods/history"
	"waitbench/methods/internal/stat"
)

// Clusters says how jobs are sorted into clusters.
type Clusters string

// The ways to sort jobs into clusters.
const (
	Product Clusters = "product" // by processors and estimate
	None    Clusters = "none"    // not at all
)

// Job is what a job is sorted by.
type Job struct {
	Procs    int64   // -1 unknown
	Estimate float64 // requested run time, seconds, -1 unknown
}

// Predictor bounds waits within clusters [Nurmi07]. Jobs are sorted into cells by processors and
// estimate, each with a history of its own, and with change points and a threshold of its own. Now
// and then, as the history grows, the cells are chosen anew, and the histories with them.
type Predictor struct {
	rule      history.Rule
	how       Clusters
	least     int // m(q, c), the smallest history of a cell
	entries   entries
	clustered int // entries when cells were last chosen, 0 for never
	grid      *grid
	cells     []*cell // by number
	borrowers [][]int // by number of a cell: the other cells whose history has its entries
	trained   bool
	threshold int // of the series
	downtime  *downtime
}

// New knows no jobs.
func New(r history.Rule, how Clusters) *Predictor {
	p := &Predictor{rule: r, how: how, least: r.Smallest(), downtime: newDowntime()}
	p.setGrid(oneCell())
	p.cells[0].empty = false
	return p
}

// Submitted tells that a job of the series is submitted, at a time in seconds.
func (p *Predictor) Submitted(now float64) { p.downtime.submitted(now) }

// Started tells that a job has started, at a time in seconds, after a wait, and whether the wait
// kept to the bound that the job was given.
func (p *Predictor) Started(j Job, start, wait float64, o history.Outcome) {
	p.downtime.started(start)
	if !p.trained {
		o = history.Uncounted
	}
	at := p.entries.add(j, wait, o)
	p.grid.place(&p.entries.table)
	cell := p.grid.ofKind[p.entries.kinds[at]]
	p.cells[cell].take(at, wait, o)
	for _, i := range p.borrowers[cell] {
		p.cells[i].take(at, wait, o)
	}
}

// EndTraining sets the threshold of the series, which is that of its cells until they are next
// chosen.
func (p *Predictor) EndTraining() {
	p.trained = true
	r := stat.Lag1(p.entries.waits)
	for _, c := range p.cells {
		c.Arm(r)
	}
	_, p.threshold = p.cells[0].ChangePoints()
}

// Refit chooses the cells anew if that is due, and brings the bounds of those with new waits up to
// date.
func (p *Predictor) Refit() {
	if p.due() {
		p.cluster()
	}
	for _, c := range p.cells {
		if c.stale {
			c.Refit()
			c.stale = false
		}
	}
}

// due: as soon as there are enough entries, and then whenever there are 100 new ones and they are a
// twentieth of all.
func (p *Predictor) due() bool {
	n := len(p.entries.waits)
	fresh := n - p.clustered
	return p.how != None && n >= p.least && (p.clustered == 0 || fresh >= 100 && 20*fresh >= n)
}

// Bound is that of a job's cluster as of the last Refit; ok is false where its history was too
// short.
func (p *Predictor) Bound(j Job) (bound float64, ok bool) { return p.cellOf(j).Bound() }

// BoundAt is that by another rule, from the history as it is now.
func (p *Predictor) BoundAt(j Job, r history.Rule) (bound float64, ok bool) {
	return p.cellOf(j).BoundAt(r)
}

// Probability is that of a start within d seconds, a multiple of 0.01, from the history as it is
// now.
func (p *Predictor) Probability(j Job, d float64) float64 { return p.cellOf(j).Probability(d) }

// Alike gives the range above < estimate <= upTo around the estimate of a job, in seconds, within
// which jobs of as many processors get the same answers until more is told; infinite where it has
// no end.
func (p *Predictor) Alike(j Job) (above, upTo float64) {
	return span(p.grid.estimate, p.grid.estimate.Find(j.Estimate))
}

// Down reports whether the machine seemed to start no jobs when the last job was submitted.
func (p *Predictor) Down() bool { return p.downtime.down }

// ChangePoints gives how often the histories that the cells now have were cut, and the threshold of
// the series.
func (p *Predictor) ChangePoints() (count, threshold int) {
	for _, c := range p.cells {
		n, _ := c.ChangePoints()
		count += n
	}
	return count, p.threshold
}

func (p *Predictor) cellOf(j Job) *cell { return p.cells[p.grid.cell(kindOf(j))] }

// cluster chooses the cells anew.
func (p *Predictor) cluster() {
	p.entries.rank()
	p.setGrid(newGrid(&p.entries.table, p.least))
	p.rebuild()
	p.clustered = len(p.entries.waits)
}

// setGrid takes over the cells that the grid had before. The others are to be filled; they take the
// memory of those that are gone.
func (p *Predictor) setGrid(g *grid) {
	gone := p.cells
	p.grid = g
	p.cells, p.borrowers = make([]*cell, len(g.histories)), make([][]int, len(g.histories))
	for i, lenders := range g.histories {
		areas := g.areas(i)
		same := func(c *cell) bool { return slices.Equal(c.areas, areas) }
		if k := slices.IndexFunc(gone, same); k >= 0 {
			p.cells[i] = gone[k]
			gone = slices.Delete(gone, k, k+1)
		}
		for _, lender := range lenders[1:] {
			p.borrowers[lender] = append(p.borrowers[lender], i)
		}
	}
	for i, c := range p.cells {
		switch {
		case c != nil:
			continue
		case len(gone) > 0:
			c, gone = gone[0], gone[1:]
		default:
			c = newCell(p.rule)
		}
		c.areas, c.at, c.empty = g.areas(i), c.at[:0], true
		p.cells[i] = c
	}
}
