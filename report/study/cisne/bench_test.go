package cisne

import (
	"context"
	"fmt"
	"testing"

	"waitbench/methods/sched"
)

// BenchmarkPredict is the time of an estimate with few and many running jobs,
// and with a short and a long history. Jobs of two tasks fill the cluster, and
// one waits that wants all nodes.
func BenchmarkPredict(b *testing.B) {
	for i, limit := range []int{1, 2, 4, sched.MaxMPL} { // tasks on every node
		c := Default()
		c.History = 1250 << i
		m, err := c.learn(context.Background(), Setting{Discipline: FCFS, Selection: sched.Normal, Limit: 4})
		if err != nil {
			b.Fatal(err)
		}
		set := Setting{Discipline: FCFS, Selection: sched.Normal, Limit: limit}
		smith, err := c.newForecasting(Smith, set, m.record.run)
		if err != nil {
			b.Fatal(err)
		}
		running := c.Nodes * limit / 2
		crowded, past := fmt.Sprint("running=", running), fmt.Sprint("past=", c.History)
		benchmarkPredict(b, SDPN+"/"+crowded, c.crowd(set, running, analytic(SDPN)))
		benchmarkPredict(b, Hanzich+"/"+crowded, c.crowd(set, running, analytic(Hanzich)))
		benchmarkPredict(b, Smith+"/"+crowded, c.crowd(set, running, smith))
		benchmarkPredict(b, Historical+"/"+past, c.crowd(set, 0, m.record))
		benchmarkPredict(b, Li+"/"+past, c.crowd(set, 0, m.forecasters[Li].begin()))
	}
}

// crowd is a cluster on which that many jobs of two tasks run, of which p
// knows. A job that wants all of it has just come.
func (c *Config) crowd(set Setting, running int, p predictor) *truth {
	t := c.newTruth(set, c.Seed, 0, running+1)
	t.scorers = []*scorer{{predictor: p}}
	for i := range t.jobs {
		j := &t.jobs[i]
		j.tasks, j.submit = 2, 0
		t.waiting = append(t.waiting, j)
		if i < running {
			_, _ = p.predict(t, j) // the cluster is valid
			t.start(j)
		}
	}
	t.waiting[0].tasks = c.Nodes
	return t
}

func benchmarkPredict(b *testing.B, name string, t *truth) {
	p, j := t.scorers[0].predictor, t.waiting[0]
	b.Run("method="+name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := p.predict(t, j); err != nil {
				b.Fatal(err)
			}
			if f, ok := p.(*forecasting); ok { // takes the job out of its queue
				waiting := f.active[j]
				f.machine.Waiting = without(f.machine.Waiting, waiting)
				f.forecaster.Ended(waiting, waiting.Submit, 0, &f.machine)
			}
		}
	})
}
