package page

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"html/template"
	"io"
	"regexp"
	"slices"
	"unicode"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report"
)

//go:embed assets
var assets embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{"grouped": output.Grouped[int], "sortBy": sortBy}).ParseFS(assets, "assets/*.tmpl"))

// asset returns a file that is part of every page.
func asset(name string) string {
	data, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is not in this package
	}
	return string(data)
}

// runPage holds what the template shows.
type runPage struct {
	Title     string
	Style     template.CSS
	Script    template.JS
	Library   template.JS // that draws over time
	Licence   string      // of it
	Run       *run.Record
	Jobs      int
	Sentences []string
	Panels    []panels
	Traces    []string
	Queues    []string
	Levels    []string
	Plot      *plotted
	Series    template.JS // of Plot
	Questions []question
	Scores    *scoreTable
	Data      template.JS // of Scores
	Logs      []log
	Replayed  question
	Settings  []setting
	Command   string
	TooLarge  []Figure // not on the page

	unpublished string
}

// panels is the chart of a level. Of very many queues the busiest come first,
// and the others are folded.
type panels struct {
	Level         string
	Drawing, Rest template.HTML
	Folded        int
}

func (b *builder) panels(list []report.Verdict, l methods.Level) panels {
	const most = 8
	if len(list) <= most {
		return panels{Level: report.LevelWords(l), Drawing: Panels(list, b.looks)}
	}
	slices.SortStableFunc(list, func(a, b report.Verdict) int { return cmp.Compare(b.Scored, a.Scored) })
	return panels{report.LevelWords(l), Panels(list[:most], b.looks), Panels(list[most:], b.looks), len(list) - most}
}

// builder makes the page of a run.
type builder struct {
	in     *Input
	main   methods.Level // that the page shows first
	traces []string
	looks  []string // methods by colour and marker
}

func newBuilder(in *Input) *builder {
	b := &builder{in: in, main: report.MainLevel(in.Run, in.Scores), traces: report.Distinct(in.Scores, func(s *replay.Score) string { return s.Trace }), looks: in.Looks}
	if b.looks == nil {
		b.looks = report.MethodsIn(in.Scores)
	}
	return b
}

// Write writes the page of a run. It fails if jobs cannot be read.
func Write(w io.Writer, in *Input) error {
	b := newBuilder(in)
	p, err := b.page()
	if err != nil {
		return err
	}
	if in.Jobs != nil {
		if p.Plot, err = b.plot(); err != nil {
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

// bytes executes the template. It replaces control characters and invalid UTF-8,
// wherever they come from.
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

// page returns the page without the plot over time.
func (b *builder) page() (*runPage, error) {
	in, main := b.in, b.main
	p := &runPage{
		Title: output.Printable(in.title()), Run: in.Run, Sentences: report.RunSentences(in.Run, in.Verdicts, main),
		Traces: printables(b.traces), Queues: printables(report.Distinct(in.Scores, func(s *replay.Score) string { return s.Queue })), Command: output.Printable(in.Command), unpublished: output.Printable(in.Unpublished),
		Questions: b.questions(), Scores: b.scoreTable(), Settings: settings(in.Run),
	}
	for _, l := range report.LevelsIn(in.Scores) {
		p.Levels = append(p.Levels, l.String())
		if list := report.AllSizes(in.Verdicts, l); len(list) > 0 {
			chart := b.panels(list, l)
			if l == main {
				p.Panels = append([]panels{chart}, p.Panels...)
			} else {
				p.Panels = append(p.Panels, chart)
			}
		}
	}
	for i := range in.Run.Traces {
		t := &in.Run.Traces[i]
		p.Logs = append(p.Logs, log{t, report.FactsTable(t)})
		p.Jobs += t.Replayed()
	}
	b.addFigures(p)
	p.splitQuestions()
	p.Style = template.CSS(PanelStyle + asset("page.css") + asset("vendor/uPlot.min.css"))
	p.Script = template.JS("(() => {\n'use strict';\n" + PanelScript + asset("tables.js") + asset("plot.js") + "})();\n")
	var err error
	p.Data, err = scriptData(p.Scores)
	return p, err
}

// splitQuestions separates the last question, what was replayed, and removes
// questions without an answer.
func (p *runPage) splitQuestions() {
	last := len(p.Questions) - 1
	for i := range p.Questions {
		if q := &p.Questions[i]; q.Title == string(report.AgainstPaper) {
			q.Remark = p.unpublished
		}
	}
	p.Replayed = p.Questions[last]
	p.Questions = slices.DeleteFunc(p.Questions[:last], func(q question) bool { return len(q.Tables)+len(q.Figures) == 0 && q.Remark == "" })
}

// drawn is a figure on the page: an image, so that nothing in it runs or loads
// anything. The script unpacks it.
type drawn struct{ Alt, Caption, Width, Height, Data string }

var viewBox = regexp.MustCompile(`viewBox="0 0 (\d+)[\d.]* (\d+)`)

// addFigures puts figures below the tables that answer the same question, as
// many as fit into a third of a page.
func (b *builder) addFigures(p *runPage) {
	room := maxSize / 3
	for _, f := range b.in.Figures {
		d := drawn{Alt: output.Printable(cmp.Or(f.Alt, f.Title, f.Name)), Caption: f.Caption, Width: "3", Height: "2", Data: deflate(f.SVG)}
		if size := viewBox.FindSubmatch(f.SVG); size != nil {
			d.Width, d.Height = string(size[1]), string(size[2])
		}
		if len(d.Data) > room {
			p.TooLarge = append(p.TooLarge, f)
			continue
		}
		room -= len(d.Data)
		at := max(0, slices.Index(report.Questions, f.Question))
		p.Questions[at].Figures = append(p.Questions[at].Figures, d)
	}
}

// scriptData returns a value as JSON for a script element. It is safe there,
// because json.Marshal escapes <.
func scriptData(v any) (template.JS, error) {
	data, err := json.Marshal(v)
	return template.JS(data), err
}
