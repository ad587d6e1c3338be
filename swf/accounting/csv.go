package accounting

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"waitbench/swf"
)

type table struct {
	*lines
	header  []string // in lower case; nil before the header line
	head    string   // the header line
	columns Columns  // that are read
	comma   rune
}

// separatorLine is a line before the header line, for Excel.
var separatorLine = regexp.MustCompile(`(?i)^"?sep=([,;|\t])"?$`)

// separatorOf returns the separator that a header line has most, outside quotes.
func separatorOf(header string) (best rune) {
	header = regexp.MustCompile(`"[^"]*"`).ReplaceAllString(header, "")
	return slices.MaxFunc([]rune(",;\t|"), func(a, b rune) int {
		return cmp.Compare(strings.Count(header, string(a)), strings.Count(header, string(b)))
	})
}

// NewCSV returns a Source for a table with a header line. Commas, semicolons,
// tabs or bars separate its cells.
func NewCSV(in io.Reader, o Options) (*Source, error) {
	t := &table{lines: newLines(in, o)}
	head, err := t.lines.header()
	if found := separatorLine.FindStringSubmatch(head); found != nil {
		t.comma = rune(found[1][0])
		head, err = t.lines.header()
	} else {
		t.comma = separatorOf(head)
	}
	if err != nil {
		return nil, err
	}
	cells, err := t.cells(head)
	if err = swf.Locate(err, o.File, t.number); err == nil {
		t.head, t.header = strings.TrimSpace(head), namesOf(cells)
		var roles []string
		for _, c := range o.Columns {
			if !c.optional {
				roles = append(roles, c.role)
			}
		}
		t.columns, err = o.Columns.bind(t.header, &o, roles...)
	}
	if err != nil { // a table may resemble other inputs
		return nil, cmp.Or(foreign(o.File, head, anySource), err)
	}
	return &Source{splitter: t, columns: t.columns, blanks: true}, nil
}

func (t *table) next() (row, error) {
	cells, err := t.nextCells()
	r := t.row()
	for i, text := range cells {
		r.cells[t.header[i]] = text
	}
	return r, err
}

// nextCells returns the cells of the next record.
func (t *table) nextCells() ([]string, error) {
	text, err := t.line()
	for err == nil && t.head != "" && t.first {
		if separatorLine.MatchString(text) {
			if text, err = t.line(); err != nil {
				break
			}
		}
		if strings.TrimSpace(text) != t.head {
			return nil, fmt.Errorf("%s: the header line is not that of the file before: "+
				"import the files one by one", t.file)
		}
		text, err = t.line()
	}
	if err != nil {
		return nil, err
	}
	return t.cells(text)
}

// cells returns the cells of a record that begins with a line. Of a bad record
// it skips that line only, since a lost quote joins records.
func (t *table) cells(text string) (cells []string, err error) {
	lines, open := 1, endsInQuotes(text)
	for ; open; lines++ {
		next := t.peek(lines - 1)
		if next.err != nil || next.first || lines == mostLines || len(text)+len(next.text) > mostBytes {
			return nil, bad("", "a quoted cell has no end within %d lines and %d MB",
				mostLines, mostBytes>>20)
		}
		text += "\n" + next.text
		open = open != endsInQuotes(next.text)
	}
	if cells, err = t.split(text); err == nil {
		t.join(lines - 1)
	}
	return cells, err
}

// endsInQuotes reports whether a quoted cell is open at the end of a text.
func endsInQuotes(text string) bool { return strings.Count(text, `"`)%2 == 1 }

func (t *table) split(text string) (cells []string, err error) {
	if strings.Contains(text, `"`) {
		in := csv.NewReader(strings.NewReader(text))
		in.Comma = t.comma
		cells, err = in.Read()
	} else {
		cells = strings.Split(text, string(t.comma))
	}
	if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
		return nil, bad("", "%w", wrong.Err)
	}
	if cells = withoutEmpty(cells, len(t.header)); t.header != nil && len(cells) != len(t.header) {
		return nil, bad("", "%w", swf.WrongFields(len(cells), len(t.header)))
	}
	for _, c := range t.columns {
		if strings.Contains(text, "\n") &&
			strings.Contains(cells[slices.Index(t.header, c.key)], "\n") {
			return nil, bad(c.name, "the cell has a line feed; look for a lost quote")
		}
	}
	return cells, err
}
