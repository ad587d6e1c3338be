package page

import (
	"cmp"
	"strings"

	"waitbench/replay/rundir"
	"waitbench/report"
)

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
		list = append(list, setting{p.Flag, text, p.Help})
	}
	return list
}

// log is what the page says of a trace.
type log struct {
	*rundir.TraceRecord
	Facts *report.Table
}
