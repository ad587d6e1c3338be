package sched

import (
	"math"
	"slices"
)

// Outlook follows a real machine and forecasts when the job that was submitted last will start and
// end, if the scheduler goes on as it would with the jobs that are there. The scheduler forecasts,
// and all jobs are of one class.
//
// Looking ahead is a simulation from the present state to the start of the job. The simulation is
// kept: a job that is submitted before anything else has happened only joins its queue, last, where
// it changes nothing for others until it starts. So it starts either at one of the passes made
// already, if it fits beside those that wait then, or later.
type Outlook struct {
	live  State // as things are
	ahead State // live, run on to the pass that started the last job
	made  []made
	kept  bool // live is as it was when ahead left it
	last  Job  // submitted
	more  func(Job) float64
}

// made is a pass of the simulation, and what it left for a job at the end of the queue: so many
// processors, all of them until the shadow, and extra of them for longer.
type made struct {
	at      float64
	started bool // somebody
	free    int64
	extra   int64
	shadow  float64 // NaN where nobody looked for it
}

// takes reports whether a job that runs that long might have started at the pass.
func (m *made) takes(j *Job, wall float64) bool {
	return j.Procs <= m.free && (j.Procs <= m.extra || math.IsNaN(m.shadow) || m.at+wall <= m.shadow)
}

// NewOutlook is an outlook on a machine without jobs. more gives the run time, in seconds, that a
// job is believed to have when it has run for Job.Run.
func NewOutlook(m Machine, d Discipline, more func(Job) float64) (*Outlook, error) {
	live, err := NewState(m, Policy{Discipline: d, KnowsEnds: true}, math.Inf(-1), nil)
	if err != nil {
		return nil, err
	}
	return &Outlook{live: *live, more: more}, nil
}

// Submit puts a job into the queue at time now and tells when it will start and end; seconds. See
// State.Submit for errors.
func (o *Outlook) Submit(now float64, j Job) (start, end float64, err error) {
	o.move(now)
	o.last = j
	if err := o.live.Submit(j); err != nil {
		return 0, 0, err
	}
	if o.continues() {
		_ = o.ahead.Submit(j) // which live has taken
	} else {
		o.ahead.copyFrom(&o.live)
		o.made = append(o.made[:0], made{})
	}
	for !o.pass() {
		o.ahead.Advance(o.ahead.NextEnd())
		o.made = append(o.made, made{})
	}
	o.kept = o.live.nodes.alike
	start, end = o.ahead.now, o.ahead.runs[o.ahead.slotOf(j.ID)].end
	if o.live.nodes.shared() {
		end = o.finish()
	}
	return start, end, nil
}

// Begin tells that a waiting job has started; false where it does not wait. Where there is too
// little room it holds what there is.
func (o *Outlook) Begin(now float64, id int64) bool {
	o.move(now)
	o.kept = false
	return o.live.Begin(id)
}

// Finish tells that a running job has ended, or that a waiting one has left; false where there is
// no such job.
func (o *Outlook) Finish(now float64, id int64) bool {
	o.move(now)
	o.kept = false
	return o.live.Finish(id) || o.live.Withdraw(id)
}

func (o *Outlook) move(now float64) {
	if o.live.Move(now, o.more) {
		o.kept = false
	}
}

// pass makes a pass, maybe once more at the same time, and notes what it leaves; true if it started
// the job.
func (o *Outlook) pass() bool {
	s := &o.ahead
	started := s.Pass()
	m := made{at: s.now, started: o.made[len(o.made)-1].started || len(started) > 0, free: s.nodes.free(), shadow: math.NaN()}
	switch {
	case len(s.waiting) == 0:
		m.shadow = math.Inf(1)
	case s.policy.Discipline == FCFS:
		m.free = 0
	case s.looked:
		m.shadow, m.extra = s.shadow, s.extra
	}
	o.made[len(o.made)-1] = m
	return slices.ContainsFunc(started, func(j Job) bool { return j.ID == o.last.ID })
}

// continues reports whether the simulation can go on where it stopped: it is still that of the
// present state, and the job does not start at an earlier pass.
func (o *Outlook) continues() bool {
	if !o.kept {
		return false
	}
	if now, first := o.live.now, &o.made[0]; first.at < now {
		if first.started { // but nobody has
			return false
		}
		first.at = now // nobody would start now either
	}
	wall := o.ahead.wall(&o.last)
	return !slices.ContainsFunc(o.made[:len(o.made)-1], func(m made) bool { return m.takes(&o.last, wall) })
}

// finish runs the simulation on to the end of the job: others may start beside it and leave.
func (o *Outlook) finish() float64 {
	for {
		t := o.ahead.NextEnd()
		for _, e := range o.ahead.Advance(t) {
			if e.ID == o.last.ID {
				return t
			}
		}
		o.ahead.Pass()
	}
}
