package verdict

import (
	"math"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay/run"
)

func namedIn(texts ...string) *run.Record {
	found, _ := methods.Find(texts, false)
	r := &run.Record{Log: run.LogRecord{Queues: []run.QueueRecord{{Name: "high", Jobs: 90, Mean: 1},
		{Name: "normal", Jobs: 90, Mean: 9}}}}
	for _, m := range found {
		r.Settings.Methods = append(r.Settings.Methods, m.Name)
	}
	return r
}

// Users name what a long group does not bring. Programs are methods that no
// group has.
func TestNamed(t *testing.T) {
	for want, r := range map[string]*run.Record{
		"":                         namedIn("default"),
		"moving:window=9":          namedIn("all", "moving:window=9"),
		"qbets,forest":             namedIn("bmbp", "qbets", "forest"),
		"boost":                    namedIn("default", "boost"),
		"lognormal,lognormal-trim": namedIn("paper"),
	} {
		if got := strings.Join(Named(r), ","); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestNamedLines(t *testing.T) {
	with := func(m Method, factor float64) Method {
		m.Factor = factor
		return m
	}
	nan := math.NaN()
	best := with(judged("forest", Recommended, .96, 100, 50), 1.5)
	reference := with(judged("bmbp", Candidate, .96, 300, 50), 4)
	short := with(judged("idea", TooShort, .9, nan, 50), 6)
	few := with(judged("few", Sparse, .96, nan, 50), nan)
	few.Score.Bounded = 500
	silent := with(judged("smith", Silent, nan, nan, nan), nan)
	r := namedIn("bmbp", "forest", "smith")
	r.Settings.Methods = append(r.Settings.Methods, "few", "gone", "idea")
	verdicts := []Verdict{verdict("high", best, with(judged("idea", Candidate, .96, 100, 50), 2)),
		verdict("normal", best, reference, few, short, silent)}
	level := best.Level()
	want := []string{"smith: no bounds", "few: holds on 1 of 1 queue; bounds for 50.0\u00a0% of the jobs in normal",
		"idea: holds on 1 of 2 queues, is short on 1; 4.00 times the loss of forest in normal"}
	if got := NamedLines(r, verdicts, level); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := strings.Join(Closer(r, verdicts, level), ","); got != "bmbp,forest,idea" {
		t.Errorf("closer: %s", got)
	}
	// Nothing is recommended: the best method is short.
	alone := verdict("normal", reference, short)
	alone.Methods[0].Status, alone.Best = TooShort, "bmbp"
	got := strings.Join(NamedLines(r, []Verdict{alone}, level), "; ")
	if got != "idea: holds on 0 of 1 queue, is short on 1; 1.50 times the loss of bmbp in normal" {
		t.Errorf("without a recommended method: %s", got)
	}
	if NamedLines(r, nil, level) != nil || Closer(r, nil, level) != nil {
		t.Error("lines without a verdict")
	}
}
