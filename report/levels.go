package report

import (
	"cmp"
	"fmt"
	"slices"

	"waitbench/replay/backtest"
)

// LevelTable compares methods over all quantiles of their rows: the mean
// pinball loss over the quantiles, which approaches half of the continuous
// ranked probability score [GneitingRaftery07], and how far the share covered
// is from each quantile. It leaves out methods without all quantiles.
func LevelTable(rows []RankRow) *Table {
	type level struct {
		method   string
		quantile float64
	}
	byLevel := map[level][]*RankRow{}
	sums := map[[3]string]RankRow{} // with the losses of all quantiles, by key
	for i := range rows {
		r := &rows[i]
		l, sum := level{r.Method, r.Quantile}, sums[r.key()]
		sum.Loss, sum.ReferenceLoss = sum.Loss+r.Loss, sum.ReferenceLoss+r.ReferenceLoss
		byLevel[l], sums[r.key()] = append(byLevel[l], r), sum
	}
	quantiles := Distinct(rows, func(r *RankRow) float64 { return r.Quantile })
	slices.Sort(quantiles)
	t := NewTable("ranking-levels", len(byLevel[level{Reference, quantiles[0]}]))
	t.Columns = Columns("method", "#loss_ratio=mean loss / "+Reference,
		"#median_error_ratio=error of the median / "+Reference)
	for _, q := range quantiles {
		t.Columns = append(t.Columns, Columns(fmt.Sprintf("#covered_%v=%[1]v", q))...)
	}
	for _, m := range Distinct(rows, func(r *RankRow) string { return r.Method }) {
		if slices.ContainsFunc(quantiles, func(q float64) bool {
			return len(byLevel[level{m, q}]) != len(byLevel[level{Reference, q}])
		}) {
			continue
		}
		var means Total
		for _, r := range byLevel[level{m, quantiles[0]}] {
			sum, n := sums[r.key()], float64(len(quantiles))
			means = append(means, QueueRow{Ratio: lossRatio(sum.Loss/n, sum.ReferenceLoss/n)})
		}
		row := []any{m, means.ratioCell(false), totalOf(byLevel[level{m, 0.5}]).ratioCell(false)}
		for _, q := range quantiles {
			var above []float64
			for _, r := range byLevel[level{m, q}] {
				if r.Bounded > 0 {
					above = append(above, r.Covered/r.Bounded-q)
				}
			}
			row = append(row, signed(backtest.Mean(above), "%.3f"))
		}
		t.Add(row...)
	}
	slices.SortStableFunc(t.Rows, func(a, b []Cell) int { return cmp.Compare(a[1].Value, b[1].Value) })
	return t
}
