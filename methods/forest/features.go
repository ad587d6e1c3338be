package forest

import (
	"math"
	"slices"
)

const features, queueFeature = 88, 4 // in all, and the index of one

// vector takes the features of a job one by one: as terms of the line, and as
// codes from 0 to 255 for the trees.
type vector struct {
	*job
	n int
}

// put adds features x, whose codes are steps*x + least.
func (v *vector) put(steps, least float64, list ...float64) {
	for _, x := range list {
		v.x[v.n] = float64(float32(x))
		v.codes[v.n] = uint8(min(max(int(float64(x*steps)+least), 0), 255))
		v.n++
	}
}

// logs adds ln(1 + x) of each x.
func (v *vector) logs(list ...float64) {
	for _, x := range list {
		v.put(10, 10, math.Log(1+x))
	}
}

// waits adds logarithms of waits; -1 if unknown.
func (v *vector) waits(logs ...float64) { v.put(14, 15, logs...) }

// describe sets the features of a job that is about to enter the queue.
func (s *state) describe(j *job, free, capacity int64) {
	v, now, procs := vector{job: j}, j.Submit, float64(j.Procs)
	a, q, u := j.groups[all], j.groups[ofQueue], j.groups[ofUser]
	// The job.
	v.logs(procs, j.estimate, j.work)
	run := -1.0
	if !math.IsNaN(j.Run) {
		run = math.Log(1 + j.Run)
	}
	v.waits(run)
	v.put(1, 0, float64(j.Queue))
	if j.Queue > 100 { // too much for the line
		j.x[queueFeature] = 20 * math.Log(1+float64(j.Queue))
	}
	// The machine.
	v.logs(float64(free))
	spare := float64(free) - procs
	v.put(10, 128, math.Copysign(math.Log(1+math.Abs(spare)), spare))
	v.logs(a.running.count, a.running.procs, max(a.running.ends-float64(now*a.running.procs), 0))
	fits := 0.0
	if j.Procs <= free {
		fits = 1 / (1 + a.queued.count)
	}
	v.put(250, 0, fits)
	v.logs(procs / float64(max(capacity, 1)) * 100)
	// The backlog.
	for _, of := range [...]*group{a, q} {
		started := of.started.now(now, day)
		drain := of.queued.work / max(started/day, 1e-3) // seconds
		v.logs(of.queued.count, of.queued.work, of.queued.foreseen, of.queued.procs, drain, started)
	}
	for _, list := range [...][]load{s.bySize[:j.size+1], s.byLength[:j.length+1]} {
		count, work := 0.0, 0.0
		for i := range list {
			count += list[i].count
			work += list[i].work
		}
		v.logs(count, work)
	}
	for _, of := range j.groups[alikeOfUser:] {
		v.logs(of.queued.count, of.queued.work)
	}
	// Ages of queued jobs.
	for _, of := range j.groups {
		oldest, mean := -1.0, -1.0
		if n := of.queued.count; n > 0 {
			oldest = math.Log(1 + now - of.queue[0].Submit)
			mean = math.Log(1 + max(now-of.queued.submits/n, 0))
		}
		v.waits(oldest, mean)
	}
	// Recent waits.
	for _, of := range j.groups[ofQueue:] {
		n := min(of.waits, recent)
		if n == 0 {
			v.waits(-1, -1, -1, -1, -1, -1, -1)
			continue
		}
		sum := float32(0)
		for _, x := range of.last[:n] {
			sum += x
		}
		v.waits(float64(slices.Max(of.last[:n])), float64(sum/float32(n)))
		v.waits(float64(of.last[(of.waits-1)%recent]))
		v.waits(of.average[:]...)
		v.waits(of.tail)
	}
	// Rates.
	for _, of := range j.groups {
		v.logs(now-of.lastStart, now-of.lastSubmit)
	}
	// The user.
	used := u.used.now(now, 3*day)
	v.logs(u.queued.count, u.queued.work, u.running.count, u.running.procs, used)
	v.put(250, 0, used/max(a.used.now(now, 3*day), 1))
	// The hour and the weekday.
	v.put(10, 0, math.Mod(now, day)/3600)
	v.put(35, 0, math.Mod(now, 7*day)/day)
}
