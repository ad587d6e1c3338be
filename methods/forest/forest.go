package forest

import (
	"math"
	"math/rand/v2"
)

const (
	window     = 15_000 // started jobs that trees may learn from
	latest     = 6000   // started jobs from which half of a sample is drawn
	mostTrees  = 24
	firstTree  = 100 // started jobs before the first tree
	treeEvery  = 20  // started jobs from a tree to the next, up to mostTrees
	renewEvery = 500 // started jobs from a tree to the next, from then on
	mostDraws  = 8
	subForests = 6
	cells      = 256         // of a distribution, over [0, 17) in ln of seconds
	cellsPer   = cells / 17. // of ln of seconds
	bend       = .2          // power of waits that trees fit
	mostShift  = 1.5         // of a wait in a leaf, in ln of seconds
)

// judged is the index of the level by which blends are judged.
const judged = 13

// blends are the shares of the difference of two jobs on the line by which a
// wait in a leaf is shifted.
var blends = [...]float32{0, .5}

// edges are the lower ends of the cells, in seconds to the Power.
var edges = func() (e [cells + 1]float32) {
	for i := range e {
		e[i] = float32(math.Exp(Power * float64(i) / cellsPer))
	}
	e[1] = 1 // waits in the first cell count as a second
	return e
}()

// bent are the values that trees fit, by cell.
var bent = func() (y [cells]float32) {
	for i := range y {
		y[i] = float32(math.Exp(bend * float64(i) / cellsPer))
	}
	return y
}()

// shifts are the shifts of the second blend by the difference on the line, all
// in cells.
var shifts = func() (s [2 * cells]int) {
	for d := range s {
		shift := float64(blends[1]) * float64(d-cells)
		s[d] = int(math.Round(min(max(shift, -mostShift*cellsPer), mostShift*cellsPer)))
	}
	return s
}()

// cell returns the cell of a logarithm.
func cell(log float64) uint8 { return uint8(min(float64(log*cellsPer), cells-1)) }

// Forest follows the jobs of a log and forecasts the distributions of their
// waits.
type Forest struct {
	state   state
	queues  map[int32]int32 // number of each queue, in the order of their first jobs
	jobs    map[int]*job    // queued and running jobs
	started []*job          // since the last Refit

	known  int       // started jobs that are learned
	past   []pastJob // the last of them, up to twice the window
	line   *line
	losses map[int32]*losses // by queue

	grower grower
	rng    *rand.Rand
	trees  []tree
	oldest int // index of the tree that the next one replaces
	due    int // started jobs at which it is grown

	curve  [len(Levels)]float32 // of the last job
	counts [subForests][len(blends)]cellCounts
}

// losses are moving averages of the pinball losses of the blends in a queue, in
// seconds.
type losses struct {
	jobs int
	mean [len(blends)]float64
}

// cellCounts is a histogram of waits.
type cellCounts [cells]uint8

// New returns a forest that has seen no jobs.
func New() *Forest {
	rng := rand.New(rand.NewPCG(1, 2))
	return &Forest{
		state: state{groups: map[key]*group{}}, queues: map[int32]int32{}, jobs: map[int]*job{},
		line: newLine(), losses: map[int32]*losses{}, grower: newGrower(rng), rng: rng, due: firstTree,
	}
}

// Submitted adds a job to the queue of a machine with free processors and a
// capacity. It returns the distribution of its wait, valid until the next job,
// or nil if too little is known yet. It also returns nil unless wanted, which
// must be the same for all jobs of a queue.
func (f *Forest) Submitted(id int, info Submission, free, capacity int64, wanted bool) Curve {
	if _, ok := f.queues[info.Queue]; !ok {
		f.queues[info.Queue] = int32(len(f.queues))
	}
	info.Queue = f.queues[info.Queue]
	j := f.state.newJob(info)
	f.jobs[id] = j
	f.state.describe(j, free, capacity)
	f.state.enter(j)
	j.line = cell(f.line.at(&j.x))
	if len(f.trees) == 0 || !wanted {
		return nil
	}
	f.distribute(j)
	return f.curve[:]
}

// Started moves a job from the queue to the machine.
func (f *Forest) Started(id int, start float64) {
	j := f.jobs[id]
	f.state.begin(j, start)
	f.started = append(f.started, j)
}

// Ended removes a job that has run for run seconds, or left the queue without a
// start.
func (f *Forest) Ended(id int, now, run float64) {
	j := f.jobs[id]
	delete(f.jobs, id)
	if j.running {
		f.state.end(j, now, run)
	} else {
		f.state.leave(j)
	}
}

// Refit learns from the jobs that have started since the last time.
func (f *Forest) Refit() {
	for _, j := range f.started {
		f.learn(j)
	}
	f.started = f.started[:0]
	for f.known >= f.due {
		f.renew()
	}
}

// learn adds a started job to all that is learned from.
func (f *Forest) learn(j *job) {
	wait := j.start - j.Submit
	log := math.Log(max(wait, 1))
	f.line.add(&j.x, log)
	f.judge(j, wait)
	p := pastJob{j.codes, outcome{cell(log), j.line}}
	for i := range f.trees {
		f.trees[i].leaf(&p.codes).add(p.outcome)
	}
	f.known++
	if f.past = append(f.past, p); len(f.past) == 2*window {
		f.past = f.past[:copy(f.past, f.past[window:])]
	}
}

// renew grows a tree, which replaces the oldest once there are all.
func (f *Forest) renew() {
	f.due += treeEvery
	if len(f.trees) < mostTrees {
		f.trees = append(f.trees, tree{})
		f.oldest = len(f.trees) - 1
	} else {
		f.due += renewEvery - treeEvery
	}
	past := f.remembered()
	t := f.grower.grow(f.sample(past))
	for i := range past {
		t.leaf(&past[i].codes).add(past[i].outcome)
	}
	f.trees[f.oldest] = t
	f.oldest = (f.oldest + 1) % mostTrees
}

// remembered returns the started jobs that trees may learn from.
func (f *Forest) remembered() []pastJob { return f.past[max(len(f.past)-window, 0):] }

// sample draws jobs for a tree, every other one from the latest. It keeps a
// drawn job whose queue has a share p of all jobs with probability (20 p)^-1/2.
func (f *Forest) sample(past []pastJob) (rows [sampled]*pastJob) {
	var keep [256]float64 // by queue
	for i := range past {
		keep[past[i].queue()]++
	}
	for q, n := range keep {
		keep[q] = 1 / math.Sqrt(20*(n/float64(len(past))))
	}
	for i := range rows {
		from := len(past)
		if i%2 == 0 {
			from = min(from, latest)
		}
		for try := 1; ; try++ {
			rows[i] = &past[len(past)-1-f.rng.IntN(from)]
			if try == mostDraws || f.rng.Float64() < keep[rows[i].queue()] {
				break
			}
		}
	}
	return rows
}

// distribute sets the curve to the distribution of the wait of a job.
func (f *Forest) distribute(j *job) {
	var totals [subForests]int
	for k := range f.trees {
		counts, outcomes := &f.counts[k%subForests], f.trees[k].leaf(&j.codes).outcomes()
		totals[k%subForests] += len(outcomes)
		for _, o := range outcomes {
			counts[0][o.wait]++
			if o.wait > 0 {
				shift := shifts[cells+int(j.line)-int(o.line)]
				o.wait = uint8(min(max(int(o.wait)+shift, 0), cells-1))
			}
			counts[1][o.wait]++
		}
	}
	var sums [len(blends)][len(Levels)]float32
	subs := min(len(f.trees), subForests)
	for k := range subs {
		for b := range blends {
			f.counts[k][b].quantiles(&sums[b], totals[k])
		}
	}
	weights := f.weights(j.Queue)
	for b := range blends {
		j.points[b] = sums[b][judged] / float32(subs)
	}
	for i := range f.curve {
		mean := float32(0)
		for b := range blends {
			mean += float32(weights[b] * sums[b][i])
		}
		f.curve[i] = mean / float32(subs)
	}
}

// quantiles adds the quantiles of a histogram of total waits, in seconds to the
// Power, to sums. It empties the histogram.
func (c *cellCounts) quantiles(sums *[len(Levels)]float32, total int) {
	below, level, rank := float32(0), 0, float32(float32(total)*levels[0])
	for i, count := range c {
		if count == 0 {
			continue
		}
		here := float32(count)
		from, slope := edges[i], (edges[i+1]-edges[i])/here
		for ; rank <= below+here; rank = float32(float32(total) * levels[level]) {
			sums[level] += from + float32((rank-below)*slope)
			level++
		}
		below += here
	}
	*c = cellCounts{}
}

// judge adds the losses of the blends on a job whose wait is known.
func (f *Forest) judge(j *job, wait float64) {
	if j.points[0] == 0 {
		return
	}
	l := f.losses[j.Queue]
	if l == nil {
		l = &losses{}
		f.losses[j.Queue] = l
	}
	l.jobs++
	for b, point := range j.points {
		d := wait - math.Pow(float64(point), 1/Power)
		loss := 1 + max(Levels[judged]*d, (Levels[judged]-1)*d)
		l.mean[b] += max(.002, 1/float64(l.jobs)) * (loss - l.mean[b])
	}
}

// weights returns the weights of the blends in a queue: the inverse fourth
// powers of their losses.
func (f *Forest) weights(queue int32) (w [len(blends)]float32) {
	l := f.losses[queue]
	if l == nil {
		l = &losses{}
	}
	var parts [len(blends)]float64
	sum := 0.0
	for b, mean := range l.mean {
		odds := (l.mean[0] + 1) / (mean + 1)
		parts[b] = odds * odds * odds * odds
		sum += parts[b]
	}
	for b := range w {
		w[b] = float32(parts[b] / sum)
	}
	return w
}
