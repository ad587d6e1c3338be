package methods

// cell is the bmbp of a cluster of jobs.
type cell struct {
	*bmbp
	areas []area  // of the jobs whose waits are its history
	at    []int32 // places of all entries of these areas
	from  int     // index into at of the first entry that change points have left in the history
	empty bool    // of a new cell: the history is yet to be filled
	stale bool    // the bound is older than the history
}

func newCell(s Settings) *cell {
	c := &cell{bmbp: newBMBP(s)}
	c.hitRuns = s.HitRuns
	return c
}

// take adds the entry at a place.
func (c *cell) take(at int32, o *Observation) {
	c.at = append(c.at, at)
	if c.add(o) {
		c.from = max(0, len(c.at)-c.keep)
	}
	c.stale = true
}

// place gives a new cell the place of one of its entries.
func (c *cell) place(at int32) {
	if c.empty {
		c.at = append(c.at, at)
	}
}

// replay runs the outcomes of the cell's entries through the change-point rule, and gives the first that is left.
func (c *cell) replay(outcomes []outcome) (from int) {
	c.misses, c.hits, c.count = 0, 0, 0
	for i, at := range c.at {
		if how := outcomes[at]; how != uncounted && c.judge(how == hit) {
			from = max(0, i+1-c.keep)
		}
	}
	return from
}

// fill replaces the history by waits in ascending order.
func (c *cell) fill(waits []float64) {
	c.history.ResetSorted(waits, c.rank(len(waits)))
	c.ordered = nil
	c.ladder.forget()
	c.stale = true
}

// recall makes the trimmer's last waits those of the last entries.
func (c *cell) recall(waits []float64) {
	c.recent, c.next = c.recent[:0], 0
	for _, at := range c.last(c.keep) {
		c.remember(waits[at])
	}
}

// last gives the places of the last n entries.
func (c *cell) last(n int) []int32 { return c.at[max(0, len(c.at)-n):] }
