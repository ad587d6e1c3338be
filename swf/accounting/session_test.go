package accounting

import (
	"slices"
	"strings"
	"testing"
)

// TestSession imports the records of one session on a real Slurm. TestSlurm of
// cmd/waitbench says what was submitted, and makes the file.
func TestSession(t *testing.T) {
	l, h, jobs, extra := imported(t, sample(t, "session.txt"), utc())
	const counts = "cancelled 1, completed 12, failed 1, requeued 1, never_started 1, running 1, pending 4, cannot_start 1, " +
		"requeued_try 1, zero_length 8, no_limit 1, multi_partition_pending 1, separator_in_name 1, line_feed_in_name 1"
	if l.summary() != counts {
		t.Error(l.summary())
	}
	if name, _ := h.Value("Computer"); name != "test" {
		t.Errorf("computer %q", name)
	}
	var ids []string
	for i, row := range extra {
		if jobs[i].Run < 0 {
			ids = append(ids, row[1])
		}
	}
	slices.Sort(ids)
	if list := strings.Join(ids, " "); list != "17 18_1 18_2 18_3 19 5" {
		t.Errorf("without a run time: %s", list)
	}
}
