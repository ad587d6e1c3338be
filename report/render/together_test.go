package render

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report"
)

var nan = math.NaN()

// aTogether is six jobs by two methods at 0.25l and 0.75, and a third method that never gives a
// bound.
func aTogether() *together {
	return &together{
		Score:  replay.Score{Trace: "t", Queue: "q", Range: replay.AllRanges, Confidence: 0.95, Jobs: 7, Scored: 6},
		submit: []float64{0, 1, 2, 3, 4, 5},
		wait:   []float64{5, 0, 30, 7, 8, 9},
		bounds: [][]float64{
			{1, 1, 1, nan, 2, 2}, {10, 10, 10, nan, 10, 10},
			{nan, 2, 5, 5, 5, 5}, {nan, 20, 20, 20, 20, nan},
			{nan, nan, nan, nan, nan, nan}, {nan, nan, nan, nan, nan, nan},
		},
		levels: []methods.Level{{Quantile: 0.25, Confidence: 0.95, Side: methods.Lower}, {Quantile: 0.75, Confidence: 0.95}},
		names:  []string{"a", "b", "silent"},
	}
}

func TestCommonJobs(t *testing.T) {
	s := aTogether()
	for _, c := range []struct {
		compared, levels, want []int
	}{
		{[]int{0, 1}, []int{0}, []int{1, 2, 4, 5}},
		{[]int{0, 1}, []int{1}, []int{1, 2, 4}},
		{[]int{0, 1}, []int{0, 1}, []int{1, 2, 4}},
		{[]int{0}, []int{1}, []int{0, 1, 2, 4, 5}},
		{[]int{0, 2}, []int{1}, nil},
	} {
		if got := s.common(c.compared, c.levels...); !slices.Equal(got, c.want) {
			t.Errorf("methods %v at levels %v: jobs %v, want %v", c.compared, c.levels, got, c.want)
		}
	}
	if got := s.compared(0, 1); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("compared %v, want the two that give bounds", got)
	}
}

// By hand, over the jobs that both methods have bounds for.
func TestJoint(t *testing.T) {
	var shared report.Joint
	aTogether().joint(&shared)
	var got []string
	for _, v := range shared.Intervals {
		got = append(got, fmt.Sprintf("%s %v %v: %d of %d, %.2f %.2f %.2f, width %.2f, score %.2f",
			v.Method, v.Lower, v.Upper, v.Jobs, v.Scored, v.Inside, v.Below, v.Above, v.Width, v.Score))
	}
	want := []string{
		// Widths 9, 9, 8; 1 below, over .25; 20 above, over .25.
		"a 0.25l 0.75: 3 of 6, 0.33 0.33 0.33, width 8.67, score 36.67",
		// Widths 18, 15, 15; 2 below, 10 above.
		"b 0.25l 0.75: 3 of 6, 0.33 0.33 0.33, width 16.00, score 32.00",
	}
	if !slices.Equal(got, want) {
		t.Errorf("intervals\n%q, want\n%q", got, want)
	}
	got = nil
	for _, v := range shared.Weighted {
		got = append(got, fmt.Sprintf("%s: %d of %d, %.4f", v.Method, v.Jobs, v.Scored, v.Loss))
	}
	// Both quantiles have half the weight: the sum of the two mean losses over jobs 1, 2 and 4.
	want = []string{
		fmt.Sprintf("a: 3 of 6, %.4f", (.75+7.25+1.5)/3+6),
		fmt.Sprintf("b: 3 of 6, %.4f", (1.5+6.25+.75)/3+31./6),
	}
	if !slices.Equal(got, want) {
		t.Errorf("weighted losses\n%q, want\n%q", got, want)
	}
}

// The first share is that of the first so many jobs with a bound; afterwards one job goes for each
// that comes.
func TestRolling(t *testing.T) {
	s := &together{levels: []methods.Level{{Quantile: 0.95, Confidence: 0.95}}, names: []string{"a"}}
	var bounds []float64
	for i := range rolling + 3 {
		s.submit = append(s.submit, float64(i))
		s.wait = append(s.wait, 10)
		bounds = append(bounds, 10) // a tie is covered
	}
	bounds[0], bounds[7], bounds[rolling+2] = 9, nan, 9
	s.bounds = [][]float64{bounds}
	c := s.rolling(0, 1000)
	if want := []float64{1000 + rolling, 1001 + rolling, 1002 + rolling}; !slices.Equal(c.Times, want) {
		t.Errorf("times %v, want %v", c.Times, want)
	}
	if want := []float64{1 - 1./rolling, 1, 1 - 1./rolling}; !slices.Equal(c.Shares, want) {
		t.Errorf("shares %v, want %v", c.Shares, want)
	}
	if want := []float64{1000, 1002 + rolling}; !slices.Equal(c.Misses, want) {
		t.Errorf("misses %v, want %v", c.Misses, want)
	}
}

func TestFanFromOutside(t *testing.T) {
	var levels []methods.Level
	for _, text := range []string{"0.95", "0.5", "0.25l", "0.75", "0.5l"} {
		l, err := methods.ParseLevel(text, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		levels = append(levels, l)
	}
	if got := fmt.Sprint(fan(levels)); got != "[{2 0} {4 3}]" {
		t.Errorf("bands %s, want 0.25l to 0.95 and 0.5l to 0.75", got)
	}
	if bands := fan(levels[:1]); len(bands) != 0 {
		t.Errorf("bands %v of one level", bands)
	}
}
