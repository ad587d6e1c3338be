package reservations

import (
	"waitbench/replay/arrowio"
	"waitbench/replay/study/varq"
	"waitbench/report/study"
)

// frame is a row for each cell: a fraction, odds, seed, deadlines and way to wait. That without
// VARQ is the first.
func (s *Study) frame() arrowio.Frame {
	type cell = varq.Cell
	cells := append([]*cell{s.Result.Base.Cell}, s.Result.Cells...)
	number, count := study.Number[cell], study.Count[cell]
	return study.NewFrame(cells,
		study.Text("deadlines", func(c *cell) string { return string(c.Config.Deadlines) }),
		study.Text("waiting", func(c *cell) string { return string(c.Config.Waiting) }),
		number("fraction", func(c *cell) float64 { return c.Config.Fraction }),
		number("request", func(c *cell) float64 { return c.Config.Request }),
		count("seed", func(c *cell) int64 { return int64(c.Config.Seed) }),
		count("jobs", func(c *cell) int64 { return int64(c.Jobs) }),
		count("converted", func(c *cell) int64 { return int64(c.Converted) }),
		count("accepted", func(c *cell) int64 { return int64(c.Accepted) }),
		count("successes", func(c *cell) int64 { return int64(c.Successes) }),
		number("promised", func(c *cell) float64 { return c.Promised }),
		number("predicted", func(c *cell) float64 { return c.Predicted }),
		number("actual", func(c *cell) float64 { return c.Success }),
		number("actual_lo", func(c *cell) float64 { return c.SuccessLow }),
		number("actual_hi", func(c *cell) float64 { return c.SuccessHigh }),
		number("median_lead_s", func(c *cell) float64 { return c.MedianLead }),
		number("required_node_s", func(c *cell) float64 { return c.Required }),
		number("used_node_s", func(c *cell) float64 { return c.Used }),
		number("required_kept_node_s", func(c *cell) float64 { return c.RequiredSuccess }),
		number("used_kept_node_s", func(c *cell) float64 { return c.UsedSuccess }),
		count("never_asked", func(c *cell) int64 { return int64(c.Normal) }),
		number("wait_s", func(c *cell) float64 { return c.NormalWait }),
		number("base_wait_s", func(c *cell) float64 { return c.BaseWait }),
		number("queued_wait_s", func(c *cell) float64 { return c.QueuedWait }),
		number("all_wait_s", func(c *cell) float64 { return c.AllWait }),
		number("utilization", func(c *cell) float64 { return c.Utilization }),
		number("useful", func(c *cell) float64 { return c.Useful }),
		number("span_s", func(c *cell) float64 { return c.Span }),
		number("correct", func(c *cell) float64 { return c.Correct }),
	)
}
