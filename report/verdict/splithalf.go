package verdict

import (
	"math"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/table"
)

// SplitHalf is a queue with its log cut at the median job. Before is the
// verdict on the scored jobs that started before the submission of that job, as
// far as users could know them then. After is on the scored jobs submitted from
// then on.
type SplitHalf struct{ Before, After *Verdict }

// The numbers of jobs that both verdicts need.
const (
	firstJobs  = 1000
	secondJobs = 500
)

// always are the methods that SplitHalfTable compares with recommendations.
var always = []string{"forest", Reference, "qbets"}

// A recommendation has lasted if the method is a candidate of the second verdict
// too, with at most lastingFactor times the loss of the best candidate.
const lastingFactor = 1.1

// NewSplitHalf cuts a series at a time, in seconds of the log, and judges both
// parts. It reports whether they have enough jobs.
func NewSplitHalf(s *SeriesBounds, l methods.Level, cut float64) (half SplitHalf, ok bool) {
	var before, after []int
	for i, submit := range s.Submit {
		if submit >= cut {
			after = append(after, i)
		} else if submit+s.Wait[i] < cut {
			before = append(before, i)
		}
	}
	if len(before) < firstJobs || len(after) < secondJobs {
		return half, false
	}
	return SplitHalf{s.judge(l, before), s.judge(l, after)}, true
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
		bounds[m] = pick(s.ByMethod(m, l))
		score := replay.NewScore()
		score.Log, score.Queue, score.Range, score.Method = s.Log, s.Queue, s.Range, m
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
	v.Compare(waits, func(method string) []float64 { return bounds[method] })
	return &v
}

// recommended returns the method that Before recommends first, as After has
// it; nil for none.
func (l *SplitHalf) recommended() *Method {
	if l.Before.Methods[0].Status != Recommended {
		return nil
	}
	return l.After.Find(l.Before.Methods[0].Method)
}

// SplitHalfTable returns a row for each queue.
func SplitHalfTable(halves []SplitHalf) *table.Table {
	followed := append([]string{"recommended"}, always...)
	totals, recommended, lasted := make([]Total, len(followed)), 0, 0
	columns := table.Columns("log", "queue", "#first=jobs before", "#second=jobs after",
		"recommended", "lasted", "*recommended_correct=share", "#recommended_pinball_s=loss|s")
	for _, m := range always {
		columns = append(columns, table.Columns("*"+m+"_correct="+m, "#"+m+"_pinball_s=loss|s")...)
	}
	rows := &table.Table{Columns: columns}
	for _, l := range halves {
		other, lasts := l.recommended(), table.Missing()
		if other != nil {
			recommended++
			best := l.After.Methods[0]
			lasts = table.YesNo(other.Status <= Correct &&
				max(other.Loss, 1) <= lastingFactor*max(best.Loss, 1))
			lasted += int(lasts.Value)
		}
		row := []any{l.After.Log, l.After.Queue, l.Before.Scored, l.After.Scored,
			table.TextOrMissing(strings.Join(l.Before.namesWith(Recommended), ", ")), lasts}
		for i, name := range followed {
			m := other
			if i > 0 {
				m = l.After.Find(name)
			}
			if m == nil {
				row = append(row, table.Missing(), table.Missing())
				continue
			}
			row = append(row, table.ScoreCell(m.Score, "correct"),
				table.ScoreCell(m.Score, "pinball_s"))
			ratio := math.NaN()
			if other != nil && other.Bounded > 0 {
				ratio = LossRatio(m.Pinball, other.Pinball)
			}
			if m.Bounded > 0 {
				totals[i] = append(totals[i], queueRow(m.Score, m.Status, ratio))
			}
		}
		rows.Add(row...)
	}
	t := table.New("lasting", map[string]any{"First": firstJobs, "Second": secondJobs,
		"Factor": lastingFactor, "Queues": len(halves), "Recommended": recommended,
		"Lasted": lasted, "Methods": followed, "Totals": totals})
	t.Columns, t.Rows = columns, rows.Rows
	return t
}
