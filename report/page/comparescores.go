package page

import (
	"math"
	"slices"
	"strings"
)

// scoreTable has the numbers of the scores in common: of every run, and how far the others are from the first.
func (c *comparison) scoreTable() *dataTable {
	d := &dataTable{Rows: len(c.pairs), Facets: facetsOf(c.all.in.Scores)}
	keys := []string{"trace", "queue", "procs", "method"}
	if c.levels {
		keys = append(keys, "quantile", "side")
	}
	first := c.runs[0]
	for i := range first.columns {
		column := &first.columns[i]
		if slices.Contains(keys, column.name) {
			c.addKey(d, column)
		} else if column.numbers {
			c.addNumbers(d, column.name)
		}
	}
	return d
}

func (c *comparison) addKey(d *dataTable, column *scoreColumn) {
	texts := make([]string, len(c.pairs))
	for i, p := range c.pairs {
		texts[i] = column.texts[p.at[0]]
	}
	if len(texts) > 0 && column.name == "trace" && len(c.all.facets.Traces) == 1 {
		d.Same = append(d.Same, fact{heading(column.name), texts[0]})
		return
	}
	d.Columns = append(d.Columns, textColumn(heading(column.name), len(d.Groups), texts))
	d.Groups = append(d.Groups, &columnGroup{heading(column.name), true})
}

// addNumbers adds a column of numbers for every run, and the differences from the first: quotients for what is a ratio.
func (c *comparison) addNumbers(d *dataTable, name string) {
	values := make([][]float64, len(c.runs))
	differ := false
	for k, b := range c.runs {
		i := slices.IndexFunc(b.columns, func(other scoreColumn) bool { return other.name == name && other.numbers })
		for _, p := range c.pairs {
			v := math.NaN()
			if i >= 0 && p.at[k] >= 0 {
				v = b.columns[i].values[p.at[k]]
			}
			values[k] = append(values[k], v)
			differ = differ || compareNumbers(v, values[0][len(values[k])-1]) != 0
		}
	}
	if !differ {
		return
	}
	group := len(d.Groups)
	d.Groups = append(d.Groups, &columnGroup{heading(name), isMarked(name)})
	for k := range values {
		column := numberColumn(heading(name)+", "+letter(k), group, values[k], digits(values[k]))
		if isMarked(name) {
			column.Marks = c.marks(k)
		}
		d.Columns = append(d.Columns, column)
	}
	quotient := strings.HasSuffix(name, "_ratio")
	for k := 1; k < len(values); k++ {
		sign, write := "\u00a0−\u00a0A", signed
		switch {
		case quotient:
			sign, write = "\u00a0/\u00a0A", significant
		case shares(values[0]):
			write = func(v float64) string { return changeCell(v).Text }
		}
		change := make([]float64, len(values[k]))
		for i, v := range values[k] {
			if change[i] = v - values[0][i]; quotient {
				change[i] = v / values[0][i]
			}
		}
		d.Columns = append(d.Columns, numberColumn(heading(name)+", "+letter(k)+sign, group, change, write))
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
