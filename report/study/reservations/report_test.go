package reservations

import (
	"bytes"
	"encoding/csv"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/study/varq"
	"waitbench/report"
	"waitbench/report/study"
)

// paperStudy has for cells the very numbers of the paper's table 4, for two seeds that differ by
// .02, and those of table 3, all machines, for costs.
func paperStudy() *Study {
	st := &varq.Study{
		Trace:     &varq.Trace{Machine: varq.Machine{Nodes: 272, ProcsPerNode: 8}, Jobs: []varq.Job{{Nodes: 1, Run: 1}, {Submit: 86400, Nodes: 1, Run: 1}}},
		Settings:  varq.Default(),
		Deadlines: []varq.Deadlines{varq.Grid}, Waiting: []varq.Waiting{varq.Plan},
		Fractions: []float64{0.01, 0.1, 0.5, 0.95}, Requests: []float64{0.5, 0.75, 0.95}, Seeds: []uint64{1, 2},
	}
	r := &varq.Result{Study: st, Base: &varq.Baseline{Cell: &varq.Cell{Jobs: 4000, Utilization: 0.4, Useful: 0.4, Span: 86400}}}
	for _, f := range st.Fractions {
		for k, q := range st.Requests {
			for i := range st.Seeds {
				c := &varq.Cell{Config: st.Settings, Converted: 3000, Predicted: q, Useful: 0.4, Span: 86400, BaseWait: 100, NormalWait: 110,
					Success: math.NaN(), MedianLead: math.NaN(), Required: 3600, Used: 3600 * []float64{1.22, 1.19, 2.28}[k]}
				c.Config.Fraction, c.Config.Request, c.Config.Seed = f, q, st.Seeds[i]
				if p, ok := paperCell(f, q); ok {
					c.Accepted, c.Predicted, c.Success, c.MedianLead = p.count, p.predicted, p.actual+[]float64{-0.01, 0.01}[i], 600
					c.Successes = int(math.Round(p.actual * float64(p.count)))
				}
				r.Cells = append(r.Cells, c)
			}
		}
	}
	return &Study{Log: "paper", Queue: "normal", Result: r}
}

// cellsOf gives a table as its CSV has it.
func cellsOf(t *testing.T, table *report.Table) [][]string {
	t.Helper()
	var text bytes.Buffer
	if err := table.WriteCSV(&text); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func column(t *testing.T, rows [][]string, key string) (values []string) {
	t.Helper()
	for i, name := range rows[0] {
		if name == key {
			for _, row := range rows[1:] {
				values = append(values, row[i])
			}
			return values
		}
	}
	t.Fatalf("no column %s in %q", key, rows[0])
	return nil
}

// TestTable4 sets the paper beside itself: no difference, but a dash where it has no cell, or fewer
// than 20 reservations.
func TestTable4(t *testing.T) {
	s := paperStudy()
	table := s.table4(s.variants()[0])
	rows := cellsOf(t, table)
	for i, want := range []string{"", "", "", "0.66", "0.72", "0.91", "0.6", "0.68", "0.84", "0.64", "0.81", "0.97"} {
		if got := column(t, rows, "paper_actual")[i]; got != want {
			t.Errorf("row %d: the paper has %s, want %s", i, got, want)
		}
		some := i > 2 && i != 5 // 11 accepted
		if got := table.Rows[i][len(table.Columns)-2].Text; some != (got == "+0.00" || got == "-0.00") {
			t.Errorf("row %d: difference %q", i, got)
		}
		if got := column(t, rows, "actual")[i]; (got != "") != some {
			t.Errorf("row %d: actual %q", i, got)
		}
	}
	if table.Star == "" || !table.Rows[10][2].Star || !table.Rows[10][3].Star || table.Rows[9][2].Star {
		t.Error("the cell that cannot be is not marked, or another is")
	}
	if got := column(t, cellsOf(t, s.agreement()), "rms_possible")[0]; !strings.HasPrefix(got, "0") && !strings.Contains(got, "e-") {
		t.Errorf("distance %s", got)
	}
}

// TestCosts has the paper's table 3 above ours, which are its totals.
func TestCosts(t *testing.T) {
	rows := cellsOf(t, paperStudy().costs().Tables[0])
	if got := column(t, rows, "where"); len(got) != 8+4 || got[0] != "paper, datastar" || got[7] != "paper, all" || got[8] != "grid, plan, 1 %" {
		t.Errorf("rows %q", got)
	}
	for q, want := range map[string]string{"0.5": "1.22", "0.75": "1.19", "0.95": "2.28"} {
		if got := column(t, rows, "ratio_"+q)[7]; got != want {
			t.Errorf("request %s: ratio %s, want %s", q, got, want)
		}
	}
	if got := column(t, rows, "ratio_0.95")[0]; got != "" {
		t.Errorf("datastar at .95 has no reservation, but a ratio of %s", got)
	}
}

// The paper's claims, tried on its own numbers: where many reserve more is kept at .95 than at .5,
// and the odds are not always conservative.
func TestClaims(t *testing.T) {
	table := paperStudy().claimsTable()
	for i, want := range []string{"yes: 0.66 / 0.72", "no: ", "", "no: in ", "no: ratio 1.22 at 0.5, 1.19 at 0.75", "yes: 1.0 to 1.0 days", "yes: 0.4000", "no: +10 to +10 %"} {
		if got := table.Rows[i][1].Text; !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", table.Rows[i][0].Text, got, want)
		}
	}
}

func TestPage(t *testing.T) {
	s := paperStudy()
	s.Settings = []Setting{{"nodes", "272"}}
	page := New(s)
	var out bytes.Buffer
	if err := page.WritePage(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# Virtual advance reservations on paper\n", "## With shared deadlines, plans stand\n", "### Table 4: ", "### Table 3: ", "### Claims of the paper",
		"cannot be as printed", "](figures/success-grid-plan.svg)", "| nodes              | 272",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if err := page.Write(folder(t)); err != nil {
		t.Error(err)
	}
	if n := len(page.Cells); n == 0 || len(page.Cells[2].Numbers) != 1+24 {
		t.Errorf("%d columns", n)
	}
}

// examples is one job on two machines: odds of .9 on both, and none of .95 on the second.
func examples() []*Example {
	var all []*Example
	for i, log := range []string{"a", "b"} {
		r := varq.Request{Size: 32, Wall: 3600, Now: 1000, Deadline: 1000 + 43200}
		p := varq.Point{Submit: 1000 + 40470, Wall: 6330, Odds: 0.9}
		e := &Example{Log: log, Job: "4 nodes for 1h", When: "second 1000", Request: r, Points: []varq.Point{p}, clock: replay.Clock{}}
		e.Taken = []Taken{{0.9, true, p}, {0.95, i == 0, varq.Point{Submit: 1000, Wall: 3600 + 43200, Odds: 0.96}}, {math.NaN(), true, p}}
		all = append(all, e)
	}
	return all
}

// 32 processors for 2730 s are 24.3 processor-hours, .76 of an hour of the job. Two reservations of
// .9: .99, as in section 4.6 of the paper.
func TestReservationTable(t *testing.T) {
	rows := cellsOf(t, ReservationTable(examples()))
	want := [][]string{
		{"0.9", "a", "second 1000", "40470", "second 41470", "6330", "0.9"},
		{"0.9", "b", "second 1000", "40470", "second 41470", "6330", "0.9"},
		{"0.9", "any", "", "", "", "", "0.99"},
		{"0.95", "a", "second 1000", "0", "second 1000", "46800", "0.96"},
		{"0.95", "b", "second 1000", "", "", "", ""},
		{"0.95", "any", "", "", "", "", "0.96"},
		{"best", "a", "second 1000", "40470", "second 41470", "6330", "0.9"},
		{"best", "b", "second 1000", "40470", "second 41470", "6330", "0.9"},
		{"best", "any", "", "", "", "", "0.99"},
	}
	for i, row := range want {
		if got := strings.Join(rows[i+1][:7], ","); got != strings.Join(row, ",") && !strings.HasPrefix(got, strings.Join(row[:6], ",")+",0.9") {
			t.Errorf("row %d: %s, want %s", i, got, strings.Join(row, ","))
		}
	}
	if got := column(t, rows, "worst_cost_share")[0]; !strings.HasPrefix(got, "0.758") {
		t.Errorf("worst cost %s of the job's own", got)
	}
	var text bytes.Buffer
	if err := ReservationTable(examples()[:1]).WriteText(&text); err != nil || !strings.Contains(text.String(), "11h14m30s") || strings.Contains(text.String(), "any") {
		t.Errorf("%v\n%s", err, text.String())
	}
}

func TestLength(t *testing.T) {
	for s, want := range map[float64]string{0: "0s", 45: "45s", 60: "1m", 3600: "1h", 5400: "1h30m", 3601: "1h0m1s", 36000: "10h", 1200: "20m", 43199.6: "12h"} {
		if got := length(s); got != want {
			t.Errorf("%v s is %s, want %s", s, got, want)
		}
	}
}

func TestExampleFigure(t *testing.T) {
	r := &study.Report{Sections: []study.Section{examples()[0].section()}}
	if err := r.Write(folder(t)); err != nil {
		t.Error(err)
	}
}

// folder is a new folder of results.
func folder(t *testing.T) *output.Folder {
	t.Helper()
	f, err := output.Open(filepath.Join(t.TempDir(), "study"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}
