package report

import (
	"math"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
)

// Lasting is a queue with its log cut at the median job. The first verdict is
// on the scored jobs that started before the submission of that job, as far as
// users could know them then, and the second one on the scored jobs submitted
// from then on.
type Lasting struct{ First, Second *Verdict }

// The numbers of jobs that both verdicts need.
const (
	firstJobs  = 1000
	secondJobs = 500
)

// always are the methods that LastingTable compares with recommendations.
var always = []string{"forest", Reference, "qbets"}

// lastingFactor is the most that the loss of a method may be above the loss of
// the method recommended for the same jobs if its recommendation has lasted.
const lastingFactor = 1.1

// NewLasting cuts a series at a time, in seconds of the log, and judges both
// parts. It reports whether they have enough jobs.
func NewLasting(s *SeriesBounds, l methods.Level, cut float64) (of Lasting, ok bool) {
	var first, second []int
	for i, submit := range s.Submit {
		if submit >= cut {
			second = append(second, i)
		} else if submit+s.Wait[i] < cut {
			first = append(first, i)
		}
	}
	if len(first) < firstJobs || len(second) < secondJobs {
		return of, false
	}
	return Lasting{s.judge(l, first), s.judge(l, second)}, true
}

// judge returns the verdict on some of the scored jobs.
func (s *SeriesBounds) judge(l methods.Level, jobs []int) *Verdict {
	pick := func(values []float64) []float64 {
		picked := make([]float64, len(jobs))
		for k, i := range jobs {
			picked[k] = values[i]
		}
		return picked
	}
	waits := pick(s.Wait)
	var scores []replay.Score
	bounds := map[string][]float64{}
	for _, m := range s.Methods {
		bounds[m] = pick(s.Of(m, l))
		score := replay.NewScore()
		score.Trace, score.Queue, score.Range, score.Method = s.Trace, s.Queue, s.Range, m
		score.Quantile, score.Confidence, score.Side = l.Quantile, l.Confidence, l.Side
		score.Jobs, score.Scored = len(jobs), len(jobs)
		scorer := replay.NewScorer(l, replay.Clock{}, 0, len(jobs))
		for k, i := range jobs {
			scorer.Add(s.Submit[i], waits[k], bounds[m][k], -1)
		}
		scorer.Fill(&score)
		scores = append(scores, score)
	}
	v := Judge(scores, 0)[0]
	v.Decide(waits, func(method string) []float64 { return bounds[method] })
	return &v
}

// recommended returns the method that the first verdict recommends first, as
// the second verdict has it; nil for none.
func (l *Lasting) recommended() *MethodVerdict {
	if l.First.Methods[0].Status != Recommended {
		return nil
	}
	return l.Second.Find(l.First.Methods[0].Method)
}

// lasted reports whether that method is a candidate of the second verdict too,
// about as tight as the best candidate.
func (l *Lasting) lasted() bool {
	m, best := l.recommended(), l.Second.Methods[0]
	return m.Status <= Correct && max(m.Loss, 1) <= lastingFactor*max(best.Loss, 1)
}

// lastingSum sums up a method over all queues.
type lastingSum struct {
	Method          string
	Correct, Queues int
	Times           float64 // geometric mean of its loss over the loss of the recommended method
}

// LastingTable returns a row for each queue.
func LastingTable(list []Lasting) *Table {
	recommended, lasted := 0, 0
	for i := range list {
		if list[i].recommended() != nil {
			recommended++
			if list[i].lasted() {
				lasted++
			}
		}
	}
	columns := []ColumnOf[Lasting]{
		textColumn("trace", func(l Lasting) string { return l.Second.Trace }),
		textColumn("queue", func(l Lasting) string { return l.Second.Queue }),
		countColumn("#first=jobs before", func(l Lasting) int { return l.First.Scored }),
		countColumn("#second=jobs after", func(l Lasting) int { return l.Second.Scored }),
		{"recommended", func(l Lasting) Cell {
			return textOrMissing(strings.Join(l.First.names(Recommended), ", "))
		}},
		{"lasted", func(l Lasting) Cell {
			if l.recommended() == nil {
				return Missing()
			}
			return YesNo(l.lasted())
		}},
	}
	var sums []lastingSum
	add := func(name, heading string, find func(*Lasting) *MethodVerdict) {
		cell := func(column string) func(Lasting) Cell {
			return func(l Lasting) Cell {
				if m := find(&l); m != nil {
					return scoreCell(m.Score, column)
				}
				return Missing()
			}
		}
		columns = append(columns, ColumnOf[Lasting]{"*" + name + "_correct=" + heading,
			cell("correct")},
			ColumnOf[Lasting]{"#" + name + "_pinball_s=loss|s", cell("pinball_s")})
		sum, logs := lastingSum{Method: name}, []float64{}
		for i := range list {
			m, other := find(&list[i]), list[i].recommended()
			if m == nil || m.Bounded == 0 {
				continue
			}
			if sum.Queues++; m.IsCorrect() {
				sum.Correct++
			}
			if other != nil && other.Bounded > 0 {
				logs = append(logs, math.Log(lossRatio(m.Pinball, other.Pinball)))
			}
		}
		sum.Times = math.Exp(mean(logs))
		sums = append(sums, sum)
	}
	add("recommended", "share", (*Lasting).recommended)
	for _, m := range always {
		add(m, m, func(l *Lasting) *MethodVerdict { return l.Second.Find(m) })
	}
	return Fill(NewTable("lasting", map[string]any{"First": firstJobs, "Second": secondJobs,
		"Factor": lastingFactor, "Queues": len(list), "Recommended": recommended, "Lasted": lasted,
		"Sums": sums}), list, columns...)
}
