package methods

import (
	"math"
	"slices"

	"waitbench/methods/fit"
	"waitbench/methods/internal/stat"
)

var downeyBiasMethod = downeyKind("downey-bias",
	"downey, corrected by a line through the logarithms of past forecast and actual waits",
	func(d *downeyLine) Watcher {
		return &downeyBias{downey: &downey{downeyLine: d}, asked: map[*Active]asked{}, latest: &correction{learned: true}}
	})

// downeyBias corrects the forecasts of downey by what came of them before [Downey97, section 5.4].
// Predictions at submission and at the head of the queue have a line each. Its bound is the
// quantile of a log-normal around the line, with the spread of past errors: downey's own bound,
// corrected by the same line, would be pulled to the middle with the forecasts and cover about half
// of all waits.
type downeyBias struct {
	*downey
	submitted, headed biasLine
	asked             map[*Active]asked // of the jobs that wait
	lessons           []lesson          // for submitted, which it has not learned yet
	latest            *correction       // of submitted, after the last refit
}

// asked is what downey said of a job.
type asked struct {
	atSubmission *question // nil where that is nothing to learn from
	atHead       float64   // seconds; likewise 0
	headSince    float64
}

// lesson is a job that has started, or a refit. As forecasts are put off, so are lessons.
type lesson struct {
	*question
	waited float64     // seconds
	refit  *correction // that it leads to
}

// learn takes up the first lessons.
func (d *downeyBias) learn(n int) {
	for _, l := range d.lessons[:n] {
		if l.refit != nil {
			d.submitted.refit()
			*l.refit = d.submitted.correction
			l.refit.learned = true
		} else if wait := l.plain().Wait; wait > nothing {
			d.submitted.observe(wait, l.waited)
		}
	}
	d.lessons = slices.Delete(d.lessons, 0, n)
}

// Submitted implements Watcher.
func (d *downeyBias) Submitted(j *Active, m *Machine) Forecast {
	q, f := d.ask(j, m)
	if q == nil {
		return f
	}
	d.asked[j] = asked{atSubmission: q}
	if j.Unasked {
		return NoForecast
	}
	line := d.latest
	return Forecast{Later: func() Forecast {
		if !line.learned {
			d.learn(1 + slices.IndexFunc(d.lessons, func(l lesson) bool { return l.refit == line }))
		}
		f := q.plain()
		if !(f.Wait > nothing) || !line.corrects {
			return f
		}
		f.Bounds = d.bounds(func(p float64, _ int) float64 { return line.quantile(f.Wait, p) })
		f.Wait = line.quantile(f.Wait, 0.5)
		return f
	}}
}

// Head implements HeadWatcher.
func (d *downeyBias) Head(now float64, m *Machine, at int) float64 {
	point := d.downey.Head(now, m, at)
	if !(point > nothing) {
		return point
	}
	a := d.asked[m.Waiting[at]]
	a.atHead, a.headSince = point, now
	d.asked[m.Waiting[at]] = a
	if d.headed.corrects {
		point = d.headed.quantile(point, 0.5)
	}
	return point
}

// Started implements Watcher.
func (d *downeyBias) Started(j *Active, m *Machine) {
	d.downey.Started(j, m)
	a := d.asked[j]
	if a.atSubmission != nil {
		d.lessons = append(d.lessons, lesson{question: a.atSubmission, waited: j.Start - j.Submit})
	}
	if a.atHead > 0 {
		d.headed.observe(a.atHead, j.Start-a.headSince)
	}
	delete(d.asked, j)
}

// Ended implements Watcher.
func (d *downeyBias) Ended(j *Active, now, run float64, m *Machine) {
	delete(d.asked, j)
	d.downey.Ended(j, now, run, m)
}

// Refit implements Watcher.
func (d *downeyBias) Refit(now float64) {
	if n := len(d.lessons); n > 0 && d.lessons[n-1].refit == nil {
		d.latest = &correction{}
		d.lessons = append(d.lessons, lesson{refit: d.latest})
	}
	if n := len(d.lessons); n > most { // of a log where few are asked about
		d.learn(n - most/2)
	}
	d.headed.refit()
	d.downey.Refit(now)
}

// biasLine is the least-squares line of ln(actual) on ln(predicted), with times below 1 s counted
// as 1 s, as of its last refit:
//
//	corrected = exp(b0 + b1 ln(predicted)),  b1 >= 0
//
// It needs 30 pairs. A prediction of 0 s, but for the tolerance of the solutions, says that nothing is
// in the way; it is neither corrected nor learned from.
type biasLine struct {
	fit.Moments
	correction
}

// correction is a line that no longer changes.
type correction struct {
	b0, b1   float64
	sd       float64 // of the logarithms around the line
	corrects bool
	learned  bool // it is as it will be
}

const (
	leastPairs = 30
	most       = 8192 // lessons that are put off
	nothing    = 1e-6 // seconds that a prediction of 0 may be off by
)

func (l *biasLine) observe(predicted, actual float64) {
	l.Add(math.Log(max(predicted, 1)), math.Log(max(actual, 1)))
}

func (l *biasLine) refit() {
	if l.corrects = l.N >= leastPairs && l.XX > 0; !l.corrects {
		return
	}
	slope, _ := l.Line()
	l.b1 = max(slope, 0)
	l.b0 = l.Y - float64(l.b1*l.X)
	l.sd = math.Sqrt(max(l.YY-float64(l.b1*l.XY), 0) / float64(l.N-2))
}

// quantile is that of the actual time for a predicted one.
func (l *correction) quantile(predicted, p float64) float64 {
	return math.Exp(l.b0 + float64(l.b1*math.Log(max(predicted, 1))) + float64(l.sd*stat.Quantile(p)))
}
