package methods

import "waitbench/methods/internal/stat"

// trimmer finds the change points of a series and holds what is left of the history after one:
// after threshold consecutive misses, in the order in which jobs start, only the most recent keep waits
// are still relevant [Brevik06, section 4.1].
type trimmer struct {
	level     Level
	keep      int       // smallest history with a bound, m(q, c)
	recent    []float64 // the last keep waits, a ring once it is full
	next      int       // where the ring is written next
	training  []float64 // waits of the training part, until it ends
	trained   bool
	threshold int
	misses    int  // consecutive misses up to now
	hitRuns   bool // runs of hits are change points too
	hitRun    int  // consecutive hits that are one, 0 for never
	hits      int  // consecutive hits up to now
	count     int  // change points found
}

func newTrimmer(l Level) trimmer {
	keep := ranks(l).Smallest()
	return trimmer{level: l, keep: keep, recent: make([]float64, 0, keep)}
}

// ranks are those of the order statistics that bound at a level.
func ranks(l Level) *stat.Ranks {
	if l.Side == Lower {
		return stat.LowerRanks(l.Quantile, l.Confidence)
	}
	return stat.UpperRanks(l.Quantile, l.Confidence)
}

// observe takes the next wait and reports whether it completes a change point, in which case the history is
// to be replaced by remaining().
func (t *trimmer) observe(o *Observation) bool {
	t.remember(o.Wait)
	if !t.trained {
		t.training = append(t.training, o.Wait)
		return false
	}
	return o.Counts && o.HasBound && t.judge(t.level.Covers(o.Wait, o.Bound))
}

func (t *trimmer) remember(wait float64) {
	if len(t.recent) < t.keep {
		t.recent = append(t.recent, wait)
		return
	}
	t.recent[t.next] = wait
	if t.next++; t.next == t.keep {
		t.next = 0
	}
}

// judge counts a hit or a miss and reports whether it completes a change point.
func (t *trimmer) judge(hit bool) (cut bool) {
	if hit {
		t.misses = 0
		t.hits++
		cut = t.hits == t.hitRun
	} else {
		t.hits = 0
		t.misses++
		cut = t.misses >= t.threshold
	}
	if cut {
		t.misses, t.hits = 0, 0
		t.count++
	}
	return cut
}

// remaining is the history after a change point, in no particular order.
func (t *trimmer) remaining() []float64 { return t.recent }

// EndTraining sets the threshold from the autocorrelation of the waits known so far. A lower bound of the q-quantile is an upper bound of the
// (1-q)-quantile of the waits with the sign reversed, so its threshold is that of 1-q.
func (t *trimmer) EndTraining() { t.arm(stat.Lag1(t.training)) }

// arm ends the training with the thresholds for waits of lag-1 autocorrelation r.
func (t *trimmer) arm(r float64) {
	t.trained, t.training = true, nil
	t.threshold = stat.RareEvents(t.level.Target()).At(r)
	if t.hitRuns {
		t.hitRun = stat.HitRun(r)
	}
}

// ChangePoints implements ChangePointer.
func (t *trimmer) ChangePoints() (count, threshold int) { return t.count, t.threshold }

// ThresholdBand is the number of consecutive misses that make a change point for autocorrelations from From on.
type ThresholdBand struct {
	From   float64
	Misses int
}

// Thresholds lists the rare-event thresholds of a quantile by ascending autocorrelation: those that are used, or those that
// the project computes, which differ for 0.95 alone, where the values of the authors' program are used.
func Thresholds(quantile float64, computed bool) []ThresholdBand {
	t := stat.RareEvents(quantile)
	if computed {
		t = stat.ComputedRareEvents(quantile)
	}
	var bands []ThresholdBand
	for _, b := range t.Bands() {
		bands = append(bands, ThresholdBand{b.From, b.Misses})
	}
	return bands
}
