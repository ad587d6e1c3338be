package page

import (
	"cmp"
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strings"

	"waitbench/replay/output"
	"waitbench/report"
)

// Panels draws a panel for each verdict, with a mark for every method. The
// horizontal axis is how tight its bounds are: their mean pinball loss or, by a
// switch, the median bound. Candidates are compared on the jobs that all of them
// bound, other methods on the jobs that they bound. The vertical axis is the
// share of waits covered, with its Wilson interval and a line at the target.
// Shares far below the target are in a strip at the bottom.
//
// Looks are the names of all methods in the order that sets their colours and
// markers. The page around the panels must have PanelStyle and PanelScript.
func Panels(verdicts []report.Verdict, looks []string) template.HTML {
	var b strings.Builder
	b.WriteString(`<div class="panels">` + "\n")
	for i := range verdicts {
		p := newPanel(&verdicts[i], looks, isOneTrace(verdicts))
		fmt.Fprintf(&b, `<svg class="panel" viewBox="0 0 %d %d" role="group" aria-label="%s">`, panelWidth, panelHeight,
			html.EscapeString("Share covered and tightness of each method on "+p.name))
		p.write(&b)
		b.WriteString("</svg>\n")
	}
	b.WriteString(`</div><ul class="keys marks" aria-label="Methods">`)
	for i, m := range looks {
		if !bounds(verdicts, m) {
			continue
		}
		fmt.Fprintf(&b, `<li data-method="%s">%s%s</li>`, html.EscapeString(output.Printable(m)), swatch(lookOf(i)), html.EscapeString(output.Printable(m)))
	}
	b.WriteString("</ul>\n")
	return template.HTML(b.String())
}

// swatch returns the mark of a method in a line of text.
func swatch(l look) string {
	return `<svg class="mark" viewBox="-7 -7 14 14" aria-hidden="true"><path ` + l.attributes() + `/></svg>`
}

// PanelStyle and PanelScript are the contents of the style and the script
// element of a page with Panels.
var (
	PanelStyle  = asset("panels.css")
	PanelScript = asset("panels.js")
)

func isOneTrace(verdicts []report.Verdict) bool {
	return !slices.ContainsFunc(verdicts, func(v report.Verdict) bool { return v.Trace != verdicts[0].Trace })
}

// bounds reports whether a method gives bounds on any series of verdicts.
func bounds(verdicts []report.Verdict, method string) bool {
	return slices.ContainsFunc(verdicts, func(v report.Verdict) bool {
		return slices.ContainsFunc(v.Methods, func(s report.MethodVerdict) bool { return s.Method == method && s.Bounded > 0 })
	})
}

// Lengths of a panel in its own units, about a pixel each.
const (
	panelWidth, panelHeight = 300, 244
	left, right             = 40, 292
	top, floor              = 32, 180 // of shares
	strip                   = 195     // height of the marks below the floor
	bottom                  = 204
)

// panel is a verdict as it is drawn.
type panel struct {
	*report.Verdict
	name        string
	looks       []string
	least       float64 // share at the floor
	loss, bound axis
}

func newPanel(v *report.Verdict, looks []string, oneTrace bool) *panel {
	target := v.Level.Target()
	p := &panel{Verdict: v, looks: looks, name: report.QueueName(v, !oneTrace), least: max(0, target-2*(1-target))}
	var losses, medians []float64
	for _, s := range v.Methods {
		if s.Bounded > 0 {
			losses, medians = append(losses, loss(&s)), append(medians, s.MedianBound)
		}
	}
	p.loss, p.bound = newAxis(losses), newAxis(medians)
	return p
}

// loss returns the mean pinball loss of a method: of a candidate on the jobs
// that all candidates bound.
func loss(s *report.MethodVerdict) float64 {
	if math.IsNaN(s.Loss) {
		return s.Pinball
	}
	return s.Loss
}

// y returns the height of a share.
func (p *panel) y(share float64) float64 {
	if share < p.least {
		return strip
	}
	return floor - (share-p.least)/(1-p.least)*(floor-top)
}

func (p *panel) write(b *strings.Builder) {
	fmt.Fprintf(b, `<text class="name" x="0" y="14">%s</text><text class="soft end" x="%d" y="14">%s</text>`,
		html.EscapeString(p.name), right, output.Counted(p.Jobs, "job"))
	p.grid(b)
	p.axis(b, &p.loss, "loss", "mean pinball loss")
	p.axis(b, &p.bound, "bound", "median bound")
	p.labels(b)
	first := true
	// The best are drawn last, above the others.
	for i := len(p.Methods) - 1; i >= 0; i-- {
		if p.Methods[i].Bounded > 0 {
			p.mark(b, &p.Methods[i], first)
			first = false
		}
	}
	if first {
		fmt.Fprintf(b, `<text class="soft" x="%d" y="%d">no method gives bounds</text>`, left+12, (top+floor)/2)
	}
}

// grid draws the heights of some shares and of the target.
func (p *panel) grid(b *strings.Builder) {
	target := p.Level.Target()
	step := 1 - target
	if p.least == 0 {
		step = 0.25
	}
	for share := p.least; share < 1+step/2; share += step {
		if math.Abs(share-target) > 1e-9 {
			p.line(b, "grid", share, decimal3(share))
		}
	}
	if p.least > 0 {
		fmt.Fprintf(b, `<rect class="strip" x="%d" y="%d" width="%d" height="%d"/><text class="tick end" x="%d" y="%d">less</text>`,
			left, floor+6, right-left, bottom-floor-6, left-6, strip+4)
	}
	p.line(b, "target", target, decimal3(target))
}

func (p *panel) line(b *strings.Builder, class string, share float64, text string) {
	y := decimal(p.y(share))
	fmt.Fprintf(b, `<path class="%s" d="M%d,%sH%d"/><text class="tick end" x="%d" y="%s" dy="4">%s</text>`, class, left, y, right, left-6, y, text)
}

// decimal3 returns a share of an axis with up to three digits.
func decimal3(v float64) string { return fmt.Sprintf("%.4g", math.Round(v*1000)/1000) }

// axis draws the ticks of a horizontal axis. Only one of the two is shown.
func (p *panel) axis(b *strings.Builder, a *axis, class, title string) {
	fmt.Fprintf(b, `<g class="across %s">`, class)
	for _, t := range a.ticks() {
		x := decimal(a.x(t))
		fmt.Fprintf(b, `<path class="grid" d="M%s,%dV%d"/><text class="tick mid" x="%s" y="%d">%s</text>`, x, top, bottom, x, bottom+14, tickText(t))
	}
	fmt.Fprintf(b, `<text class="soft end" x="%d" y="%d">%s, log scale</text></g>`, right, bottom+32, title)
}

// mark draws a method. The script moves it when the reader switches the axis.
func (p *panel) mark(b *strings.Builder, s *report.MethodVerdict, first bool) {
	y, tip := p.y(s.Correct), html.EscapeString(p.tip(s))
	x, other := decimal(p.loss.x(loss(s))), decimal(p.bound.x(s.MedianBound))
	fmt.Fprintf(b, `<g class="dot %s" role="img" tabindex="%d" data-method="%s" aria-label="%s" transform="translate(%s,%s)" data-x="%s" data-y="%s">`,
		strings.ReplaceAll(s.Status.String(), " ", "-"), map[bool]int{true: 0, false: -1}[first],
		html.EscapeString(output.Printable(s.Method)), tip, x, decimal(y), other, decimal(y))
	l := lookOf(slices.Index(p.looks, s.Method))
	if y < strip && !math.IsNaN(s.CorrectLow+s.CorrectHigh) {
		fmt.Fprintf(b, `<path class="interval" stroke="var(--c%d)" d="M0,%sV%s"/>`, l.Colour,
			decimal(min(p.y(s.CorrectLow), floor)-y), decimal(p.y(s.CorrectHigh)-y))
	}
	if s.Status == report.Recommended {
		b.WriteString(`<circle class="ring" r="8.5"/>`)
	}
	b.WriteString(`<path ` + l.attributes() + `/></g>`)
}

// tip returns the text of a mark.
func (p *panel) tip(s *report.MethodVerdict) string {
	text := fmt.Sprintf("%s: %s.", output.Printable(s.Method), s.Status)
	interval := ""
	if !math.IsNaN(s.CorrectLow + s.CorrectHigh) {
		interval = fmt.Sprintf(" (%.3f to %.3f)", s.CorrectLow, s.CorrectHigh)
	}
	text += fmt.Sprintf("\nCovers %.3f%s of %s.", s.Correct, interval, output.Counted(s.Bounded, "job"))
	on := ""
	if !math.IsNaN(s.Loss) {
		on = " on the jobs of all candidates"
	}
	return text + fmt.Sprintf("\nMean pinball loss %s%s; median bound %s, mean %s.", report.Duration(loss(s)), on, report.Duration(s.MedianBound), report.Duration(s.MeanBound))
}

// labels names the tightest recommended method and the reference next to their
// marks.
func (p *panel) labels(b *strings.Builder) {
	best := p.With(report.Recommended)
	for _, across := range []struct {
		class string
		axis  *axis
		of    func(*report.MethodVerdict) float64
	}{{"loss", &p.loss, loss}, {"bound", &p.bound, func(s *report.MethodVerdict) float64 { return s.MedianBound }}} {
		var taken []box
		at := func(s *report.MethodVerdict) (x, y float64) { return across.axis.x(across.of(s)), p.y(s.Correct) }
		for i := range p.Methods {
			if x, y := at(&p.Methods[i]); p.Methods[i].Bounded > 0 {
				taken = append(taken, box{x - 6, y - 6, x + 6, y + 6})
			}
		}
		for i := range p.Methods {
			s := &p.Methods[i]
			text := output.Printable(s.Method)
			switch {
			case len(best) > 0 && s.Method == best[0].Method:
				if len(best) > 1 {
					text += fmt.Sprintf(" + %d", len(best)-1)
				}
			case s.Method != p.Reference || s.Bounded == 0:
				continue
			}
			x, y := at(s)
			place := freePlace(x, y, text, taken)
			for range 5 { // two names on each other are worse than a name on a mark
				taken = append(taken, place)
			}
			fmt.Fprintf(b, `<g class="across %s"><path class="leader" d="M%s,%sL%s,%s"/><text class="label mid" x="%s" y="%s">%s</text></g>`, across.class,
				decimal(x), decimal(y), decimal(max(place.left, min(x, place.right))), decimal(max(place.top+1, min(y, place.bottom-1))),
				decimal((place.left+place.right)/2), decimal(place.bottom-2), html.EscapeString(text))
		}
	}
}

// box is a part of a panel.
type box struct{ left, top, right, bottom float64 }

func (a box) overlap(b box) float64 {
	return max(0, min(a.right, b.right)-max(a.left, b.left)) * max(0, min(a.bottom, b.bottom)-max(a.top, b.top))
}

// freePlace returns the box near a mark in which a text hides least of the
// boxes taken.
func freePlace(x, y float64, text string, taken []box) (best box) {
	const letter, height = 8.4, 13
	width := letter * float64(len([]rune(text)))
	least := math.Inf(1)
	for _, far := range []float64{12, 22, 34} {
		for _, d := range [][2]float64{{1, 0}, {-1, 0}, {0.7, -1}, {-0.7, -1}, {0.7, 1}, {-0.7, 1}, {0, -1}, {0, 1}} {
			place := box{left: x + d[0]*far, top: y + d[1]*far - height/2}
			if d[0] < 0 {
				place.left -= width
			} else if d[0] == 0 {
				place.left -= width / 2
			}
			place.right, place.bottom = place.left+width, place.top+height
			hidden := far / 4
			for _, b := range taken {
				hidden += place.overlap(b)
			}
			for _, frame := range []box{{-999, -999, left, 999}, {right, -999, 999, 999}, {-999, -999, 999, top - 12}, {-999, bottom, 999, 999}} {
				hidden += 10 * place.overlap(frame)
			}
			if hidden < least {
				least, best = hidden, place
			}
		}
	}
	return best
}

// axis is a logarithmic axis of times across a panel.
type axis struct{ low, high float64 } // seconds

// shortest is the time at which axes begin; shorter times are drawn there.
const shortest = 1

func newAxis(values []float64) axis {
	a := axis{math.Inf(1), 0}
	for _, v := range values {
		if v == v {
			a.low, a.high = min(a.low, max(v, shortest)), max(a.high, max(v, shortest))
		}
	}
	if a.high == 0 {
		return axis{60, 3600}
	}
	a.low, a.high = a.low/1.25, a.high*1.25
	if a.high < 4*a.low { // room for two ticks
		a.low, a.high = a.low/2, a.high*2
	}
	return a
}

func (a *axis) x(seconds float64) float64 {
	return left + 6 + math.Log(max(seconds, shortest)/a.low)/math.Log(a.high/a.low)*(right-left-12)
}

// tickTimes are the times that axes name, the most important first.
var tickTimes = [][]float64{
	{1, 60, 3600, 86400, 10 * 86400, 100 * 86400, 1000 * 86400, 1e4 * 86400, 1e5 * 86400, 1e6 * 86400},
	{10, 600, 6 * 3600, 30 * 86400, 365 * 86400},
	{30, 300, 1800, 3 * 3600, 12 * 3600, 3 * 86400, 5 * 86400},
	{2, 5, 20, 120, 1200, 2 * 3600, 2 * 86400, 7 * 86400, 20 * 86400, 50 * 86400, 200 * 86400},
}

// ticks returns the times to name, far enough from each other.
func (a *axis) ticks() []float64 {
	const room, enough = 46, 3
	var list []float64
	for _, times := range tickTimes {
		for _, t := range times {
			near := func(other float64) bool { return math.Abs(a.x(other)-a.x(t)) < room }
			if t >= a.low && t <= a.high && !slices.ContainsFunc(list, near) {
				list = append(list, t)
			}
		}
		if len(list) >= enough {
			break
		}
	}
	slices.SortFunc(list, cmp.Compare)
	return list
}

func tickText(seconds float64) string {
	return strings.Replace(report.Duration(seconds), ".0", "", 1)
}
