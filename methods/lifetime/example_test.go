package lifetime_test

import (
	"fmt"

	"waitbench/methods/lifetime"
)

// Half of the run times are below 100 s. Two jobs of 8 processors have run for
// 100 s. One of them ends within t at odds of one half:
//
//	s(t)^2 = 1/2,  s(t) = 2 - log10(100 + t)/2,  t = 10^(4 - sqrt 2) - 100
func ExampleState() {
	var h lifetime.History
	h.Insert(10)
	h.Insert(1000)
	model, _ := h.Fit()
	shortest, longest := model.Range()
	fmt.Printf("run times from %.0f s to %.0f s\n", shortest, longest)

	var s lifetime.State
	s.Reset(model, lifetime.Usual)
	s.Add(8, 100)
	s.Add(8, 100)
	fmt.Printf("8 processors are free within %.0f s\n", s.Combined(8, 0.5, 0))
	// Output:
	// run times from 1 s to 10000 s
	// 8 processors are free within 285 s
}
