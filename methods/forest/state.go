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
	number                   int32 // of its queue, by the first job
	keys                     [kinds]key
	groups                   [kinds]*group
	size, length             int64   // classes of processors and estimate
	estimate, work, foreseen float64 // seconds; processor-seconds by estimate and by Run
	start                    float64
	queued                   bool

	x lineTerms // with the features at submission
	pastJob
	// of a job with a curve
	points  [2]float32       // bounds by blend, in seconds to the Power
	leaves  [mostTrees]uint8 // by tree
	learned int              // started jobs by its submission
}

// key identifies a group of jobs: its kind, the queue or the user, and the
// classes of processors and estimate.
type key [4]int64

// The kinds of groups: all jobs, or those of a queue, of a user, or like ones
// of a user or a queue.
const (
	all = iota
	ofQueue
	ofUser
	alikeOfUser
	alikeOfQueue
	kinds
)

const (
	classes     = 32
	recent      = 16 // waits kept of a group
	day         = 86400.0
	forgetAfter = 30_000 // submitted jobs
)

// class returns the class of a size or a length, in half octaves.
func class(x float64) int64 { return int64(min(2*math.Log2(max(x, 1)), classes-1)) }

// group sums up the jobs of a key: those in the queue, those on the machine,
// and the recent past.
type group struct {
	queued, running       load
	queue                 []*job // by submission; the first is queued, others may have left
	waits                 int    // known ones
	lastWaits             [recent]float32
	average               [3]float64 // moving averages of ln wait
	tail                  float64    // tracks the .95 quantile of ln wait
	lastStart, lastSubmit float64
	started, used         fading // processor-seconds started and used
	runs                  int
	run                   float64 // moving average of ln run time
	touched               int     // number of the last job submitted
}

// load sums up jobs that are queued, or running.
type load struct {
	count, procs, submits float64
	work, foreseen        float64 // processor-seconds by estimates and by forecast run times
	ends                  float64 // procs x (start + estimate) of running jobs
}

// add adds a job, or with -1 takes it away.
func (l *load) add(by float64, j *job) {
	if l.count += by; l.count == 0 {
		*l = load{} // exactly, whatever was rounded before
		return
	}
	procs := by * float64(j.Procs)
	l.procs += procs
	l.submits += by * j.Submit
	l.work += by * j.work
	l.foreseen += by * j.foreseen
	l.ends += float64(procs * (j.start + j.estimate))
}

// fading is a sum whose parts fade to 1/e in a life, in seconds.
type fading struct{ sum, asOf float64 }

func (f *fading) now(now, life float64) float64 { return f.sum * math.Exp((f.asOf-now)/life) }

func (f *fading) add(x, now, life float64) { *f = fading{float64(f.now(now, life)) + x, now} }

// state is the queue and the machine of a log, and their past.
type state struct {
	groups    map[key]*group
	bySize    [classes]load // of queued jobs, by class of processors
	byLength  [classes]load
	submitted int
}

// newJob returns a job that is about to enter the queue.
func (s *state) newJob(info Submission, number int32) *job {
	if number := s.submitted + 1; number%(forgetAfter/3) == 0 {
		for k, g := range s.groups {
			if g.queued.count+g.running.count == 0 && g.touched < number-forgetAfter {
				delete(s.groups, k)
			}
		}
	}
	j := &job{Submission: info, number: number, estimate: info.Estimate, size: class(float64(info.Procs))}
	s.join(j, key{all})
	s.join(j, key{ofQueue, int64(j.Queue)})
	s.join(j, key{ofUser, j.User})
	if !(j.estimate > 0) {
		j.estimate = 3600
		for _, g := range j.groups[:alikeOfUser] { // that of the user in the first place
			if g.runs > 0 {
				j.estimate = 2 * math.Exp(g.run)
			}
		}
	}
	j.length = class(j.estimate)
	s.join(j, key{alikeOfUser, j.User, j.size, j.length})
	s.join(j, key{alikeOfQueue, int64(j.Queue), j.size, j.length / 2})
	j.work, j.foreseen = float64(j.Procs)*j.estimate, float64(j.Procs)*j.Run
	if math.IsNaN(j.Run) {
		j.foreseen = j.work
	}
	return j
}

// join finds the group of a key for a job. A new one is kept once the job enters
// the queue.
func (s *state) join(j *job, k key) {
	g := s.groups[k]
	if g == nil {
		g = &group{lastStart: j.Submit, lastSubmit: j.Submit}
	}
	j.keys[k[0]], j.groups[k[0]] = k, g
}

// enter adds a job to the queue.
func (s *state) enter(j *job) {
	s.submitted++
	for i, k := range j.keys {
		if g := s.groups[k]; g != nil {
			j.groups[i] = g
		} else {
			s.groups[k] = j.groups[i]
		}
		j.groups[i].touched = s.submitted
	}
	j.queued = true
	s.bySize[j.size].add(1, j)
	s.byLength[j.length].add(1, j)
	for _, g := range j.groups {
		g.queued.add(1, j)
		g.lastSubmit = j.Submit
		if len(g.queue) > 2*int(g.queued.count)+recent {
			g.queue = slices.DeleteFunc(g.queue, func(j *job) bool { return !j.queued })
		}
		g.queue = append(g.queue, j)
	}
}

// leave takes a job out of the queue.
func (s *state) leave(j *job) {
	j.queued = false
	s.bySize[j.size].add(-1, j)
	s.byLength[j.length].add(-1, j)
	for _, g := range j.groups {
		g.queued.add(-1, j)
		for len(g.queue) > 0 && !g.queue[0].queued {
			g.queue[0], g.queue = nil, g.queue[1:]
		}
	}
}

// begin moves a job from the queue to the machine.
func (s *state) begin(j *job, start float64) {
	s.leave(j)
	j.start = start
	log := math.Log(max(start-j.Submit, 1))
	for _, g := range j.groups {
		g.running.add(1, j)
		g.lastStart = start
		g.started.add(j.work, start, day)
		g.lastWaits[g.waits%recent] = float32(log)
		g.waits++
		for i, weight := range [...]float64{.2, .03, .005} {
			g.average[i] += max(weight, 1/float64(g.waits)) * (log - g.average[i])
		}
		step := -.05
		if log > g.tail {
			step = .95
		}
		g.tail = max(g.tail+float64(4*max(.05, 1/float64(g.waits))*step), 0)
	}
}

// end takes a job off the machine.
func (s *state) end(j *job, now, run float64) {
	log := math.Log(max(run, 1))
	for _, g := range j.groups {
		g.running.add(-1, j)
		g.used.add(float64(j.Procs)*run, now, 3*day)
		g.runs++
		g.run += max(.1, 1/float64(g.runs)) * (log - g.run)
	}
}
