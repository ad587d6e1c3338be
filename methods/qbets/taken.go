package qbets

import "math"

// taken is entries of a cell, the last ones, in ascending order of their waits.
type taken struct {
	before int32 // place before the first of them
	n      int
	waits  []float64 // n of them, and room for more
	at     []int32   // likewise
}

// want empties t and makes room for the last n entries of a cell, and for a full window; 0 wants
// none.
func (t *taken) want(c *cell, n int) {
	t.before, t.n = math.MaxInt32, 0
	if n > 0 {
		t.before = c.last(n)[0] - 1
	}
	if room := max(n, window); len(t.waits) <= room {
		t.waits, t.at = make([]float64, 2*room), make([]int32, 2*room)
	}
}

// add writes an entry and counts it if it is wanted: a branch that depends on the place of an
// entry, in order of waits, could not be foreseen, so the count grows by the sign of a difference.
func (t *taken) add(wait float64, at int32) {
	t.waits[t.n], t.at[t.n] = wait, at
	t.n += int(uint32(t.before-at) >> 31)
}

// slide drops the entries of a window that the next one wants no more, and merges in those that are
// new in it.
func (t *taken) slide(fresh *taken) {
	if t.n == 0 {
		*t, *fresh = *fresh, *t
		return
	}
	old := t.n
	t.before, t.n = fresh.before, 0
	for i := range old {
		t.add(t.waits[i], t.at[i])
	}
	i, j := t.n-1, fresh.n-1
	t.n += fresh.n
	for to := t.n - 1; j >= 0; to-- {
		if i >= 0 && t.waits[i] > fresh.waits[j] {
			t.waits[to], t.at[to] = t.waits[i], t.at[i]
			i--
		} else {
			t.waits[to], t.at[to] = fresh.waits[j], fresh.at[j]
			j--
		}
	}
}
