package methods_test

import (
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/methods/methodstest"
)

// TestMethods checks li+cal alone of all X+cal, which have the same predictor.
func TestMethods(t *testing.T) {
	checked := slices.DeleteFunc(methodstest.All(), func(m methods.Method) bool {
		return strings.HasSuffix(m.Name, "+cal") && m.Name != "li+cal"
	})
	others, err := methods.Find([]string{"qbets:clusters=none", "lognormal+aci", "downey+aci", "li+cal+aci",
		"downey:order=global", "baselines", "moving:window=100+aci"}, false)
	if err != nil {
		t.Fatal(err)
	}
	checked = append(checked, others...)
	for _, m := range checked {
		t.Run(m.Name, func(t *testing.T) { methodstest.Check(t, m) })
	}
}

// TestClaims: the methods claim their known properties.
func TestClaims(t *testing.T) {
	want := map[string]string{
		"bmbp": "upper and lower bounds, covers exchangeable waits, least history, any order, monotone, " +
			"any quantile, remaining waits, scales, holds between refits",
		"lognormal-trim": "upper and lower bounds, covers independent log-normal waits, least history, any order, " +
			"monotone, any quantile, scales, holds between refits",
		"bmbp+aci":   "upper and lower bounds, least history, scales, holds between refits",
		"downey":     "upper bounds",
		"historical": "upper and lower bounds",
		"li":         "no bounds",
		"li+cal": "upper and lower bounds, covers exchangeable ratios of waits to forecasts, least history, any " +
			"order, monotone, any quantile, scales, " +
			"capped, holds between refits",
	}
	level := methods.Level{Quantile: 0.95, Confidence: 0.95}
	for _, m := range methodstest.All() {
		if text, ok := want[m.Name]; ok && m.ListClaims() != text {
			t.Errorf("%s claims %q, want %q", m.Name, m.ListClaims(), text)
		}
		// 1 - 0.95^58 < 0.95 <= 1 - 0.95^59.
		if m.Claims.Least != nil && m.Claims.Least(level) != 59 {
			t.Errorf("%s bounds from %d waits on, want 59", m.Name, m.Claims.Least(level))
		}
	}
}

// moving is the method moving with few claims, all true.
func moving(t *testing.T) methods.Method {
	m, err := methods.Named("moving")
	if err != nil {
		t.Fatal(err)
	}
	m.Claims = methods.Claims{AnyOrder: true, Monotone: true, Scales: true, Holds: true, WaitsAlone: true}
	return m
}

// TestFalseClaimsFail: a method with a false claim fails the check of that
// claim, and no other.
func TestFalseClaimsFail(t *testing.T) {
	if failed := methodstest.Failures(moving(t)); len(failed) > 0 {
		t.Errorf("true claims fail: %v", failed)
	}
	for name, claim := range map[string]func(*methods.Claims){
		"Covers":       func(c *methods.Claims) { c.Covers = methods.Exchangeable },
		"LeastHistory": func(c *methods.Claims) { c.Least = func(methods.Level) int { return 59 } },
		"LowerBounds":  func(c *methods.Claims) { c.Sides = methods.BothSides }, // they are above the upper ones
	} {
		m := moving(t)
		claim(&m.Claims)
		honest := m.Bound
		m.Bound = func(s methods.Settings) methods.Predictor {
			if s.Side == methods.Lower {
				s.Quantile = min(s.Quantile+0.05, 0.99)
			}
			return struct{ methods.Predictor }{honest(s)} // no other interface
		}
		if failed := methodstest.Failures(m); !slices.Equal(failed, []string{name}) {
			t.Errorf("claims %s falsely, and fails %v", name, failed)
		}
	}
	honest := func(_ *spoilt, _ methods.Query, bound float64) float64 { return bound }
	for name, fault := range map[string]spoilt{
		"AnyOrder":           {predict: func(p *spoilt, _ methods.Query, b float64) float64 { return b + p.waits[0] }},
		"Monotone":           {predict: func(_ *spoilt, _ methods.Query, b float64) float64 { return 1 / b }},
		"Scales":             {predict: func(_ *spoilt, _ methods.Query, b float64) float64 { return b + 60 }},
		"HoldsBetweenRefits": {predict: honest, eager: true},
		"RefitTwice":         {predict: func(p *spoilt, _ methods.Query, b float64) float64 { return b + p.refits }},
		// panics
		"NothingKnown": {predict: func(p *spoilt, _ methods.Query, _ float64) float64 { return p.waits[0] }},
		"WaitsAlone":   {predict: func(_ *spoilt, q methods.Query, b float64) float64 { return b + float64(q.Procs) }},
	} {
		m := moving(t)
		inner := m.Bound
		m.Bound = func(s methods.Settings) methods.Predictor {
			p := fault
			p.Predictor = inner(s)
			return &p
		}
		if failed := methodstest.Failures(m); !slices.Contains(failed, name) {
			t.Errorf("%s does not hold, and the failures are %v", name, failed)
		}
	}
	m := moving(t)
	shared := m.Bound(methods.Settings{Level: methods.Level{Quantile: .95, Confidence: .95}})
	m.Bound = func(methods.Settings) methods.Predictor { return shared }
	if failed := methodstest.Failures(m); !slices.Contains(failed, "Independent") {
		t.Errorf("predictors that share their history fail %v", failed)
	}
}

// spoilt is a predictor with a fault.
type spoilt struct {
	methods.Predictor
	predict func(p *spoilt, q methods.Query, bound float64) float64
	eager   bool // refits at each event
	waits   []float64
	refits  float64
}

func (p *spoilt) Observe(e methods.Event) {
	p.Predictor.Observe(e)
	if e.Kind == methods.Started {
		p.waits = append(p.waits, e.Wait)
	}
	if p.eager {
		p.Predictor.Refit(0)
	}
}

func (p *spoilt) Refit(now float64) { p.refits++; p.Predictor.Refit(now) }

func (p *spoilt) Predict(q methods.Query) (float64, bool) {
	bound, ok := p.Predictor.Predict(q)
	return p.predict(p, q, bound), ok
}

// silentForecaster forecasts nothing.
type silentForecaster struct{ methods.IgnoreEvents }

func (silentForecaster) Forecast(*methods.QueuedJob, *methods.Machine) methods.Forecast {
	return methods.NoForecast
}

func TestFalseForecastsFail(t *testing.T) {
	m := methods.Method{Name: "silent", Claims: methods.Claims{Sides: methods.BothSides},
		Forecaster: &methods.ForecasterSpec{
			Name: "silent", New: func(methods.LogInfo) (methods.Forecaster, error) { return silentForecaster{}, nil },
		}}
	if failed := methodstest.Failures(m); !slices.Equal(failed, []string{"RefitTwice", "Sides"}) {
		t.Errorf("a forecaster without forecasts fails %v", failed)
	}
	smith, err := methods.Named("smith")
	if err != nil {
		t.Fatal(err)
	}
	shared, err := smith.Forecaster.New(methods.LogInfo{RunTimes: true})
	if err != nil {
		t.Fatal(err)
	}
	smith.Forecaster = &methods.ForecasterSpec{Name: "shared", New: func(methods.LogInfo) (methods.Forecaster,
		error) {
		return shared, nil
	}}
	if failed := methodstest.Failures(smith); !slices.Contains(failed, "Independent") {
		t.Errorf("forecasters that share their history fail %v", failed)
	}
}

func TestFind(t *testing.T) {
	all := strings.Join(methods.Names(), " ")
	boundsAnd := func(other string) string {
		return strings.Join(slices.DeleteFunc(methods.Names(), func(name string) bool {
			m, err := methods.Named(name)
			return err != nil || m.Forecaster != nil && name != other
		}), " ")
	}
	waits := boundsAnd("")
	for _, test := range []struct{ text, want string }{
		{"bmbp", "bmbp"},
		{"lognormal,bmbp,lognormal", "bmbp lognormal"}, // the order of the list
		{"all", all},
		{"bmbp,all", all},
		{"scheduler,all", all + " scheduler"}, // which runs by its name only
		{"waits", waits},
		{"default", boundsAnd("forest")},
		{"bmbp+aci,bmbp", "bmbp bmbp+aci"},
		{"lognormal-trim+aci,lognormal+aci,qbets,bmbp+aci", "qbets bmbp+aci lognormal-trim+aci lognormal+aci"},
		{"qbets:clusters=none+aci,qbets:clusters=product,qbets:clusters=none+aci", "qbets qbets:clusters=none+aci"},
		{"baselines,waits", waits + " last moving window-max last-week"},
		{"window-max:window=059,moving:window=0100,baselines", "window-max moving:window=100 last moving last-week"},
	} {
		found, err := methods.Find(strings.Split(test.text, ","), true)
		var names []string
		for _, m := range found {
			names = append(names, m.Name)
		}
		if got := strings.Join(names, " "); err != nil || got != test.want {
			t.Errorf("Find(%s) = %s, %v, want %s", test.text, got, err, test.want)
		}
	}
	for name, want := range map[string]string{
		"BMBP":                `unknown method "BMBP"; did you mean bmbp? see waitbench methods`,
		"waist":               "did you mean waits or last? see waitbench methods",
		"nothing":             `unknown method "nothing"; see waitbench methods`,
		"bmbp ":               `no method "bmbp ": want a name such as`,
		"all+cal":             `unknown method "all"; see waitbench methods`,
		"bmbp+aic":            `no method "bmbp+aic": unknown suffix "aic"; did you mean aci? known are aci, cal`,
		"bmbp+aci+aci":        "bmbp+aci cannot bound other quantiles",
		"bmbp+cal":            "bmbp forecasts no waits",
		"qbets:clusters=size": `no method "qbets:clusters=size": invalid clusters "size": want product or none`,
		"moving:window=0":     `invalid window "0": want an integer from 1 to 1000000`,
		"qbets:cluster=none": `no method "qbets:cluster=none": unknown parameter "cluster"; did you mean ` +
			`clusters? known are clusters`,
		"bmbp:window=5":         `no method "bmbp:window=5": unknown parameter "window"; known are rank`,
		"qbets:clusters='none'": "want a name such as",
	} {
		if _, err := methods.Named(name); err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("Named(%q): error %v, want %s", name, err, want)
		}
	}
	if _, err := methods.Find(nil, false); err == nil {
		t.Error("Find() finds something")
	}
}

// TestFindWithoutCluster: the forecasts of some methods are those of smith then,
// computed once.
func TestFindWithoutCluster(t *testing.T) {
	for _, cluster := range []bool{false, true} {
		found, err := methods.Find([]string{"smith", "hanzich", "sdpn", "hanzich+cal", "sdpn+cal"}, cluster)
		if err != nil || len(found) != 5 {
			t.Fatal(found, err)
		}
		for _, m := range found[1:] {
			if shared := m.Forecaster == found[0].Forecaster; shared == cluster {
				t.Errorf("cluster %v: %s shares the forecaster of smith: %v", cluster, m.Name, shared)
			}
		}
	}
}

// TestListIsDescribed keeps the list fit to be printed by the command methods.
func TestListIsDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range methodstest.All() {
		if m.Name != strings.ToLower(m.Name) || seen[m.Name] || m.Doc == "" || m.Source == "" {
			t.Errorf("method %+v", m)
		}
		seen[m.Name] = true
	}
}

// TestNotTunedOn: nobody tunes a method of this project on these logs. Each log
// on which one was made, or looked at before it was finished, is in the lists
// below.
func TestNotTunedOn(t *testing.T) {
	never := []string{"OSC-Clust-2000-3.1-cln", "Sandia-Ross-2001-1.1-cln",
		"LPC-EGEE-2004-1.2-cln", "ANL-Intrepid-2009-1", "ALCF-Mira-2018", "ALCF-Theta-2022", "ALCF-Theta-2023",
		"IU-Mason-2017"}
	tuned := map[string][]string{"forest": {
		"KTH-SP2-1996-2.1-cln", "SDSC-SP2-1998-4.2-cln", "SDSC-DS-2004-2.1-cln",
		"SDSC-Par-1996-3.1-cln", "CTC-SP2-1996-3.1-cln", "HPC2N-2002-2.2-cln",
		"LANL-CM5-1994-4.1-cln", "SDSC-BLUE-2000-4.2-cln",
		"METACENTRUM-2009-2", "MetaCentrum-wagap-2013"}}
	looked := map[string][]string{"forest": append([]string{"CEA-Curie-2011-2.1-cln", "RICC-2010-2"}, never...)}
	all, err := methods.Find([]string{"all", "baselines"}, true)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, m := range all {
		if !slices.Equal(m.ChosenOn, tuned[m.Name]) || !slices.Equal(m.LookedAt, looked[m.Name]) {
			t.Errorf("%s was tuned on %q and scored on %q, want %q and %q", m.Name,
				m.ChosenOn, m.LookedAt, tuned[m.Name], looked[m.Name])
		}
		for _, log := range m.ChosenOn {
			if compared++; slices.Contains(never, log) {
				t.Errorf("%s was tuned on %s", m.Name, log)
			}
		}
	}
	if compared != 10 {
		t.Errorf("%d logs compared, want 10", compared)
	}
}
