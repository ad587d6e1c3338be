package replay

import (
	"math"

	"waitbench/methods"
	"waitbench/methods/heap"
	"waitbench/replay/backtest"
)

// LeastMonth is the number of bounded jobs, or of bursts, that a month needs to
// be the worst: with fewer, a few misses would decide.
const LeastMonth = 100

// A standard error of a share by days needs LeastDays days, and one by weeks
// LeastWeeks weeks.
const (
	LeastDays  = 20
	LeastWeeks = 10
)

// wilsonConfidence is the confidence of correct_lo and correct_hi.
const wilsonConfidence = 0.95

// Scorer compares waits with bounds of one level, job by job in order of
// submission. It serves one series.
type Scorer struct {
	level    methods.Level
	months   months
	days     blocks
	weeks    blocks
	sequence backtest.Sequence
	settled  settled
	recent   []recentJob // the last Recent jobs with a bound, or more
	ratios   []float64   // max(wait, 1 s) / max(bound, 1 s)
	bounds   []float64
	sum      struct{ pinball, logPinball, bound, over float64 }
}

// NewScorer returns a scorer for at most so many jobs of a log with the given
// clock. Bounds were refitted at multiples of epoch, in seconds, or for every
// job where that is 0.
func NewScorer(level methods.Level, clock Clock, epoch float64, most int) *Scorer {
	return &Scorer{
		level: level, months: months{clock: clock},
		days: blocks{around: clock.Day}, weeks: blocks{around: clock.Week},
		settled: settled{epoch: epoch, tick: math.Inf(-1)},
		ratios:  make([]float64, 0, most), bounds: make([]float64, 0, most),
	}
}

// Add adds the next job of a user, -1 for an unknown one, submitted at a time
// in seconds of the log. It leaves out one whose bound is NaN.
func (s *Scorer) Add(submit, wait, bound float64, user int64) {
	if math.IsNaN(bound) {
		return
	}
	covered := s.level.Covers(wait, bound)
	ratio := max(wait, 1) / max(bound, 1)
	s.sequence.Add(!covered)
	s.settled.add(submit, submit+min(wait, bound), !covered)
	s.months.add(submit, covered, user)
	s.days.add(submit, covered)
	s.weeks.add(submit, covered)
	if len(s.recent) == 2*Recent {
		s.recent = append(s.recent[:0], s.recent[Recent:]...)
	}
	s.recent = append(s.recent, recentJob{submit, covered, user})
	s.ratios = append(s.ratios, ratio)
	s.bounds = append(s.bounds, bound)
	s.sum.pinball += backtest.Pinball(wait-bound, s.level.Quantile)
	s.sum.logPinball += backtest.Pinball(math.Log(ratio), s.level.Quantile)
	s.sum.bound += bound
	s.sum.over += max(bound-wait, 0)
}

// score compares the waits of the scored jobs, from position first on, with
// their bounds; nil for none.
func (s *Score) score(series *Series, first int, bounds []float64) {
	s.Jobs = series.Len()
	s.Scored = max(s.Jobs-first, 0)
	scorer := NewScorer(s.Level(), series.Log.Clock(), s.Epoch, min(s.Scored, len(bounds)))
	for i := first; i < len(bounds); i++ {
		if j := series.job(i); !j.pending() {
			scorer.Add(j.Submit, j.Wait, bounds[i], j.User)
		}
	}
	scorer.Fill(s)
}

// shareAll returns Score.ShareAll: of the jobs from position first on and of
// the others from index end of the log on, with their bounds.
func (s *Series) shareAll(l methods.Level, first int, end int32, bounds,
	others []float64) float64 {
	var all tally
	cancelled, asked := 0, 0
	add := func(j *Job, bound float64) {
		gaveUp, covered := j.Cancelled(), l.Covers(j.Wait, bound)
		if gaveUp {
			cancelled++
		}
		if j.pending() || math.IsNaN(bound) {
			return
		}
		if gaveUp {
			asked++
		}
		// A job that left sooner could have started on either side of the bound.
		if !gaveUp || covered == (l.Side == methods.Lower) {
			all.add(covered)
		}
	}
	for i := first; i < s.Len(); i++ {
		add(s.job(i), valueAt(bounds, i))
	}
	for k, job := range s.others {
		if j := &s.Log.Jobs[job]; job >= end && j.Cancelled() {
			add(j, valueAt(others, k))
		}
	}
	if cancelled > 0 && asked == 0 {
		return math.NaN()
	}
	return all.share()
}

// Recent is the number of jobs that recent_bursts is about.
const Recent = 1000

type recentJob struct {
	submit  float64
	covered bool
	user    int64
}

// recentBursts returns the share covered of the last jobs, by bursts.
func (s *Scorer) recentBursts() float64 {
	var b bursts
	for _, j := range s.recent[max(0, len(s.recent)-Recent):] {
		b.add(j.submit, j.covered, j.user)
	}
	return b.share()
}

// Fill writes the results into a score, from Bounded to MeanOver. The scorer
// must not be used again.
func (s *Scorer) Fill(to *Score) {
	n, misses := s.sequence.Jobs, s.sequence.Misses
	count, missed := float64(n), 1-s.level.Target()
	to.Bounded = n
	to.Coverage = float64(n-misses) / count
	to.CorrectLow, to.CorrectHigh = backtest.Wilson(n-misses, n, wilsonConfidence)
	to.MedianRatio = backtest.Median(s.ratios)
	to.Kupiec = backtest.Kupiec(n, misses, missed)
	to.Independence = s.sequence.Independence()
	to.ConditionalCoverageLR = s.sequence.ConditionalCoverage(missed)
	to.MissAfterMiss = s.sequence.AfterMiss()
	to.SettledIndependence = s.settled.pairs.Independence()
	to.MissAfterSettled = s.settled.pairs.AfterMiss()
	to.ShareSE, to.Blocks, to.BlockDays = s.shareError(to.Coverage)
	to.LongestMisses = s.sequence.Longest
	if n == 0 {
		to.LongestMisses, to.Blocks, to.BlockDays = -1, -1, -1
	}
	to.WorstMonth, to.WorstMonthAt, to.WorstMonthBursts = s.months.worst()
	to.RecentBursts = s.recentBursts()
	to.Pinball = s.sum.pinball / count
	to.LogPinball = s.sum.logPinball / count
	to.MeanBound = s.sum.bound / count
	to.MedianBound = backtest.Median(s.bounds)
	to.MeanOver = s.sum.over / count
}

// settled pairs each job with the job that was settled last at the tick at or
// before its submission, or at the submission itself without an epoch. A job is
// settled at
//
//	submission + min(wait, bound)
//
// when it starts or outlives its bound. Of jobs settled at the same time the
// one submitted last counts. Jobs submitted at a tick are not known at that
// tick. A job is in no pair before the first is settled.
type settled struct {
	epoch  float64 // seconds
	tick   float64 // at which jobs were settled last
	jobs   int
	open   heap.Heap[settling] // jobs not settled at the tick, or submitted after it
	latest settling            // the job settled last; the 0th for none
	pairs  backtest.Pairs
}

type settling struct {
	time   float64 // when it is settled, on the clock of the log
	number int     // among the jobs with a bound, counted from 1
	missed bool
}

func (a settling) Before(b settling) bool {
	return a.time < b.time || a.time == b.time && a.number < b.number
}

// add adds the next job, submitted and settled at the given times.
func (s *settled) add(submit, time float64, missed bool) {
	tick := submit
	if s.epoch > 0 {
		tick = tickBefore(submit, s.epoch)
	}
	if tick > s.tick || s.epoch == 0 {
		for s.tick = tick; len(s.open) > 0 && s.open[0].time <= tick; {
			s.latest = s.open.Pop()
		}
	}
	if s.latest.number > 0 {
		s.pairs.Add(s.latest.missed, missed)
	}
	s.jobs++
	s.open.Push(settling{time, s.jobs, missed})
}

// shareError returns the standard error of the share covered, the number of its
// blocks and the days of a block: by days, or by weeks if a share as far below the
// target would have the larger p-value by these.
func (s *Scorer) shareError(share float64) (se float64, n, days int) {
	se, n = s.days.standardError(LeastDays), len(s.days.counts)
	weekly, weeks := s.weeks.standardError(LeastWeeks), len(s.weeks.counts)
	below := -math.Abs(share - s.level.Target())
	if se > 0 && weekly > 0 &&
		backtest.StudentTail(below/weekly, weeks-1) > backtest.StudentTail(below/se, n-1) {
		return weekly, weeks, 7
	}
	return se, n, 1
}

// blocks counts covered jobs by calendar day or week. Jobs come in order of
// submission. Blocks without a job do not count.
type blocks struct {
	around func(seconds float64) (from, to float64) // the block of a time
	until  float64                                  // end of the last block
	counts []tally
}

func (b *blocks) add(submit float64, covered bool) {
	if len(b.counts) == 0 || submit >= b.until {
		_, b.until = b.around(submit)
		b.counts = append(b.counts, tally{})
	}
	b.counts[len(b.counts)-1].add(covered)
}

// standardError returns the standard error of the share covered, where the jobs
// of a block may depend on each other [Cameron08]:
//
//	sqrt(B/(B-1) sum over blocks b of (m(b) - (1-share) n(b))²) / n
//
// of B blocks, n jobs, and m(b) missed ones of the n(b) jobs of a block. It is
// NaN for fewer blocks than least, and where no block differs.
func (b *blocks) standardError(least int) float64 {
	var all tally
	for _, block := range b.counts {
		all.jobs, all.covered = all.jobs+block.jobs, all.covered+block.covered
	}
	squares := 0.0
	for _, block := range b.counts {
		missed := float64(block.jobs - block.covered)
		off := missed - float64((1-all.share())*float64(block.jobs))
		squares += float64(off * off)
	}
	n := float64(len(b.counts))
	se := math.Sqrt(n/(n-1)*squares) / float64(all.jobs)
	if len(b.counts) < least || se < 1e-12 { // by rounding
		return math.NaN()
	}
	return se
}

// months counts covered jobs by calendar month. Jobs come in order of
// submission. A share that holds over years may hide bad months behind good
// ones.
type months struct {
	clock  Clock
	until  float64 // end of the last month of the list
	counts []month
	bursts bursts // of the last month
}

// month counts the jobs submitted in a calendar month.
type month struct {
	tally
	name   string  // 2000-01
	bursts float64 // mean share covered of bursts, NaN for too few
}

// tally counts jobs with a bound, and those of them that are covered.
type tally struct{ jobs, covered int }

func (t tally) share() float64 { return float64(t.covered) / float64(t.jobs) }

func (t *tally) add(covered bool) {
	t.jobs++
	if covered {
		t.covered++
	}
}

func (m *months) add(submit float64, covered bool, user int64) {
	if !m.clock.Dated {
		return
	}
	if len(m.counts) == 0 || submit >= m.until {
		m.endBursts()
		_, m.until = m.clock.Month(submit)
		m.counts = append(m.counts, month{name: m.clock.Date(submit).Format("2006-01")})
	}
	m.counts[len(m.counts)-1].add(covered)
	m.bursts.add(submit, covered, user)
}

// endBursts sets the share of the bursts of the last month.
func (m *months) endBursts() {
	if len(m.counts) == 0 {
		return
	}
	last := &m.counts[len(m.counts)-1]
	if last.bursts = m.bursts.share(); len(m.bursts.counts) < LeastMonth {
		last.bursts = math.NaN()
	}
	m.bursts.counts = m.bursts.counts[:0]
}

// bursts counts covered jobs by burst. The jobs that a user submits within an
// hour, counted from second 0 of the log, are one burst. It counts once, with
// the share of its jobs covered: they wait for the same reasons. A job of an
// unknown user is a burst of its own.
type bursts struct {
	counts []tally
	hour   float64
	byUser map[int64]int // index of the burst of a user in this hour
}

// add adds the next job, in order of submission.
func (b *bursts) add(submit float64, covered bool, user int64) {
	if hour := math.Floor(submit / 3600); hour != b.hour || len(b.counts) == 0 {
		b.hour, b.byUser = hour, map[int64]int{}
	}
	k, ok := b.byUser[user]
	if !ok || user < 0 {
		k, b.counts = len(b.counts), append(b.counts, tally{})
		b.byUser[user] = k
	}
	b.counts[k].add(covered)
}

// share returns the mean share covered of the bursts, NaN for none.
func (b *bursts) share() float64 {
	sum := 0.0
	for _, burst := range b.counts {
		sum += burst.share()
	}
	return sum / float64(len(b.counts))
}

// worst returns the smallest covered share of a month with enough jobs, and the
// first month that has it; NaN and "" where there is none. bursts is the
// smallest mean share of the bursts of a month with enough of them.
func (m *months) worst() (share float64, name string, bursts float64) {
	m.endBursts()
	share, bursts = math.NaN(), math.NaN()
	for _, month := range m.counts {
		if now := month.share(); month.jobs >= LeastMonth && !(now >= share) {
			share, name = now, month.name
		}
		if month.bursts < bursts || math.IsNaN(bursts) {
			bursts = month.bursts
		}
	}
	return share, name, bursts
}
