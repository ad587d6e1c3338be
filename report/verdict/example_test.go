package verdict_test

import (
	"fmt"

	"waitbench/replay"
	"waitbench/report/verdict"
)

// Three methods bound the waits of a queue. Half of the waits are 0 s, half 100 s.
// The bounds of tight are short, those of loose too far from the waits.
func ExampleJudge() {
	score := func(method string, covered, loss float64) replay.Score {
		s := replay.NewScore()
		s.Log, s.Queue, s.Range, s.Method = "log", "normal", replay.AllRanges, method
		s.Quantile, s.Confidence, s.Jobs, s.Scored, s.Bounded = 0.9, 0.95, 100, 100, 100
		s.Coverage, s.Pinball = covered, loss
		return s
	}
	verdicts := verdict.Judge([]replay.Score{score("bmbp", 1, 5), score("tight", 0.5, 9),
		score("loose", 1, 55)}, 100)
	waits := make([]float64, 100)
	for i := range waits {
		waits[i] = float64(i % 2 * 100)
	}
	bounds := map[string]float64{"bmbp": 100, "tight": 90, "loose": 600}
	v := &verdicts[0]
	v.Compare(waits, func(method string) (all []float64) {
		for range waits {
			all = append(all, bounds[method])
		}
		return all
	})
	for _, m := range v.Methods {
		fmt.Printf("%s: %v, loss %.0f s\n", m.Method, m.Status, m.Loss)
	}
	// Output:
	// bmbp: recommended, loss 5 s
	// loose: wide, loss 55 s
	// tight: short, loss NaN s
}
