package page

import (
	"fmt"
	"html/template"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay/output"
	"waitbench/report/figure"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// style is the colour and marker of a method, by its index in figure.Styles.
// They equal the ones in package figure.
type style struct {
	Colour int    `json:"colour"` // CSS variable --c0 to --c6
	Marker string `json:"marker"` // path of SVG around 0, 0
	Dash   []int  `json:"dash"`   // of lines, in pixels; nil for solid ones
}

// markers are the shapes of package figure in its order: circle, square,
// triangle up, diamond, triangle down.
var markers = [figure.Markers]string{
	"M-4,0a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z", "M-3.5,-3.5h7v7h-7z", "M0,-5.4L4.7,2.7h-9.4z",
	"M0,-5.2L5.2,0L0,5.2L-5.2,0z", "M0,5.4L4.7,-2.7h-9.4z",
}

// dashes are the patterns of package figure for lines.
var dashes = [figure.Markers][]int{2: {8, 3}, 3: {3, 3}, 4: {10, 3, 3, 3}}

// styleOf returns the style of an index.
func styleOf(i int) style {
	return style{i % figure.Colours, markers[i%figure.Markers], dashes[i%figure.Markers]}
}

// PanelStyle and PanelScript are the contents of the style and the script
// element of a page with Panels.
var (
	PanelStyle  = asset("panels.css")
	PanelScript = asset("panels.js")
)

// Panels draws a panel for each verdict, with a mark for every method. The
// vertical axis is the share of waits covered, with its Wilson interval and a
// line at the target; shares far below the target are in a strip at the bottom.
// The horizontal axis is the mean pinball loss.
//
// methodNames has all methods in the order of the legend, which has the
// methods with bounds in the verdicts of legend.
func Panels(verdicts, legend []verdict.Verdict, methodNames []string) template.HTML {
	var chart struct {
		Panels []panel
		Keys   []dot // of the legend
	}
	styles := figure.Styles(methodNames)
	for i := range verdicts {
		chart.Panels = append(chart.Panels, newPanel(&verdicts[i], styles))
	}
	for _, m := range methodNames {
		bounds := func(v verdict.Verdict) bool { s := v.Find(m); return s != nil && s.Bounded > 0 }
		if slices.ContainsFunc(legend, bounds) {
			chart.Keys = append(chart.Keys,
				dot{Method: m, style: styleOf(styles[m])})
		}
	}
	return execute("panels", chart)
}

// AboutMethods describes methods of this program, each in a line with its
// source, behind a summary.
func AboutMethods(names []string) template.HTML {
	var list []methods.Method
	for _, name := range names {
		if m, err := methods.Named(name); err == nil {
			list = append(list, m)
		}
	}
	return execute("about", list)
}

// loss returns the mean pinball loss of a method: of one that is not short on
// the jobs on which verdicts compare, of another one on the jobs that it bounds.
func loss(s *verdict.Method) float64 {
	if math.IsNaN(s.Loss) {
		return s.Pinball
	}
	return s.Loss
}

// panel is a verdict as the template draws it.
type panel struct {
	Name, Jobs    string
	Best          string // the tightest recommended method, and the number of the others, if any
	Shares, Times []tick
	Dots          []dot // the best are last, above the others
}

// tick is a line across the panel with its text.
type tick struct{ Offset, Text, Class string }

// dot is the mark of a method.
type dot struct {
	Method, Tip, X, Y string
	Interval          string // path, from the mark; empty for none
	Ring, Focused     bool   // Focused has the focus of the keyboard at first
	Fails             bool   // the method is short
	style
}

// Lengths of a panel in its own units, about a pixel each, as in the template.
const (
	left, right = 40, 292
	top, floor  = 32, 180 // of shares
	strip       = 195     // height of the marks below the floor
)

func newPanel(v *verdict.Verdict, styles map[string]int) panel {
	p := panel{
		Name: v.Queue, Jobs: output.Counted(v.Scored, "scored job"),
		Best: "no method to rely on",
	}
	if best := v.With(verdict.Recommended); len(best) > 0 {
		if p.Best = best[0].Method; len(best) > 1 {
			p.Best += fmt.Sprintf(" + %d", len(best)-1)
		}
	}
	var losses []float64
	for _, s := range v.Methods {
		if s.Bounded > 0 {
			losses = append(losses, loss(&s))
		}
	}
	times := newLossAxis(losses)
	for _, t := range times.ticks() {
		p.Times = append(p.Times, tick{Offset: decimal(times.x(t)), Text: table.Duration(t)})
	}
	target := v.Level.Target()
	shares := shareAxis{lowest: max(0, target-2*(1-target))}
	p.Shares = shares.ticks(target)
	for _, s := range slices.Backward(v.Methods) {
		if s.Bounded > 0 {
			p.Dots = append(p.Dots, dot{
				Method: s.Method, Tip: tip(&s),
				X: decimal(times.x(loss(&s))), Y: decimal(shares.y(s.Coverage)),
				Interval: shares.interval(&s), Ring: s.Status == verdict.Recommended,
				Focused: s.Method == v.Methods[0].Method, Fails: s.Status == verdict.TooShort,
				style: styleOf(styles[s.Method]),
			})
		}
	}
	return p
}

// shareAxis is the vertical axis of a panel.
type shareAxis struct{ lowest float64 } // share at the floor

// y returns the height of a share.
func (a shareAxis) y(share float64) float64 {
	if share < a.lowest {
		return strip
	}
	return floor - (share-a.lowest)/(1-a.lowest)*(floor-top)
}

// ticks returns the lines of some shares, of the strip and of the target.
func (a shareAxis) ticks(target float64) (marks []tick) {
	line := func(class string, share float64) {
		marks = append(marks, tick{decimal(a.y(share)),
			fmt.Sprintf("%.4g", math.Round(share*1000)/1000), class})
	}
	step := 1 - target
	if a.lowest == 0 {
		step = 0.25
	}
	for share := a.lowest; share < 1+step/2; share += step {
		if math.Abs(share-target) > 1e-9 {
			line("grid", share)
		}
	}
	if a.lowest > 0 {
		marks = append(marks, tick{decimal(strip), "less", "strip"})
	}
	line("target", target)
	return marks
}

// interval returns the path of the interval around the share of a method.
func (a shareAxis) interval(s *verdict.Method) string {
	y := a.y(s.Coverage)
	if y == strip || math.IsNaN(s.CorrectLow+s.CorrectHigh) {
		return ""
	}
	return fmt.Sprintf("M0,%sV%s", decimal(min(a.y(s.CorrectLow), floor)-y),
		decimal(a.y(s.CorrectHigh)-y))
}

// tip returns the text of a mark.
func tip(s *verdict.Method) string {
	interval, on := "", ""
	if !math.IsNaN(s.CorrectLow + s.CorrectHigh) {
		interval = fmt.Sprintf(" (%.3f to %.3f)", s.CorrectLow, s.CorrectHigh)
	}
	if !math.IsNaN(s.Loss) {
		on = " on the jobs that all methods bound which are not short"
	}
	return fmt.Sprintf("%s: %s.\nCovers %.3f%s of %s.\nMean pinball loss %s%s; "+
		"median bound %s, mean %s.",
		s.Method, s.Status, s.Coverage, interval,
		output.Counted(s.Bounded, "job"),
		table.Duration(loss(s)), on, table.Duration(s.MedianBound), table.Duration(s.MeanBound))
}

// lossAxis is the horizontal axis of a panel, which is logarithmic.
type lossAxis struct{ low, high float64 } // seconds

// shortest is the time at which axes begin; shorter times are drawn there.
const shortest = 1

func newLossAxis(values []float64) lossAxis {
	a := lossAxis{math.Inf(1), 0}
	for _, v := range values {
		if !math.IsNaN(v) {
			a.low, a.high = min(a.low, max(v, shortest)), max(a.high, max(v, shortest))
		}
	}
	if a.high == 0 {
		return lossAxis{60, 3600}
	}
	a.low, a.high = a.low/1.25, a.high*1.25
	if a.high < 4*a.low { // space for two ticks
		a.low, a.high = a.low/2, a.high*2
	}
	return a
}

func (a *lossAxis) x(seconds float64) float64 {
	return left + 6 + math.Log(max(seconds, shortest)/a.low)/math.Log(a.high/a.low)*(right-left-12)
}

// tickTimes are times that axes name: few for long axes, many for short ones.
var tickTimes = [][]float64{
	{1, 60, 3600, 86400, 10 * 86400, 100 * 86400, 1000 * 86400, 1e4 * 86400,
		1e5 * 86400, 1e6 * 86400},
	{1, 10, 60, 600, 3600, 6 * 3600, 86400, 10 * 86400, 30 * 86400, 100 * 86400,
		365 * 86400, 1000 * 86400},
	{1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 2 * 3600,
		3 * 3600, 6 * 3600, 12 * 3600,
		86400, 2 * 86400, 3 * 86400, 5 * 86400, 10 * 86400, 20 * 86400, 50 * 86400, 100 * 86400,
		200 * 86400, 365 * 86400},
}

// ticks returns the times to name, far enough from each other.
func (a *lossAxis) ticks() (marks []float64) {
	const space, enough = 46, 3
	for _, times := range tickTimes {
		marks = nil
		for _, t := range times {
			if t >= a.low && t <= a.high && (len(marks) == 0 ||
				a.x(t)-a.x(marks[len(marks)-1]) >= space) {
				marks = append(marks, t)
			}
		}
		if len(marks) >= enough {
			break
		}
	}
	return marks
}

// decimal returns a length of a drawing with up to two digits after the point.
func decimal(v float64) string {
	return fmt.Sprint(math.Round(v*100)/100 + 0) // no -0
}
