package allocation

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"waitbench/replay/study/downey"
	"waitbench/report"
)

const starMeaning = "the paper's number, as far as its digits tell, lies outside the range of the seeds"

// cell shows a summary's number.
func (q *quantity) cell(v float64) report.Cell { return report.Number(v, q.format) }

// interval shows the range of the seeds.
func (q *quantity) interval(s summary) report.Cell {
	if math.IsNaN(s.least) {
		return report.Absent()
	}
	return report.Words(fmt.Sprintf(q.format+" to "+q.format, s.least, s.greatest))
}

// printed shows the paper's number with its own digits. Its counts are those of 120 days.
func (p *page) printed(l label, name string, s summary) report.Cell {
	v := math.NaN()
	counted := name == downey.Jobs || name == downey.Rebels
	if p.comparable && !(counted && p.config.Days != downey.Default().Days) {
		v = paper().of(l.strategy, name)
	}
	if math.IsNaN(v) {
		return report.Absent()
	}
	return report.Cell{Text: strconv.FormatFloat(v, 'f', -1, 64), Value: v, HasValue: true, Star: s.outside(v)}
}

func words(key, heading string) report.Column { return report.Column{Key: key, Heading: heading} }

func right(key, heading, unit string) report.Column {
	return report.Column{Key: key, Heading: heading, Unit: unit, Align: report.Right}
}

func marked(key, heading, unit string) report.Column {
	c := right(key, heading, unit)
	c.Marked = true
	return c
}

// labelColumns are those of the cells of a label.
func labelColumns() []report.Column {
	return []report.Column{words("strategy", "strategy"), words("lifetimes", "lifetimes"), words("bias", "bias")}
}

func (l label) cells() []report.Cell {
	row := []report.Cell{report.Words(l.strategy), report.Absent(), report.Absent()}
	if l.lifetimes != "" {
		row[1] = report.Words(l.lifetimes)
	}
	if l.bias != "" {
		row[2] = report.Words(l.bias)
	}
	return row
}

const missing = "nothing to show: no such setting, not printed in the paper, or too few seeds"

// wide is a table in the paper's form: a row for each strategy and, for each quantity, what the
// paper prints, the mean over seeds and their range.
func (p *page) wide(name, title string, strategies []string, quantities ...quantity) *report.Table {
	t := &report.Table{ID: name, Title: title, Columns: labelColumns(), Star: starMeaning, Missing: missing, Notes: []string{p.seedsNote()}}
	for _, q := range quantities {
		t.Columns = append(t.Columns, marked(q.name+"_paper", q.heading+", paper", q.unit), right(q.name, "here", q.unit),
			words(q.name+"_range", "range"))
	}
	for _, strategy := range strategies {
		for _, l := range p.of(strategy) {
			row := l.cells()
			for _, q := range quantities {
				s := p.summary(key{l, q.name}, q.scale)
				row = append(row, p.printed(l, q.name, s), q.cell(s.mean), q.interval(s))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// long is a table of every number there is, a row for each.
func (p *page) long(name, title string, strategies []string, quantities ...quantity) *report.Table {
	t := &report.Table{ID: name, Title: title, Columns: labelColumns(), Star: starMeaning, Missing: missing, Notes: []string{p.seedsNote()}}
	t.Columns = append(t.Columns, words("number", "number"), words("unit", "unit"), marked("paper", "paper", ""), right("mean", "here, mean", ""),
		right("sd", "sd", ""), right("least", "least", ""), right("greatest", "greatest", ""),
		right("at_paper", fmt.Sprintf("at %.0f s", paper().turnaround), ""), right("residual", "+-", ""))
	if p.comparable && p.config.Seeds >= leastSeeds {
		t.Notes = append(t.Notes, fmt.Sprintf("at %.0f s: by a line through the seeds, where AVG's mean turnaround is the paper's; +-: standard deviation of "+
			"the seeds around the line", paper().turnaround))
	}
	for _, strategy := range strategies {
		for _, l := range p.of(strategy) {
			for _, q := range quantities {
				if _, ok := p.values[key{l, q.name}]; ok {
					t.Rows = append(t.Rows, p.longRow(l, q))
				}
			}
		}
	}
	return t
}

func (p *page) longRow(l label, q quantity) []report.Cell {
	s := p.summary(key{l, q.name}, q.scale)
	if !p.comparable {
		s.atPaper, s.residual = math.NaN(), math.NaN()
	}
	plain := strings.Replace(q.format, "+", "", 1) // for what has no sign
	return append(l.cells(), report.Words(q.heading), report.Words(q.unit), p.printed(l, q.name, s),
		q.cell(s.mean), report.Number(s.sd, plain), q.cell(s.least), q.cell(s.greatest), q.cell(s.atPaper), report.Number(s.residual, plain))
}

func (p *page) seedsNote() string {
	return fmt.Sprintf("mean and range of %d seeds of %d days; lifetimes: that predictors assume; bias: the correction of BIAS", p.config.Seeds, p.config.Days)
}

// The rows of tables 1 and 2, and what the text of the paper adds to the second.
var (
	table1 = []string{downey.OPT, downey.PRED, downey.BIAS, downey.HEUR}
	table2 = append([]string{downey.AVG}, table1...)
	beyond = []string{downey.LockIn, downey.LockInRisk, downey.MIN}
)
