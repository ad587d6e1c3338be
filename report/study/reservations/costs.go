package reservations

import (
	"fmt"

	"waitbench/replay/study/varq"
	"waitbench/report"
	"waitbench/report/study"
)

// costs is table 3 of the paper with lines of ours below.
func (s *Study) costs() study.Section {
	t := &report.Table{
		ID:      "table3-costs",
		Title:   "Table 3: node-hours that reserved jobs require and that they are charged, and the ratio",
		Columns: []report.Column{{Heading: "where", Key: "where"}},
		Missing: "no reservation was accepted in the paper, the request was not studied, or too few were accepted",
		Notes: []string{
			"paper: live reservations, six hours ahead, of jobs of 1 to 32 nodes and 10 min to 4 h; ours: the jobs of the log, mean over seeds",
			"kept: ratio of the reservations that were kept alone; the others start late and are charged no more than they run",
		},
	}
	for _, q := range s.requests() {
		for _, c := range []struct{ heading, unit, key string }{{"required", "node-h", "required"}, {"used", "node-h", "used"}, {"ratio", "", "ratio"}, {"kept", "", "ratio_kept"}} {
			t.Columns = append(t.Columns, right(fmt.Sprintf("%v %s", q, c.heading), c.unit, fmt.Sprintf("%s_%v", c.key, q)))
		}
	}
	for _, machine := range report.Published("varq-table3-overhead", 1) {
		t.Rows = append(t.Rows, s.paperCosts(machine))
	}
	for _, v := range s.variants() {
		for _, f := range s.Result.Study.Fractions {
			t.Rows = append(t.Rows, s.ourCosts(v, f))
		}
	}
	return study.Section{Heading: "What reservations cost", Tables: []*report.Table{t}}
}

// requests are the odds asked for in the paper and in the study.
func (s *Study) requests() []float64 {
	all := append([]float64(nil), paperRequests...)
	for _, q := range s.Result.Study.Requests {
		if paperColumn(q) < 0 {
			all = append(all, q)
		}
	}
	return all
}

func (s *Study) paperCosts(machine report.PublishedRow) []report.Cell {
	line := []report.Cell{report.Words("paper, " + machine.Keys[0])}
	for _, q := range s.requests() {
		at := paperColumn(q)
		if at < 0 || machine.Numbers[3*at] == 0 {
			line = append(line, report.Absent(), report.Absent(), report.Absent(), report.Absent())
			continue
		}
		n := machine.Numbers[3*at:]
		line = append(line, report.Number(n[0], whole), report.Number(n[1], whole), report.Number(n[2], share), report.Absent())
	}
	return line
}

func (s *Study) ourCosts(v variant, fraction float64) []report.Cell {
	line := []report.Cell{report.Words(fmt.Sprintf("%s, %s, %v %%", v.deadlines, v.waiting, percent(fraction)))}
	for _, q := range s.requests() {
		r := s.row(v, fraction, q)
		line = append(line,
			r.mean(whole, func(c *varq.Cell) float64 { return c.Required / 3600 }), r.mean(whole, func(c *varq.Cell) float64 { return c.Used / 3600 }),
			r.mean(share, (*varq.Cell).Ratio), r.mean(share, (*varq.Cell).RatioSuccess))
	}
	return line
}
