package downey

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"waitbench/methods/lifetime"
)

// number returns one of a result's numbers, in shares and seconds.
func (r *WorkloadResult) number(t *testing.T, strategy, lifetimes, bias, name string) float64 {
	t.Helper()
	for _, n := range r.Numbers {
		if n.Strategy == strategy && n.Lifetimes == lifetimes && n.Bias == bias && n.Name == name {
			return n.Value
		}
	}
	t.Fatalf("no %s of %s %s %s", name, strategy, lifetimes, bias)
	return 0
}

func near(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.4g, want %.4g within %.2g", name, got, want, tolerance)
	}
}

// TestWithoutPredictions compares means over seeds with an independent
// implementation in C over 40 seeds; the tolerances are three of its standard
// deviations for one seed. Its numbers are the paper's except HEUR's losers
// and, where seeds are light or heavy, minutes.
func TestWithoutPredictions(t *testing.T) {
	c := Default()
	c.Lifetimes = c.Lifetimes[:1]
	const seeds = 4
	sums := map[string]float64{}
	for seed := range uint64(seeds) {
		days := c.draw(seed + 1)
		r := WorkloadResult{}
		s := &strategies{Config: &c, ctx: t.Context(), days: days, WorkloadResult: &r}
		s.average()
		s.both(Label{Strategy: OPT}, optimal, nil)
		s.both(Label{Strategy: HEUR}, heuristic, nil)
		s.whole(Label{Strategy: MIN}, minimum)
		for _, n := range r.Numbers {
			sums[n.Strategy+" "+n.Name] += n.Value / seeds
		}
		if got := r.number(t, OPT, "", "", Losers); got != 0 {
			t.Errorf("seed %d: share %v of OPT's rebels loses", seed, got)
		}
		if got := r.number(t, HEUR, "", "", RebelPart); got != 1 {
			t.Errorf("seed %d: share %v of the jobs that are not spoiled rebel under HEUR", seed, got)
		}
		near(t, "HEUR, share of OPT's saving", r.number(t, HEUR, "", "", OfOptimal), 0.933, 0.008)
	}
	for _, want := range []struct {
		name            string
		mean, tolerance float64
	}{
		{"AVG jobs", 30579, 3 * 175 / math.Sqrt(seeds)}, // a Poisson process of that mean
		{"AVG spoiled", 0.629, 0.021},
		{"AVG turnaround", 4961, 262},
		{"AVG mean_run", 79.3 * 60, 3.9 * 60},
		{"AVG median_run", 3.19 * 60, 0.33 * 60},
		{"AVG mean_work", 16274.7, 600},
		{"AVG median_work", math.Exp(7), 3 * math.Exp(7) * 10 * 0.5 / math.Sqrt(30579*seeds)},
		{"AVG wait", 204, 48},
		{"AVG utilization", 0.561, 0.015},
		{"OPT rebel_share", 0.144, 0.015},
		{"OPT rebel_part", 0.387, 0.021},
		{"OPT saving", 14.6 * 60, 2.7 * 60},
		{"OPT median_saved", 16.6 * 60, 2.4 * 60},
		{"OPT mean_saved", 1.70 * 3600, 0.24 * 3600},
		{"OPT work_ratio", 7.85, 1},
		{"OPT slower", 0.104, 0.045},
		{"OPT busier", 0.0022, 0.0078},
		{"HEUR losers", 0.723, 0.015},
		{"HEUR clear_losers", 0.674, 0.015},
		{"HEUR slower", 0.37, 0.12},
		{"HEUR busier", -0.05, 0.021},
		{"MIN slower", 0.228, 0.06},
	} {
		near(t, want.name, sums[want.name], want.mean, want.tolerance)
	}
}

// TestPredictions checks what held for every seed of the other implementation,
// and its shares of OPT's saving, which hardly move with the seed. The
// lifetimes are those of the jobs' work.
func TestPredictions(t *testing.T) {
	c := Default()
	c.Days, c.Seeds, c.Biases, c.Lifetimes = 48, 1, c.Biases[:1], []string{work}
	results, err := Run(t.Context(), c, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := results[0]
	pred := func(name string) float64 { return r.number(t, PRED, work, "", name) }
	bias := func(name string) float64 { return r.number(t, BIAS, work, "fitted", name) }
	slower := func(strategy string) float64 { return r.number(t, strategy, work, "fitted", Slower) }
	near(t, "PRED, share of OPT's saving", pred(OfOptimal), 0.958, 0.006)
	near(t, "BIAS, share of OPT's saving", bias(OfOptimal), 0.982, 0.004)
	near(t, "PRED, share of rebels that lose", pred(Losers), 0.082, 0.015)
	near(t, "correlation over all numbers of processors", pred(Correlation+Every), 0.716, 0.02)
	near(t, "PRED, change of utilization", pred(Busier), 0.02, 0.009)
	// The other implementation: B alone is worse, A from one benefactor on as
	// good. All but A alone predict the same numbers of processors.
	alone := func(parameter, name string) float64 { return r.number(t, PRED+":"+parameter, work, "", name) }
	for parameter, better := range map[string]bool{"predictor=b": false, "benefactors=1": true} {
		if got := alone(parameter, Losers) < 0.12; got != better {
			t.Errorf("%s: share %v of rebels loses", parameter, alone(parameter, Losers))
		}
		if got := alone(parameter, PointCount+Every); got != pred(PointCount+Every) {
			t.Errorf("%s: %v predictions, want %v", parameter, got, pred(PointCount+Every))
		}
	}
	with := 0.0
	for n := 1; n <= MostBenefactors; n++ {
		with += pred(PointCount + Every + fmt.Sprintf(Benefactors, n))
	}
	if got := alone("predictor=a", PointCount+Every); got != with || !(with < 0.9*pred(PointCount+Every)) {
		t.Errorf("A alone has %v predictions, want those of %v with a benefactor", got, with)
	}
	if !(pred(Correlation) < bias(Correlation)) {
		t.Errorf("correlation of %v with the correction, %v without", bias(Correlation), pred(Correlation))
	}
	opt := r.number(t, OPT, "", "", Slower)
	heur := r.number(t, HEUR, "", "", Slower)
	order := []float64{pred(Slower), slower(LockInRisk), slower(LockIn), slower(BIAS), heur}
	if !slices.IsSorted(order) || !(pred(Slower) < opt && opt < slower(BIAS)) {
		t.Errorf("changes of turnaround: PRED, BIAS with lock-in and risk aversion, with lock-in, BIAS, HEUR: %v; "+
			"OPT %v",
			order, opt)
	}
}

// TestRun: results do not depend on workers, a seed not on those before it,
// every seed is reported once, and a context that ends stops the study.
func TestRun(t *testing.T) {
	text := func(results []*WorkloadResult) (all string) {
		for _, r := range results {
			all += fmt.Sprintln(r.Seed, r.Numbers)
		}
		return all
	}
	c := Default()
	c.Days, c.Seeds = 1, 2
	var calls int64
	want, err := Run(t.Context(), c, 1, func(done, total int64) {
		if calls++; done != calls || total != 2 {
			t.Errorf("seed %d: %d of %d", calls, done, total)
		}
	})
	if err != nil || calls != 2 {
		t.Fatalf("%d seeds, %v", calls, err)
	}
	if got, err := Run(t.Context(), c, 8, nil); err != nil || text(got) != text(want) {
		t.Errorf("other results with 8 workers, or error %v", err)
	}
	c.Seed, c.Seeds = 2, 1
	second, err := Run(t.Context(), c, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text(want[1:]) != text(second) || text(want[:1]) == text(second) {
		t.Error("a seed depends on those before it, or two seeds have the same results")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = Run(ctx, c, 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestCheck(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"expected jobs is 2.5":           func(c *Config) { c.Days = 1e6 },
		"load is NaN: not between":       func(c *Config) { c.Load = math.NaN() },
		"lifetimes: none are named":      func(c *Config) { c.Lifetimes = nil },
		"bias: fitted is named twice":    func(c *Config) { c.Biases[1] = c.Biases[0] },
		`invalid bias "1.7:-1"`:          func(c *Config) { c.Biases[0] = "1.7:-1" },
		`invalid bias "1.7:NaN"`:         func(c *Config) { c.Biases[0] = "1.7:NaN" },
		`invalid lifetimes "14:2": want`: func(c *Config) { c.Lifetimes[0] = "14:2" },
	} {
		c := Default()
		change(&c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// TestCapacity: never more processors in use than there are, and jobs start in
// order of arrival, on 1 to most processors.
func TestCapacity(t *testing.T) {
	c := Default()
	c.Days = 1
	for k, r := range []rule{average, optimal, heuristic, minimum,
		(&predictive{model: logUniform(2, 12), least: lifetime.Usual}).decide} {
		for _, day := range c.draw(5) {
			var before float64
			c.simulate(t.Context(), [][]job{day}, r, nil, func(j *job, m *machine, n int64) {
				used := int64(0)
				for i, r := range m.running {
					used += r.procs
					if i > 0 && m.running[i-1].end > r.end {
						t.Errorf("rule %d: running jobs are not in order of their ends", k)
					}
				}
				if used+m.free != c.Procs || m.free < 0 {
					t.Fatalf("rule %d: %d processors in use and %d free of %d", k, used, m.free, c.Procs)
				}
				if n < 1 || n > j.usable || m.now < j.arrival || m.now < before {
					t.Errorf("rule %d: a job of %v s that can use %d starts at %v s on %d processors, after one at %v s", k, j.arrival,
						j.usable, m.now, n, before)
				}
				before = m.now
			})
		}
	}
}
