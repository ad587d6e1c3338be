package replay

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"waitbench/methods"
)

// Jobs is a list of jobs that takes half of what a slice of them would, and no more while it grows.
// They stand in blocks, by column, in 45 bytes each; only a block with a number that is no whole one
// from -1 to about 2^32, processor times aside, has them as they are.
type Jobs struct {
	blocks []jobBlock
	n      int
}

// jobBlock is blockJobs jobs, in one of the two forms; of the wide the last block has fewer.
type jobBlock struct {
	*narrowJobs
	wide []Job
}

const blockJobs = 1 << 12

// narrowJobs is jobs whose numbers are whole, each one more than it is; see set. What a replay asks for
// most, submissions and waits, stands side by side, so that a pass over them waits little for memory.
type narrowJobs struct {
	submit, wait, id, run, estimate, procs, user, executable [blockJobs]uint32

	cpu      [blockJobs]float64
	queue    [blockJobs]int32
	replayed [blockJobs]bool
}

// Len is the number of jobs.
func (l *Jobs) Len() int { return l.n }

// place is the block of job i, and its place there.
func (l *Jobs) place(i int) (b *jobBlock, k uint) {
	return &l.blocks[uint(i)/blockJobs], uint(i) % blockJobs
}

// At is job i.
func (l *Jobs) At(i int) Job {
	b, k := l.place(i)
	if b.wide != nil {
		return b.wide[k]
	}
	return Job{
		ID: int64(b.id[k]) - 1, Submit: widened(b.submit[k]), Wait: widened(b.wait[k]), Run: widened(b.run[k]), CPU: b.cpu[k],
		Estimate: widened(b.estimate[k]), Procs: int64(b.procs[k]) - 1, User: int64(b.user[k]) - 1, Executable: int64(b.executable[k]) - 1,
		queue: b.queue[k], replayed: b.replayed[k],
	}
}

// times are the submission and the wait of job i, as At has them, which a replay asks for most.
func (l *Jobs) times(i int) (submit, wait float64) {
	b, k := l.place(i)
	if b.wide != nil {
		return b.wide[k].Submit, b.wide[k].Wait
	}
	return widened(b.submit[k]), widened(b.wait[k])
}

// query writes what is known of job i at its submission, but for forecasts, as At has it.
func (l *Jobs) query(i int, q *methods.Query) {
	b, k := l.place(i)
	if b.wide != nil {
		j := &b.wide[k]
		q.Submit, q.Procs, q.Estimate, q.User, q.Executable, q.Queue = j.Submit, j.Procs, j.Estimate, j.User, j.Executable, j.queue
		return
	}
	q.Submit, q.Procs, q.Estimate = widened(b.submit[k]), int64(b.procs[k])-1, widened(b.estimate[k])
	q.User, q.Executable, q.Queue = int64(b.user[k])-1, int64(b.executable[k])-1, b.queue[k]
}

// group is what job i is grouped by, as At has it: its queue, which may be changed, its processors, and
// whether it is replayed.
func (l *Jobs) group(i int) (queue *int32, procs int64, replayed bool) {
	b, k := l.place(i)
	if b.wide != nil {
		return &b.wide[k].queue, b.wide[k].Procs, b.wide[k].replayed
	}
	return &b.queue[k], int64(b.procs[k]) - 1, b.replayed[k]
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
	if l.n%blockJobs == 0 {
		l.blocks = append(l.blocks, jobBlock{narrowJobs: new(narrowJobs)})
	}
	if b, _ := l.place(l.n); b.wide != nil {
		b.wide = append(b.wide, Job{})
	}
	l.n++
	l.Set(l.n-1, j)
}

// Set replaces job i.
func (l *Jobs) Set(i int, j Job) {
	b, k := l.place(i)
	if b.wide == nil {
		if b.set(k, &j) {
			return
		}
		l.widen(i / blockJobs)
	}
	b.wide[k] = j
}

// widen makes the jobs of a block wide.
func (l *Jobs) widen(block int) {
	first := block * blockJobs
	wide := make([]Job, min(blockJobs, l.n-first), blockJobs)
	for i := range wide {
		wide[i] = l.At(first + i)
	}
	l.blocks[block] = jobBlock{wide: wide}
}

// Clone gives the first n jobs as a list of their own.
func (l *Jobs) Clone(n int) Jobs {
	c := Jobs{slices.Clone(l.blocks[:(n+blockJobs-1)/blockJobs]), n}
	for i := range c.blocks {
		if b := &c.blocks[i]; b.wide != nil {
			b.wide = slices.Clone(b.wide[:min(blockJobs, n-i*blockJobs)])
		} else {
			narrow := *b.narrowJobs
			b.narrowJobs = &narrow
		}
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

// set replaces the job at a place; ok is false where its narrow form would not be the same.
func (b *narrowJobs) set(k uint, j *Job) (ok bool) {
	ok = true
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
	count(&b.id[k], j.ID)
	count(&b.procs[k], j.Procs)
	count(&b.user[k], j.User)
	count(&b.executable[k], j.Executable)
	number(&b.submit[k], j.Submit)
	number(&b.wait[k], j.Wait)
	number(&b.run[k], j.Run)
	number(&b.estimate[k], j.Estimate)
	b.cpu[k], b.queue[k], b.replayed[k] = j.CPU, j.queue, j.replayed
	return ok
}

// widened is the number that a narrow one stands for.
func widened(n uint32) float64 {
	if n >= infinite {
		return special[n-infinite]
	}
	return float64(int64(n) - 1)
}

var special = [...]float64{math.Inf(1), math.NaN()}
