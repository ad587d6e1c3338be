package forest

// follower follows the jobs of a log for what learns from them.
type follower struct {
	state    state
	capacity int64   // processors of the machine
	news     []int32 // jobs that have started since the last tick
}

// submitted takes a job into the queue, and gives it with its features.
func (f *follower) submitted(id int, j Job, free int64) *entry {
	slot := f.state.enter(id, j)
	e := &f.state.entries[slot]
	f.state.describe(e, free, f.capacity)
	f.state.wait(slot)
	return e
}

// Started tells that a job has left the queue for the machine.
func (f *follower) Started(id int, start float64) {
	slot := f.state.slots[id]
	e := &f.state.entries[slot]
	f.state.begin(e, start)
	e.isNew = true
	f.news = append(f.news, slot)
}

// Ended tells that a job has run for run seconds, or with run = 0 that it left the queue.
func (f *follower) Ended(id int, now, run float64) {
	slot := f.state.slots[id]
	delete(f.state.slots, id)
	e := &f.state.entries[slot]
	if e.running {
		f.state.end(e, now, run)
	} else {
		f.state.leave(e)
	}
	f.state.drop(slot)
}

// settle shows the jobs that have started since the last time, once each.
func (f *follower) settle(learn func(*entry)) {
	for _, slot := range f.news {
		e := &f.state.entries[slot]
		learn(e)
		e.isNew = false
		f.state.drop(slot)
	}
	f.news = f.news[:0]
}
