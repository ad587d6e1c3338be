package accounting

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestSession imports the records of one session on a real Slurm from both its formats. What was
// submitted stands in TestSlurm of cmd/waitbench, which also makes the files.
func TestSession(t *testing.T) {
	const names = ", separator_in_name 1, line_feed_in_name 1" // which JSON quotes
	o := utc()
	l, _, _, _ := imported(t, sample(t, "session.txt"), o)
	o.Now = l.Now + 60 // JSON was printed later
	text, textHeader, want, wantExtra := imported(t, sample(t, "session.txt"), o)
	json, jsonHeader, got, gotExtra := imported(t, sample(t, "session.json"), o)
	const counts = "cancelled 1, completed 12, failed 1, requeued 1, never_started 1, running 1, pending 4, cannot_start 1, " +
		"requeued_try 1, zero_length 8, no_limit 1, multi_partition_pending 1"
	if text.summary() != counts+names || json.summary() != counts {
		t.Errorf("of text: %s\nof JSON: %s", text.summary(), json.summary())
	}
	if !slices.Equal(unlined(got), unlined(want)) || fmt.Sprint(gotExtra) != fmt.Sprint(wantExtra) {
		t.Errorf("of text\n%+v %v\nof JSON\n%+v %v", want, wantExtra, got, gotExtra)
	}
	for _, name := range []string{"SnapshotTime", "UnixStartTime", "Computer"} {
		a, _ := textHeader.Value(name)
		if b, _ := jsonHeader.Value(name); a != b || a == "" {
			t.Errorf("%s: %q of text, %q of JSON", name, a, b)
		}
	}
	var ids []string
	for i, row := range wantExtra {
		if want[i].Run < 0 {
			ids = append(ids, row[1])
		}
	}
	slices.Sort(ids)
	if list := strings.Join(ids, " "); list != "17 18_1 18_2 18_3 19 5" {
		t.Errorf("without a running time: %s", list)
	}
}
