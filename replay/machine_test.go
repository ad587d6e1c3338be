package replay

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"waitbench/methods"
	"waitbench/swf"
)

// machineLog is a random log on a machine of 32 processors: many equal times,
// zero waits, jobs cancelled in the queue, jobs without a size, more running
// than fits.
func machineLog(seed uint64, n int) *Log {
	rng := rand.New(rand.NewPCG(seed, 3))
	t := &Log{Name: "random", Header: &swf.Header{}, Queues: []Queue{{Name: "a"}, {Name: "b"}}}
	t.Header.Add("MaxProcs", "32")
	now := 0.0
	for i := range n {
		if rng.IntN(3) > 0 {
			now += float64(rng.IntN(200))
		}
		if rng.IntN(10) == 0 { // on a tick
			now = math.Ceil(now/300) * 300
		}
		j := Job{
			ID: int64(i + 1), Submit: now, Wait: float64(rng.IntN(5) * rng.IntN(300)), Run: float64(1 + rng.IntN(4)*rng.IntN(600)), CPU: -1,
			Estimate: -1, Procs: 1 + rng.Int64N(8), User: rng.Int64N(5) - 1, Executable: rng.Int64N(3) - 1, queue: int32(rng.IntN(2)),
		}
		switch rng.IntN(12) {
		case 0: // cancelled
			j.Run, j.unselected = -float64(rng.IntN(2)), true
		case 1:
			j.Procs = 20 + rng.Int64N(30)
		case 2: // start on a tick
			j.Wait = math.Ceil((now+j.Wait)/300)*300 - now
		case 3:
			j.unselected = true
		}
		if rng.IntN(40) == 0 {
			j.Procs = -1
		}
		if rng.IntN(2) == 0 {
			j.Estimate = 60 * float64(1+rng.IntN(60))
		}
		if j.Run > 0 && rng.IntN(2) == 0 {
			j.CPU = math.Floor(j.Run * rng.Float64())
		}
		t.Jobs = append(t.Jobs, j)
	}
	return t
}

// change changes the jobs of a log.
func change(t *Log, how func(i int, j *Job)) {
	for i := range t.Jobs {
		how(i, &t.Jobs[i])
	}
}

// happening is an event of a log in the order in which they must be told.
type happening struct {
	time float64
	// 0 ends, 1 starts, 2 submissions, with the starts of jobs that do not wait
	// between them
	phase int
	job   int
	then  int // 1 for the start of a job that does not wait
	kind  string
}

func (a happening) compare(b happening) int {
	return cmp.Or(cmp.Compare(a.time, b.time), a.phase-b.phase, a.job-b.job, a.then-b.then)
}

// happenings lists the events of a log, those without a size left out.
func happenings(jobs []Job) []happening {
	var found []happening
	for i, j := range jobs {
		if j.Procs <= 0 {
			continue
		}
		start := happening{time: j.Start(), phase: 1, job: i, kind: "start"}
		if j.Wait == 0 {
			start.phase, start.then = 2, 1
		}
		if j.Run <= 0 {
			start.kind = "leave"
		} else {
			found = append(found, happening{time: j.Start() + j.Run, phase: 0, job: i, kind: "end"})
		}
		found = append(found, start, happening{time: j.Submit, phase: 2, job: i, kind: "submit"})
	}
	slices.SortFunc(found, happening.compare)
	return found
}

// stateAfter is the machine after the first k events, rebuilt from all of them.
// With a capacity of 0 it is the most that was used or requested so far.
func stateAfter(jobs []Job, events []happening, k int, stated int64) (running, waiting []int, used, capacity int64) {
	capacity = stated
	know := func(procs int64) {
		if stated == 0 {
			capacity = max(capacity, procs)
		}
	}
	for _, e := range events[:k] {
		switch e.kind {
		case "submit":
			waiting = append(waiting, e.job)
			know(jobs[e.job].Procs)
		case "start":
			running = append(running, e.job)
			used += jobs[e.job].Procs
			know(used)
			fallthrough
		case "leave":
			waiting = slices.DeleteFunc(waiting, func(at int) bool { return at == e.job })
		case "end":
			running = slices.DeleteFunc(running, func(at int) bool { return at == e.job })
			used -= jobs[e.job].Procs
		}
	}
	return running, waiting, used, capacity
}

// witness is a HeadForecaster that compares all it is shown with the machine
// rebuilt naively.
type witness struct {
	t      *testing.T
	jobs   []Job
	queues []Queue
	stated int64       // processors of the machine; 0 for one that grows
	events []happening // to come about
	seen   int
	refits []float64
	heads  []Head
}

func (w *witness) see(kind string, at int, now float64, m *methods.Machine) {
	w.t.Helper()
	if w.seen == len(w.events) {
		w.t.Fatalf("%s of job %d at %v is too much", kind, at, now)
	}
	if e := w.events[w.seen]; e.kind != kind || e.job != at || e.time != now {
		w.t.Fatalf("event %d: %s of job %d at %v, want %+v", w.seen, kind, at, now, e)
	}
	w.seen++
	w.compare(m)
}

func (w *witness) compare(m *methods.Machine) {
	w.t.Helper()
	running, waiting, used, capacity := stateAfter(w.jobs, w.events, w.seen, w.stated)
	if got := places(m.Running); !slices.Equal(got, running) {
		w.t.Fatalf("after event %d: running %v, want %v", w.seen, got, running)
	}
	if got := places(m.Waiting); !slices.Equal(got, waiting) {
		w.t.Fatalf("after event %d: waiting %v, want %v", w.seen, got, waiting)
	}
	if free := max(capacity-used, 0); m.Free != free || m.Capacity != capacity {
		w.t.Fatalf("after event %d: %d of %d processors free, want %d of %d", w.seen, m.Free, m.Capacity, free, capacity)
	}
	for _, j := range m.Running {
		if j.Start != w.jobs[j.Index].Start() {
			w.t.Fatalf("job %d started at %v, want %v", j.Index, j.Start, w.jobs[j.Index].Start())
		}
	}
}

func places(jobs []*methods.QueuedJob) []int {
	var x []int
	for _, j := range jobs {
		x = append(x, j.Index)
	}
	return x
}

func (w *witness) Forecast(j *methods.QueuedJob, m *methods.Machine) methods.Forecast {
	w.see("submit", j.Index, j.Submit, m)
	job := &w.jobs[j.Index]
	want := methods.Query{
		Submit: job.Submit, Procs: job.Procs, Estimate: job.Estimate, User: job.User, Executable: job.Executable, Queue: job.queue, Index: j.Index,
	}
	if j.Forecast = (methods.Forecast{}); !reflect.DeepEqual(j.Query, want) || m.Waiting[len(m.Waiting)-1] != j {
		w.t.Fatalf("job %d is told as %+v, want %+v", j.Index, j.Query, want)
	}
	return methods.Forecast{Wait: float64(j.Index), Turnaround: math.NaN()}
}

func (w *witness) Submitted(*methods.QueuedJob, *methods.Machine) {}

func (w *witness) Started(j *methods.QueuedJob, m *methods.Machine) {
	w.see("start", j.Index, j.Start, m)
}

func (w *witness) Ended(j *methods.QueuedJob, now, run float64, m *methods.Machine) {
	kind, want := "end", w.jobs[j.Index].Run
	if want <= 0 {
		kind, want = "leave", 0
	}
	w.see(kind, j.Index, now, m)
	if run != want {
		w.t.Fatalf("job %d ran for %v s, want %v s", j.Index, run, want)
	}
}

// Refit: all ends and starts up to now have been told, and nothing from behind
// it.
func (w *witness) Refit(now float64) {
	w.refits = append(w.refits, now)
	if w.seen < len(w.events) && w.events[w.seen].compare(happening{time: now, phase: 2}) < 0 {
		w.t.Fatalf("refit at %v before %+v", now, w.events[w.seen])
	}
	if w.seen > 0 && w.events[w.seen-1].time > now {
		w.t.Fatalf("refit at %v after %+v", now, w.events[w.seen-1])
	}
}

// Head: all that happens now has happened.
func (w *witness) Head(now float64, m *methods.Machine, at int) methods.Forecast {
	if w.events[w.seen-1].time > now || w.seen < len(w.events) && w.events[w.seen].time <= now {
		w.t.Fatalf("head at %v between %+v and what follows", now, w.events[w.seen-1])
	}
	w.compare(m)
	w.heads = append(w.heads, Head{Job: m.Waiting[at].Index, Time: now})
	return methods.Forecast{Wait: 7}
}

// headsOf lists which jobs are first in their queue, or of all, once all has
// happened that happens at a time.
func headsOf(jobs []Job, events []happening, oneOrder bool) []Head {
	var heads []Head
	headOf := map[int32]int{} // by queue
	for k := 1; k < len(events); k++ {
		now := events[k-1].time
		if events[k].time == now {
			continue
		}
		_, waiting, _, _ := stateAfter(jobs, events, k, 0)
		met := map[int32]bool{}
		for _, at := range waiting {
			queue := jobs[at].queue
			if oneOrder {
				queue = 0
			}
			if before, ok := headOf[queue]; !met[queue] && (!ok || before != at) {
				heads = append(heads, Head{Job: at, Time: now})
				headOf[queue] = at
			}
			met[queue] = true
		}
	}
	return heads
}

func ticksOf(jobs []Job, epoch float64) []float64 {
	var ticks []float64
	for _, j := range jobs {
		tick := j.Submit
		if epoch > 0 {
			tick = math.Floor(j.Submit/epoch) * epoch
			if n := len(ticks); n > 0 && ticks[n-1] == tick {
				continue
			}
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// TestMachineAgainstNaive rebuilds the machine from nothing at every event of
// random logs.
func TestMachineAgainstNaive(t *testing.T) {
	over, heads := 0, 0
	for seed := range uint64(30) {
		log := machineLog(seed, 250)
		jobs := log.Jobs
		for i, epoch := range []float64{300, 0} {
			oneOrder := (int(seed)+i)%2 == 0
			stated := []int64{32, 0}[seed%2] // by the header, by nothing
			if log.Header = machineLog(seed, 0).Header; stated == 0 {
				log.Header = &swf.Header{}
			}
			w := &witness{t: t, jobs: jobs, queues: log.Queues, stated: stated, events: happenings(jobs)}
			kind := &methods.ForecasterSpec{Name: "witness", OneOrder: oneOrder, New: func(methods.LogInfo) (methods.Forecaster, error) { return w, nil }}
			got, err := (&Engine{Workers: 1}).Forecast(context.Background(), log, []*methods.ForecasterSpec{kind}, settings95, levels95, Config{Epoch: epoch})
			if err != nil {
				t.Fatal(err)
			}
			if w.seen != len(w.events) {
				t.Fatalf("seed %d: %d of %d events", seed, w.seen, len(w.events))
			}
			if want := ticksOf(jobs, epoch); !slices.Equal(w.refits, want) {
				t.Fatalf("seed %d, epoch %v: refits at %v, want %v", seed, epoch, w.refits, want)
			}
			if want := headsOf(jobs, w.events, oneOrder); !slices.Equal(w.heads, want) {
				t.Fatalf("seed %d: heads %v, want %v", seed, w.heads, want)
			}
			w.compareResult(got, got.Forecasts[kind])
			over, heads = over+got.Machine.Over, heads+len(w.heads)
		}
	}
	if over == 0 || heads == 0 {
		t.Errorf("%d starts that did not fit, %d heads of the queue: they test too little", over, heads)
	}
}

// compareResult checks what is counted and what is kept of the forecasts.
func (w *witness) compareResult(got *LogForecasts, f *Forecasts) {
	over, unsized := 0, 0
	for k, e := range w.events {
		if _, _, used, capacity := stateAfter(w.jobs, w.events, k+1, w.stated); e.kind == "start" && used > capacity {
			over++
		}
	}
	_, _, _, capacity := stateAfter(w.jobs, w.events, len(w.events), w.stated)
	for i, j := range w.jobs {
		want := math.NaN()
		if j.Procs <= 0 {
			unsized++
		} else {
			want = float64(i)
		}
		if x := f.at(i); !same(x.Wait, want) || !math.IsNaN(x.Turnaround) {
			w.t.Fatalf("forecast %+v is kept for job %d, want the point %v", x, i, want)
		}
	}
	if got.Machine.Over != over || got.Machine.Unsized != unsized || got.Machine.Processors != capacity || len(f.Bounds) > 0 {
		w.t.Fatalf("%+v, want %d starts that did not fit, %d jobs without a size", got, over, unsized)
	}
	var heads []Head
	for _, h := range w.heads {
		if j := &w.jobs[h.Job]; !j.unselected && j.Run > 0 {
			heads = append(heads, Head{h.Job, j.ID, w.queues[j.queue].Name, h.Time, 7, j.Start() - h.Time})
		}
	}
	if !slices.Equal(f.Heads, heads) {
		w.t.Fatalf("heads %v are kept, want %v", f.Heads, heads)
	}
}

// same is equality, with NaN equal to itself.
func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

func TestCapacity(t *testing.T) {
	// 5 and 6 processors run together from 30 to 40. A job requests 9 and is
	// cancelled.
	jobs := line(1, 0, 0, 30, 4, 4, 1, 1) + line(2, 5, 5, 30, 5, 5, 1, 1) + line(3, 6, 24, 30, 6, 6, 1, 1) + line(4, 7, 23, 0, 9, 9, 1, 1)
	for _, test := range []struct {
		header, source string
		want           int64
	}{
		{"; MaxNodes: 16\n; MaxProcs: 64\n", "MaxProcs", 64},
		{"; MaxNodes: 16\n; MaxProcs: -1\n", "MaxNodes", 16},
		{"; MaxNodes: 16\n", "MaxNodes", 16},
		{"; Computer: none\n", LargestYet, 11},
	} {
		log, err := load(t, test.header+jobs, swf.Started)
		if err != nil {
			t.Fatal(err)
		}
		got, err := (&Engine{Workers: 2}).Forecast(context.Background(), log, nil, settings95, levels95, Config{Epoch: 300})
		if err != nil || got.Machine.Processors != test.want || got.Machine.Source != test.source {
			t.Errorf("%q: %+v, %v, want %d by %s", test.header, got, err, test.want, test.source)
		}
	}
}
