package varq

import "math"

// Sizes and run times of the paper's probes.
var (
	probeNodes = [...]int64{1, 4, 8, 16, 32}
	probeRuns  = [...]float64{600, 1800, 3600, 7200, 14400} // seconds
)

// prober is the state of a user who requests reservations.
type prober struct {
	first    float64 // request, seconds
	due      float64 // next request, seconds; +Inf for none
	deadline float64 // of it
	count    uint64  // requests before it, and those not made while a reservation stood
	missed   int     // deadlines for which no request was accepted
	asked    []uint64
}

// Probe is a reservation of the probing user.
type Probe struct {
	Asked    uint64 // intervals of Every between the first request and this one
	Promised float64
	Kept     bool
}

// beginProbes plans the first request, at random within a period.
func (s *simulation) beginProbes(now float64) {
	if s.Every > 0 {
		s.probe.first = now + math.Floor(uniform(s.Seed, math.MaxUint32)*s.Period)
		s.nextDeadline(0)
	}
}

// nextDeadline lets the user go on with a request for a new deadline. The last
// deadline is not after the last arrival of the log.
func (s *simulation) nextDeadline(count uint64) {
	p := &s.probe
	p.count, p.due = count, p.first+float64(s.Every*float64(count))
	p.deadline = p.due + s.Period
	if _, last := s.arrivals(); p.deadline > last {
		p.due = math.Inf(1)
	}
}

// ask requests a reservation for a new random job.
func (s *simulation) ask(now float64) {
	p := &s.probe
	const kinds = len(probeNodes) * len(probeRuns)
	kind := int(uniform(s.Seed, p.count) * float64(kinds))
	run := probeRuns[kind/len(probeNodes)]
	i := len(s.jobs)
	s.jobs = append(s.jobs, NodeJob{now, run, run, min(probeNodes[kind%len(probeNodes)], s.Nodes)})
	s.outcomes = append(s.outcomes, jobOutcome{deadline: p.deadline})
	s.refit(now)
	accepted := s.reserve(i, now)
	next := p.due + s.Every
	switch {
	case accepted:
		p.asked = append(p.asked, p.count)
	case next < p.deadline:
		p.count, p.due = p.count+1, p.first+float64(s.Every*float64(p.count+1))
	default:
		p.missed++
	}
	if !accepted {
		s.jobs, s.outcomes = s.jobs[:i], s.outcomes[:i]
	}
	if accepted || next >= p.deadline {
		s.nextDeadline(uint64(math.Floor((p.deadline-p.first)/s.Every)) + 1)
	}
}

// probes returns the accepted reservations of the probing user. Those that were
// withdrawn do not count.
func (s *simulation) probes() (probes []Probe) {
	for k, asked := range s.probe.asked {
		if o := &s.outcomes[len(s.Jobs)+k]; o.accepted {
			probes = append(probes, Probe{asked, o.promised, o.success()})
		}
	}
	return probes
}

// Pairs finds the jobs that a user who probes two machines at the same moments
// reserved on both: the probes of two cells that differ by the machine.
func Pairs(a, b []Probe) (pairs [][2]Probe) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].Asked < b[0].Asked:
			a = a[1:]
		case a[0].Asked > b[0].Asked:
			b = b[1:]
		default:
			pairs = append(pairs, [2]Probe{a[0], b[0]})
			a, b = a[1:], b[1:]
		}
	}
	return pairs
}
