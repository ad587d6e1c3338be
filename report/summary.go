package report

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
)

// ForTerminal picks, of the tables of a run, those to be printed when it is done: those by queue,
// shares before ratios. Where there are so many methods that tables are transposed, it is the
// shares and the best methods alone, since the others fill screens.
func ForTerminal(tables []*Table) []*Table {
	names := []string{"table3-", "best-by-queue", "forecasts-by-queue", "table4-", "published-table3-", "published-table4-"}
	if slices.ContainsFunc(tables, func(t *Table) bool { return t.Parts != nil }) {
		names = names[:2]
	}
	var picked []*Table
	for _, name := range names {
		for _, t := range tables {
			if strings.HasPrefix(t.ID, name) {
				picked = append(picked, t)
			}
		}
	}
	return picked
}

// Summary says in a few lines how many series of at least minJobs jobs each method is correct for,
// by queue and by range of processors. Lines have no line ends; there are as many as methods and
// levels.
func Summary(scores []replay.Score, minJobs int) []string {
	g := newBoundGrid(scores, minJobs)
	wide := 0
	for _, m := range g.methods {
		wide = max(wide, width(m))
	}
	var lines []string
	for _, l := range g.levels {
		for _, m := range newLevelTables(g, l, nil).methods {
			line := pad(m, wide, Left) + "  "
			if len(g.levels) > 1 {
				line += fmt.Sprintf("quantile %v: ", l)
			}
			line += g.tally(l, m, []string{replay.AllRanges}).describe("queue")
			if len(g.ranges) > 0 {
				line += ", " + g.tally(l, m, g.ranges).describe("queue and range")
			}
			lines = append(lines, line+fmt.Sprintf(" (of %d jobs or more)", minJobs))
		}
	}
	return lines
}

// tally counts series of enough jobs.
type tally struct{ series, correct, boundless int }

func (g *grid) tally(level methods.Level, method string, ranges []string) tally {
	var n tally
	for _, q := range g.queues {
		for _, r := range ranges {
			s := g.scores[scoreKey{q, r, level.String(), method}]
			switch {
			case s == nil || s.Jobs < g.minJobs:
				continue
			case s.Bounded == 0:
				n.boundless++
			case s.IsCorrect():
				n.correct++
			}
			n.series++
		}
	}
	return n
}

func (n tally) describe(by string) string {
	text := fmt.Sprintf("correct in %d of %d series by %s", n.correct, n.series, by)
	if n.boundless > 0 {
		text += fmt.Sprintf(", without bounds in %d", n.boundless)
	}
	return text
}
