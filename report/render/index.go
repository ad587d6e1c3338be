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
	"waitbench/report/figure"
	"waitbench/report/page"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

type collectedFigure struct {
	name    string
	Path    string // relative to the folder
	Caption string
	*figure.Dots
}

// queueFigures are the figures with a column for each queue. A figure shows the
// methods that series selects, with a number of each and, if bars is set, the
// interval of the share covered.
var queueFigures = []struct {
	name, title, label, note string
	line                     string // name of the target; empty for the default
	log, bars                bool
	target                   func(target float64) float64
	series                   func(method string) bool
	value                    func(v *verdict.Verdict, m *verdict.Method) float64
}{
	{
		name: "bursts", line: "independent misses", title: "Jobs missed after a missed one",
		label: "share of jobs", note: "The dashed line is the share of independent misses.",
		// without rounding errors
		target: func(target float64) float64 { return math.Round((1-target)*1e9) / 1e9 },
		series: func(m string) bool { return m == verdict.Reference || m == "forest" },
		value:  func(_ *verdict.Verdict, m *verdict.Method) float64 { return m.MissAfterMiss },
	}, {
		name: "calibration", title: "Pinball loss of calibrated forecasts",
		label: "loss / lowest loss of the queue", log: true,
		note: "Only queues on which the method is not short: the median, and the range of the queues " +
			"without the lowest and the highest tenth.",
		series: func(m string) bool {
			return m == verdict.Reference || strings.HasSuffix(m, "+cal")
		},
		value: func(_ *verdict.Verdict, m *verdict.Method) float64 {
			if m.Status > verdict.Wide {
				return math.NaN()
			}
			return m.Factor
		},
	}, {
		name: "knowledge", title: "Correlation of the logarithms of forecasts and waits",
		label:  "correlation",
		series: func(m string) bool { return !strings.Contains(m, "+") },
		value: func(_ *verdict.Verdict, m *verdict.Method) float64 {
			return m.Forecasts.LogCorrelation
		},
	}, {
		name: "adaptation", title: "Share of waits covered with adaptive levels",
		label: "share covered",
		note:  barsNote, bars: true,
		target: func(target float64) float64 { return target },
		series: func(m string) bool { return m == verdict.Reference || strings.HasSuffix(m, "aci") },
		value:  func(_ *verdict.Verdict, m *verdict.Method) float64 { return m.Coverage },
	}, {
		name: "learning", title: "Pinball loss of forest over the loss of " + verdict.Reference,
		label:  "loss / loss of " + verdict.Reference,
		note:   "Each method on the jobs that it bounds.",
		line:   verdict.Reference,
		target: func(float64) float64 { return 1 },
		series: func(m string) bool { return m == "forest" },
		value: func(v *verdict.Verdict, m *verdict.Method) float64 {
			r := v.Find(verdict.Reference)
			if r == nil || m.Status == verdict.Silent || r.Pinball == 0 {
				return math.NaN()
			}
			return m.Pinball / r.Pinball
		},
	},
}

// figures returns the figures for which the runs have methods.
func (c *collected) figures() []collectedFigure {
	files, ratios := []collectedFigure{c.holdsFigure()}, c.ratioFigure()
	if len(ratios.Series) > 0 {
		files = append(files, ratios)
	}
	for _, q := range queueFigures {
		f := &figure.Dots{Title: q.title, Label: q.label, Categories: ratios.Categories, Log: q.log,
			Styles: figure.Styles(c.methods)}
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
						from, to = verdict.ShareInterval(m.Score)
					}
				}
				x, low, high = append(x, at), append(low, from), append(high, to)
			}
			if slices.ContainsFunc(x, func(at float64) bool { return !math.IsNaN(at) }) {
				f.Series = append(f.Series, name)
				f.Values = append(f.Values, x)
				f.Low, f.High = append(f.Low, low), append(f.High, high)
				wanted = wanted || name != verdict.Reference || q.name == "bursts"
			}
		}
		if wanted {
			caption := strings.TrimSpace(q.title + ", by queue. " + q.note)
			if q.name == "calibration" {
				f = overQueues(f)
			}
			files = append(files, collectedFigure{name: q.name, Caption: caption, Dots: f})
		}
	}
	return files
}

// queueName names a queue among those of all logs.
func (l *collectedLog) queueName(queue string) string {
	if len(l.Queues) == 1 {
		return l.short
	}
	return l.short + " " + queue
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

// holdsFigure shows on which share of the queues each method holds, is not short,
// and is recommended.
func (c *collected) holdsFigure() collectedFigure {
	f := &figure.Dots{
		Title: "Queues on which each method holds or is near", Label: "share of queues",
		Series: []string{"holds", "holds or near", "recommended"}, Values: make([][]float64, 3),
		Styles: map[string]int{"holds": -1, "holds or near": -2, "recommended": 0},
	}
	for _, s := range c.totals() {
		queues := float64(len(s))
		f.Categories = append(f.Categories, s.Method())
		for i, n := range []int{s.Holds(), s.Holds() + s.Near(), s.With(verdict.Recommended)} {
			f.Values[i] = append(f.Values[i], float64(n)/queues)
		}
	}
	caption := f.Title + ", and is recommended, of the queues where it has bounds."
	return collectedFigure{name: "correct", Caption: caption, Dots: f}
}

// ratioFigure shows the median of wait over bound of the reference, by queue and
// by range of processors.
func (c *collected) ratioFigure() collectedFigure {
	f := &figure.Dots{Title: "Median ratio of " + verdict.Reference, Label: "median of wait / bound",
		Log: true, Styles: map[string]int{}}
	column := map[string]int{} // of a queue and its log
	for _, l := range c.logs {
		for _, v := range l.Verdicts {
			column[l.Name+" "+v.Queue] = len(f.Categories)
			f.Categories = append(f.Categories, l.queueName(v.Queue))
		}
	}
	for _, l := range c.logs {
		for i := range l.scores {
			s := &l.scores[i]
			k, judged := column[s.Log+" "+s.Queue]
			if !judged || s.Method != verdict.Reference || s.Level() != c.level ||
				s.Jobs < c.settings.MinJobs {
				continue
			}
			at := slices.Index(f.Series, s.Range)
			if at < 0 {
				at = len(f.Series)
				f.Styles[s.Range] = at
				f.Series = append(f.Series, s.Range)
				f.Values = append(f.Values, slices.Repeat([]float64{math.NaN()}, len(f.Categories)))
			}
			f.Values[at][k] = s.MedianRatio
		}
	}
	caption := f.Title + ", by queue and by range of processors."
	return collectedFigure{name: "median-ratio", Caption: caption, Dots: f}
}

//go:embed index.html
var indexText string

var indexTemplate = template.Must(template.New(IndexFile).
	Funcs(template.FuncMap{"cell": cellOf}).Parse(indexText))

func (c *collected) index(figures []collectedFigure,
	files []collectedFile) func(io.Writer) error {
	return func(w io.Writer) error {
		return indexTemplate.Execute(w, map[string]any{
			"Finding": c.finding(), "Title": c.title(), "Intro": c.describe(),
			"About": page.AboutMethods(c.methods), "Methods": c.methods,
			"Style":  template.CSS(page.BaseStyle),
			"Tables": c.tables(), "Figures": figures, "Logs": c.logs, "Files": files,
		})
	}
}

// finding returns the sentence on the method that is recommended on most queues
// and on the reference.
func (c *collected) finding() string {
	text, reference, mostQueues := "No method is recommended on any queue", "", 0
	for _, s := range c.totals() {
		if queues := s.With(verdict.Recommended); queues > mostQueues {
			mostQueues = queues
			text = fmt.Sprintf("%s is recommended on %d of %s of %s", s.Method(),
				mostQueues, output.Counted(len(s), "queue"), output.Counted(len(c.logs), "log"))
		}
		if s.Method() == verdict.Reference {
			reference = fmt.Sprintf("; %s %v", s.Method(), s)
			if ratios := s.Ratios(); len(ratios) > 0 {
				reference += fmt.Sprintf(", with a median of %s times the loss of the best method",
					table.Factor(backtest.Median(ratios)))
			}
		}
	}
	return text + reference + "."
}

type indexCell struct {
	Word, Mark  string // of its status
	Share, Loss string // Loss over the loss of the best method; empty for none
}

// marks show words without colours.
var marks = map[string]string{"recommended": "✓", verdict.Near: "~", "wide": "…",
	"few bounds": "·", "short": "*"}

// Totals sums up the methods with bounds on the log.
func (l *collectedLog) Totals(names []string) []verdict.Total {
	return verdict.Totals(l.Verdicts, names)
}

func cellOf(v verdict.Verdict, method string) indexCell {
	m := v.Find(method)
	if m == nil || m.Status == verdict.Silent {
		return indexCell{Word: verdict.Silent.String(), Mark: "–"}
	}
	c := indexCell{Word: m.Word(), Mark: marks[m.Word()]}
	c.Share = fmt.Sprintf("%.3f", m.Coverage)
	if !math.IsNaN(m.Factor) {
		c.Loss = "×" + table.Factor(m.Factor)
	}
	return c
}
