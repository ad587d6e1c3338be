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
	Confidence                  float64
	Levels                      []methods.Level
	Times                       []time.Time // in the zone of the machine
	Undated                     bool        // without dates: times count from 1970
	Bounds                      [][]float64 // by time and level, seconds; NaN for none
}

// paperDay is the day of table 8, and its queue.
const (
	paperDay      = "2004-05-05"
	paperDayQueue = "normal"
)

// DayTable shows the bounds of a day. Where machine is that of table 8 and the day, the times and
// the columns are those printed there, the published bounds stand beside.
func DayTable(d *Day, machine string) *Table {
	t := &Table{
		ID:      "day-" + d.Queue,
		Trace:   d.Trace,
		Method:  d.Method,
		Title:   fmt.Sprintf("Bounds of %s for queue %s of %s on %s", d.Method, d.Queue, d.Trace, d.Times[0].Format("2 January 2006")),
		Columns: []Column{{Heading: "time"}},
		Missing: "too few waits known for a bound",
		Notes: []string{fmt.Sprintf("bounds in seconds at confidence %v, in force at that time in the time zone of the machine; "+
			"quantiles with l are bounded from below, the others from above", d.Confidence)},
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
	for _, c := range d.Levels {
		t.Columns = append(t.Columns, Column{Heading: c.String(), Unit: "s", Align: Right})
		if published != nil {
			t.Columns = append(t.Columns, Column{Heading: c.String() + " published", Unit: "s", Align: Right})
		}
	}
	for i, at := range d.Times {
		row := []Cell{Words(stamp(at))}
		for j, b := range d.Bounds[i] {
			row = append(row, Number(b, "%.0f"))
			if published != nil {
				row = append(row, Number(published[i][j], "%.0f"))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	if published != nil {
		t.Notes = append(t.Notes, fmt.Sprintf("published: table 8 of the paper; %s", d.compare(published)))
	}
	return t
}

// published gives table 8 by time and level, or nil where the day is another or asks for other
// bounds.
func (d *Day) published(machine string) [][]float64 {
	printed := publishedDay()
	last := d.Times[len(d.Times)-1]
	if machine != "datastar" || d.Queue != paperDayQueue || d.Range != replay.AllRanges || d.Confidence != paperConfidence ||
		len(d.Times) != len(printed) || d.Times[0].Format(time.DateTime) != paperDay+" 00:00:00" || last.Sub(d.Times[0]) != 24*time.Hour {
		return nil
	}
	values := make([][]float64, len(printed))
	for i, p := range printed {
		for _, c := range d.Levels {
			switch c.String() {
			case "0.25l":
				values[i] = append(values[i], p.Lower25)
			case "0.5":
				values[i] = append(values[i], p.Upper50)
			case "0.75":
				values[i] = append(values[i], p.Upper75)
			case "0.95":
				values[i] = append(values[i], p.Upper95)
			default:
				return nil
			}
		}
	}
	return values
}

// compare sums up how near the bounds are to the published ones.
func (d *Day) compare(published [][]float64) string {
	equal, within, all := 0, 0, 0
	for i, row := range published {
		for j, p := range row {
			all++
			ratio := max(d.Bounds[i][j], 1) / max(p, 1)
			if d.Bounds[i][j] == p {
				equal++
			}
			if math.Abs(math.Log2(ratio)) <= 1 {
				within++
			}
		}
	}
	return fmt.Sprintf("%d of %d bounds are equal, %d within a factor of 2", equal, all, within)
}
