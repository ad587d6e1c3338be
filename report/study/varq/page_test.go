package varq

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/report/reporttest"
)

// paperReservations has for cells the very numbers of the paper's table 4, for
// two seeds that differ by .02, and those of table 3, all machines, for costs.
func paperReservations() *Reservations {
	st := &Study{
		Workload: &Workload{NodeMachine: NodeMachine{Nodes: 272, ProcsPerNode: 8},
			Jobs: []NodeJob{{Nodes: 1, Run: 1}, {Submit: 86400, Nodes: 1, Run: 1}}},
		Settings:  Default(),
		Deadlines: []string{Grid}, Waiting: []string{Plan},
		Fractions: []float64{0.01, 0.1, 0.5, 0.95}, Requests: []float64{0.5, 0.75, 0.95}, Seeds: 2,
	}
	r := &Outcomes{Study: st, Base: &Cell{Jobs: 4000, Utilization: 0.4, Useful: 0.4, Span: 86400}}
	for _, f := range st.Fractions {
		for k, q := range st.Requests {
			for i := range st.Seeds {
				c := &Cell{Config: st.Settings, Converted: 3000, Predicted: q, Useful: 0.4, Span: 86400, BaseWait: 100,
					NormalWait: 110, Success: math.NaN(), MedianLead: math.NaN(),
					Required: 3600, Used: 3600 * []float64{1.22, 1.19, 2.28}[k]}
				c.Config.Fraction, c.Config.Request, c.Config.Seed = f, q, uint64(i)+1
				if p := table4Cell(f, q); p.there() {
					c.Accepted, c.Predicted, c.Success, c.MedianLead = int(p.Count), p.Predicted,
						p.Actual+[]float64{-0.01, 0.01}[i],
						600
					c.Successes = int(math.Round(p.Actual * p.Count))
				}
				r.Cells = append(r.Cells, c)
			}
		}
	}
	return &Reservations{Log: "paper", Queue: "normal", Result: r}
}

// TestBestEffort: a job that begins when it starts costs what it requires.
func TestBestEffort(t *testing.T) {
	r := paperReservations()
	for _, c := range r.Result.Cells {
		c.Early = 120 * float64(c.Config.Seed)
	}
	for i, ratio := range reporttest.Column(t, r.costs(), "best effort") {
		want := [2]string{"1", "3"} // of 120 and 240 s
		if few := i < 3 || i == 5; few {
			want = [2]string{}
		}
		if early := reporttest.Column(t, r.costs(), "begins early")[i]; ratio != want[0] || early != want[1] {
			t.Errorf("row %d: ratio %q, %q min early", i, ratio, early)
		}
	}
}

// TestTable4 sets the paper beside itself: no difference, but a dash where it
// has no cell, or fewer than 20 reservations.
func TestTable4(t *testing.T) {
	r := paperReservations()
	table := r.table4()
	rows := table
	for i, want := range []string{"", "", "", "0.66", "0.72", "0.91", "0.6", "0.68", "0.84", "0.64", "0.81", "0.97"} {
		if got := reporttest.Column(t, rows, "paper kept")[i]; got != want {
			t.Errorf("row %d: the paper has %s, want %s", i, got, want)
		}
		some := i > 2 && i != 5 // 11 accepted
		if got := table.Rows[i][len(table.Columns)-1].Text; some != (got == "+0.00" || got == "0.00") {
			t.Errorf("row %d: difference %q", i, got)
		}
		if got := reporttest.Column(t, rows, "kept")[i]; (got != "") != some {
			t.Errorf("row %d: kept %q", i, got)
		}
	}
	if !table.Rows[10][3].Bold || !table.Rows[10][4].Bold || table.Rows[9][3].Bold {
		t.Error("the cell that cannot be is not marked, or another is")
	}
	if d := r.chief()[0].Distance(); d > 1e-9 {
		t.Errorf("distance %v of the paper from itself", d)
	}
}

// The paper's claims, tried on its own numbers: more reservations are kept at
// 10 % and .50 than asked for, where many reserve more is kept at .95 than at
// .5, and the probabilities are not always conservative.
func TestClaimsOfVARQ(t *testing.T) {
	r := paperReservations()
	table := claims.Table([]string{"paper"}, r.chief())
	reporttest.WantColumn(t, table, 1, "no: 0.66 for 0.50 (+0.16), 0.72 for 0.75 (-0.03)", "no: in 2 of 5 steps", "",
		"no: in 2 of 5 steps, 0 ties; farthest ratio 1.220 at 10 % / 0.5, 1.190",
		"no: in ", "yes: 1.0 to 1.0 days", "yes: 0.4000", "no: +10 to +10 %")
	for _, c := range r.Result.Cells { // as many kept whatever the fraction: nothing but ties
		c.Accepted, c.Success = 100, c.Config.Request
	}
	table = claims[:2].Table([]string{"tie"}, r.chief())
	reporttest.WantColumn(t, table, 1, "yes: 0.50 for 0.50 (+0.00)", "not always: in 0 of 9 steps, the others are ties")
	for _, c := range r.Result.Cells {
		c.Success -= c.Config.Fraction / 5
	}
	reporttest.WantColumn(t, claims[1:2].Table([]string{"falls"}, r.chief()), 1,
		"not always: in 6 of 9 steps") // .018 from 1 to 10 %
}

func TestVARQPage(t *testing.T) {
	p := Page(paperReservations())
	page := reporttest.Written(t, p.WritePage)
	for _, want := range []string{
		"1.22 for 0.50, 1.19 for 0.75, 2.28 for 0.95", "cell for 95 % and 0.75 cannot be as printed",
		"accepts 359, 60, 11 reservations, here it is 359, 60, 11",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if n := len(p.Cells[0]); n != 30 || len(p.Cells) != 1+1+24 {
		t.Errorf("%d columns, %d lines", n, len(p.Cells))
	}
}

// examples is one job on two machines: .9 on both, and no .95 on the second.
func examples() []*Example {
	var all []*Example
	for i, log := range []string{"a", "b"} {
		r := Request{Size: 32, Wall: 3600, Now: 1000, Deadline: 1000 + 43200}
		p := Point{Submit: 1000 + 40470, Wall: 6330, Odds: 0.9}
		e := &Example{Log: log, Job: "4 nodes for 1 h", When: "second 1000", Request: r, Points: []Point{p},
			clock: replay.Clock{}}
		e.Taken = []Taken{{0.9, true, p}, {0.95, i == 0, Point{Submit: 1000, Wall: 3600 + 43200, Odds: 0.96}},
			{math.NaN(), true, p}}
		all = append(all, e)
	}
	return all
}

// 32 processors for 2730 s are 24.3 processor-hours, .76 of an hour of the job.
// Two reservations of .9: .99, as in section 4.6 of the paper.
func TestReservationTable(t *testing.T) {
	rows := ReservationTable(examples())
	lines := strings.Split(reporttest.Written(t, rows.WriteCSV), "\n")[1:]
	for i, want := range []string{
		"0.9,a,second 1000,40470,second 41470,6330,0.9,",
		"0.9,b,second 1000,40470,second 41470,6330,0.9,",
		"0.9,any,,,,,0.99,",
		"0.95,a,second 1000,0,second 1000,46800,0.96,",
		"0.95,b,second 1000,,,,,",
		"0.95,any,,,,,0.96,",
		"best,a,second 1000,40470,second 41470,6330,0.9,",
		"best,b,second 1000,40470,second 41470,6330,0.9,",
		"best,any,,,,,0.99,",
	} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("row %d: %s, want %s", i, lines[i], want)
		}
	}
	if got := reporttest.Column(t, rows, "worst_cost_share")[0]; !strings.HasPrefix(got, "0.758") {
		t.Errorf("worst cost %s of the job's own", got)
	}
	var b bytes.Buffer
	if err := ReservationTable(examples()[:1]).WriteText(&b); err != nil ||
		!strings.Contains(b.String(), "11 h 14 min 30 s") || strings.Contains(b.String(), "any") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestLive: a machine of .7 and .9 kept beside the paper's, and jobs reserved on
// two machines of which each fails one of four, once both.
func TestLive(t *testing.T) {
	r := paperReservations()
	for _, probes := range [][]Probe{
		{
			{Asked: 1, Promised: 0.5, Kept: true},
			{Asked: 2, Promised: 0.5},
			{Asked: 4, Promised: 0.5, Kept: true},
			{Asked: 6, Promised: 0.5, Kept: true},
			{Asked: 7, Promised: 0.5},
		},
		{
			{Asked: 1, Promised: 0.9, Kept: true},
			{Asked: 2, Promised: 0.9},
			{Asked: 4, Promised: 0.9},
			{Asked: 5, Promised: 0.9, Kept: true},
			{Asked: 6, Promised: 0.9, Kept: true},
		},
	} {
		study := *r.Result.Study
		study.Fractions, study.Seeds = []float64{0}, 1
		live := &Reservations{Log: "ours", Result: &Outcomes{Study: &study, Base: r.Result.Base}}
		for k, q := range study.Requests {
			c := &Cell{Config: study.Settings, Accepted: []int{40, 30, 10}[k], Success: 0.7, Predicted: q,
				Required: 7200,
				Used:     9000 + 900*float64(k)}
			c.Config.Fraction, c.Config.Request = 0, q
			for n := range 10 {
				for _, p := range probes {
					p.Asked += uint64(10 * n)
					c.Probes = append(c.Probes, p)
				}
			}
			live.Result.Cells = append(live.Result.Cells, c)
		}
		r.Live = append(r.Live, live)
	}
	rows := r.table2()
	for heading, want := range map[string][2]string{"actual for 0.50": {"0.98", "0.7"}, "count for 0.75": {"45", "30"},
		"actual for 0.95": {"0.96", ""}} {
		if got := reporttest.Column(t, rows, heading); got[1] != want[0] || got[8] != want[1] {
			t.Errorf("%s: %q, want %q", heading, got, want)
		}
	}
	if got := reporttest.Column(t, rows, "actual for 0.95")[3]; got != "" {
		t.Errorf("cnsidell kept %q of no reservations", got)
	}
	if got := reporttest.Column(t, r.table3(), "ratio for 0.75"); got[7] != "1.19" || got[8] != "1.375" {
		t.Errorf("ratios %q", got)
	}
	pairs := r.pairTable()
	for heading, want := range map[string]string{"jobs": "40", "promised": "0.95", "1 - product": "0.875",
		"at least one kept": "0.75"} {
		if got := reporttest.Column(t, pairs, heading); len(got) != 3 || got[0] != want {
			t.Errorf("%s: %q, want %s", heading, got, want)
		}
	}
	page := reporttest.Written(t, Page(r).WritePage)
	for _, want := range []string{"0.75 asked for, 0.70 kept (0.75)", "## Two machines at once",
		"yes: in all 1 steps; closest ratio 1.250 at 0.5, 1.375 at 0.75"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
}
