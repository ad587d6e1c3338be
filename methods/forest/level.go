package forest

import (
	"cmp"
	"math"
	"slices"

	"waitbench/methods/heap"
)

// Level controls the level of the bounds of a series, so that they cover a share of its
// waits. They miss the share exp(-u). u rises with a miss and falls with a hit.
type Level struct {
	share       float64 // to be covered
	least, most float64 // of u
	u           float64
	more        float64 // what is added to u while the job settled last is a miss
	used        float64 // u with what is owed and more, as of the last Refit
	n, misses   int     // settled jobs
	after       int     // those bounded while the job settled last was a miss
	missed      bool    // the job settled last is one

	block, blocks int     // misses of the last jobs; blocks of blockJobs that are full
	sum, square   float64 // of misses of blocks, and of their squares

	issued  map[int]issued      // bounds that are not settled, by place of the job in the series
	overdue heap.Heap[settling] // when they will be at the latest
	settled []settling          // since the last Refit
}

// issued is a bound that was given.
type issued struct {
	bound float64 // seconds
	late  bool    // it outlived is a miss
	after bool    // it was given while the job settled last was a miss
}

// settling is a job and when it is known whether its bound held.
type settling struct {
	time        float64
	at          int
	miss, after bool
}

func (s settling) compare(o settling) int {
	return cmp.Or(cmp.Compare(s.time, o.time), cmp.Compare(s.at, o.at))
}

// Before implements heap.Sooner.
func (s settling) Before(o settling) bool { return s.time < o.time || s.time == o.time && s.at < o.at }

const (
	blockJobs = 200  // settled jobs in whose misses the spread is looked at
	leastStep = .005 // of u
	firstStep = .2   // of u at the first job
	afterStep = .1   // of more
	mostMore  = 3.0
	owedShare = .3 // of u for what is owed
	mostOwed  = 12
)

// NewLevel is to cover a share of the waits.
func NewLevel(share float64) *Level {
	missed := 1 - share
	l := &Level{
		share: share, issued: map[int]issued{}, u: -math.Log(missed),
		least: -math.Log(min(4*missed, 1-share/2)), most: -math.Log(min(tail, missed/10)) + 2,
	}
	l.Refit(math.Inf(-1))
	return l
}

// Issue records the bound of a job, which is settled when the job has waited for so long;
// late reports whether that is a miss.
func (l *Level) Issue(at int, submit, bound float64, late bool) {
	l.issued[at] = issued{bound, late, l.missed}
	l.overdue.Push(settling{submit + bound, at, late, l.missed})
}

// Started records the wait of a job.
func (l *Level) Started(at int, submit, wait float64) {
	if b, ok := l.issued[at]; ok {
		delete(l.issued, at)
		miss := wait > b.bound
		if !b.late {
			miss = wait < b.bound
		}
		l.settled = append(l.settled, settling{submit + min(wait, b.bound), at, miss, b.after})
	}
}

// Refit settles what is decided by now.
func (l *Level) Refit(now float64) {
	for len(l.overdue) > 0 && l.overdue[0].time <= now {
		s := l.overdue.Pop()
		if _, ok := l.issued[s.at]; ok {
			delete(l.issued, s.at)
			l.settled = append(l.settled, s)
		}
	}
	slices.SortFunc(l.settled, settling.compare)
	for _, s := range l.settled {
		l.settle(s)
	}
	l.settled = l.settled[:0]
	missed := 1 - l.target()
	owed := (float64(l.misses) - float64(missed*float64(l.n))) / (3 + math.Sqrt((1-l.share)*float64(l.n)))
	l.used = max(l.u+float64(owedShare*min(max(owed, -1), mostOwed)), l.least)
	if l.missed {
		l.used += l.more
	}
}

func (l *Level) settle(s settling) {
	p := l.target()
	l.n++
	l.missed = s.miss
	step := max(leastStep, firstStep/math.Sqrt(float64(l.n)))
	l.u = min(max(l.u+float64(step*pull(s.miss, p)), l.least), l.most)
	if s.after {
		l.after++
		step := max(afterStep, 1/math.Sqrt(float64(l.after)))
		l.more = min(max(l.more+float64(step*pull(s.miss, p)), -1), mostMore)
	}
	if s.miss {
		l.misses++
		l.block++
	}
	if l.n%blockJobs == 0 {
		l.blocks++
		l.sum += float64(l.block)
		l.square += float64(l.block * l.block)
		l.block = 0
	}
}

// pull is the direction of u after a miss or a hit: it is 0 on average if the share p is covered.
func pull(miss bool, p float64) float64 {
	if miss {
		return p
	}
	return p - 1
}

// target is a little above the share: the more, the fewer jobs are settled and the more
// misses come together.
func (l *Level) target() float64 {
	variance, n := l.share*(1-l.share), float64(l.n+200)
	spread := 4.0
	if b := float64(l.blocks); b >= 5 {
		spread = max((l.square-l.sum*l.sum/b)/(b-1)/(blockJobs*variance), 1)
	}
	scale := math.Sqrt(variance / .0475) // 1 for the share .95
	margin := max(.25*scale/math.Sqrt(n), min(.015*scale, math.Sqrt(variance*spread/n)))
	return l.share + min(margin, .7*(1-l.share))
}

// U is the present u.
func (l *Level) U() float64 { return l.used }
