package verdict

import (
	"math"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/table"
)

// SplitHalf is a queue with its log cut in two. Before is the verdict on the
// scored jobs that started before the cut, as far as users could know them then.
// After is on the scored jobs submitted from then on.
type SplitHalf struct{ Before, After *Verdict }

// Halves judges the methods on both parts of a log: Add takes all its series
// first, then Compare each queue, and Choose.
type Halves struct {
	Level    methods.Level
	Clock    replay.Clock // of the log
	Cut      float64      // submission of the median job, seconds of the log
	scores   [2][]replay.Score
	verdicts [2][]Verdict
	bySeries [2]map[[3]string][]*Verdict // of verdicts
}

// leastJobs are the numbers of jobs that a series needs before and after.
var leastJobs = [2]int{1000, 500}

// always are the methods that SplitHalfTable compares with recommendations.
var always = []string{"forest", Reference, "qbets"}

// lastingFactor is how many times the lowest loss of a candidate the loss of a
// method may be that lasts.
const lastingFactor = 1.1

// split returns the positions of the scored jobs of both parts.
func (h *Halves) split(s *SeriesBounds) (parts [2][]int) {
	for i, submit := range s.Submit {
		if submit >= h.Cut {
			parts[1] = append(parts[1], i)
		} else if submit+s.Wait[i] < h.Cut {
			parts[0] = append(parts[0], i)
		}
	}
	return parts
}

func pick(values []float64, positions []int) []float64 {
	picked := make([]float64, len(positions))
	for k, i := range positions {
		picked[k] = values[i]
	}
	return picked
}

// Add scores the methods on both parts of a series.
func (h *Halves) Add(s *SeriesBounds) {
	for part, jobs := range h.split(s) {
		submits, waits := pick(s.Submit, jobs), pick(s.Wait, jobs)
		for _, m := range s.Methods {
			score := replay.NewScore()
			score.Log, score.Queue, score.Range, score.Method = s.Log, s.Queue, s.Range, m
			score.Quantile, score.Side = h.Level.Quantile, h.Level.Side
			score.Confidence = h.Level.Confidence
			score.Jobs, score.Scored = len(jobs), len(jobs)
			scorer := replay.NewScorer(h.Level, h.Clock, 0, len(jobs))
			for k, b := range pick(s.ByMethod(m, h.Level), jobs) {
				scorer.Add(submits[k], waits[k], b, -1)
			}
			scorer.Fill(&score)
			h.scores[part] = append(h.scores[part], score)
		}
	}
}

// Compare decides both verdicts on a series. It reports whether both parts have
// enough jobs.
func (h *Halves) Compare(s *SeriesBounds) (half SplitHalf, ok bool) {
	for part, jobs := range h.split(s) {
		if h.verdicts[part] == nil {
			h.verdicts[part] = Judge(h.scores[part], leastJobs[part])
			h.bySeries[part] = BySeries(h.verdicts[part])
		}
		found := h.bySeries[part][[...]string{s.Log, s.Queue, s.Range}]
		if len(found) == 0 {
			return half, false
		}
		v := found[0]
		v.Compare(pick(s.Wait, jobs), func(method string) []float64 {
			return pick(s.ByMethod(method, h.Level), jobs)
		})
		if half.After = v; part == 0 {
			half.Before = v
		}
	}
	return half, true
}

// Choose orders the recommended methods of both parts, when all queues are
// compared.
func (h *Halves) Choose() {
	Choose(h.verdicts[0])
	Choose(h.verdicts[1])
}

// lasts reports whether a method is not short on the later jobs, with at most
// lastingFactor times the lowest loss of such a method.
func (l *SplitHalf) lasts(m *Method) bool {
	lowest := math.Inf(1)
	for _, o := range l.After.Methods {
		if o.Status <= Wide {
			lowest = min(lowest, o.Loss)
		}
	}
	return m.Status <= Wide && max(m.Loss, 1) <= lastingFactor*max(lowest, 1)
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
	totals, lasted := make([]Total, len(followed)), make([]int, len(followed))
	columns := table.Columns("log", "queue", "#first=jobs before", "#second=jobs after",
		"recommended", "lasted", "*recommended_correct=share", "#recommended_pinball_s=loss|s")
	for _, m := range always {
		columns = append(columns, table.Columns("*"+m+"_correct="+m, "#"+m+"_pinball_s=loss|s")...)
	}
	rows := &table.Table{Columns: columns}
	for _, l := range halves {
		other, lasts := l.recommended(), table.Missing()
		if other != nil {
			lasts = table.YesNo(l.lasts(other))
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
			share := table.ScoreCell(m.Score, "correct")
			share.Star = m.Status == TooShort
			row = append(row, share, table.ScoreCell(m.Score, "pinball_s"))
			ratio := math.NaN()
			if other != nil && other.Bounded > 0 && m.Bounded > 0 {
				ratio = LossRatio(m.Pinball, other.Pinball)
			}
			totals[i] = append(totals[i], QueueRow{m.Score, m.Status, ratio})
			if l.lasts(m) {
				lasted[i]++
			}
		}
		rows.Add(row...)
	}
	t := table.New("lasting", map[string]any{"First": leastJobs[0], "Second": leastJobs[1],
		"Factor": lastingFactor, "Queues": len(halves), "Lasted": lasted, "Methods": followed,
		"Totals": totals})
	t.Columns, t.Rows = columns, rows.Rows
	return t
}
