package verdict

import (
	"fmt"
	"slices"

	"waitbench/methods"
	"waitbench/replay/run"
	"waitbench/report/table"
)

// Named returns the methods that the user of a run has named: those of programs
// and files, and those of --methods that no long group has brought.
func Named(record *run.Record) []string {
	named := slices.DeleteFunc(slices.Clone(record.Settings.Methods),
		func(name string) bool { return name == Reference })
	for _, group := range []string{"all", "default", "waits"} {
		found, _ := methods.Find([]string{group}, false) // a group has no error
		names := table.Distinct(found, func(m *methods.Method) string { return m.Name })
		isNamed := func(name string) bool { return slices.Contains(record.Settings.Methods, name) }
		if table.CountIf(names, func(name *string) bool { return isNamed(*name) }) == len(names) {
			named = slices.DeleteFunc(named,
				func(name string) bool { return slices.Contains(names, name) })
		}
	}
	return named
}

// NamedLines returns a line at a level for each method of Named that the
// sentences of the run leave out: on how many queues it holds, and how tight it
// is on the queue of Headline.
func NamedLines(record *run.Record, verdicts []Verdict, l methods.Level) (lines []string) {
	verdicts = AllSizes(verdicts, l)
	headline := Headline(record, verdicts)
	for _, name := range Named(record) {
		if headline == nil || headline.Find(name) == nil {
			continue
		}
		switch m, totals := headline.Find(name), Totals(verdicts, []string{name}); {
		case m.Status == Recommended:
		case len(totals) == 0:
			lines = append(lines, name+": no bounds")
		default:
			lines = append(lines, fmt.Sprintf("%s: %v; %s", name, totals[0],
				headline.tightness(m, Where(record, headline.Queue))))
		}
	}
	return lines
}

// Closer returns the methods to look at closer, the reference first: the one
// recommended on the queue of Headline and the last one of Named. It returns
// none where the user has named no method, or the run has no reference.
func Closer(record *run.Record, verdicts []Verdict, l methods.Level) []string {
	named, headline := Named(record), Headline(record, AllSizes(verdicts, l))
	if len(named) == 0 || headline == nil || headline.Find(Reference) == nil {
		return nil
	}
	last := named[len(named)-1]
	shown := []string{Reference, headline.Methods[0].Method, last}
	return table.Distinct(shown, func(name *string) string { return *name })
}

// tightness says how far a method is from the recommended one or, without one,
// from the best: "2.47 times the loss of forest in normal".
func (v *Verdict) tightness(m *Method, where string) string {
	best := &v.Methods[0]
	if best.Status != Recommended {
		best = v.Find(v.Best)
	}
	if best != nil && table.Known(m.Factor/best.Factor) {
		return fmt.Sprintf("%s times the loss of %s %s", table.Factor(m.Factor/best.Factor),
			best.Method, where)
	}
	return fmt.Sprintf("bounds for %s of the jobs %s",
		table.Percent(float64(m.Bounded)/float64(m.Scored)), where)
}
