package methods

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// ruler is a QuantileBounder whose bound at a quantile is 1000 s times it, up
// to a highest quantile. It logs its calls.
type ruler struct {
	Level
	highest float64
	log     []string
}

func (r *ruler) Observe(e Event) {
	r.log = append(r.log, fmt.Sprint(e.Kind, e.Index, e.Wait, e.Bound, e.HasBound, e.Counts))
}
func (r *ruler) Refit(now float64)                 { r.log = append(r.log, fmt.Sprint("refit ", now)) }
func (r *ruler) ChangePoints() (count, misses int) { return len(r.log), 7 }
func (r *ruler) Predict(q Query) (float64, bool)   { return r.BoundAt(q, r.Level) }
func (r *ruler) BoundAt(_ Query, l Level) (float64, bool) {
	return 1000 * l.Quantile, l.Quantile <= r.highest
}

// drive shows a predictor jobs numbered from 0.
type drive struct {
	Predictor
	t     *testing.T
	bound []float64
}

func driven(t *testing.T, l Level, highest float64) (*drive, *ruler) {
	r := &ruler{Level: l, highest: highest}
	d := &drive{Predictor: newAdaptive(r, l), t: t}
	d.Refit(0)
	return d, r
}

// submit compares the bound of the next job.
func (d *drive) submit(want float64) {
	d.t.Helper()
	got, ok := d.Predict(Query{Index: len(d.bound)})
	if !ok || math.Abs(got-want) > 1e-9 {
		d.t.Errorf("bound %v, %v of job %d, want %v", got, ok, len(d.bound), want)
	}
	d.bound = append(d.bound, got)
}

// settle makes the wait of a job known.
func (d *drive) settle(at int, wait float64) {
	d.Observe(Event{Query: Query{Index: at}, Wait: wait, Bound: d.bound[at], HasBound: true, Counts: true})
}

var upper95 = Level{Quantile: .95, Confidence: .95}

// Steps by hand: 0.6/sqrt(n) times -0.05 for a hit and 0.95 for a miss.
func TestACI(t *testing.T) {
	d, _ := driven(t, upper95, 1)
	d.submit(950)
	d.submit(950)
	d.submit(950)
	d.settle(0, 950) // a tie is a hit
	d.submit(950)    // not before the refit
	d.Refit(1)
	d.Refit(1)
	d.submit(1000 * (.95 - .6*.05))
	d.settle(1, 0)
	d.settle(2, 1)
	d.Refit(2)
	level := .95 - .6*.05*(1+1/math.Sqrt2+1/math.Sqrt(3))
	d.submit(1000 * level)
	d.settle(3, 960) // bounded by 950
	d.Refit(3)
	d.submit(1000 * min(.999, level+.3*.95))
}

// TestSettleOrder: at the ends of the range the order in which jobs become
// known decides.
func TestSettleOrder(t *testing.T) {
	median := Level{Quantile: .5, Confidence: .95}
	low, second := newFollowedLevel(.5).low, .6/math.Sqrt2*.5
	for _, test := range []struct {
		waits [2]float64
		want  float64
	}{
		// a hit down to .2, cut off at the lower end, then a miss
		{[2]float64{0, 1e6}, low + second},
		{[2]float64{1e6, 0}, .5 + float64(.6*.5) - second}, // a miss, then a hit
	} {
		d, _ := driven(t, median, 1)
		d.submit(500)
		d.submit(500)
		d.settle(1, test.waits[0])
		d.settle(0, test.waits[1])
		d.Refit(1)
		d.submit(1000 * test.want)
	}
}

func TestLevelsKeptInRange(t *testing.T) {
	for _, target := range []float64{.05, .5, .75, .95, .999} {
		l := newFollowedLevel(target)
		if !(0 < l.low && l.low < target && target < l.high && l.high < 1) {
			t.Fatalf("target %v: range %v to %v", target, l.low, l.high)
		}
		for _, hit := range []bool{true, false, true} {
			for range 5000 {
				l.settle(hit)
				if l.sum < l.low {
					t.Fatalf("target %v: sum %v below %v", target, l.sum, l.low)
				}
			}
			if got := l.used(); !hit && got != l.high {
				t.Errorf("target %v: level %v after nothing but misses, want %v", target, got, l.high)
			}
		}
	}
	if l := newFollowedLevel(.95); l.low != .5 || l.high != .999 {
		t.Errorf("range %v to %v for 0.95", l.low, l.high)
	}
}

// TestNoBoundAtLevel: where the level has no bound, the highest of the grid
// that has one counts.
func TestNoBoundAtLevel(t *testing.T) {
	d, r := driven(t, upper95, .97)
	d.submit(950)
	d.settle(0, 1e6)
	d.Refit(1)
	d.submit(1000 * math.Floor(.97*levelGrid) / levelGrid)
	for _, highest := range []float64{.98, .9801, .9501, .95, .99} {
		r.highest = highest
		d.submit(max(950, 1000*math.Floor(highest*levelGrid)/levelGrid))
	}
	r.highest = .9
	if _, ok := d.Predict(Query{Index: 99}); ok {
		t.Error("a bound where the method alone has none")
	}
}

func TestAdaptiveLowerBound(t *testing.T) {
	d, _ := driven(t, Level{Quantile: .25, Confidence: .95, Side: Lower}, 1)
	d.submit(250)
	d.settle(0, 250)
	d.Refit(1)
	d.submit(1000 * (.25 + .6*.25)) // a hit: the bound may rise
	d.settle(1, 249)
	d.Refit(2)
	d.submit(1000 * (.25 + .6*.25 - .6/math.Sqrt2*.75)) // a miss: it falls
}

// TestMethodInside: it observes the same as alone, in the same order, though
// later within an epoch.
func TestMethodInside(t *testing.T) {
	script := func(p Predictor) {
		bounds := map[int]float64{}
		submit := func(at int) {
			p.Observe(Event{Kind: Submitted, Query: Query{Index: at}})
			bounds[at], _ = p.Predict(Query{Index: at})
		}
		start := func(at int, wait float64) {
			p.Observe(Event{Query: Query{Index: at}, Wait: wait, Bound: bounds[at], HasBound: true, Counts: at > 1})
		}
		p.Refit(0)
		submit(0)
		submit(1)
		start(1, 990)
		p.Refit(300)
		submit(2)
		start(0, 10)
		p.Observe(Event{Kind: TrainingEnded})
		p.Observe(Event{Query: Query{Index: 9}, Wait: 5}) // a job without a bound
		p.Refit(600)
		start(2, 970)
		p.Refit(900)
	}
	alone, inside := &ruler{Level: upper95, highest: 1}, &ruler{Level: upper95, highest: 1}
	script(alone)
	p := newAdaptive(inside, upper95)
	script(p)
	if got, want := strings.Join(inside.log, "\n"), strings.Join(alone.log, "\n"); got != want {
		t.Errorf("observed\n%s\nwant\n%s", got, want)
	}
	if count, threshold := p.(ChangePointer).ChangePoints(); count != len(inside.log) || threshold != 7 {
		t.Errorf("%d change points, threshold %d", count, threshold)
	}
}
