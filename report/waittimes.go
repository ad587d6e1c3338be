package report

import (
	"fmt"
	"math"
	"slices"
	"time"

	"waitbench/methods"
	"waitbench/replay"
)

// WaitTimes holds the bounds of one series that were in force at several
// moments, as in table 8 of the BMBP paper.
type WaitTimes struct {
	Trace, Queue, Range, Method string
	Confidence                  float64
	Train                       replay.Train
	Levels                      []methods.Level
	Times                       []time.Time // in the time zone of the machine
	Undated                     bool        // the log has no dates, so times count from 1970
	Bounds                      [][]float64 // by time and level, seconds; NaN for none
}

// Empty reports whether there is no bound at any time.
func (w *WaitTimes) Empty() bool {
	return !slices.ContainsFunc(w.Bounds, func(list []float64) bool {
		return slices.ContainsFunc(list, known)
	})
}

// WaitTimesTable returns a row for each moment, with the numbers of table 8
// next to the bounds if that table has all of these times and levels for the
// machine and the queue.
func WaitTimesTable(w *WaitTimes, machine string) *Table {
	stamp := func(at time.Time) string { return at.Format("2006-01-02 15:04") }
	t := NewTable("bounds", w)
	t.ID, t.Columns = "bounds-"+w.Queue+"-"+w.Trace, Columns("time")
	if w.Undated {
		t.Columns[0].Unit = "s from the start of the log"
		stamp = func(at time.Time) string { return fmt.Sprint(at.Unix()) }
	}
	t.Title = fmt.Sprintf("Bounds of %s for queue %s of %s from %s to %s", w.Method, w.Queue,
		w.Trace, stamp(w.Times[0]),
		stamp(w.Times[len(w.Times)-1]))
	if w.Range != replay.AllRanges {
		t.Title += ", " + w.Range + " processors"
	}
	published := w.published(machine)
	for _, l := range w.Levels {
		t.Columns = append(t.Columns, Columns("#"+l.String()+"|s")...)
		if published != nil {
			t.Columns = append(t.Columns, Columns("#"+l.String()+" published|s")...)
		}
	}
	equal, near, all := 0, 0, 0
	for i, at := range w.Times {
		row := []any{stamp(at)}
		for j, b := range w.Bounds[i] {
			row = append(row, secondsCell(b))
			if published == nil {
				continue
			}
			p := published[i][j]
			row = append(row, Number(p, "%.0f"))
			all++
			if b == p {
				equal++
			}
			if math.Abs(math.Log(max(b, 1)/max(p, 1))) <= math.Log(closeFactor) {
				near++
			}
		}
		t.Add(row...)
	}
	if published == nil {
		return t
	}
	if w.Train != (replay.Train{}) {
		t.Notes = append(t.Notes, fmt.Sprintf("no history is cut in the training part (--train %v); "+
			"the paper's day needs --train 0", w.Train))
	}
	t.Notes = append(t.Notes, fmt.Sprintf("published: table 8 of the paper; "+
		"%d of %d bounds are equal, %d within a factor of %d, "+
		"times below 1 s counted as 1 s", equal, all, near, closeFactor))
	return t
}

// published returns the bounds of table 8 by time and level, or nil if one is
// missing there.
func (w *WaitTimes) published(machine string) (bounds [][]float64) {
	if machine != "datastar" || w.Queue != "normal" || w.Range != replay.AllRanges ||
		w.Confidence != paperLevel.Confidence {
		return nil
	}
	for _, at := range w.Times {
		var row []float64
		for _, l := range w.Levels {
			row = append(row, PublishedNumber("bmbp-table8", "bmbp", l.String(),
				at.Format(time.DateTime), "bound_s"))
		}
		if slices.ContainsFunc(row, math.IsNaN) {
			return nil
		}
		bounds = append(bounds, row)
	}
	return bounds
}
