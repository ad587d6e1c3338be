package replay

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
)

// Disguise hides from methods which log they see. The log and its queues have
// other names for them. Its seconds move by a number of weeks, which keeps the
// dates, and known users and executables get other numbers. The order of the
// jobs, their sizes and all differences of times stay.
func (t *Log) Disguise(rng *rand.Rand) {
	const week, most = 7 * 86400, 200 // fewer than leastUnix seconds
	clock := t.Clock()
	moved := (float64(1+rng.IntN(most)) - math.Floor(t.First/week)) * week
	if clock.Dated {
		clock.Unix0 -= moved
		t.Header.Set("UnixStartTime", fmt.Sprintf("%.0f", clock.Unix0))
	}
	t.clock, t.disguised = &clock, true
	t.First, t.Last = t.First+moved, t.Last+moved
	if t.Snapshot != nil {
		t.Snapshot.Time += moved
	}
	users, executables := renumbering(rng), renumbering(rng)
	for i := range t.Jobs {
		j := &t.Jobs[i]
		j.Submit += moved
		j.User, j.Executable = users(j.User), executables(j.Executable)
	}
}

// renumbering returns a function that gives each number from 0 on another one.
func renumbering(rng *rand.Rand) func(int64) int64 {
	drawn, taken := map[int64]int64{}, map[int64]bool{}
	return func(n int64) int64 {
		for n >= 0 && drawn[n] == 0 {
			if to := 1 + rng.Int64N(1<<31); !taken[to] {
				drawn[n], taken[to] = to, true
			}
		}
		return cmp.Or(drawn[n], n)
	}
}

// shown returns the names of the log and its queues as methods see them.
func (t *Log) shown() (log string, queues []string) {
	log, queues = t.Name, append(t.QueueNames(), t.otherQueues...)
	for i := range queues {
		if t.disguised {
			log, queues[i] = "log", fmt.Sprintf("q%d", i+1)
		}
	}
	return log, queues
}
