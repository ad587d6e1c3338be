package downey

// begin takes the machine from the moment at which a job is at the head of the queue and at least
// one processor is free to that at which the job starts by a rule, and gives the number of
// processors it then takes. Nobody else starts in between, first come first served; later are the
// jobs of the day that come after this one. held tells whether the job held out when it was asked
// first.
func begin(r rule, j *Job, m *machine, later []Job) (n int64, held bool) {
	h, holds := r.decide(j, m)
	if !holds {
		return min(j.Most, m.free), false
	}
	end := m.now + h.wait
	for {
		later = after(m.now, later)
		t := min(m.nextEnd(), end)
		if r.prompted() && len(later) > 0 {
			t = min(t, later[0].Arrival)
		}
		m.advance(t)
		switch {
		case m.free >= h.target && h.locked:
			return h.target, true
		case m.free >= h.target:
			return min(j.Most, m.free), true
		case r.prompted():
			if h, holds = r.decide(j, m); !holds {
				return min(j.Most, m.free), true
			}
			end = m.now + h.wait
		case t == end:
			return min(j.Most, m.free), true
		}
	}
}

// after gives the jobs that arrive after a time.
func after(t float64, jobs []Job) []Job {
	for len(jobs) > 0 && jobs[0].Arrival <= t {
		jobs = jobs[1:]
	}
	return jobs
}
