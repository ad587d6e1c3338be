package allocation

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"waitbench/replay/study/downey"
	"waitbench/report"
)

// The settings that follow from the text, and others that deviations speak of.
const (
	alloc    = "alloc"
	fitted   = "fitted"
	inferred = "2:14"
	given    = "1.7:0.6"
)

// deviation is a number that does not come out as printed, or only with another setting or reading
// than the text has.
type deviation struct {
	strategy string
	quantity quantity
	other    label    // settings with which it comes out, or nearer; its strategy is empty where there are none
	reading  quantity // another quantity that it may have been; its name is empty where there is none
	how      string   // what other or reading are, in words
	reason   string
}

// Why numbers deviate.
const (
	light = "the paper's workload is a light one, between one and two standard deviations below the mean of seeds: see the numbers at its turnaround in the full tables. " +
		"That holds for all turnarounds in seconds"
	rounding = "comes out if losses up to 0.05 s do not count; perhaps times were rounded to 0.1 s"
	unnamed  = "the paper does not say which lifetimes its predictors assume. Those of its own simulation are too short; with lifetimes from e^2 to e^14 s ten numbers " +
		"fit at once. Perhaps they were those of the machine of its figure 3, whose log of the next year, SDSC-Par-1996, gives e^1.1 to e^15.4 s: inferred, not known"
	losses = "the mean of about 200 losses; 3.7 is at the lower end of what seeds give with either lifetimes"
	edge   = "the line of the paper appears only if times under 10 s are left out, perhaps the lower edge of its plot"
	chosen = "the correlation does rise with the correction, but less. It is that of a changing set of points: the n that seem best are those that are predicted " +
		"too short, and the correction changes which they are. Over every n, a fixed set, it cannot change"
	own = "comes out, or nearer, with the coefficients that the paper prints and the inferred lifetimes, not with a line of one's own through all points, whose " +
		"slope differs"
	elsewhere = "from another study of the author's: agrees in size"
	loosely   = "loosely rounded in the paper: its own number of jobs at load 0.75 fits the rate, 160 and 320 would give 28,800"
)

// deviations lists them by reason.
func deviations() []deviation {
	var list []deviation
	add := func(strategy string, other label, how, reason string, quantities ...quantity) {
		for _, q := range quantities {
			list = append(list, deviation{strategy: strategy, quantity: q, other: other, how: how, reason: reason})
		}
	}
	long := func(strategy, reason string, places ...int) {
		for _, i := range places {
			list = append(list, deviation{strategy: strategy, quantity: ofPoints[i], reading: ofLong[i], how: "from 10 s on", reason: reason})
		}
	}
	add(downey.AVG, label{}, "", light, turnaround)
	add(downey.OPT, label{}, "", light, medianSaved, turnaround)
	list = append(list, deviation{downey.HEUR, losers, label{}, clearLosers, "by more than 0.05 s", rounding})
	add(downey.PRED, label{downey.PRED, inferred, ""}, inferred, unnamed, rebelShare, ofOptimal, medianSaved, meanSaved, busier, slower)
	add(downey.PRED, label{downey.PRED, inferred, ""}, inferred, losses, meanLost)
	long(downey.PRED, edge, 2, 3)
	long(downey.PRED, chosen, 1)
	long(downey.BIAS, chosen, 1)
	corrected := label{downey.BIAS, inferred, given}
	add(downey.BIAS, corrected, inferred+", "+given, own, rebelShare, losers, busier, slower)
	add(downey.LockIn, label{downey.LockIn, inferred, given}, inferred+", "+given, own, slower)
	add(downey.MIN, label{}, "", elsewhere, slower)
	return list
}

// byText gives the label of a strategy with the settings of the text.
func byText(strategy string) label {
	switch strategy {
	case downey.PRED:
		return label{strategy, alloc, ""}
	case downey.BIAS, downey.LockIn, downey.LockInRisk:
		return label{strategy, alloc, fitted}
	}
	return label{strategy: strategy}
}

// meanAndRange shows a number over the seeds; absent where the study did not have the settings.
func (q *quantity) meanAndRange(s summary) report.Cell {
	if math.IsNaN(s.mean) {
		return report.Absent()
	}
	return report.Words(fmt.Sprintf(q.format+" ("+q.format+" to "+q.format+")", s.mean, s.least, s.greatest))
}

func (p *page) ranged(l label, q quantity) report.Cell {
	return q.meanAndRange(p.summary(key{l, q.name}, q.scale))
}

// difference shows how a mean turnaround differs from that of another strategy, seed by seed.
func (p *page) difference(of, from label) report.Cell {
	values := slices.Clone(p.values[key{of, downey.Turnaround}])
	for i, v := range p.values[key{from, downey.Turnaround}] {
		values[i] -= v
	}
	return turnaround.meanAndRange(p.summarize(values))
}

// row shows a deviation.
func (p *page) row(d *deviation) []report.Cell {
	otherwise := report.Absent()
	switch {
	case d.reading.name != "":
		otherwise = p.ranged(byText(d.strategy), d.reading)
	case d.other.strategy != "":
		otherwise = p.ranged(d.other, d.quantity)
	}
	what := d.strategy + ", " + d.quantity.heading
	if d.quantity.unit != "" {
		what += " (" + d.quantity.unit + ")"
	}
	printed := report.Words(strconv.FormatFloat(paper().of(d.strategy, d.quantity.name), 'f', -1, 64))
	return []report.Cell{report.Words(what), printed, p.ranged(byText(d.strategy), d.quantity), otherwise, report.Words(d.how)}
}

// gain shows by how much a measure against rebellion lowers the turnaround.
func (p *page) gain(what, strategy, from string) []report.Cell {
	printed := paper().of(strategy, downey.Turnaround) - paper().of(from, downey.Turnaround)
	here := p.difference(byText(strategy), byText(from))
	otherwise := p.difference(label{strategy, inferred, given}, label{from, inferred, given})
	return []report.Cell{report.Words(what), report.Number(printed, "%.0f"), here, otherwise, report.Words(inferred + ", " + given)}
}

// daily shows the jobs of a day at two loads.
func (p *page) daily() []report.Cell {
	at := func(load float64) float64 {
		c := p.config
		c.Load = load
		return c.JobsPerDay()
	}
	printed := fmt.Sprintf("%g, %g", facts()["jobs_per_day_at_load_0.5"], facts()["jobs_per_day_at_load_1.0"])
	return []report.Cell{report.Words("jobs a day at loads 0.5 and 1"), report.Words(printed),
		report.Words(fmt.Sprintf("%.1f, %.1f", at(0.5), at(1))), report.Absent(), report.Words("")}
}

// notReproduced is the list of deviations; reasons are notes below it, by number.
func (p *page) notReproduced() *report.Table {
	t := &report.Table{
		ID: "not-reproduced", Title: "Numbers that are not, or not certainly, reproduced",
		Columns: []report.Column{words("number", "number"), right("paper", "paper", ""), right("here", "by the text", ""), right("otherwise", "otherwise", ""),
			words("how", "how"), right("reason", "reason", "")},
		Missing: "no other reading, or the study did not have the settings",
		Notes:   []string{fmt.Sprintf("by the text: lifetimes %s, bias %s; mean and range of the seeds", alloc, fitted)},
	}
	var reasons []string
	add := func(reason string, row []report.Cell) {
		if !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
			t.Notes = append(t.Notes, fmt.Sprintf("reason %d: %s", len(reasons), reason))
		}
		t.Rows = append(t.Rows, append(row, report.Words(strconv.Itoa(1+slices.Index(reasons, reason)))))
	}
	add(loosely, p.daily())
	for _, d := range deviations() {
		add(d.reason, p.row(&d))
	}
	add(own, p.gain("lock-in, turnaround against BIAS (s)", downey.LockIn, downey.BIAS))
	add(own, p.gain("risk aversion, turnaround against lock-in (s)", downey.LockInRisk, downey.LockIn))
	return t
}
