package reservations

import (
	"fmt"
	"slices"

	"waitbench/replay/study/varq"
	"waitbench/report/study"
)

// Study is what the page is about.
type Study struct {
	Log      string // name
	SHA256   string // of its file
	Queue    string
	Result   *varq.Result
	Example  *Example // nil for none
	Settings []Setting
}

// Setting is a line of the table of settings.
type Setting struct{ Name, Value string }

// variant is a way to set deadlines and to wait for them: it has tables of its own.
type variant struct {
	deadlines varq.Deadlines
	waiting   varq.Waiting
}

func (v variant) name() string { return fmt.Sprintf("%s-%s", v.deadlines, v.waiting) }

// words describe a variant.
func (v variant) words() string {
	deadlines := map[varq.Deadlines]string{varq.Grid: "shared deadlines", varq.Ahead: "a deadline for each job"}[v.deadlines]
	waiting := map[varq.Waiting]string{
		varq.Plan: "plans stand", varq.Replan: "plans made again every 300 s", varq.Withdraw: "plans that fail when due withdrawn",
	}[v.waiting]
	return deadlines + ", " + waiting
}

func (s *Study) variants() []variant {
	var all []variant
	for _, d := range s.Result.Study.Deadlines {
		for _, w := range s.Result.Study.Waiting {
			all = append(all, variant{d, w})
		}
	}
	return all
}

// row is a line of the tables of a variant: a fraction of jobs and the odds they ask for.
type row struct {
	fraction, request float64
	cells             varq.Group
}

func (s *Study) rows(v variant) []row {
	var all []row
	for _, f := range s.Result.Study.Fractions {
		for _, q := range s.Result.Study.Requests {
			all = append(all, s.row(v, f, q))
		}
	}
	return all
}

// row has no cells for odds that the study does not ask for.
func (s *Study) row(v variant, fraction, request float64) row {
	r := row{fraction: fraction, request: request}
	if slices.Contains(s.Result.Study.Requests, request) {
		r.cells = s.Result.Group(v.deadlines, v.waiting, fraction, request)
	}
	return r
}

// New makes the report.
func New(s *Study) *study.Report {
	r := &study.Report{Title: "Virtual advance reservations on " + s.Log, Cells: s.frame()}
	r.Sections = append(r.Sections, s.intro(), s.story())
	for _, v := range s.variants() {
		r.Sections = append(r.Sections, s.section(v))
	}
	r.Sections = append(r.Sections, s.costs())
	if s.Example != nil {
		r.Sections = append(r.Sections, s.Example.section())
	}
	r.Sections = append(r.Sections, s.settings())
	return r
}
