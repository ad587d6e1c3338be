package arrowio

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"waitbench/replay"
)

var someHeads = []replay.Heads{
	{Trace: "sdsc", Method: "downey", Heads: []replay.Head{{Job: -1, ID: 7, Queue: "normal", Time: 10.5, Forecast: 0, Actual: 3}, {Job: -1, ID: 9, Queue: "low", Time: 20, Forecast: 1e6, Actual: 0}}},
	{Trace: "sdsc", Method: "downey-bias", Heads: []replay.Head{{Job: -1, ID: 7, Time: 10.5, Forecast: 2, Actual: 3}}},
	{Trace: "ctc", Method: "downey", Heads: []replay.Head{{Job: -1, ID: 1, Time: 1, Forecast: 2, Actual: 4}}},
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

func TestCatHeads(t *testing.T) {
	path := tempFile(t)
	if err := WriteHeads(path, nil, someHeads); err != nil {
		t.Fatal(err)
	}
	wantCat(t, path, Options{Where: conditions(t, "method=downey")}, `trace,method,job_id,time,predicted,actual,queue
sdsc,downey,7,10.5,0,3,normal
sdsc,downey,9,20,1000000,0,low
ctc,downey,1,1,2,4,
`)
}

func TestNotHeads(t *testing.T) {
	path := tempFile(t)
	if err := WriteScores(path, nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadHeads(path); err == nil || !strings.HasPrefix(err.Error(), path+" is not a file of heads of queues: it has no column job_id, only trace, queue, ") {
		t.Errorf("error %v", err)
	}
}
