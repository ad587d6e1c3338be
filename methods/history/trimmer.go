package history

import "waitbench/methods/internal/stat"

// Outcome is the outcome of a wait, which counts towards a change point.
type Outcome uint8

// The outcomes.
const (
	Uncounted Outcome = iota // of the training part, or without a bound
	Hit
	Missed
)

// Trimmer finds the change points of a series: after threshold consecutive
// misses, in the order in which jobs start, only the last keep waits count
// [Brevik06, section 4.1].
type Trimmer struct {
	target    float64   // share of waits that the bounds should cover
	keep      int       // smallest history with a bound, m(q, c)
	recent    []float64 // the last keep waits, a ring once it is full
	next      int       // index of recent that is written next
	training  []float64 // waits of the training part, until it ends
	trained   bool
	threshold int
	misses    int // consecutive misses up to now
	count     int // change points found
}

// NewTrimmer returns a trimmer of waits that a rule bounds.
func NewTrimmer(r Rule) *Trimmer { return &Trimmer{target: r.Target(), keep: r.Smallest()} }

// Add adds a wait and reports whether it completes a change point. Then
// Remaining is the new history.
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

// Remaining is the history after a change point, in no particular order.
func (t *Trimmer) Remaining() []float64 { return t.recent }

// EndTraining sets the threshold from the autocorrelation of the waits known so
// far. A lower bound of the q-quantile has the threshold of 1-q.
func (t *Trimmer) EndTraining() { t.Arm(stat.Lag1(t.training)) }

// Arm ends the training with the threshold for waits of lag-1 autocorrelation
// r.
func (t *Trimmer) Arm(r float64) {
	t.trained, t.training = true, nil
	t.threshold = stat.RareEvents(t.target).At(r)
}

// ChangePoints returns the number of change points and the threshold, which is
// 0 before the training ends.
func (t *Trimmer) ChangePoints() (count, threshold int) { return t.count, t.threshold }
