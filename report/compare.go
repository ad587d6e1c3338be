package report

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/replay"
	"waitbench/replay/rundir"
)

// Comparisons gives tables that set numbers printed in the paper beside those of a run, for the
// logs that are of the paper's machines: tables 1, 3 and 4, and 5 to 7. The first note of a table
// sums it up. why says, in a sentence, why tables are missing; it is empty if none is.
func Comparisons(run *rundir.Run, scores []replay.Score) (tables []*Table, why string) {
	traces := paperTraces(run)
	if len(traces) == 0 {
		return nil, "no comparison with published values: no log of this run is of a machine of the paper"
	}
	tables = append(tables, compareTraces(run, traces))
	scores = slices.DeleteFunc(slices.Clone(scores), func(s replay.Score) bool {
		return s.Level() != paperLevel
	})
	if len(scores) == 0 {
		return tables, fmt.Sprintf("no comparison with published shares and ratios: these are for quantile %v at confidence %v",
			paperQuantile, paperConfidence)
	}
	// What is bold is the best of the paper's methods, measured as well as printed.
	scores = slices.DeleteFunc(scores, func(s replay.Score) bool { return !slices.Contains(paperMethods, s.Method) })
	if len(scores) == 0 {
		return tables, "no comparison with published shares and ratios: the paper has no method of this run"
	}
	c := newComparer(run, traces, scores)
	if len(c.queues) == 0 {
		return tables, "no comparison with published shares and ratios: tables 3 to 7 of the paper have no queue of this run"
	}
	tables = append(tables, c.byQueue("table3-", shareCorrect), c.byQueue("table4-", medianRatio))
	for _, m := range c.methods {
		if t := c.byRange(m); len(t.Rows) > 0 {
			tables = append(tables, t)
		} else {
			why = "no comparison with published values by range: the paper's ranges are " + replay.DefaultRanges
		}
	}
	return tables, why
}

// paperTrace is a trace of a run and the machine of the paper it is of.
type paperTrace struct {
	*rundir.TraceRecord
	machine Machine
}

func paperTraces(run *rundir.Run) []paperTrace {
	var traces []paperTrace
	for i := range run.Traces {
		if m, ok := MachineOf(&run.Traces[i]); ok {
			traces = append(traces, paperTrace{&run.Traces[i], m})
		}
	}
	return traces
}

// comparer compares the scores of a run with those of the paper.
type comparer struct {
	settings *rundir.Settings
	traces   []paperTrace
	measured *grid
	printed  *grid // with machines for traces
	queues   []comparedQueue
	methods  []string // that both have
}

// comparedQueue is a queue that both have.
type comparedQueue struct {
	measured, printed traceQueue
	machine           Machine
}

// pair is a row of a comparison.
type pair struct {
	measured, printed scoreKey
	by                string // method or range
}

func newComparer(run *rundir.Run, traces []paperTrace, scores []replay.Score) *comparer {
	c := &comparer{
		settings: &run.Settings, traces: traces,
		measured: newGrid(scores, run.Settings.MinJobs), printed: newGrid(publishedScores(), 0),
	}
	for _, t := range traces {
		for _, printed := range c.printed.queues {
			measured := traceQueue{t.Name, printed.queue}
			if printed.trace == t.machine.Name && slices.Contains(c.measured.queues, measured) {
				c.queues = append(c.queues, comparedQueue{measured, printed, t.machine})
			}
		}
	}
	for _, m := range c.measured.methods {
		if slices.Contains(c.printed.methods, m) {
			c.methods = append(c.methods, m)
		}
	}
	return c
}

func (c *comparer) byQueue(number string, of quantity) *Table {
	var pairs []pair
	for _, q := range c.queues {
		for _, m := range c.methods {
			pairs = append(pairs, pair{
				scoreKey{q.measured, replay.AllRanges, paperLevel.String(), m}, scoreKey{q.printed, replay.AllRanges, paperLevel.String(), m}, m,
			})
		}
	}
	return c.compare(number+of.name+"-by-queue", of.title+", all jobs of each queue", "method", of, pairs)
}

func (c *comparer) byRange(method string) *Table {
	var pairs []pair
	var notes []string
	for _, q := range c.queues {
		for _, printed := range c.printed.ranges {
			measured := c.measuredRange(q.machine, printed)
			if measured == "" {
				continue
			}
			by := printed
			switch {
			case measured != printed:
				by = fmt.Sprintf("%s (%s processors)", printed, measured)
			case q.machine.nodeProcs > 1:
				notes = addNew(notes, q.machine.describeRanges(q.measured.trace, c.printed.ranges))
			}
			pairs = append(pairs, pair{
				scoreKey{q.measured, measured, paperLevel.String(), method}, scoreKey{q.printed, printed, paperLevel.String(), method}, by,
			})
		}
	}
	t := c.compare(paperTable[method]+shareCorrect.name+"-by-range",
		shareCorrect.title+", by range of processors, "+method, "range", shareCorrect, pairs)
	t.Method = method
	t.Notes = append(t.Notes, notes...)
	return t
}

// measuredRange gives the range of the run that goes with one of the paper: the one with the same
// jobs, else the one of the same name, else none.
func (c *comparer) measuredRange(m Machine, printed string) string {
	for _, name := range []string{m.processors(printed), printed} {
		if slices.Contains(c.measured.ranges, name) {
			return name
		}
	}
	return ""
}

// compare makes a table of pairs of values.
func (c *comparer) compare(name, title, by string, of quantity, pairs []pair) *Table {
	sum := &agreement{of: of, stars: of.name == shareCorrect.name}
	verdict := Column{Heading: "stars"}
	if !sum.stars {
		verdict = Column{Heading: "measured / published", Key: "factor", Align: Right}
	}
	s := &levelTables{grid: &grid{minJobs: c.settings.MinJobs}, level: paperLevel, settings: c.settings}
	t := s.table("published-"+name, "Published and measured: "+title)
	t.Columns = append(rowColumns(), Column{Heading: by},
		Column{Heading: "published", Align: Right, Marked: true}, markedColumn("measured", "measured"),
		numberColumn("", "difference"), verdict)
	for _, p := range pairs {
		printed, measured := c.printed.cell(p.printed, of), c.measured.cell(p.measured, of)
		if by == "range" {
			measured.Bold = false // ratios by range are not published, nor what is bold
		}
		row := []Cell{Words(p.measured.trace), Words(p.measured.queue), Words(p.by), printed, measured}
		t.Rows = append(t.Rows, append(row, sum.add(c.measured.label(p.measured.traceQueue)+" "+p.by, printed, measured)...))
	}
	t.Missing = fmt.Sprintf("measured: fewer than %d jobs or no bounds; published: fewer than %d jobs",
		c.settings.MinJobs, paperSettings.MinJobs)
	t.Notes = slices.Concat([]string{sum.String()}, t.Notes, []string{"in the paper: " + paperSettings.Describe()}, c.unmatched())
	return t
}

// paperSettings are those of sections 5.1 and 6.2; the selection is what reproduces the job counts
// of table 1.
var paperSettings = rundir.Settings{Epoch: 300, Train: 0.1, Select: "paper", MinJobs: 1000}

// unmatched names the queues that only one side has.
func (c *comparer) unmatched() []string {
	var notes []string
	for _, t := range c.traces {
		if !slices.ContainsFunc(c.printed.queues, func(q traceQueue) bool { return q.trace == t.machine.Name }) {
			continue // in table 1 alone
		}
		var here, there []string
		for _, q := range c.measured.queues {
			if q.trace == t.Name && c.measured.large(q) && !slices.Contains(c.printed.queues, traceQueue{t.machine.Name, q.queue}) {
				here = append(here, q.queue)
			}
		}
		for _, q := range c.printed.queues {
			if q.trace == t.machine.Name && !slices.Contains(c.measured.queues, traceQueue{t.Name, q.queue}) {
				there = append(there, q.queue)
			}
		}
		if len(here) > 0 {
			notes = append(notes, t.Name+": not in tables 3 to 7 of the paper: "+strings.Join(here, ", "))
		}
		if len(there) > 0 {
			notes = append(notes, t.Name+": in tables 3 to 7 of the paper but not in this run: "+strings.Join(there, ", "))
		}
	}
	return notes
}
