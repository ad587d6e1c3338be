package accounting

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// pbsJob is a job that has not ended: it waits, or a try of it runs. Its cells
// are the last ones of each key in all its records.
type pbsJob struct {
	pbsRecord            // S or T of the try, or the first Q
	queued    float64    // date of the first Q; NaN: none was read
	start     float64    // of the try; NaN while the job waits
	stopped   *pbsRecord // the last R or C since the start, after which it waits
}

// take follows a job through one more record. A record from before the open
// try, as in a file that is read twice, changes nothing.
func (p *pbs) take(r pbsRecord) {
	job := p.open[r.id]
	if job != nil && math.Abs(job.time("ctime")-r.time("ctime")) > 0 {
		job.cells["lost"] = endLost // another job has its ID
		p.leave(job)
		job = nil
	}
	if job != nil && r.kind != "E" && r.kind != "S" && r.at < job.start {
		return
	}
	switch r.kind {
	case "Q":
		p.queue(job, r)
	case "S":
		p.begin(job, r, known(r.time("start"), r.at))
	case "T": // only of jobs that were checkpointed
		if job != nil && job.stopped != nil {
			p.begin(job, r, r.at)
		}
	case "R":
		p.stop(job, r)
	case "C":
		if r.text != "Checkpointed" { // Torque writes so of a job that runs on
			p.stop(job, r)
		}
	case "E":
		p.end(job, r)
	case "A", "M", "D":
		p.drop(job, r)
	case "a":
		for key, value := range r.cells {
			if job != nil && strings.HasPrefix(key, "resource_list.") {
				job.cells[key] = strings.TrimPrefix(value, "UNSET")
			}
		}
	}
}

// queue keeps a job that waits. A job that is routed has a Q for each queue.
func (p *pbs) queue(job *pbsJob, r pbsRecord) {
	p.sized = p.sized || pbsRequest(r.cells) > 0
	if job == nil {
		p.open[r.id] = &pbsJob{r, r.at, math.NaN(), nil}
	} else if math.IsNaN(job.start) {
		maps.Copy(job.cells, r.cells)
	}
}

// begin opens a try, and closes one that is open.
func (p *pbs) begin(job *pbsJob, r pbsRecord, start float64) {
	next := &pbsJob{r, math.NaN(), start, nil}
	if job != nil {
		if start <= job.start {
			return
		}
		next.queued, next.cells = job.queued, joined(job, r)
		p.close(job, start)
	}
	p.open[r.id] = next
}

// stop keeps the end of a try: another one may follow, or the record E of this
// one, if the stop failed. A try without a record S is known from its R in PBS
// Professional; of others only the end is known.
func (p *pbs) stop(job *pbsJob, r pbsRecord) {
	start, end := r.time("start"), known(r.time("end"), r.at)
	switch {
	case job != nil && !math.IsNaN(job.start):
		r.at = end
		job.stopped = &r
	case job != nil: // the start failed
	case !math.IsNaN(start):
		p.close(&pbsJob{r, math.NaN(), start, nil}, end)
	default:
		p.ends[r.id] = append(p.ends[r.id], end)
	}
}

// close puts out an open try that other tries may follow. It ended at the last
// R or C, else at a given time.
func (p *pbs) close(job *pbsJob, end float64) {
	if math.IsNaN(job.start) {
		return
	}
	if job.stopped != nil {
		end = job.stopped.at
	}
	p.put(job.pbsRecord, job.cells, job.queued, job.start, end, "REQUEUED")
	p.ends[job.id] = append(p.ends[job.id], end)
}

// drop ends a job that was aborted, moved or deleted. A D of a job that runs
// comes before its E.
func (p *pbs) drop(job *pbsJob, r pbsRecord) {
	if job == nil || r.kind == "D" && job.stopped == nil && !math.IsNaN(job.start) {
		return
	}
	start := job.start
	if job.stopped != nil {
		p.close(job, r.at)
		start = math.NaN()
	}
	p.put(r, job.cells, job.queued, start, r.at, "CANCELLED")
	delete(p.open, r.id)
}

// end ends a job. The try began when its S or T says; where the record E says
// later, the S of that try was lost.
func (p *pbs) end(job *pbsJob, r pbsRecord) {
	const step, zoneStep = 60, 1800 // seconds: the starts in S and E differ by less; so do no two zones
	start, end, queued := r.time("start"), known(r.time("end"), r.at), math.NaN()
	never := r.cells["start"] != "" && math.IsNaN(start)
	switch {
	case r.cells["end"] != "":
		p.dated[0]++
		if math.Abs(r.at-end) > zoneStep/2 {
			p.dated[1]++
		}
	case r.cells["start"] != "":
		r.wrong = bad("", "the key end is missing: the record was cut off")
	}
	if job != nil && !(end < job.start) {
		delete(p.open, r.id)
		queued, r.cells = job.queued, joined(job, r)
		switch {
		case start > job.start+step, start > job.start && job.stopped != nil,
			never && job.stopped != nil:
			p.close(job, start)
		case start <= job.start, math.IsNaN(start):
			start = job.start
		}
	}
	state := "COMPLETED"
	if status := r.cells["exit_status"]; status != "" && status != "0" {
		state = "FAILED"
	}
	if never && math.IsNaN(start) {
		state = "CANCELLED"
	}
	p.put(r, r.cells, queued, start, end, state)
}

// leave puts out a job that has not ended: its try, the wait after it, or both.
func (p *pbs) leave(job *pbsJob) {
	r, nan := job.pbsRecord, math.NaN()
	if job.stopped != nil {
		p.close(job, nan)
		r, job.start = *job.stopped, nan
	}
	state := "RUNNING"
	if math.IsNaN(job.start) {
		state = "PENDING"
	}
	p.put(r, job.cells, job.queued, job.start, nan, state)
	delete(p.open, job.id)
}

// put puts out a row of the job of a record. Its wait begins with the job, or at
// the end of the try before.
func (p *pbs) put(r pbsRecord, cells map[string]string, queued, start, end float64, state string) {
	p.src.others["kind_"+r.kind]-- // the record is a job of its own now
	r.cells = maps.Clone(cells)
	from := known(r.time("ctime"), queued)
	for _, end := range p.ends[r.id] {
		if !(end < from || end > start) {
			from = end
		}
	}
	switch {
	case r.wrong != nil:
	case math.IsNaN(from):
		r.wrong = bad("", "the key ctime is missing, and no record Q of the job was read")
	case math.IsNaN(start) && (state == "COMPLETED" || state == "FAILED"):
		r.wrong = bad("", "the key start is missing, and no record S of the job was read")
	}
	r.cells["id"], r.cells["state"] = r.id, state
	for key, x := range map[string]float64{"ctime": from, "start": start, "end": end} {
		if delete(r.cells, key); !math.IsNaN(x) {
			r.cells[key] = strconv.FormatFloat(x, 'f', -1, 64)
		}
	}
	r.cells["etime"] = cmp.Or(r.cells["etime"], r.cells["qtime"], r.cells["ctime"])
	if err := pbsSizes(r.cells); r.wrong == nil {
		r.wrong = err
	}
	p.ready = append(p.ready, r.row)
}

// finish puts out the jobs that have not ended, in the order of their IDs.
func (p *pbs) finish() {
	p.done = true
	for _, id := range slices.Sorted(maps.Keys(p.open)) {
		p.leave(p.open[id])
	}
	if p.src.noWaiting = !p.sized; !p.sized {
		p.src.notes = append(p.src.notes, "the log has no jobs that wait, since no record Q has "+
			"the size of its job: the header says SnapshotWaiting: unknown")
	}
	if 2*p.dated[1] > p.dated[0] {
		p.src.notes = append(p.src.notes, "most records E are dated a quarter of an hour or more "+
			"from the end of their job: is --time-zone right?")
	}
}

// joined returns the cells of a job and of one more record.
func joined(job *pbsJob, r pbsRecord) map[string]string {
	cells := maps.Clone(job.cells)
	for _, key := range []string{"start", "end"} { // of the try before
		delete(cells, key)
	}
	maps.Copy(cells, r.cells)
	return cells
}

// known returns the first number, or the second one if the first is NaN.
func known(x, otherwise float64) float64 {
	if math.IsNaN(x) {
		return otherwise
	}
	return x
}
