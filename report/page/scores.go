package page

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay"
)

// dataTable is a long table that the page's script shows: values by column, rows as they are
// wanted. In its texts, values are set apart by blanks, and indexes are those into a list of names.
type dataTable struct {
	Rows    int            `json:"rows"`
	Columns []dataColumn   `json:"columns"`
	Facets  dataFacets     `json:"facets"`
	Same    []fact         `json:"-"` // columns that are left out because they have one value
	Empty   []string       `json:"-"` // and those that have none
	Groups  []*columnGroup `json:"-"` // the columns that can be chosen
}

// dataColumn is a column of texts, which has names, or of numbers.
type dataColumn struct {
	Label  string   `json:"label"`
	Group  int      `json:"group"`           // of columns that are shown or hidden together
	Marks  string   `json:"marks,omitempty"` // of every row: * not correct, b the most accurate of the correct methods, . else
	Names  []string `json:"names,omitempty"`
	Of     string   `json:"of,omitempty"`     // indexes in Names
	Values string   `json:"values,omitempty"` // numbers with four digits, or - for none
}

// dataFacets say what each row is about.
type dataFacets struct {
	Trace  dataColumn `json:"trace"`
	Queue  dataColumn `json:"queue"`
	Range  dataColumn `json:"range"`
	Method dataColumn `json:"method"`
	Level  dataColumn `json:"level"`
}

// columnGroup is columns that are shown or hidden together.
type columnGroup struct {
	Name  string
	Shown bool
}

// shownColumns is how many columns of scores are shown until others are chosen.
const shownColumns = 10

// title is the heading of a column of scores with its unit.
func title(c *replay.Column) string {
	if c.Unit == replay.Seconds {
		return c.Heading + " (s)"
	}
	return c.Heading
}

// texts are the values of a column of texts.
func texts(c *replay.Column, scores []replay.Score) []string {
	list := make([]string, len(scores))
	for i := range scores {
		list[i] = c.Text(&scores[i])
	}
	return list
}

// numbers are the values of a column of numbers, NaN for none.
func numbers(c *replay.Column, scores []replay.Score) []float64 {
	list := make([]float64, len(scores))
	for i := range scores {
		list[i] = c.Number(&scores[i])
	}
	return list
}

// same reports whether all of several rows have one value.
func same(values []string) bool {
	return len(values) > 1 && !slices.ContainsFunc(values, func(v string) bool { return v != values[0] })
}

func textColumn(label string, group int, texts []string) dataColumn {
	d := dataColumn{Label: label, Group: group}
	indexes := make([]string, len(texts))
	at := map[string]int{}
	for i, text := range printables(texts) {
		p, ok := at[text]
		if !ok {
			p = len(d.Names)
			at[text] = p
			d.Names = append(d.Names, text)
		}
		indexes[i] = strconv.Itoa(p)
	}
	d.Of = strings.Join(indexes, " ")
	return d
}

func numberColumn(label string, group int, values []float64, write func(float64) string) dataColumn {
	texts := make([]string, len(values))
	for i, v := range values {
		switch {
		case math.IsNaN(v):
			texts[i] = "-"
		case math.IsInf(v, 1):
			texts[i] = "Infinity"
		case math.IsInf(v, -1):
			texts[i] = "-Infinity"
		default:
			texts[i] = write(v)
		}
	}
	return dataColumn{Label: label, Group: group, Values: strings.Join(texts, " ")}
}

// writer says how the numbers of a column are written: shares with as many digits as each other, so
// that they stand below each other, and all with more of them than in print, so that rows can be
// sorted and compared.
func writer(c *replay.Column) func(float64) string {
	if c.Unit == replay.Share {
		return func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
	}
	return significant
}

// scoreTable makes the table of every score.
func (b *builder) scoreTable() *dataTable {
	scores := b.in.Scores
	d := &dataTable{Rows: len(scores), Facets: facetsOf(scores)}
	marks := b.marks()
	for i := range replay.Columns {
		c := &replay.Columns[i]
		values := texts(c, scores)
		switch {
		case same(values) && values[0] == "":
			d.Empty = append(d.Empty, title(c))
			continue
		case same(values):
			d.Same = append(d.Same, fact{title(c), values[0]})
			continue
		}
		group := len(d.Groups)
		column := textColumn(title(c), group, values)
		if !c.IsText() {
			column = numberColumn(title(c), group, numbers(c, scores), writer(c))
		}
		if isMarked(c.Name) {
			column.Marks = marks
		}
		d.Columns = append(d.Columns, column)
		d.Groups = append(d.Groups, &columnGroup{column.Label, group < shownColumns})
	}
	return d
}

// isMarked reports whether a column shows which scores are correct, and which the best.
func isMarked(name string) bool { return name == "correct" || name == "median_ratio" }

// facetsOf says what each of the scores is about.
func facetsOf(scores []replay.Score) dataFacets {
	of := func(name func(*replay.Score) string) dataColumn {
		texts := make([]string, len(scores))
		for i := range scores {
			texts[i] = name(&scores[i])
		}
		return textColumn("", 0, texts)
	}
	return dataFacets{of(traceOf), of(queueOf), of(rangeOf), of(methodOf), of(levelOf)}
}

// marks gives the mark of each score.
func (b *builder) marks() string {
	top := map[*replay.Score]bool{}
	for _, v := range b.verdicts {
		for _, s := range v.best() {
			top[s] = true
		}
	}
	marks := make([]byte, len(b.in.Scores))
	for i := range b.in.Scores {
		switch s := &b.in.Scores[i]; {
		case s.Bounded == 0:
			marks[i] = '.'
		case !s.IsCorrect():
			marks[i] = '*'
		case top[s]:
			marks[i] = 'b'
		default:
			marks[i] = '.'
		}
	}
	return string(marks)
}
