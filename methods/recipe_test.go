package methods_test

import (
	"strings"
	"testing"

	. "waitbench/methods"
	"waitbench/methods/methodstest"
	"waitbench/swf/swftest"
)

// How to add a method: write one file that declares a Method, as the two here
// do, and add one line to the list in list.go. A predictor can do more by
// further interfaces: QuantileBounder (it bounds any quantile, which X+aci
// needs), RemainingBounder (it bounds remaining waits), CDF (it has the
// distribution of a wait), ChangePointer (it cuts its history; package history
// does the cutting). A method that forecasts distributions takes NewLeveled as its
// Bound, and curves.New makes them. Its Claims list its promises. Its own options are
// parameters of its name, which its Configure reads: see qbets.go. A new suffix
// is a function from method to method and a line in list.go.

// A method that bounds.
var longestMethod = Method{
	Name: "longest", Doc: "the longest wait so far", Source: "none", Cite: []string{Project},
	Claims: Claims{AnyOrder: true, Monotone: true, Scales: true, Holds: true},
	Bound:  func(Settings) Predictor { return &longest{} },
}

type longest struct{ wait, bound float64 }

func (p *longest) Observe(e Event) {
	if e.Kind == Started {
		p.wait = max(p.wait, e.Wait)
	}
}

func (p *longest) Refit(float64) { p.bound = p.wait }

func (p *longest) Predict(Query) (float64, bool) { return p.bound, p.bound > 0 }

// A method that forecasts.
var queuedMethod = Method{
	Name: "queued", Doc: "a minute for each job ahead in the queue", Source: "none",
	Cite:       []string{Project},
	Claims:     Claims{Sides: NoSide},
	Forecaster: &ForecasterSpec{Name: "queued", New: func(LogInfo) (Forecaster, error) { return queued{}, nil }},
}

type queued struct{ IgnoreEvents }

func (queued) Forecast(_ *QueuedJob, m *Machine) Forecast {
	f := NoForecast
	f.Wait = 60 * float64(len(m.Waiting)-1)
	return f
}

// TestRecipe: the recipe passes the checks of methods, and README has its
// beginning.
func TestRecipe(t *testing.T) {
	for _, m := range []Method{longestMethod, queuedMethod} {
		t.Run(m.Name, func(t *testing.T) { methodstest.Check(t, m) })
	}
	readme := swftest.ReadFile(t, "../README.md")
	here := swftest.ReadFile(t, "recipe_test.go")
	_, recipe, _ := strings.Cut(readme, "```go\n")
	recipe, _, found := strings.Cut(recipe, "```")
	for line := range strings.Lines(recipe) {
		code, _, _ := strings.Cut(line, " // ")
		if !strings.Contains(here, "\n"+code) {
			t.Errorf("README has %q, this file does not", code)
		}
	}
	if !found {
		t.Error("README has no recipe")
	}
}
