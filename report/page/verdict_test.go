package page

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
)

func TestVerdict(t *testing.T) {
	nan := math.NaN()
	for name, test := range map[string]struct {
		scores                 []replay.Score
		correct, others, bests []string
	}{
		"tightest first": {
			[]replay.Score{judged("wide", 2000, 1, 0.01, methods.Upper), judged("tight", 2000, 0.95, 0.3, methods.Upper), judged("wrong", 2000, 0.9499, 0.9, methods.Upper)},
			[]string{"tight", "wide"}, []string{"wrong"}, []string{"tight"},
		},
		"equally tight": {
			[]replay.Score{judged("a", 2000, 0.96, 0.2, methods.Upper), judged("b", 2000, 0.99, 0.2, methods.Upper), judged("c", 2000, 0.99, 0.1, methods.Upper)},
			[]string{"a", "b", "c"}, nil, []string{"a", "b"},
		},
		"none correct: closest first": {
			[]replay.Score{judged("a", 2000, 0.5, 0.2, methods.Upper), judged("b", 2000, 0.9, 0.1, methods.Upper)},
			nil, []string{"b", "a"}, nil,
		},
		"lower bounds: the lowest ratio is the tightest": {
			// A lower bound of the 0.95 quantile is to cover 5 % of the waits.
			[]replay.Score{judged("loose", 2000, 0.5, 9, methods.Lower), judged("tight", 2000, 0.06, 0.1, methods.Lower)},
			[]string{"tight", "loose"}, nil, []string{"tight"},
		},
		"without a ratio": {
			[]replay.Score{judged("none", 2000, 0.99, nan, methods.Upper), judged("some", 2000, 0.99, 0.001, methods.Upper)},
			[]string{"some", "none"}, nil, []string{"some"},
		},
	} {
		list, few := verdicts(test.scores, 1000)
		if len(list) != 1 || few != 0 {
			t.Fatalf("%s: %d verdicts, %d too small", name, len(list), few)
		}
		v := list[0]
		for what, pair := range map[string][2][]string{
			"correct": {methodNames(v.correct), test.correct}, "others": {methodNames(v.others), test.others}, "best": {methodNames(v.best()), test.bests},
		} {
			if strings.Join(pair[0], ",") != strings.Join(pair[1], ",") {
				t.Errorf("%s: %s %v, want %v", name, what, pair[0], pair[1])
			}
		}
	}
}

func TestVerdictsLeaveOut(t *testing.T) {
	unbounded := judged("silent", 2000, math.NaN(), math.NaN(), methods.Upper)
	unbounded.Bounded = 0
	small := judged("a", 999, 1, 1, methods.Upper)
	small.Queue = "small"
	list, few := verdicts([]replay.Score{unbounded, small}, 1000)
	if len(list) != 1 || few != 1 || len(list[0].correct)+len(list[0].others) != 0 {
		t.Errorf("%d verdicts with %v, %d too small", len(list), list[0], few)
	}
}

func TestLead(t *testing.T) {
	queue := func(name string, correct, others []string) *verdict {
		v := &verdict{queue: name}
		for i, m := range correct {
			s := judged(m, 2000, 0.97, float64(9-i), methods.Upper)
			v.correct = append(v.correct, &s)
		}
		for _, m := range others {
			s := judged(m, 2000, 0.9, 1, methods.Upper)
			v.others = append(v.others, &s)
		}
		return v
	}
	level := methods.Level{Quantile: 0.95, Confidence: 0.95}
	for want, queues := range map[string][]*verdict{
		"No queue has enough jobs for a verdict.": nil,
		"a is correct on 2 of 2 queues: at least 0.95 of the waits within the bounds. Most often the most accurate of the correct ones: a and b (on 1).": {
			queue("q", []string{"a"}, []string{"b"}), queue("r", []string{"b", "a"}, nil)},
		"a is correct on 1 of 2 queues: at least 0.95 of the waits within the bounds; no other method is on as many. " +
			"Most often the most accurate of the correct ones: a (on 1). No method is correct on r (closest: b with 0.900).": {
			queue("q", []string{"a"}, []string{"b"}), queue("r", nil, []string{"b", "a"})},
		"No method is correct (at least 0.95 of the waits within the bounds) on any of 1 queue. No method is correct on q.": {queue("q", nil, nil)},
	} {
		var got []string
		for _, s := range lead(queues, []string{"a", "b"}, level) {
			got = append(got, s.Before+s.Strong+s.After)
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("lead\n%s\nwant\n%s", text, want)
		}
	}
}

func TestTallies(t *testing.T) {
	list, _ := verdicts([]replay.Score{judged("a", 2000, 0.96, 0.2, methods.Upper), judged("b", 2000, 0.9, 0.3, methods.Upper)}, 1000)
	got := tallies(list, []string{"b", "a"})
	want := []tally{{method: "b", series: 1, worst: 0.9}, {method: "a", series: 1, correct: 1, top: 1, worst: 0.96}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("tallies %v, want %v", got, want)
	}
}
