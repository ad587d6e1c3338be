package arrowio

import (
	"bytes"
	"fmt"
	"testing"

	"waitbench/replay"
)

var someHeads = []replay.Heads{
	{Log: "sdsc", Method: "downey", Heads: []replay.Head{{Job: -1, ID: 7, Queue: "normal", Time: 10.5, Forecast: 0,
		Actual: 3}, {Job: -1, ID: 9, Queue: "low", Time: 20, Forecast: 1e6, Actual: 0}}},
	{Log: "sdsc", Method: "downey-bias", Heads: []replay.Head{{Job: -1, ID: 7, Time: 10.5, Forecast: 2, Actual: 3}}},
	{Log: "ctc", Method: "downey", Heads: []replay.Head{{Job: -1, ID: 1, Time: 1, Forecast: 2, Actual: 4}}},
}

func TestHeadsRoundTrip(t *testing.T) {
	for _, heads := range [][]replay.Heads{nil, someHeads, someHeads[1:]} {
		path, again := tempFile(t), tempFile(t)
		if err := WriteHeads(path, nil, heads); err != nil {
			t.Fatal(err)
		}
		got, err := ReadHeads(path)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got) != fmt.Sprint(heads) {
			t.Errorf("read back\n%v, want\n%v", got, heads)
		}
		if err := WriteHeads(again, nil, heads); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(readBytes(t, path), readBytes(t, again)) {
			t.Error("the same heads give other bytes")
		}
	}
}
