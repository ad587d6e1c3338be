package accounting

import (
	"cmp"
	"maps"
	"strconv"
)

// pbsJob is a job that has not ended. Cells are the last of each key in its
// records. Times are 0 where there are none.
type pbsJob struct {
	cells   map[string]string
	last    pbsRecord  // S or T of the open try, or the first Q
	queued  float64    // date of the first Q
	start   float64    // of the open try; 0: the job waits
	stopped *pbsRecord // the last R or C of the open try
}

// take follows a job through one more record. One from before the open try, as
// of a file that is read twice, changes nothing.
func (p *pbs) take(r pbsRecord) {
	job := p.open[r.id]
	if job == nil || job.cells["ctime"] != r.cells["ctime"] && r.cells["ctime"] != "" &&
		job.cells["ctime"] != "" { // its ID came back
		job = &pbsJob{cells: map[string]string{}}
	}
	stops, at := job.stopped != nil, r.at
	// Dates count from the record before, in whatever zone they are.
	if from := cmp.Or(job.start, pbsTime(job.cells, "qtime")); from > 0 {
		at += from - job.last.at
	}
	switch {
	case r.kind == "E":
		p.end(job, r)
	case r.kind == "S":
		p.begin(job, r, cmp.Or(pbsTime(r.cells, "start"), r.at))
	case job.start > 0 && r.at < job.last.at:
	case r.text == "Checkpointed": // Torque's word for a job that runs on
	case r.kind == "Q":
		p.queue(job, r)
	case r.kind == "T" && stops:
		p.begin(job, r, at)
	case r.kind == "R", r.kind == "C":
		p.stop(job, r, at)
	case r.kind == "D" && job.start > 0 && !stops: // its E follows
	case (r.kind == "D" || r.kind == "A" || r.kind == "M") && p.open[r.id] == job:
		if stops {
			p.close(job, at)
		}
		p.put(r, job, job.start, at, "CANCELLED")
		delete(p.open, r.id)
	}
}

// queue keeps a job that waits. A job that is routed has a Q for each queue.
func (p *pbs) queue(job *pbsJob, r pbsRecord) {
	_ = pbsSizes(r.cells) // a Q has no exec_host
	p.src.noWaiting = p.src.noWaiting && r.cells["requested"] == ""
	if job.start > 0 {
		return
	} else if maps.Copy(job.cells, r.cells); job.queued == 0 {
		job.last, job.queued, p.open[r.id] = r, r.at, job
	}
}

// begin opens a try, and closes one that is open.
func (p *pbs) begin(job *pbsJob, r pbsRecord, start float64) {
	if start > job.start {
		p.close(job, start)
		maps.Copy(job.cells, r.cells)
		job.last, job.start, p.open[r.id] = r, start, job
	}
}

// stop keeps the end of a try: another one may follow, or E if the job runs on.
// Without S, the R of PBS Professional has the try.
func (p *pbs) stop(job *pbsJob, r pbsRecord, at float64) {
	r.at = cmp.Or(pbsTime(r.cells, "end"), at)
	switch start := pbsTime(r.cells, "start"); {
	case job.start > 0:
		job.stopped = &r
	case job.queued > 0: // it waits: the start failed
	case start > 0:
		p.put(r, &pbsJob{cells: r.cells}, start, r.at, "REQUEUED")
		fallthrough
	default:
		p.ends[r.id] = append(p.ends[r.id], r.at)
	}
}

// close ends the open try, if any, at its last R or C, else at a given time.
func (p *pbs) close(job *pbsJob, end float64) {
	if job.start == 0 {
		return
	}
	if job.stopped != nil && (job.stopped.at < end || end == 0) {
		end = job.stopped.at
	}
	p.put(job.last, job, job.start, end, "REQUEUED")
	p.ends[job.last.id] = append(p.ends[job.last.id], end)
	job.start, job.stopped = 0, nil
}

// end ends a job. Its try began when S or T says, unless E says later: then the
// S of that try was lost.
func (p *pbs) end(job *pbsJob, r pbsRecord) {
	const step = 60 // seconds by which the starts in S and E may differ
	start, end, state := pbsTime(r.cells, "start"), cmp.Or(pbsTime(r.cells, "end"), r.at), "COMPLETED"
	never, text := r.cells["start"] == "0", r.cells["exit_status"]
	delete(p.open, r.id)
	if start > job.start+step || job.stopped != nil && (never || start > job.start) {
		p.close(job, start)
	}
	start = max(start, job.start)
	switch {
	case start == 0 && never:
		state = "CANCELLED"
	case text != "" && text != "0":
		state = "FAILED"
	}
	if r.cells["start"] != "" && r.cells["end"] == "" {
		r.wrong = bad("", "the key end is missing: the record was cut off")
	}
	maps.Copy(job.cells, r.cells)
	p.put(r, job, start, end, state)
}

// leave puts out a job that has not ended.
func (p *pbs) leave(job *pbsJob) {
	r, state := job.last, "RUNNING"
	if job.stopped != nil {
		r = *job.stopped
		p.close(job, 0)
	}
	if job.start == 0 {
		state = "PENDING"
	}
	p.put(r, job, job.start, 0, state)
}

// put puts out a row, for a record that is not counted by its kind then. The
// wait begins with the job, or at the end of the try before.
func (p *pbs) put(r pbsRecord, job *pbsJob, start, end float64, state string) {
	p.src.others["kind_"+r.kind]--
	from := cmp.Or(pbsTime(job.cells, "ctime"), pbsTime(job.cells, "qtime"), job.queued)
	for _, end := range p.ends[r.id] {
		if end > from && (end <= start || start == 0) {
			from = end
		}
	}
	r.cells = maps.Clone(job.cells)
	r.cells["id"], r.cells["state"] = r.id, state
	for key, x := range map[string]float64{"ctime": from, "start": start, "end": end} {
		if r.cells[key] = strconv.FormatFloat(x, 'f', -1, 64); x == 0 {
			delete(r.cells, key)
		}
	}
	if r.cells["etime"] = cmp.Or(r.cells["etime"], r.cells["qtime"], r.cells["ctime"]); start > 0 {
		delete(r.cells, "reason")
	} else if r.cells["reason"] != "" {
		delete(r.cells, "etime")
	}
	err := pbsSizes(r.cells)
	switch {
	case from == 0:
		err = oddf(noSubmission, "the key ctime is missing, and no record Q of the job was read")
	case start == 0 && (state == "COMPLETED" || state == "FAILED"):
		err = oddf(unlikeState, "the key start is missing, and no record S of the job was read")
	}
	r.wrong = cmp.Or(r.wrong, err)
	p.ready = append(p.ready, r.row)
}
