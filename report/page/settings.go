package page

import (
	"cmp"
	"strings"

	"waitbench/replay/run"
	"waitbench/report"
)

// setting is a setting of a run, its value, and what it is for.
type setting struct{ Name, Value, Help string }

// settings lists the settings of a run by the names of their flags.
func settings(record *run.Record) []setting {
	var list []setting
	for i := range run.AllSettings {
		p := &run.AllSettings[i]
		value := p.Value(&record.Settings)
		text := cmp.Or(value.String(), "not set")
		if value.Type() == "list" {
			text = strings.ReplaceAll(text, ",", ", ") // where lines may break
		}
		list = append(list, setting{p.Flag, text, p.Help})
	}
	return list
}

// log holds what the page says about a trace.
type log struct {
	*run.TraceRecord
	Facts *report.Table
}
