package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/replay"
	"waitbench/report"
)

// settings sets those that differ side by side; same are the others. What the programs were built
// from is no setting.
func (c *comparison) settings() (differ *report.Table, same []setting) {
	t := &report.Table{Title: "Settings that differ", Columns: []report.Column{{Heading: "setting"}}}
	lists := make([][]setting, len(c.runs))
	for k, b := range c.runs {
		version := setting{"version of waitbench", b.in.Run.Version, ""}
		lists[k] = append([]setting{version}, settings(b.in.Run)...)
		t.Columns = append(t.Columns, report.Column{Heading: letter(k)})
	}
	t.Columns = append(t.Columns, report.Column{Heading: "what it is for"})
	for i, first := range lists[0] {
		row := []report.Cell{report.Words(first.Name)}
		alike := true
		for _, list := range lists {
			alike = alike && list[i] == first
			row = append(row, report.Words(list[i].Value))
		}
		if alike {
			same = append(same, first)
		} else {
			t.Rows = append(t.Rows, append(row, report.Words(first.Help)))
		}
	}
	return t, same
}

// logs says which logs the runs have, and how many jobs of each were replayed.
func (c *comparison) logs() *report.Table {
	t := &report.Table{Title: "Jobs replayed of each log", Columns: []report.Column{{Heading: "log"}}, Missing: "not in the run"}
	var order []string
	for k, b := range c.runs {
		t.Columns = append(t.Columns, report.Column{Heading: letter(k), Align: report.Right})
		for i := range b.in.Run.Traces {
			if name := b.in.Run.Traces[i].Name; !slices.Contains(order, name) {
				order = append(order, name)
			}
		}
	}
	for _, name := range order {
		row := []report.Cell{report.Words(name)}
		sums := map[string]bool{}
		for _, b := range c.runs {
			trace := b.in.trace(name)
			if trace == nil {
				row = append(row, report.Absent())
				continue
			}
			sums[trace.SHA256] = true
			row = append(row, report.Count(trace.Selected-trace.OtherQueues))
		}
		if len(sums) > 1 {
			t.Notes = append(t.Notes, name+": the runs read different files of this name (their SHA-256 differ)")
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// trust sets the methods to trust for each queue side by side.
func (c *comparison) trust() *report.Table {
	t := &report.Table{
		Title:   "The method to trust for each queue: the most accurate correct one",
		Columns: []report.Column{{Heading: "trace"}, {Heading: "queue"}},
		Star:    "no method is correct; the one that covers the largest share",
		Missing: "not in the run, or too few jobs",
	}
	if c.levels {
		t.Columns = append(t.Columns, report.Column{Heading: "quantile"})
	}
	at := map[scoreKey]int{}
	for k, b := range c.runs {
		t.Columns = append(t.Columns, report.Column{Heading: letter(k)})
		for _, v := range b.verdicts {
			if v.procs != replay.AllRanges {
				continue
			}
			key := scoreKey{trace: v.trace, queue: v.queue}
			if c.levels {
				key.level = v.level.String()
			}
			if _, ok := at[key]; !ok {
				at[key] = len(t.Rows)
				row := []report.Cell{report.Words(v.trace), report.Words(v.queue)}
				if c.levels {
					row = append(row, report.Words(key.level))
				}
				for range c.runs {
					row = append(row, report.Absent())
				}
				t.Rows = append(t.Rows, row)
			}
			row := t.Rows[at[key]]
			row[len(row)-len(c.runs)+k] = trusted(v)
		}
	}
	return t
}

// trusted shows the best method of a verdict with its share.
func trusted(v *verdict) report.Cell {
	if best := v.best(); len(best) > 0 {
		return report.Words(fmt.Sprintf("%s (%.3f)", nameSome(methodNames(best)), best[0].Correct))
	}
	if len(v.others) == 0 {
		return report.Absent()
	}
	cell := report.Words(fmt.Sprintf("%s (%.3f)", v.others[0].Method, v.others[0].Correct))
	cell.Star = true
	return cell
}

// tally sums up each method that both have.
func (c *comparison) tally() *report.Table {
	t := &report.Table{
		Title: "How each method changed from A",
		Columns: []report.Column{{Heading: "method"}, {Heading: "run"}, {Heading: "scores in common", Align: report.Right},
			{Heading: "correct in both", Align: report.Right}, {Heading: "in A alone", Align: report.Right}, {Heading: "in the other alone", Align: report.Right},
			{Heading: "median change of the share covered", Align: report.Right}, {Heading: "median ratio, other over A", Align: report.Right}},
		Missing: "no value",
		Notes:   []string{"changes are medians over the scores in common, of series that are large enough to be judged; a median ratio that grows means tighter upper bounds"},
	}
	for _, m := range c.all.methods {
		for k := 1; k < len(c.runs); k++ {
			n := c.count(k, func(s *replay.Score) bool { return s.Method == m })
			if n.both == 0 {
				continue
			}
			t.Rows = append(t.Rows, []report.Cell{
				report.Words(m), report.Words(letter(k)), report.Count(n.both), report.Count(n.correct), report.Count(n.first), report.Count(n.other),
				changeCell(median(n.shares)), report.Number(median(n.ratios), "%.3g"),
			})
		}
	}
	return t
}

// changeCell shows a change of a share.
func changeCell(v float64) report.Cell {
	c := report.Number(v, "%+.4f")
	if strings.Trim(c.Text, "+-0.") == "" {
		c.Text = strings.TrimLeft(c.Text, "+-")
	}
	return c
}

func median(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
