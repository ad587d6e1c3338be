package accounting

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/swf"
)

// ExtraColumns name the values without a field in SWF; times are seconds since
// 1970.
var ExtraColumns = []string{
	"job_number", "job_id", "job_id_raw", "submit", "eligible", "start", "end", "state", "reason",
}

// numbering numbers names from 1 in order of first appearance.
type numbering map[string]int64

// number returns the number of a name, -1 for an empty one.
func (n numbering) number(name string) int64 {
	if name == "" {
		return -1
	} else if n[name] == 0 {
		n[name] = int64(len(n) + 1)
	}
	return n[name]
}

// WriteSWF writes the log, and calls extra, unless it is nil, with each row of
// ExtraColumns.
func (l *Log) WriteSWF(out io.Writer, extra func([]string) error) error {
	queues, partitions := numbering{}, numbering{}
	users, groups, programs := numbering{}, numbering{}, numbering{}
	for _, r := range slices.Concat(l.records, l.blocked) { // the header has their names
		queues.number(r.queue)
		partitions.number(r.partition)
	}
	w := swf.NewWriter(out)
	l.writeHeader(w, queues, partitions)
	id := int64(0)
	for _, r := range l.records {
		job := r.job()
		job.Submit = micro(r.queued - l.origin)
		job.User, job.Executable = users.number(r.user), programs.number(r.name)
		job.Group = groups.number(cmp.Or(r.account, r.group))
		job.Queue, job.Partition = queues.number(r.queue), partitions.number(r.partition)
		for _, name := range r.ids() {
			id++
			job.ID = id
			err := w.Write(&job)
			if err == nil && extra != nil {
				err = extra(r.extra(id, name))
			}
			if err != nil {
				return err
			}
		}
	}
	return w.Flush()
}

// Outlook says on how many queues methods can be judged, with least jobs that
// started, and what is scored of the busiest one after its training part; or
// when that may be, if jobs come as they did.
func (l *Log) Outlook(least int, training float64) string {
	queues, able, busy := map[string][]float64{}, 0, []float64{} // times from which jobs waited
	for _, r := range l.records {
		if r.started() {
			at := append(queues[r.queue], r.queued)
			if queues[r.queue] = at; len(at) == least {
				able++
			}
			if len(at) > len(busy) {
				busy = at
			}
		}
	}
	n, day := len(busy), func(t float64) string {
		if l.o.Undated() {
			return fmt.Sprintf("second %.0f", t)
		}
		return l.o.Zone.local(t).Format("2 Jan 2006")
	}
	if able > 0 {
		from := busy[int(training*float64(n))]
		return fmt.Sprintf("a verdict is possible on %d of %d queues, with %d jobs or more; %s of the "+
			"busiest are scored, from %s on", able, len(queues), least, swf.Duration(busy[n-1]-from), day(from))
	}
	text := fmt.Sprintf("no verdict yet: the busiest queue has %d of %d jobs", n, least)
	if n > 0 && l.Now-busy[0] >= 86400 {
		text += "; at its rate, from about " + day(busy[0]+(l.Now-busy[0])*float64(least)/float64(n)) + " on"
	}
	return text
}

// micro rounds seconds to the precision of fractions in times since 1970.
func micro(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// job returns the fields that do not depend on the other jobs of the log.
func (r *record) job() swf.Job {
	job := swf.Job{
		Wait: micro(r.wait), Run: -1, Alloc: -1, CPU: -1, Memory: -1,
		ReqProcs: cmp.Or(r.asked, r.size()),
		ReqTime:  r.limit, ReqMemory: -1, Status: r.status(), Preceding: -1, Think: -1,
	}
	if r.started() && r.alloc > 0 {
		job.Alloc = r.alloc
	}
	if r.phase == ended && r.started() {
		job.Run = cmp.Or(micro(r.end-r.start), 1) // 0 would be a job that never ran
	}
	return job
}

// writeHeader writes the comments of the log. The writer keeps its error.
func (l *Log) writeHeader(w *swf.Writer, queues, partitions numbering) {
	zone, cluster := &l.o.Zone, l.records[0].cluster
	several := slices.ContainsFunc(l.records, func(r *record) bool { return r.cluster != cluster })
	add := func(format string, args ...any) { w.WriteComment(fmt.Sprintf(format, args...)) }
	add("Version: 2.2")
	if cluster != "" && !several {
		add("Computer: %s", swf.Text(cluster))
	}
	add("MaxJobs: %d", l.Jobs)
	add("MaxRecords: %d", l.Jobs)
	if !l.o.Undated() {
		add("UnixStartTime: %.0f", l.origin)
		if zone.Name != "" {
			add("TimeZoneString: %s", zone.Name)
		}
		_, offset := zone.local(l.origin).Zone()
		add("TimeZone: %d", offset)
		add("StartTime: %s", zone.Stamp(l.records[0].queued))
		add("EndTime: %s", zone.Stamp(l.Now))
		add("SnapshotTime: %.0f", l.Now)
	}
	if l.NoWaiting {
		add("SnapshotWaiting: unknown")
	}
	if l.o.MaxProcs > 0 {
		add("MaxProcs: %d", l.o.MaxProcs)
	}
	addNames := func(directive string, numbers numbering) {
		for _, name := range slices.SortedFunc(maps.Keys(numbers), func(a, b string) int {
			return cmp.Compare(numbers[a], numbers[b])
		}) {
			word := strings.Join(strings.Fields(swf.Text(name)), "_")
			add("%s", strings.TrimSpace(fmt.Sprintf("%s: %d %s", directive, numbers[name], word)))
		}
	}
	addNames("Queue", queues)
	addNames("Partition", partitions)
	id := 0
	for _, r := range l.records {
		if id += r.jobs(); r.marks.has(planned) {
			wait := micro(max(0, r.plan-r.queued))
			add("PlannedWait: %d %s", id, strconv.FormatFloat(wait, 'f', -1, 64))
		}
	}
	l.addBlocked(add, queues)
	since := "eligibility, when nothing but resources and priority stood in the way"
	if l.o.BySubmit {
		since = "submission"
	}
	add("Note: imported from accounting records; waits, and field 2, count from %s", since)
	add("Note: jobs are counted in %s", l.o.Size)
	add("Note: records: %s", l.summary())
}

func (r *record) extra(id int64, name string) []string {
	row := []string{strconv.FormatInt(id, 10), name, r.raw}
	for _, t := range []float64{r.submit, r.eligible, r.start, r.end} {
		row = append(row, strings.TrimPrefix(strconv.FormatFloat(t+0, 'f', -1, 64), "NaN")) // no -0
	}
	return append(row, r.state, r.reason)
}
