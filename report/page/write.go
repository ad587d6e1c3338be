package page

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"unicode"

	"waitbench/replay"
	"waitbench/replay/rundir"
	"waitbench/report"
)

//go:embed assets
var assets embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{"grouped": grouped}).ParseFS(assets, "assets/*.tmpl"))

// asset gives a file that is part of every page.
func asset(name string) string {
	data, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is not in this package
	}
	return string(data)
}

// runPage is what the template shows.
type runPage struct {
	Title     string
	Style     template.CSS
	Script    template.JS
	Library   template.JS // that draws over time
	Licence   string      // of it
	Run       *rundir.Run
	Jobs      int
	Sentences []string
	Panels    []panels
	Few       int // series without a verdict
	Traces    []string
	Queues    []string
	Levels    []string
	Bare      bool // there are rows without values, which are hidden
	Plot      *plotted
	Series    template.JS // of Plot
	Questions []question
	Scores    *scoreTable
	Data      template.JS // of Scores
	Logs      []log
	Warnings  int // about the input
	Replayed  question
	Settings  []setting
	Command   string
	TooLarge  []Figure // not on the page

	unpublished string
}

// panels is the chart of a level.
type panels struct {
	Level   string
	Drawing template.HTML
}

// builder makes the page of a run.
type builder struct {
	in     *Input
	traces []string
	ranges []string // without replay.AllRanges
	looks  []string // methods by colour and marker
}

func newBuilder(in *Input) *builder {
	b := &builder{in: in, traces: names(in.Scores, traceOf), looks: in.Looks}
	if b.looks == nil {
		b.looks = names(in.Scores, methodOf)
	}
	b.ranges = slices.DeleteFunc(names(in.Scores, rangeOf), func(r string) bool { return r == replay.AllRanges })
	slices.SortStableFunc(b.ranges, compareRanges)
	return b
}

// compareRanges puts ranges in the order of their sizes.
func compareRanges(a, b string) int {
	low := func(name string) int64 {
		ranges, err := replay.ParseRanges(name)
		if err != nil || len(ranges) == 0 {
			return 0
		}
		return ranges[0].Low
	}
	return cmp.Compare(low(a), low(b))
}

// Write writes the page of a run. It is an error if a figure is not SVG, or jobs cannot be read.
func Write(w io.Writer, in *Input) error {
	b := newBuilder(in)
	p, err := b.page()
	if err != nil {
		return err
	}
	if in.Jobs != nil {
		// The plot gets the room that the rest leaves.
		rest, err := p.bytes()
		if err != nil {
			return err
		}
		const reserve = 80_000 // for its controls and the library
		if p.Plot, err = b.plot(maxSize - reserve - len(rest)); err != nil {
			return err
		}
		if p.Series, err = scriptData(p.Plot); err != nil {
			return err
		}
		p.Library, p.Licence = template.JS(asset("vendor/uPlot.iife.min.js")), asset("vendor/uPlot.LICENSE")
	}
	data, err := p.bytes()
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// bytes executes the template. What does not belong into text is replaced wherever it came from.
func (p *runPage) bytes() ([]byte, error) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, "run.tmpl", p); err != nil {
		return nil, err
	}
	return bytes.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return ' '
		}
		return r
	}, bytes.ToValidUTF8(b.Bytes(), []byte("\ufffd"))), nil
}

// page is the page without the plot.
func (b *builder) page() (*runPage, error) {
	in, main := b.in, b.in.mainLevel()
	p := &runPage{
		Title: printable(in.title()), Run: in.Run, Sentences: sentences(mainVerdicts(in.Verdicts, main)), Few: in.few(main),
		Traces: printables(b.traces), Queues: printables(names(in.Scores, queueOf)), Command: printable(in.Command), unpublished: printable(in.Unpublished),
		Questions: b.questions(), Scores: b.scoreTable(), Settings: settings(in.Run),
	}
	for _, l := range levels(in.Scores) {
		p.Levels = append(p.Levels, l.String())
		if list := mainVerdicts(in.Verdicts, l); len(list) > 0 {
			chart := panels{levelWords(l), Panels(list, b.looks)}
			if l == main {
				p.Panels = append([]panels{chart}, p.Panels...)
			} else {
				p.Panels = append(p.Panels, chart)
			}
		}
	}
	for i := range in.Run.Traces {
		t := &in.Run.Traces[i]
		p.Logs = append(p.Logs, newLog(t))
		p.Warnings += len(p.Logs[i].Warnings)
		p.Jobs += t.Selected - t.OtherQueues
	}
	styles, err := b.addFigures(p)
	if err != nil {
		return nil, err
	}
	p.splitQuestions()
	p.Style = template.CSS(PanelStyle + asset("page.css") + asset("vendor/uPlot.min.css") + styles)
	p.Script = template.JS("(() => {\n'use strict';\n" + PanelScript + asset("tables.js") + asset("plot.js") + "})();\n")
	p.Data, err = scriptData(p.Scores)
	return p, err
}

// splitQuestions takes what was replayed, which comes last, off the questions, and those without
// an answer.
func (p *runPage) splitQuestions() {
	last := len(p.Questions) - 1
	for i := range p.Questions {
		if q := &p.Questions[i]; q.Title == string(report.AgainstPaper) {
			q.Remark = p.unpublished
		}
	}
	p.Replayed = p.Questions[last]
	p.Questions = slices.DeleteFunc(p.Questions[:last], func(q question) bool { return len(q.Tables)+len(q.Figures) == 0 && q.Remark == "" })
	for _, q := range append(slices.Clone(p.Questions), p.Replayed) {
		for _, t := range q.Tables {
			for _, part := range t.Parts {
				p.Bare = p.Bare || slices.ContainsFunc(part.Rows, func(r row) bool { return r.Bare })
			}
		}
	}
}

// drawn is a figure as part of the page.
type drawn struct{ Drawing template.HTML }

// addFigures draws the figures below the tables that answer the same question, as many as fit into
// a third of a page, and returns their styles.
func (b *builder) addFigures(p *runPage) (styles string, err error) {
	room := maxSize / 3
	d := &drawing{classes: map[string]string{}}
	for i, f := range b.in.Figures {
		svg, err := d.inline(f.SVG, cmp.Or(f.Alt, f.Title, f.Name), fmt.Sprintf("f%d-", i))
		if err != nil {
			return "", fmt.Errorf("figure %s: %w", f.Name, err)
		}
		if len(svg) > room {
			p.TooLarge = append(p.TooLarge, f)
			continue
		}
		room -= len(svg)
		at := max(0, slices.Index(report.Questions, f.Question))
		p.Questions[at].Figures = append(p.Questions[at].Figures, drawn{template.HTML(svg)})
	}
	return d.css(), nil
}

// scriptData writes a value as JSON that may stand in an element script: json.Marshal writes no <
// as it is.
func scriptData(v any) (template.JS, error) {
	data, err := json.Marshal(v)
	return template.JS(data), err
}
