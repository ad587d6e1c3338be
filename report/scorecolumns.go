package report

import (
	"math"

	"waitbench/replay"
)

// scoreColumn is a column of scores as tables show it.
func scoreColumn(name string) Column {
	c := replay.FindColumn(name)
	head := Column{Key: c.Name, Heading: c.Heading, Align: Align(!c.IsText())}
	if c.Unit == replay.Seconds {
		head.Unit = string(c.Unit)
	}
	return head
}

// scoreCell is the value of a column, an absent one where the score has none.
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

// secondsCell shows a length of time, a short one with a decimal.
func secondsCell(v float64) Cell {
	if math.Abs(v) < 10 {
		return Number(v, "%.1f")
	}
	return Number(v, "%.0f")
}

func secondsColumn(key, heading string) Column {
	return Column{Key: key, Heading: heading, Unit: "s", Align: Right}
}
