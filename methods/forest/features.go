package forest

import (
	"math"
	"slices"
)

const (
	features     = 88 // in all
	queueFeature = 4
)

// vector takes features one by one: as numbers for the line, and as codes from
// 0 to 255 for the trees.
type vector struct {
	x     *[features]float32
	codes *[features]uint8
	n     int
}

// put adds the feature x, whose code is steps*x + least.
func (v *vector) put(x, steps, least float64) {
	v.x[v.n] = float32(x)
	v.codes[v.n] = uint8(min(max(float64(x*steps)+least, 0), 255))
	v.n++
}

// log adds ln(1 + x).
func (v *vector) log(x float64) { v.put(math.Log(1+x), 10, 10) }

// signed adds ln(1 + |x|) with the sign of x.
func (v *vector) signed(x float64) { v.put(math.Copysign(math.Log(1+math.Abs(x)), x), 10, 128) }

// maybe adds ln(1 + x), or -1 where x is unknown.
func (v *vector) maybe(x float64) {
	if math.IsNaN(x) {
		x = 1/math.E - 1
	}
	v.wait(math.Log(1 + x))
}

// wait adds the logarithm of a wait; -1 if unknown.
func (v *vector) wait(log float64) { v.put(log, 14, 15) }

// describe sets the features of a job that is about to enter the queue.
func (s *state) describe(j *job, free, capacity int64) {
	v, now := vector{x: &j.x, codes: &j.codes}, j.Submit
	procs := float64(j.Procs)
	a, q, u := j.groups[all], j.groups[ofQueue], j.groups[ofUser]

	// The job.
	v.log(procs)
	v.log(j.estimate)
	v.log(j.work)
	v.maybe(j.Run)
	v.put(float64(j.Queue), 1, 0)

	// The machine.
	v.log(float64(free))
	v.signed(float64(free) - procs)
	v.log(a.running)
	v.log(a.runningProcs)
	v.log(max(a.ends-float64(now*a.runningProcs), 0))
	fits := 0.0
	if j.Procs <= free {
		fits = 1 / (1 + a.count)
	}
	v.put(fits, 250, 0)
	v.log(procs / float64(max(capacity, 1)) * 100)

	// The backlog.
	for _, of := range [...]*group{a, q} {
		v.log(of.count)
		v.log(of.work)
		v.log(of.foreseen)
		v.log(of.procs)
		v.log(lately(of.work, of.started, now-of.startedAt, day)) // drain
		v.log(math.Exp((of.startedAt-now)/day) * of.started)
	}
	v.loads(s.bySize[:j.size+1])
	v.loads(s.byLength[:j.length+1])
	for _, of := range j.groups[alikeOfUser:] {
		v.log(of.count)
		v.log(of.work)
	}

	// Ages of queued jobs.
	for _, of := range j.groups {
		oldest, mean := -1.0, -1.0
		if of.count > 0 {
			oldest, mean = math.Log(1+now-of.oldest().Submit), math.Log(1+max(now-of.submits/of.count, 0))
		}
		v.wait(oldest)
		v.wait(mean)
	}

	// Recent waits.
	for _, of := range j.groups[ofQueue:] {
		v.waits(of)
	}

	// Rates.
	for _, of := range j.groups {
		v.log(now - of.lastStart)
		v.log(now - of.lastSubmit)
	}

	// The user.
	v.log(u.count)
	v.log(u.work)
	v.log(u.running)
	v.log(u.runningProcs)
	used := u.used * math.Exp((u.usedAt-now)/(3*day))
	v.log(used)
	v.put(used/max(a.used*math.Exp((a.usedAt-now)/(3*day)), 1), 250, 0)

	// The hour and the weekday.
	v.put(math.Mod(now, day)/3600, 10, 0)
	v.put(math.Mod(now, 7*day)/day, 35, 0)

	if v.n != features {
		panic("forest: features are miscounted")
	}
}

// loads adds the queued jobs and the work of some classes.
func (v *vector) loads(list []load) {
	var sum load
	for _, l := range list {
		sum.count += l.count
		sum.work += l.work
	}
	v.log(sum.count)
	v.log(sum.work)
}

// waits adds the recent waits of a group; -1 where there are none.
func (v *vector) waits(of *group) {
	n := min(of.waits, recent)
	if n == 0 {
		for range 7 {
			v.wait(-1)
		}
		return
	}
	sum := float32(0)
	for _, x := range of.last[:n] {
		sum += x
	}
	v.wait(float64(slices.Max(of.last[:n])))
	v.wait(float64(sum / float32(n)))
	v.wait(float64(of.last[(of.waits-1)%recent]))
	for _, x := range of.average {
		v.wait(x)
	}
	v.wait(of.tail)
}

// lately returns work over the work started per second, which decays, in
// seconds.
func lately(work, started, since, decay float64) float64 {
	return work / max(started*math.Exp(-since/decay)/decay, 1e-3)
}
