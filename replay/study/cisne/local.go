package cisne

import (
	"math/rand/v2"
	"sort"

	"waitbench/traces/synth"
)

// earliest is where the activity of local users begins, so that windows before the first job are
// filled; seconds.
const earliest = -200

// activity is what the local user of a node does: he works and rests in turns, times drawn from
// exponential distributions.
type activity struct {
	rng    *rand.Rand
	c      *Config
	ends   []float64 // of periods, seconds
	shares []float64 // of the processor; 0 where the user rests
	works  []bool
}

func (c *Config) newActivity(rng *rand.Rand) *activity {
	a := &activity{rng: rng, c: c}
	a.extend(earliest, rng.Float64() < c.Busy/(c.Busy+c.Idle))
	return a
}

// extend adds a period.
func (a *activity) extend(begin float64, works bool) {
	mean, share := a.c.Idle, 0.0
	if works {
		mean, share = a.c.Busy, a.c.Share[0]+float64((a.c.Share[1]-a.c.Share[0])*a.rng.Float64())
	}
	a.ends = append(a.ends, begin+synth.Gap(a.rng, 1/mean))
	a.shares, a.works = append(a.shares, share), append(a.works, works)
}

// period is that of a time not before earliest.
func (a *activity) period(t float64) int {
	for last := len(a.ends) - 1; a.ends[last] <= t; last++ {
		a.extend(a.ends[last], !a.works[last])
	}
	return sort.Search(len(a.ends), func(i int) bool { return a.ends[i] > t })
}

// sample is what is left of nodes: the share of each processor, and MB/s that local users take of
// its link.
type sample struct {
	idle, traffic []float64
}

// windows of samples, in seconds; 0 is a single sample.
var windows = []int{0, 30, 120}

// sample is the mean of the last samples of a window, taken every second.
func (t *truth) sample(window int) sample {
	s := sample{make([]float64, len(t.local)), make([]float64, len(t.local))}
	count := max(window, 1)
	for i, a := range t.local {
		p := a.period(t.now)
		for k := range count {
			at := t.now - float64(k)
			for p > 0 && a.ends[p-1] > at {
				p--
			}
			s.idle[i] += 1 - a.shares[p]
			if a.works[p] {
				s.traffic[i] += t.c.Traffic
			}
		}
		s.idle[i] /= float64(count)
		s.traffic[i] = s.traffic[i]/float64(count) + t.held[i]
	}
	return s
}
