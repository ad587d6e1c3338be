package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"waitbench/replay/rundir"
)

// fact is a name and what it stands for.
type fact struct{ Name, Value string }

// settings lists the settings of a run by the names they have in run.json, in their order there.
func settings(run *rundir.Run) ([]fact, error) {
	data, err := json.Marshal(&run.Settings)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil { // {
		return nil, err
	}
	var list []fact
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value any
		d.UseNumber()
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		list = append(list, fact{heading(fmt.Sprint(name)), spell(value)})
	}
	return list, nil
}

// spell writes a value of JSON for people.
func spell(value any) string {
	switch v := value.(type) {
	case nil:
		return "not set"
	case string:
		if v == "" {
			return "not set"
		}
		return v
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case []any:
		if len(v) == 0 {
			return "none named"
		}
		words := make([]string, len(v))
		for i := range v {
			words[i] = spell(v[i])
		}
		return strings.Join(words, ", ")
	}
	return fmt.Sprint(value)
}

// log is what the page says of a trace.
type log struct {
	Name     string
	Facts    []fact
	LeftOut  []leftOut
	Warnings []string
}

// leftOut is a rule that left jobs out.
type leftOut struct {
	Rule, Why string
	Jobs      int
}

// why says what the rules mean.
var why = map[string]string{
	"no_submit_time": "the log has no time of submission",
	"no_wait_time":   "the log has no wait, so it is not known when the job started",
	"no_run_time":    "the job did not run, or the log does not say how long",
	"zero_wait":      "the job did not have to wait",
}

func newLog(t *rundir.TraceRecord) log {
	l := log{Name: t.Name, Warnings: t.Warnings}
	add := func(name, value string) {
		if value != "" {
			l.Facts = append(l.Facts, fact{name, value})
		}
	}
	number := func(n *int64) string {
		if n == nil || *n < 0 {
			return ""
		}
		return grouped(int(*n))
	}
	h := &t.Header
	add("computer", h.Computer)
	add("installation", h.Installation)
	add("processors", number(h.MaxProcs))
	add("nodes", number(h.MaxNodes))
	add("period", t.Period())
	add("time zone", h.TimeZoneString)
	add("jobs in the log", grouped(t.Read))
	add("jobs replayed", grouped(t.Selected-t.OtherQueues))
	add("queues", grouped(len(t.Queues)))
	add("SHA-256 of the log", t.SHA256)
	for _, r := range t.LeftOut {
		if r.Jobs > 0 {
			l.LeftOut = append(l.LeftOut, leftOut{r.Rule, why[r.Rule], r.Jobs})
		}
	}
	if t.OtherQueues > 0 {
		l.LeftOut = append(l.LeftOut, leftOut{"queue not asked for", "", t.OtherQueues})
	}
	return l
}
