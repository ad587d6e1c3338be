package curves

import "math"

// ceiling is the most that an upper bound may be: so many times the longest
// wait, which fades with waits and with time. If present is set, it is also at
// most as long as the longest wait or, if that is more, so many times the longest
// of the recent waits and of the waits so far.
type ceiling struct {
	present bool
	recent  []startedWait // if present is set

	waits     int     // that are known
	longest   float64 // seconds
	lastStart float64
	limit     float64 // as of the last refit, seconds; +Inf for none
}

// startedWait is when a job started, and its wait, in seconds.
type startedWait struct{ start, wait float64 }

// LeastWaits are the waits that must be known for a bound. The longest of so many
// bounds the quantile .95 with confidence .95.
const LeastWaits = 59

const (
	ceilingFade  = .9997      // of the longest wait, with each wait
	ceilingHalf  = 60 * 86400 // seconds in which the longest wait fades to a half
	ceilingOver  = 3.0        // times the longest wait
	leastCeiling = 60.0       // seconds
	leastPresent = 86400.0    // seconds, of the second limit
	mostRecent   = 300        // waits
	leastRecent  = 30
	recentFor    = 14 * 86400 // seconds
)

// add adds the wait of a job that has started.
func (c *ceiling) add(start, wait float64) {
	c.waits++
	fade := ceilingFade * math.Exp2(-max(start-c.lastStart, 0)/ceilingHalf)
	c.longest, c.lastStart = max(wait, fade*c.longest), start
	if c.present {
		c.recent = append(c.recent, startedWait{start, wait})
	}
}

// refit sets the limit. oldest is how long the oldest job has waited, 0 if none
// waits.
func (c *ceiling) refit(now, oldest float64) {
	for n := len(c.recent); n > mostRecent || n > leastRecent && c.recent[0].start < now-recentFor; n-- {
		c.recent = c.recent[1:]
	}
	if c.waits < LeastWaits {
		return
	}
	c.limit = max(leastCeiling, ceilingOver*c.longest)
	if c.present {
		for _, r := range c.recent {
			oldest = max(oldest, r.wait)
		}
		c.limit = min(c.limit, max(leastPresent, c.longest, ceilingOver*oldest))
	}
}
