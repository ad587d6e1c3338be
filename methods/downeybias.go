package methods

import (
	"math"

	"waitbench/methods/fit"
	"waitbench/methods/internal/stat"
)

var downeyBiasMethod, _ = downeyKind("downey-bias",
	"downey, corrected by a line through past forecasts; "+
		"a line of the logarithms of actual waits on those of forecasts",
	downeySpecs, func(d *downey) Forecaster {
		return &downeyBias{downey: d, predicted: map[*QueuedJob]predicted{}}
	})

// downeyBias corrects the forecasts of downey by earlier waits [Downey97,
// section 5.4]. Predictions at submission and at the head of the queue have a
// line each. Its bound is the quantile of a log-normal around the line, with
// the spread of past errors: downey's own bound, corrected by the same line,
// covers about half of all waits.
type downeyBias struct {
	*downey
	submitted, headed biasLine
	predicted         map[*QueuedJob]predicted // of the jobs that wait
}

// predicted is the predictions of downey for a job, seconds; 0 for nothing to
// learn.
type predicted struct {
	atSubmission, atHead float64
	headSince            float64 // when it came to the head
}

func (d *downeyBias) Forecast(j *QueuedJob, m *Machine) Forecast {
	plain := d.downey.Forecast(j, m)
	f := plain
	f.Plain = &plain
	if !(plain.Wait > nothing) {
		return f
	}
	d.predicted[j] = predicted{atSubmission: plain.Wait}
	if line := &d.submitted; line.corrects {
		f.Wait = line.quantile(plain.Wait, 0.5)
		f.Bounds = d.bounds(func(p float64) float64 { return line.quantile(plain.Wait, p) })
	}
	return f
}

func (d *downeyBias) Head(now float64, m *Machine, index int) Forecast {
	plain := d.downey.Head(now, m, index)
	f := Forecast{Wait: plain.Wait, Plain: &plain}
	if !(plain.Wait > nothing) {
		return f
	}
	p := d.predicted[m.Waiting[index]]
	p.atHead, p.headSince = plain.Wait, now
	d.predicted[m.Waiting[index]] = p
	if d.headed.corrects {
		f.Wait = d.headed.quantile(plain.Wait, 0.5)
	}
	return f
}

func (d *downeyBias) Started(j *QueuedJob, m *Machine) {
	d.downey.Started(j, m)
	p := d.predicted[j]
	if p.atSubmission > 0 {
		d.submitted.observe(p.atSubmission, j.Start-j.Submit)
	}
	if p.atHead > 0 {
		d.headed.observe(p.atHead, j.Start-p.headSince)
	}
	delete(d.predicted, j)
}

func (d *downeyBias) Ended(j *QueuedJob, now, run float64, m *Machine) {
	delete(d.predicted, j)
	d.downey.Ended(j, now, run, m)
}

func (d *downeyBias) Refit(now float64) {
	d.submitted.refit()
	d.headed.refit()
	d.downey.Refit(now)
}

// biasLine is the least-squares line of ln(actual) on ln(predicted), with times
// below 1 s counted as 1 s, as of its last refit:
//
//	corrected = exp(b0 + b1 ln(predicted)),  b1 >= 0
//
// It needs 30 pairs. A prediction of 0 s, within the tolerance of the
// solutions, means that nothing is in the way; it is neither corrected nor
// learned from.
type biasLine struct {
	fit.Moments
	b0, b1   float64
	sd       float64 // of the logarithms around the line
	corrects bool
}

const (
	leastPairs = 30
	nothing    = 1e-6 // seconds that a prediction of 0 may be off by
)

func (l *biasLine) observe(predicted, actual float64) {
	l.Add(math.Log(max(predicted, 1)), math.Log(max(actual, 1)))
}

func (l *biasLine) refit() {
	if l.corrects = l.X.N >= leastPairs && l.X.Squares > 0; !l.corrects {
		return
	}
	slope, _ := l.Line()
	l.b1 = max(slope, 0)
	l.b0 = l.Y.Mean - float64(l.b1*l.X.Mean)
	l.sd = math.Sqrt(max(l.Y.Squares-float64(l.b1*l.XY), 0) / float64(l.X.N-2))
}

// quantile returns a quantile of the actual time for a predicted one, seconds.
func (l *biasLine) quantile(predicted, p float64) float64 {
	return math.Exp(l.b0 + float64(l.b1*math.Log(max(predicted, 1))) +
		float64(l.sd*stat.Quantile(p)))
}
