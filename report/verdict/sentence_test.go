package verdict

import (
	"math"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/run"
)

// judged is a method in a verdict, with bounds of 1000 jobs.
func judged(method string, standing Status, correct, loss, median float64) Method {
	return Method{Status: standing, Loss: loss, Score: &replay.Score{RecentBursts: correct,
		Log: "t", Queue: "q", Range: replay.AllRanges, Method: method, Quantile: 0.95, Confidence: 0.95, Jobs: 1100,
		Scored: 1000, Bounded: 1000,
		Coverage: correct, CorrectLow: correct - 0.01, CorrectHigh: min(1, correct+0.01), Pinball: 2 * loss,
		MedianBound: median, MeanBound: median,
	}}
}

// verdict is one on a queue, bmbp its reference.
func verdict(queue string, list ...Method) Verdict {
	v := Verdict{Log: "t", Queue: queue, Range: replay.AllRanges, Level: list[0].Level(), Jobs: 1100, Scored: 1000,
		Reference: "bmbp", Methods: list}
	for i := range list {
		list[i].Queue = queue
	}
	return v
}

func TestSentences(t *testing.T) {
	best, reference := judged("qbets", Recommended, 0.9634, 100, 14*3600), judged("bmbp", Candidate, 0.96, 310, 40000)
	failed := judged("li", TooShort, 0.9, math.NaN(), 50)
	onEdge := judged("bmbp", TooShort, 0.948, math.NaN(), 50)
	flooded := judged("qbets", Recommended, 0.9634, 100, 14*3600)
	flooded.Score.RecentBursts = 0.92
	record := &run.Record{Log: run.LogRecord{Name: "t", Queues: []run.QueueRecord{
		{Name: "high", Jobs: 9000, Mean: 10}, {Name: "normal", Jobs: 2000, Mean: 100}, {Name: "low", Jobs: 1100, Mean: 100},
	}}}
	second := judged("x+cal", Recommended, 0.951, 101, 50)
	for _, c := range []struct {
		verdicts []Verdict
		want     string
	}{
		{nil, "No queue has enough jobs for a verdict."},
		{[]Verdict{verdict("normal", best, reference)},
			"Of 1,000 scored jobs in normal, 96.3\u00a0% started within their own bound by qbets; " +
				"half of these bounds were under 14\u00a0h. " +
				"bmbp, which knows only past waits, holds on 1 of 1 queue, with 3.1 times the loss of qbets in normal."},
		{[]Verdict{verdict("high", best, reference), verdict("normal", best, reference, failed)},
			"Of 1,000 scored jobs in normal, 96.3\u00a0% started within their own bound by qbets; " +
				"half of these bounds were under 14\u00a0h. " +
				"bmbp, which knows only past waits, holds on 2 of 2 queues, with 3.1 times the loss of qbets in normal."},
		{[]Verdict{verdict("normal", best, second, onEdge), verdict("low", failed)},
			"Of 1,000 scored jobs in normal, 96.3\u00a0% started within their own bound by qbets; " +
				"half of these bounds were under 14\u00a0h. " +
				"x+cal may be as tight. bmbp, which knows only past waits, holds on 0 of 1 queue, is short on 1. " +
				"No method can be relied on in low."},
		{[]Verdict{verdict("normal", flooded, onEdge)}, "Of 1,000 scored jobs in normal, 96.3\u00a0% started within their own bound by qbets; " +
			"half of these bounds were under 14\u00a0h. " +
			"In normal, jobs come in floods: of the last 1,000 only 92.0\u00a0% started within the bounds of qbets, each user and hour counted once. " +
			"bmbp, which knows only past waits, holds on 0 of 1 queue, is short on 1."},
		{[]Verdict{verdict("low", onEdge, failed)},
			"No method can be relied on in low: the closest, bmbp, covers only 94.8\u00a0% of the waits. " +
				"bmbp, which knows only past waits, holds on 0 of 1 queue, is short on 1."},
	} {
		if got := strings.Join(queueSentences(record, c.verdicts), " "); got != c.want {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
}

// A log in which no job names a queue has no queue named all.
func TestSentencesWithoutQueues(t *testing.T) {
	record := &run.Record{Log: run.LogRecord{Name: "t", Queues: []run.QueueRecord{{Name: "all", Jobs: 9, Mean: 1}}}}
	verdicts := []Verdict{verdict("all", judged("qbets", Recommended, 0.96, 100, 3600),
		judged("bmbp", Candidate, 0.96, 310, 9))}
	text := strings.Join(queueSentences(record, verdicts), " ")
	if !strings.Contains(text, "scored jobs in this log, 96.0") || !strings.HasSuffix(text, "of qbets in this log.") {
		t.Error(text)
	}
	number := int64(4)
	if record.Log.Queues[0].Number = &number; Where(record, "all") != "in all" {
		t.Error("a queue that the log names all has no name")
	}
}

// A queue has one mark for each method; the first of several is recommended.
func TestMarks(t *testing.T) {
	names := []string{"bmbp", "tail", "twin", "tight", "few", "edge", "none", "idle"}
	v := verdict("normal", judged("tight", Recommended, 0.96, 1, 2), judged("twin", Recommended, 0.96, 1, 2),
		judged("bmbp", Candidate, 0.96, 2, 2),
		judged("tail", Wide, 0.99, 9, 2), judged("few", Sparse, 0.96, 1, 2), judged("edge", TooShort, 0.949, 1, 2),
		judged("none", TooShort, 0.9, 1, 2), judged("idle", Silent, 0, 1, 2))
	table := Marks(&run.Record{}, "verdict-by-queue", []Verdict{v}, names)
	var got []string
	for i, c := range table.Rows[0] {
		if c.Missing {
			c.Text = "-"
		}
		if c.Bold {
			c.Text += "+"
		}
		got = append(got, table.Columns[i].Heading+" "+c.Text)
	}
	if want := "queue normal, scored 1000, bmbp holds, tail wide, twin as good, tight recommended+, few few bounds, edge short, none short, idle -"; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
	short := Marks(&run.Record{}, "verdict-by-queue", []Verdict{verdict("low", judged("edge", TooShort, 0.949, 1, 2))}, names)
	if c := short.Rows[0][7]; c.Bold || c.Text != "short" {
		t.Errorf("%+v of a queue without a recommendation", c)
	}
	if notes := strings.Join(table.Notes, "\n"); strings.Contains(notes, "in brackets") ||
		!strings.Contains(notes, "as good: another one that a block bootstrap") {
		t.Errorf("notes:\n%s", notes)
	}
}

// A method with few bounds is with those that hold or are near, by its share.
func TestFewBounds(t *testing.T) {
	v := verdict("low", judged("bmbp", Candidate, 0.96, 2, 2), judged("many", Sparse, 0.96, 1, 2),
		judged("few", Sparse, 0.94, 1, 2))
	table := Tables(&run.Record{}, []Verdict{v})[0]
	for word, want := range map[string]string{Holds: "bmbp, many (few bounds)", Near: "few (few bounds)"} {
		if got := table.Rows[0][table.Index(word)].Text; got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}
