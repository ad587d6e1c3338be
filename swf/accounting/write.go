package accounting

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"waitbench/swf"
)

// ExtraColumns name the values that SWF has no field for; times are seconds
// since 1970.
var ExtraColumns = []string{"job_number", "job_id", "job_id_raw", "submit", "eligible", "start", "end", "state", "reason"}

// numbering numbers names from 1 in order of first appearance; -1 is no name.
type numbering struct {
	of    map[string]int64
	names []string
}

func (n *numbering) number(name string) int64 {
	if name == "" {
		return -1
	}
	if n.of[name] == 0 {
		if n.of == nil {
			n.of = map[string]int64{}
		}
		n.names = append(n.names, name)
		n.of[name] = int64(len(n.names))
	}
	return n.of[name]
}

// WriteSWF writes the log, and calls extra, unless it is nil, with each row of
// ExtraColumns.
func (l *Log) WriteSWF(out io.Writer, extra func([]string) error) error {
	var queues, partitions, users, groups, programs numbering
	for _, r := range l.jobs { // the header has their names
		queues.number(r.queue)
		partitions.number(r.Partition)
	}
	w := swf.NewWriter(out)
	for _, line := range l.header(queues.names, partitions.names) {
		w.WriteComment(line) // the writer keeps its error
	}
	id := int64(0)
	for _, r := range l.jobs {
		job := r.job()
		job.Submit, job.Wait, job.Run = micro(r.queued-l.origin), micro(job.Wait), micro(job.Run)
		job.User, job.Group, job.Executable = users.number(r.User), groups.number(cmp.Or(r.Account, r.Group)), programs.number(r.Name)
		job.Queue, job.Partition = queues.number(r.queue), partitions.number(r.Partition)
		list, _, _ := r.list() // its error was met before
		array, _, _ := strings.Cut(r.ID, "[")
		if list == nil {
			list = []taskRange{{n: 1}}
		}
		for _, tasks := range list {
			for i := range tasks.n {
				name := r.ID
				if array != r.ID {
					name = array + strconv.Itoa(tasks.first+i*tasks.step)
				}
				id++
				job.ID = id
				if err := w.Write(&job); err != nil {
					return err
				}
				if extra == nil {
					continue
				}
				if err := extra(r.extra(id, name)); err != nil {
					return err
				}
			}
		}
	}
	return w.Flush()
}

// micro rounds seconds to the precision of fractions in times since 1970.
func micro(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// job returns the fields of a job that do not number names.
func (r *Record) job() swf.Job {
	job := swf.Job{
		Wait: r.wait, Run: -1, Alloc: -1, CPU: -1, Memory: -1, ReqProcs: r.size(), ReqTime: r.Limit, ReqMemory: -1,
		Status: -1, Preceding: -1, Think: -1,
	}
	if r.started() && r.Alloc > 0 {
		job.Alloc = r.Alloc
	}
	if r.phase == ended {
		job.Status = r.status()
		if r.started() {
			job.Run = r.End - r.Start
			if job.Run == 0 {
				job.Run = 1
			}
		}
	}
	return job
}

// header returns the comments of the log.
func (l *Log) header(queues, partitions []string) []string {
	cluster := l.jobs[0].Cluster
	for _, r := range l.jobs {
		if r.Cluster != cluster {
			cluster = ""
		}
	}
	zone := &l.o.Zone
	var lines []string
	add := func(when bool, format string, args ...any) {
		if when {
			lines = append(lines, fmt.Sprintf(format, args...))
		}
	}
	add(true, "Version: 2.2")
	add(cluster != "", "Computer: %s", swf.Text(cluster))
	add(true, "MaxJobs: %d", l.Jobs)
	add(true, "MaxRecords: %d", l.Jobs)
	add(true, "UnixStartTime: %.0f", l.origin)
	add(zone.Name != "", "TimeZoneString: %s", zone.Name)
	add(true, "TimeZone: %d", zone.offset(l.origin))
	add(true, "StartTime: %s", zone.Stamp(l.jobs[0].queued))
	add(true, "EndTime: %s", zone.Stamp(l.Now))
	add(true, "SnapshotTime: %.0f", l.Now)
	add(l.o.MaxProcs > 0, "MaxProcs: %d", l.o.MaxProcs)
	for d, directive := range []string{"Queue", "Partition"} {
		for i, name := range [][]string{queues, partitions}[d] {
			if name = strings.Join(strings.Fields(swf.Text(name)), "_"); l.o.NumberQueues {
				name = ""
			}
			add(true, "%s", strings.TrimSpace(fmt.Sprintf("%s: %d %s", directive, i+1, name)))
		}
	}
	id := 0
	for _, r := range l.jobs {
		id += r.tasks
		add(r.marks.has(Planned), "PlannedWait: %d %s", id, strconv.FormatFloat(micro(max(0, r.Plan-r.queued)), 'f', -1, 64))
	}
	since := "eligibility, when nothing but resources and priority stood in the way"
	if l.o.BySubmit {
		since = "submission"
	}
	add(true, "Note: imported from accounting records; waits, and field 2, count from %s", since)
	add(true, "Note: jobs are counted in %s", l.o.Size)
	add(true, "Note: records: %s", l.summary())
	return lines
}

// extra returns the row of ExtraColumns of a job.
func (r *Record) extra(id int64, name string) []string {
	row := []string{strconv.FormatInt(id, 10), name, r.RawID}
	for _, t := range []float64{r.Submit, r.Eligible, r.Start, r.End} {
		text := ""
		if !math.IsNaN(t) {
			text = strconv.FormatFloat(t, 'f', -1, 64)
		}
		row = append(row, text)
	}
	return append(row, r.State, r.Reason)
}
