package sched

import "testing"

// Of three tasks on a link of 90 MB/s the first wants 10, less than its share:
// the link does not make it faster than alone. The others get 40 of 60 and 70.
func TestLessThanItsShare(t *testing.T) {
	class := NodeClass{Power: 1, Availability: 1, Link: 100, Traffic: 10}
	for i, want := range []Factors{{3, 1}, {3, 60.0 / 40}, {3, 70.0 / 40}} {
		if got := ByResources.Of(&class, []float64{10, 60, 70}, i); got != want {
			t.Errorf("task %d: %v, want %v", i, got, want)
		}
	}
}
