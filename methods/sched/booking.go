package sched

import (
	"math"
	"slices"
	"sort"
)

// booking is a running job and a time at which its processors become free.
type booking struct {
	time  float64 // seconds
	procs int64
	seq   int32 // order of the starts; separates bookings of one time
	slot  int32 // of the job
}

func (b *booking) later(c *booking) bool {
	return b.time > c.time || b.time == c.time && b.seq > c.seq
}

// bookings is a list in order of time, latest first, so that the next one is
// last.
type bookings []booking

// next is the soonest; there must be one.
func (l bookings) next() *booking { return &l[len(l)-1] }

// index is the index of a booking, or where it would be added.
func (l bookings) index(b *booking) int {
	return sort.Search(len(l), func(i int) bool { return !l[i].later(b) })
}

func (l *bookings) add(b booking) { *l = slices.Insert(*l, l.index(&b), b) }

// remove takes out the booking of that time and seq, which must be there.
func (l *bookings) remove(b booking) {
	i := l.index(&b)
	if i == len(*l) || (*l)[i].time != b.time || (*l)[i].seq != b.seq {
		panic("sched: a job ends that does not run")
	}
	*l = slices.Delete(*l, i, i+1)
}

// reservation is the earliest time, not before now, at which procs processors
// will be free, and how many more there will be then. So many are not free now.
func (l bookings) reservation(now float64, free, procs int64) (shadow float64, extra int64) {
	shadow = math.Inf(-1)
	for i := len(l) - 1; i >= 0; i-- {
		at := max(l[i].time, now)
		if free >= procs && at > shadow {
			break
		}
		shadow = at
		free += l[i].procs
	}
	return shadow, free - procs
}
