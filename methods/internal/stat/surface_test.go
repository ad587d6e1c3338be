package stat

import (
	"math"
	"sync"
	"testing"
)

func TestSurfaceReference(t *testing.T) {
	for _, row := range readReference(t, "normal-tolerance-factor.csv") {
		n, q, c, want := number(t, row[0]), number(t, row[1]), number(t, row[2]), number(t, row[3])
		if got := ToleranceSurface(c).At(int(n), q); math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Errorf("n=%v q=%v c=%v: factor %.16g, want %v", n, q, c, got, want)
		}
	}
}

// The surface against direct evaluation, relative to |k| or 1/sqrt(n).
func TestSurfaceAgainstDirect(t *testing.T) {
	var worst float64
	for _, c := range []float64{0.95, 0.05, 0.5, 0.999, 0.000001} {
		surface := ToleranceSurface(c)
		for _, q := range []float64{0.5, 0.49, 0.6, 0.7321, 0.95, 0.951234, 0.9983, 0.999, 0.2, 0.001, 1e-9, 1e-20} {
			direct := newToleranceTest(q, c)
			for n := 2; n < 1_000_000_000; n += 1 + n/3 {
				got, want := surface.At(n, q), direct.factor(float64(n))
				rel := math.Abs(got-want) / max(math.Abs(want), 1/math.Sqrt(float64(n)))
				worst = max(worst, rel)
				if rel > 1e-12 {
					t.Errorf("n=%d q=%v c=%v: factor %.16g, directly %.16g: off by %.2g", n, q, c, got, want, rel)
				}
			}
		}
	}
	t.Logf("worst error %.2g", worst)
}

func TestSurfaceInParallel(t *testing.T) {
	want := newToleranceTest(0.8, 0.91).factor(100)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := ToleranceSurface(0.91).At(100, 0.8); math.Abs(got-want) > 1e-12*want {
				t.Errorf("factor %v, want %v", got, want)
			}
		})
	}
	wg.Wait()
}

func TestSurfacePanics(t *testing.T) {
	for name, f := range map[string]func(){
		"n=1": func() { ToleranceSurface(0.95).At(1, 0.5) },
		"q=1": func() { ToleranceSurface(0.95).At(100, 1) },
		"c=0": func() { ToleranceSurface(0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func BenchmarkSurfaceAt(b *testing.B) {
	surface := ToleranceSurface(0.95)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n = (n + 7919) & (1<<20 - 1)
		surface.At(n+40, 0.9432)
	}
}
