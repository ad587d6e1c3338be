package accounting

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
)

// pbsJob is a job that has not ended. Its cells are the last of each key in its
// records.
type pbsJob struct {
	pbsRecord            // S or T of the open try, or the first Q
	queued    float64    // date of the first Q; NaN: none was read
	start     float64    // of the open try; NaN: the job waits
	stopped   *pbsRecord // the last R or C of the open try
}

// take follows a job through one more record. A record from before the open try
// changes nothing, such as that of a file that is read twice.
func (p *pbs) take(r pbsRecord) {
	job := p.open[r.id]
	if job == nil || math.Abs(job.time("ctime")-r.time("ctime")) > 0 { // its ID came back
		job = newPBSJob()
	}
	if r.at < job.start && r.kind != "E" && r.kind != "S" {
		return
	}
	switch stops := job.stopped != nil; r.kind {
	case "Q":
		p.queue(job, r)
	case "S":
		p.begin(job, r, known(r.time("start"), r.at))
	case "T": // of a job that was checkpointed
		if stops {
			p.begin(job, r, r.at)
		}
	case "R", "C":
		if r.text != "Checkpointed" { // Torque's word for a job that runs on
			p.stop(job, r)
		}
	case "E":
		p.end(job, r)
	case "A", "M", "D":
		if job.id != "" && (r.kind != "D" || stops || math.IsNaN(job.start)) { // else E follows D
			if stops {
				p.close(job, r.at)
			}
			p.put(r, job, job.start, r.at, "CANCELLED")
			delete(p.open, r.id)
		}
	}
}

func newPBSJob() *pbsJob {
	return &pbsJob{pbsRecord{row: row{cells: map[string]string{}}}, math.NaN(), math.NaN(), nil}
}

// add adds the cells of a record.
func (j *pbsJob) add(r pbsRecord) {
	delete(j.cells, "start") // of the try before
	maps.Copy(j.cells, r.cells)
}

// set makes a record that of the open try, or of the wait for one.
func (j *pbsJob) set(r pbsRecord, start float64) {
	j.add(r)
	r.cells = j.cells
	j.pbsRecord, j.start, j.stopped = r, start, nil
}

// queue keeps a job that waits. A job that is routed has a Q for each queue.
func (p *pbs) queue(job *pbsJob, r pbsRecord) {
	_ = pbsSizes(r.cells) // a Q has no exec_host
	p.sized = p.sized || r.cells["requested"] != ""
	if job.id == "" {
		job.set(r, math.NaN())
		job.queued, p.open[r.id] = r.at, job
	} else if math.IsNaN(job.start) {
		job.add(r)
	}
}

// begin opens a try, and closes one that is open.
func (p *pbs) begin(job *pbsJob, r pbsRecord, start float64) {
	if !(start <= job.start) {
		p.close(job, start)
		job.set(r, start)
		p.open[r.id] = job
	}
}

// stop keeps the end of a try: another one may follow, or E if the job runs on.
// Without S, the R of PBS Professional has the try, and others have its end.
func (p *pbs) stop(job *pbsJob, r pbsRecord) {
	start := r.time("start")
	switch r.at = known(r.time("end"), r.at); {
	case !math.IsNaN(job.start):
		job.stopped = &r
	case job.id != "": // it waits: the start failed
	case !math.IsNaN(start):
		job.set(r, start)
		p.close(job, r.at)
	default:
		p.ends[r.id] = append(p.ends[r.id], r.at)
	}
}

// close ends the open try at the last R or C, else at a given time. Another one
// follows, or a wait.
func (p *pbs) close(job *pbsJob, end float64) {
	if math.IsNaN(job.start) {
		return
	}
	if job.stopped != nil && !(job.stopped.at > end) {
		end = job.stopped.at
	}
	p.put(job.pbsRecord, job, job.start, end, "REQUEUED")
	p.ends[job.id] = append(p.ends[job.id], end)
	job.start, job.stopped = math.NaN(), nil
}

// end ends a job. Its try began when S or T says, unless E says later: then the
// S of that try was lost. A start of 0 is none.
func (p *pbs) end(job *pbsJob, r pbsRecord) {
	const step = 60 // seconds by which the starts in S and E may differ
	start, end := r.time("start"), known(r.time("end"), r.at)
	if r.cells["start"] != "" && r.cells["end"] == "" {
		r.wrong = bad("", "the key end is missing: the record was cut off")
	}
	if end < job.start { // of a try before
		job = newPBSJob()
	} else {
		delete(p.open, r.id)
	}
	never := r.cells["start"] != "" && math.IsNaN(start)
	if start > job.start+step || job.stopped != nil && (never || start > job.start) {
		p.close(job, start)
	}
	if !math.IsNaN(job.start) && !(start > job.start) {
		start = job.start
	}
	state := "COMPLETED"
	switch {
	case never && math.IsNaN(start):
		state = "CANCELLED"
	case cmp.Or(r.cells["exit_status"], "0") != "0":
		state = "FAILED"
	}
	job.add(r)
	p.put(r, job, start, end, state)
}

// leave puts out a job that has not ended.
func (p *pbs) leave(job *pbsJob) {
	r, state := job.pbsRecord, "RUNNING"
	if job.stopped != nil {
		r = *job.stopped
		p.close(job, math.NaN())
	}
	if math.IsNaN(job.start) {
		state = "PENDING"
	}
	p.put(r, job, job.start, math.NaN(), state)
	delete(p.open, r.id)
}

// put puts out a row, for a record that is not counted by its kind then. The
// wait begins with the job, or at the end of the try before.
func (p *pbs) put(r pbsRecord, job *pbsJob, start, end float64, state string) {
	p.src.others["kind_"+r.kind]--
	r.cells = maps.Clone(job.cells)
	from := known(job.time("ctime"), job.queued)
	for _, end := range p.ends[r.id] {
		if !(end < from || end > start) {
			from = end
		}
	}
	r.cells["id"], r.cells["state"] = r.id, state
	for key, x := range map[string]float64{"ctime": from, "start": start, "end": end} {
		if delete(r.cells, key); !math.IsNaN(x) {
			r.cells[key] = strconv.FormatFloat(x, 'f', -1, 64)
		}
	}
	r.cells["etime"] = cmp.Or(r.cells["etime"], r.cells["qtime"], r.cells["ctime"])
	err := pbsSizes(r.cells)
	switch {
	case math.IsNaN(from):
		err = bad("", "the key ctime is missing, and no record Q of the job was read")
	case math.IsNaN(start) && (state == "COMPLETED" || state == "FAILED"):
		err = bad("", "the key start is missing, and no record S of the job was read")
	}
	r.wrong = cmp.Or(r.wrong, err)
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
}

// known returns the first number, or the second one if the first is NaN.
func known(x, otherwise float64) float64 {
	if math.IsNaN(x) {
		return otherwise
	}
	return x
}
