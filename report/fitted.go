package report

import "strings"

// Fitted gives the table with cells folded over several rows, so that WriteText needs at most so
// many columns of a terminal where the words of the left-aligned columns allow.
func (t *Table) Fitted(columns int) *Table {
	widths, least := make([]int, len(t.Columns)), make([]int, len(t.Columns))
	over := 2*(len(t.Columns)-1) - columns
	for i := range t.Columns {
		title := t.Columns[i].title()
		widths[i], least[i] = width(title), width(title)
		for _, row := range t.Rows {
			shown := row[i].shown() + textMarks(&row[i])
			widths[i] = max(widths[i], width(shown))
			for _, word := range strings.Fields(shown) {
				least[i] = max(least[i], width(word))
			}
		}
		over += widths[i]
	}
	for ; over > 0; over-- {
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
	folded := *t
	folded.Rows = nil
	for _, row := range t.Rows {
		folded.Rows = append(folded.Rows, foldRow(row, widths)...)
	}
	return &folded
}

// foldRow spreads a row over as many as its cells need.
func foldRow(row []Cell, widths []int) [][]Cell {
	var rows [][]Cell
	for i := range row {
		pieces := []Cell{row[i]}
		if width(row[i].shown()+textMarks(&row[i])) > widths[i] {
			pieces = nil
			for _, line := range foldText(row[i].shown()+textMarks(&row[i]), widths[i]) {
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

// foldText breaks text between words into lines of at most so many columns.
func foldText(text string, columns int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && width(lines[last])+1+width(word) <= columns {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
