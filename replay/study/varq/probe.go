package varq

import (
	"math/rand/v2"
	"slices"
)

// The jobs of the submitting process, and the time between two requests, as in
// section 4.1 of [Nurmi08]: nodes and run times in seconds, drawn equally often.
var (
	probeNodes = []int64{1, 4, 8, 16, 32}
	probeRuns  = []float64{600, 1800, 3600, 7200, 14400}
)

const probeEvery = 15 // seconds

// prober is the submitting process of section 4.1: it asks for a reservation of
// a random job at a deadline, and again for another job after 15 s until one is
// accepted or the deadline has come. Then it begins again with the next deadline,
// a period ahead. It begins with the first job after training.
type prober struct {
	rng      *rand.Rand
	nodes    []int64
	next     float64 // of its requests, seconds
	deadline float64 // seconds
}

func newProber(s *simulation) *prober {
	fitting := slices.DeleteFunc(slices.Clone(probeNodes), func(n int64) bool { return n > s.Nodes })
	begin := s.Jobs[min(s.trained, s.ofLog-1)].Submit
	return &prober{rand.New(rand.NewPCG(s.Seed, 1)), fitting, begin, begin + s.Period}
}

// ask asks for a reservation at the time of the next request.
func (p *prober) ask(s *simulation) {
	now := p.next
	if now >= p.deadline {
		p.deadline = now + s.Period
	}
	run := probeRuns[p.rng.IntN(len(probeRuns))]
	job := NodeJob{Submit: now, Run: run, Wall: run, Nodes: p.nodes[p.rng.IntN(len(p.nodes))]}
	s.refit(now)
	r := Request{Size: job.Nodes, Wall: run, Now: now, Deadline: p.deadline}
	p.next = now + probeEvery
	k := r.Latest(s.predictor, s.Level(), 0)
	if k < 0 {
		return
	}
	i := len(s.Jobs)
	s.Jobs = append(s.Jobs, job)
	s.outcomes = append(s.outcomes, jobOutcome{requests: true, deadline: p.deadline,
		promised: r.point(s.predictor, k).Odds})
	s.await(i, r.submit(k), now)
	p.next = p.deadline + probeEvery
}
