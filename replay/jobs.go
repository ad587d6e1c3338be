package replay

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"waitbench/methods"
)

// Jobs is a list of jobs that takes half of what a slice of them would, and no more while it grows.
// They stand in blocks, in 48 bytes each; only a block with a number that is no whole one from -1 to
// about 2^32, processor times aside, has them as they are.
type Jobs struct{ blocks []jobBlock }

// jobBlock is blockJobs jobs, fewer in the last one, in one of the two forms.
type jobBlock struct {
	narrow []narrowJob
	wide   []Job
}

const blockJobs = 1 << 12

// narrowJob is a job whose numbers are whole, each one more than it is; see narrow.
type narrowJob struct {
	id, submit, wait, run, estimate, procs, user, executable uint32

	cpu      float64
	queue    int32
	replayed bool
}

// Len is the number of jobs.
func (l *Jobs) Len() int {
	n := len(l.blocks)
	if n == 0 {
		return 0
	}
	last := &l.blocks[n-1]
	return (n-1)*blockJobs + len(last.narrow) + len(last.wide)
}

// At is job i.
func (l *Jobs) At(i int) Job {
	b := &l.blocks[i/blockJobs]
	if b.wide != nil {
		return b.wide[i%blockJobs]
	}
	n := &b.narrow[i%blockJobs]
	return Job{
		ID: int64(n.id) - 1, Submit: widened(n.submit), Wait: widened(n.wait), Run: widened(n.run), CPU: n.cpu, Estimate: widened(n.estimate),
		Procs: int64(n.procs) - 1, User: int64(n.user) - 1, Executable: int64(n.executable) - 1, queue: n.queue, replayed: n.replayed,
	}
}

// times are the submission and the wait of job i, as At has them, which a replay asks for most.
func (l *Jobs) times(i int) (submit, wait float64) {
	b := &l.blocks[i/blockJobs]
	if b.wide != nil {
		j := &b.wide[i%blockJobs]
		return j.Submit, j.Wait
	}
	n := &b.narrow[i%blockJobs]
	return widened(n.submit), widened(n.wait)
}

// query writes what is known of job i at its submission, but for forecasts, as At has it.
func (l *Jobs) query(i int, q *methods.Query) {
	b := &l.blocks[i/blockJobs]
	if b.wide != nil {
		j := &b.wide[i%blockJobs]
		q.Submit, q.Procs, q.Estimate, q.User, q.Executable, q.Queue = j.Submit, j.Procs, j.Estimate, j.User, j.Executable, j.queue
		return
	}
	n := &b.narrow[i%blockJobs]
	q.Submit, q.Procs, q.Estimate = widened(n.submit), int64(n.procs)-1, widened(n.estimate)
	q.User, q.Executable, q.Queue = int64(n.user)-1, int64(n.executable)-1, n.queue
}

// All gives the jobs by place.
func (l *Jobs) All() iter.Seq2[int, Job] {
	return func(yield func(int, Job) bool) {
		for i := range l.Len() {
			if !yield(i, l.At(i)) {
				return
			}
		}
	}
}

// Append adds a job.
func (l *Jobs) Append(j Job) {
	at := l.Len()
	if at%blockJobs == 0 {
		l.blocks = append(l.blocks, jobBlock{})
		if at > 0 { // a short log has no whole block
			l.blocks[at/blockJobs].narrow = make([]narrowJob, 0, blockJobs)
		}
	}
	if b := &l.blocks[at/blockJobs]; b.wide == nil {
		b.narrow = append(b.narrow, narrowJob{})
	} else {
		b.wide = append(b.wide, Job{})
	}
	l.Set(at, j)
}

// Set replaces job i.
func (l *Jobs) Set(i int, j Job) {
	b := &l.blocks[i/blockJobs]
	if b.wide == nil {
		if n, ok := narrowed(&j); ok {
			b.narrow[i%blockJobs] = n
			return
		}
		l.widen(i / blockJobs)
	}
	b.wide[i%blockJobs] = j
}

// widen makes the jobs of a block wide.
func (l *Jobs) widen(block int) {
	b := &l.blocks[block]
	wide := make([]Job, len(b.narrow), max(cap(b.narrow), 1))
	for i := range wide {
		wide[i] = l.At(block*blockJobs + i)
	}
	b.narrow, b.wide = nil, wide
}

// Clone gives the first n jobs as a list of their own.
func (l *Jobs) Clone(n int) Jobs {
	c := Jobs{slices.Clone(l.blocks[:(n+blockJobs-1)/blockJobs])}
	for i := range c.blocks {
		b, most := &c.blocks[i], min(blockJobs, n-i*blockJobs)
		b.narrow, b.wide = slices.Clone(b.narrow[:min(most, len(b.narrow))]), slices.Clone(b.wide[:min(most, len(b.wide))])
	}
	return c
}

// sort puts the jobs in order of submission, those of equal times as they are.
func (l *Jobs) sort() {
	submit := func(i int32) float64 {
		at, _ := l.times(int(i))
		return at
	}
	order, sorted := make([]int32, l.Len()), true
	for i := range order {
		order[i] = int32(i)
		sorted = sorted && (i == 0 || submit(int32(i-1)) <= submit(int32(i)))
	}
	if sorted {
		return
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(submit(a), submit(b)), cmp.Compare(a, b)) })
	var inOrder Jobs
	for _, i := range order {
		inOrder.Append(l.At(int(i)))
	}
	*l = inOrder
}

// The greatest numbers stand for what is no number.
const (
	notANumber = math.MaxUint32 - iota
	infinite
)

// narrowed gives the narrow form of a job; ok is false where it would not be the same.
func narrowed(j *Job) (n narrowJob, ok bool) {
	n, ok = narrowJob{cpu: j.CPU, queue: j.queue, replayed: j.replayed}, true
	count := func(to *uint32, x int64) {
		*to = uint32(x + 1)
		ok = ok && -1 <= x && x < infinite-1
	}
	number := func(to *uint32, x float64) {
		switch {
		case x != x:
			*to = notANumber
		case math.IsInf(x, 1):
			*to = infinite
		default:
			count(to, int64(max(min(x, infinite), -2)))
			ok = ok && math.Float64bits(widened(*to)) == math.Float64bits(x) // 0 is not -0
		}
	}
	count(&n.id, j.ID)
	count(&n.procs, j.Procs)
	count(&n.user, j.User)
	count(&n.executable, j.Executable)
	number(&n.submit, j.Submit)
	number(&n.wait, j.Wait)
	number(&n.run, j.Run)
	number(&n.estimate, j.Estimate)
	return n, ok
}

// widened is the number that a narrow one stands for.
func widened(n uint32) float64 {
	if n >= infinite {
		return special[n-infinite]
	}
	return float64(int64(n) - 1)
}

var special = [...]float64{math.Inf(1), math.NaN()}
