package methods

import "testing"

// TestForestSeeds: the seed 1 is forest, names of one seed share a forecaster,
// and another seed has other forecasts.
func TestForestSeeds(t *testing.T) {
	forecasts := func(m Method) (waits []float64) {
		d, err := m.Forecaster.New(LogInfo{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 200 {
			j := &QueuedJob{Query: Query{Submit: 100 * float64(i), Procs: 1 + int64(i*i%7), Estimate: 60, User: int64(i % 3), Index: i}, Run: 60}
			d.Refit(j.Submit)
			if wait := d.Forecast(j, &Machine{Capacity: 8, Free: 8}).Wait; wait > 0 {
				waits = append(waits, wait)
			}
			d.Submitted(j, nil)
			j.Start = j.Submit + float64(i*i*i%89)
			d.Started(j, nil)
			d.Ended(j, j.Start+60, 60, nil)
		}
		return waits
	}
	plain, err := Named("forest")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, kept, forecaster string }{
		{"forest:seed=1", "forest", "forest"}, {"forest:seed=007", "forest:seed=7", "forest:seed=7"},
	} {
		m, err := Named(test.name)
		again, _ := Named(test.kept)
		if err != nil || m.Name != test.kept || m.Forecaster.Name != test.forecaster || m.Forecaster != again.Forecaster {
			t.Fatalf("%s is %+v with the forecaster %+v, %v", test.name, m, m.Forecaster, err)
		}
		got, first := forecasts(m), forecasts(plain)
		same, other := 0, 0
		for i := range min(len(got), len(first)) {
			if got[i] == first[i] {
				same++
			} else {
				other++
			}
		}
		if one := m.Forecaster == plain.Forecaster; len(first) < 50 || one && other > 0 || !one && other < 10 {
			t.Errorf("%s: %d forecasts of forest again, %d others", test.name, same, other)
		}
	}
	for _, bad := range []string{"forest:seed=0", "forest:seed=1.5", "forest:seed=1000001", "forest:sed=2"} {
		if _, err := Named(bad); err == nil {
			t.Errorf("%s is a method", bad)
		}
	}
}
