package wait

import (
	"encoding/json"
	"strings"
	"testing"

	"waitbench/replay"
)

// TestKeptRows: a row of a job that waits has what scores it later, also of one
// that cannot start.
func TestKeptRows(t *testing.T) {
	log := loaded(t, blockedLog(), by("bmbp"))
	log.KeepQueues(replay.AllRanges)
	r := ask(t, log, Question{Now: 403600, Pending: true})
	var text strings.Builder
	if err := r.Rows().WriteJSONLines(&text); err != nil {
		t.Fatal(err)
	}
	const unix0 = 978336000
	submits := map[string]float64{"5000": 403000, "5001": 403600, "5002": 403600, "5003": 403600, "A8": 403000, "A9": 403300}
	for line := range strings.Lines(text.String()) {
		var row struct {
			Job            json.Number
			ID             string `json:"job_id"`
			Moment, Submit float64
			Bound          *float64 `json:"bound_0.95_s"`
			Reason         string
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		name := row.ID
		if row.Job != "" {
			name = row.Job.String()
		}
		if row.Moment != unix0+403600 || row.Submit != unix0+submits[name] || (row.Bound == nil) == (row.Reason == "") {
			t.Error(line)
		}
		delete(submits, name)
	}
	if len(submits) > 0 {
		t.Errorf("no rows of %v:\n%s", submits, &text)
	}
}
