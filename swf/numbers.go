package swf

// numbers holds the job numbers of the lines read, 64 in an entry.
type numbers struct {
	entries map[int64]entry // by number / 64
	last    entry           // the newest, as of now
	at      int64           // its key
}

// entry has a bit for each of 64 numbers: of all lines, and of those of a whole
// job by their status.
type entry struct{ lines, whole uint64 }

// isPart notes the number of a job, and reports whether the line is a part of
// an earlier job, as of one that was swapped out: it repeats the number and has
// status 2 to 4. Numbers below 0 are unknown.
func (r *Reader) isPart(j *Job) bool {
	if j.ID < 0 {
		return false
	}
	n := &r.numbers
	if at := j.ID >> 6; at != n.at {
		n.entries[n.at] = n.last
		n.at, n.last = at, n.entries[at]
	}
	bit := uint64(1) << (j.ID & 63)
	if j.Status < 2 || j.Status > 4 {
		n.last.whole |= bit
	} else if n.last.whole&bit != 0 {
		r.Parts++
		return true
	}
	if n.last.lines&bit != 0 {
		r.Repeated++
	}
	n.last.lines |= bit
	return false
}
