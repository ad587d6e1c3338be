package methods

import (
	"slices"

	"waitbench/methods/internal/stat"
)

var qbetsMethod = Method{
	Name:   "qbets",
	Doc:    "bmbp within clusters of jobs of similar size and estimate",
	Source: "Nurmi, Brevik and Wolski, QBETS: Queue Bounds Estimation from Time Series; rules from the authors' program, corrected",
	Needs:  WaitsOnly,
	New: func(s Settings) (Predictor, error) {
		if err := s.Check(); err != nil {
			return nil, err
		}
		return newQBETS(s), nil
	},
}

// qbets is bmbp within clusters [Nurmi07]. Jobs are sorted into cells by processors and estimate, each with a bmbp of its own: its own
// history, change points and threshold. Now and then, as the history grows, the cells are chosen anew, and the histories with them.
type qbets struct {
	settings  Settings
	least     int // m(q, c), the smallest history of a cell
	entries   entries
	clustered int // entries when cells were last chosen, 0 for never
	grid      *grid
	cells     []*cell // by number
	borrowers [][]int // by number of a cell: the other cells whose history has its entries
	rebuilder rebuilder
	trained   bool
	threshold int // of the series
	downtime  *downtime
}

func newQBETS(s Settings) *qbets {
	p := &qbets{settings: s, least: ranks(s.Level).Smallest()}
	if s.Downtime != IgnoreDowntime {
		p.downtime = newDowntime()
	}
	p.setGrid(oneCell())
	p.cells[0].empty = false
	return p
}

func (p *qbets) Observe(o Observation) {
	if p.downtime != nil {
		p.downtime.started(o.Submit + o.Wait)
		if p.settings.Downtime == ExcludeDowntime && p.downtime.waitedThrough(o.Submit) {
			return
		}
	}
	at := p.entries.add(&o, p.outcome(&o))
	p.grid.place(&p.entries.table)
	cell := p.grid.ofKind[p.entries.kinds[at]]
	p.cells[cell].take(at, &o)
	for _, i := range p.borrowers[cell] {
		p.cells[i].take(at, &o)
	}
}

func (p *qbets) outcome(o *Observation) outcome {
	switch {
	case !p.trained || !o.Counts || !o.HasBound:
		return uncounted
	case p.settings.Covers(o.Wait, o.Bound):
		return hit
	}
	return missed
}

// Refit chooses the cells anew if that is due, and brings the bounds of those with new waits up to date.
func (p *qbets) Refit(now float64) {
	if p.due() {
		p.cluster()
	}
	for _, c := range p.cells {
		if c.stale {
			c.bmbp.Refit(now)
			c.stale = false
		}
	}
}

// due: as soon as there are enough entries, and then whenever there are 100 new ones and they are a twentieth of all.
func (p *qbets) due() bool {
	n := len(p.entries.waits)
	fresh := n - p.clustered
	return p.settings.Clusters != NoClusters && n >= p.least && (p.clustered == 0 || fresh >= 100 && 20*fresh >= n)
}

func (p *qbets) Predict(q Query) (float64, bool) { return p.cellOf(&q).Predict(q) }

// BoundAt implements Ladder.
func (p *qbets) BoundAt(q Query, l Level) (float64, bool) { return p.cellOf(&q).BoundAt(q, l) }

// Odds implements Inverse.
func (p *qbets) Odds(q Query, d float64) float64 { return p.cellOf(&q).Odds(q, d) }

// Alike implements Clustered.
func (p *qbets) Alike(q Query) (above, upTo float64) {
	return span(p.grid.estimate, p.grid.estimate.Find(q.Estimate))
}

func (p *qbets) cellOf(q *Query) *cell { return p.cells[p.grid.cell(kindOf(q))] }

// EndTraining implements Trainer: until the cells are next chosen their thresholds are that of the series.
func (p *qbets) EndTraining() {
	p.trained = true
	r := stat.Lag1(p.entries.waits)
	for _, c := range p.cells {
		c.arm(r)
	}
	p.threshold = p.cells[0].threshold
}

// ChangePoints implements ChangePointer: how often the histories that the cells now have were cut, and the threshold of the series.
func (p *qbets) ChangePoints() (count, threshold int) {
	for _, c := range p.cells {
		count += c.count
	}
	return count, p.threshold
}

// Submitted implements Submitter.
func (p *qbets) Submitted(q Query) {
	if p.downtime != nil {
		p.downtime.submitted(q.Submit)
	}
}

// Down implements DownDetector.
func (p *qbets) Down() bool { return p.downtime != nil && p.downtime.down }

// cluster chooses the cells anew.
func (p *qbets) cluster() {
	p.entries.rank()
	p.setGrid(newGrid(&p.entries.table, p.settings.Clusters, p.least))
	p.rebuilder.rebuild(p)
	p.clustered = len(p.entries.waits)
}

// setGrid takes over the cells that the grid had before. The others are to be filled; they take the memory of those that are gone.
func (p *qbets) setGrid(g *grid) {
	gone := p.cells
	p.grid, p.cells, p.borrowers = g, make([]*cell, len(g.histories)), make([][]int, len(g.histories))
	for i, lenders := range g.histories {
		areas := g.areas(i)
		if k := slices.IndexFunc(gone, func(c *cell) bool { return slices.Equal(c.areas, areas) }); k >= 0 {
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
			c = newCell(p.settings)
		}
		c.areas, c.at, c.empty = g.areas(i), c.at[:0], true
		p.cells[i] = c
	}
}
