package page

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay"
)

// dataTable is a long table that the page's script shows: values by column, rows as they are wanted. In its texts, values are set
// apart by blanks, and places are those in a list of names.
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
	Of     string   `json:"of,omitempty"`     // places in Names
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

// readScores splits scores.csv into its columns.
func readScores(data []byte, rows int) (columns []scoreColumn, err error) {
	records, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("scores: %w", err)
	}
	if len(records) != rows+1 {
		return nil, fmt.Errorf("scores: %d lines for %d scores and their names", len(records), rows)
	}
	for i, name := range records[0] {
		c := scoreColumn{name: name, numbers: true}
		for _, r := range records[1:] {
			c.texts = append(c.texts, r[i])
			v, err := strconv.ParseFloat(r[i], 64)
			if r[i] == "" {
				v = math.NaN()
			} else if err != nil {
				c.numbers = false
			}
			c.values = append(c.values, v)
		}
		columns = append(columns, c)
	}
	return columns, nil
}

// scoreColumn is a column of scores.csv.
type scoreColumn struct {
	name    string
	texts   []string
	values  []float64 // NaN for none
	numbers bool      // all texts are numbers or empty
}

// same reports whether all rows have one value.
func (c *scoreColumn) same() bool {
	return len(c.texts) > 1 && !slices.ContainsFunc(c.texts, func(s string) bool { return s != c.texts[0] })
}

func (c *scoreColumn) data(group int) dataColumn {
	if !c.numbers {
		return textColumn(heading(c.name), group, c.texts)
	}
	return numberColumn(heading(c.name), group, c.values, digits(c.values))
}

func textColumn(label string, group int, texts []string) dataColumn {
	d := dataColumn{Label: label, Group: group}
	places := make([]string, len(texts))
	at := map[string]int{}
	for i, text := range printables(texts) {
		p, ok := at[text]
		if !ok {
			p = len(d.Names)
			at[text] = p
			d.Names = append(d.Names, text)
		}
		places[i] = strconv.Itoa(p)
	}
	d.Of = strings.Join(places, " ")
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

// digits says how the values of a column are written.
func digits(values []float64) func(float64) string {
	if shares(values) {
		return func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
	}
	return significant
}

// shares reports whether values look like shares: fractions between 0 and 1 most of which are not tiny. They are shown with the
// same number of digits, so that they stand below each other.
func shares(values []float64) bool {
	some, large := 0, 0
	for _, v := range values {
		switch {
		case math.IsNaN(v):
			continue
		case v < 0 || v > 1:
			return false
		case v != 0 && v != 1:
			some++
		}
		if v >= 0.1 {
			large++
		}
	}
	return some > 0 && 2*large >= some
}

// scoreTable makes the table of every score.
func (b *builder) scoreTable() *dataTable {
	scores := b.in.Scores
	d := &dataTable{Rows: len(scores), Facets: facetsOf(scores)}
	marks := b.marks()
	for i := range b.columns {
		c := &b.columns[i]
		switch {
		case c.same() && c.texts[0] == "":
			d.Empty = append(d.Empty, heading(c.name))
			continue
		case c.same():
			d.Same = append(d.Same, fact{heading(c.name), c.texts[0]})
			continue
		}
		column := c.data(len(d.Groups))
		if isMarked(c.name) {
			column.Marks = marks
		}
		d.Columns = append(d.Columns, column)
		d.Groups = append(d.Groups, &columnGroup{column.Label, len(d.Groups) < shownColumns})
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
