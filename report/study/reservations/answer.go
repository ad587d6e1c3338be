package reservations

import (
	"fmt"

	"waitbench/replay/study/varq"
	"waitbench/report"
)

// ReservationTable says for each of the odds asked for, which are the same in all examples, when to
// submit the job on each machine; for several machines also the odds that one of them at least
// keeps the reservation, if they are independent.
func ReservationTable(examples []*Example) *report.Table {
	first := examples[0]
	t := &report.Table{
		ID:    "reservations",
		Title: fmt.Sprintf("Reservations for a job of %s, running %s after the request", first.Job, length(first.Request.Deadline-first.Request.Now)),
		Columns: []report.Column{
			{Heading: "asked for", Key: "request", Align: report.Right}, {Heading: "log", Key: "log"}, {Heading: "requested", Key: "requested"},
			right("submit after", "", "submit_after_s"), {Heading: "that is", Key: "submit"}, right("wall time", "", "wall_s"), right("odds", "", "odds"),
			right("worst cost", "processor-h", "worst_cost_processor_h"), right("of the job's own", "", "worst_cost_share")},
		Missing: "no moment has such odds",
		Notes: []string{
			"submit with that wall time; best: the highest odds that there are",
			"worst cost: what is held idle until the deadline if the job starts at once, and as a share of processors x wall time of the job itself",
		},
	}
	if len(examples) > 1 {
		t.Notes = append(t.Notes, "any: at least one of the logs' machines keeps it, 1 - (1 - p1)(1 - p2)..., where they are independent; the others are to be withdrawn")
	}
	for i := range first.Taken {
		var odds []float64
		cost := 0.0
		for _, e := range examples {
			t.Rows = append(t.Rows, e.answer(&e.Taken[i]))
			if taken := &e.Taken[i]; taken.Found {
				odds = append(odds, taken.Point.Odds)
				cost += e.Request.WorstCost(taken.Point)
			}
		}
		if len(examples) > 1 {
			t.Rows = append(t.Rows, together(&first.Taken[i], odds, cost, &first.Request))
		}
	}
	return t
}

// asked is the cell of the odds asked for.
func (t *Taken) asked() report.Cell {
	if c := report.Number(t.Request, share); !c.Missing {
		return c
	}
	return report.Words(t.name())
}

// seconds is a cell that shows a length of time.
func seconds(s float64) report.Cell { return report.Cell{Text: length(s), Value: s, HasValue: true} }

func (e *Example) answer(t *Taken) []report.Cell {
	line := []report.Cell{t.asked(), report.Words(e.Log), report.Words(e.When)}
	if !t.Found {
		return append(line, report.Absent(), report.Absent(), report.Absent(), report.Absent(), report.Absent(), report.Absent())
	}
	cost := e.Request.WorstCost(t.Point)
	return append(line,
		seconds(t.Point.Submit-e.Request.Now), report.Words(e.date(t.Point.Submit)), seconds(t.Point.Wall), report.Number(t.Point.Odds, share),
		report.Number(cost/3600, "%.1f"), report.Number(cost/own(&e.Request), share))
}

// own is what the job itself holds at most, processor-seconds.
func own(r *varq.Request) float64 { return float64(r.Size) * r.Wall }

// together is the line of all machines.
func together(t *Taken, odds []float64, cost float64, r *varq.Request) []report.Cell {
	line := []report.Cell{t.asked(), report.Words("any"), report.Words(""), report.Words(""), report.Words(""), report.Words("")}
	if len(odds) == 0 {
		return append(line, report.Absent(), report.Absent(), report.Absent())
	}
	return append(line, report.Number(varq.Joint(odds...), "%.4f"), report.Number(cost/3600, "%.1f"), report.Number(cost/own(r), share))
}
