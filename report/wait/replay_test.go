package wait

import (
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/replay/run/runtest"
	"waitbench/report/render"
	"waitbench/report/verdict"
	"waitbench/swf/swftest"
)

// changed returns a log with other fields of its jobs, without those for which
// the change returns false.
func changed(text string, change func(f []string, submit, wait float64) bool) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if !strings.HasPrefix(line, ";") {
			submit, _ := strconv.ParseFloat(f[1], 64)
			wait, _ := strconv.ParseFloat(f[2], 64)
			if !change(f, submit, wait) {
				continue
			}
		}
		out.WriteString(strings.Join(f, " ") + "\n")
	}
	return out.String()
}

var unixStart = regexp.MustCompile(`(?m)^; *UnixStartTime: *(\d+)`)

// realText is a log of a folder that WAITBENCH_TRACES names.
func realText(t testing.TB, name string) string {
	t.Helper()
	f, err := os.Open(swftest.RealLog(t, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// snapshot returns what was known at a time, as a snapshot then, without a job.
func snapshot(text string, at float64, without string) string {
	unix, _ := strconv.ParseFloat(unixStart.FindStringSubmatch(text)[1], 64)
	return fmt.Sprintf("; SnapshotTime: %.0f\n", unix+at) +
		changed(text, func(f []string, submit, wait float64) bool {
			run, _ := strconv.ParseFloat(f[3], 64)
			if start := submit + wait; start > at { // it waits
				f[2], f[3], f[4], f[5], f[10] = "-1", "-1", "-1", "-1", "-1"
			} else if run > 0 && start+run > at {
				f[3], f[5], f[10] = "-1", "-1", "-1"
			}
			return submit <= at && f[0] != without
		})
}

// sameNumber reports whether two numbers are the same, or both NaN.
func sameNumber(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// replayed returns the results of a plan's methods on the whole series of a
// queue, at submission or at an age.
func replayed(t *testing.T, log *Log, queue string, ages ...float64) (results []*replay.Result) {
	t.Helper()
	log.Keep(queue, replay.AllRanges)
	s, err := log.One()
	if err != nil {
		t.Fatal(err)
	}
	forecasts, err := log.Plan.Forecast(t.Context(), s.Log)
	if err != nil {
		t.Fatal(err)
	}
	tasks := log.Plan.Tasks(forecasts, []*replay.Series{s}, log.Plan.Methods, log.Plan.Levels[:1], ages)
	err = log.Plan.Engine.Run(t.Context(), tasks, func(r *replay.Result) error {
		results = append(results, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// TestAskIsReplay asks for the wait of a job with a snapshot of the moment, and
// with the whole log without the job. The answers equal the bound and the
// forecast in the replay of the whole log, also while jobs wait that will be
// cancelled.
func TestAskIsReplay(t *testing.T) {
	t.Parallel()
	text, cancelled, compared := generated(t, 1, 1), 0, map[string]int{}
	s := by("bmbp,lognormal-trim,qbets,historical,smith,li,downey,forest,bmbp+aci,smith+cal", "0.95")
	s.Epoch = 300
	compare := func(r *replay.Result, i int, cut string) {
		one := s
		one.Methods = []string{r.Score.Method}
		asked, bound, about := r.Series.Job(i), r.Bound(i), fmt.Sprintf("%s, job %d", r.Score.Method, i)
		point, _ := r.Forecast(i)
		reply, err := kept(t, cut, "normal", one).Ask(t.Context(), Question{Now: asked.Submit, Job: asked})
		switch {
		case math.IsNaN(bound) && math.IsNaN(point):
			if err == nil || !strings.HasPrefix(err.Error(), "too few waits are known by then") {
				t.Errorf("%s: %v, want too few waits", about, err)
			}
		case err != nil:
			t.Errorf("%s: %v", about, err)
		default:
			compared[r.Score.Method]++
			if a := reply.Answers[0]; !sameNumber(a.Bounds[0], bound) || !sameNumber(a.Expected, point) {
				t.Errorf("%s, train %v: bound %v and forecast %v, in the replay %v and %v", about, s.Train,
					a.Bounds[0], a.Expected, bound, point)
			}
		}
	}
	for _, s.Train = range []replay.Train{{}, {Jobs: 100}, {Time: 3 * 3600}} {
		for _, r := range replayed(t, loaded(t, text, s), "normal") {
			for _, i := range []int{100, r.Series.Len() - 1} {
				asked := r.Series.Job(i)
				compare(r, i, snapshot(text, asked.Submit, fmt.Sprint(asked.ID)))
				compare(r, i, changed(text, func(f []string, submit, wait float64) bool {
					if submit < asked.Submit && submit+wait > asked.Submit && f[3] == "0" {
						cancelled++
					}
					return f[0] != fmt.Sprint(asked.ID)
				}))
			}
		}
	}
	if len(compared) != 10 || slices.Min(slices.Collect(maps.Values(compared))) < 8 || cancelled == 0 {
		t.Errorf("compared %v, with %d cancelled jobs that wait", compared, cancelled)
	}
}

// TestPendingIsReplay: the bounds of remaining waits, with a snapshot of the
// moment when a job has waited for 10 minutes, equal those in the replay of the
// whole log at this age.
func TestPendingIsReplay(t *testing.T) {
	t.Parallel()
	text, compared := generated(t, 2, 1), map[string]int{}
	s := by("bmbp,forest,moving,qbets", "0.95")
	for _, r := range replayed(t, loaded(t, text, s), "low", 600) {
		one := s
		one.Methods = []string{r.Score.Method}
		for i := 0; i < r.Series.Len(); i += r.Series.Len()/12 + 1 {
			if math.IsNaN(r.Bound(i)) {
				continue
			}
			id, now := r.Series.Job(i).ID, r.Series.Job(i).Submit // of the question
			log := kept(t, snapshot(text, now, ""), "low", one)
			for _, q := range []Question{{Now: now, Pending: true}, {Now: now, ID: fmt.Sprint(id)}} {
				answers := ask(t, log, q).Answers
				k := slices.IndexFunc(answers, func(a Answer) bool { return a.Job.ID == id })
				if k < 0 || answers[k].Age != 600 || !sameNumber(answers[k].Bounds[0], r.Bound(i)) {
					t.Errorf("%s, job %d: %+v, want a remaining wait of %v", r.Score.Method, id, answers, r.Bound(i))
				}
				compared[r.Score.Method]++
			}
		}
	}
	if len(compared) != 4 {
		t.Errorf("compared %v", compared)
	}
}

// answersAt are the answers to several questions at a moment, as JSON, or
// errors. They are about the default queue and another, and about all.
func answersAt(t *testing.T, text string, s run.Settings, now float64, sizes ...int64) (answers []string) {
	t.Helper()
	log := loaded(t, text, s)
	add := func(q Question) {
		q.Now = now
		r, err := log.Ask(t.Context(), q)
		if err != nil {
			answers = append(answers, err.Error())
			return
		}
		answers = append(answers, said(t, r))
	}
	add(Question{EachRange: true, Job: anyJob, Within: []float64{600}})
	for _, processors := range []string{replay.AllRanges, "5-16"} {
		log.Keep("", processors)
		for _, procs := range sizes {
			q := Question{Job: anyJob}
			q.Job.Procs, q.Job.Estimate = procs, 7200
			add(q)
		}
	}
	log = loaded(t, text, s)
	log.KeepQueues(replay.AllRanges)
	add(Question{Pending: true})
	return answers
}

// TestAskIsAskOfSnapshot: answers at a moment of a log equal those on a
// snapshot of that moment, with the method that they go by, trusted, notes and
// remarks. Some queues and ranges come later, or have too few jobs to be judged
// then. The queue with the most jobs, and the largest job, come later. At one
// moment all jobs of a queue wait.
func TestAskIsAskOfSnapshot(t *testing.T) {
	t.Parallel()
	const begin = 698400 // of queue normal
	text := changed(generated(t, 20, 4), func(f []string, submit, _ float64) bool {
		switch {
		case submit > 1200000 && f[7] == "64":
			f[7] = "4000"
		case f[14] == "3" && submit < begin+3600:
			f[2] = "9000"
		}
		return f[14] != "3" || submit > begin
	})
	s := by("bmbp,lognormal,historical,qbets,bmbp+aci")
	s.Train, s.Epoch = replay.Train{Fraction: .1}, 300
	waiting := 0
	for _, now := range []float64{begin + 3600, begin + 60000, 1.1e6} {
		got, want := answersAt(t, text, s, now, -1, 5, 2000), answersAt(t, snapshot(text, now, ""), s, now, -1, 5, 2000)
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("at %v, question %d\n%s\non the snapshot\n%s", now, i, got[i], want[i])
			}
		}
		waiting += strings.Count(got[len(got)-1], `"age_s":`)
	}
	if waiting == 0 {
		t.Error("no job waits")
	}
}

// TestRealAskIsAskOfSnapshot is TestAskIsAskOfSnapshot of real logs.
func TestRealAskIsAskOfSnapshot(t *testing.T) {
	s := by("default")
	s.Train, s.Epoch = replay.Train{Fraction: .1}, 300
	for _, name := range []string{"KTH-SP2-1996-2.1-cln", "SDSC-SP2-1998-4.2-cln"} {
		text := realText(t, name)
		for _, now := range []float64{5e6, 1.2e7} {
			got, want := answersAt(t, text, s, now, -1, 5), answersAt(t, snapshot(text, now, ""), s, now, -1, 5)
			for i := range got {
				if got[i] != want[i] {
					t.Errorf("%s at %v, question %d\n%s\non the snapshot\n%s", name, now, i, got[i], want[i])
				}
			}
		}
	}
}

// TestAnswersFollowTheVerdict: after the last job, the method is the first that
// the verdict of a run recommends, which depends on the other queues and
// ranges. The record of its bounds is that of its score.
func TestAnswersFollowTheVerdict(t *testing.T) {
	t.Parallel()
	s := by("bmbp,lognormal,lognormal-trim,historical+cal,qbets", "0.95")
	s.Epoch = 300
	log := loaded(t, generated(t, 20, 2), s)
	w := runtest.Begin(t, t.TempDir(), log.Plan, log.Record.Name)
	whole := runtest.Log{Record: *log.Record, Series: log.Series}
	made, err := (&render.Dir{Dir: whole.Replay(t, w)}).Render(w.Folder, render.Figures{Which: render.NoFigures})
	if err != nil {
		t.Fatal(err)
	}
	compared, among := 0, 0
	for _, v := range made.Verdicts {
		best := v.With(verdict.Recommended)
		if len(best) == 0 {
			continue
		}
		log.Keep(v.Queue, v.Range)
		q, score := Question{Now: 3e6, Job: anyJob}, best[0].Score
		q.Job.Procs = 5
		a := ask(t, log, q).Answers[0]
		held := int(math.Round(score.Coverage * float64(score.Bounded)))
		if compared++; a.Method != score.Method || a.Recent.Jobs != score.Bounded ||
			a.Recent.Jobs-a.Recent.Misses != held || a.Recent.Longest != score.LongestMisses {
			t.Errorf("%s %s: %s %+v, the verdict recommends %s with %d of %d held and %d misses in a row", v.Queue,
				v.Range, a.Method, a.Recent, score.Method, held, score.Bounded, score.LongestMisses)
		}
		if len(best) > 1 {
			among++
		}
	}
	if compared < 8 || among < 3 {
		t.Errorf("only %d verdicts compared, %d of them with several methods", compared, among)
	}
}
