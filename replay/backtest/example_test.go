package backtest_test

import (
	"fmt"

	"waitbench/replay/backtest"
)

// Sixty jobs, of which a bound that promises 0.95 misses four, all in a row.
func Example() {
	var s backtest.Sequence
	for job := range 60 {
		s.Add(30 <= job && job < 34)
	}
	low, high := backtest.Wilson(s.Jobs()-s.Misses(), s.Jobs(), 0.95)
	ratio := backtest.Kupiec(s.Jobs(), s.Misses(), 0.05)
	fmt.Printf("covered %.3f to %.3f, as many as promised: LR %.3f, p %.2f\n", low, high, ratio, backtest.PValue(ratio, 1))
	ratio = s.Independence()
	fmt.Printf("missed after a miss %.2f, longest run %d, independent: LR %.1f, p %.5f\n",
		s.AfterMiss(), s.Longest(), ratio, backtest.PValue(ratio, 1))
	// Output:
	// covered 0.841 to 0.974, as many as promised: LR 0.319, p 0.57
	// missed after a miss 0.75, longest run 4, independent: LR 14.8, p 0.00012
}
