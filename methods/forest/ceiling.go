package forest

import "math"

// ceiling is the most that an upper bound may be: so many times the longest
// wait, which fades with waits and with time.
type ceiling struct {
	waits     int     // that are known
	longest   float64 // seconds
	lastStart float64
	limit     float64 // as of the last refit, seconds
}

const (
	ceilingFrom  = 200        // known waits
	ceilingFade  = .9997      // of the longest wait, with each wait
	ceilingHalf  = 60 * 86400 // seconds in which the longest wait fades to a half
	ceilingOver  = 3.0        // times the longest wait
	leastCeiling = 60.0       // seconds
)

// add adds the wait of a job that has started.
func (c *ceiling) add(start, wait float64) {
	c.waits++
	fade := ceilingFade * math.Exp2(-max(start-c.lastStart, 0)/ceilingHalf)
	c.longest, c.lastStart = max(wait, fade*c.longest), start
}

func (c *ceiling) refit() {
	if c.waits >= ceilingFrom {
		c.limit = max(leastCeiling, ceilingOver*c.longest)
	}
}
