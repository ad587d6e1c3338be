package lifetime

import (
	"math"
	"math/rand/v2"
	"testing"

	"waitbench/methods/internal/stat"
)

// enumerate is P[F >= n] within t by all 2^p outcomes [Downey97, equations 6 to 8].
func enumerate(s *State, n int64, t float64) float64 {
	var total float64
	for outcome := range uint(1) << len(s.jobs) {
		probability, freed := 1.0, int64(0)
		for i := range s.jobs {
			p := s.model.ended(&s.jobs[i], t)
			if outcome>>i&1 == 1 {
				freed += s.jobs[i].procs
			} else {
				p = 1 - p
			}
			probability *= p
		}
		if freed >= n {
			total += probability
		}
	}
	return total
}

func TestExactAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	kept, grouped := 0, 0
	for range 150 {
		var s State
		s.Reset(NewModel(-0.2+0.1*rng.Float64(), 0.1))
		unit := int64(1) << rng.IntN(5)
		for range 1 + rng.IntN(10) {
			age := math.Exp(13 * rng.Float64()) // sometimes past tmax
			if rng.IntN(4) == 0 {
				age = -age // yet to start
			}
			s.Add(unit*(1+rng.Int64N(20)), 1, age)
		}
		for n := int64(1); n <= s.total; n += 1 + rng.Int64N(unit) {
			at := math.Exp(13*rng.Float64()) - 1
			s.prepare(n)
			if s.keeps {
				kept++
			}
			got, _ := s.chance(at)
			if want := enumerate(&s, n, at); math.Abs(got-want) > 1e-12 {
				t.Fatalf("P[F >= %d] = %v, by enumeration %v; jobs %v", n, got, want, s.jobs)
			}
			if rng.IntN(20) > 0 {
				continue
			}
			p := 0.05 + 0.9*rng.Float64()
			x := math.Log1p(s.Exact(n, p, 0, math.Exp(10*rng.Float64())))
			if enumerate(&s, n, math.Expm1(x-tolerance)) > p && x > 0 || enumerate(&s, n, math.Expm1(x+tolerance)) < p {
				t.Fatalf("%v-quantile of the time until %d processors are free is not within the tolerance of %v s", p, n, math.Expm1(x))
			}
			grouped++
		}
	}
	if kept == 0 || grouped == 0 {
		t.Error("not all ways were tried")
	}
}

// TestExactAtABend: where many jobs begin to end right after the time that is looked for, a slope from
// then on would lead astray.
func TestExactAtABend(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for range 500 {
		m := NewModel(-0.2, 0.1)
		s, free := randomState(rng, m, 128, 30)
		start := 1000 * (1 + rng.Float64())
		for range 40 {
			s.Add(1+rng.Int64N(8), 1, -start)
		}
		n := 1 + rng.Int64N(128-free)
		want := (start + m.min) * (1 - 1e-7*rng.Float64())
		s.prepare(n)
		p, _ := s.chance(want)
		if p < 0.01 || p > 0.99 {
			continue
		}
		got := s.Exact(n, p, 0, want*(1+0.01*rng.Float64()))
		if math.Abs(got-want) > 2*tolerance*(1+want) {
			t.Errorf("%v s, want %v s", got, want)
		}
	}
}

// TestAIsExactForOneKind: where every job is a benefactor, none of them ending is the only way to
// fail.
func TestAIsExactForOneKind(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 100 {
		var s State
		s.Reset(NewModel(-0.2, 0.1))
		for range 2 + rng.IntN(8) {
			s.Add(8+rng.Int64N(8), 1, math.Exp(11*rng.Float64()))
		}
		at := math.Exp(12 * rng.Float64())
		s.prepare(8)
		got, _ := s.chance(at)
		if left, _, _ := s.unhelped(8, at); math.Abs(got-(1-left)) > 1e-12 {
			t.Errorf("exact %v, by benefactors %v", got, 1-left)
		}
	}
}

// plainChance is P[F >= n] within t by a convolution over all counts.
func plainChance(s *State, n int64, t float64) float64 {
	dist := make([]float64, s.total+1)
	dist[0] = 1
	for i := range s.jobs {
		p := s.model.ended(&s.jobs[i], t)
		convolve(dist, int(s.jobs[i].procs), 1-p, p)
	}
	return stat.Sum(dist[n:])
}

// TestNearly holds the times of large machines with many jobs, beyond the ceiling, against the exact
// distribution: at them its probability is nearly the one asked for.
func TestNearly(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for _, kind := range []struct {
		large        int64 // size of a job that is larger than all others; 0 for none
		worst, usual float64
	}{{0, 2e-3, 3e-4}, {4000, 2e-3, 3e-4}} {
		worst, total, count := 0.0, 0.0, 0
		for range 20 {
			var s State
			s.Reset(NewModel(-0.2, 0.1))
			if kind.large > 0 {
				s.Add(kind.large, 1, 1000)
			}
			for range 300 {
				s.Add(1+int64(math.Exp(5*rng.Float64())), 1, math.Floor(math.Exp(10*rng.Float64())))
			}
			n, p := s.total/4+rng.Int64N(s.total/2), 0.05+0.9*rng.Float64()
			if int64(len(s.jobs))*min(n-1, s.total-n) < ceiling {
				t.Fatal("it tests nothing")
			}
			if at := s.Exact(n, p, 0, 100); at > 0 {
				off := math.Abs(plainChance(&s, n, at) - p)
				worst, total, count = max(worst, off), total+off, count+1
			}
		}
		if mean := total / float64(count); worst > kind.worst || mean > kind.usual {
			t.Errorf("with a job of %d processors, probabilities are off by %v on average and up to %v", kind.large, mean, worst)
		}
	}
}

// TestJobsTakenTogether: the cumulants of jobs that queue, of which many are taken together, are those
// of their sum, and the ones told apart are those that vary most.
func TestJobsTakenTogether(t *testing.T) {
	for _, at := range []float64{600, 3000, 20000} {
		var s State
		s.Reset(decades)
		for i := range 300 {
			s.Add(int64(1+i/30%3*7), 1+i%2, -float64(i)*1.7)
		}
		p := spread{lattice: true}
		p.take(&s, at)
		var second, third, fourth, largest float64
		for i := range s.jobs {
			j := &s.jobs[i]
			q, procs, count := s.model.ended(j, at), float64(j.procs), float64(j.count)
			both := q * (1 - q)
			second += procs * procs * count * both
			third += procs * procs * procs * count * both * (1 - 2*q)
			fourth += procs * procs * procs * procs * count * both * (1 - 6*both)
			largest = max(largest, procs*procs*both)
		}
		for _, is := range []struct{ got, want, near float64 }{
			{p.second[0], second, 1e-8}, {p.third[0], third, 1e-6}, {p.fourth[0], fourth, 1e-6}, {p.variances[0], largest, 2e-5},
		} {
			if math.Abs(is.got/is.want-1) > is.near {
				t.Errorf("at %v s: %v, want %v within %v of it", at, is.got, is.want, is.near)
			}
		}
		batch := p.batches[p.sizes[8]-1]
		if len(batch.chances) > 70 {
			t.Errorf("%d chances of one size: they are not taken together", len(batch.chances))
		}
	}
}

// BenchmarkForecast is the cost of a job's median and bound behind a queue: as on SDSC-SP2 and on
// CEA-Curie at the median, and behind 2000 jobs.
func BenchmarkForecast(b *testing.B) {
	for _, size := range []struct {
		name             string
		capacity         int64
		running, waiting int
	}{{"SDSC-SP2", 128, 7, 22}, {"CEA-Curie", 93312, 124, 121}, {"crowd", 128, 10, 2000}} {
		for _, exact := range []bool{false, true} {
			if exact && size.waiting > 1000 {
				continue
			}
			b.Run("machine="+size.name+map[bool]string{false: "/combined", true: "/exact"}[exact], func(b *testing.B) {
				b.ReportAllocs()
				rng := rand.New(rand.NewPCG(1, 0))
				m := NewModel(-0.2, 0.1)
				machine, free := randomState(rng, m, size.capacity, size.running)
				sizes := make([]int64, size.waiting+1)
				for i := range sizes {
					sizes[i] = 1 + int64(math.Exp(rng.Float64()*math.Log(float64(size.capacity)/8)))
				}
				var s State
				for b.Loop() {
					s.Reset(m)
					for _, j := range machine.jobs {
						s.Add(j.procs, 1, j.age)
					}
					line := s.Line(free)
					for _, procs := range sizes[1:] {
						line.Place([]int64{procs}, unknown(1))
					}
					n := line.Needed + sizes[0]
					for _, p := range []float64{0.5, 0.95} {
						at := s.Combined(n, p, line.Last)
						if exact {
							s.Exact(n, p, line.Last, at)
						}
					}
				}
			})
		}
	}
}
