package replay

import (
	"context"
	"math"
	"testing"

	"waitbench/swf"
)

// logSeries is the jobs of one queue of a log.
func logSeries(t testing.TB, log, queue string) *Series {
	t.Helper()
	trace, err := Load(log, realLog(t, log).Reader, swf.Started, []string{queue})
	if err != nil {
		t.Fatal(err)
	}
	series, _ := Group(trace, nil)
	return series[0]
}

// TestQBETSOnLogs compares qbets with an independent implementation of the same
// rules: share of correct bounds to four digits and pinball loss to the second.
func TestQBETSOnLogs(t *testing.T) {
	for _, test := range []struct {
		log, queue string
		correct    float64
		pinball    float64 // seconds
	}{
		{"SDSC-SP2-1998-4.2-cln", "express", .9649, 769},
		{"SDSC-SP2-1998-4.2-cln", "low", .9577, 11313},
		{"SDSC-DS-2004-2.1-cln", "normal", .9578, 14426},
		{"SDSC-BLUE-2000-4.2-cln", "normal", .9475, 21764},
	} {
		task := Task{Series: logSeries(t, test.log, test.queue), Method: mustFind("qbets"), Settings: settings95, Config: Config{Epoch: 300, Train: .1}}
		got, err := task.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if s := &got.Score; math.Abs(s.Correct-test.correct) > .00005 || math.Abs(s.Pinball-test.pinball) > .5 {
			t.Errorf("%s %s: correct %v, pinball %v, want %v, %v", test.log, test.queue, s.Correct, s.Pinball, test.correct, test.pinball)
		}
	}
}
