package stat_test

import (
	"fmt"

	"waitbench/methods/internal/stat"
)

// An upper bound for the median of five waits, in seconds, with confidence 0.8: at most three of
// five are below the median with probability 26/32.
func Example() {
	ranks := stat.UpperRanks(0.5, 0.8)
	var waits stat.Ordered
	for _, w := range []float64{30, 5, 120, 0, 60} {
		waits.Insert(w)
	}
	fmt.Println(ranks.Smallest(), waits.At(ranks.Rank(waits.Len())))
	// Output: 3 60
}
