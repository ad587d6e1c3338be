package forest

import (
	"math"
	"slices"
)

// Submission is what is known of a job when it is submitted.
type Submission struct {
	Submit   float64 // seconds
	Procs    int64   // at least 1
	Estimate float64 // requested run time, seconds; 0 or less unknown
	User     int64   // -1 unknown
	Queue    int32   // any number; a forest numbers queues itself
	Run      float64 // forecast run time, seconds; NaN unknown
}

// job is a job in the queue or on the machine.
type job struct {
	Submission
	groups                   [kinds]*group
	size, length             int8    // classes of processors and estimate
	estimate, work, foreseen float64 // seconds; processor-seconds by estimate and by forecast run time
	start                    float64
	queued, running          bool

	x      [features]float32 // features at submission
	codes  [features]uint8
	line   uint8                // forecast of ln max(wait, 1 s) by the line, as a cell
	points [len(blends)]float32 // bounds by blend, in seconds to the Power; 0 without a curve
}

// key identifies a group of jobs: all, or those of a queue, of a user, or like
// ones of a user or a queue.
type key struct {
	kind          int8
	of            int64 // the queue or the user
	procs, length int8  // classes
}

// The kinds of groups.
const (
	all = iota
	ofQueue
	ofUser
	alikeOfUser
	alikeOfQueue
	kinds
)

const classes = 32

// class returns the class of a size or a length, in half octaves.
func class(x float64) int8 { return int8(min(max(2*math.Log2(max(x, 1)), 0), classes-1)) }

// group sums up the jobs of a key: those in the queue, those on the machine,
// and the recent past.
type group struct {
	load                          // of the queue
	procs                 float64 // of the queue
	foreseen              float64 // work of the queue by forecast run times
	submits               float64 // sum of the submission times of the queue
	queue                 []*job  // by submission; some have left
	running, runningProcs float64
	ends                  float64 // sum of procs x (start + estimate) of running jobs
	waits                 int     // known ones
	last                  [recent]float32
	average               [3]float64 // moving averages of ln wait
	tail                  float64    // tracks the .95 quantile of ln wait
	lastStart, lastSubmit float64
	started, startedAt    float64 // work started lately, as of a time
	used, usedAt          float64 // processor-seconds used lately
	runs                  int
	run                   float64 // moving average of ln run time
	touched               int     // number of the last job submitted
}

// load is a number of queued jobs and their work, in processor-seconds by
// estimates.
type load struct{ count, work float64 }

const (
	recent      = 16 // waits kept of a group
	day         = 86400.0
	forgetAfter = 30_000 // submitted jobs
)

// weights are the weights of a new wait in the averages.
var weights = [3]float64{.2, .03, .005}

// state is the queue and the machine of a log, and their past.
type state struct {
	groups    map[key]*group
	bySize    [classes]load // of queued jobs, by class of processors
	byLength  [classes]load
	submitted int
}

// group returns the group of a key.
func (s *state) group(k key, now float64) *group {
	g := s.groups[k]
	if g == nil {
		g = &group{lastStart: now, lastSubmit: now, startedAt: now, usedAt: now, touched: s.submitted}
		s.groups[k] = g
	}
	return g
}

// newJob returns a job that is about to enter the queue.
func (s *state) newJob(info Submission) *job {
	if s.submitted++; s.submitted%(forgetAfter/3) == 0 {
		for k, g := range s.groups {
			if g.count == 0 && g.running == 0 && g.touched < s.submitted-forgetAfter {
				delete(s.groups, k)
			}
		}
	}
	j := &job{Submission: info, size: class(float64(info.Procs))}
	j.groups[all] = s.group(key{}, j.Submit)
	j.groups[ofQueue] = s.group(key{kind: ofQueue, of: int64(j.Queue)}, j.Submit)
	j.groups[ofUser] = s.group(key{kind: ofUser, of: j.User}, j.Submit)
	j.estimate = j.Estimate
	if !(j.estimate > 0) {
		j.estimate = 3600
		for _, kind := range [...]int{ofUser, ofQueue, all} {
			if g := j.groups[kind]; g.runs > 0 {
				j.estimate = 2 * math.Exp(g.run)
				break
			}
		}
	}
	j.length = class(j.estimate)
	j.groups[alikeOfUser] = s.group(key{alikeOfUser, j.User, j.size, j.length}, j.Submit)
	j.groups[alikeOfQueue] = s.group(key{alikeOfQueue, int64(j.Queue), j.size, j.length / 2}, j.Submit)
	run := j.Run
	if math.IsNaN(run) {
		run = j.estimate
	}
	j.work, j.foreseen = float64(j.Procs)*j.estimate, float64(j.Procs)*run
	return j
}

// enter adds a job to the queue.
func (s *state) enter(j *job) {
	j.queued = true
	for _, g := range j.groups {
		g.load.add(1, j.work)
		g.procs += float64(j.Procs)
		g.foreseen += j.foreseen
		g.submits += j.Submit
		g.lastSubmit = j.Submit
		g.touched = s.submitted
		if len(g.queue) > 2*int(g.count)+recent {
			g.queue = slices.DeleteFunc(g.queue, func(j *job) bool { return !j.queued })
		}
		g.queue = append(g.queue, j)
	}
	s.bySize[j.size].add(1, j.work)
	s.byLength[j.length].add(1, j.work)
}

// leave takes a job out of the queue.
func (s *state) leave(j *job) {
	j.queued = false
	for _, g := range j.groups {
		g.load.add(-1, -j.work)
		if g.count == 0 { // exactly, whatever was rounded before
			g.procs, g.foreseen, g.submits, g.queue = 0, 0, 0, nil
			continue
		}
		g.procs -= float64(j.Procs)
		g.foreseen -= j.foreseen
		g.submits -= j.Submit
	}
	s.bySize[j.size].add(-1, -j.work)
	s.byLength[j.length].add(-1, -j.work)
}

func (l *load) add(count, work float64) {
	l.work += work
	if l.count += count; l.count == 0 {
		l.work = 0
	}
}

// oldest returns the job that has been in the queue for longest. There must be
// one.
func (g *group) oldest() *job {
	for !g.queue[0].queued {
		g.queue = g.queue[1:]
	}
	return g.queue[0]
}

// begin moves a job from the queue to the machine.
func (s *state) begin(j *job, start float64) {
	s.leave(j)
	j.running, j.start = true, start
	log := math.Log(max(start-j.Submit, 1))
	for _, g := range j.groups {
		g.running++
		g.runningProcs += float64(j.Procs)
		g.ends += float64(j.Procs) * (start + j.estimate)
		g.lastStart = start
		g.started = g.started*math.Exp((g.startedAt-start)/day) + j.work
		g.startedAt = start
		g.learn(log)
	}
}

// learn adds the logarithm of a wait.
func (g *group) learn(log float64) {
	g.last[g.waits%recent] = float32(log)
	g.waits++
	for i, w := range weights {
		g.average[i] += max(w, 1/float64(g.waits)) * (log - g.average[i])
	}
	step := 4 * max(.05, 1/float64(g.waits))
	if log > g.tail {
		g.tail += step * .95
	} else {
		g.tail = max(g.tail-float64(step*.05), 0)
	}
}

// end takes a job off the machine.
func (s *state) end(j *job, now, run float64) {
	j.running = false
	log := math.Log(max(run, 1))
	for _, g := range j.groups {
		g.used = g.used*math.Exp((g.usedAt-now)/(3*day)) + float64(j.Procs)*run
		g.usedAt = now
		g.runs++
		g.run += max(.1, 1/float64(g.runs)) * (log - g.run)
		if g.running--; g.running == 0 {
			g.runningProcs, g.ends = 0, 0
			continue
		}
		g.runningProcs -= float64(j.Procs)
		g.ends -= float64(j.Procs) * (j.start + j.estimate)
	}
}
