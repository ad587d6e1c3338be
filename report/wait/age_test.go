package wait

import (
	"encoding/json"
	"strings"
	"testing"

	"waitbench/replay"
)

// TestAge: the age counts from the last event that is known at the moment, and
// for a live log until it is asked.
func TestAge(t *testing.T) {
	late := func(i int) int { return 601 + 37*i%100 }
	for _, c := range []struct {
		now, asked, want float64
		remark           string
	}{
		{403000, 0, 0, ""},  // the last submission
		{403010, 0, 10, ""}, // no start since
		{403000, 406000, 3000, ""},
		{403000, 410200, 7200, "The last event of the log is 2 h old."},
	} {
		log := loaded(t, queued(200, late), by("bmbp"))
		log.KeepQueues(replay.AllRanges)
		r := ask(t, log, Question{Now: c.now, Asked: c.asked, Pending: true})
		var metrics, text strings.Builder
		if err := r.WriteMetrics(&metrics); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Age float64 `json:"log_age_s"`
		}
		if err := r.WriteJSON(&text); err != nil || json.Unmarshal([]byte(text.String()), &got) != nil {
			t.Fatal(err, &text)
		}
		if got.Age != c.want || strings.Join(r.Remarks, " ") != c.remark || !log.IsLive() {
			t.Errorf("%+v: %v, remarks %q", c, got.Age, r.Remarks)
		}
		if sample := "\nwaitbench_wait_snapshot_age_seconds "; !strings.Contains(metrics.String(), sample) {
			t.Error(&metrics)
		}
	}
}
