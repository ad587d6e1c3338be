package rundir

import (
	"fmt"

	"waitbench/replay/arrowio"
)

// Metadata is what the Arrow files of a run carry: the version, every setting by its key, and of
// each trace the sum of its log, time zero and zone.
func (r *Run) Metadata() arrowio.Metadata {
	m := arrowio.Metadata{{Key: "version", Value: r.Version}}
	for i := range List {
		value := List[i].value(&r.Settings).String()
		if List[i].Key == "epoch_s" {
			value = fmt.Sprint(r.Settings.Epoch)
		}
		m = append(m, arrowio.Pair{Key: List[i].Key, Value: value})
	}
	for _, t := range r.Traces {
		m = append(m, arrowio.Pair{Key: "trace." + t.Name + ".sha256", Value: t.SHA256})
		if clock := t.Clock(); clock.Dated {
			m = append(m, arrowio.Pair{Key: "trace." + t.Name + ".unix_start_time", Value: fmt.Sprint(int64(clock.Unix0))})
		}
		if zone := t.Header.TimeZoneString; zone != "" {
			m = append(m, arrowio.Pair{Key: "trace." + t.Name + ".time_zone", Value: zone})
		}
	}
	return m
}

// Command is a command line that makes the run again, in the folder of its logs or with them in the
// catalogue.
func (r *Run) CommandLine() []string {
	words := []string{"waitbench", r.Command}
	if r.Command != "demo" {
		for _, t := range r.Traces {
			words = append(words, t.File)
		}
	}
	return append(words, r.Settings.Flags()...)
}
