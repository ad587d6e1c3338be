package report

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
)

// Reference is the method that rankings hold the others against.
const Reference = "bmbp"

// rankColumns are the columns of a ranking, as Columns has them, with the formats of numbers. The last
// one is measured and stands in no file.
var rankColumns = [][2]string{
	{"suite"}, {"program"}, {"commit"}, {"method"},
	{"#queues", "%.0f"}, {"#compared", "%.0f"}, {"#correct", "%.0f"}, {"#share", "%.2f"}, {"#share_lo=from", "%.2f"}, {"#share_hi=to", "%.2f"},
	{"#loss_ratio=loss / " + Reference, "%.3f"}, {"#loss_ratio_lo=from", "%.3f"}, {"#loss_ratio_hi=to", "%.3f"},
	{"#christoffersen_ind_lr=independence LR", "%.0f"}, {"#settled_ind_lr=settled LR", "%.0f"}, {"#cost_us=cost|µs", "%.3g"},
}

// Places of columns.
const (
	rankSuite, rankMethod, rankCompared, rankLoss = 0, 3, 5, 10
	rankTexts                                     = 4 // columns of text, which come first
)

// Rank is a row of a ranking: what a method achieved on the queues of a suite of logs, a cell for each
// of rankColumns. It depends on the method, the suite and bmbp alone, so rows of rankings of the same
// suite stand side by side.
type Rank []Cell

// newRank makes a row. Numbers have six digits, which is as far as other machines agree.
func newRank(texts [rankTexts]string, numbers ...float64) Rank {
	var r Rank
	for _, text := range texts {
		r = append(r, Text(text))
	}
	for i, x := range numbers {
		x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
		r = append(r, Number(x, rankColumns[rankTexts+i][1]))
	}
	return r
}

// Suite is the name of the suite, with its version.
func (r Rank) Suite() string { return r[rankSuite].Text }

// Method is the name of the method.
func (r Rank) Method() string { return r[rankMethod].Text }

// Agrees reports whether another row has the same numbers but for the cost, whoever made it.
func (r Rank) Agrees(o Rank) bool {
	return slices.Equal(r[rankTexts:len(r)-1], o[rankTexts:len(o)-1])
}

// Ranking collects what methods achieve on the queues of a suite, one after another.
type Ranking struct {
	queues int
	of     []*achieved
}

// achieved is what a method achieved on the queues compared: those on which it bounds at least 90 %
// of the jobs that bmbp bounds.
type achieved struct {
	method                string
	correct               int
	logs                  []float64 // of the ratios of losses, by queue
	resampled             []float64 // by resample, the sum of these
	independence, settled []float64
}

// Add takes up the jobs of a queue at a level, with the scores of the methods there.
func (r *Ranking) Add(s *SeriesBounds, l methods.Level, score func(method string) *replay.Score) {
	r.queues++
	reference := s.Of(Reference, l)
	bounded := len(losses(s.Wait, [][]float64{reference}, l.Quantile)[0])
	for _, m := range s.Methods {
		at := slices.IndexFunc(r.of, func(a *achieved) bool { return a.method == m })
		if at < 0 {
			at, r.of = len(r.of), append(r.of, &achieved{method: m, resampled: make([]float64, bootstrap.Resamples)})
		}
		both := losses(s.Wait, [][]float64{s.Of(m, l), reference}, l.Quantile)
		if n := len(both[0]); n > 0 && float64(n) >= leastBounded*float64(bounded) {
			r.of[at].add(both, score(m))
		}
	}
}

// add takes up a queue: the losses of the method and of the reference on the same jobs, whose means
// count as 1 s where they are less.
func (a *achieved) add(both [][]float64, s *replay.Score) {
	if s.IsCorrect() {
		a.correct++
	}
	a.independence, a.settled = append(a.independence, s.Independence), append(a.settled, s.SettledIndependence)
	means, _ := compareLosses(both, backtest.Bootstrap{Resamples: 1}, 1)
	a.logs = append(a.logs, math.Log(max(means[0], 1)/max(means[1], 1)))
	reference := bootstrap.Means(both[1])
	for i, mean := range bootstrap.Means(both[0]) {
		a.resampled[i] += math.Log(max(mean, 1) / max(reference[i], 1))
	}
}

// Rows gives the rows of all methods, with what each costs in microseconds a job.
func (r *Ranking) Rows(suite, program, commit string, cost func(method string) float64) (rows []Rank) {
	for _, a := range r.of {
		n, sum := float64(len(a.logs)), 0.0
		for _, x := range a.logs {
			sum += x
		}
		low, high := bootstrap.Interval(a.resampled)
		shareLow, shareHigh := backtest.Wilson(a.correct, r.queues, bootstrap.Confidence)
		rows = append(rows, newRank([...]string{suite, program, commit, a.method},
			float64(r.queues), n, float64(a.correct), float64(a.correct)/float64(r.queues), shareLow, shareHigh,
			math.Exp(sum/n), math.Exp(low/n), math.Exp(high/n), // NaN for no queue
			medianOf(a.independence), medianOf(a.settled), cost(a.method)))
	}
	return rows
}

// medianOf is the median of numbers, those that are NaN left out; NaN for none.
func medianOf(list []float64) float64 {
	list = slices.Sorted(slices.Values(slices.DeleteFunc(list, math.IsNaN)))
	if len(list) == 0 {
		return math.NaN()
	}
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}

// RankTable is a ranking as a table, methods compared on the most queues first, so that nobody gains
// by silence, and among these the lowest loss. That of a file is whole but for what was measured.
func RankTable(title string, rows []Rank, file bool) *Table {
	t := &Table{ID: "ranking", Title: title, Question: WhichToTrust, Missing: "no queue to compare on, or not measured here"}
	rows = slices.SortedStableFunc(slices.Values(rows), func(a, b Rank) int {
		return cmp.Or(cmp.Compare(b[rankCompared].Value, a[rankCompared].Value), cmp.Compare(a[rankLoss].Value, b[rankLoss].Value))
	})
	t.Rows = make([][]Cell, len(rows))
	for k, c := range rankColumns {
		same := k < rankTexts && k != rankMethod && !slices.ContainsFunc(rows, func(r Rank) bool { return r[k] != rows[0][k] })
		if last := k == len(rankColumns)-1; file && last || !file && same {
			continue
		}
		t.Columns = append(t.Columns, Columns(c[0])...)
		for i, r := range rows {
			t.Rows[i] = append(t.Rows[i], r[k])
		}
	}
	t.Notes = []string{
		fmt.Sprintf("compared: queues on which the method bounds at least %v of the jobs that %s bounds; correct: those of them on "+
			"which it is; share of the queues, from, to: Wilson interval at confidence %v, as if queues did not depend on each "+
			"other, which those of one log do", leastBounded, Reference, bootstrap.Confidence),
		fmt.Sprintf("loss / %[1]s: geometric mean over the queues compared of the mean pinball loss over that of %[1]s, both at "+
			"least 1 s, on the jobs that both bound; from, to: its interval for these queues by the circular block bootstrap, "+
			"confidence %[2]v, %[3]d resamples, seed %[4]d", Reference, bootstrap.Confidence, bootstrap.Resamples, bootstrap.Seed),
		"independence LR, settled LR: medians over these queues of likelihood ratios, large where misses come in bursts; see backtests",
		"order: methods compared on the most queues first, then the lowest loss, which says nothing of being correct",
		"cost: measured, a job in one goroutine, with a forecaster as if it shared nothing with others",
	}
	return t
}

// ReadRanks reads the file of a ranking. The name is that of messages.
func ReadRanks(r io.Reader, name string) (rows []Rank, err error) {
	lines, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var keys []string
	for _, c := range RankTable("", nil, true).Columns {
		keys = append(keys, c.key())
	}
	if len(lines) < 2 || !slices.Equal(lines[0], keys) {
		return nil, fmt.Errorf("%s is not a ranking: it has not a line with the columns %s and others below it", name, strings.Join(keys, ","))
	}
	for i, line := range lines[1:] {
		numbers := make([]float64, len(rankColumns)-rankTexts)
		for k := range numbers {
			numbers[k] = math.NaN()
			if at := rankTexts + k; at < len(line) && line[at] != "" {
				if numbers[k], err = strconv.ParseFloat(line[at], 64); err != nil {
					return nil, fmt.Errorf("%s:%d: column %s: %q is no number", name, i+2, keys[at], line[at])
				}
			}
		}
		rows = append(rows, newRank([rankTexts]string(line[:rankTexts]), numbers...))
	}
	return rows, nil
}
