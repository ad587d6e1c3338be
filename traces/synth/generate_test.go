package synth

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"waitbench/swf"
)

func generate(t testing.TB, cfg Config) *Workload {
	t.Helper()
	w, err := Generate(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestNoArrivalsByNight(t *testing.T) {
	c := Default()
	c.DayLength = 5 * hour
	last := 0.0
	for _, j := range generate(t, c).Jobs {
		if math.Mod(j.Submit, day) >= c.DayLength {
			t.Fatalf("job %d arrives at %g s, %g h into its day", j.ID, j.Submit, math.Mod(j.Submit, day)/hour)
		}
		if j.Submit < last || j.Submit >= c.span() {
			t.Fatalf("job %d arrives at %g s, the one before at %g s", j.ID, j.Submit, last)
		}
		last = j.Submit
	}
}

// The load drawn is within 4 standard errors of the one asked for: the sum of a Poisson number of
// jobs has the relative variance E[W²]/(E[W]² jobs), and E[W²]/E[W]² of the work is near that of L,
// (e^24−e^4)/20 / E[L]², times 1.1 for the spread of n/S(n).
func TestOfferedLoad(t *testing.T) {
	for _, load := range []float64{0.3, 0.8} {
		for _, crashes := range []float64{0, 0.2} {
			c := Default()
			c.Load, c.CrashShare = load, crashes
			w := generate(t, c)
			spread := 1.1 * (math.Exp(24) - math.Exp(4)) / 20 / (c.MeanWork() * c.MeanWork())
			jobs := c.expectedJobs() * (1 - crashes)
			near(t, "offered load", w.Offered, load, 4*load*math.Sqrt(spread/jobs))
			near(t, "jobs", float64(len(w.Jobs)), c.expectedJobs(), 4*math.Sqrt(c.expectedJobs()))
		}
	}
}

// Limits, wall times and what becomes of a job, as the log shows them.
func TestRecords(t *testing.T) {
	c := Default()
	killed, crashed, cancels, done := 0, 0, 0, 0
	for _, j := range generate(t, c).Jobs {
		q := c.Queues[j.Queue-1]
		if !q.takes(j.ReqProcs, j.Run) || q.MaxWall > 0 && j.ReqTime > q.MaxWall {
			t.Errorf("queue %s holds %+v", q.Name, j)
		}
		if !slices.Contains(c.Walls, j.ReqTime) {
			t.Errorf("a wall time no user asks for: %+v", j)
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

// The waits and runs of the log never hold more processors than there are.
func TestNeverTooManyProcessors(t *testing.T) {
	type step struct {
		at    float64
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
	slices.SortFunc(steps, func(a, b step) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.procs, b.procs)) })
	used, most := int64(0), int64(0)
	for _, s := range steps {
		used += s.procs
		most = max(most, used)
	}
	if most != c.Procs {
		t.Errorf("at most %d of %d processors are in use on an overloaded machine", most, c.Procs)
	}
}

// The least and the odd that a Config allows.
func TestEdges(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"one processor": func(c *Config) { c.Procs, c.MaxParallel = 1, 1 },
		"one work":      func(c *Config) { c.MinLogWork, c.MaxLogWork = 7, 7 },
		"no variance":   func(c *Config) { c.MaxVariance = 0 },
		"no night":      func(c *Config) { c.DayLength = day },
		"one queue":     func(c *Config) { c.Queues, c.Phases = []Queue{{Name: "all", Weight: 1}}, []Phase{{}} },
		"all too short": func(c *Config) { c.ShortShare = 1 },
		"all cancelled": func(c *Config) { c.CancelShare = 1 },
	} {
		t.Run(name, func(t *testing.T) {
			c := small(1)
			change(&c)
			w := generate(t, c)
			near(t, "jobs", float64(len(w.Jobs)), c.expectedJobs(), 5*math.Sqrt(c.expectedJobs()))
		})
	}
}
