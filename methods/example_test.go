package methods_test

import (
	"fmt"
	"log"

	"waitbench/methods"
)

// The longest of 59 waits bounds the quantile 0.95 with confidence 0.95, as
// 0.95^59 < 0.05. There is no such bound of 58 waits.
func ExamplePredictor() {
	bmbp, err := methods.Named("bmbp")
	if err != nil {
		log.Fatal(err)
	}
	p, err := bmbp.Predictor(methods.Settings{Level: methods.Level{Quantile: 0.95, Confidence: 0.95}})
	if err != nil {
		log.Fatal(err)
	}
	for wait := 1.0; wait <= 59; wait++ {
		p.Observe(methods.Event{Kind: methods.Started, Wait: wait})
		p.Refit(0)
		if bound, ok := p.Predict(methods.Query{}); ok {
			fmt.Println(wait, "waits:", bound, "s")
		}
	}
	// Output: 59 waits: 59 s
}
