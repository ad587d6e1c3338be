// Package methodstest checks the rules for every method, and the claims of a
// method. A method's test is
//
//	func TestMethods(t *testing.T) {
//		for _, m := range methodstest.All() {
//			t.Run(m.Name, func(t *testing.T) { methodstest.Check(t, m) })
//		}
//	}
//
// The waits are log-normal, drawn from fixed seeds: mean and standard deviation
// of their logarithm are 5 and 1.5, so that hardly any is below the second at
// which log-normal methods floor them. Forecasters see a small machine that
// serves its queue in order.
package methodstest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"waitbench/methods"
)

// All returns the methods of the tables, in their order, and boost.
func All() []methods.Method {
	all, err := methods.Find([]string{"all", "boost"}, true)
	if err != nil {
		panic(err) // a group of the list
	}
	return all
}

// T receives the failures of a check; a testing.T is one.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any) // does not return
}

// check is one check of a method.
type check struct {
	name string
	run  func(T, methods.Method)
}

// Check runs the checks of a method as subtests.
func Check(t *testing.T, m methods.Method) {
	t.Helper()
	for _, c := range checks(&m) {
		t.Run(c.name, func(t *testing.T) { c.run(t, m) })
	}
}

// Failures runs the checks of a method and returns the names of the failing
// ones. A check that panics has failed.
func Failures(m methods.Method) (failed []string) {
	for _, c := range checks(&m) {
		var r recorder
		func() {
			defer func() { r.failed = r.failed || recover() != nil }()
			c.run(&r, m)
		}()
		if r.failed {
			failed = append(failed, c.name)
		}
	}
	return failed
}

// recorder is a T that records whether a check has failed.
type recorder struct{ failed bool }

func (r *recorder) Helper()                           {}
func (r *recorder) Errorf(string, ...any)             { r.failed = true }
func (r *recorder) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// checks lists the checks that a method must pass: for every method, and for
// its claims.
func checks(m *methods.Method) (chosen []check) {
	c, bounds := m.Claims, !m.OnlyForecasts()
	for _, listed := range []struct {
		applies bool
		check
	}{
		{true, check{"BadSettings", badSettings}},
		{true, check{"NothingKnown", nothingKnown}},
		{true, check{"RefitTwice", refitTwice}},
		{true, check{"Independent", independent}},
		{true, check{"AsksOnly", asksOnly}},
		{!bounds, check{"Sides", sidesForecast}},
		{bounds && c.Sides == methods.BothSides, check{"LowerBounds", lowerBounds}},
		{bounds && c.Covers != methods.Nothing, check{"Covers", covers}},
		{bounds && c.Least != nil, check{"LeastHistory", leastHistory}},
		{bounds && c.AnyOrder, check{"AnyOrder", anyOrder}},
		{bounds && c.Monotone, check{"Monotone", monotone}},
		{methods.Can[methods.QuantileBounder](*m), check{"AnyQuantile", anyQuantile}},
		{methods.Can[methods.RemainingBounder](*m), check{"Remaining", remaining}},
		{bounds && c.Scales, check{"Scales", scales}},
		{bounds && c.Capped, check{"Capped", capped}},
		{bounds && c.Holds, check{"HoldsBetweenRefits", holds}},
		{bounds && c.WaitsAlone, check{"WaitsAlone", waitsAlone}},
	} {
		if listed.applies {
			chosen = append(chosen, listed.check)
		}
	}
	return chosen
}

// Waits draws n log-normal waits.
func Waits(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	waits := make([]float64, n)
	for i := range waits {
		waits[i] = math.Exp(logMean + logSD*rng.NormFloat64())
	}
	return waits
}

const (
	logMean = 5
	logSD   = 1.5
)

// waitsInTies draws n exchangeable waits of whole seconds, many of them equal:
// a third are 0.
func waitsInTies(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	waits := make([]float64, n)
	for i := range waits {
		waits[i] = max(0, float64(rng.IntN(300)-100))
	}
	return waits
}

var (
	level    = methods.Level{Quantile: 0.95, Confidence: 0.95}
	settings = methods.Settings{Level: level}
)

// badSettings: methods and predictors reject levels out of range.
func badSettings(t T, m methods.Method) {
	for _, l := range []methods.Level{
		{Quantile: 0, Confidence: .5}, {Quantile: 1, Confidence: .5}, {Quantile: .5},
		{Quantile: .5, Confidence: 1},
		{Quantile: math.NaN(), Confidence: .5},
	} {
		if m.Check(methods.Settings{Level: l}) == nil {
			t.Errorf("level %+v is accepted", l)
		}
		if _, err := m.Predictor(methods.Settings{Level: l}); err == nil {
			t.Errorf("level %+v makes a predictor", l)
		}
	}
	if err := m.Check(settings); err != nil {
		t.Errorf("upper bounds of the 0.95 quantile: %v", err)
	}
}
