package verdict

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/report/reporttest"
)

// series is a series by several methods with bounds of every scored job, by
// hand.
type series struct {
	level   methods.Level
	waits   []float64
	methods []string
	bounds  map[string][]float64
}

// judge scores the series as a replay would, and decides.
func (s *series) judge(t *testing.T, minJobs int) *Verdict {
	t.Helper()
	var scores []replay.Score
	for _, m := range s.methods {
		score := replay.NewScore()
		score.Log, score.Queue, score.Range, score.Method = "a", "normal", replay.AllRanges, m
		score.Quantile, score.Confidence, score.Side = s.level.Quantile, 0.95, s.level.Side
		score.Jobs, score.Scored = len(s.waits), len(s.waits)
		scorer := replay.NewScorer(s.level, replay.Clock{}, 300, len(s.waits))
		for i, b := range s.bounds[m] {
			scorer.Add(float64(i), s.waits[i], b, -1)
		}
		scorer.Fill(&score)
		scores = append(scores, score)
	}
	verdicts := Judge(scores, minJobs)
	if len(verdicts) == 0 {
		return nil
	}
	verdicts[0].Compare(s.waits, func(method string) []float64 { return s.bounds[method] })
	return &verdicts[0]
}

func (v *Verdict) String() string {
	var parts []string
	for _, j := range v.Methods {
		parts = append(parts, fmt.Sprintf("%s %v %.4g", j.Method, j.Status, j.Loss))
	}
	return strings.Join(parts, ", ")
}

// repeated is n values, of which the job i has values[i % len(values)].
func repeated(n int, values ...float64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = values[i%len(values)]
	}
	return list
}

var upperHalf = methods.Level{Quantile: 0.5, Confidence: 0.95}

// Waits are 10 and 20 in turn, the quantile is .5, so that a loss is half the
// distance. tight bounds every wait by itself and 1 more, loss .5. tail has the
// better median ratio, wait over bound of 1 for three jobs of four, but a bound
// of 100020 for the fourth: loss 12500. bmbp bounds all by 30: losses 10 and 5.
// none covers a third of the jobs, edge misses the target by three jobs and near
// by one, few bounds 89 of 100 jobs and idle none.
func TestVerdict(t *testing.T) {
	const n = 400
	s := &series{level: upperHalf, waits: repeated(n, 10, 20),
		methods: []string{"tail", "none", "edge", "near", "few", "idle", "bmbp", "tight", "twin"},
		bounds: map[string][]float64{
			"tight": repeated(n, 11, 21), "twin": repeated(n, 11, 21),
			"tail": repeated(n, 10, 20, 10, 100020),
			"bmbp": repeated(n, 30), "none": repeated(n, 10, 1, 1, 1), "idle": repeated(n, math.NaN()),
			"few": repeated(n, 10, 20), "edge": repeated(n, 10, 1), "near": repeated(n, 10, 1),
		}}
	for i := range n { // 89 of 100
		if i%100 < 11 {
			s.bounds["few"][i] = math.NaN()
		}
	}
	s.bounds["near"][0] = 1 // 199 of 400 jobs, of too few days for chance to be known
	for _, i := range []int{0, 2, 4} {
		s.bounds["edge"][i] = 1
	}
	v := s.judge(t, n)
	want := "tight recommended 0.5, twin recommended 0.5, bmbp holds 7.5, tail wide 1.25e+04, few few bounds NaN, " +
		"near short NaN, edge short NaN, none short NaN, idle no bounds NaN"
	if v.String() != want {
		t.Errorf("got\n%s, want\n%s", v, want)
	}
	if v.Common != n || v.Reference != "bmbp" || v.Best != "bmbp" || v.Jobs != n || v.Scored != n ||
		v.MedianWait != 15 || v.LongWait != 10 {
		t.Errorf("%d common jobs, %+v", v.Common, v)
	}
	// bmbp less tight is 9.5 and 4.5 in turn: means of blocks of 20 jobs are
	// all 7.
	if d := v.Find("bmbp").Difference; d != (backtest.Estimate{Values: n, Mean: 7, Low: 7, High: 7, Block: 20}) {
		t.Errorf("difference %+v", d)
	}
	// A tenth of the jobs without a bound is few enough to be compared, on the
	// jobs of both.
	for i := range n {
		s.bounds["few"][i] = []float64{10, 20}[i%2]
		if i%10 == 0 {
			s.bounds["few"][i] = math.NaN()
		}
	}
	if v = s.judge(t, n); v.Methods[0].Method != "few" || v.Methods[0].Loss != 0 || v.Common != n*9/10 ||
		v.Methods[1].Status != Candidate {
		t.Errorf("%d jobs, %s", v.Common, v)
	}
	if v := s.judge(t, n+1); v != nil {
		t.Errorf("a series of too few jobs: %s", v)
	}
}

// TestVerdictNone: the losses of bmbp are 0 and 5 in turn, and three times more
// 5: it misses the target by these jobs. The bounds of lognormal are too long by the
// same time for every job, of which the loss is half. qbets, with few bounds,
// and a method of another program are tighter than bmbp, but set no limit; nor
// does bmbp, which is short.
func TestVerdictNone(t *testing.T) {
	const n = 400
	judge := func(above float64) *Verdict {
		s := &series{level: upperHalf, waits: repeated(n, 100, 200),
			methods: []string{"bmbp", "lognormal", "qbets", "exec:x", "downey"},
			bounds: map[string][]float64{
				"bmbp": repeated(n, 100, 190), "lognormal": repeated(n, 100+above, 200+above),
				"qbets": repeated(n, 100, 200), "exec:x": repeated(n, 99.9, 199.9), "downey": repeated(n, 300),
			}}
		for _, i := range []int{0, 2, 4} {
			s.bounds["bmbp"][i] = 90
		}
		for i := range n {
			if i%100 < 11 {
				s.bounds["qbets"][i] = math.NaN()
			}
		}
		if above < 0 {
			s.bounds["downey"] = repeated(n, 99)
		}
		return s.judge(t, n)
	}
	for _, c := range []struct {
		above              float64
		want, best, remark string
	}{
		{150, "lognormal recommended 75, downey recommended 75, qbets few bounds NaN, bmbp short NaN, exec:x short NaN", "lognormal",
			"Here, bmbp is tighter than lognormal, with 0.03 times its loss, but covers only 49.2 %."},
		{40, "lognormal recommended 20, downey wide 75, qbets few bounds NaN, bmbp short NaN, exec:x short NaN", "lognormal",
			"Here, bmbp is tighter than lognormal, with 0.13 times its loss, but covers only 49.2 %."},
		{-1, "qbets few bounds NaN, bmbp short NaN, lognormal short NaN, exec:x short NaN, downey short NaN", "",
			"No method can be relied on here: the closest, bmbp, covers only 49.2 % of the waits."},
	} {
		v := judge(c.above)
		got := strings.ReplaceAll(strings.Join(v.remarks("here"), " "), "\u00a0", " ")
		if v.String() != c.want || v.Best != c.best || got != c.remark {
			t.Errorf("%v: best %q, %s, %q, want %s, %q", c.above, v.Best, v, got, c.want, c.remark)
		}
	}
	if v := judge(150); math.Abs(v.Find("bmbp").Factor-2.5375/75) > 1e-9 || !math.IsNaN(v.Find("qbets").Factor) {
		t.Errorf("factors of %+v", v.Methods)
	}
}

// A difference that a few jobs make is not told from none.
func TestVerdictUncertain(t *testing.T) {
	const n = 400
	s := &series{level: upperHalf, waits: repeated(n, 10), methods: []string{"bmbp", "other"},
		bounds: map[string][]float64{"bmbp": repeated(n, 20), "other": repeated(n, 20)}}
	s.bounds["other"][7] = 60 // one block of 20 holds it or none, and many resamples have no such block
	if v := s.judge(t, n); v.String() != "bmbp recommended 5, other recommended 5.05" || v.Methods[1].Difference.Low != 0 {
		t.Errorf("%s, difference %+v", v, v.Methods[1].Difference)
	}
	for i := range n {
		s.bounds["other"][i] = 21 - float64(i%2)*0.5
	}
	if v := s.judge(t, n); v.String() != "bmbp recommended 5, other holds 5.375" {
		t.Errorf("%s", v)
	}
}

// A lower bound is correct by its own target: of the quantile .25 three waits
// of four are above. Without bmbp the method that bounds most jobs says how
// many are to be bounded.
func TestVerdictOfLowerBounds(t *testing.T) {
	const n = 400
	s := &series{level: methods.Level{Quantile: 0.25, Confidence: 0.95, Side: methods.Lower},
		waits:   repeated(n, 10, 20, 30, 40),
		methods: []string{"high", "zero", "right", "half"},
		bounds: map[string][]float64{"zero": repeated(n, 0), "right": repeated(n, 20), "high": repeated(n, 30),
			"half": repeated(n, 20, 20, math.NaN(), math.NaN())}}
	v := s.judge(t, n)
	// right: 10 x .75, 0, 10 x .25, 20 x .25; zero: 100 x .25; half covers one
	// of two.
	if want := "right recommended 3.75, zero holds 6.25, high short NaN, half short NaN"; v.String() != want ||
		v.Reference != "high" {
		t.Errorf("reference %s, %s, want %s", v.Reference, v, want)
	}
	s.bounds["zero"], s.bounds["right"] = repeated(n, 11), repeated(n, 31)
	for _, i := range []int{1, 5, 9} {
		s.bounds["zero"][i] = 21
	}
	if v := s.judge(t, n); len(v.With(Recommended)) != 0 || v.Methods[0].Status != TooShort ||
		v.Methods[0].Method != "zero" {
		t.Errorf("all are short, but %s", v)
	}
}

// scoreOn is a score by hand of 1000 jobs over 30 days, at the quantile .95.
func scoreOn(queue, procs, method string, covered, se, pinball float64) replay.Score {
	s := replay.NewScore()
	s.Log, s.Queue, s.Range, s.Method, s.Quantile, s.Confidence = "a", queue, procs, method, 0.95, 0.95
	s.Jobs, s.Scored, s.Bounded, s.Blocks = 1000, 1000, 1000, 30
	s.Coverage, s.ShareSE, s.Pinball = covered, se, pinball
	return s
}

// TestShortFamilies: a share .003 below the target is short by chance of .0275,
// Student's t of -2 with 29 degrees of freedom. Holm doubles that if there is a
// second queue, but not for a range of processors, nor for a second log.
func TestShortFamilies(t *testing.T) {
	below := scoreOn("x", replay.AllRanges, "m", 0.947, 0.0015, 10)
	other := below
	other.Log = "b"
	small := scoreOn("small", replay.AllRanges, "m", 0.99, 0.0015, 10)
	small.Jobs = 999
	for i, c := range []struct {
		more  []replay.Score
		short Status
	}{
		{nil, TooShort},
		{[]replay.Score{scoreOn("y", replay.AllRanges, "m", 0.96, 0.0015, 10)}, Candidate},
		{[]replay.Score{scoreOn("x", "1-4", "m", 0.96, 0.0015, 10)}, TooShort},
		{[]replay.Score{scoreOn("y", replay.AllRanges, "k", 0.96, 0.0015, 10)}, TooShort},
		{[]replay.Score{other}, TooShort},
		{[]replay.Score{small}, TooShort},                                                      // is not judged
		{[]replay.Score{scoreOn("y", replay.AllRanges, "m", 0.944, math.NaN(), 10)}, TooShort}, // by the strict count
	} {
		if v := Judge(append([]replay.Score{below}, c.more...), 1000); v[0].Methods[0].Status != c.short {
			t.Errorf("%d: %v, want %v", i, v[0].Methods[0].Status, c.short)
		}
	}
	range1, range2 := scoreOn("x", "1-4", "m", 0.947, 0.0015, 10), scoreOn("y", "5+", "m", 0.96, 0.0015, 10)
	all := []replay.Score{scoreOn("x", replay.AllRanges, "m", 0.96, 0.0015, 10), range1,
		scoreOn("y", replay.AllRanges, "m", 0.96, 0.0015, 10)}
	if v := Judge(all, 1000); v[1].Range != "1-4" || v[1].Methods[0].Status != TooShort {
		t.Errorf("the only range: %v", v[1].Methods[0].Status)
	}
	if v := Judge(append(all, range2), 1000); v[1].Methods[0].Status != Candidate {
		t.Errorf("one of two ranges: %v", v[1].Methods[0].Status)
	}
}

// TestUnsure: a share may be far below the target by chance. With more than .02
// the method is near, but no candidate.
func TestUnsure(t *testing.T) {
	for covered, want := range map[float64]string{.96: "candidate holds", .949: "candidate near", .93: "candidate near",
		.9299: "no candidate near", .9: "no candidate short"} {
		v := Judge([]replay.Score{scoreOn("x", replay.AllRanges, "m", covered, .02, 10)}, 1000)
		got := "no candidate "
		if m := &v[0].Methods[0]; m.Status == Candidate {
			got = "candidate " + m.Word()
		} else {
			got += m.Word()
		}
		if got != want {
			t.Errorf("%v: %s, want %s", covered, got, want)
		}
	}
}

// TestVerdictChoice: all methods but bmbp have the same losses on queue x, where
// the verdict recommends them all. On y the verdict recommends the one whose bounds
// are exact. The ratio over the queues is of a sqrt(.5 x 1.5), of b sqrt(.51 x .8),
// of c sqrt(.5 x .1). Only whole queues count.
func TestVerdictChoice(t *testing.T) {
	waits := repeated(400, 10)
	for _, c := range []struct{ exact, procs, want string }{
		{"a", replay.AllRanges, "a recommended 2 0.866, c recommended 1 0.224, b recommended 1 0.639, bmbp holds 0 1.000"},
		{"b", replay.AllRanges, "b recommended 2 0.639, c recommended 1 0.224, a recommended 1 0.866, bmbp holds 0 1.000"},
		{"b", "1-4", "a recommended 1 0.500, c recommended 1 0.500, b recommended 1 0.510, bmbp holds 0 1.000"},
	} {
		var scores []replay.Score
		for _, m := range []struct {
			name string
			x, y float64 // losses
		}{{"a", 50, 150}, {"b", 51, 80}, {"c", 50, 10}, {"bmbp", 100, 100}} {
			scores = append(scores, scoreOn("x", replay.AllRanges, m.name, 0.96, 0.0015, m.x),
				scoreOn("y", c.procs, m.name, 0.96, 0.0015, m.y))
		}
		if c.procs != replay.AllRanges { // ranges of a queue that is not judged
			for i := range scores {
				scores[i].Queue = "x"
			}
		}
		all := Judge(scores, 1000)
		for i := range all {
			all[i].Compare(waits, func(method string) []float64 {
				switch {
				case method == "bmbp":
					return repeated(400, 60)
				case i == 1 && method == c.exact:
					return waits
				}
				return repeated(400, 20)
			})
		}
		Choose(all)
		var list []string
		for _, m := range all[0].Methods {
			list = append(list, fmt.Sprintf("%s %v %d %.3f", m.Method, m.Status, m.Chosen, m.Ratio))
		}
		if got := strings.Join(list, ", "); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestVerdictTables(t *testing.T) {
	const n = 400
	s := &series{level: upperHalf, waits: repeated(n, 10, 20), methods: []string{"bmbp", "tight", "late"},
		bounds: map[string][]float64{"bmbp": repeated(n, 30), "tight": repeated(n, 11, 21), "late": repeated(n, 10, 1)}}
	s.bounds["late"][0], s.bounds["late"][2], s.bounds["late"][4] = 1, 1, 1
	v := s.judge(t, n)
	run := reporttest.Run()
	tables := Tables(run, []Verdict{*v})
	reporttest.WantRows(t, reporttest.Find(t, tables, "verdict-by-queue"),
		[]string{"a normal 400 tight 1.000 0.5 16 bmbp   late (0.492, 4.8 s)"})
	reporttest.WantRows(t, reporttest.Find(t, tables, "losses-by-queue"), []string{
		"a normal tight recommended 1.000 0.13 400 0.5 0.0 0.0 0.0 400 16 16 1.0 0.0360",
		"a normal bmbp holds 1.000 1.00 400 7.5 7.0 7.0 7.0 400 30 30 15 0.3760",
		"a normal late short 0.492* 0.64 - - - - - 400 1.0 5.4 0.0 0.7576",
	})
}

// TestTotals adds up three queues by hand. Where b is wide it is near.
func TestTotals(t *testing.T) {
	verdict := func(queue string, of ...Method) Verdict {
		return Verdict{Log: "t", Queue: queue, Range: replay.AllRanges,
			Level: methods.Level{Quantile: 0.95, Confidence: 0.95}, Methods: of}
	}
	judged := func(method string, s Status, bounded, covered int) Method {
		score := replay.NewScore()
		score.Method, score.Quantile, score.Bounded, score.Coverage = method, 0.95, bounded, float64(covered)/float64(bounded)
		return Method{Score: &score, Status: s}
	}
	totals := Totals([]Verdict{
		verdict("x", judged("a", Recommended, 50, 50), judged("b", Wide, 50, 47), judged("c", Silent, 0, 0)),
		verdict("y", judged("b", Recommended, 25, 25), judged("a", TooShort, 25, 23)),
		verdict("z", judged("b", TooShort, 25, 23)),
	}, []string{"a", "b", "c"})
	reporttest.WantRows(t, MethodTable(totals), []string{"a 2 1 1 0 1 0 0.00 0.00", "b 3 1 1 1 1 1 0.00 0.00"})
	if got := totals[1].String(); got != "holds on 1 of 3 queues, is near on 1, is short on 1; wide on 1" {
		t.Error(got)
	}
}
