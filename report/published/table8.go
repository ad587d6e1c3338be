package published

import (
	"fmt"
	"math"
	"slices"
	"time"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// BoundsInForce holds the bounds of one series that were in force at several
// moments, as in table 8 of the BMBP paper.
type BoundsInForce struct {
	Log, Queue, Range, Method string
	Confidence                float64
	Train                     replay.Train
	Levels                    []methods.Level
	Times                     []time.Time // in the time zone of the machine
	Undated                   bool        // the log has no dates, so times count from 1970
	Bounds                    [][]float64 // by time and level, seconds; NaN for none
}

// Empty reports whether there is no bound at any time.
func (w *BoundsInForce) Empty() bool {
	return !slices.ContainsFunc(slices.Concat(w.Bounds...), table.Known)
}

// BoundsTable returns a row for each moment, with the numbers of table 8
// next to the bounds if that table has all of these times and levels for the
// machine and the queue.
func BoundsTable(w *BoundsInForce, machine string) *table.Table {
	stamp := func(at time.Time) string { return at.Format("2006-01-02 15:04") }
	if w.Undated {
		stamp = func(at time.Time) string { return fmt.Sprint(at.Unix()) }
	}
	published := w.published(machine)
	heads, equal, near := []string{"time"}, 0, 0
	for _, l := range w.Levels {
		heads = append(heads, "#"+l.String()+"|s")
		if published != nil {
			heads = append(heads, "#"+l.String()+" published|s")
		}
	}
	rows := &table.Table{Columns: table.Columns(heads...)}
	for i, moment := range w.Times {
		row := []any{stamp(moment)}
		for j, b := range w.Bounds[i] {
			row = append(row, table.Seconds(b))
			if published == nil {
				continue
			}
			p := published[i][j]
			row = append(row, table.Number(p, "%.0f"))
			if b == p {
				equal++
			}
			if r := verdict.LossRatio(b, p); max(r, 1/r) <= closeFactor {
				near++
			}
		}
		rows.Add(row...)
	}
	t := table.New("bounds", map[string]any{"W": w, "From": stamp(w.Times[0]),
		"To": stamp(w.Times[len(w.Times)-1]), "Cut": w.Train != (replay.Train{}),
		"Published": len(published) * len(w.Levels), "Equal": equal, "Near": near,
		"CloseFactor": closeFactor})
	t.ID, t.Columns, t.Rows = "bounds-"+w.Queue+"-"+w.Log, rows.Columns, rows.Rows
	if w.Undated {
		t.Columns[0].Unit = "s from the start of the log"
	}
	return t
}

// published returns the bounds of table 8 by time and level, or nil if one is
// missing there.
func (w *BoundsInForce) published(machine string) (bounds [][]float64) {
	if machine != "datastar" || w.Queue != "normal" || w.Range != replay.AllRanges ||
		w.Confidence != paperLevel.Confidence {
		return nil
	}
	for _, at := range w.Times {
		var row []float64
		for _, l := range w.Levels {
			row = append(row, Number("bmbp-table8", "bmbp", l.String(),
				at.Format(time.DateTime), "bound_s"))
		}
		if slices.ContainsFunc(row, math.IsNaN) {
			return nil
		}
		bounds = append(bounds, row)
	}
	return bounds
}
