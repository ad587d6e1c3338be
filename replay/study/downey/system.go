package downey

// system is what a strategy does to the whole machine.
type system struct {
	turnaround  float64   // mean from arrival to end, seconds
	wait        float64   // mean from arrival to start, seconds
	utilization []float64 // of each day: mean over processors and daytime of S(n)/n, 0 where a processor is idle
}

// visit is told of every job before it starts: the machine is that at the job's decision, with at
// least one processor free, and later are the jobs of the day behind it.
type visit func(j *Job, m *machine, later []Job)

// simulate runs the days, each on an empty machine, until the last job of the queue has started.
// Jobs that run on then have their run times all the same. before may be nil; started is told of
// every job that has just started, on n processors.
func (c *Config) simulate(days Workload, r rule, before visit, started func(j *Job, m *machine, n int64)) system {
	var s system
	var m machine
	jobs := 0.0
	for _, day := range days {
		m.empty(c.Procs)
		busy := 0.0 // integral of the speedups over daytime
		for i := range day {
			j := &day[i]
			m.advance(max(m.now, j.Arrival))
			if m.free == 0 {
				m.advance(m.nextEnd())
			}
			later := day[i+1:]
			if before != nil {
				before(j, &m, later)
			}
			n, _ := begin(r, j, &m, later)
			run := j.Run(n)
			m.start(n, run)
			started(j, &m, n)
			s.wait += m.now - j.Arrival
			s.turnaround += m.now + run - j.Arrival
			busy += j.Speedup(n) * max(0, min(m.now+run, dayLength)-m.now)
		}
		jobs += float64(len(day))
		s.utilization = append(s.utilization, busy/(float64(c.Procs)*dayLength))
	}
	s.wait /= jobs
	s.turnaround /= jobs
	return s
}

// change is that of the utilization against AVG's, the mean over the days that are not empty there.
func (s *system) change(avg *system) float64 {
	sum := 0.0
	for d, u := range s.utilization {
		if avg.utilization[d] > 0 {
			sum += u/avg.utilization[d] - 1
		}
	}
	return sum / float64(len(s.utilization))
}
