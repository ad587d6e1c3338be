package board

import (
	"cmp"
	"fmt"
	"slices"

	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// LevelTable compares methods over all quantiles of their rows: the mean
// pinball loss over the quantiles, which approaches half of the continuous
// ranked probability score [GneitingRaftery07], and how far the share covered
// is from each quantile. It leaves out methods without all quantiles.
func LevelTable(rows []Row) *table.Table {
	type level struct {
		method   string
		quantile float64
	}
	byLevel := map[level][]*Row{}
	sums := map[[3]string]Row{} // with the losses of all quantiles, by key
	for i := range rows {
		r := &rows[i]
		l, sum := level{r.Method, r.Quantile}, sums[r.key()]
		sum.Loss, sum.ReferenceLoss = sum.Loss+r.Loss, sum.ReferenceLoss+r.ReferenceLoss
		byLevel[l], sums[r.key()] = append(byLevel[l], r), sum
	}
	quantiles := table.Distinct(rows, func(r *Row) float64 { return r.Quantile })
	slices.Sort(quantiles)
	t := table.New("ranking-levels", len(byLevel[level{verdict.Reference, quantiles[0]}]))
	t.Columns = table.Columns("method", "#loss_ratio=mean loss / "+verdict.Reference,
		"#median_error_ratio=error of the median / "+verdict.Reference)
	for _, q := range quantiles {
		t.Columns = append(t.Columns, table.Columns(fmt.Sprintf("#covered_%v=%[1]v", q))...)
	}
	for _, m := range table.Distinct(rows, func(r *Row) string { return r.Method }) {
		if slices.ContainsFunc(quantiles, func(q float64) bool {
			return len(byLevel[level{m, q}]) != len(byLevel[level{verdict.Reference, q}])
		}) {
			continue
		}
		var means []*Row
		for _, r := range byLevel[level{m, quantiles[0]}] {
			sum, n := sums[r.key()], float64(len(quantiles))
			means = append(means, &Row{Score: replay.Score{Log: r.Log}, Loss: sum.Loss / n,
				ReferenceLoss: sum.ReferenceLoss / n})
		}
		row := []any{m, ratioCell(ratio(means, (*Row).logRatio), false),
			ratioCell(ratio(byLevel[level{m, 0.5}], (*Row).logRatio), false)}
		for _, q := range quantiles {
			var above []float64
			for _, r := range byLevel[level{m, q}] {
				if r.Bounded > 0 {
					above = append(above, r.share().Covered-q)
				}
			}
			row = append(row, table.Signed(backtest.Mean(above), "%.3f"))
		}
		t.Add(row...)
	}
	slices.SortStableFunc(t.Rows, func(a, b []table.Cell) int {
		return cmp.Compare(a[1].Value, b[1].Value)
	})
	return t
}
