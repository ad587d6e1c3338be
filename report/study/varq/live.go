package varq

import (
	"fmt"
	"math"

	"waitbench/replay/backtest"
	"waitbench/report/study"
	"waitbench/report/table"
)

// liveMachines are the rows of the paper's tables 2 and 3.
var liveMachines = []string{"datastar", "ucteragrid", "dante", "cnsidell", "ncsateragrid",
	"iuteragrid", "ornlteragrid", "all"}

// liveClaims are sentences of the paper about its live experiment.
var liveClaims = study.Claims[variant]{
	{"no fewer reservations are kept than asked for", func(v variant) study.Answer {
		return v.conservative(func(a reserving) float64 { return a.Request }, "asked for")
	}},
	{"no fewer reservations are kept than predicted", variant.asPredicted},
	{"greater certainty costs more", func(v variant) study.Answer {
		return v.steps("ratio", sameFraction, (*Cell).Ratio, 1)
	}},
}

// live returns the probed machines, each as its only variant.
func (r *Reservations) live() (machines []variant) {
	for _, l := range r.Live {
		machines = append(machines, l.variants()[0])
	}
	return machines
}

// liveTable has three columns for each request: of the paper's machines, where
// it has reservations, and of ours.
func (r *Reservations) liveTable(id string, columns, formats [3]string,
	numbers [3]func(*Cell) float64) *table.Table {
	requests := r.Result.Study.Requests
	t := texts.Table(id, Least)
	t.Columns = table.Columns("machine", "#load")
	for _, q := range requests {
		for _, c := range columns {
			t.Columns = append(t.Columns, table.Columns(fmt.Sprintf("#%s for %.2f", c, q))...)
		}
	}
	for _, m := range liveMachines {
		row := []any{"paper, " + m, table.Missing()}
		for _, q := range requests {
			for i, c := range columns {
				cell := table.Number(printedNumber(q, m, c), formats[i])
				if printedNumber(q, m, "count") == 0 && c != "count" {
					cell = table.Missing()
				}
				row = append(row, cell)
			}
		}
		t.Add(row...)
	}
	for _, v := range r.live() {
		row := []any{v.Log, table.Number(v.Result.Study.Workload.Offered(), "%.2f")}
		for _, a := range v.Rows {
			for i, number := range numbers {
				cell := table.Number(a.over(number).Mean, formats[i])
				if a.few() && columns[i] != "count" {
					cell = table.Missing()
				}
				row = append(row, cell)
			}
		}
		t.Add(row...)
	}
	return t
}

// table2 and table3 are the paper's, by machine.
func (r *Reservations) table2() *table.Table {
	return r.liveTable("table2", [3]string{"predicted", "actual", "count"},
		[3]string{"%.2f", "%.2f", "%.0f"},
		[3]func(*Cell) float64{predictedOdds, keptShare, acceptedCount})
}

func (r *Reservations) table3() *table.Table {
	return r.liveTable("table3", [3]string{"required", "used", "ratio"},
		[3]string{"%.0f", "%.0f", "%.2f"},
		[3]func(*Cell) float64{
			func(c *Cell) float64 { return c.Required / 3600 },
			func(c *Cell) float64 { return c.Used / 3600 },
			(*Cell).Ratio,
		})
}

// pairTable has a row for each two machines and each request: the probability
// that one of two reservations is kept.
func (r *Reservations) pairTable() *table.Table {
	t := texts.Table("pairs", Least)
	t.Columns = table.Columns("machine", "other machine", "#request", "#jobs", "#promised",
		"#1 - product", "#at least one kept", "#least by chance", "#most")
	for i, a := range r.Live {
		for _, b := range r.Live[i+1:] {
			for k, first := range a.variants()[0].Rows {
				row := []any{a.Log, b.Log, table.Number(first.Request, "%.2f")}
				t.Add(append(row, pairCells(first.seeds, b.variants()[0].Rows[k].seeds)...)...)
			}
		}
	}
	return t
}

// pairCells are the number of jobs reserved on both machines, the mean of the
// probabilities promised, 1 - the product of the shares that each machine
// failed to keep, and the share kept by one or both, with its Wilson interval.
func pairCells(a, b []*Cell) []any {
	var promised []float64
	var kept [2]float64
	either := 0
	for seed := range a {
		for _, pair := range Pairs(a[seed].Probes, b[seed].Probes) {
			promised = append(promised, Joint(pair[0].Promised, pair[1].Promised))
			for m, p := range pair {
				if p.Kept {
					kept[m]++
				}
			}
			if pair[0].Kept || pair[1].Kept {
				either++
			}
		}
	}
	n := float64(len(promised))
	low, high := backtest.Wilson(either, len(promised), 0.95)
	cells := []any{table.Number(n, "%.0f")}
	for _, x := range []float64{backtest.Mean(promised), Joint(kept[0]/n, kept[1]/n),
		float64(either) / n, low, high} {
		if n < Least {
			x = math.NaN()
		}
		cells = append(cells, table.Number(x, "%.3f"))
	}
	return cells
}
