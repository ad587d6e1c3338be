package figure

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot/plotter"
)

func TestThinLine(t *testing.T) {
	// Columns of width 1. The first holds 0.0 to 0.9: its first (height 5),
	// highest (9), lowest (1) and last (4) stay in their order; the second holds
	// two points.
	line := plotter.XYs{{X: 0, Y: 5}, {X: .1, Y: 6}, {X: .2, Y: 9}, {X: .3, Y: 3}, {X: .4, Y: 1}, {X: .5, Y: 2}, {X: .9, Y: 4}, {X: 1, Y: 4}, {X: 1.5, Y: 4}}
	want := plotter.XYs{{X: 0, Y: 5}, {X: .2, Y: 9}, {X: .4, Y: 1}, {X: .9, Y: 4}, {X: 1, Y: 4}, {X: 1.5, Y: 4}}
	if got := thinLine(line, 1); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := thinLine(nil, 1); len(got) != 0 {
		t.Errorf("no points became %v", got)
	}
}

func TestThinPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	points := make(plotter.XYs, 100_000)
	for i := range points {
		points[i] = plotter.XY{X: 430 * r.Float64(), Y: 180 * r.Float64()}
	}
	points[500].Y, points[99_999].Y = -3, 200 // extremes of all
	kept := thinPoints(points, 0.5, 0.5)
	if len(kept) > maxPoints || len(kept) < maxPoints/2 {
		t.Errorf("%d of %d points, want up to %d", len(kept), len(points), maxPoints)
	}
	if !slices.Contains(kept, 500) || !slices.Contains(kept, 99_999) {
		t.Error("extremes are lost")
	}
	if !slices.IsSorted(kept) || len(slices.Compact(kept)) != len(kept) {
		t.Error("points are not a part of the input, in its order")
	}
	few := points[:maxPoints]
	if got := thinPoints(few, 0.5, 0.5); len(got) != len(few) {
		t.Errorf("%d of %d points, want all", len(got), len(few))
	}
}
