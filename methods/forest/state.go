package forest

import "math"

// Job is what is known of a job when it is submitted.
type Job struct {
	Submit   float64 // seconds
	Procs    int64   // at least 1
	Estimate float64 // requested run time, seconds; 0 or less unknown
	User     int64   // -1 unknown
	Queue    int32   // any number; a forest numbers queues itself
	Run      float64 // run time as foreseen, seconds; NaN unknown
}

// key names a set of jobs whose past and present are kept: all, or those of a queue, a user, a user
// with like jobs, a queue with like jobs.
type key struct {
	kind          int8
	of            int64 // the queue or the user
	procs, length int8  // classes
}

// The kinds of keys.
const (
	all = iota
	ofQueue
	ofUser
	alikeOfUser
	alikeOfQueue
	kinds
)

const classes = 32

// class is a class of sizes or lengths: half octaves.
func class(x float64) int8 { return int8(min(max(2*math.Log2(max(x, 1)), 0), classes-1)) }

// stat is what is known of the jobs of a key.
type stat struct {
	count, procs, work    float64 // of those in the queue; work in processor-seconds by estimates
	foreseen              float64 // work by foreseen run times
	submits               float64 // sum of their times of submission
	queue                 []ref   // those in the queue by submission, and some that have left it
	head                  int     // where the queue begins
	running, runningProcs float64
	ends                  float64 // sum of procs x (start + estimate) of running jobs
	known                 int     // waits
	last                  [recent]float32
	average               [3]float64 // moving averages of ln wait
	tail                  float64    // tracker of its .95 quantile
	lastStart, lastSubmit float64
	started, startedAt    float64 // work started lately, as of a time
	used, usedAt          float64 // processor-seconds used lately
	runs                  int
	run                   float64 // moving average of ln run time
	touched               int     // when the key was used last, in jobs submitted
}

const (
	recent = 16 // waits that are remembered of a key
	day    = 86400.0
)

var weights = [3]float64{.2, .03, .005}

// entry is a job that waits, runs, or has started since the last tick.
type entry struct {
	Job
	id                       int
	stats                    [kinds]*stat
	size, length             int8    // classes of processors and estimate
	estimate, work, foreseen float64 // seconds; processor-seconds by estimate and by foreseen run time
	start                    float64
	queued, running, isNew   bool

	x      []float32 // features
	codes  [features]uint8
	g      uint8                // cell of what the line said of ln max(wait, 1 s)
	points [len(blends)]float32 // quantiles by blend, in seconds to the power
	leaves [mostTrees]int16     // into which it fell, of the trees up to a number
	grown  int
}

// state is the queue and the machine of a log with their past.
type state struct {
	stats     map[key]*stat
	entries   []entry
	idle      []int32
	slots     map[int]int32 // by number of the job
	bySize    [classes]load // of queued jobs
	byLength  [classes]load
	submitted int
}

type load struct{ count, work float64 }

func newState() state { return state{stats: map[key]*stat{}, slots: map[int]int32{}} }

// stat is that of a key, made when it is asked for the first time.
func (s *state) stat(k key, now float64) *stat {
	of := s.stats[k]
	if of == nil {
		of = &stat{lastStart: now, lastSubmit: now, startedAt: now, usedAt: now, touched: s.submitted}
		s.stats[k] = of
	}
	return of
}

// forget drops the keys that nobody has used for long.
func (s *state) forget() {
	for k, of := range s.stats {
		if of.count == 0 && of.running == 0 && of.touched < s.submitted-forgetAfter {
			delete(s.stats, k)
		}
	}
}

const forgetAfter = 30_000 // jobs

// enter takes a job into the queue and gives its slot.
func (s *state) enter(id int, j Job) int32 {
	if s.submitted++; s.submitted%(forgetAfter/3) == 0 {
		s.forget()
	}
	slot := s.take()
	e := &s.entries[slot]
	*e = entry{Job: j, id: id, queued: true, x: e.x}
	s.slots[id] = slot
	procs := float64(j.Procs)
	e.size = class(procs)
	e.stats[all] = s.stat(key{}, j.Submit)
	e.stats[ofQueue] = s.stat(key{kind: ofQueue, of: int64(j.Queue)}, j.Submit)
	e.stats[ofUser] = s.stat(key{kind: ofUser, of: j.User}, j.Submit)
	e.estimate = j.Estimate
	if !(e.estimate > 0) {
		e.estimate = 3600
		for _, kind := range [...]int{ofUser, ofQueue, all} {
			if of := e.stats[kind]; of.runs > 0 {
				e.estimate = 2 * math.Exp(of.run)
				break
			}
		}
	}
	e.length = class(e.estimate)
	e.stats[alikeOfUser] = s.stat(key{alikeOfUser, j.User, e.size, e.length}, j.Submit)
	e.stats[alikeOfQueue] = s.stat(key{alikeOfQueue, int64(j.Queue), e.size, e.length / 2}, j.Submit)
	run := j.Run
	if math.IsNaN(run) {
		run = e.estimate
	}
	e.work, e.foreseen = procs*e.estimate, procs*run
	return slot
}

// wait counts a job into the queue, after its features are taken.
func (s *state) wait(slot int32) {
	e := &s.entries[slot]
	for _, of := range e.stats {
		of.count++
		of.procs += float64(e.Procs)
		of.work += e.work
		of.foreseen += e.foreseen
		of.submits += e.Submit
		of.lastSubmit = e.Submit
		of.touched = s.submitted
		of.join(s, ref{slot, e.id})
	}
	s.bySize[e.size].add(1, e.work)
	s.byLength[e.length].add(1, e.work)
}

// leave takes a job out of the queue.
func (s *state) leave(e *entry) {
	e.queued = false
	for _, of := range e.stats {
		if of.count--; of.count == 0 { // sums of numbers that were added and taken away are 0 again
			of.procs, of.work, of.foreseen, of.submits, of.head = 0, 0, 0, 0, 0
			of.queue = of.queue[:0]
			continue
		}
		of.procs -= float64(e.Procs)
		of.work -= e.work
		of.foreseen -= e.foreseen
		of.submits -= e.Submit
	}
	s.bySize[e.size].add(-1, -e.work)
	s.byLength[e.length].add(-1, -e.work)
}

func (l *load) add(count, work float64) {
	if l.count += count; l.count == 0 {
		l.work = 0
		return
	}
	l.work += work
}

// ref is a job that was in the queue; its slot may have been given to another since.
type ref struct {
	slot int32
	id   int
}

func (s *state) waits(r ref) bool {
	e := &s.entries[r.slot]
	return e.queued && e.id == r.id
}

// oldest is the job of the key that is in the queue for longest; there is one.
func (of *stat) oldest(s *state) *entry {
	for !s.waits(of.queue[of.head]) {
		of.head++
	}
	return &s.entries[of.queue[of.head].slot]
}

// join adds a job to the queue. When half of the list have left it is made anew.
func (of *stat) join(s *state, r ref) {
	if len(of.queue) > 2*int(of.count)+recent {
		kept := of.queue[:0]
		for _, o := range of.queue {
			if s.waits(o) {
				kept = append(kept, o)
			}
		}
		of.queue, of.head = kept, 0
	}
	of.queue = append(of.queue, r)
}

// begin takes a job from the queue to the machine.
func (s *state) begin(e *entry, start float64) {
	s.leave(e)
	e.running, e.start = true, start
	log := math.Log(max(start-e.Submit, 1))
	for _, of := range e.stats {
		of.running++
		of.runningProcs += float64(e.Procs)
		of.ends += float64(e.Procs) * (start + e.estimate)
		of.lastStart = start
		of.started = of.started*math.Exp((of.startedAt-start)/day) + e.work
		of.startedAt = start
		of.learn(log)
	}
}

// learn takes the logarithm of a wait.
func (of *stat) learn(log float64) {
	of.last[of.known%recent] = float32(log)
	of.known++
	for i, w := range weights {
		of.average[i] += max(w, 1/float64(of.known)) * (log - of.average[i])
	}
	step := 4 * max(.05, 1/float64(of.known))
	if log > of.tail {
		of.tail += step * .95
	} else {
		of.tail = max(of.tail-float64(step*.05), 0)
	}
}

// end takes a job off the machine.
func (s *state) end(e *entry, now, run float64) {
	e.running = false
	log := math.Log(max(run, 1))
	for _, of := range e.stats {
		of.used = of.used*math.Exp((of.usedAt-now)/(3*day)) + float64(e.Procs)*run
		of.usedAt = now
		of.runs++
		of.run += max(.1, 1/float64(of.runs)) * (log - of.run)
		if of.running--; of.running == 0 {
			of.runningProcs, of.ends = 0, 0
			continue
		}
		of.runningProcs -= float64(e.Procs)
		of.ends -= float64(e.Procs) * (e.start + e.estimate)
	}
}

// chunk is the number of entries whose features are made at a time.
const chunk = 1024

// take finds an idle slot.
func (s *state) take() int32 {
	if len(s.idle) == 0 {
		from, room := len(s.entries), make([]float32, chunk*features)
		s.entries = append(s.entries, make([]entry, chunk)...)
		for i := chunk - 1; i >= 0; i-- {
			s.entries[from+i].x = room[i*features : (i+1)*features : (i+1)*features]
			s.idle = append(s.idle, int32(from+i))
		}
	}
	slot := s.idle[len(s.idle)-1]
	s.idle = s.idle[:len(s.idle)-1]
	return slot
}

// drop gives a slot back that nobody needs any more.
func (s *state) drop(slot int32) {
	e := &s.entries[slot]
	if !e.queued && !e.running && !e.isNew {
		s.idle = append(s.idle, slot)
	}
}
