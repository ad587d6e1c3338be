package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"waitbench/replay/backtest"
)

// LevelTable compares methods over all quantiles of their rows: the mean
// pinball loss over the quantiles, which approaches half of the continuous
// ranked probability score [GneitingRaftery07], and how far the share covered
// is from each quantile. It leaves out methods without all quantiles.
func LevelTable(rows []RankRow) *Table {
	type key struct {
		method, trace, queue string
	}
	loss, reference := map[key]float64{}, map[key]float64{} // sums over the quantiles
	of := map[[2]string][]*RankRow{}                        // by method and quantile
	for i := range rows {
		r := &rows[i]
		k := key{r.Method, r.Trace, r.Queue}
		loss[k], reference[k] = loss[k]+r.Loss, reference[k]+r.ReferenceLoss
		at := [2]string{r.Method, fmt.Sprint(r.Quantile)}
		of[at] = append(of[at], r)
	}
	quantiles := Distinct(rows, func(r *RankRow) string { return fmt.Sprint(r.Quantile) })
	slices.Sort(quantiles) // 0.05 to 0.99: as text as by value
	names := Distinct(rows, func(r *RankRow) string { return r.Method })
	names = slices.DeleteFunc(names, func(m string) bool {
		return slices.ContainsFunc(quantiles, func(q string) bool {
			return len(of[[2]string{m, q}]) != len(of[[2]string{Reference, q}])
		})
	})
	ratio := func(m string) float64 {
		var logs []float64
		for _, r := range of[[2]string{m, quantiles[0]}] {
			k, n := key{m, r.Trace, r.Queue}, float64(len(quantiles))
			logs = append(logs, math.Log(lossRatio(loss[k]/n, reference[k]/n)))
		}
		return math.Exp(backtest.Mean(logs))
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(ratio(a), ratio(b)) })
	t := NewTable("ranking-levels", len(of[[2]string{Reference, quantiles[0]}]))
	t.Columns = Columns("method", "#loss_ratio=mean loss / "+Reference,
		"#median_error_ratio=error of the median / "+Reference)
	for _, q := range quantiles {
		t.Columns = append(t.Columns, Columns("#covered_"+q+"="+q)...)
	}
	for _, m := range names {
		var logs []float64 // of the median
		for _, r := range of[[2]string{m, "0.5"}] {
			logs = append(logs, r.ratio())
		}
		row := []any{m, Number(ratio(m), "%.3f"), Number(math.Exp(backtest.Mean(logs)), "%.3f")}
		for _, q := range quantiles {
			var above []float64
			for _, r := range of[[2]string{m, q}] {
				if r.Bounded > 0 {
					above = append(above, r.Covered/r.Bounded-r.Quantile)
				}
			}
			row = append(row, signed(backtest.Mean(above), "%.3f"))
		}
		t.Add(row...)
	}
	return t
}
