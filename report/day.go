package report

import (
	"fmt"
	"math"
	"time"

	"waitbench/methods"
	"waitbench/replay"
)

// Day is bounds of one series at times of a day, as in table 8 of the paper.
type Day struct {
	Trace, Queue, Range, Method string
	Confidence, Train           float64
	Levels                      []methods.Level
	Times                       []time.Time // in the zone of the machine
	Undated                     bool        // without dates: times count from 1970
	Bounds                      [][]float64 // by time and level, seconds; NaN for none
}

// DayTable shows the bounds of a day. Where all times and levels are among those of table 8, and
// machine and queue too, the published bounds stand beside.
func DayTable(d *Day, machine string) *Table {
	t := &Table{
		ID:     "day-" + d.Queue,
		Trace:  d.Trace,
		Method: d.Method,
		Title: fmt.Sprintf("Bounds of %s for queue %s of %s on %s", d.Method, d.Queue, d.Trace,
			d.Times[0].Format("2 January 2006")),
		Columns: Columns("time"),
		Missing: "too few waits known for a bound",
		Notes: []string{fmt.Sprintf("bounds in seconds at confidence %v, in force at that time in the time zone of the machine; "+
			"quantiles with l are bounded from below, the others from above; the history of each is cut at change points of "+
			"its own", d.Confidence)},
	}
	stamp := func(at time.Time) string { return at.Format("2006-01-02 15:04") }
	if d.Undated {
		t.Title = fmt.Sprintf("Bounds of %s for queue %s of %s from second %d", d.Method, d.Queue, d.Trace, d.Times[0].Unix())
		t.Columns[0].Unit = "s from the start of the log"
		stamp = func(at time.Time) string { return fmt.Sprint(at.Unix()) }
	}
	if d.Range != replay.AllRanges {
		t.Title += ", " + d.Range + " processors"
	}
	published := d.published(machine)
	for _, l := range d.Levels {
		t.Columns = append(t.Columns, secondsColumn("", l.String()))
		if published != nil {
			t.Columns = append(t.Columns, secondsColumn("", l.String()+" published"))
		}
	}
	equal, close, all := 0, 0, 0
	for i, at := range d.Times {
		row := []Cell{Text(stamp(at))}
		for j, b := range d.Bounds[i] {
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
				close++
			}
		}
		t.Rows = append(t.Rows, row)
	}
	if published != nil {
		if d.Train > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("no history is cut in the first %v of the series, where the day may lie; the "+
				"paper's day needs --train 0", d.Train))
		}
		t.Notes = append(t.Notes, fmt.Sprintf("published: table 8 of the paper; %d of %d bounds are equal, %d within a "+
			"factor of %d, times below 1 s counted as 1 s",
			equal, all, close, closeFactor))
	}
	return t
}

// published gives table 8 by time and level, or nil where it has not all of these bounds.
func (d *Day) published(machine string) (bounds [][]float64) {
	if machine != "datastar" || d.Queue != "normal" || d.Range != replay.AllRanges || d.Confidence != paperConfidence {
		return nil
	}
	for _, at := range d.Times {
		var row []float64
		for _, l := range d.Levels {
			row = append(row, PublishedNumber("bmbp-table8", "bmbp", l.String(), at.Format(time.DateTime), "bound_s"))
			if math.IsNaN(row[len(row)-1]) {
				return nil
			}
		}
		bounds = append(bounds, row)
	}
	return bounds
}
