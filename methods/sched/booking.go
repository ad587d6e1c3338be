package sched

import (
	"math"
	"slices"
	"sort"
)

// booking is a running job and a time at which its processors become free.
type booking struct {
	at    float64 // seconds
	procs int64
	seq   int32 // order of the starts; tells apart bookings of one time
	slot  int32 // of the job
}

// later says whether b comes after c.
func (b *booking) later(c *booking) bool { return b.at > c.at || b.at == c.at && b.seq > c.seq }

// bookings is a list ordered by time, latest first, so that the next one is the last. It is in
// blocks, so that adding and removing cost binary searches and a move of a few bookings. A copy
// shares them until it changes them, and is of no use once the original has changed.
type bookings struct {
	blocks []block // none is empty
	spare  [][]booking
}

type block struct {
	list []booking
	own  bool // and not that of the original
}

const mostBookings = 64 // of a block

// copyFrom makes l a copy of another list.
func (l *bookings) copyFrom(o *bookings) {
	for _, b := range l.blocks {
		l.drop(b)
	}
	l.blocks = append(l.blocks[:0], o.blocks...)
	for i := range l.blocks {
		l.blocks[i].own = false
	}
}

func (l *bookings) drop(b block) {
	if b.own {
		l.spare = append(l.spare, b.list)
	}
}

// block is a new block of those bookings.
func (l *bookings) block(list []booking) block {
	n := len(l.spare) - 1
	if n < 0 {
		return block{append(make([]booking, 0, mostBookings+1), list...), true}
	}
	room := l.spare[n][:0]
	l.spare = l.spare[:n]
	return block{append(room, list...), true}
}

func (l *bookings) empty() bool { return len(l.blocks) == 0 }

// next is the soonest; there must be one.
func (l *bookings) next() *booking {
	list := l.blocks[len(l.blocks)-1].list
	return &list[len(list)-1]
}

// place is that of a booking, or where it would be added: the first that is not later.
func (l *bookings) place(b *booking) (k, i int) {
	k = sort.Search(len(l.blocks)-1, func(k int) bool {
		list := l.blocks[k].list
		return !list[len(list)-1].later(b)
	})
	list := l.blocks[k].list
	return k, sort.Search(len(list), func(i int) bool { return !list[i].later(b) })
}

func (l *bookings) add(b booking) {
	if l.empty() {
		l.blocks = append(l.blocks, l.block(nil))
	}
	k, i := l.place(&b)
	at := l.owned(k)
	at.list = slices.Insert(at.list, i, b)
	if len(at.list) > mostBookings {
		half := l.block(at.list[mostBookings/2:])
		at.list = at.list[:mostBookings/2]
		l.blocks = slices.Insert(l.blocks, k+1, half)
	}
}

// owned is a block that may be changed.
func (l *bookings) owned(k int) *block {
	if b := &l.blocks[k]; !b.own {
		*b = l.block(b.list)
	}
	return &l.blocks[k]
}

// remove takes out the booking of that time and seq, which must be there.
func (l *bookings) remove(b booking) {
	k, i := l.place(&b)
	if list := l.blocks[k].list; i == len(list) || list[i].at != b.at || list[i].seq != b.seq {
		panic("sched: a job ends that does not run")
	}
	at := l.owned(k)
	if at.list = slices.Delete(at.list, i, i+1); len(at.list) == 0 {
		l.drop(*at)
		l.blocks = slices.Delete(l.blocks, k, k+1)
	}
}

// pop takes out the soonest.
func (l *bookings) pop() booking {
	last := &l.blocks[len(l.blocks)-1]
	b := last.list[len(last.list)-1]
	if last.list = last.list[:len(last.list)-1]; len(last.list) == 0 {
		l.drop(*last)
		l.blocks = l.blocks[:len(l.blocks)-1]
	}
	return b
}

// reservation is the earliest time, not before now, at which that many processors, more than are
// free now, will be, and how many more there will be then.
func (l *bookings) reservation(now float64, free, procs int64) (shadow float64, extra int64) {
	shadow = math.Inf(-1)
	for k := len(l.blocks) - 1; k >= 0; k-- {
		list := l.blocks[k].list
		for i := len(list) - 1; i >= 0; i-- {
			at := max(list[i].at, now)
			if free >= procs && at > shadow {
				return shadow, free - procs
			}
			shadow = at
			free += list[i].procs
		}
	}
	return shadow, free - procs
}
