package accounting

import (
	"fmt"
	"strings"
	"testing"
)

// TestBlocked: which reasons of Slurm 22.05 and later mean that a job cannot start.
// Job 8 waits from second 10 of the log on, or its wait has not begun.
func TestBlocked(t *testing.T) {
	const header = "JobID|Submit|Eligible|Start|End|State|Reason|Partition|TimelimitRaw|ReqCPUS|Priority\n" +
		"7|1700000000|1700000000|1700000005|1700000100|COMPLETED|None|p|10|4|1\n"
	const inLog, notInLog = "2 10 4 600 1 8 ", "-1 10 4 600 1 8 "
	for _, c := range []struct{ eligible, state, reason, priority, want string }{
		{"1700000010", "PENDING", "None", "5", ""},
		{"1700000010", "PENDING", "Priority", "5", ""},
		{"1700000010", "PENDING", "Resources", "5", ""},
		{"1700000010", "PENDING", "Licenses", "5", ""},
		{"1700000010", "PENDING", "ReqNodeNotAvail", "5", ""},
		{"1700000010", "PENDING", "Reservation", "5", ""},
		{"1700000010", "PENDING", "PartitionDown", "5", ""},
		// These are over: sacct keeps the last reason.
		{"1700000010", "PENDING", "Dependency", "5", ""},
		{"1700000010", "PENDING", "BeginTime", "5", ""},
		{"1700000010", "PENDING", "JobHeldUser", "5", ""},
		{"1700000010", "PENDING", "JobHeldUser", "0", inLog + "JobHeldUser"},
		{"1700000010", "PENDING", "JobHeldAdmin", "", inLog + "JobHeldAdmin"},
		{"1700000010", "PENDING", "JobHoldMaxRequeue", "0", inLog + "JobHoldMaxRequeue"},
		{"1700000010", "PENDING", "QOSMaxJobsPerUserLimit", "5", inLog + "QOSMaxJobsPerUserLimit"},
		{"1700000010", "PENDING", "QOSGrpCpuLimit", "5", inLog + "QOSGrpCpuLimit"},
		{"1700000010", "PENDING", "AssocGrpCPURunMinutesLimit", "5", inLog + "AssocGrpCPURunMinutesLimit"},
		{"1700000010", "PENDING", "AssociationJobLimit", "5", inLog + "AssociationJobLimit"},
		{"1700000010", "PENDING", "MaxJobsPerAccount", "5", inLog + "MaxJobsPerAccount"},
		{"1700000010", "PENDING", "JobArrayTaskLimit", "5", inLog + "JobArrayTaskLimit"},
		{"1700000010", "REQUEUE_HOLD", "None", "0", inLog + "REQUEUE_HOLD"},
		{"1700000010", "PENDING", "PartitionTimeLimit", "5", notInLog + "PartitionTimeLimit"},
		{"1700000010", "PENDING", "QOSNotAllowed", "5", notInLog + "QOSNotAllowed"},
		{"Unknown", "PENDING", "JobHeldUser", "0", notInLog + "JobHeldUser"},
		{"Unknown", "PENDING", "None", "5", notInLog + "ineligible"}, // held after it was eligible
		{"Unknown", "PENDING", "Dependency", "5", notInLog + "Dependency"},
		{"1700000101", "PENDING", "BeginTime", "5", notInLog + "BeginTime"},
	} {
		row := fmt.Sprintf("8|1700000010|%s|Unknown|Unknown|%s|%s|p|10|4|%s\n", c.eligible, c.state, c.reason, c.priority)
		l, h, jobs, _ := imported(t, header+row, NewSacct, utc())
		got := ""
		for _, b := range h.Blocked() {
			got += fmt.Sprint(b)
		}
		if got != c.want || len(jobs) == 1 != strings.HasPrefix(c.want, "-1") {
			t.Errorf("%s%q with %d jobs, want %q; %s", row, got, len(jobs), c.want, l.summary())
		}
	}
}
