package replay

import (
	"encoding/json"
	"testing"
)

func TestTrain(t *testing.T) {
	for text, want := range map[string]Train{
		"0": {}, "0.1": {Fraction: .1}, "1": {Jobs: 1}, "1000": {Jobs: 1000}, "30d": {Time: 30 * 86400},
		"1-12:00": {Time: 36 * 3600},
	} {
		got, err := ParseTrain(text)
		data, _ := json.Marshal(got)
		var back Train
		if err != nil || got != want || text != "1-12:00" && got.String() != text ||
			json.Unmarshal(data, &back) != nil || back != want {
			t.Errorf("%s is %+v, error %v; %s is %+v, want %+v", text, got, err, data, back, want)
		}
	}
	for _, text := range []string{"", "-1", "-0.5", "1.5", "1e300", "NaN", "Inf", "soon", "-30d", "1.0", "1.", "1e0",
		"+1", "01", "10e-1", "0x1p0"} {
		if got, err := ParseTrain(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

// TestTrainingEnd: job 2 of the queue leaves without having run. Of its jobs,
// also of that one, three come before the fourth, and those at 0 and 10 before
// second 20.
func TestTrainingEnd(t *testing.T) {
	log := &Log{Queues: []Queue{{Name: "a"}}}
	for i := range 5 {
		log.Jobs = append(log.Jobs, Job{ID: int64(i), Submit: float64(10 * i), Run: 1, unselected: i == 2})
	}
	series, _ := Group(log, nil)
	for text, want := range map[string][2]int{ // index in the log, position of the first scored job
		"0": {0, 0}, "0.5": {3, 2}, "1": {1, 1}, "2": {2, 2}, "3": {3, 2}, "4": {4, 3}, "5": {5, 4}, "9": {5, 4},
		"20s": {2, 2}, "21s": {3, 2}, "1h": {5, 4},
	} {
		train, err := ParseTrain(text)
		if scored, end := series[0].firstScored(train); err != nil || int(end) != want[0] || scored != want[1] {
			t.Errorf("--train %s ends at job %d, scored from position %d, want %v", text, end, scored, want)
		}
	}
}
