package replay

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"waitbench/methods/methodstest"
	"waitbench/swf"
	"waitbench/traces/synth"
)

// generatedLog returns a log with dates, several queues, users and executables,
// some of them unknown.
func generatedLog(t *testing.T, days int) *Log {
	t.Helper()
	parameters := synth.Default()
	parameters.Seed, parameters.Days = 5, days
	text, err := synth.Text(parameters)
	if err != nil {
		t.Fatal(err)
	}
	log, err := load(t, string(text), swf.Started)
	if err != nil {
		t.Fatal(err)
	}
	change(log, func(i int, j *Job) {
		if i%7 == 0 {
			j.User, j.Executable = -1, -1
		}
	})
	return log
}

// TestDisguise: times move by weeks, dates stay, and numbers are others, one
// for each.
func TestDisguise(t *testing.T) {
	text := line(1, 50, 5, 10, 4, 8, 60, 2) + line(2, 999.5, 5, 10, 4, 8, 60, 1)
	for name, log := range map[string]func() (*Log, error){
		"generated": func() (*Log, error) { return generatedLog(t, 2), nil },
		"undated":   func() (*Log, error) { return load(t, text, swf.Started) },
		"1970": func() (*Log, error) {
			since1970 := strings.NewReplacer(" 50 ", " 893466664 ", " 999.5 ", " 893467000 ")
			return load(t, since1970.Replace(text), swf.Started)
		},
		"snapshot": func() (*Log, error) {
			return load(t, "; UnixStartTime: 893466664\n; SnapshotTime: 893469000\n"+text, swf.Started)
		},
	} {
		was, err := log()
		if err != nil {
			t.Fatal(name, err)
		}
		for seed := range uint64(20) {
			is, _ := log()
			is.Disguise(rand.New(rand.NewPCG(seed, 1)))
			moved := is.Jobs[0].Submit - was.Jobs[0].Submit
			shown, queues := is.shown()
			if moved == 0 || math.Mod(moved, 604800) != 0 || is.First-was.First != moved || is.Last-was.Last != moved ||
				shown != "log" || queues[0] != "q1" || is.Name != was.Name || is.Clock().Dated != was.Clock().Dated ||
				NewClock(is.Header.Facts()).Dated != was.Clock().Dated {
				t.Errorf("%s: moved by %v s, shown as %s, %v, clock %+v", name, moved, shown, queues, is.Clock())
			}
			if is.Snapshot != nil && is.Snapshot.Time-was.Snapshot.Time != moved {
				t.Errorf("snapshot at %v, was at %v", is.Snapshot.Time, was.Snapshot.Time)
			}
			users, back, others := map[int64]int64{-1: -1}, map[int64]int64{-1: -1}, 0
			for i := range was.Jobs {
				a, b := was.Jobs[i], is.Jobs[i]
				if _, known := users[a.User]; !known {
					users[a.User], back[b.User] = b.User, a.User
				}
				if users[a.User] != b.User || back[b.User] != a.User || b.Submit-a.Submit != moved ||
					was.Clock().Dated && !was.Clock().Date(a.Submit).Equal(is.Clock().Date(b.Submit)) {
					t.Fatalf("%s: job %+v became %+v", name, a, b)
				}
				if a.Executable != b.Executable {
					others++
				}
			}
			if name == "generated" && others < len(was.Jobs)/2 {
				t.Errorf("%d jobs have another executable", others)
			}
		}
	}
}

// TestDisguiseChangesNothing: to six digits the bounds and scores of each
// listed method are those of the log without disguise.
func TestDisguiseChangesNothing(t *testing.T) {
	log, list := generatedLog(t, 4), methodstest.All()
	cfg := Config{Epoch: 300, Train: Train{Fraction: .1}}
	want := sixDigits(t, log, cfg)
	log.Disguise(rand.New(rand.NewPCG(8, 8)))
	got := sixDigits(t, log, cfg)
	for _, m := range list {
		if !slices.ContainsFunc(want[m.Name], func(text string) bool {
			return strings.HasPrefix(text, "bound ") && !strings.HasSuffix(text, " NaN") ||
				strings.HasPrefix(text, "mae_s ") && text != "mae_s NaN"
		}) {
			t.Errorf("%s says nothing", m.Name)
		}
		for i, text := range want[m.Name] {
			if got[m.Name][i] != text {
				t.Errorf("%s: %s became %s", m.Name, text, got[m.Name][i])
				break
			}
		}
	}
}

// sixDigits returns the columns and bounds of each listed method on a log.
func sixDigits(t *testing.T, log *Log, cfg Config) map[string][]string {
	t.Helper()
	watched, said := forecastOf(t, log, methodstest.All(), cfg, 0), map[string][]string{}
	var tasks []Task
	for _, m := range methodstest.All() {
		for _, s := range grouped(t, log) {
			if s.Range == AllRanges {
				tasks = append(tasks, Task{Series: s, Method: m, Settings: settings95, Config: cfg,
					Forecasts: watched.Forecasts[m.Forecaster]})
			}
		}
	}
	err := (&Engine{}).Run(context.Background(), tasks, func(r *Result) error {
		var texts []string
		for _, c := range Columns {
			text := c.Text(&r.Score)
			if !c.IsText() {
				text = fmt.Sprintf("%.6g", c.Number(&r.Score))
			}
			texts = append(texts, c.Name+" "+text)
		}
		for i, bound := range r.Bounds {
			texts = append(texts, fmt.Sprintf("bound %d %.6g", i, bound))
		}
		said[r.Score.Method] = slices.Concat(said[r.Score.Method], texts)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return said
}
