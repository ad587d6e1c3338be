package forest

// follower follows the jobs of a log, and keeps those that trees learn from.
type follower struct {
	state   state
	queues  map[int32]int32 // number of each queue, in the order of their first jobs
	jobs    map[int]*job    // queued and running jobs
	started []*job          // since the last Refit

	grower  grower
	learned int       // started jobs
	past    []pastJob // of these, the last
	due     int       // started jobs at which trees are grown
}

func newFollower(g grower, due int) follower {
	return follower{state: state{groups: map[key]*group{}}, queues: map[int32]int32{},
		jobs: map[int]*job{}, grower: g, due: due}
}

// remember keeps a started job.
func (f *follower) remember(j *job) {
	f.learned++
	f.past = append(f.past[max(len(f.past)+1-window, 0):], j.pastJob)
}

// describe returns a job that is about to join the queue of a machine with free
// processors and a capacity, with its features.
func (f *follower) describe(id int, info Submission, free, capacity int64) *job {
	number, known := f.queues[info.Queue]
	if !known { // it has this number once the job is submitted, unless another comes first
		number = int32(len(f.queues))
	}
	j := f.state.newJob(info, number)
	f.jobs[id] = j
	f.state.describe(j, free, capacity)
	return j
}

// Submitted adds a job to the queue that Forecast has seen.
func (f *follower) Submitted(id int) {
	j := f.jobs[id]
	if _, known := f.queues[j.Queue]; !known {
		f.queues[j.Queue] = int32(len(f.queues))
	}
	j.number = f.queues[j.Queue]
	f.state.enter(j)
}

// Started moves a job from the queue to the machine.
func (f *follower) Started(id int, start float64) {
	j := f.jobs[id]
	f.state.begin(j, start)
	f.started = append(f.started, j)
}

// Ended removes a job that has run for run seconds, or left the queue without a
// start.
func (f *follower) Ended(id int, now, run float64) {
	j := f.jobs[id]
	delete(f.jobs, id)
	if j.queued {
		f.state.leave(j)
	} else {
		f.state.end(j, now, run)
	}
}
