package accounting

import (
	"fmt"
	"testing"
)

// TestMutatedTables has jobs of sacct and of a table, with quoted cells. A line
// that is joined with the next is of no job.
func TestMutatedTables(t *testing.T) {
	table := columnsOf(t, "id submit start end size limit")
	sacct := utc()
	for _, c := range []struct {
		m   mutable
		row string
	}{
		{mutable{open: NewSacct, o: sacct,
			header: "JobID|Submit|Eligible|Start|End|State|ReqCPUS|TimelimitRaw|Partition\n"},
			"%[1]d|17000%05[1]d|17000%05[1]d|17001%05[2]d|17002%05[2]d|COMPLETED|%[3]d|60|long"},
		{mutable{open: NewCSV, o: table, header: "id,submit,start,end,size,limit,name\n"},
			`%[1]d,17000%05[1]d,17001%05[2]d,17002%05[2]d,%[3]d,0 days 01:00:00,"job, %[1]d"`},
	} {
		for i := range 30 {
			c.m.lines = append(c.m.lines, fmt.Sprintf(c.row, 10000+i, 100+i, 1000+i))
			c.m.jobs = append(c.m.jobs, fmt.Sprint(10000+i))
		}
		c.m.o.Now = 1700300000
		c.m.check(t, 300)
		c.m.o.Lenient = true
		joined := c.m.header + c.m.lines[0] + c.m.lines[1] + "\n" + c.m.lines[2]
		if l, _, jobs, _ := imported(t, joined, c.m.open, c.m.o); len(jobs) != 1 || l.counts[badRecord] != 1 {
			t.Errorf("%s: %s", joined, l.summary())
		}
	}
}
