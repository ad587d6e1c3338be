package facts

import (
	"testing"

	"waitbench/replay/run"
	"waitbench/swf"
)

// A header that says -1 does not say how many processors the machine has.
func TestUnknownProcessors(t *testing.T) {
	unknown, nodes := int64(-1), int64(8)
	facts := Table(&run.LogRecord{Header: swf.Facts{MaxProcs: &unknown, MaxNodes: &nodes}})
	got := map[string]string{}
	for _, row := range facts.Rows {
		got[row[0].Text] = row[1].Text
	}
	if got["processors"] != "" || got["nodes"] != "8" {
		t.Errorf("processors %q, nodes %q", got["processors"], got["nodes"])
	}
}
