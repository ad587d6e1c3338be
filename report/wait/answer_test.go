package wait

import (
	"math"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/verdict"
)

// TestTrusted: an answer is not trusted where bounds were short in a flood, nor
// for a job that waits where few jobs have waited as long.
func TestTrusted(t *testing.T) {
	for share, want := range map[float64]bool{.92: false, .94: true} {
		score := replay.Score{Quantile: .95, RecentBursts: share}
		a := &Answer{Score: score, Status: verdict.Candidate,
			Bounds: []float64{60}}
		if a.Trusted() != want {
			t.Errorf("trusted %t where %v of the last bursts held", !want, share)
		}
	}
	waiting := &Answer{Score: replay.Score{Age: 600}, Method: "bmbp",
		Levels: []methods.Level{{Quantile: .95, Confidence: .95}}}
	for jobs := range 70 { // all held
		if want := jobs >= 59; waiting.Trusted() != want {
			t.Errorf("trusted %t where %d jobs waited as long", !want, jobs)
		}
		waiting.Recent.Add(false)
	}
}

// TestQuantilesNeverCross: the first bound stays, and the others follow it.
func TestQuantilesNeverCross(t *testing.T) {
	bounds := map[float64]float64{.5: 60, .75: 100, .95: 30, .99: 80}
	for first, want := range map[float64]map[float64]float64{
		.5:  {.5: 60, .75: 60, .95: 60, .99: 80},
		.95: {.5: 30, .75: 30, .95: 30, .99: 80},
	} {
		a, r := &Answer{Method: "bmbp"}, &replay.Result{Bounds: []float64{bounds[first]}}
		levels, further := []methods.Level{{Quantile: first}}, []*replay.Result(nil)
		for q, b := range bounds {
			if q != first {
				levels = append(levels, methods.Level{Quantile: q})
				further = append(further, &replay.Result{Bounds: []float64{b}})
			}
		}
		err := a.addQuantiles(r, 0, levels, nil, func() ([]*replay.Result, error) { return further, nil })
		for i, l := range levels {
			if err != nil || a.Bounds[i] != want[l.Quantile] {
				t.Errorf("first %v: bound %v at %v, want %v (%v)", first, a.Bounds[i], l.Quantile,
					want[l.Quantile], err)
			}
		}
	}
}

// TestBy: the time by which a job starts, rounded up to a minute in text. The
// answer is of Monday, 2001-01-01 13:38:20 UTC.
func TestBy(t *testing.T) {
	for _, c := range []struct {
		without    string // a directive
		bound      float64
		text, data string
	}{
		{"", 99, "Mon 13:40", "2001-01-01T13:39:59Z"},
		{"", 100, "Mon 13:40", "2001-01-01T13:40:00Z"},
		{"", 101, "Mon 13:41", "2001-01-01T13:40:01Z"},
		{"", 2, "Mon 13:40", "2001-01-01T13:39:20Z"},
		{"", 6*86400 - 61, "Sun 13:38", "2001-01-07T13:37:19Z"},
		{"", 6 * 86400, "Sun 2001-01-07 13:39", "2001-01-07T13:38:20Z"},
		{"; TimeZoneString: UTC\n", 99, "Mon 13:40", "2001-01-01T13:39:59"},
		{"; UnixStartTime: 978336000\n", 99, "", ""},
		{"", math.NaN(), "", ""},
	} {
		text := strings.Replace(steps(), c.without, "", 1)
		a := ask(t, kept(t, text, "day", by("bmbp")), Question{Now: 20300, Job: anyJob}).Answers[0]
		a.Bounds[0] = c.bound
		if got := a.startBy(0); got.Text != c.text || got.Data != c.data || got.Missing != (c.text == "") {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// TestNoSentence: only an answer about a job that is submitted now has no
// sentence, and only without bound, forecast and reason.
func TestNoSentence(t *testing.T) {
	none, nothing := math.NaN(), []float64{math.NaN(), math.NaN()}
	for _, c := range []struct {
		bounds        []float64
		expected, age float64
		unreliable    string
		want          string
	}{
		{nothing, none, 0, "", ""},
		{[]float64{60, none}, none, 0, "", "The bound by bmbp is a minute."},
		{[]float64{none, 60}, none, 0, "", "Half of such jobs start within a minute, by Mon 13:40."},
		{nothing, 60, 0, "", "Such a job is expected to wait 1 min by bmbp"},
		{nothing, none, 0, "No method is good.", "No method is good."},
		{nothing, none, 600, "", "Job 0 of queue day has waited 10 min."},
	} {
		a := ask(t, kept(t, steps(), "day", by("bmbp")), Question{Now: 20290, Job: anyJob}).Answers[0]
		a.Score = replay.NewScore()
		a.Bounds, a.Expected, a.Unreliable, a.Age = c.bounds, c.expected, c.unreliable, c.age
		a.Score.Age = c.age
		got := strings.Join(strings.Fields(strings.Join(a.Sentences(), " ")), " ")
		if !strings.HasPrefix(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
	}
}
