package page

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/report/verdict"
)

// verdictOn is a method in a verdict, with bounds of 1000 jobs.
func verdictOn(method string, status verdict.Status, correct, loss, median float64) verdict.Method {
	return verdict.Method{Status: status, Loss: loss, Score: &replay.Score{
		Log: "t", Queue: "q", Range: replay.AllRanges, Method: method, Quantile: 0.95, Confidence: 0.95, Jobs: 1100, Scored: 1000, Bounded: 1000,
		Coverage: correct, CorrectLow: correct - 0.01, CorrectHigh: min(1, correct+0.01), Pinball: 2 * loss, MedianBound: median, MeanBound: median,
	}}
}

// onQueue is a verdict on a queue, bmbp its reference.
func onQueue(queue string, list ...verdict.Method) verdict.Verdict {
	v := verdict.Verdict{Log: "t", Queue: queue, Range: replay.AllRanges, Level: list[0].Level(), Jobs: 1100, Scored: 1000, Reference: "bmbp", Methods: list}
	for i := range list {
		list[i].Queue = queue
	}
	return v
}

var place = regexp.MustCompile(`class="dot[^"]*"[^>]*data-of="([^"]*)"[^>]*transform="translate\(([\d.]+),([\d.]+)\)"`)

// Marks are where their numbers put them: tight ones to the left, large shares
// above, the target between correct and failing methods, and shares far below
// it in the strip.
func TestPanels(t *testing.T) {
	styles := []string{"bmbp", "qbets", "li", "far"}
	v := onQueue("normal", verdictOn("qbets", verdict.Recommended, 0.97, 100, 5000), verdictOn("bmbp", verdict.NotShort, 0.96, 300, 4000),
		verdictOn("li", verdict.TooShort, 0.94, math.NaN(), 50), verdictOn("far", verdict.TooShort, 0.3, math.NaN(), 50))
	v.Methods[2].Pinball, v.Methods[3].Pinball = 1e5, 2e5
	html := string(Panels([]verdict.Verdict{v}, []verdict.Verdict{v}, styles))
	at := map[string][]float64{}
	for _, found := range place.FindAllStringSubmatch(html, -1) {
		for _, text := range found[2:] {
			n, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			at[found[1]] = append(at[found[1]], n)
		}
	}
	target := shareAxis{0.85}.y(0.95)
	if !(at["qbets"][0] < at["bmbp"][0] && at["bmbp"][0] < at["li"][0]) || at["far"][0] <= at["li"][0] {
		t.Errorf("across %v", at)
	}
	if !(at["qbets"][1] < at["bmbp"][1] && at["bmbp"][1] < target && target < at["li"][1]) || at["far"][1] != strip {
		t.Errorf("heights %v, target %v", at, target)
	}
	if n := strings.Count(html, `class="ring"`); n != 1 {
		t.Errorf("%d rings", n)
	}
	if first := regexp.MustCompile(`tabindex="0" data-of="([^"]*)"`).FindAllStringSubmatch(html, -1); len(first) != 1 || first[0][1] != "qbets" {
		t.Errorf("the key Tab reaches the marks %q", first)
	}
	if want := "Covers 0.970 (0.960 to 0.980) of 1,000 jobs."; !strings.Contains(html, want) {
		t.Errorf("no %q", want)
	}
}

// The lines of up to eight methods are open.
func TestAboutMethods(t *testing.T) {
	names := []string{"bmbp", "lognormal", "qbets", "forest", "li+cal", "downey", "smith", "historical", "lognormal-trim"}
	for n, want := range map[int]string{8: `<details class="about" open>`, 9: `<details class="about">`} {
		if html := string(AboutMethods(names[:n])); strings.Count(html, "<dt>") != n || !strings.HasPrefix(strings.TrimSpace(html), want) {
			t.Errorf("%d methods: no %s in %.80s", n, want, html)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct{ low, high float64 }{{1, 2}, {50, 3600}, {3600, 7200}, {10, 1e10}, {0.01, 0.02}} {
		a := newLossAxis([]float64{c.low, c.high, math.NaN()})
		ticks := a.ticks()
		if len(ticks) < 2 || !slices.IsSorted(ticks) {
			t.Errorf("from %v to %v: ticks %v", c.low, c.high, ticks)
		}
		if a.x(c.low) < left || a.x(c.high) > right {
			t.Errorf("from %v to %v: places %v to %v", c.low, c.high, a.x(c.low), a.x(c.high))
		}
	}
}
