package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report"
)

// headline says which method can be trusted for which queue, at one level.
type headline struct {
	Level string // in words
	Lead  []sentence
	Table table // by queue
	Grid  table // by queue and range; without rows where the run has no ranges
	Tally table // by method
	Open  bool  // the level shown first
}

// sentence is text with a part that stands out.
type sentence struct{ Before, Strong, After string }

// headlines gives one for each level, the main one first.
func (b *builder) headlines() []headline {
	main := b.in.mainLevel()
	var list []headline
	for _, l := range levels(b.in.Scores) {
		h := b.headline(only(b.verdicts, func(v *verdict) bool { return v.level == l }), l)
		if h.Open = l == main; h.Open {
			list = append([]headline{h}, list...)
		} else {
			list = append(list, h)
		}
	}
	return list
}

func (b *builder) headline(list []*verdict, l methods.Level) headline {
	queues := only(list, func(v *verdict) bool { return v.procs == replay.AllRanges })
	h := headline{
		Level: levelWords(l),
		Lead:  lead(queues, b.methods, l),
		Table: b.table(b.queueTable(queues, l)),
		Tally: b.table(b.tallyTable(list, queues, l)),
	}
	if len(list) > len(queues) {
		h.Grid = b.table(b.gridTable(list, l))
	}
	return h
}

// levelWords names a level: 0.95 quantile, or 0.25 quantile from below.
func levelWords(l methods.Level) string {
	text := fmt.Sprintf("%v quantile", l.Quantile)
	if l.Side == methods.Lower {
		text += " from below"
	}
	return text
}

// lead sums up the queues in sentences.
func lead(queues []*verdict, methodsInOrder []string, l methods.Level) []sentence {
	if len(queues) == 0 {
		return []sentence{{After: "No queue has enough jobs for a verdict."}}
	}
	counts := tallies(queues, methodsInOrder)
	text := []sentence{mostCorrect(counts, len(queues), l)}
	if top := leaders(counts, func(t *tally) int { return t.top }); len(top) > 0 {
		text = append(text, sentence{"Most often the most accurate of the correct ones: ", nameSome(top), fmt.Sprintf(" (on %d).", counts[indexOf(counts, top[0])].top)})
	}
	var none []string
	for _, v := range queues {
		if len(v.correct) == 0 {
			name := v.queue
			if len(v.others) > 0 {
				name += fmt.Sprintf(" (closest: %s with %.3f)", v.others[0].Method, v.others[0].Correct)
			}
			none = append(none, name)
		}
	}
	if len(none) > 0 {
		text = append(text, sentence{"No method is correct on ", enumerate(none), "."})
	}
	return text
}

func mostCorrect(counts []tally, queues int, l methods.Level) sentence {
	top := leaders(counts, func(t *tally) int { return t.correct })
	covers := fmt.Sprintf("at least %v of the waits within the bounds", l.Target())
	if len(top) == 0 {
		return sentence{After: fmt.Sprintf("No method is correct (%s) on any of %s.", covers, counted(queues, "queue", "queues"))}
	}
	n := counts[indexOf(counts, top[0])].correct
	after := fmt.Sprintf(" %s correct on %d of %s: %s.", verb(len(top), "is", "are"), n, counted(queues, "queue", "queues"), covers)
	if n < queues && len(counts) > len(top) {
		after = strings.TrimSuffix(after, ".") + "; no other method is on as many."
	}
	return sentence{Strong: nameSome(top), After: after}
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// leaders names the methods with the highest count above 0.
func leaders(counts []tally, of func(*tally) int) []string {
	best := 0
	var list []string
	for i := range counts {
		switch n := of(&counts[i]); {
		case n > best:
			best, list = n, []string{counts[i].method}
		case n == best && n > 0:
			list = append(list, counts[i].method)
		}
	}
	return list
}

func indexOf(counts []tally, method string) int {
	return slices.IndexFunc(counts, func(t tally) bool { return t.method == method })
}

// nameSome enumerates methods, but not very many.
func nameSome(list []string) string {
	const most = 5
	if len(list) > most {
		list = append(list[:most-1:most-1], counted(len(list)-most+1, "other", "others"))
	}
	return enumerate(list)
}

// queueTable has a row for each queue: the method to trust, and how good it is.
func (b *builder) queueTable(queues []*verdict, l methods.Level) *report.Table {
	t := &report.Table{
		Title: "The method to trust for each queue, " + levelWords(l),
		Columns: []report.Column{{Heading: "trace"}, {Heading: "queue"}, {Heading: "trust"},
			{Heading: "share covered", Align: report.Right}, {Heading: "95 % interval", Align: report.Right},
			{Heading: "median wait / bound", Align: report.Right}, {Heading: "median bound", Align: report.Right},
			{Heading: "jobs scored", Align: report.Right}, {Heading: "also correct, the more accurate first"}},
		Star:    "no method is correct; the one that covers the largest share is shown",
		Missing: "no other method, no value, or no method that gives bounds",
		Notes: []string{fmt.Sprintf("trust: the most accurate of the methods that are correct, which are those with a share covered of at least %v; "+
			"the most accurate is the one with the tightest bounds, by the median of wait over bound", l.Target())},
	}
	if b.few > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s with fewer than %d jobs are not judged here; their scores are under Every score",
			counted(b.few, "series", "series"), b.in.Run.Settings.MinJobs))
	}
	for _, v := range queues {
		t.Rows = append(t.Rows, queueRow(v))
	}
	return t
}

func queueRow(v *verdict) []report.Cell {
	row := []report.Cell{report.Words(v.trace), report.Words(v.queue)}
	var shown *replay.Score
	trust, also := report.Absent(), report.Absent()
	best := v.best()
	switch {
	case len(best) > 0:
		shown = best[0]
		trust = report.Words(nameSome(methodNames(best)))
		trust.Bold = true
		if rest := v.correct[len(best):]; len(rest) > 0 {
			also = report.Words(nameSome(methodNames(rest)))
		}
	case len(v.others) > 0:
		shown = v.others[0]
		trust = report.Words("none; closest: " + shown.Method)
		trust.Star = true
	default:
		return append(row, trust, trust, trust, trust, trust, report.Count(v.jobs), also)
	}
	share := report.Number(shown.Correct, "%.3f")
	share.N = shown.Bounded
	interval := report.Absent()
	if !math.IsNaN(shown.CorrectLow + shown.CorrectHigh) {
		interval = report.Words(fmt.Sprintf("%.3f – %.3f", shown.CorrectLow, shown.CorrectHigh))
	}
	bound := report.Absent()
	if !math.IsNaN(shown.MedianBound) {
		bound = report.Cell{Text: duration(shown.MedianBound), Value: shown.MedianBound, HasValue: true}
	}
	scored := report.Count(shown.Scored)
	if shown.Bounded < shown.Scored {
		scored.Text = fmt.Sprintf("%d of %d", shown.Bounded, shown.Scored)
	}
	return append(row, trust, share, interval, report.Number(shown.MedianRatio, "%.3g"), bound, scored, also)
}

// gridTable has the most accurate correct method by queue and range.
func (b *builder) gridTable(list []*verdict, l methods.Level) *report.Table {
	t := &report.Table{
		Title:   "The method to trust by queue and processors, " + levelWords(l),
		Columns: []report.Column{{Heading: "trace"}, {Heading: "queue"}, {Heading: replay.AllRanges}},
		Star:    "no method is correct",
		Missing: fmt.Sprintf("fewer than %d jobs", b.in.Run.Settings.MinJobs),
	}
	for _, r := range b.ranges {
		t.Columns = append(t.Columns, report.Column{Heading: r})
	}
	rows := map[[2]string]int{}
	for _, v := range list {
		at := [2]string{v.trace, v.queue}
		if _, ok := rows[at]; !ok {
			rows[at] = len(t.Rows)
			row := []report.Cell{report.Words(v.trace), report.Words(v.queue)}
			for range t.Columns[2:] {
				row = append(row, report.Absent())
			}
			t.Rows = append(t.Rows, row)
		}
		column := 2
		if v.procs != replay.AllRanges {
			column = 3 + slices.Index(b.ranges, v.procs)
		}
		cell := report.Words(nameSome(methodNames(v.best())))
		if len(v.correct) == 0 {
			cell = report.Words("none")
			cell.Star = true
		}
		t.Rows[rows[at]][column] = cell
	}
	return t
}

// tallyTable has a row for each method: where it is correct, and where it is the best.
func (b *builder) tallyTable(list, queues []*verdict, l methods.Level) *report.Table {
	t := &report.Table{
		Title: "How each method did, " + levelWords(l),
		Columns: []report.Column{{Heading: "method"},
			{Heading: "correct, by queue", Align: report.Right}, {Heading: "most accurate, by queue", Align: report.Right},
			{Heading: "correct, by queue and range", Align: report.Right}, {Heading: "most accurate, by queue and range", Align: report.Right},
			{Heading: "smallest share covered", Align: report.Right}},
		Missing: "no series with bounds",
		Notes: []string{"correct: in how many of the series for which the method gave bounds; most accurate: in how many it was the tightest of the correct ones; " +
			"the smallest share covered is that of any of its series"},
	}
	byRange := tallies(only(list, func(v *verdict) bool { return v.procs != replay.AllRanges }), b.methods)
	everywhere := tallies(list, b.methods)
	for i, n := range tallies(queues, b.methods) {
		t.Rows = append(t.Rows, []report.Cell{
			report.Words(n.method), ofCell(n.correct, n.series), topCell(&n),
			ofCell(byRange[i].correct, byRange[i].series), topCell(&byRange[i]),
			report.Number(everywhere[i].worst, "%.3f"),
		})
	}
	if len(list) == len(queues) {
		t.Columns = slices.Delete(t.Columns, 3, 5)
		for i := range t.Rows {
			t.Rows[i] = slices.Delete(t.Rows[i], 3, 5)
		}
	}
	return t
}

func topCell(n *tally) report.Cell {
	if n.series == 0 {
		return report.Absent()
	}
	return report.Count(n.top)
}

func ofCell(n, of int) report.Cell {
	if of == 0 {
		return report.Absent()
	}
	return report.Cell{Text: fmt.Sprintf("%d of %d", n, of), Value: float64(n), HasValue: true}
}
