package report

import "strings"

// Fitted gives the table with cells folded over several rows, so that WriteText needs at most so
// many columns of a terminal where the words of the left-aligned columns allow.
func (t *Table) Fitted(columns int) *Table {
	widths := make([]int, len(t.Columns))
	for i := range t.Columns {
		widths[i] = width(t.Columns[i].title())
		for _, row := range t.Rows {
			widths[i] = max(widths[i], width(row[i].text()))
		}
	}
	widths = t.fit(widths, columns-2*(len(t.Columns)-1))
	folded := *t
	folded.Rows = nil
	for _, row := range t.Rows {
		folded.Rows = append(folded.Rows, foldRow(row, widths)...)
	}
	return &folded
}

// fit narrows the left-aligned columns, the widest first, until all together have so many
// characters or words would break.
func (t *Table) fit(widths []int, columns int) []int {
	least := make([]int, len(widths))
	for i := range t.Columns {
		least[i] = width(t.Columns[i].title())
		for _, row := range t.Rows {
			for _, word := range strings.Fields(row[i].text()) {
				least[i] = max(least[i], width(word))
			}
		}
	}
	for over := sum(widths) - columns; over > 0; over-- {
		widest := -1
		for i := range widths {
			if t.Columns[i].Align == Left && widths[i] > least[i] && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return widths
}

// foldRow spreads a row over as many as its cells need.
func foldRow(row []Cell, widths []int) [][]Cell {
	var rows [][]Cell
	for i := range row {
		pieces := []Cell{row[i]}
		if width(row[i].text()) > widths[i] {
			pieces = nil
			for _, line := range foldText(row[i].text(), widths[i], "") {
				pieces = append(pieces, Words(line))
			}
		}
		for k, piece := range pieces {
			if k == len(rows) {
				rows = append(rows, make([]Cell, len(row)))
			}
			rows[k][i] = piece
		}
	}
	return rows
}

// foldText breaks text between words into lines of at most so many columns, those behind the first
// with an indent.
func foldText(text string, columns int, indent string) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		switch last := len(lines) - 1; {
		case last < 0:
			lines = append(lines, word)
		case width(lines[last])+1+width(word) <= columns:
			lines[last] += " " + word
		default:
			lines = append(lines, indent+word)
		}
	}
	return lines
}
