package render

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"waitbench/replay/backtest"
	"waitbench/replay/output"
	"waitbench/report"
	"waitbench/report/figure"
	"waitbench/report/page"
)

// collectedFigure is a figure of a collection.
type collectedFigure struct {
	name    string
	Path    string // relative to the folder
	Caption string
	*figure.Dots
}

// queueFigures are the figures with a column for each queue. A figure shows the
// methods that series selects, with a number of each and, if bars is set, the
// Wilson interval of the share covered.
var queueFigures = []struct {
	name, title, label, note string
	line                     string // name of the target; empty for the default
	log, bars                bool
	target                   func(target float64) float64
	series                   func(method string) bool
	value                    func(v *report.Verdict, m *report.MethodVerdict) float64
}{
	{
		name: "bursts", line: "independent misses", title: "Jobs missed after a missed one",
		label: "share of jobs", note: "The dashed line is the share of independent misses.",
		// without rounding errors
		target: func(target float64) float64 { return math.Round((1-target)*1e9) / 1e9 },
		series: func(m string) bool { return m == report.Reference || m == "forest" },
		value:  func(_ *report.Verdict, m *report.MethodVerdict) float64 { return m.MissAfterMiss },
	}, {
		name: "calibration", title: "Pinball loss of calibrated forecasts",
		label: "loss / lowest loss of the queue", log: true,
		note: "Only queues on which the method is correct: the median, and the range of the queues " +
			"without the lowest and the highest tenth.",
		series: func(m string) bool {
			return m == report.Reference || strings.HasSuffix(m, "+cal")
		},
		value: func(_ *report.Verdict, m *report.MethodVerdict) float64 {
			if m.Status > report.Loose {
				return math.NaN()
			}
			return m.Factor
		},
	}, {
		name: "knowledge", title: "Correlation of the logarithms of forecasts and waits",
		label:  "correlation",
		series: func(m string) bool { return !strings.Contains(m, "+") },
		value: func(_ *report.Verdict, m *report.MethodVerdict) float64 {
			return m.Forecasts.LogCorrelation
		},
	}, {
		name: "adaptation", title: "Share of waits covered with adaptive levels",
		label: "share covered",
		note:  "Bars are Wilson intervals.", bars: true,
		target: func(target float64) float64 { return target },
		series: func(m string) bool { return m == report.Reference || strings.HasSuffix(m, "aci") },
		value:  func(_ *report.Verdict, m *report.MethodVerdict) float64 { return m.Coverage },
	}, {
		name: "learning", title: "Pinball loss of forest over the loss of " + report.Reference,
		label:  "loss / loss of " + report.Reference,
		note:   "Each method on the jobs that it bounds.",
		line:   report.Reference,
		target: func(float64) float64 { return 1 },
		series: func(m string) bool { return m == "forest" },
		value: func(v *report.Verdict, m *report.MethodVerdict) float64 {
			r := v.Find(report.Reference)
			if r == nil || m.Status == report.Silent || r.Pinball == 0 {
				return math.NaN()
			}
			return m.Pinball / r.Pinball
		},
	},
}

// figures returns the figures for which the runs have methods.
func (c *collected) figures() []collectedFigure {
	list := []collectedFigure{c.correctFigure()}
	var queues []string
	for _, l := range c.logs {
		for _, v := range l.Verdicts {
			name := l.short
			if len(l.Queues) > 1 {
				name += " " + v.Queue
			}
			queues = append(queues, name)
		}
	}
	for _, q := range queueFigures {
		f := &figure.Dots{Title: q.title, Label: q.label, Categories: queues, Log: q.log,
			Styles: report.Styles(c.methods)}
		if q.target != nil {
			f.Target, f.TargetName = q.target(c.level.Target()), q.line
		}
		wanted := false
		for _, name := range c.methods {
			if !q.series(name) {
				continue
			}
			var x, low, high []float64
			for _, v := range c.verdicts() {
				at, from, to := math.NaN(), math.NaN(), math.NaN()
				if m := v.Find(name); m != nil {
					at = q.value(&v, m)
					if q.bars && !math.IsNaN(at) {
						from, to = m.CorrectLow, m.CorrectHigh
					}
				}
				x, low, high = append(x, at), append(low, from), append(high, to)
			}
			if slices.ContainsFunc(x, func(at float64) bool { return !math.IsNaN(at) }) {
				f.Series = append(f.Series, name)
				f.Values = append(f.Values, x)
				f.Low, f.High = append(f.Low, low), append(f.High, high)
				wanted = wanted || name != report.Reference || q.name == "bursts"
			}
		}
		if wanted {
			caption := strings.TrimSpace(q.title + ", by queue. " + q.note)
			if q.name == "calibration" {
				f = overQueues(f)
			}
			list = append(list, collectedFigure{name: q.name, Caption: caption, Dots: f})
		}
	}
	return list
}

// overQueues sums up each series of a figure by queue: the median with the range
// from the first to the last decile.
func overQueues(f *figure.Dots) *figure.Dots {
	const median = "median, and 10 to 90 % of the queues"
	sum := &figure.Dots{Title: f.Title + ", over the queues", Label: f.Label, Log: f.Log,
		Categories: f.Series, Series: []string{median}, Styles: map[string]int{median: -1},
		Values: make([][]float64, 1), Low: make([][]float64, 1), High: make([][]float64, 1)}
	for _, row := range f.Values {
		row = where(row, func(v float64) bool { return !math.IsNaN(v) })
		slices.Sort(row)
		at := func(share float64) float64 { return row[int(math.Round(share*float64(len(row)-1)))] }
		sum.Values[0] = append(sum.Values[0], at(0.5))
		sum.Low[0], sum.High[0] = append(sum.Low[0], at(0.1)), append(sum.High[0], at(0.9))
	}
	return sum
}

// correctFigure shows on which share of the queues each method is correct, and
// recommended.
func (c *collected) correctFigure() collectedFigure {
	f := &figure.Dots{
		Title: "Queues on which each method is correct, and recommended", Label: "share of queues",
		Series: []string{"correct", "recommended"}, Values: make([][]float64, 2),
		Styles: map[string]int{"correct": -1, "recommended": -2},
	}
	for _, s := range c.totals() {
		queues := float64(len(s))
		f.Categories = append(f.Categories, s.Method())
		f.Values[0] = append(f.Values[0], float64(s.Correct())/queues)
		f.Values[1] = append(f.Values[1], float64(s.With(report.Recommended))/queues)
	}
	caption := f.Title + ", of the queues where it has bounds."
	return collectedFigure{name: "correct", Caption: caption, Dots: f}
}

//go:embed index.html
var indexText string

var indexTemplate = template.Must(template.New(IndexFile).
	Funcs(template.FuncMap{"cell": cellOf}).Parse(indexText))

// index returns a function that writes index.html.
func (c *collected) index(figures []collectedFigure,
	files []collectedFile) func(io.Writer) error {
	legend := c.verdicts() // of the first chart, above all
	for _, l := range c.logs {
		shown := slices.Clone(l.Verdicts)
		for i := range shown {
			const longest = 25 // of a queue's name above its panel
			if name := []rune(shown[i].Queue); len(name) > longest {
				shown[i].Queue = string(name[:longest-1]) + "…"
			}
		}
		l.Chart, legend = page.Panels(shown, legend, c.methods), nil
	}
	return func(w io.Writer) error {
		return indexTemplate.Execute(w, map[string]any{
			"Finding": c.finding(), "Title": c.title(), "Intro": c.describe(),
			"About": page.AboutMethods(c.methods), "Methods": c.methods,
			"Style": template.CSS(page.PanelStyle), "Script": template.JS(page.PanelScript),
			"Tables": c.tables(), "Figures": figures, "Logs": c.logs, "Files": files,
		})
	}
}

// finding returns the sentence on the method that is recommended on most queues
// and on the reference.
func (c *collected) finding() string {
	text, reference, most := "No method is recommended on any queue", "", 0
	for _, s := range c.totals() {
		if queues := s.With(report.Recommended); queues > most {
			most = queues
			text = fmt.Sprintf("%s is recommended on %d of %s of %s", s.Method(),
				most, output.Counted(len(s), "queue"), output.Counted(len(c.logs), "log"))
		}
		if s.Method() == report.Reference {
			reference = fmt.Sprintf("; %s is correct on %d", s.Method(), s.Correct())
			if ratios := s.Ratios(); len(ratios) > 0 {
				reference += fmt.Sprintf(", with a median of %s times the loss of the best method",
					report.Factor(backtest.Median(ratios)))
			}
		}
	}
	return text + reference + "."
}

// indexCell is a method on a queue.
type indexCell struct {
	Word, Class, Mark string // of its status
	Share, Loss       string // Loss over the loss of the best method; empty for none
}

// marks show statuses without colours.
var marks = [...]struct{ class, mark string }{
	report.Recommended: {"recommended", "★"}, report.Correct: {"correct", ""},
	report.Loose:  {"correct", "…"},
	report.Sparse: {"correct", "·"},
	report.OnEdge: {"edge", "~"}, report.Failed: {"fails", "✗"}, report.Silent: {"silent", "–"},
}

// Totals sums up the methods with bounds on the log.
func (l *collectedLog) Totals(names []string) []report.Total {
	return report.Totals(l.Verdicts, names)
}

func cellOf(v report.Verdict, method string) indexCell {
	m, status := v.Find(method), report.Silent
	if m != nil {
		status = m.Status
	}
	c := indexCell{Word: status.String(), Class: marks[status].class, Mark: marks[status].mark}
	if status == report.Silent {
		return c
	}
	c.Share = fmt.Sprintf("%.3f", m.Coverage)
	if !math.IsNaN(m.Factor) {
		c.Loss = "×" + report.Factor(m.Factor)
	}
	return c
}
