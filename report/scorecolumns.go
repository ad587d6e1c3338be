package report

import (
	"math"

	"waitbench/replay"
)

// scoreHead returns a column of scores as Columns takes it.
func scoreHead(name string) string {
	c := replay.FindColumn(name)
	head := c.Name + "=" + c.Heading
	if !c.IsText() {
		head = "#" + head
	}
	if c.Unit == replay.Seconds {
		head += "|" + string(c.Unit)
	}
	return head
}

// scoreCell returns the value of a column, and a missing cell where the score has none.
func scoreCell(s *replay.Score, name string) Cell {
	switch c := replay.FindColumn(name); {
	case c.Unit == replay.Seconds:
		return secondsCell(c.Number(s))
	case !c.IsText():
		return Number(c.Number(s), c.Format)
	case c.IsNull(s):
		return Missing()
	default:
		return Text(c.Text(s))
	}
}

// secondsCell shows a duration, below 10 s with a decimal.
func secondsCell(v float64) Cell {
	if math.Abs(v) < 10 {
		return Number(v, "%.1f")
	}
	return Number(v, "%.0f")
}

// secondsColumn returns a column of durations.
func secondsColumn(key, heading string) Column {
	return Column{Key: key, Heading: heading, Unit: "s", Align: Right}
}
