package page

import (
	"cmp"
	"strings"

	"waitbench/replay/output"
	"waitbench/replay/rundir"
)

// fact is a name and what it stands for.
type fact struct{ Name, Value string }

// setting is a setting of a run, its value, and what it is for.
type setting struct{ Name, Value, Help string }

// settings lists the settings of a run by the names of their flags.
func settings(run *rundir.Run) []setting {
	var list []setting
	for i := range rundir.List {
		p := &rundir.List[i]
		value := p.Value(&run.Settings)
		text := cmp.Or(value.String(), "not set")
		if value.Type() == "list" {
			text = strings.ReplaceAll(text, ",", ", ") // where lines may break
		}
		list = append(list, setting{p.Flag, output.Printable(text), p.Help})
	}
	return list
}

// log is what the page says of a trace.
type log struct {
	Name     string
	Facts    []fact
	Notes    []string // what must be known of it
	Warnings []string // about the input, and only those
}

func newLog(t *rundir.TraceRecord) log {
	l := log{Name: output.Printable(t.Name), Notes: printables(t.Notes), Warnings: printables(t.Warnings)}
	add := func(name, value string) {
		if value != "" {
			l.Facts = append(l.Facts, fact{name, output.Printable(value)})
		}
	}
	number := func(n *int64) string {
		if n == nil || *n < 0 {
			return ""
		}
		return output.Grouped(int(*n))
	}
	h := &t.Header
	add("computer", h.Computer)
	add("installation", h.Installation)
	add("processors", number(h.MaxProcs))
	add("nodes", number(h.MaxNodes))
	add("period", t.Period())
	add("time zone", h.TimeZoneString)
	add("jobs in the log", output.Grouped(t.Read))
	add("jobs replayed", output.Grouped(t.Selected-t.OtherQueues))
	add("queues", output.Grouped(len(t.Queues)))
	add("SHA-256 of the log", t.SHA256)
	return l
}
