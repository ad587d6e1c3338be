package qbets

import (
	"math"

	"waitbench/methods/history"
	"waitbench/methods/internal/stat"
)

// Clusters is a way to sort jobs into clusters.
type Clusters string

// The ways to sort jobs into clusters.
const (
	Product Clusters = "product" // by processors and estimate
	None    Clusters = "none"    // not at all
)

// Attributes sort jobs into clusters.
type Attributes struct {
	Procs    int64   // -1 unknown
	Estimate float64 // requested run time, seconds, -1 unknown
}

// Predictor bounds waits within clusters [Nurmi07]. Jobs are sorted into cells
// by processors and estimate. Each cell has a history with change points and a
// threshold of its own. As the waits grow in number, Refit chooses the cells
// again, and rebuilds their histories from all waits.
type Predictor struct {
	rule      history.Rule
	clusters  Clusters
	smallest  int // m(q, c), the smallest history of a cell
	entries   knownWaits
	clustered int // entries when the cells were last chosen, 0 for never
	grid      *grid
	cells     []*history.History // by cell of the grid
	trained   bool
	threshold int // of the series
	downtime  *downtime
}

// New returns a predictor that knows no jobs.
func New(r history.Rule, c Clusters) *Predictor {
	return &Predictor{
		rule: r, clusters: c, smallest: r.Smallest(), downtime: &downtime{start: math.NaN()},
		grid: newGrid(unbinned, unbinned, nil, 0), cells: []*history.History{history.New(r)},
	}
}

// Submitted records that a job of the series is submitted.
func (p *Predictor) Submitted() { p.downtime.submitted() }

// Started records that a job has started, at a time in seconds, after a wait in
// seconds, and whether its bound held.
func (p *Predictor) Started(j Attributes, start, wait float64, o history.Outcome) {
	p.downtime.started(start)
	if !p.trained {
		o = history.Uncounted
	}
	p.entries.add(j, wait, o)
	for _, cell := range p.grid.sharers[p.grid.cell(j)] {
		p.cells[cell].Add(wait, o)
	}
}

// EndTraining sets the threshold of the series. The cells use it until they are
// next chosen.
func (p *Predictor) EndTraining() {
	p.trained = true
	waits := make([]float64, len(p.entries.waits))
	for i, e := range p.entries.waits {
		waits[i] = e.wait
	}
	r := stat.Lag1(waits)
	for _, c := range p.cells {
		c.Arm(r)
	}
	_, p.threshold = p.cells[0].ChangePoints()
}

// Refit chooses the cells again if that is due, and updates their bounds.
func (p *Predictor) Refit() {
	if p.due() {
		p.entries.score()
		p.grid = p.entries.cluster(p.smallest)
		p.rebuild()
		p.clustered = len(p.entries.waits)
	}
	for _, c := range p.cells {
		c.Refit()
	}
}

// due reports whether there are enough entries for the first clustering, or at
// least 100 and a twentieth of all are new.
func (p *Predictor) due() bool {
	n := len(p.entries.waits)
	fresh := n - p.clustered
	return p.clusters != None && n >= p.smallest &&
		(p.clustered == 0 || fresh >= 100 && 20*fresh >= n)
}

// History returns the history of a job's cluster, which Refit may replace.
func (p *Predictor) History(j Attributes) *history.History { return p.cells[p.grid.cell(j)] }

// Alike reports whether two jobs are in one cell as of the last Refit.
func (p *Predictor) Alike(a, b Attributes) bool { return p.grid.cell(a) == p.grid.cell(b) }

// SimilarRange returns the range above < estimate <= upTo around the estimate
// of a job, in seconds, within which jobs of as many processors get the same
// answers until the next event; infinite where it has no end.
func (p *Predictor) SimilarRange(j Attributes) (above, upTo float64) {
	edges := p.grid.estimate.edges
	bin := p.grid.estimate.find(j.Estimate)
	above, upTo = math.Inf(-1), math.Inf(1)
	if bin > 0 {
		above = edges[bin-1]
	}
	if bin < len(edges)-1 {
		upTo = edges[bin]
	}
	return above, upTo
}

// IsDown reports whether the machine seems to start no jobs when another job is
// submitted at a time in seconds.
func (p *Predictor) IsDown(now float64) bool { return p.downtime.downAt(now) }

// ChangePoints returns how often the histories of the present cells were cut,
// and the threshold of the series.
func (p *Predictor) ChangePoints() (count, threshold int) {
	for _, c := range p.cells {
		n, _ := c.ChangePoints()
		count += n
	}
	return count, p.threshold
}

// window is the number of last entries of a cell whose autocorrelation sets its
// threshold.
const window = 1000

// rebuild makes the history of every cell from all its entries.
func (p *Predictor) rebuild() {
	members := make([][]int32, len(p.grid.sharers)) // indexes of entries, by cell
	cellsOf := make([][]int, len(p.entries.kinds))  // by kind: the cells with its entries
	for k, kind := range p.entries.kinds {
		cellsOf[k] = p.grid.sharers[p.grid.cell(kind.Attributes)]
	}
	for i, e := range p.entries.waits {
		for _, cell := range cellsOf[e.kind] {
			members[cell] = append(members[cell], int32(i))
		}
	}
	p.cells = make([]*history.History, len(members))
	for cell, indexes := range members {
		p.cells[cell] = p.historyOf(indexes)
	}
}

// historyOf makes the history of some entries, with change points and
// threshold.
func (p *Predictor) historyOf(indexes []int32) *history.History {
	h := history.New(p.rule)
	if p.trained {
		h.Arm(stat.Lag1(p.entries.waitsOf(indexes[max(0, len(indexes)-window):])))
	}
	left := indexes
	for i, index := range indexes {
		if h.Judge(p.entries.waits[index].outcome) {
			left = indexes[max(0, i+1-p.smallest):]
		}
	}
	h.Refill(p.entries.waitsOf(left))
	return h
}
