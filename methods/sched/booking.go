package sched

import (
	"cmp"
	"slices"
)

// booking is a running job and a time at which its processors become free.
type booking struct {
	at    float64 // seconds
	seq   int64   // order of the starts; tells apart bookings of one time
	procs int64
	slot  int32 // of the job
}

// bookings is a list ordered by time, latest first, so that the next one is the last. Adding and
// removing cost a binary search and a move within memory of the bookings that come sooner.
type bookings []booking

func compare(a, b booking) int {
	return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(b.seq, a.seq))
}

func (l bookings) next() booking { return l[len(l)-1] }

func (l *bookings) add(b booking) {
	i, _ := slices.BinarySearchFunc(*l, b, compare)
	*l = slices.Insert(*l, i, b)
}

// remove takes out the booking of that time and seq, which must be there.
func (l *bookings) remove(b booking) {
	i, found := slices.BinarySearchFunc(*l, b, compare)
	if !found {
		panic("sched: a job ends that does not run")
	}
	*l = slices.Delete(*l, i, i+1)
}
