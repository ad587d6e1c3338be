package methods

import (
	"math"
	"slices"
	"sync"

	"waitbench/methods/lifetime"
)

// downeyLine is the jobs ahead of one, in front of those that run. It is the same for all methods
// of the family, so those that watch side by side share it: what it is told or asked more than once
// counts once. What is asked about jobs that are submitted is put off, in batches, each of which
// can be answered beside the others. An answer depends on those before it in its batch, within the
// tolerance of the solutions: on how the batches are cut, but not on when they are answered.
type downeyLine struct {
	capacity int64 // of the machine, at the last question
	oneOrder bool  // the jobs of all queues are ahead
	exactly  bool  // answers by the exact distribution are wanted too
	levels   []Level
	aside    func(work func())
	runs     lifetime.History
	ended    *Active // the last job that did
	model    lifetime.Model
	fitted   bool
	batch    *batch         // of the last questions
	last     *question      // nil once anything has happened since
	state    lifetime.State // of front
	front    lifetime.Line  // ahead of the last job that was asked about at the head of its queue
	head     *Active        // that job; nil likewise
	headAt   float64        // when that was
	running  []running      // room
	// *lifetime.State and *lifetime.Saved that batches are done with
	states, saved sync.Pool
}

const (
	batched = 128 // questions of a batch: the first places its line without starts known before
	longest = 256 // of one in which each goes on from the one before
)

// question is about a job at its submission.
type question struct {
	batch   *batch
	number  int // in the batch
	job     *Active
	placed  int // so many of those that wait were looked at
	procs   int64
	goesOn  bool // the line goes on from the question before
	model   lifetime.Model
	free    int64
	running []running
	ahead   ahead // those that wait
	// the answers: by downey, by the exact distribution, and what the latter is worked out from
	said, exactly Forecast
	saved         *lifetime.Saved
	needed        int64
	from          float64
}

// ahead is jobs that wait, in order of submission.
type ahead struct {
	sizes []int64 // processors
	jobs  []int   // numbers in the log
}

// running is a number of jobs that run.
type running struct {
	procs int64 // of each
	count int
	start float64 // seconds
}

// alike appends running jobs to a list; those of one size that started at once count as one.
func alike(list []running, jobs []*Active) []running {
	for _, j := range jobs {
		if n := len(list); n > 0 && list[n-1].procs == j.Procs && list[n-1].start == j.Start {
			list[n-1].count++
		} else {
			list = append(list, running{j.Procs, 1, j.Start})
		}
	}
	return list
}

// ask notes a question about a job that is submitted. There is none where the forecast is known at
// once.
func (d *downeyLine) ask(j *Active, m *Machine) (*question, Forecast) {
	d.capacity = m.Capacity
	before, at := d.last, len(m.Waiting)-1
	if before != nil && before.job == j {
		return before, Forecast{}
	}
	q := &question{job: j, placed: at, procs: d.width(j), free: m.Free, model: d.model}
	if before != nil && before.job.Submit == j.Submit && before.placed <= at && (d.oneOrder || before.job.Queue == j.Queue) && before.number < longest {
		q.goesOn, q.ahead = true, d.ahead(m.Waiting[before.placed:at], j)
	} else {
		d.last = nil
		if d.free(j, m, at) {
			return nil, Forecast{Turnaround: math.NaN(), Bounds: d.bounds(func(float64, int) float64 { return 0 })}
		}
		if !d.fitted {
			return nil, NoForecast
		}
		d.running = alike(d.running[:0], m.Running)
		q.running = slices.Clone(d.running)
		q.ahead = d.ahead(m.Waiting[:at], j)
		if d.batch == nil || len(d.batch.questions) >= batched {
			if d.batch != nil {
				d.batch.close()
			}
			d.batch = &batch{downeyLine: d}
		}
	}
	q.batch, q.number = d.batch, len(d.batch.questions)
	d.batch.questions = append(d.batch.questions, q)
	d.last = q
	return q, Forecast{}
}

// ahead is those of some waiting jobs that are ahead of one.
func (d *downeyLine) ahead(waiting []*Active, j *Active) (a ahead) {
	for _, other := range waiting {
		if d.isAhead(other, j) {
			a.sizes, a.jobs = append(a.sizes, d.width(other)), append(a.jobs, other.At)
		}
	}
	return a
}

func (d *downeyLine) isAhead(other, j *Active) bool { return d.oneOrder || other.Queue == j.Queue }

// free reports whether a waiting job fits and has nobody ahead of it.
func (d *downeyLine) free(j *Active, m *Machine, at int) bool {
	return d.width(j) <= m.Free && !slices.ContainsFunc(m.Waiting[:at], func(other *Active) bool { return d.isAhead(other, j) })
}

func (d *downeyLine) width(j *Active) int64 { return min(j.Procs, d.capacity) }

// atHead is the line ahead of a waiting job. ok is false where that has to wait and nothing is known of
// lifetimes.
func (d *downeyLine) atHead(now float64, m *Machine, at int) (line *lifetime.Line, ok bool) {
	d.capacity = m.Capacity
	j := m.Waiting[at]
	if d.head == j && d.headAt == now {
		return &d.front, true
	}
	d.state.Reset(d.model)
	if !d.free(j, m, at) {
		if !d.fitted {
			return nil, false
		}
		d.running = alike(d.running[:0], m.Running)
		for _, r := range d.running {
			d.state.Add(r.procs, r.count, now-r.start)
		}
	}
	d.front = d.state.Line(m.Free)
	of := d.ahead(m.Waiting[:at], j)
	var none placed
	d.front.Place(of.sizes, none.starts(of.jobs, now))
	d.head, d.headAt = j, now
	return &d.front, true
}

// Started implements Watcher.
func (d *downeyLine) Started(*Active, *Machine) { d.last, d.head = nil, nil }

// Ended implements Watcher.
func (d *downeyLine) Ended(j *Active, _, run float64, _ *Machine) {
	d.last, d.head = nil, nil
	if run > 0 && j != d.ended {
		d.ended = j
		d.runs.Insert(run)
	}
}

// Refit implements Watcher.
func (d *downeyLine) Refit(float64) {
	d.model, d.fitted = d.runs.Fit()
	d.last, d.head = nil, nil
}

// batch is questions that are answered in their order.
type batch struct {
	*downeyLine
	questions []*question
	closed    bool // there will be no more
	lock      sync.Mutex
	line      lifetime.Line // of the last that was answered
	placed    placed        // the jobs in it, and the one that was asked about
	copied    int           // jobs of its state that were saved
	plain     progress
	exact     progress
}

// progress is how far a batch is answered.
type progress struct {
	state  *lifetime.State
	done   int // questions
	failed any // the panic of the first that could not be answered
}

// close begins to answer a batch beside the pass, if that can be.
func (b *batch) close() {
	b.lock.Lock()
	b.closed = true
	b.release()
	b.lock.Unlock()
	if b.aside != nil {
		b.aside(func() {
			defer func() { _ = recover() }() // who wants the answer will see
			for _, q := range b.questions {
				b.answer(q, b.exactly)
			}
		})
	}
}

// answer answers the questions up to one.
func (b *batch) answer(q *question, exactly bool) {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.plain.to(q, b, b.say)
	if exactly {
		b.exact.to(q, b, b.sayExactly)
	}
	b.release()
}

// to goes on up to a question, with what is to be said of each.
func (p *progress) to(q *question, b *batch, say func(*lifetime.State, *question)) {
	if q.number < p.done {
		return
	}
	if p.failed != nil {
		panic(p.failed)
	}
	defer func() {
		if p.failed = recover(); p.failed != nil {
			panic(p.failed)
		}
	}()
	for ; p.done <= q.number; p.done++ {
		if p.state == nil {
			p.state, _ = b.states.Get().(*lifetime.State)
			if p.state == nil {
				p.state = &lifetime.State{}
			}
			p.state.Forget()
		}
		say(p.state, b.questions[p.done])
	}
}

// release lets go of what a batch has no more need of.
func (b *batch) release() {
	if all := len(b.questions); !b.closed || b.plain.done < all || b.exactly && b.exact.done < all {
		return
	}
	for _, p := range []*progress{&b.plain, &b.exact} {
		if p.state != nil {
			b.states.Put(p.state)
			p.state = nil
		}
	}
}

// placed is when jobs were to start, in order of submission.
type placed struct {
	jobs []int     // numbers in the log
	at   []float64 // seconds of the log
	room []float64
}

// starts is when some jobs were to start, seconds from now; NaN for those that are not among these,
// and for those before which one is gone, from where all have moved by something else. It is
// overwritten by the next call.
func (p *placed) starts(jobs []int, now float64) []float64 {
	p.room = p.room[:0]
	k := 0
	for _, job := range jobs {
		start := math.NaN()
		if k < len(p.jobs) && p.jobs[k] == job {
			start = p.at[k] - now
		}
		for k < len(p.jobs) && p.jobs[k] <= job {
			k++
		}
		p.room = append(p.room, start)
	}
	return p.room
}

// add takes up a question and when those ahead of it start, in place of all others. Where it goes on
// from the question before, the job of that is the first of them.
func (p *placed) add(q *question, starts []float64) {
	keep := 0
	if q.goesOn {
		keep = len(p.jobs) - 1
	}
	p.jobs, p.at = append(p.jobs[:keep], q.ahead.jobs...), p.at[:keep]
	for _, start := range starts {
		p.at = append(p.at, q.job.Submit+start)
	}
	p.jobs, p.at = append(p.jobs, q.job.At), append(p.at, q.job.Submit+q.said.Wait)
}

// say answers by the combined predictor.
func (b *batch) say(state *lifetime.State, q *question) {
	if !q.goesOn {
		state.Reset(q.model)
		for _, r := range q.running {
			state.Add(r.procs, r.count, q.job.Submit-r.start)
		}
		b.line, b.copied = state.Line(q.free), 0
	}
	line := &b.line
	starts := b.placed.starts(q.ahead.jobs, q.job.Submit)
	line.Place(q.ahead.sizes, starts)
	q.needed, q.from = line.Needed+q.procs, line.Last
	q.said = Forecast{Wait: line.Median(q.procs), Turnaround: math.NaN()}
	b.placed.add(q, starts)
	if q.running, q.ahead = nil, (ahead{}); q.job.Unasked {
		return
	}
	q.said.Bounds = b.bounds(func(p float64, _ int) float64 {
		return line.Combined(q.needed, p, from(p, q.from, q.said.Wait))
	})
	if b.exactly && q.said.Wait > 0 {
		if q.saved, _ = b.saved.Get().(*lifetime.Saved); q.saved == nil {
			q.saved = &lifetime.Saved{}
		}
		if n := q.number + 1; b.copied == 0 && b.closed && (n == len(b.questions) || !b.questions[n].goesOn) {
			line.Yield(q.saved)
		} else {
			b.copied = line.Save(q.saved, b.copied)
		}
	}
}

// sayExactly answers by the exact distribution, for which it looks about the other answers.
func (b *batch) sayExactly(state *lifetime.State, q *question) {
	if q.exactly = q.said; q.saved == nil {
		return
	}
	state.Load(q.saved)
	b.saved.Put(q.saved)
	q.saved = nil
	q.exactly.Wait = state.Exact(q.needed, 0.5, q.from, q.said.Wait)
	q.exactly.Bounds = b.bounds(func(p float64, i int) float64 {
		return state.Exact(q.needed, p, from(p, q.from, q.exactly.Wait), q.said.Bounds[i])
	})
}

// bounds are those of a forecast, given how long a job waits at most with a probability.
func (d *downeyLine) bounds(wait func(p float64, i int) float64) []float64 {
	bounds := make([]float64, len(d.levels))
	for i, l := range d.levels {
		if bounds[i] = math.NaN(); l.Side == Upper {
			bounds[i] = wait(l.Quantile, i)
		}
	}
	return bounds
}

// from is when the search for a quantile begins: not before the median, if it is above it.
func from(p, last, median float64) float64 {
	if p > 0.5 {
		return median
	}
	return last
}

// plain is what downey says.
func (q *question) plain() Forecast {
	q.batch.answer(q, false)
	return q.said
}

// exact is what the exact distribution says.
func (q *question) exact() Forecast {
	q.batch.answer(q, true)
	return q.exactly
}
