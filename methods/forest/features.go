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

// put adds features x, whose codes are steps*x + zero.
func (v *vector) put(steps, zero float64, values ...float64) {
	for _, x := range values {
		v.x[v.n] = float64(float32(x))
		v.codes[v.n] = uint8(min(max(int(float64(x*steps)+zero), 0), 255))
		v.n++
	}
}

// logs adds ln(1 + x) of each x.
func (v *vector) logs(values ...float64) {
	for _, x := range values {
		v.put(10, 10, math.Log(1+x))
	}
}

// waits adds logarithms of waits; -1 if unknown.
func (v *vector) waits(logs ...float64) { v.put(14, 15, logs...) }

// describe sets the features of a job that is about to enter the queue.
func (s *state) describe(j *job, free, capacity int64) {
	v := &vector{job: j}
	v.request()
	v.machine(free, capacity)
	v.backlog(s)
	v.ages()
	for _, g := range j.groups[ofQueue:] {
		v.recentWaits(g)
	}
	for _, g := range j.groups {
		v.logs(j.Submit-g.lastStart, j.Submit-g.lastSubmit)
	}
	v.user()
	v.put(10, 0, math.Mod(j.Submit, day)/3600)  // the hour
	v.put(35, 0, math.Mod(j.Submit, 7*day)/day) // the weekday
}

func (v *vector) request() {
	v.logs(float64(v.Procs), v.estimate, v.work)
	run := -1.0
	if !math.IsNaN(v.Run) {
		run = math.Log(1 + v.Run)
	}
	v.waits(run)
	v.put(1, 0, float64(v.number))
	if v.number > 100 { // too much for the line
		v.x[queueFeature] = 20 * math.Log(1+float64(v.number))
	}
}

func (v *vector) machine(free, capacity int64) {
	v.logs(float64(free))
	spare := float64(free) - float64(v.Procs)
	v.put(10, 128, math.Copysign(math.Log(1+math.Abs(spare)), spare))
	running := &v.groups[all].running
	v.logs(running.count, running.procs, max(running.ends-float64(v.Submit*running.procs), 0))
	fits := 0.0
	if v.Procs <= free {
		fits = 1 / (1 + v.groups[all].queued.count)
	}
	v.put(250, 0, fits)
	v.logs(float64(v.Procs) / float64(max(capacity, 1)) * 100)
}

// backlog adds the queued jobs: of all and of the queue, of smaller or equal
// sizes and lengths, and those like the job.
func (v *vector) backlog(s *state) {
	for _, g := range v.groups[:ofUser] {
		started := g.started.now(v.Submit, day)
		drain := g.queued.work / max(started/day, 1e-3) // seconds
		v.logs(g.queued.count, g.queued.work, g.queued.foreseen, g.queued.procs, drain, started)
	}
	for _, loads := range [...][]load{s.bySize[:v.size+1], s.byLength[:v.length+1]} {
		count, work := 0.0, 0.0
		for i := range loads {
			count += loads[i].count
			work += loads[i].work
		}
		v.logs(count, work)
	}
	for _, g := range v.groups[alikeOfUser:] {
		v.logs(g.queued.count, g.queued.work)
	}
}

// ages adds the ages of queued jobs, by group.
func (v *vector) ages() {
	for _, g := range v.groups {
		oldest, mean := -1.0, -1.0
		if n := g.queued.count; n > 0 {
			oldest = math.Log(1 + v.Submit - g.queue[0].Submit)
			mean = math.Log(1 + max(v.Submit-g.queued.submits/n, 0))
		}
		v.waits(oldest, mean)
	}
}

func (v *vector) recentWaits(g *group) {
	n := min(g.waits, recent)
	if n == 0 {
		v.waits(-1, -1, -1, -1, -1, -1, -1)
		return
	}
	sum := float32(0)
	for _, x := range g.lastWaits[:n] {
		sum += x
	}
	v.waits(float64(slices.Max(g.lastWaits[:n])), float64(sum/float32(n)))
	v.waits(float64(g.lastWaits[(g.waits-1)%recent]))
	v.waits(g.average[:]...)
	v.waits(g.tail)
}

func (v *vector) user() {
	u := v.groups[ofUser]
	used := u.used.now(v.Submit, 3*day)
	v.logs(u.queued.count, u.queued.work, u.running.count, u.running.procs, used)
	v.put(250, 0, used/max(v.groups[all].used.now(v.Submit, 3*day), 1))
}
