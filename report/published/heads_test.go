package published

import (
	"testing"

	"waitbench/replay"
	"waitbench/report/reporttest"
)

func TestHeadTables(t *testing.T) {
	// Exact lines by hand: actual is the square of the forecast, then three
	// times it.
	square := replay.Heads{Log: "a", Method: "downey", Heads: []replay.Head{{Forecast: 2, Actual: 4},
		{Forecast: 10, Actual: 100}, {Forecast: 100, Actual: 10000}}}
	triple := replay.Heads{Log: "a", Method: "downey-exact", Heads: []replay.Head{{Forecast: 20, Actual: 60},
		{Forecast: 50, Actual: 150}, {Forecast: 5, Actual: 15}}}
	one := replay.Heads{Log: "b", Method: "downey-bias", Heads: []replay.Head{{Forecast: 20, Actual: 60}}}
	queues := replay.Heads{Log: "c", Method: "downey", Heads: []replay.Head{{Queue: "few", Forecast: 5, Actual: 10}}}
	for i := range 100 {
		queues.Heads = append(queues.Heads, replay.Head{Queue: "many", Forecast: float64(1 + i), Actual: float64(2 + 2*i)})
	}
	tables := HeadTables([]replay.Heads{square, triple, one, queues})
	reporttest.WantRows(t, tables[0], []string{
		"a all downey 3 1.00 2.00 0.00 2 1.00 2.00 0.00 0.48 0.60 1.70",
		"a all downey-exact 3 1.00 1.00 1.10 2 1.00 1.00 1.10 - - -",
		"b all downey-bias 1 - - - 1 - - - 0.59 1.01 -0.01",
		"c all downey 101 1.00 1.00 0.69 91 1.00 1.00 0.69 0.48 0.60 1.70",
		"c many downey 100 1.00 1.00 0.69 91 1.00 1.00 0.69 - - -",
	})
	if n := len(HeadTables(nil)); n != 0 {
		t.Errorf("%d tables of no heads", n)
	}
}
