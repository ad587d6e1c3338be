package history

import "waitbench/methods/internal/stat"

// Outcome says whether a wait counts towards a change point, and how.
type Outcome uint8

// The outcomes.
const (
	Uncounted Outcome = iota // of the training part, or given no bound
	Hit
	Missed
)

// Trimmer finds the change points of a series and holds what is left of the history after one:
// after threshold consecutive misses, in the order in which jobs start, only the most recent keep
// waits are still relevant [Brevik06, section 4.1].
type Trimmer struct {
	target    float64   // share of waits that the bounds are to cover
	keep      int       // smallest history with a bound, m(q, c)
	recent    []float64 // the last keep waits, a ring once it is full
	next      int       // where the ring is written next
	training  []float64 // waits of the training part, until it ends
	trained   bool
	threshold int
	misses    int // consecutive misses up to now
	count     int // change points found
}

// NewTrimmer is of waits that are bounded by a rule, or at its level.
func NewTrimmer(r Rule) *Trimmer {
	return &Trimmer{target: r.Target(), keep: r.Smallest()}
}

// Add takes the next wait and reports whether it completes a change point, in which case the
// history is to be replaced by Remaining.
func (t *Trimmer) Add(wait float64, o Outcome) (cut bool) {
	t.remember(wait)
	if !t.trained {
		t.training = append(t.training, wait)
		return false
	}
	return t.Judge(o)
}

func (t *Trimmer) remember(wait float64) {
	if len(t.recent) < t.keep {
		t.recent = append(t.recent, wait)
		return
	}
	t.recent[t.next] = wait
	if t.next++; t.next == t.keep {
		t.next = 0
	}
}

// Judge counts an outcome and reports whether it completes a change point.
func (t *Trimmer) Judge(o Outcome) (cut bool) {
	switch o {
	case Hit:
		t.misses = 0
	case Missed:
		if t.misses++; t.misses >= t.threshold {
			t.misses = 0
			t.count++
			return true
		}
	}
	return false
}

// Restart forgets all outcomes.
func (t *Trimmer) Restart() { t.misses, t.count = 0, 0 }

// Keep is the number of waits that a change point leaves.
func (t *Trimmer) Keep() int { return t.keep }

// Remaining is the history after a change point, in no particular order.
func (t *Trimmer) Remaining() []float64 { return t.recent }

// EndTraining sets the threshold from the autocorrelation of the waits known so far. A lower bound
// of the q-quantile is an upper bound of the (1-q)-quantile of the waits with the sign reversed, so
// its threshold is that of 1-q.
func (t *Trimmer) EndTraining() { t.Arm(stat.Lag1(t.training)) }

// Arm ends the training with the threshold for waits of lag-1 autocorrelation r.
func (t *Trimmer) Arm(r float64) {
	t.trained, t.training = true, nil
	t.threshold = stat.RareEvents(t.target).At(r)
}

// ChangePoints gives the number of change points and the threshold, 0 before the training has
// ended.
func (t *Trimmer) ChangePoints() (count, threshold int) { return t.count, t.threshold }
