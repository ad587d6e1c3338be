package varq

import (
	"fmt"
	"math"
	"strings"

	"waitbench/report/published"
	"waitbench/report/table"
)

// printedCell is a cell of the paper's table 4; NaN where it has no such cell.
type printedCell struct{ Predicted, Actual, Count float64 }

func (p printedCell) there() bool { return p.Actual == p.Actual }

// Impossible reports whether the two numbers of the paper's cell seem to have
// changed places: the mean of probabilities of at least Request is below it.
func (a reserving) Impossible() bool {
	return a.Paper.Predicted < a.Request && a.Paper.Actual >= a.Request
}

// table4Cell returns what the paper prints.
func table4Cell(fraction, request float64) printedCell {
	number := func(column string) float64 {
		return printedNumber(request, inPercent(fraction)+" % of the jobs", column)
	}
	return printedCell{number("predicted"), number("actual"), number("count")}
}

func printedNumber(request float64, at, column string) float64 {
	return published.Number("varq", "varq", fmt.Sprint(request), at, column)
}

// Distance is the root mean square of the differences of shares kept from the
// paper's table 4, without the cell that cannot be.
func (v variant) Distance() float64 {
	sum, n := 0.0, 0.0
	for _, a := range v.enough() {
		if a.Paper.there() && !a.Impossible() {
			d := a.over(keptShare).Mean - a.Paper.Actual
			sum, n = sum+d*d, n+1
		}
	}
	return math.Sqrt(sum / n)
}

// overview shows for each variant and fraction the shares kept, in the order of
// the requests.
func (r *Reservations) overview() *table.Table {
	all := r.variants()
	t := texts.Table("overview",
		strings.Trim(fmt.Sprint(r.Result.Study.Requests), "[]"))
	t.Columns = table.Columns("deadlines, waiting")
	for _, rows := range all[0].fractions() {
		t.Columns = append(t.Columns, table.Columns(rows[0].Percent()+" % of the jobs")...)
	}
	t.Columns = append(t.Columns, table.Columns("#distance")...)
	add := func(name string, v variant, share func(reserving) float64, distance float64) {
		row := []any{name}
		for _, rows := range v.fractions() {
			var shares []string
			for _, a := range rows {
				text := fmt.Sprintf("%.2f", share(a))
				shares = append(shares, strings.Replace(text, "NaN", "-", 1))
			}
			row = append(row, strings.Join(shares, " / "))
		}
		t.Add(append(row, table.Number(distance, "%.3f"))...)
	}
	add("paper", all[0], func(a reserving) float64 { return a.Paper.Actual }, math.NaN())
	enough := func(a reserving) float64 {
		if a.few() {
			return math.NaN()
		}
		return a.over(keptShare).Mean
	}
	for _, v := range all {
		add(v.Name, v, enough, v.Distance())
	}
	return t
}

// column is a number in a table with a row for each row of the chief
// variants.
type column struct {
	heading, format string
	number          func(reserving) float64
	always          bool // also where there are too few reservations
}

// table adds columns after those that name the row.
func (r *Reservations) table(t *table.Table, columns []column) *table.Table {
	t.Columns = table.Columns("variant", "#jobs that ask|%", "#request")
	for _, c := range columns {
		t.Columns = append(t.Columns, table.Columns(c.heading)...)
	}
	for _, v := range r.chief() {
		for _, a := range v.Rows {
			row := []any{a.Variant, a.Percent(), table.Number(a.Request, "%.2f")}
			for _, c := range columns {
				cell := table.Missing()
				if !a.few() || c.always {
					cell = table.Number(c.number(a), c.format)
					cell.Bold = a.Impossible() &&
						strings.HasPrefix(c.heading, "#paper") && c.format == "%.2f"
				}
				row = append(row, cell)
			}
			t.Add(row...)
		}
	}
	return t
}

// table4 is table 4 of the paper next to ours.
func (r *Reservations) table4() *table.Table {
	return r.table(texts.Table("table4", Least), []column{
		{"#paper predicted", "%.2f", func(a reserving) float64 { return a.Paper.Predicted }, true},
		{"#paper kept", "%.2f", func(a reserving) float64 { return a.Paper.Actual }, true},
		{"#paper count", "%.0f", func(a reserving) float64 { return a.Paper.Count }, true},
		{"#count", "%.0f", reserving.Accepted, true},
		{"#of requests|%", "%.0f", func(a reserving) float64 {
			return 100 * a.over(acceptedShare).Mean
		}, true},
		{"#predicted", "%.2f", meanOf(predictedOdds), false},
		{"#kept", "%.2f", meanOf(keptShare), false},
		{"#least", "%.2f", func(a reserving) float64 { return a.over(keptShare).Lowest }, false},
		{"#most", "%.2f", func(a reserving) float64 { return a.over(keptShare).Greatest }, false},
		{"#kept - paper", "%+.2f", func(a reserving) float64 {
			return a.over(keptShare).Mean - a.Paper.Actual
		}, false},
	})
}

// costs is the cost of reservations to those who have them, the others and the
// machine.
func (r *Reservations) costs() *table.Table {
	var live []string // the last row of the paper's table 3
	for _, q := range []float64{0.5, 0.75, 0.95} {
		live = append(live, fmt.Sprintf("%.2f for %.2f", printedNumber(q, "all", "ratio"), q))
	}
	return r.table(texts.Table("costs", map[string]any{
		"Least": Least, "Live": strings.Join(live, ", "),
		"Utilization": fmt.Sprintf("%.4f", r.Result.Base.Utilization),
	}), []column{
		{"#cost ratio", "%.2f", meanOf((*Cell).Ratio), false},
		{"#of those kept", "%.2f", meanOf((*Cell).RatioSuccess), false},
		{"#best effort", "%.2f", meanOf(func(c *Cell) float64 { return c.Required / c.Required }), false},
		{"#begins early|min", "%.0f", meanOf(func(c *Cell) float64 { return c.Early / 60 }), false},
		{"#waits of others|%", "%+.1f", meanOf(longerWaits), true},
		{"#least|%", "%+.1f", func(a reserving) float64 { return a.over(longerWaits).Lowest }, true},
		{"#most|%", "%+.1f", func(a reserving) float64 { return a.over(longerWaits).Greatest }, true},
		{"#utilization", "%.4f", meanOf(func(c *Cell) float64 { return c.Utilization }), true},
		{"#within bounds", "%.4f", meanOf(func(c *Cell) float64 { return c.Correct }), true},
	})
}
