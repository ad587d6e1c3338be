package replay

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"waitbench/methods"
	"waitbench/methods/curves"
)

// constant forecasts one curve for every job but the first.
type constant struct{ methods.IgnoreEvents }

func (constant) Forecast(j *methods.QueuedJob, _ *methods.Machine) methods.Forecast {
	f := methods.NoForecast
	if j.Index > 0 {
		f.Curve = curves.New([]float64{.5, .9, .95}, []float64{100, 2000, 1000}) // as 2000, 2000
	}
	return f
}

// TestCurvesOfPrograms: the curves of a program are bounded as those of a method
// in Go with the same curves, at submission and at an age.
func TestCurvesOfPrograms(t *testing.T) {
	script := filepath.Join(t.TempDir(), "program")
	text := `echo '{"hello":1,"scope":"log","answers":"jobs","curve":[0.5,0.9,0.95]}'
while read line; do case $line in
	*'"submitted":0,'*) echo '{"job":0,"curve":[]}';;
	*submitted*) at=${line#*:}; echo "{\"job\":${at%%,*},\"curve\":[100,2000,1000]}";;
esac; done
`
	if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	program, err := methods.StartProgram(t.Context(), "program=sh "+script, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	inGo := methods.Method{Name: "go", Bound: methods.NewLeveled, Forecaster: &methods.ForecasterSpec{
		Name: "go", New: func(methods.LogInfo) (methods.Forecaster, error) { return constant{}, nil }}}
	log, cfg := shiftingLog(4, 900), Config{Epoch: 300, Train: Train{Jobs: 20}}
	said := askAll(t, log, []methods.Method{program, inGo}, cfg, 0)
	if text := said["program"].differs(said["go"], log, math.Inf(1)); text != "" {
		t.Errorf("%s in Go", text)
	}
	if n, _ := said["program"].spoken(math.Inf(1)); n < 1000 {
		t.Errorf("only %d bounds", n)
	}
	aged := answers(t, log, grouped(t, log), []methods.Method{program, inGo}, cfg, 600)
	compared := 0
	for _, s := range grouped(t, log) {
		for id, a := range aged["program "+s.Queue+" "+s.Range] {
			if b := aged["go "+s.Queue+" "+s.Range][id]; !sameBits(a.bound, b.bound) {
				t.Errorf("job %d after 600 s: %v, in Go %v", id, a.bound, b.bound)
			} else if !math.IsNaN(a.bound) {
				compared++
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d remaining waits compared", compared)
	}
}
