package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/swf"
)

// Reference is the method with which rankings compare the others.
const Reference = "bmbp"

// rankColumns are the columns of a ranking, as Columns has them, with the
// formats of numbers. The last one is measured and in no file.
var rankColumns = [][2]string{
	{"suite"}, {"program"}, {"commit"}, {"method"},
	{"#queues", "%.0f"}, {"#compared", "%.0f"}, {"#correct", "%.0f"}, {"#share", "%.2f"}, {"#share_lo=from", "%.2f"}, {"#share_hi=to", "%.2f"},
	{"#loss_ratio=loss / " + Reference, "%.3f"}, {"#loss_ratio_lo=from", "%.3f"}, {"#loss_ratio_hi=to", "%.3f"},
	{"#christoffersen_ind_lr=independence LR", "%.0f"}, {"#settled_ind_lr=settled LR", "%.0f"}, {"#cost_us=cost|µs", "%.3g"},
}

// Indices of columns.
const (
	rankSuite, rankMethod, rankCompared, rankLoss = 0, 3, 5, 10
	rankTexts                                     = 4 // columns of text, which come first
)

// Rank is a row of a ranking: the results of a method on the queues of a suite
// of logs, a cell for each of rankColumns. It depends on the method, the suite
// and bmbp alone, so that rows of several rankings of a suite can be joined.
type Rank []Cell

// newRank makes a row. It rounds numbers to six digits, which are the same on
// other machines.
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

// Agrees reports whether another row has the same numbers except for the cost.
func (r Rank) Agrees(o Rank) bool {
	return slices.Equal(r[rankTexts:len(r)-1], o[rankTexts:len(o)-1])
}

// Ranking collects the results of methods on the queues of a suite, one after
// another.
type Ranking struct {
	queues int
	of     []*rankedMethod
}

// rankedMethod holds the results of a method on the queues compared: those on
// which it bounds at least 90 % of the jobs that bmbp bounds.
type rankedMethod struct {
	method                string
	correct               int
	logs                  []float64 // of the ratios of losses, by queue
	resampled             []float64 // by resample, the sum of these
	independence, settled []float64
}

// Add adds the jobs of a queue at a level, with the scores of the methods
// there.
func (r *Ranking) Add(s *SeriesBounds, l methods.Level, score func(method string) *replay.Score) {
	r.queues++
	reference := s.Of(Reference, l)
	for _, m := range s.Methods {
		at := slices.IndexFunc(r.of, func(a *rankedMethod) bool { return a.method == m })
		if at < 0 {
			at, r.of = len(r.of), append(r.of, &rankedMethod{method: m, resampled: make([]float64, bootstrap.Resamples)})
		}
		both := losses(s.Wait, [][]float64{s.Of(m, l), reference}, l.Quantile)
		if len(both[0]) > 0 && boundsEnough(s.Of(m, l), reference) {
			r.of[at].add(both, score(m))
		}
	}
}

// add adds a queue: the losses of the method and of the reference on the same
// jobs. Means below 1 s count as 1 s.
func (a *rankedMethod) add(both [][]float64, s *replay.Score) {
	if s.IsCorrect() {
		a.correct++
	}
	a.independence, a.settled = append(a.independence, s.Independence), append(a.settled, s.SettledIndependence)
	logRatio := func(loss, reference float64) float64 { return math.Log(max(loss, 1) / max(reference, 1)) }
	a.logs = append(a.logs, logRatio(mean(both[0]), mean(both[1])))
	reference := bootstrap.Means(both[1])
	for i, mean := range bootstrap.Means(both[0]) {
		a.resampled[i] += logRatio(mean, reference[i])
	}
}

// Rows returns the rows of all methods. cost returns the cost of a method in
// microseconds a job.
func (r *Ranking) Rows(suite, program, commit string, cost func(method string) float64) (rows []Rank) {
	for _, a := range r.of {
		n := float64(len(a.logs))
		low, high := bootstrap.Interval(a.resampled)
		shareLow, shareHigh := backtest.Wilson(a.correct, r.queues, bootstrap.Confidence)
		rows = append(rows, newRank([...]string{suite, program, commit, a.method},
			float64(r.queues), n, float64(a.correct), float64(a.correct)/float64(r.queues), shareLow, shareHigh,
			math.Exp(mean(a.logs)), math.Exp(low/n), math.Exp(high/n), // NaN for no queue
			medianOf(a.independence), medianOf(a.settled), cost(a.method)))
	}
	return rows
}

// medianOf returns the median of numbers without NaN, and NaN for none.
func medianOf(list []float64) float64 {
	list = slices.Sorted(slices.Values(slices.DeleteFunc(list, math.IsNaN)))
	if len(list) == 0 {
		return math.NaN()
	}
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}

// RankTable returns a ranking as a table. Methods compared on the most queues
// come first, so that a method gains nothing without bounds, and among these
// the lowest loss. The table of a file has all columns but the measured one.
func RankTable(title string, rows []Rank, file bool) *Table {
	t := NewTable("ranking", bootstrap)
	t.Title = title
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
	return t
}

// ReadRanks reads the file of a ranking. Errors name the file.
func ReadRanks(r io.Reader, name string) (rows []Rank, err error) {
	lines, err := swf.NewCSVReader(r).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var keys []string
	for _, c := range RankTable("", nil, true).Columns {
		keys = append(keys, c.key())
	}
	if len(lines) < 2 || !slices.Equal(lines[0], keys) {
		return nil, fmt.Errorf("%s is not a ranking: want a first line with the columns %s, and rows", name, strings.Join(keys, ","))
	}
	for i, line := range lines[1:] {
		numbers := make([]float64, len(rankColumns)-rankTexts)
		for k := range numbers {
			numbers[k] = math.NaN()
			if at := rankTexts + k; at < len(line) && line[at] != "" {
				if numbers[k], err = strconv.ParseFloat(line[at], 64); err != nil || !isFinite(numbers[k]) {
					return nil, fmt.Errorf("%s:%d: column %s: %q is not a number", name, i+2, keys[at], line[at])
				}
			}
		}
		rows = append(rows, newRank([rankTexts]string(line[:rankTexts]), numbers...))
	}
	return rows, nil
}
