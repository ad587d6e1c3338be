package run_test

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"waitbench/replay/arrowio"
	"waitbench/replay/run"
	"waitbench/replay/run/runtest"
)

// runOf replays some days of a generated log at several levels.
func runOf(t *testing.T, workers int, quantiles ...string) *run.Dir {
	t.Helper()
	plan := runtest.Plan(t, "bmbp,lognormal", quantiles...)
	plan.Engine.Workers = workers
	e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "small")
	log := runtest.Load(t, plan, "small", 12, 1)
	return log.Replay(t, e)
}

// Each level has the same bounds and scores as in a run of that level alone.
func TestLevelsAreIndependent(t *testing.T) {
	several := runOf(t, 2, "0.95", "0.5", "0.25l")
	for i, text := range []string{"0.95", "0.5", "0.25l"} {
		alone := runOf(t, 1, text)
		filter := arrowio.Filter{Level: text}
		if got, want := runtest.Bounds(t, several, filter), runtest.Bounds(t, alone, filter); !slices.EqualFunc(got, want,
			same) || len(got) == 0 {
			t.Errorf("level %s: %d bounds differ from the %d of a run of that level alone", text, len(got), len(want))
		}
		for k, s := range alone.Scores {
			other := several.Scores[3*k+i]
			if other.Queue != s.Queue || other.Range != s.Range || other.Method != s.Method || other.Level() != s.Level() ||
				!same(other.Pinball, s.Pinball) {
				t.Errorf("score %d at level %s is\n%+v, want\n%+v", k, text, other, s)
			}
		}
	}
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
