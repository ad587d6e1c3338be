package synth

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"waitbench/swf"
	"waitbench/swf/swftest"
)

// small is a trace of some thousand jobs.
func small(seed uint64) Parameters {
	c := Default()
	c.Seed, c.Days = seed, 5
	return c
}

func generate(t testing.TB, cfg Parameters) *Workload {
	t.Helper()
	w, err := Generate(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func text(t testing.TB, cfg Parameters) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := generate(t, cfg).WriteSWF(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestGoldenSum: a seed makes the same bytes on every platform. The sums are
// those of this package's own output.
func TestGoldenSum(t *testing.T) {
	var got strings.Builder
	for _, seed := range []uint64{0, 1, 1997} {
		fmt.Fprintf(&got, "seed=%d %x\n", seed, sha256.Sum256(text(t, small(seed))))
	}
	swftest.Golden(t, "testdata/small.sha256", got.String())
}

// TestRoundTrip reads a trace back.
func TestRoundTrip(t *testing.T) {
	c := small(1)
	w := generate(t, c)
	r := swf.NewReader(bytes.NewReader(text(t, c)), "small")
	var jobs []swf.Job
	for j, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		j.Line = 0
		jobs = append(jobs, j)
	}
	if !slices.Equal(jobs, w.Jobs) {
		t.Errorf("%d jobs read of %d, or others", len(jobs), len(w.Jobs))
	}
	for i, q := range c.Queues {
		if name := r.Header().QueueName(int64(i) + 1); name != q.Name {
			t.Errorf("queue %d is called %q, want %q", i+1, name, q.Name)
		}
	}
}

func TestParameterErrors(t *testing.T) {
	for _, tc := range []struct {
		change func(*Parameters)
		want   string
	}{
		{func(c *Parameters) { c.Procs = 0 }, "procs is 0: not between 1 and 1000000"},
		{func(c *Parameters) { c.Days = 1e6 }, "days is 1000000: about 769679182 jobs, more than 50000000"},
		{func(c *Parameters) { c.Load = math.NaN() }, "load is NaN: not between"},
		{func(c *Parameters) { c.Load, c.Days = 1e-6, 1 }, "load is 1e-06: no job in 1 days"},
		{func(c *Parameters) { c.MaxParallel = 257 }, "max-parallel is 257: not between 1 and 256"},
	} {
		c := Default()
		tc.change(&c)
		if _, err := Generate(c); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("got %v, want %q", err, tc.want)
		}
	}
}

// TestStreamsAreApart: other queues leave arrivals and sizes as they were.
func TestStreamsAreApart(t *testing.T) {
	c := small(1)
	before := generate(t, c).Jobs
	c.Queues = c.Queues[2:]
	c.Phases = []Phase{{}}
	after := generate(t, c).Jobs
	if !slices.EqualFunc(before, after, func(a, b swf.Job) bool {
		return a.Submit == b.Submit &&
			a.ReqProcs == b.ReqProcs
	}) {
		t.Error("arrivals or processors differ")
	}
}

// TestOfferedLoad: no job arrives by night, and the load drawn is within 4
// standard errors of the requested one. The sum of a Poisson number of jobs has
// the relative variance E[W²]/(E[W]² jobs). E[W²]/E[W]² of the work is near
// the one of L, (e^24−e^4)/20 / E[L]², times 1.1 for the spread of n/S(n).
func TestOfferedLoad(t *testing.T) {
	for _, load := range []float64{0.3, 0.8} {
		c := Default()
		c.Load = load
		w := generate(t, c)
		spread := 1.1 * (math.Exp(24) - math.Exp(4)) / 20 / (c.MeanWork() * c.MeanWork())
		jobs := c.expectedJobs()
		near(t, "offered load", w.Offered, load, 4*load*math.Sqrt(spread/jobs))
		near(t, "jobs", float64(len(w.Jobs)), jobs, 4*math.Sqrt(jobs))
		last := 0.0
		for _, j := range w.Jobs {
			if math.Mod(j.Submit, day) >= dayLength || j.Submit < last || j.Submit >= c.span() {
				t.Fatalf("job %d arrives at %g s, the one before at %g s", j.ID, j.Submit, last)
			}
			last = j.Submit
		}
	}
}

// TestRecords checks limits, wall times and ends of jobs in the log.
func TestRecords(t *testing.T) {
	c := Default()
	killed, crashed, cancels, done := 0, 0, 0, 0
	for _, j := range generate(t, c).Jobs {
		q := c.Queues[j.Queue-1]
		if !q.takes(j.ReqProcs, j.Run) || q.MaxWall > 0 && j.ReqTime > q.MaxWall {
			t.Errorf("queue %s holds %+v", q.Name, j)
		}
		if !slices.Contains(walls, j.ReqTime) {
			t.Errorf("unknown wall time: %+v", j)
		}
		switch {
		case j.Status == cancelled && j.Run == -1 && j.Alloc == -1 && j.Wait >= minPatience && j.Wait <= maxPatience:
			cancels++
		case j.Alloc != j.ReqProcs || j.Wait < 0:
			t.Errorf("no run: %+v", j)
		case j.Status == failed && j.Run == 0:
			crashed++
		case j.Status == failed && j.Run == j.ReqTime:
			killed++
		case j.Status == completed && j.Run >= 1 && j.Run <= j.ReqTime:
			done++
		default:
			t.Errorf("no known end: %+v", j)
		}
	}
	if cancels < 500 || crashed < 400 || killed < 300 || done < 45_000 {
		t.Errorf("%d cancelled, %d crashed, %d killed, %d completed", cancels, crashed, killed, done)
	}
}

// TestNeverTooManyProcessors: the jobs of a log never hold more processors than
// the machine has.
func TestNeverTooManyProcessors(t *testing.T) {
	type step struct {
		time  float64
		procs int64
	}
	c := Default()
	c.Load, c.Days = 1.2, 15
	var steps []step
	for _, j := range generate(t, c).Jobs {
		if swf.Started.Rule(&j) == swf.Selected {
			steps = append(steps, step{j.Submit + j.Wait, j.Alloc}, step{j.Submit + j.Wait + j.Run, -j.Alloc})
		}
	}
	slices.SortFunc(steps, func(a, b step) int {
		return cmp.Or(cmp.Compare(a.time, b.time),
			cmp.Compare(a.procs, b.procs))
	})
	used, most := int64(0), int64(0)
	for _, s := range steps {
		used += s.procs
		most = max(most, used)
	}
	if most != c.Procs {
		t.Errorf("at most %d of %d processors are in use on an overloaded machine", most, c.Procs)
	}
}

// TestEdges generates traces with parameters at their limits.
func TestEdges(t *testing.T) {
	for name, change := range map[string]func(*Parameters){
		"one processor": func(c *Parameters) { c.Procs, c.MaxParallel = 1, 1 },
		"no variance":   func(c *Parameters) { c.MaxVariance = 0 },
		"one queue":     func(c *Parameters) { c.Queues, c.Phases = []Queue{{Name: "all", Weight: 1}}, []Phase{{}} },
	} {
		t.Run(name, func(t *testing.T) {
			c := small(1)
			change(&c)
			w := generate(t, c)
			near(t, "jobs", float64(len(w.Jobs)), c.expectedJobs(), 5*math.Sqrt(c.expectedJobs()))
		})
	}
}
