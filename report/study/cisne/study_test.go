package cisne

import (
	"math"
	"strings"
	"testing"

	"waitbench/methods/sched"
)

// dedicated is the study without anything that the model of sdpn does not know:
// no local users, and jobs that take as long as declared.
func dedicated() Config {
	c := Default()
	c.Share, c.Traffic, c.Variation = [2]float64{}, 0, 0
	return c
}

// noting is a belief that notes its prediction for every job, and the actual
// times.
type noting struct {
	*belief
	predicted, actual map[int]jobTimes
}

func (n *noting) predict(t *truth, j *job) (jobTimes, error) {
	predicted, err := n.belief.predict(t, j)
	n.predicted[j.index] = predicted
	return predicted, err
}

func (n *noting) ended(t *truth, r *runningJob) {
	n.belief.ended(t, r)
	n.actual[r.index] = jobTimes{r.start - r.submit, t.now - r.submit}
}

func follow(t *testing.T, c *Config, set Setting, method string) *noting {
	t.Helper()
	cluster := c.newTruth(set, 1, 0, c.Jobs)
	n := &noting{analytic(method), map[int]jobTimes{}, map[int]jobTimes{}}
	cluster.beliefs, cluster.scorers = []*belief{n.belief}, []*scorer{{predictor: n}}
	if set.Discipline != FCFS {
		cluster.scheduler = n.belief
	}
	if err := cluster.simulate(); err != nil {
		t.Fatal(err)
	}
	return n
}

func wantNear(t *testing.T, name string, got, want jobTimes) {
	t.Helper()
	for _, x := range [][2]float64{{got.wait, want.wait}, {got.turnaround, want.turnaround}} {
		if !(math.Abs(x[0]-x[1]) <= 1e-6*max(1, want.turnaround)) {
			t.Errorf("%s: predicted %+v, was %+v", name, got, want)
			return
		}
	}
}

// TestExact: sdpn and hanzich are right on a dedicated cluster of equal nodes
// that no jobs share, where first come first served later jobs change nothing.
func TestExact(t *testing.T) {
	c := dedicated()
	for _, selection := range []sched.Selection{sched.Normal, sched.Uniform} {
		for _, method := range []string{SDPN, SDPN30, Hanzich} {
			w := follow(t, &c, Setting{Discipline: FCFS, Selection: selection, Limit: 1}, method)
			waited := 0
			for i := range c.Jobs {
				wantNear(t, method, w.predicted[i], w.actual[i])
				if w.actual[i].wait > 0 {
					waited++
				}
			}
			if waited < 10 {
				t.Errorf("only %d jobs waited", waited)
			}
		}
	}
}

// TestExactLast: sdpn is right about the last job also with unlike nodes,
// saturated links and shared nodes, as no job comes after it. So placement,
// progress and slowdowns are the same in both simulations.
func TestExactLast(t *testing.T) {
	c := dedicated()
	c.Powers = []float64{1, .8, .6, .5}
	for _, d := range []Discipline{FCFS, EASY} {
		for _, selection := range []sched.Selection{sched.Normal, sched.Uniform} {
			for _, saturated := range []bool{false, true} {
				for jobs := 20; jobs <= 90; jobs += 14 {
					c.Jobs = jobs
					w := follow(t, &c, Setting{Discipline: d, Selection: selection, Limit: 3, Saturated: saturated},
						SDPN)
					last := jobs - 1
					wantNear(t, string(d)+" "+selection.String(), w.predicted[last], w.actual[last])
				}
			}
		}
	}
}

// TestProgress: a job of two tasks alone, by hand. Its nodes have powers 1 and
// 1/2, so it processes at half speed: 10 s take 20 s, and 4 s of communication
// over a link of 10 MB/s of which 20 are wanted take 8 s.
func TestProgress(t *testing.T) {
	c := dedicated()
	c.Nodes, c.Powers, c.Link = 2, []float64{1, .5}, 10
	c.Tasks = []int{2}
	c.Kernels = []Kernel{{"K", "A", 20, .4, 20, 0}}
	c.Jobs = 1
	w := follow(t, &c, Setting{Discipline: FCFS, Selection: sched.Normal, Limit: 1}, SDPN)
	wantNear(t, "alone", w.actual[0], jobTimes{0, 28})
	wantNear(t, "alone", w.predicted[0], jobTimes{0, 28})
}

// TestLocal: local users work a quarter of the time and then take .6 of the
// processor: 15 %, as the paper measured.
func TestLocal(t *testing.T) {
	c := Default()
	cluster := c.newTruth(Setting{Discipline: FCFS, Selection: sched.Normal, Limit: 1}, 1, 0, 1)
	sum, n := 0.0, 0.0
	for ; cluster.now < 40_000; cluster.now += 10 {
		for _, idle := range cluster.sample(0).idle {
			sum += 1 - idle
			n++
		}
	}
	// Periods of 80 s on 16 nodes: 8,000 of them, whose shares vary by about
	// their mean, so four standard errors are below .01.
	if used := sum / n; math.Abs(used-.15) > .01 {
		t.Errorf("local users take %.3f of the processors", used)
	}
}

// TestCheck: the file of assumed values is read, and wrong values are named.
func TestCheck(t *testing.T) {
	c := Default()
	if len(c.Kernels) != 8 || c.Kernels[7] != (Kernel{"BT", "B", 1450, .05, 12, 1200}) ||
		c.Share != [2]float64{.3, .9} ||
		c.Check() != nil {
		t.Errorf("%+v: %v", c.Assumed, c.Check())
	}
	for _, x := range []struct{ old, new, want string }{
		{`"load": 0.8`, `"colour": 1`, `unknown field "colour"`},
		{`"load": 0.8`, `"load": "much"`, "cannot unmarshal string"},
		{`"load": 0.8,`, ``, "load, link, busy, idle, powers and work must be above 0"},
		{`[2, 4, 8]`, `[]`, "at least one each"},
		{`[2, 4, 8]`, `[2.5]`, "number 2.5"},
		{`[2, 4, 8]`, `[0]`, "tasks is 0: not between 1 and"},
	} {
		var err error
		if c.Assumed, err = ParseAssumed([]byte(strings.Replace(string(assumed), x.old, x.new, 1))); err == nil {
			err = c.Check()
		}
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: error %v, want %q", x.new, err, x.want)
		}
	}
}

// TestMemory: a node of 100 MB takes one task of 60 MB, so the second job waits
// until the first has ended. Without memory both start at once.
func TestMemory(t *testing.T) {
	c := dedicated()
	c.Nodes, c.Tasks, c.Jobs, c.Load, c.Memory = 2, []int{2}, 2, 100, 100
	c.Kernels = []Kernel{{"K", "A", 20, 0, 0, 120}}
	for memory, waits := range map[bool]bool{true: true, false: false} {
		w := follow(t, &c, Setting{Discipline: FCFS, Selection: sched.Normal, Limit: 2, Memory: memory}, SDPN)
		if len(w.actual) != 2 || (w.actual[1].wait > 1) != waits {
			t.Errorf("memory %v: %+v", memory, w.actual)
		}
	}
}

// TestLocalSlowdown: local users always take .75 of the processor. Beside one
// task an equal share is .5, so that they work for 1.5 times as long; a job of
// 20 s on two nodes without contention is done when .25 of each made 10 s of
// work, after 40 s.
func TestLocalSlowdown(t *testing.T) {
	c := dedicated()
	c.Nodes, c.Tasks, c.Jobs = 2, []int{2}, 1
	c.Share, c.Busy, c.Idle = [2]float64{.75, .75}, 1e12, 1e-9
	c.Kernels = []Kernel{{"K", "A", 20, 0, 0, 0}}
	cluster := c.newTruth(Setting{Discipline: FCFS, Selection: sched.Normal, Limit: 1}, 1, 0, 1)
	submit := cluster.jobs[0].submit
	if err := cluster.simulate(); err != nil {
		t.Fatal(err)
	}
	worked, slowed := 2*(submit+40), 2*(submit+40*1.5)
	if math.Abs(cluster.worked-worked) > 1e-6 || math.Abs(cluster.slowed-slowed) > 1e-6 {
		t.Errorf("worked %v, slowed %v; want %v and %v", cluster.worked, cluster.slowed, worked, slowed)
	}
}

// TestScaled: the work of one kernel is doubled, and that of the study stays.
func TestScaled(t *testing.T) {
	c := Default()
	s := c.scaled(Setting{Kernel: 1, Factor: 2})
	if s.Kernels[1].Work != 440 || s.Kernels[0].Work != 6 || c.Kernels[1].Work != 220 {
		t.Errorf("%+v, %+v", s.Kernels, c.Kernels)
	}
}
