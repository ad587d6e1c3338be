package replay

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
)

// Disguise hides from methods which log they see. The log and its queues have
// other names for them. Its seconds move by a number of weeks, which keeps the
// dates, and users and executables get other numbers. Unknown ones stay unknown.
// The order of the jobs, their sizes and all differences of times stay, too. So a
// method that knows the log by these is not caught.
func (t *Log) Disguise(rng *rand.Rand) {
	const week, most = 7 * 86400, 200 // fewer than leastUnix seconds
	clock := t.Clock()
	moved := (float64(1+rng.IntN(most)) - math.Floor(t.First/week)) * week
	if clock.Dated {
		clock.Unix0 -= moved
		t.Header = t.Header.With("UnixStartTime", strconv.FormatInt(int64(clock.Unix0), 10))
	}
	t.clock, t.disguised = &clock, true
	t.First, t.Last = t.First+moved, t.Last+moved
	for i := range t.Jobs {
		t.Jobs[i].Submit += moved
	}
	if t.Snapshot != nil {
		t.Snapshot.Time += moved
	}
	t.renumber(rng, func(j *Job) *int64 { return &j.User })
	t.renumber(rng, func(j *Job) *int64 { return &j.Executable })
}

// renumber gives the known values of a field other numbers, from 1 on.
func (t *Log) renumber(rng *rand.Rand, field func(*Job) *int64) {
	numbers := map[int64]int{}
	for i := range t.Jobs {
		n := *field(&t.Jobs[i])
		if _, known := numbers[n]; n >= 0 && !known {
			numbers[n] = len(numbers)
		}
	}
	drawn := rng.Perm(len(numbers))
	for i := range t.Jobs {
		if n := field(&t.Jobs[i]); *n >= 0 {
			*n = int64(1 + drawn[numbers[*n]])
		}
	}
}

// shown returns the names of the log and its queues as methods see them.
func (t *Log) shown() (log string, queues []string) {
	log, queues = t.Name, append(t.QueueNames(), t.otherQueues...)
	if t.disguised {
		log = "log"
		for i := range queues {
			queues[i] = fmt.Sprintf("q%d", i+1)
		}
	}
	return log, queues
}
