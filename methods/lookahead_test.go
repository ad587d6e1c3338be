package methods

import (
	"math"
	"strings"
	"testing"

	"waitbench/methods/sched"
)

// played shows a log to a forecaster.
type played struct {
	t *testing.T
	Forecaster
	jobs    map[int]*QueuedJob
	machine *Machine // whose jobs no look-ahead reads
}

func play(t *testing.T, m Method, s LogInfo, procs int64) *played {
	t.Helper()
	s.RunTimes = true
	f, err := m.Forecaster.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return &played{t, f, map[int]*QueuedJob{}, &Machine{Capacity: procs}}
}

// submit submits a job without an estimate, whose run time was forecast.
func (p *played) submit(at int, now float64, procs int64, run float64) Forecast {
	return p.submitAs(&QueuedJob{Query: Query{Submit: now, Procs: procs, Estimate: -1, Index: at}, Run: run,
		Busy: math.NaN()})
}

func (p *played) submitAs(j *QueuedJob) Forecast {
	p.jobs[j.Index] = j
	f := p.Forecast(j, p.machine)
	p.Submitted(j, p.machine)
	return f
}

func (p *played) start(at int, now float64) {
	p.jobs[at].Start = now
	p.Started(p.jobs[at], p.machine)
}

func (p *played) end(at int, now, run float64) { p.Ended(p.jobs[at], now, run, p.machine) }

func (p *played) want(got Forecast, point, turnaround float64) {
	p.t.Helper()
	if !nearly(got.Wait, point) || !nearly(got.Turnaround, turnaround) || !math.IsNaN(boundOf(got)) {
		p.t.Errorf("%+v, want a wait of %v s and a turnaround of %v s", got, point, turnaround)
	}
}

// nearly allows for some roundings; nothing is near to nothing.
func nearly(a, b float64) bool {
	return math.Abs(a-b) <= 1e-12*math.Abs(b) || math.IsNaN(a) && math.IsNaN(b)
}

// Jobs 0 and 1 hold 3 and 1 of 4 processors; 2 waits for both.
//
//	0000000000022222
//	0000000000022222
//	0000000000022222
//	11111..33..22222    3 fits next to 0 once 1 has ended, under EASY alone
func TestSmithByHand(t *testing.T) {
	for _, test := range []struct {
		scheduler     Scheduler
		third, fourth float64
	}{{"", 5 - 2, 16 - 2}, {EASYScheduler, 5 - 2, 16 - 2}, {FCFSScheduler, 16 - 2, 16 - 2}} {
		p := play(t, smithMethod, LogInfo{Settings: Settings{Scheduler: test.scheduler}}, 4)
		p.want(p.submit(0, 0, 3, 11), 0, 11)
		p.start(0, 0)
		p.want(p.submit(1, 0, 1, 5), 0, 5)
		p.start(1, 0)
		p.want(p.submit(2, 1, 4, 5), 10, 15)
		p.want(p.submit(3, 2, 1, 2), test.third, test.third+2)
		p.want(p.submit(4, 2, 2, 7), test.fourth, test.fourth+7)
		p.end(1, 2.5, 2.5) // earlier than forecast
		if test.scheduler != FCFSScheduler {
			p.want(p.submit(5, 3, 1, 6), 2, 8) // after 3, which starts now and lasts 2
		}
	}
}

// A job that outlives its 10 s is forecast to run for 20 s, then for 40 s, then
// for its estimate of 50 s, and when that has passed for 100 s.
func TestOutlived(t *testing.T) {
	p := play(t, smithMethod, LogInfo{}, 1)
	j := &QueuedJob{Query: Query{Procs: 1, Estimate: 50}, Run: 10, Busy: math.NaN()}
	p.submitAs(j)
	p.start(0, 0)
	for i, test := range [][2]float64{{9, 10}, {10, 20}, {19.5, 20}, {20, 40}, {40, 50}, {49, 50}, {50, 100},
		{120, 200}} {
		now, end := test[0], test[1]
		p.want(p.submit(1+i, now, 1, 1), end-now, end-now+1)
		p.end(1+i, now, 0)
	}
}

// A job without a forecast takes no time until it runs, and has no turnaround.
func TestUnforeseen(t *testing.T) {
	p := play(t, smithMethod, LogInfo{}, 2)
	p.want(p.submit(0, 0, 2, math.NaN()), 0, math.NaN())
	p.want(p.submit(1, 0, 2, 5), 0, 5)
	p.start(0, 0)
	p.want(p.submit(2, 3, 1, 1), 1+5, 7) // 0 is now forecast to run for 4 s; then comes 1
}

// A log may run more than fits: processors are free only when the excess has
// ended. A job wider than the machine takes all of it.
func TestOvercommitted(t *testing.T) {
	p := play(t, smithMethod, LogInfo{}, 4)
	for i := range 3 {
		p.submit(i, 0, 3, float64(10*(i+1)))
	}
	for i := range 3 {
		p.start(i, 0)
	}
	p.want(p.submit(3, 1, 1, 5), 19, 24)  // 9 of 4 are in use, 6 after 10 s, 3 after 20 s
	p.want(p.submit(4, 1, 99, 5), 29, 34) // after 30 s all are free
}

// The known size of a machine grows: job 1 would wait for 0 on one of 2
// processors, and starts at once on one of 3. Then 2 fits, too, once it is
// known that 4 were in use.
func TestGrowingMachine(t *testing.T) {
	for _, m := range []Method{smithMethod, hanzichMethod, sdpnMethod} {
		p := play(t, m, LogInfo{}, 2)
		p.want(p.submit(0, 0, 2, 10), 0, 10)
		p.start(0, 0)
		p.want(p.submit(1, 1, 1, 5), 9, 14)
		p.machine.Capacity = 3
		p.start(1, 2)
		p.want(p.submit(2, 3, 1, 5), 4, 9) // once 1 has ended
		p.machine.Capacity = 4
		p.want(p.submit(3, 4, 1, 5), 3, 8)  // behind 2, which starts now
		p.want(p.submit(4, 4, 4, 5), 8, 13) // 3 ends at 12
	}
}

// Two nodes of MPL 2, as drawn in the tests of the simulator: job 2 waits for
// both nodes, and jobs 1 and 2 share nodes with 0.
func TestHanzichByHand(t *testing.T) {
	p := play(t, hanzichMethod, LogInfo{Settings: Settings{Cluster: &Cluster{MPL: 2, Scheduler: FCFSScheduler}}}, 2)
	p.want(p.submit(0, 0, 2, 10), 0, 10)
	p.start(0, 0)
	p.want(p.submit(1, 2, 1, 4), 0, 8) // 4 s at half the pace
	p.start(1, 2)
	p.want(p.submit(2, 3, 2, 3), 7, 13) // from 10 to 16
	// 0 ends at 6 already. 1 has done 2 of its 4 s; 2 starts next to it, both
	// at half the pace, so 1 ends at 10, when 2 has done 2 of its 3 s. 3 needs
	// both nodes and comes next to 2 then: the rest of 2 takes 2 s, and so does
	// 3.
	p.end(0, 6, 6)
	p.want(p.submit(3, 6, 2, 1), 4, 6)
}

// The cluster of TestSlowdownByResources in the tests of the simulator, step by
// step. The forecast share of processing is 3/4 for job 0 and 1/2 for job 1;
// each task wants 60 MB/s of links of 100.
//
//	 0  0 takes y (power 1/2, idle) and x1 (availability 0.8, 20 MB/s of local traffic).
//	    T = 75·max(1/0.5, 1/0.8) + 25·max(60/100→1, 60/80→1) = 175
//	50  1 takes x2, empty, and y next to 0: SP = 2/0.5 = 4, and each gets 50 of 60 MB/s: SC = 1.2.
//	    T = 20·4 + 20·1.2 = 104, to 154.
//	    0: the rest, 1 - 50/175, of 75·4 + 25·1.2 = 330
//	60  2 wants all three nodes. y is full until 154; then 2 has a task next to 0's on y and x1, and
//	    all of x2. It computes only:
//	    T = 10·max(2/0.5, 2/0.8, 1/0.8) = 40, while 0, which has done 50/175 + 104/330, lasts longer
func TestSDPNByHand(t *testing.T) {
	cluster := &Cluster{MPL: 2, Bandwidth: 60, Scheduler: FCFSScheduler, Nodes: []sched.NodeClass{
		{Count: 2, Power: 1, Availability: 0.8, Link: 100, Traffic: 20},
		{Count: 1, Power: 0.5, Availability: 1, Link: 100},
	}}
	p := play(t, sdpnMethod, LogInfo{Settings: Settings{Cluster: cluster}}, 3)
	job := func(at int, now float64, procs int64, run, busy float64) Forecast {
		return p.submitAs(&QueuedJob{Query: Query{Submit: now, Procs: procs, Estimate: -1, Index: at}, Run: run,
			Busy: busy})
	}
	p.want(job(0, 0, 2, 100, 0.75), 0, 175)
	p.start(0, 0)
	p.want(job(1, 50, 2, 40, 0.5), 0, 104)
	p.start(1, 50)
	p.want(job(2, 60, 3, 10, math.NaN()), 94, 94+40)
	// 1 ends at 100 already, and 2 starts then. 3 fits on x2 alone, next to 2:
	// T = 5·2/0.8 + 5·60/40 = 20. 2 lasts for 40 s.
	p.end(1, 100, 50)
	p.want(job(3, 100, 1, 10, 0.5), 0, 5*2.5+5*1.5)
}

func TestLookingAheadNeeds(t *testing.T) {
	for _, m := range []Method{smithMethod, liMethod, hanzichMethod, sdpnMethod} {
		if _, err := m.Forecaster.New(LogInfo{}); err == nil || !strings.Contains(err.Error(), "no run times") {
			t.Errorf("%s: error %v of a log without run times", m.Name, err)
		}
		if _, err := m.Forecaster.New(LogInfo{RunTimes: true}); err != nil {
			t.Errorf("%s: error %v of a log without estimates", m.Name, err)
		}
	}
}

// A job that outlives its forecast gets twice its run, at least a second, but no
// more than its estimate before it reaches that.
func TestLonger(t *testing.T) {
	for _, c := range []struct{ run, estimate, want float64 }{
		{0, -1, 1}, {0.25, -1, 1}, {0.75, -1, 1.5}, {0.25, 0.5, 0.5}, {0.5, 0.5, 1},
		{100, -1, 200}, {100, 150, 150}, {100, 900, 200}, {150, 150, 300},
	} {
		if got := longer(sched.Job{Run: c.run, Wall: c.estimate}); got != c.want {
			t.Errorf("a job of %v s with an estimate of %v s: %v s, want %v", c.run, c.estimate, got, c.want)
		}
	}
	if got := forecastRunAt(&QueuedJob{Run: math.NaN(), Query: Query{Estimate: -1}}, 0.5); got != 1 {
		t.Errorf("half a second without a forecast: %v s, want 1", got)
	}
}
