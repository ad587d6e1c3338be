package wait

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"waitbench/methods/methodstest"
	"waitbench/replay"
	"waitbench/report/table"
)

// TestInsteadIsEachAlone: each of many jobs that are compared at a moment has
// the answer that it has alone, by one method or by the verdict on several.
func TestInsteadIsEachAlone(t *testing.T) {
	t.Parallel()
	text, now := generated(t, 3, 2), 200000.
	rng := rand.New(rand.NewPCG(1, 2))
	asked := []string{"bmbp,lognormal,historical,forest,bmbp+aci"}
	for _, m := range methodstest.All() {
		asked = append(asked, m.Name)
	}
	bounded := 0
	for _, methods := range asked {
		s := by(methods)
		s.MinJobs, s.Epoch, s.Train = 100, 300, replay.Train{Fraction: .1}
		log := loaded(t, text, s)
		log.KeepQueues(replay.AllRanges)
		q := Question{Now: now, Within: []float64{600}}
		for i := range 4 {
			job := anyJob
			if job.Procs, job.User = 1+rng.Int64N(8), rng.Int64N(20); i == 0 {
				job.Estimate = float64(3600 * rng.IntN(4))
			}
			q.Instead = append(q.Instead, job)
		}
		together, err := log.Ask(t.Context(), q)
		if err != nil {
			continue // the log has no plans of its scheduler
		}
		lines := shown(together)
		for i, a := range together.Answers {
			log := kept(t, text, a.Series.Queue, s)
			alone := Question{Now: now, Within: q.Within, Instead: q.Instead[i%4 : i%4+1]}
			if want := shown(ask(t, log, alone))[0]; lines[i] != want {
				t.Errorf("%s: %s together, alone %s", methods, lines[i], want)
			}
			if a.Bounds[0] >= 0 {
				bounded++
			}
		}
	}
	if bounded < 60 {
		t.Errorf("only %d bounds compared", bounded)
	}
}

// TestTablesHideUntrusted: of several answers, text has no bound that is not
// trusted, and no format has one below a minute.
func TestTablesHideUntrusted(t *testing.T) {
	log := loaded(t, floods(), by("bmbp", "0.5"))
	log.KeepQueues(replay.AllRanges, "day")
	var got []string
	for _, q := range []Question{{Now: 20300, Pending: true}, {Now: 20300, Instead: []replay.Job{anyJob}}} {
		t := ask(t, log, q).Table()
		i := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Heading == "half within" })
		got = append(got, t.Rows[0][i].Text, fmt.Sprint(t.Data().Rows[0]["bound_0.5_s"]))
	}
	if want := []string{"-", "60", "a minute", "60"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestInstead: a row for each queue and job, with the reason where it has no
// bound. In steps, jobs have 2 or 20 processors and request 10 min; in queue
// night 2 only.
func TestInstead(t *testing.T) {
	log := loaded(t, steps(), by("bmbp", "0.5", "0.95"))
	log.KeepQueues(replay.AllRanges, "night", "1")
	q := Question{Now: 20290}
	for _, procs := range []int64{2, 20} {
		for _, estimate := range []float64{300, 299, 1200, 1201} {
			q.Instead = append(q.Instead, replay.Job{Procs: procs, Estimate: estimate, User: -1, Executable: -1})
		}
	}
	r := ask(t, log, q)
	var got []string
	for _, a := range r.Answers {
		got = append(got, fmt.Sprintf("%s %d %v: %v %s", a.Series.Queue, a.Job.Procs, a.Job.Estimate, a.Bounds[0],
			a.Reason))
	}
	const want = "day 2 300: 59 , day 2 299: NaN 0 such jobs, day 2 1200: 59 , day 2 1201: NaN 0 such jobs, " +
		"day 20 300: 59 , day 20 299: NaN 0 such jobs, day 20 1200: 59 , day 20 1201: NaN 0 such jobs, " +
		"night 2 300: 7 , night 2 299: NaN 0 such jobs, night 2 1200: 7 , night 2 1201: NaN 0 such jobs, " +
		"night 20 300: NaN 0 such jobs, night 20 299: NaN 0 such jobs, night 20 1200: NaN 0 such jobs, " +
		"night 20 1201: NaN 0 such jobs"
	if got := strings.Join(got, ", "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	bold := 0
	for i, row := range r.Table().Rows {
		if row[0].Bold {
			if bold++; i != 8 {
				t.Errorf("row %d is bold", i)
			}
		}
	}
	if _, err := log.Ask(t.Context(), Question{Now: 300, Instead: q.Instead}); bold != 1 || err != nil {
		t.Errorf("%d bold rows, error %v", bold, err)
	}
	log.KeepQueues(replay.AllRanges, "nite")
	if _, err := log.Ask(t.Context(), q); fmt.Sprint(err) != `steps: unknown queue "nite"; known are day, night` {
		t.Errorf("an unknown queue: %v", err)
	}
}
