package accounting

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"waitbench/swf"
)

// ExtraColumns are those of the rows for what SWF has no room for, times in seconds since 1970.
var ExtraColumns = []string{"job_number", "job_id", "job_id_raw", "submit", "eligible", "start", "end", "state", "reason"}

// numbering numbers names from 1 on, by first appearance.
type numbering struct {
	of    map[int32]int64
	names []int32
}

func (n *numbering) number(name int32) int64 {
	if name < 0 {
		return -1
	}
	number, known := n.of[name]
	if !known {
		if n.of == nil {
			n.of = map[int32]int64{}
		}
		n.names = append(n.names, name)
		number = int64(len(n.names))
		n.of[name] = number
	}
	return number
}

// WriteSWF writes the log, and if extra is not nil the rows of ExtraColumns, which needs
// Options.KeepIDs.
func (l *Log) WriteSWF(out io.Writer, extra func([]string) error) error {
	var queues, partitions, users, groups, programs numbering
	for i := range l.entries { // the header has their names
		queues.number(l.entries[i].queue)
		partitions.number(l.entries[i].partition)
	}
	w := swf.NewWriter(out)
	for _, line := range l.header(&queues, &partitions) {
		w.WriteComment(line) // the writer keeps its error
	}
	id := int64(0)
	for i := range l.entries {
		e := &l.entries[i]
		job := l.job(e)
		job.User, job.Group, job.Executable = users.number(e.user), groups.number(e.group), programs.number(e.name)
		job.Queue, job.Partition = queues.number(e.queue), partitions.number(e.partition)
		write := func(name string) error {
			id++
			job.ID = id
			if err := w.Write(&job); err != nil || extra == nil {
				return err
			}
			return extra(l.extra(e, id, name))
		}
		name := l.names.get(e.id)
		list, isList := taskList(name)
		if !isList {
			if err := write(name); err != nil {
				return err
			}
			continue
		}
		array, _, _ := strings.Cut(name, "[")
		var err error
		eachTask(list, func(task int64) bool {
			err = write(array + strconv.FormatInt(task, 10))
			return err == nil
		})
		if err != nil {
			return err
		}
	}
	return w.Flush()
}

// job gives the fields of a job that are no numbers of names.
func (l *Log) job(e *entry) swf.Job {
	job := swf.Job{
		Submit: e.queued - l.Origin, Wait: e.wait, Run: -1, Alloc: -1, CPU: -1, Memory: -1, ReqProcs: e.size(),
		ReqTime: e.limit, ReqMemory: e.memory, Status: -1, Preceding: -1, Think: -1,
	}
	started := !math.IsNaN(e.start)
	if started && e.alloc > 0 {
		job.Alloc = e.alloc
	}
	if e.phase == ended {
		job.Status = int64(e.status)
		if started {
			job.Run = e.end - e.start
			if job.Run == 0 {
				job.Run = 1
			}
		}
	}
	return job
}

// header gives the comments of the log.
func (l *Log) header(queues, partitions *numbering) []string {
	first, last := l.entries[0].queued, l.Now
	for i := range l.entries {
		if end := l.entries[i].end; end > last {
			last = end
		}
	}
	lines := []string{"Version: 2.2"}
	if cluster := l.cluster(); cluster != "" {
		lines = append(lines, "Computer: "+cluster)
	}
	lines = append(lines,
		fmt.Sprintf("MaxJobs: %d", l.Jobs), fmt.Sprintf("MaxRecords: %d", l.Jobs), fmt.Sprintf("UnixStartTime: %.0f", l.Origin))
	if l.Zone.Name != "" {
		lines = append(lines, "TimeZoneString: "+l.Zone.Name)
	}
	lines = append(lines,
		fmt.Sprintf("TimeZone: %.0f", l.Zone.offset(l.Origin)), "StartTime: "+l.Zone.Stamp(first), "EndTime: "+l.Zone.Stamp(last),
		"SnapshotTime: "+strconv.FormatFloat(l.Now, 'f', -1, 64))
	if l.o.MaxProcs > 0 {
		lines = append(lines, fmt.Sprintf("MaxProcs: %d", l.o.MaxProcs))
	}
	for _, list := range []struct {
		directive string
		names     []int32
	}{{"Queue", queues.names}, {"Partition", partitions.names}} {
		for i, name := range list.names {
			line := fmt.Sprintf("%s: %d", list.directive, i+1)
			if !l.o.NumberQueues {
				line += " " + strings.Join(strings.Fields(swf.Text(l.names.get(name))), "_")
			}
			lines = append(lines, line)
		}
	}
	since := "eligibility, when nothing but resources and priority stood in the way, which is field 2"
	if l.o.BySubmit {
		since = "submission"
	}
	return append(lines,
		"Note: imported from accounting records; waits count from "+since,
		"Note: jobs are counted in "+l.o.Size, "Note: records: "+l.summary())
}

// cluster is the name that all records have in common.
func (l *Log) cluster() string {
	for i := range l.entries {
		if l.entries[i].cluster != l.entries[0].cluster {
			return ""
		}
	}
	return swf.Text(l.names.get(l.entries[0].cluster))
}

// extra is the row of a job for what SWF has no room for.
func (l *Log) extra(e *entry, id int64, name string) []string {
	row := []string{strconv.FormatInt(id, 10), name, ""}
	switch {
	case e.identity >= 0:
		row[2] = strconv.FormatInt(e.identity, 10)
	case e.identity < math.MinInt64/2:
		row[2] = l.names.get(int32(e.identity - math.MinInt64))
	}
	for _, t := range []float64{e.submit, e.eligible, e.start, e.end} {
		text := ""
		if !math.IsNaN(t) {
			text = strconv.FormatFloat(t, 'f', -1, 64)
		}
		row = append(row, text)
	}
	return append(row, l.names.get(e.state), l.names.get(e.reason))
}
