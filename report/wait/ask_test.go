package wait

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
)

// TestAsk: the bounds are order statistics. With confidence .95, the first n
// waits with a bound of the quantile .95 are 59, for which it is the largest
// one. Of 100 waits it is the 99th, and that of the median the 59th. Of 50 the
// 32nd bounds the median, of 30 the 20th (R 4.3: qbinom(.95, n, q) + 1).
func TestAsk(t *testing.T) {
	known := func(now float64) Question { return Question{Now: now, Job: anyJob} }
	size := known(20290)
	size.Job.Procs = 7
	within := known(20290)
	within.Within = []float64{0, 59, 99, 100}
	for _, c := range []struct {
		about     string // queue
		methods   string
		quantiles string
		q         Question
		want      string
	}{
		{"day", "bmbp", "0.95,0.5", known(20290), "day all -1 bmbp trusted 99 59"},
		{"day", "bmbp", "0.5,0.95", known(20290), "day all -1 bmbp trusted 59 99"},
		{"day", "bmbp", "0.95,0.5", size, "day all 7 bmbp trusted 99 59"},
		{"day", "bmbp", "0.95,0.5", within, "day all -1 bmbp trusted 99 59 0 0.5 0.95 0.97"},
		{"day", "bmbp", "0.95", known(11890), "day all -1 bmbp open 100"},
		{"day", "bmbp", "0.95,0.5", known(11880), "day all -1 bmbp open NaN 62"},
		{"night", "bmbp", "0.5", known(20290), "night all -1 bmbp trusted 7"},
		{"day", "lognormal,bmbp", "0.95", known(20290), "day all -1 bmbp trusted 99"},
		{"day", "smith", "0.95", size, "day all 7 smith open NaN"},
		{"", "bmbp", "0.5", Question{Now: 20290, EachRange: true}, "day all -1 bmbp trusted 59; " +
			"day 1-2 2 bmbp trusted 63; day 3-20 20 bmbp trusted 64; night all -1 bmbp trusted 7; " +
			"night 1-2 2 bmbp trusted 7"},
		{"", "smith", "0.5", Question{Now: 20290, EachRange: true},
			"day 1-2 2 smith open NaN; day 3-20 20 smith open NaN; night 1-2 2 smith open NaN"},
		{"", "bmbp", "0.5", Question{Now: 20300, Pending: true}, "2002 since 50: day all 20 bmbp open 32; " +
			"2004 since 0: day all 2 bmbp open 59; 2001 since 100: night all 2 - open NaN; " +
			"2003 since 50: idle all 2 - open NaN"},
		{"day", "bmbp", "0.5", Question{Now: 20300, Pending: true},
			"2002 since 50: day all 20 bmbp open 32; 2004 since 0: day all 2 bmbp open 59"},
		{"", "bmbp", "0.95", Question{Now: 20300, Pending: true}, "2004 since 0: day all 2 bmbp open 99; " +
			"2002 since 50: day all 20 - open NaN; 2001 since 100: night all 2 - open NaN; " +
			"2003 since 50: idle all 2 - open NaN"},
		{"", "bmbp", "0.5", Question{Now: 20300, ID: "2002"}, "2002 since 50: day all 20 bmbp open 32"},
		{"", "bmbp,lognormal", "0.5", Question{Now: 20300, ID: "7.d", IDs: map[int64]string{2002: "7.d"}},
			"2002 (7.d) since 50: day all 20 bmbp open 32"},
	} {
		log := loaded(t, floods(), by(c.methods, strings.Split(c.quantiles, ",")...))
		if c.about != "" {
			log = kept(t, floods(), c.about, by(c.methods, strings.Split(c.quantiles, ",")...))
		} else if c.q.waits() {
			log.KeepQueues(replay.AllRanges)
		}
		if got := strings.Join(shown(ask(t, log, c.q)), "; "); got != c.want {
			t.Errorf("%s, %s, %+v: %s, want %s", c.about, c.methods, c.q, got, c.want)
		}
	}
}

// TestAskTwice: answers do not depend on earlier questions.
func TestAskTwice(t *testing.T) {
	text, s := generated(t, 3, 2), by("bmbp,lognormal,historical")
	s.MinJobs = 100
	log := kept(t, text, "normal", s)
	for _, now := range []float64{60000, 200000, 60000} {
		q := Question{Now: now, Job: anyJob}
		q.Job.Procs = 4
		got, want := said(t, ask(t, log, q)), said(t, ask(t, kept(t, text, "normal", s), q))
		if got != want {
			t.Errorf("at %v after other questions\n%s\nelse\n%s", now, got, want)
		}
	}
}

// said is a reply as JSON.
func said(t *testing.T, r *Reply) string {
	t.Helper()
	var text strings.Builder
	if err := r.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// TestOtherQueuesHaveForecasts: the verdict counts the bounds of forecasters on
// the other queues, too.
func TestOtherQueuesHaveForecasts(t *testing.T) {
	settings := by("bmbp,historical+cal", "0.5")
	settings.MinJobs = 20
	log, asked := kept(t, steps(), "day", settings), anyJob
	asked.Procs = 2
	reply := ask(t, log, Question{Now: 20290, Job: asked})
	bounded := map[string]bool{}
	for _, s := range reply.known.series {
		for _, r := range s.results {
			bounded[r.Score.Queue+" "+r.Score.Method] = r.Score.Bounded > 0
			err := r.WithPredictor(func(p methods.Predictor, _ methods.Query) {
				if p != nil {
					t.Errorf("the predictor of queue %s is kept after the answer", r.Score.Queue)
				}
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
	if len(bounded) != 4 || !bounded["night historical+cal"] || !bounded["day historical+cal"] {
		t.Errorf("queues and methods with bounds: %v", bounded)
	}
}

func TestKeep(t *testing.T) {
	for _, c := range []struct{ queue, processors, want string }{
		{"", "all", "day all"},
		{"night", "all", "night all"},
		{"2", "all", "night all"},
		{"", "17-64", "day 17-64"},
		{"", "5-16", "steps: no job of queue day has processors in the range 5-16"},
		{"nite", "all", `steps: unknown queue "nite"; known are day, night`},
		{"idle", "all", `steps: unknown queue "idle"; known are day, night`},
	} {
		log := loaded(t, steps(), by("bmbp"))
		log.Keep(c.queue, c.processors)
		s, err := log.One()
		got := fmt.Sprint(err)
		if err == nil {
			got = s.Queue + " " + s.Range
		}
		if got != c.want {
			t.Errorf("queue %q, range %s: %s, want %s", c.queue, c.processors, got, c.want)
		}
	}
}

// TestRefusals: what the log or the methods cannot answer. A mistake in the
// methods is one of usage.
func TestRefusals(t *testing.T) {
	job := func(procs int64) replay.Job { j := anyJob; j.Procs = procs; return j }
	const few = "too few waits are known by then: queue day of steps has 1 job, " +
		"the first submitted 3.3 min after the start of the log; a bound of the quantile 0.95 needs 59"
	for _, c := range []struct {
		methods string
		q       Question
		want    string
	}{
		{"bmbp", Question{Now: 20300, Job: job(65)}, "65 processors are more than the machine of steps has: 64"},
		{"bmbp", Question{Now: 199, Job: job(4)}, "2001-01-01 08:03:19 UTC is before the first job of steps, " +
			"submitted at 2001-01-01 08:03:20 UTC"},
		{"bmbp", Question{Now: 300, Job: job(4)}, few},
		{"smith", Question{Now: 240, Job: job(4)}, "method smith cannot answer: the log has no run times (field 4) " +
			"to forecast when processors become free"},
		{"bmbp", Question{Now: 200, Job: job(4)}, "no job of steps has started by then, so nothing is known of its waits"},
		{"smith", Question{Now: 20300, Job: job(-1)}, "usage: method smith needs the processors of the job: " +
			"add --procs"},
		{"smith", Question{Now: 20300, Pending: true}, "usage: no method of smith bounds remaining waits: " +
			"use bmbp, qbets, moving, last-week, forest or boost"},
		{"smith", Question{Now: 200, EachRange: true}, "no row for --all: steps has no range with jobs by then, " +
			"and no method needs waits only"},
		{"bmbp", Question{Now: 20300, ID: "9"}, "job 9 does not wait at 2001-01-01 13:38:20 UTC: " +
			"it left the queue at 2001-01-01 08:30:34 UTC; choose an earlier --at"},
		{"bmbp", Question{Now: 20299, ID: "2004"}, "job 2004 was submitted at 2001-01-01 13:38:20 UTC, " +
			"after 2001-01-01 13:38:19 UTC: choose a later --at"},
		{"bmbp", Question{Now: 20300, ID: "7777"}, "steps has no job 7777 that started or waits"},
		{"bmbp", Question{Now: 20300, ID: "2002", IDs: map[int64]string{2002: "7"}},
			"steps has no job 2002 that started or waits"},
		{"bmbp", Question{Now: 20300, ID: "2003"}, "no job of the queue of job 2003 has started by " +
			"2001-01-01 13:38:20 UTC, so nothing is known of it"},
	} {
		log := loaded(t, floods(), by(c.methods))
		if c.q.waits() {
			log.KeepQueues(replay.AllRanges)
		} else if !c.q.EachRange {
			log = kept(t, floods(), "day", by(c.methods))
		}
		_, err := log.Ask(t.Context(), c.q)
		got := fmt.Sprint(err)
		if _, is := err.(output.UsageError); is {
			got = "usage: " + got
		}
		if got != c.want {
			t.Errorf("%s, %+v: %s, want %s", c.methods, c.q, got, c.want)
		}
	}
}

// TestOwnRanges: the ranges of 20 jobs of 1, 1, ... 10, 10 processors end at
// their 5th, 10th, 15th, 18th and 20th; of equal sizes, one range is left. Of
// more jobs than lastJobs, the last count, and none that starts later.
func TestOwnRanges(t *testing.T) {
	sizes := func(n int, procs func(i int) int) string {
		text := header
		for i := range n {
			text += job(i+1, 100*(i+1), 0, procs(i), 1)
		}
		return text + job(n+1, 100*n, 500, 64, 1)
	}
	for _, c := range []struct{ text, want string }{
		{sizes(20, func(i int) int { return 1 + i/2 }), "[1-3 4-5 6-8 9 10]"},
		{sizes(20, func(int) int { return 4 }), "[1-4]"},
		{sizes(20, func(i int) int { return 1 + 3*(i%2) }), "[1 2-4]"},
		{sizes(lastJobs+5, func(i int) int { return map[bool]int{true: 9, false: 2}[i < 5] }), "[1-2]"},
		{header + job(1, 100, 0, 3, 1), "[1-3]"},
	} {
		log := loaded(t, c.text, by("bmbp"))
		s := log.Series[0]
		if got := fmt.Sprint(ownRanges(s, s.Job(s.Len()-1).Submit)); got != c.want {
			t.Errorf("ranges %s, want %s", got, c.want)
		}
	}
}

// TestJobOfRange: the job of a range has the requested time that a tenth of its
// jobs exceed, or that of the question. Of the 100 jobs of queue day in steps,
// the last 5 of 2 processors request 2 h, and the last 6 of 20 processors.
func TestJobOfRange(t *testing.T) {
	left := map[string]int{"2": 5, "20": 6}
	lines := strings.SplitAfter(steps(), "\n")
	for _, line := range slices.Backward(slices.Clone(lines)) {
		f := strings.Fields(line)
		if len(f) == 18 && f[14] == "1" && left[f[7]] > 0 {
			left[f[7]]--
			i := slices.Index(lines, line)
			f[8] = "7200"
			lines[i] = strings.Join(f, " ") + "\n"
		}
	}
	for asked, want := range map[float64]string{-1: "[-1 600 7200 -1 600]", 50: "[50 50 50 50 50]"} {
		q := Question{Now: 20290, EachRange: true, Job: anyJob}
		q.Job.Estimate = asked
		var got []float64
		for _, a := range ask(t, loaded(t, strings.Join(lines, ""), by("bmbp")), q).Answers {
			got = append(got, a.Job.Estimate)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("asked about %v: requested times %v, want %s", asked, got, want)
		}
	}
}
