package sched

import (
	"math"
	"slices"
)

// Outlook follows a real machine and forecasts when the job that was submitted last will start and
// end, if the scheduler goes on as it would with the jobs that are there. The scheduler forecasts.
// All jobs are of one class, and none is due at a time.
//
// Looking ahead is a simulation from the present state to the start of the job. Where all nodes are
// alike it is kept: a job that is submitted before anything else has happened only joins its queue,
// last, where it changes nothing for others until it starts. So it starts either at one of the
// passes made already, if it fits beside those that wait then, or later. A job behind thousands is
// not followed to its start but estimated to wait for their work (mostStarts).
type Outlook struct {
	live  State // as things are
	plain plain // live, run on to the start of the last job, where all nodes are alike
	ahead State // live, run on to its end, where they are not
	kept  bool  // live is as it was when plain left it
	more  func(Job) float64
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
	if err := o.live.Submit(j); err != nil {
		return 0, 0, err
	}
	if !o.live.nodes.alike {
		start, end = o.run(j.ID)
		return start, end, nil
	}
	if last := o.live.waiting[len(o.live.waiting)-1]; o.continues(last) {
		o.plain.add(last)
	} else {
		o.plain.copyFrom(&o.live)
	}
	o.kept = true
	start, end = o.plain.run()
	return start, end, nil
}

// Grow tells that the machine has procs processors, no fewer than so far. See
// State.Grow.
func (o *Outlook) Grow(procs int64) {
	o.live.Grow(procs)
	o.kept = false
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

// continues reports whether the simulation can go on where it stopped: it is still that of the
// present state, and the job does not start at an earlier pass.
func (o *Outlook) continues(w waiting) bool {
	if !o.kept {
		return false
	}
	rooms := o.plain.rooms
	if now, first := o.live.now, &rooms[0]; first.at < now {
		if first.started { // but nobody has
			return false
		}
		first.at = now // nobody would start now either
	}
	return !slices.ContainsFunc(rooms[:len(rooms)-1], func(m room) bool { return m.takes(need{w.procs, w.wall}) })
}

// run simulates from the present state to the end of a job, which others may change that start
// beside it and leave.
func (o *Outlook) run(id int64) (start, end float64) {
	o.ahead.copyFrom(&o.live)
	for !slices.ContainsFunc(o.ahead.Pass(), func(j Job) bool { return j.ID == id }) {
		o.ahead.Advance(o.ahead.NextEnd())
	}
	start = o.ahead.now
	for {
		end = o.ahead.NextEnd()
		if slices.ContainsFunc(o.ahead.Advance(end), func(e End) bool { return e.ID == id }) {
			return start, end
		}
		o.ahead.Pass()
	}
}
