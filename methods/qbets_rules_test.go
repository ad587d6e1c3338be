package methods_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"waitbench/methods"
	"waitbench/methods/internal/stat"
	"waitbench/replay"
)

// literal is qbets by the letter of its rules, from the list of all entries and
// nothing else: every refit builds every history again.
type literal struct {
	level     methods.Level
	smallest  int
	entries   []methods.Event
	clustered int          // entries at the last clustering
	edges     [2][]float64 // of the bins of procs and estimate
	members   [][]int      // by cell: the cells whose entries are its history
	trained   bool
	r         []float64 // autocorrelation by cell
	bounds    []float64 // by cell, NaN for none
	borrowed  int       // cells that ever borrowed
}

func newLiteral(s methods.Settings) *literal {
	all := []float64{math.Inf(1)}
	return &literal{
		level: s.Level, smallest: s.Smallest(), edges: [2][]float64{all, all},
		members: [][]int{{0}}, r: []float64{0}, bounds: []float64{math.NaN()},
	}
}

func (l *literal) Observe(e methods.Event) {
	switch e.Kind {
	case methods.Started:
		l.entries = append(l.entries, e)
	case methods.TrainingEnded:
		l.trained = true
		l.r = slices.Repeat([]float64{stat.Lag1(waitsOf(l.entries))}, len(l.r))
	}
}

func (l *literal) Refit(float64) {
	n := len(l.entries)
	if n >= l.smallest && (l.clustered == 0 || float64(n-l.clustered) >= max(100, 0.05*float64(n))) {
		l.cluster()
	}
	for cell := range l.bounds {
		history := l.history(cell)
		slices.Sort(history)
		l.bounds[cell] = math.NaN()
		if k := stat.UpperRanks(l.level.Quantile, l.level.Confidence).Rank(len(history)); k > 0 {
			l.bounds[cell] = history[k-1]
		}
	}
}

func (l *literal) Predict(q methods.Query) (float64, bool) {
	b := l.bounds[l.cell(q)]
	return b, !math.IsNaN(b)
}

func attribute(q methods.Query, a int) float64 { return []float64{float64(q.Procs), q.Estimate}[a] }

func (l *literal) cell(q methods.Query) int {
	var bins [2]int
	for a, edges := range l.edges {
		bins[a] = slices.IndexFunc(edges, func(edge float64) bool { return edge >= attribute(q, a) })
		if bins[a] < 0 {
			bins[a] = len(edges) - 1
		}
	}
	return bins[0]*len(l.edges[1]) + bins[1]
}

func (l *literal) eventsOf(cell int) (events []methods.Event) {
	for _, e := range l.entries {
		if slices.Contains(l.members[cell], l.cell(e.Query)) {
			events = append(events, e)
		}
	}
	return events
}

func waitsOf(entries []methods.Event) (waits []float64) {
	for _, e := range entries {
		waits = append(waits, e.Wait)
	}
	return waits
}

func (l *literal) history(cell int) (history []float64) {
	misses := 0
	threshold := stat.RareEvents(l.level.Quantile).At(l.r[cell])
	events := l.eventsOf(cell)
	for i, e := range events {
		history = append(history, e.Wait)
		if !l.trained || !e.Counts || !e.HasBound {
			continue
		}
		if misses++; e.Wait <= e.Bound {
			misses = 0
		}
		if misses >= threshold {
			history = waitsOf(events[max(0, i+1-l.smallest) : i+1])
			misses = 0
		}
	}
	return history
}

func (l *literal) cluster() {
	l.clustered = len(l.entries)
	scores := l.scores()
	none := []float64{math.Inf(1)}
	p, pBIC := l.partition(scores, 0)
	q, qBIC := l.partition(scores, 1)
	l.edges = [2][]float64{p, q}
	larger := max(pBIC, qBIC)
	switch product := l.productBIC(scores); {
	case product > larger && !alikeBIC(product, larger):
	case pBIC > qBIC || alikeBIC(pBIC, qBIC):
		l.edges[1] = none
	default:
		l.edges[0] = none
	}
	l.borrow()
	l.bounds = make([]float64, len(l.members))
	r := slices.Repeat(l.r[:1], len(l.members))
	for cell := range r {
		if l.trained {
			waits := waitsOf(l.eventsOf(cell))
			r[cell] = stat.Lag1(waits[max(0, len(waits)-1000):])
		}
	}
	l.r = r
}

func (l *literal) scores() []float64 {
	waits := waitsOf(l.entries)
	slices.Sort(waits)
	scores := make([]float64, len(waits))
	for i, e := range l.entries {
		below, _ := slices.BinarySearch(waits, e.Wait)
		scores[i] = -math.Log(float64(below+1) / float64(len(waits)+1))
	}
	return scores
}

func alikeBIC(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// partition tries all, in order of preference.
func (l *literal) partition(scores []float64, a int) (edges []float64, greatest float64) {
	n := len(l.entries)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	value := func(i int) float64 { return attribute(l.entries[order[i]].Query, a) }
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(attribute(l.entries[i].Query, a), attribute(l.entries[j].Query, a))
	})
	sums := []float64{0}
	var ends []int // positions behind the last entry of a group
	for i, at := range order {
		sums = append(sums, sums[i]+scores[at])
		if i == n-1 || value(i) != value(i+1) {
			ends = append(ends, i+1)
		}
	}
	if len(ends) > 200 {
		ends = l.thin(ends)
	}
	var cuts [][]int
	var bics []float64
	try := func(cut ...int) {
		likelihood, from := 0.0, 0
		for _, to := range append(slices.Clone(cut), n) {
			if len(cut) > 0 && to-from < l.smallest {
				return
			}
			size := float64(to - from)
			likelihood += size * math.Log(size/(sums[to]-sums[from]))
			from = to
		}
		cuts, bics = append(cuts, cut), append(bics, likelihood-penaltyOf(len(cut)+1, n))
	}
	try()
	for _, i := range ends {
		try(i)
	}
	for at, i := range ends {
		for _, j := range ends[at+1:] {
			try(i, j)
		}
	}
	greatest = slices.Max(bics)
	best := slices.IndexFunc(bics, func(b float64) bool { return alikeBIC(b, greatest) })
	for _, cut := range append(cuts[best], n) {
		edges = append(edges, value(cut-1))
	}
	return edges, bics[best]
}

func penaltyOf(bins, n int) float64 { return float64(2*bins-1) / 2 * math.Log(float64(n)) }

// thin keeps the groups that hold the positions ceil(i N / 200).
func (l *literal) thin(ends []int) (kept []int) {
	n := len(l.entries)
	for i := 1; i <= 200; i++ {
		position := (i*n + 199) / 200
		at := slices.IndexFunc(ends, func(end int) bool { return end >= position })
		kept = append(kept, ends[at])
	}
	return slices.Compact(kept)
}

func (l *literal) productBIC(scores []float64) float64 {
	n, s := map[int]float64{}, map[int]float64{}
	for i, e := range l.entries {
		n[l.cell(e.Query)]++
		s[l.cell(e.Query)] += scores[i]
	}
	var sum float64
	for cell := range n {
		sum += n[cell] * math.Log(n[cell]/s[cell])
	}
	return sum - penaltyOf(len(n), len(l.entries))
}

func (l *literal) borrow() {
	width := len(l.edges[1])
	count := make([]int, len(l.edges[0])*width)
	for _, e := range l.entries {
		count[l.cell(e.Query)]++
	}
	l.members = nil
	for cell := range count {
		members, n := []int{cell}, count[cell]
		take := func(from, to, step int) {
			for other := from; other != to && n < l.smallest; other += step {
				members, n = append(members, other), n+count[other]
				l.borrowed++
			}
		}
		row := cell / width * width
		take(cell+1, row+width, 1)
		take(cell-1, row-1, -1)
		take(row+width, len(count), 1)
		take(row-1, -1, -1)
		l.members = append(l.members, members)
	}
}

// series draws jobs whose waits depend on their size and estimate and shift
// twice, with ties, and with more values of the estimate than an attribute has
// groups if many is set.
func series(seed uint64, n int, many bool) *replay.Series {
	rng := rand.New(rand.NewPCG(seed, 7))
	jobs := make([]replay.Job, n)
	now := 0.0
	for i := range jobs {
		now += float64(rng.IntN(300))
		size := rng.IntN(6)
		if rng.IntN(3) == 0 {
			size = 0
		}
		long := rng.IntN(5)
		estimate := 600 * math.Pow(3, float64(long))
		switch {
		case rng.IntN(10) == 0:
			estimate = -1
		case many:
			estimate += float64(rng.IntN(600))
		}
		level := []float64{3, 5.5, 2}[3*i/n] + 0.6*float64(size) - 0.4*float64(long)
		if size == 5 && long == 4 {
			level += 3
		}
		jobs[i] = replay.Job{ID: int64(i + 1), Submit: now, Wait: math.Floor(math.Exp(level + rng.NormFloat64())), Procs: 1 << size, Estimate: estimate}
	}
	series, _ := replay.Group(&replay.Log{Name: "test", Queues: []replay.Queue{{Name: "q"}}, Jobs: jobs}, nil)
	return series[0]
}

func run(t *testing.T, s *replay.Series, m methods.Method, settings methods.Settings, epoch float64) *replay.Result {
	t.Helper()
	task := replay.Task{Series: s, Method: m, Settings: settings, Config: replay.Config{Epoch: epoch, Train: replay.Train{Fraction: .1}}}
	result, err := task.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func sameBounds(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

func named(t *testing.T, name string) methods.Method {
	t.Helper()
	m, err := methods.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestQBETSByTheLetter(t *testing.T) {
	cuts, borrowed, shapes := 0, 0, map[string]int{}
	for seed := range uint64(3) {
		for _, level := range []methods.Level{{Quantile: .95, Confidence: .95}, {Quantile: .8, Confidence: .9}} {
			settings := methods.Settings{Level: level}
			s := series(seed, 2400, seed == 2)
			var l *literal
			letter := methods.Method{Name: "literal", Bound: func(s methods.Settings) methods.Predictor {
				l = newLiteral(s)
				return l
			}}
			want := run(t, s, letter, settings, 3600)
			got := run(t, s, named(t, "qbets"), settings, 3600)
			if !sameBounds(got.Bounds, want.Bounds) {
				t.Errorf("seed %d, %v: bounds differ", seed, level)
			}
			cuts += got.Score.ChangePoints
			borrowed += l.borrowed
			shapes[fmt.Sprintf("%dx%d", len(l.edges[0]), len(l.edges[1]))]++
		}
	}
	if cuts == 0 || borrowed == 0 || shapes["3x3"]+shapes["3x2"]+shapes["2x3"]+shapes["2x2"] == 0 {
		t.Errorf("%d change points, %d cells borrowed, grids %v: they test too little", cuts, borrowed, shapes)
	}
}

// TestNoClustersIsBMBP: without clusters qbets equals bmbp, to the bit.
func TestNoClustersIsBMBP(t *testing.T) {
	settings := methods.Settings{Level: methods.Level{Quantile: .95, Confidence: .95}}
	for seed := range uint64(3) {
		s := series(seed, 3000, false)
		for _, epoch := range []float64{0, 300} {
			want := run(t, s, named(t, "bmbp"), settings, epoch)
			got := run(t, s, named(t, "qbets:clusters=none"), settings, epoch)
			if !sameBounds(got.Bounds, want.Bounds) || got.Score.ChangePoints != want.Score.ChangePoints || got.Score.Threshold != want.Score.Threshold {
				t.Errorf("seed %d, epoch %v: %+v, bmbp %+v", seed, epoch, got.Score, want.Score)
			}
		}
	}
}
