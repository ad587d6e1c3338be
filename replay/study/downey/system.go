package downey

// System is what a strategy does to the whole machine.
type System struct {
	Turnaround        float64 // mean from arrival to end, seconds
	TurnaroundChange  float64 // of that, fraction of AVG's
	Wait              float64 // mean from arrival to start, seconds
	Utilization       float64 // mean over processors and daytime of S(n)/n, 0 where a processor is idle; fraction
	UtilizationChange float64 // mean over days, fraction of AVG's

	days []float64 // utilization of each
}

// visit is told of every job before it starts: the machine is that at the job's decision, with at
// least one processor free, and later are the jobs of the day behind it.
type visit func(j *Job, m *machine, later []Job)

// simulate runs the days, each on an empty machine, until the last job of the queue has started.
// Jobs that run on then have their run times all the same. before may be nil; started is told of
// every job that has just started, on n processors.
func (c *Config) simulate(days Workload, r rule, before visit, started func(j *Job, m *machine, n int64)) System {
	var s System
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
			s.Wait += m.now - j.Arrival
			s.Turnaround += m.now + run - j.Arrival
			busy += j.Speedup(n) * max(0, min(m.now+run, dayLength)-m.now)
		}
		jobs += float64(len(day))
		s.days = append(s.days, busy/(float64(c.Procs)*dayLength))
	}
	s.Wait /= jobs
	s.Turnaround /= jobs
	s.Utilization = mean(s.days)
	return s
}

// system runs the days with a strategy in force, and compares it with AVG.
func (c *Config) system(days Workload, r rule, avg *System) *System {
	s := c.simulate(days, r, nil, func(*Job, *machine, int64) {})
	s.TurnaroundChange = s.Turnaround/avg.Turnaround - 1
	changes := 0.0
	for d, u := range s.days {
		if avg.days[d] > 0 {
			changes += u/avg.days[d] - 1
		}
	}
	s.UtilizationChange = changes / float64(len(s.days))
	return &s
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
