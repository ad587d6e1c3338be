package main

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"waitbench/swf"
)

// TestDowneyReference compares the forecasts of downey and downey-bias with the
// equations of methods/lifetime/doc.go, which it writes down again and solves
// by bisection. It follows the log by itself and shares no code with the
// methods. Points, bounds and forecasts at the head of the queue must agree
// within 1e-5 of ln(1+t). Jobs with more than 256 others ahead are skipped,
// since the methods group those.
func TestDowneyReference(t *testing.T) {
	for _, test := range []struct {
		name          string
		log           func(t *testing.T) string
		points, heads int // to be compared at least
	}{
		{"generated", generatedLog, 1_200, 150},
		{"KTH-SP2-1996-2.1-cln", nil, 19_000, 150},
		{"SDSC-SP2-1998-4.2-cln", nil, 16_000, 3_000},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.log == nil {
				run := frozenRun{log: test.name, jobs: 5000}
				test.log = run.path
			}
			compareWithEquations(t, test.log(t), test.points, test.heads)
		})
	}
}

const (
	referenceTolerance = 1e-5               // of ln(1+t)
	normal95           = 1.6448536269514722 // 0.95 quantile of the normal distribution
	fewestPairs        = 30                 // for a correction by downey-bias
	longestExact       = 256                // jobs ahead
	tickLength         = 300.0              // seconds
)

// compareWithEquations replays a log and compares every forecast of the family.
func compareWithEquations(t *testing.T, log string, points, heads int) {
	dir := t.TempDir()
	succeed(t, "replay", log, "--methods", "downey,downey-bias", "--quantiles", "0.95", "--figures", "none", "--out", dir,
		"--quiet")
	w := referenceWorld{
		capacity: 1, heads: map[int64]*referenceJob{}, submitted: &referenceLine{}, headed: &referenceLine{},
		said: map[string][2]float64{}, saidAtHead: map[string]float64{},
	}
	for _, row := range rowsOf(t, dir, "predictions.arrow", "method,job_id,bound,point,procs_range") {
		if row[4] == "all" {
			w.said[row[0]+" "+row[1]] = [2]float64{number(row[3]), number(row[2])}
		}
	}
	for _, row := range rowsOf(t, dir, "heads.arrow", "method,job_id,predicted") {
		w.saidAtHead[row[0]+" "+row[1]] = number(row[2])
	}
	for _, j := range referenceJobs(t, log, &w.capacity) {
		w.submit(j)
	}
	w.advance(math.Inf(1))
	t.Logf("%d points and bounds and %d forecasts at the head compared; skipped: %d behind more than %d jobs, %d without a forecast",
		w.compared, w.comparedHeads, w.long, longestExact, w.none)
	for i, wrong := range w.wrong {
		if i == 10 {
			t.Errorf("... and %d more", len(w.wrong)-i)
			break
		}
		t.Error(wrong)
	}
	if w.compared < points || w.comparedHeads < heads {
		t.Errorf("it compares %d points and bounds and %d heads, want %d and %d", w.compared, w.comparedHeads, points, heads)
	}
}

// rowsOf returns columns of a file of a run directory.
func rowsOf(t *testing.T, dir, file, columns string) [][]string {
	t.Helper()
	return csvRows(t, succeed(t, "cat", filepath.Join(dir, file), "--columns", columns).out)[1:]
}

// number is NaN for an empty cell.
func number(cell string) float64 {
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// referenceJob is a job of the log, with the plain forecasts of its wait.
type referenceJob struct {
	id, queue, procs         int64
	submit, wait, run, start float64 // seconds
	learn                    float64 // point to learn from at its start, NaN for none
	headLearn, headTime      float64 // the same at the head
}

// next returns the time at which the job leaves the queue or the machine.
func (j *referenceJob) next(running bool) float64 {
	if running {
		return j.start + j.run
	}
	return j.submit + j.wait
}

// referenceJobs reads the jobs that have a wait, and the machine's size.
func referenceJobs(t *testing.T, log string, capacity *int64) (jobs []*referenceJob) {
	f, err := swf.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for line, err := range f.All() {
		if err != nil {
			t.Fatal(err)
		}
		if line.Submit >= 0 && line.Wait >= 0 && line.Procs() > 0 {
			jobs = append(jobs, &referenceJob{
				id: line.ID, queue: line.Queue, procs: line.Procs(), submit: line.Submit, wait: line.Wait, run: line.Run,
				learn: math.NaN(), headLearn: math.NaN(),
			})
		}
	}
	var ok bool
	if *capacity, ok = f.Header().Int("MaxProcs"); !ok {
		t.Fatal("the log does not state its size")
	}
	slices.SortStableFunc(jobs, func(a, b *referenceJob) int { return cmp.Compare(a.submit, b.submit) })
	return jobs
}

// referenceWorld is the machine of a log, and what is known of lifetimes.
type referenceWorld struct {
	capacity          int64
	now, tick         float64
	waiting, running  []*referenceJob
	logs              []float64 // of run times, sorted
	b0, b1            float64   // b1 is 0 where there is no fit
	heads             map[int64]*referenceJob
	submitted, headed *referenceLine

	said       map[string][2]float64 // by method and job ID: point and bound
	saidAtHead map[string]float64

	compared, comparedHeads, long, none int
	wrong                               []string
}

// submit moves to the submission of a job and compares its forecasts.
func (w *referenceWorld) submit(j *referenceJob) {
	if tick := math.Floor(j.submit/tickLength) * tickLength; tick > w.tick {
		w.advance(tick)
		w.tick = tick
		w.fit()
		w.submitted.fit()
		w.headed.fit()
	}
	w.advance(j.submit)
	w.waiting = append(w.waiting, j)
	point, bound, ahead := w.forecast(j)
	said, replayed := w.said[fmt.Sprint("downey ", j.id)]
	switch {
	case ahead > longestExact:
		if w.long++; replayed {
			j.learn = said[0] // what followed from it can be compared all the same
		}
		return
	case math.IsNaN(point):
		w.none++
	default:
		if point > 1e-6 {
			j.learn = point
		}
	}
	if !replayed {
		return
	}
	w.compare(j, ahead, "point of downey", said[0], point)
	w.compare(j, ahead, "bound of downey", said[1], bound)
	said = w.said[fmt.Sprint("downey-bias ", j.id)]
	if point > 1e-6 && w.submitted.corrects {
		point, bound = w.submitted.quantile(point, 0), w.submitted.quantile(point, normal95)
	}
	w.compare(j, ahead, "point of downey-bias", said[0], point)
	w.compare(j, ahead, "bound of downey-bias", said[1], bound)
}

// compare notes where a forecast is not what the equations say.
func (w *referenceWorld) compare(j *referenceJob, ahead int, what string, got, want float64) {
	if math.IsNaN(want) && math.IsNaN(got) {
		return
	}
	w.compared++
	if !near(got, want) {
		w.wrong = append(w.wrong, fmt.Sprintf("job %d, %d ahead: %s is %v s, want %v s", j.id, ahead, what, got, want))
	}
}

// near compares forecasts as ln(1+t).
func near(got, want float64) bool {
	return math.Abs(math.Log1p(got)-math.Log1p(want)) <= referenceTolerance
}

// advance lets jobs end and start up to a time, ends first.
func (w *referenceWorld) advance(until float64) {
	for {
		next, at, running := (*referenceJob)(nil), until, false
		for _, j := range w.running {
			if t := j.next(true); t < at || t == at && next == nil {
				next, at, running = j, t, true
			}
		}
		for _, j := range w.waiting {
			if t := j.next(false); t < at || t == at && next == nil {
				next, at, running = j, t, false
			}
		}
		if at > w.now && !math.IsInf(at, 1) {
			w.atHeads()
			w.now = at
		}
		if next == nil {
			return
		}
		isNext := func(j *referenceJob) bool { return j == next }
		switch {
		case running:
			w.running = slices.DeleteFunc(w.running, isNext)
			x := math.Log(next.run)
			i, _ := slices.BinarySearch(w.logs, x)
			w.logs = slices.Insert(w.logs, i, x)
		default:
			w.waiting = slices.DeleteFunc(w.waiting, isNext)
			if next.run > 0 { // else it was cancelled
				w.running = append(w.running, next)
				next.start = at
				w.submitted.learn(next.learn, next.wait)
				w.headed.learn(next.headLearn, at-next.headTime)
			}
		}
	}
}

// atHeads compares the forecasts for jobs that have come to the head of their
// queue.
func (w *referenceWorld) atHeads() {
	seen := map[int64]bool{}
	for _, j := range w.waiting {
		if seen[j.queue] {
			continue
		}
		seen[j.queue] = true
		if w.heads[j.queue] == j {
			continue
		}
		w.heads[j.queue] = j
		point, _, _ := w.forecast(j)
		if point > 1e-6 {
			j.headLearn, j.headTime = point, w.now
		}
		for _, method := range []string{"downey", "downey-bias"} {
			got, ok := w.saidAtHead[fmt.Sprint(method, " ", j.id)]
			if !ok {
				continue
			}
			want := point
			if method == "downey-bias" && point > 1e-6 && w.headed.corrects {
				want = w.headed.quantile(point, 0)
			}
			w.comparedHeads++
			if !near(got, want) {
				w.wrong = append(w.wrong, fmt.Sprintf("job %d at the head: %s says %v s, want %v s", j.id, method, got, want))
			}
		}
	}
}

// fit is the least-squares line of (i-1/2)/n on the logarithms of n run times.
func (w *referenceWorld) fit() {
	n := float64(len(w.logs))
	var mean, xx, xy float64
	for _, x := range w.logs {
		mean += x / n
	}
	for i, x := range w.logs {
		xx += (x - mean) * (x - mean)
		xy += (x - mean) * ((float64(i)+0.5)/n - 0.5)
	}
	if w.b1 = 0; xx > 0 {
		w.b1 = xy / xx
		w.b0 = 0.5 - w.b1*mean
	}
}

// cdf is the distribution of lifetimes.
func (w *referenceWorld) cdf(t float64) float64 {
	if t <= 0 {
		return 0
	}
	return min(max(w.b0+w.b1*math.Log(t), 0), 1)
}

// placed is a job on the machine that starts at a time, seconds from now; a job
// that runs has a negative one.
type placed struct{ procs, start float64 }

// survival is the probability that a job still runs t seconds from now.
func (w *referenceWorld) survival(j placed, t float64) float64 {
	now := w.cdf(-j.start)
	if now >= 1 {
		return 0 // past tmax: it ends now
	}
	return (1 - w.cdf(t-j.start)) / (1 - now)
}

// forecast returns the median of the wait of a job from now on, its 0.95
// quantile and the number of jobs ahead in its queue. Point and bound are NaN
// where nothing is known, and behind too many jobs.
func (w *referenceWorld) forecast(j *referenceJob) (point, bound float64, ahead int) {
	free := w.capacity
	for _, r := range w.running {
		free -= r.procs
	}
	free = max(free, 0)
	var before []*referenceJob
	for _, other := range w.waiting[:slices.Index(w.waiting, j)] {
		if other.queue == j.queue {
			before = append(before, other)
		}
	}
	switch procs := min(j.procs, w.capacity); {
	case len(before) == 0 && procs <= free:
		return 0, 0, 0
	case w.b1 <= 0 || len(before) > longestExact:
		return math.NaN(), math.NaN(), len(before)
	}
	var jobs []placed
	for _, r := range w.running {
		jobs = append(jobs, placed{float64(r.procs), r.start - w.now})
	}
	needed, start := float64(-free), 0.0
	for _, other := range append(before, j) {
		procs := float64(min(other.procs, w.capacity))
		needed += procs
		if start = w.solve(jobs, needed, 0.5, 0, start); other != j {
			jobs = append(jobs, placed{procs, start})
		}
	}
	return start, w.solve(jobs, needed, 0.95, normal95, start), len(before)
}

// solve returns the time from a given one on by which n processors are free
// with probability p, z being the normal quantile of p: by predictor A where
// two jobs have n processors, else by B.
func (w *referenceWorld) solve(jobs []placed, n, p, z, from float64) float64 {
	benefactors, end := 0, from
	for _, j := range jobs {
		if j.procs >= n {
			benefactors++
		}
		end = max(end, math.Exp((1-w.b0)/w.b1)+j.start)
	}
	reached := func(t float64) bool {
		product, mean, variance := 1.0, 0.0, 0.0
		for _, j := range jobs {
			s := w.survival(j, t)
			if j.procs >= n {
				product *= s
			}
			mean += j.procs * (1 - s)
			variance += j.procs * j.procs * s * (1 - s)
		}
		if benefactors >= 2 {
			return product <= 1-p
		}
		return mean-z*math.Sqrt(variance) >= n
	}
	if n <= 0 || reached(from) {
		return from
	}
	low, high := math.Log1p(from), math.Log1p(end)
	for high-low > 1e-9 {
		if middle := (low + high) / 2; reached(math.Expm1(middle)) {
			high = middle
		} else {
			low = middle
		}
	}
	return math.Expm1(high)
}

// referenceLine is the least-squares line of downey-bias through the logarithms
// of forecast and actual waits.
type referenceLine struct {
	x, y       []float64
	b0, b1, sd float64
	corrects   bool
}

func (l *referenceLine) learn(forecast, actual float64) {
	if !math.IsNaN(forecast) {
		l.x, l.y = append(l.x, math.Log(max(forecast, 1))), append(l.y, math.Log(max(actual, 1)))
	}
}

func (l *referenceLine) fit() {
	n := float64(len(l.x))
	var x, y, xx, xy, yy float64
	for i := range l.x {
		x, y = x+l.x[i]/n, y+l.y[i]/n
	}
	for i := range l.x {
		xx += (l.x[i] - x) * (l.x[i] - x)
		xy += (l.x[i] - x) * (l.y[i] - y)
	}
	if l.corrects = len(l.x) >= fewestPairs && xx > 0; !l.corrects {
		return
	}
	l.b1 = max(xy/xx, 0)
	l.b0 = y - l.b1*x
	for i := range l.x {
		off := l.y[i] - l.b0 - l.b1*l.x[i]
		yy += off * off
	}
	l.sd = math.Sqrt(yy / (n - 2))
}

func (l *referenceLine) quantile(forecast, z float64) float64 {
	return math.Exp(l.b0 + l.b1*math.Log(max(forecast, 1)) + z*l.sd)
}

// generatedLog is a log of a made-up machine with several queues.
func generatedLog(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "generated.swf")
	succeed(t, "generate", "--days", "2", "--procs", "48", "--load", "1.1", "--seed", "3", "--out", path)
	return path
}
