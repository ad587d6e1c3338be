package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"waitbench/replay/rundir"
)

// compareTraces sets table 1 of the paper beside the queues of the run's logs.
func compareTraces(run *rundir.Run, traces []paperTrace) *Table {
	t := &Table{
		ID:    "published-table1-traces",
		Title: "Published and measured: jobs and waits of each queue",
		Columns: append(rowColumns(), Column{Heading: "quantity"},
			numberColumn("", "published"), numberColumn("", "measured"),
			numberColumn("", "difference"),
			Column{Heading: "measured / published", Key: "factor", Align: Right}),
		Missing: "not known",
	}
	var (
		spans [len(traceQuantities)]span
		notes = []string{"selection " + run.Settings.Select + "; the paper's job counts of SDSC-SP2 are those of selection paper"}
	)
	for _, trace := range traces {
		var absent []string
		for _, printed := range publishedQueues() {
			if printed.machine != trace.machine.TraceName {
				continue
			}
			i := slices.IndexFunc(trace.Queues, func(q rundir.QueueRecord) bool { return q.Name == printed.queue })
			if i < 0 {
				absent = append(absent, printed.queue)
				continue
			}
			measured := quantitiesOf(&trace.Queues[i])
			for k, name := range traceQuantities {
				factor := measured[k] / printed.quantities[k]
				spans[k].add(factor)
				t.Rows = append(t.Rows, []Cell{
					Words(trace.Name), Words(printed.queue), Words(name),
					Number(printed.quantities[k], "%.0f"), Number(measured[k], "%.0f"),
					signed(measured[k]-printed.quantities[k], "%.0f"), Number(factor, "%.2f"),
				})
			}
		}
		notes = append(notes, trace.describeMachine(absent))
	}
	t.Notes = append([]string{describeSpans(&spans)}, notes...)
	return t
}

// traceQuantities are the columns of table 1 that are compared.
var traceQuantities = [...]string{"jobs", "mean wait (s)", "median wait (s)", "standard deviation (s)"}

func quantitiesOf(q *rundir.QueueRecord) [len(traceQuantities)]float64 {
	return [...]float64{float64(q.Jobs), float64(q.Mean), float64(q.Median), float64(q.StdDev)}
}

// describeMachine says which machine of the paper a trace is of, when, and which of its queues are
// not at hand.
func (t *paperTrace) describeMachine(absent []string) string {
	text := fmt.Sprintf("%s is %s of the paper", t.Name, t.machine.TraceName)
	for _, printed := range publishedQueues() {
		if printed.machine == t.machine.TraceName {
			text += fmt.Sprintf(", period there %s, here %s", printed.period, cmp.Or(t.Period(), "not known"))
			break
		}
	}
	if len(absent) > 0 {
		text += "; not in this run: " + strings.Join(absent, ", ")
	}
	return text
}

// span is the smallest and the largest of some values, NaN left out.
type span struct {
	low, high float64
	any       bool
}

func (s *span) add(v float64) {
	switch {
	case math.IsNaN(v):
	case !s.any:
		*s = span{v, v, true}
	default:
		s.low, s.high = min(s.low, v), max(s.high, v)
	}
}

func describeSpans(spans *[len(traceQuantities)]span) string {
	var parts []string
	for k, s := range spans {
		if s.any {
			parts = append(parts, fmt.Sprintf("%s %.2f to %.2f", traceQuantities[k], s.low, s.high))
		}
	}
	if len(parts) == 0 {
		return "no queue of this run is in table 1 of the paper"
	}
	return "measured / published: " + strings.Join(parts, ", ")
}
