package wait

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/replay"
)

// samples returns the samples of a reply as metrics, without waitbench_wait_
// and the time of the answers.
func samples(t *testing.T, r *Reply) string {
	t.Helper()
	var text strings.Builder
	if err := r.WriteMetrics(&text); err != nil {
		t.Fatal(err)
	}
	var out string
	for line := range strings.Lines(text.String()) {
		if sample, is := strings.CutPrefix(line, "waitbench_wait_"); is && !strings.HasPrefix(sample, "snapshot") {
			out += sample
		}
	}
	return out
}

// TestMetrics: each value of an answer has a sample, and what is missing has
// none.
func TestMetrics(t *testing.T) {
	const of = `{queue="day",range="all",processors="2",method="bmbp"`
	const seen = `{queue="day",range="all",last_seconds=`
	q := Question{Now: 20290, Job: anyJob, Within: []float64{5400}}
	q.Job.Procs = 2
	quoted := strings.Replace(steps(), "1 day", `1 d\a"y"`, 1)
	for _, c := range []struct {
		text, queue, methods, want string
	}{
		{steps(), "day", "bmbp", "bound_seconds" + of + `,share="0.5"} 60
bound_seconds` + of + `,share="0.95"} 99
started_ratio` + of + `,within_seconds="5400"} 0.97
trusted` + of + `} 1
held_ratio` + of + `} 1
recent_bursts_ratio` + of + `} 1
recent_jobs` + of + `} 41
misses_in_a_row` + of + `} 0
observed_jobs` + seen + `"604800"} 100
observed_jobs` + seen + `"86400"} 100
observed_seconds` + seen + `"604800",share="0.5"} 50
observed_seconds` + seen + `"604800",share="0.95"} 95
observed_seconds` + seen + `"86400",share="0.5"} 50
observed_seconds` + seen + `"86400",share="0.95"} 95
`},
		{quoted, `d\a"y"`, "smith", `forecast_seconds{queue="d\\a\"y\"",range="all",processors="2",method="smith"} 0
trusted{queue="d\\a\"y\"",range="all",processors="2",method="smith"} 0
recent_jobs{queue="d\\a\"y\"",range="all",processors="2",method="smith"} 0
misses_in_a_row{queue="d\\a\"y\"",range="all",processors="2",method="smith"} 0
observed_jobs{queue="d\\a\"y\"",range="all",last_seconds="604800"} 100
`},
	} {
		got := samples(t, ask(t, kept(t, c.text, c.queue, by(c.methods)), q))
		if !strings.HasPrefix(got, c.want) || c.methods == "bmbp" && got != c.want {
			t.Errorf("queue %s by %s:\n%s, want\n%s", c.queue, c.methods, got, c.want)
		}
	}
}

// TestComparedMetrics: each job that is compared has a sample of its own.
func TestComparedMetrics(t *testing.T) {
	q := Question{Now: 20290}
	for _, estimate := range []float64{600, 1200} {
		q.Instead = append(q.Instead, replay.Job{Procs: 2, Estimate: estimate, User: -1, Executable: -1})
	}
	got := samples(t, ask(t, kept(t, steps(), "day", by("bmbp", "0.95")), q))
	const of = `bound_seconds{queue="day",range="all",processors="2",requested_seconds="`
	if want := of + `1200",method="bmbp",share="0.95"} 99
` + of + `600",method="bmbp",share="0.95"} 99
`; !strings.HasPrefix(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestPendingMetrics counts the jobs that wait, and those with a bound to rely
// on, of which it has the largest.
func TestPendingMetrics(t *testing.T) {
	late := func(i int) int { return 601 + 37*i%100 }
	text := queued(200, late) + job(5001, 403600, -1, 2, 1) + job(5002, 403600, -1, 2, 3)
	log := loaded(t, text+job(5003, 403600, -1, 2, 2), by("bmbp"))
	log.KeepQueues(replay.AllRanges)
	r := ask(t, log, Question{Now: 403600, Pending: true})
	const want = `pending_jobs{queue="day"} 2
pending_jobs{queue="idle"} 1
pending_jobs{queue="night"} 1
pending_trusted_jobs{queue="day"} 2
pending_trusted_jobs{queue="idle"} 0
pending_trusted_jobs{queue="night"} 0
pending_bound_seconds{queue="day",share="0.95"} 698
`
	if got := samples(t, r); got != want {
		t.Errorf("%s%v, want %s", got, shown(r), want)
	}
	one := ask(t, kept(t, text, "day", by("bmbp")), Question{Now: 403600, Pending: true})
	if got := samples(t, one); strings.Contains(got, "idle") {
		t.Errorf("of one queue %s", got)
	}
}

// TestObserved counts the waits of jobs that started before a moment in the
// lines of a log.
func TestObserved(t *testing.T) {
	const now = 120000 // in the second day
	text := generated(t, 2, 1)
	got := samples(t, ask(t, kept(t, text, "normal", by("bmbp")), Question{Now: now, Job: anyJob}))
	number := text[strings.Index(text, " normal")-1:][:1]
	for _, last := range []float64{86400, 7 * 86400} {
		var waits []float64
		changed(text, func(f []string, submit, wait float64) bool {
			run, _ := strconv.ParseFloat(f[3], 64)
			if start := submit + wait; f[14] == number && run > 0 && start <= now && start > now-last {
				waits = append(waits, wait)
			}
			return false
		})
		slices.Sort(waits)
		n, of := len(waits), fmt.Sprintf(`{queue="normal",range="all",last_seconds="%v"`, last)
		for _, want := range []string{
			fmt.Sprintf("observed_jobs%s} %d\n", of, n),
			fmt.Sprintf("observed_seconds%s,share=\"0.5\"} %v\n", of, waits[(n-1)/2]),
			fmt.Sprintf("observed_seconds%s,share=\"0.95\"} %v\n", of, waits[int(math.Ceil(.95*float64(n)))-1]),
		} {
			if !strings.Contains(got, want) {
				t.Errorf("no %s in %s", want, got)
			}
		}
	}
}

// TestContext: JSON has the moment in all forms that the log knows, and whether
// users can rely on all answers.
func TestContext(t *testing.T) {
	unzoned := strings.Replace(steps(), "; TimeZoneString: UTC\n", "", 1)
	undated := strings.Replace(unzoned, "; UnixStartTime: 978336000\n", "", 1)
	late := Question{Now: 20290, Job: anyJob}
	late.Job.Estimate = 601
	for _, c := range []struct {
		text string
		q    Question
		want string
	}{
		{steps(), late, `{"epoch_s":978356290,"iso":"2001-01-01T13:38:10Z","log_s":20290} true 0.95 ` +
			`["No job of the queue requested more than 10m."]`},
		{unzoned, Question{Now: 20290.5, Job: anyJob}, `{"epoch_s":978356290,"iso":null,"log_s":20290.5} true 0.95 []`},
		{undated, Question{Now: 11000, Job: anyJob}, `{"epoch_s":null,"iso":null,"log_s":11000} false 0.95 []`},
		{undated, Question{Now: 20290, EachRange: true}, `{"epoch_s":null,"iso":null,"log_s":20290} false 0.95 []`},
	} {
		log := loaded(t, c.text, by("bmbp"))
		if !c.q.EachRange {
			log = kept(t, c.text, "day", by("bmbp"))
		}
		var fields map[string]any
		if err := json.Unmarshal([]byte(said(t, ask(t, log, c.q))), &fields); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, key := range []string{"as_of", "trusted", "confidence", "remarks"} {
			value, _ := json.Marshal(fields[key])
			got = append(got, string(value))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.q, got, c.want)
		}
	}
}

// TestOverTime: a row for each moment. Methods that need the processors of the
// job cannot answer without.
func TestOverTime(t *testing.T) {
	for _, c := range []struct {
		methods  string
		procs    int64
		from, to float64
		want     string
	}{
		{"bmbp", -1, 11880, 12000, "11880  62; 11940 100 63; 12000 100 63"},
		{"bmbp", -1, 600, 660, "too few waits are known by then: queue day of steps has 100 jobs, " +
			"the first submitted 3.3 min after the start of the log"},
		{"smith+cal", -1, 20300, 20300, "method smith+cal needs the processors of the job: add --procs"},
		{"smith+cal", 2, 20300, 20300, "20300 99 59"},
	} {
		text := strings.Replace(steps(), "; UnixStartTime: 978336000\n; TimeZoneString: UTC\n", "", 1)
		asked := anyJob
		asked.Procs = c.procs
		table, err := kept(t, text, "day", by(c.methods)).OverTime(t.Context(), asked, c.from, c.to, 60)
		got := fmt.Sprint(err)
		if err == nil {
			var rows []string
			for _, row := range table.Rows {
				var cells []string
				for _, cell := range row {
					cells = append(cells, cell.Text)
				}
				rows = append(rows, strings.Join(cells, " "))
			}
			got = strings.Join(rows, "; ")
		}
		if got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
