package methods_test

import (
	"os"
	"strings"
	"testing"

	. "waitbench/methods"
	"waitbench/methods/methodstest"
)

// The two methods of the recipe in doc.go, to the letter.

var longestMethod = Method{
	Name: "longest", Doc: "the longest wait so far", Source: "none",
	Claims: Claims{AnyOrder: true, Monotone: true, Scales: true, Holds: true},
	Bound:  func(Settings) Predictor { return &longest{} },
}

type longest struct{ most, bound float64 }

func (p *longest) Observe(e Event) {
	if e.Kind == Started {
		p.most = max(p.most, e.Wait)
	}
}

func (p *longest) Refit(float64) { p.bound = p.most }

func (p *longest) Predict(Query) (float64, bool) { return p.bound, p.bound > 0 }

var queuedMethod = Method{
	Name: "queued", Doc: "a minute for each job ahead in the queue", Source: "none",
	Claims:     Claims{Sides: NoSide},
	Forecaster: &ForecasterSpec{Name: "queued", New: func(LogInfo) (Forecaster, error) { return queued{}, nil }},
}

type queued struct{ IgnoreEvents }

func (queued) Submitted(_ *QueuedJob, m *Machine) Forecast {
	f := NoForecast
	f.Wait = 60 * float64(len(m.Waiting)-1)
	return f
}

// TestRecipe: the recipe in doc.go compiles and passes the checks of methods.
func TestRecipe(t *testing.T) {
	for _, m := range []Method{longestMethod, queuedMethod} {
		t.Run(m.Name, func(t *testing.T) { methodstest.Check(t, m) })
	}
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	here, err := os.ReadFile("recipe_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, recipe, _ := strings.Cut(string(doc), "# How to add a method")
	recipe, _, found := strings.Cut(recipe, "# Names")
	for line := range strings.Lines(recipe) {
		if code, ok := strings.CutPrefix(line, "//\t"); ok && !strings.Contains(string(here), "\n"+code) {
			t.Errorf("doc.go has %q, this file does not", code)
		}
	}
	if !found {
		t.Error("doc.go has no recipe")
	}
}
