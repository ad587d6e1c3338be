package accounting

import (
	"fmt"
	"strings"
	"testing"
)

// TestRules has records for each rule. Every job is submitted at 1000 s. The
// log has submission, wait, run, size and status.
func TestRules(t *testing.T) {
	const header = "JobID|JobIDRaw|Submit|Eligible|Start|End|ElapsedRaw|Suspended|State|Reason|Partition|TimelimitRaw|ReqCPUS|AllocCPUS|ReqTRES|AllocTRES\n"
	record := func(changes string) string {
		fields := map[string]string{
			"JobID": "7", "Submit": "1000", "Eligible": "1000", "Start": "1010", "End": "1070", "ElapsedRaw": "60",
			"State":     "COMPLETED",
			"Partition": "p", "TimelimitRaw": "10", "ReqCPUS": "4", "AllocCPUS": "4",
		}
		for _, c := range strings.Fields(changes) {
			name, value, _ := strings.Cut(c, "=")
			fields[name] = value
		}
		var row []string
		for _, name := range strings.Split(strings.TrimSpace(header), "|") {
			value := fields[name]
			if len(value) == 4 && strings.Contains("Submit Eligible Start End", name) && value != "None" {
				value = "170000" + value // seconds since 1970
			}
			if name == "JobIDRaw" && value == "" {
				value = strings.Trim(strings.NewReplacer("_", "", "[", "", "]", "").Replace(fields["JobID"]), ".")[:1]
			}
			row = append(row, value)
		}
		return strings.Join(row, "|") + "\n"
	}
	const running, pending = "State=RUNNING End=Unknown", "State=PENDING Start=Unknown End=Unknown ElapsedRaw=0"
	for _, c := range []struct{ records, counts, log string }{
		{"", "completed 1", "1000 10 60 4 1"},
		{"Eligible=1005", "completed 1", "1005 5 60 4 1"},
		{"Eligible=Unknown", "completed 1, eligible_unknown 1", "1000 10 60 4 1"},
		{"Eligible=0990", "completed 1", "1000 10 60 4 1"},
		{"Eligible=1070", "completed 1, clock_step 1", "1010 0 60 4 1"},
		{"Eligible=1071 End=1090", "completed 1, eligible_after_start 1", "1000 10 80 4 1"},
		{"End=1010", "completed 1", "1000 10 1 4 1"},
		{"Suspended=00:00:05", "completed 1", "1000 10 60 4 1"},
		{"AllocCPUS=8", "completed 1, alloc_above_request 1", "1000 10 60 8 1"},
		{"TimelimitRaw=UNLIMITED", "completed 1, no_limit 1", "1000 10 60 4 1"},
		{"State=OUT_OF_MEMORY", "out_of_memory 1", "1000 10 60 4 0"},
		{"State=secret|JobID=8 State=other", "other 2", "1000 10 60 4 0; 1000 10 60 4 0"},
		{"State=CANCELLED", "cancelled 1", "1000 10 60 4 5"},
		{"State=CANCELLED Start=None AllocCPUS=", "never_started 1", "1000 70 -1 4 5"},
		{"State=CANCELLED Start=None Eligible=1100", "never_started 1", "1100 0 -1 4 5"},
		{"State=", "ended 1", "1000 10 60 4 -1"},
		{"State= Start=None", "never_started 1", "1000 70 -1 4 5"}, // with status -1 it would be one that runs
		{"JobID=7+1", "completed 1", "1000 10 60 4 1"},
		{"|JobID=8.batch", "completed 1, step 1", "1000 10 60 4 1"},
		{"|JobID=8 AllocCPUS=0 ReqCPUS=0", "completed 1, no_size 1", "1000 10 60 4 1"},
		// The first of several records of a try goes, unless it goes further.
		{"AllocCPUS=5|", "completed 1, duplicate 1", "1000 10 60 4 1"},
		{"|" + running, "completed 1, duplicate 1", "1000 10 60 4 1"},
		{pending + "|" + running, "running 1, duplicate 1", "1000 10 -1 4 -1"},
		{"State=REQUEUED End=1020|Submit=1030 Eligible=1040 Start=1050", "completed 1, requeued 1, requeued_try 1",
			"1000 10 10 4 0; 1040 10 20 4 1"},
		// The records are of second 1070, when the running job has run for 60
		// s.
		{running + "|JobID=8 " + pending, "running 1, pending 1", "1000 10 -1 4 -1; 1000 -1 -1 4 -1"},
		{running + "|JobID=8 Eligible=Unknown " + pending, "running 1, ineligible 1", "1000 10 -1 4 -1"},
		{running + "|JobID=8 Eligible=1071 " + pending, "running 1, ineligible 1", "1000 10 -1 4 -1"},
		{running + "|JobID=8 Reason=PartitionConfig " + pending, "running 1, cannot_start 1", "1000 10 -1 4 -1"},
		{running + "|JobID=8 Partition=a,b " + pending, "running 1, pending 1, multi_partition_pending 1",
			"1000 10 -1 4 -1; 1000 -1 -1 4 -1"},
		{running + " TimelimitRaw=10000|JobID=8 Submit=9999 Eligible=9999 Start=9999 End=9999 TimelimitRaw=1|JobID=9 TimelimitRaw=1 ElapsedRaw=100000 " + running,
			"completed 1, running 1, runaway 1", "1000 10 -1 4 -1; 9999 0 1 4 1"},
		{"TimelimitRaw=1 ElapsedRaw=86500 " + running, "running 1", "1000 10 -1 4 -1"},
		{"JobID=7_[1-5:2,9%2] " + pending, "pending 4", "1000 -1 -1 4 -1; 1000 -1 -1 4 -1; 1000 -1 -1 4 -1; 1000 -1 -1 4 -1"},
		{"JobID=7_[1,2,...,90,...] " + pending, "pending 3, array_list_cut 3",
			"1000 -1 -1 4 -1; 1000 -1 -1 4 -1; 1000 -1 -1 4 -1"},
	} {
		text := header
		for _, r := range strings.Split(c.records, "|") {
			text += record(r)
		}
		l, _, jobs, _ := imported(t, text, NewSacct, utc())
		var log []string
		for _, j := range jobs {
			log = append(log, fmt.Sprint(j.Submit+l.origin-1700000000, j.Wait, j.Run, j.Procs(), j.Status))
		}
		if got := strings.Join(log, "; "); l.summary() != c.counts || got != c.log {
			t.Errorf("%s\n%s, want %s\n%s\nwant\n%s", text, l.summary(), c.counts, got, c.log)
		}
	}
}
