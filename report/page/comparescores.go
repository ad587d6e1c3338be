package page

import (
	"math"
	"slices"

	"waitbench/replay"
)

// scoreTable has the numbers of the scores in common: of every run, and how far the others are from
// the first.
func (c *comparison) scoreTable() *dataTable {
	d := &dataTable{Rows: len(c.pairs), Facets: facetsOf(c.all.in.Scores)}
	keys := []string{"trace", "queue", "procs", "method"}
	if c.levels {
		keys = append(keys, "quantile", "side")
	}
	for i := range replay.Columns {
		column := &replay.Columns[i]
		if slices.Contains(keys, column.Name) {
			c.addKey(d, column)
		} else if !column.IsText() {
			c.addNumbers(d, column)
		}
	}
	return d
}

func (c *comparison) addKey(d *dataTable, column *replay.Column) {
	values := texts(column, c.all.in.Scores)
	if len(values) > 0 && column.Name == "trace" && len(c.all.facets.Traces) == 1 {
		d.Same = append(d.Same, fact{title(column), values[0]})
		return
	}
	d.Columns = append(d.Columns, textColumn(title(column), len(d.Groups), values))
	d.Groups = append(d.Groups, &columnGroup{title(column), true})
}

// addNumbers adds a column of numbers for every run, and the differences from the first: quotients
// for what is a ratio.
func (c *comparison) addNumbers(d *dataTable, column *replay.Column) {
	values := make([][]float64, len(c.runs))
	differ := false
	for k, b := range c.runs {
		for i, p := range c.pairs {
			v := math.NaN()
			if p.at[k] >= 0 {
				v = column.Number(&b.in.Scores[p.at[k]])
			}
			values[k] = append(values[k], v)
			differ = differ || compareNumbers(v, values[0][i]) != 0
		}
	}
	if !differ {
		return
	}
	group := len(d.Groups)
	d.Groups = append(d.Groups, &columnGroup{title(column), isMarked(column.Name)})
	for k := range values {
		shown := numberColumn(title(column)+", "+letter(k), group, values[k], writer(column))
		if isMarked(column.Name) {
			shown.Marks = c.marks(k)
		}
		d.Columns = append(d.Columns, shown)
	}
	for k := 1; k < len(values); k++ {
		sign, write := "\u00a0−\u00a0A", signed
		switch column.Unit {
		case replay.Ratio:
			sign, write = "\u00a0/\u00a0A", significant
		case replay.Share:
			write = func(v float64) string { return changeCell(v).Text }
		}
		change := make([]float64, len(values[k]))
		for i, v := range values[k] {
			if change[i] = v - values[0][i]; column.Unit == replay.Ratio {
				change[i] = v / values[0][i]
			}
		}
		d.Columns = append(d.Columns, numberColumn(title(column)+", "+letter(k)+sign, group, change, write))
	}
}

// marks gives the marks of the scores of run k.
func (c *comparison) marks(k int) string {
	all := c.runs[k].marks()
	marks := make([]byte, len(c.pairs))
	for i, p := range c.pairs {
		marks[i] = '.'
		if p.at[k] >= 0 {
			marks[i] = all[p.at[k]]
		}
	}
	return string(marks)
}
