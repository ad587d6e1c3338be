package replay

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"waitbench/methods"
	"waitbench/replay/backtest"
	"waitbench/swf"
)

// near fails unless got is want within rounding.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-12*max(1, math.Abs(want))) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestScore(t *testing.T) {
	// Submits 0, 1, ...; the first job is training. Ratios by hand: 5/10,
	// 10/10, 20/10, 0 s and 0.5 s count as 1 s.
	s := seriesOf(0, 9, 1, 5, 2, 10, 3, 20, 4, 0, 5, 7)
	var score Score
	score.Quantile = .75
	score.score(s, 1, []float64{1, 10, 10, 10, .5, math.NaN()})
	if score.Jobs != 6 || score.Scored != 5 || score.Bounded != 4 || score.Coverage != .75 || score.MedianRatio != 1 || score.LongestMisses != 1 {
		t.Errorf("got %+v", score)
	}
	if !score.IsCorrect() { // a share equal to the quantile is correct
		t.Error("not correct at the quantile")
	}
	// By hand. Waits less bounds are -5, 0, 10 and -.5; hits and misses ..x.
	// are 1 pair each of hit-hit, hit-miss and miss-hit.
	near(t, "pinball", score.Pinball, (5*.25+0+10*.75+.5*.25)/4)
	near(t, "log pinball", score.LogPinball, (math.Ln2*.25+math.Ln2*.75)/4)
	near(t, "mean bound", score.MeanBound, 30.5/4)
	near(t, "median bound", score.MedianBound, 10)
	near(t, "mean over", score.MeanOver, 5.5/4)
	near(t, "Kupiec", score.Kupiec, 0)
	near(t, "miss after miss", score.MissAfterMiss, 0)
	near(t, "independence", score.Independence, 2*(2*math.Log(.5)-(2*math.Log(2./3)+math.Log(1./3))))
	near(t, "coverage", score.ConditionalCoverageLR, score.Kupiec+score.Independence)
	low, high := backtest.Wilson(3, 4, .95)
	near(t, "low end", score.CorrectLow, low)
	near(t, "high end", score.CorrectHigh, high)
	if !math.IsNaN(score.WorstMonth) || score.WorstMonthAt != "" {
		t.Errorf("worst month %v %q of a log without dates", score.WorstMonth, score.WorstMonthAt)
	}

	var none Score
	none.Quantile = .75
	none.score(s, 0, []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()})
	var nobody Score
	nobody.Quantile = .75
	if nobody.score(s, 0, nil); fmt.Sprint(nobody) != fmt.Sprint(none) {
		t.Errorf("a series that nobody bounds: %+v, want %+v", nobody, none)
	}
	if none.Bounded != 0 || none.IsCorrect() || none.LongestMisses != -1 {
		t.Errorf("a series without bounds: %+v", none)
	}
	for i, x := range []float64{none.Coverage, none.CorrectLow, none.CorrectHigh, none.MedianRatio, none.Kupiec, none.Independence, none.ConditionalCoverageLR,
		none.MissAfterMiss, none.SettledIndependence, none.MissAfterSettled, none.WorstMonth, none.Pinball, none.LogPinball, none.MeanBound, none.MedianBound, none.MeanOver} {
		if !math.IsNaN(x) {
			t.Errorf("number %d of a series without bounds is %v", i, x)
		}
	}
}

// wantSettled compares a score with pairs that are looked for job by job, by
// what a reader of the log could see at the tick before a submission.
func wantSettled(t *testing.T, r *Result) {
	t.Helper()
	s := &r.Score
	var pairs, all backtest.Pairs
	for i := r.First; i < r.Series.Len(); i++ {
		job := r.Series.Job(i)
		partner, latest := -1, math.Inf(-1)
		for k := i - 1; k >= r.First && !math.IsNaN(r.Bounds[i]); k-- {
			tick, before := job.Submit, r.Series.Job(k)
			if s.Epoch > 0 {
				tick = math.Floor(job.Submit/s.Epoch) * s.Epoch
			}
			if math.IsNaN(r.Bounds[k]) || s.Epoch > 0 && before.Submit >= tick {
				continue
			}
			started := before.Start() <= tick
			at := before.Submit + r.Bounds[k]
			if started {
				at = min(at, before.Start())
			}
			if (started || tick >= at) && at > latest {
				partner, latest = k, at
			}
		}
		missed := func(i int) bool { return !s.Level().Covers(r.Series.Job(i).Wait, r.Bounds[i]) }
		if partner >= 0 {
			pairs.Add(missed(partner), missed(i))
			all.Add(missed(i-1), missed(i))
		}
	}
	if pairs == all || pairs[1][1] == 0 {
		t.Errorf("pairs %v, with jobs that are not settled %v: nothing is tested", pairs, all)
	}
	near(t, "settled independence", s.SettledIndependence, pairs.Independence())
	near(t, "miss after settled", s.MissAfterSettled, pairs.AfterMiss())
}

func TestSettled(t *testing.T) {
	s := random(5, 4000)
	for _, level := range []methods.Level{{Quantile: .9, Confidence: .95}, {Quantile: .2, Confidence: .95, Side: methods.Lower}} {
		for _, epoch := range []float64{300, 0} {
			task := Task{Series: s, Method: mustFind("bmbp"), Settings: methods.Settings{Level: level}, Config: Config{Epoch: epoch, Train: Train{Fraction: .1}}}
			r, err := task.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			wantSettled(t, r)
		}
	}
}

// TestShareAll: of the waits below, all with the bound 10, share_all counts
// those that ran, and of the cancelled ones those whose bound has come out.
func TestShareAll(t *testing.T) {
	jobs := []Job{
		{Wait: 99, Run: -1, unselected: true}, // training
		{Wait: 5, Run: 1}, {Wait: 10, Run: 1}, {Wait: 11, Run: 1},
		{Wait: 12, Run: -1, unselected: true}, // cancelled after its bound
		{Wait: 10, unselected: true},          // cancelled at its bound
		{Wait: 3, Run: -1, unselected: true},
		{Wait: 99, Run: 1, unselected: true},
		{Wait: 99, ran: true, unselected: true}, // for 0 s
		{Wait: 99, Run: -1, unselected: true},   // without a bound
		{Wait: math.Inf(1), Run: math.NaN()},    // waits
		{Wait: 20, Run: -1}, {Wait: 1, Run: -1}, // cancelled, with --select all
		{Wait: 10, ran: true}, {Wait: 11, Run: .5}, // the latter without a bound
	}
	share := func(side methods.Side, jobs []Job, none ...int64) *Score {
		t.Helper()
		log := &Log{Queues: []Queue{{Name: "q"}}}
		for i, j := range jobs {
			j.ID, j.Submit = int64(i), float64(i)
			log.Jobs = append(log.Jobs, j)
		}
		series, _ := Group(log, nil)
		r, err := (&Task{
			Series: series[0], Method: methods.Method{Name: "file"},
			Settings: methods.Settings{Level: methods.Level{Quantile: .5, Confidence: .5, Side: side}},
			Config:   Config{Train: Train{Jobs: 1}},
			External: func(id int64) (float64, methods.Forecast) {
				if slices.Contains(none, id) {
					return math.NaN(), methods.NoForecast
				}
				return 10, methods.NoForecast
			},
		}).Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return &r.Score
	}
	upper, lower := share(methods.Upper, jobs, 9, 14), share(methods.Lower, jobs, 9, 14)
	near(t, "share", upper.Coverage, 4./6)     // of 5 10 11 20 1 10
	near(t, "share_all", upper.ShareAll, 3./6) // of 5 10 11 12 20 10
	near(t, "share of lower bounds", lower.Coverage, 4./6)
	near(t, "share_all of lower bounds", lower.ShareAll, 6./7) // of 5 10 11 12 10 20 10
	if none := share(methods.Upper, jobs, 4, 5, 6, 9, 11, 12).ShareAll; !math.IsNaN(none) {
		t.Errorf("%v where no cancelled job has a bound", none)
	}
	ran := share(methods.Upper, append(jobs[1:4:4], jobs[7]))
	near(t, "share_all without cancelled jobs", ran.ShareAll, .5)
	near(t, "share without cancelled jobs", ran.Coverage, .5)
}

// Lower bounds cover what lies above them, and are correct at the share 1 - q
// as a decimal: 3 of 10 for q = 0.7.
func TestScoreOfLowerBounds(t *testing.T) {
	var pairs, bounds []float64
	for i := range 10 {
		pairs = append(pairs, float64(i), float64(i))
		bounds = append(bounds, 7)
	}
	score := Score{Quantile: .7, Side: methods.Lower}
	score.score(seriesOf(pairs...), 0, bounds)
	if score.Coverage != .3 || !score.IsCorrect() { // 7, 8 and 9, the tie among them
		t.Errorf("covered %v, correct %v; want 0.3, true", score.Coverage, score.IsCorrect())
	}
	near(t, "pinball", score.Pinball, (28*.3+3*.7)/10)
	near(t, "Kupiec", score.Kupiec, 0)
	if score.LongestMisses != 7 {
		t.Errorf("longest run of misses %d, want 7", score.LongestMisses)
	}
}

// Months are those of the machine's zone, and need LeastMonth jobs.
func TestWorstMonth(t *testing.T) {
	const hour = 3600.
	start := int64(946684800) // 2000-01-01 00:00 UTC, in California still December
	s := NewScorer(methods.Level{Quantile: .9, Confidence: .95}, NewClock(swf.Facts{UnixStartTime: &start, TimeZoneString: "US/Pacific"}), 300, 1000)
	add := func(n int, from float64, wait float64) {
		for i := range n {
			s.Add(from+float64(i), wait, 10, int64(i/3))
		}
	}
	add(LeastMonth-1, 0, 20)            // in December, all missed, but too few
	add(50, 8*hour, 20)                 // in January
	add(50, 8*hour+100, 10)             //
	add(LeastMonth, (31*24+8)*hour, 10) // in February
	var score Score
	s.Fill(&score)
	if score.WorstMonth != .5 || score.WorstMonthAt != "2000-01" {
		t.Errorf("worst month %v in %q, want 0.5 in 2000-01", score.WorstMonth, score.WorstMonthAt)
	}
	if !math.IsNaN(score.WorstMonthBursts) {
		t.Errorf("worst month by bursts %v of fewer than 100 users", score.WorstMonthBursts)
	}
}

// TestWorstMonthBursts: in one month 99 users are covered once each. Another
// one is missed 25 times and covered 5 times within an hour, and missed once in
// the next.
func TestWorstMonthBursts(t *testing.T) {
	start := int64(946684800) // 2000-01-01 00:00 UTC
	s := NewScorer(methods.Level{Quantile: .9, Confidence: .95}, NewClock(swf.Facts{UnixStartTime: &start, TimeZoneString: "UTC"}), 300, 1000)
	for user := range int64(99) {
		s.Add(float64(user), 10, 10, user)
	}
	for i := range 30 {
		s.Add(3600+float64(i), float64(min(20, 6+i)), 10, 7)
	}
	s.Add(7200, 20, 10, 7)
	s.Add(7200, 10, 10, -1)
	s.Add(7200, 10, 10, -1)
	var score Score
	s.Fill(&score)
	near(t, "worst month", score.WorstMonth, (99+5+2)/132.)
	near(t, "worst month by bursts", score.WorstMonthBursts, (99+5/30.+0+2)/103)
	near(t, "recent share by bursts", score.RecentBursts, (99+5/30.+0+2)/103)
}

// TestShareSE: each of 20 days has four jobs, of which one is missed on the
// first five days and two on the sixth. So 7 of 80 are missed, and a day is off
// by .65 (five days), 1.65 or -.35 (14 days). Of 70 days a week has one in ten
// missed, and the others none: days are off by 4 - .4 jobs, and by -.4, weeks by
// 7 times as many.
func TestShareSE(t *testing.T) {
	scoreOf := func(clock Clock, days int, missed func(day int) int) (s Score) {
		scorer := NewScorer(methods.Level{Quantile: .85}, clock, 0, 4*days)
		for day := range days {
			for k := range 4 {
				wait := 5.
				if k < missed(day) {
					wait = 20
				}
				scorer.Add(86400*float64(day)+float64(k), wait, 10, -1)
			}
		}
		scorer.Fill(&s)
		return s
	}
	few := func(day int) int { return map[int]int{0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 2}[day] }
	flood := func(day int) int { return map[int]int{3: 4}[day/7] }
	tuesday := Clock{Dated: true, Unix0: 86400 * 5} // 6 January 1970: the first week has six days
	floods := math.Sqrt(10./9*(28*28*.81+9*28*28*.01)) / 280
	p := 28 / 276. // missed when dated
	dated := math.Sqrt(10./9*(28*28*(1-p)*(1-p)+(24*24+8*28*28)*p*p)) / 276
	for name, c := range map[string]struct {
		got          Score
		se           float64
		blocks, days int
	}{
		"20 days":  {scoreOf(Clock{}, 20, few), math.Sqrt(20./19*(5*.65*.65+1.65*1.65+14*.35*.35)) / 80, 20, 1},
		"19 days":  {scoreOf(Clock{}, 19, few), math.NaN(), 19, 1},
		"weeks":    {scoreOf(Clock{}, 70, flood), floods, 10, 7},
		"9 weeks":  {scoreOf(Clock{}, 63, flood), math.Sqrt(63./62*(7*16*64+56*16)/81) / 252, 63, 1},
		"dated":    {scoreOf(tuesday, 69, func(day int) int { return flood(day + 1) }), dated, 10, 7},
		"no block": {scoreOf(Clock{}, 70, func(int) int { return 1 }), math.NaN(), 70, 1},
	} {
		if s := c.got; s.Blocks != c.blocks || s.BlockDays != c.days {
			t.Errorf("%s: %d blocks of %d days, want %d of %d", name, s.Blocks, s.BlockDays, c.blocks, c.days)
		}
		if got := c.got.ShareSE; math.IsNaN(c.se) != math.IsNaN(got) || math.Abs(got-c.se) > 1e-12 {
			t.Errorf("%s: a standard error of %v, want %v", name, got, c.se)
		}
	}
}

// TestRecentBursts: of 5500 jobs of different users the last 1000 count, of
// which 250 are missed.
func TestRecentBursts(t *testing.T) {
	s := NewScorer(methods.Level{Quantile: .9, Confidence: .95}, Clock{}, 300, 6000)
	for i := range 5500 {
		wait := 10.0
		if i < 4750 {
			wait = 11
		}
		s.Add(float64(i), wait, 10, int64(i))
	}
	var score Score
	s.Fill(&score)
	near(t, "recent share by bursts", score.RecentBursts, .75)
}

func TestClock(t *testing.T) {
	start, zero, east := int64(946684800), int64(0), int64(3600)
	for _, c := range []struct {
		clock      Clock
		date       string
		month, day [2]float64 // around second 100000
	}{
		{NewClock(swf.Facts{UnixStartTime: &start, TimeZoneString: "US/Pacific", TimeZone: &east}), "2000-01-01 19:46:40", [2]float64{8 * 3600, (31*24 + 8) * 3600}, [2]float64{8 * 3600, 32 * 3600}},
		{NewClock(swf.Facts{UnixStartTime: &start, TimeZoneString: "Nowhere/Land", TimeZone: &east}), "2000-01-02 04:46:40", [2]float64{-3600, (31*24 - 1) * 3600}, [2]float64{23 * 3600, 47 * 3600}},
		{NewClock(swf.Facts{UnixStartTime: &start}), "2000-01-02 03:46:40", [2]float64{0, 31 * 86400}, [2]float64{86400, 2 * 86400}},
		{NewClock(swf.Facts{UnixStartTime: &zero}), "1970-01-02 03:46:40", [2]float64{0, 30 * 86400}, [2]float64{86400, 2 * 86400}},
		{Clock{}, "1970-01-02 03:46:40", [2]float64{0, 30 * 86400}, [2]float64{86400, 2 * 86400}},
	} {
		const at = 100000
		date := c.clock.Date(at)
		if got := date.Format("2006-01-02 15:04:05"); got != c.date || c.clock.Seconds(date) != at {
			t.Errorf("%+v: %s, second %v; want %s, second %d", c.clock, got, c.clock.Seconds(date), c.date, at)
		}
		var month, day [2]float64
		month[0], month[1] = c.clock.Month(at)
		day[0], day[1] = c.clock.Day(at)
		if month != c.month || day != c.day {
			t.Errorf("%+v: month %v, day %v; want %v, %v", c.clock, month, day, c.month, c.day)
		}
	}
}
