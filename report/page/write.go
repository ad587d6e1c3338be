package page

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/klauspost/compress/flate"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report"
)

// maxSize is the size that a page stays below, in bytes.
const maxSize = 2_500_000

// Input holds what a page shows of a run.
type Input struct {
	Run      *run.Record
	Scores   []replay.Score
	Verdicts []report.Verdict // of all series that have enough jobs
	Tables   []*report.Table
	Figures  []Figure // in the order in which they are read
	// Jobs reads the jobs of a series, in blocks; nil for a page without the plot.
	Jobs    func(f arrowio.Filter, use func(*arrowio.Block) error) error
	Command string // that made the run; empty if it is not known
	// Unpublished says why there are no published numbers to compare with;
	// empty if there are some.
	Unpublished string
	Styles      []string // methods in the order that gives them colours and markers; nil for that of the run
}

// Figure is a picture on the page. Text in it stays text.
type Figure struct {
	Name     string // stem of the names of its files, such as correct-by-queue-demo
	Title    string
	Question report.Question // that it answers
	Alt      string          // what it shows, in words, for those who do not see it
	Caption  string          // below it; may be empty
	SVG      []byte
}

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
	*Input
	Title     string
	Style     template.CSS
	Script    template.JS
	Library   template.JS // that draws over time
	Licence   string      // of it
	Jobs      int
	Sentences []string
	Panels    []panels
	Traces    []string
	Queues    []string
	Levels    []string
	Plot      *plotted
	Series    template.JS // of Plot
	Questions []question
	Replayed  question // the last one
	Scores    *scoreTable
	Data      template.JS // of Scores
	Logs      []log
	Settings  []setting
	TooLarge  []Figure // not on the page
}

// panels is the chart of a level. Of very many queues the busiest come first,
// and the others are folded.
type panels struct {
	Level         string
	Drawing, Rest template.HTML
	Folded        int
}

// log holds what the page says about a trace.
type log struct {
	*run.TraceRecord
	Facts *report.Table
}

// setting is a setting of a run, its value, and what it is for.
type setting struct{ Name, Value, Help string }

// builder makes the page of a run.
type builder struct {
	in     *Input
	main   methods.Level // that the page shows first
	traces []string
	styles []string // methods by colour and marker
}

func newBuilder(in *Input) *builder {
	b := &builder{in: in, main: report.MainLevel(in.Run, in.Scores), traces: report.Distinct(in.Scores, func(s *replay.Score) string { return s.Trace }), styles: in.Styles}
	if b.styles == nil {
		b.styles = report.MethodsIn(in.Scores)
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
	var text bytes.Buffer
	if err := pages.ExecuteTemplate(&text, "run.tmpl", p); err != nil {
		return err
	}
	// Control characters and invalid UTF-8 come from anywhere.
	_, err = w.Write(bytes.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return ' '
		}
		return r
	}, bytes.ToValidUTF8(text.Bytes(), []byte("\ufffd"))))
	return err
}

func (b *builder) page() (*runPage, error) {
	in := b.in
	queues := report.Distinct(in.Scores, func(s *replay.Score) string { return s.Queue })
	p := &runPage{
		Input: in, Title: b.title(), Sentences: report.RunSentences(in.Run, in.Verdicts, b.main),
		Traces: printables(b.traces), Queues: printables(queues), Scores: b.scoreTable(), Settings: settings(in.Run),
	}
	for _, l := range report.LevelsIn(in.Scores) {
		p.Levels = append(p.Levels, l.String())
		if list := report.AllSizes(in.Verdicts, l); len(list) > 0 && l == b.main {
			p.Panels = slices.Insert(p.Panels, 0, b.panels(list, l))
		} else if len(list) > 0 {
			p.Panels = append(p.Panels, b.panels(list, l))
		}
	}
	for i := range in.Run.Traces {
		t := &in.Run.Traces[i]
		p.Logs = append(p.Logs, log{t, report.FactsTable(t)})
		p.Jobs += t.Replayed()
	}
	b.answer(p)
	p.Style = template.CSS(PanelStyle + asset("page.css") + asset("vendor/uPlot.min.css"))
	p.Script = template.JS("(() => {\n'use strict';\n" + PanelScript + asset("tables.js") + asset("plot.js") + "})();\n")
	var err error
	if p.Data, err = scriptData(p.Scores); err != nil || in.Jobs == nil {
		return p, err
	}
	p.Library, p.Licence = template.JS(asset("vendor/uPlot.iife.min.js")), asset("vendor/uPlot.LICENSE")
	if p.Plot, err = b.plot(); err != nil {
		return nil, err
	}
	p.Series, err = scriptData(p.Plot)
	return p, err
}

// title returns the heading of the page: the traces of the run.
func (b *builder) title() string {
	const most = 3
	var list []string
	for i := range b.in.Run.Traces {
		list = append(list, output.Printable(b.in.Run.Traces[i].Name))
	}
	if len(list) > most {
		list = append(list[:most:most], output.Counted(len(list)-most, "other log"))
	}
	return output.Enumerate(list)
}

func printables(list []string) []string {
	clean := make([]string, len(list))
	for i, text := range list {
		clean[i] = output.Printable(text)
	}
	return clean
}

func (b *builder) panels(list []report.Verdict, l methods.Level) panels {
	const most = 8
	if len(list) <= most {
		return panels{Level: report.LevelWords(l), Drawing: Panels(list, b.styles)}
	}
	slices.SortStableFunc(list, func(a, b report.Verdict) int { return cmp.Compare(b.Scored, a.Scored) })
	return panels{report.LevelWords(l), Panels(list[:most], b.styles), Panels(list[most:], b.styles), len(list) - most}
}

// settings lists the settings of a run by the names of their flags.
func settings(record *run.Record) (list []setting) {
	for i := range run.AllSettings {
		p := &run.AllSettings[i]
		value := p.Value(&record.Settings)
		text := cmp.Or(value.String(), "not set")
		if value.Type() == "list" {
			text = strings.ReplaceAll(text, ",", ", ") // where lines may break
		}
		list = append(list, setting{p.Flag, text, p.Help})
	}
	return list
}

// question is a part of the page: the tables and figures that answer it.
type question struct {
	ID, Title string
	Remark    string // above them, or instead
	Tables    []table
	Figures   []drawn
}

// drawn is a figure on the page: an image, so that nothing in it runs or loads
// anything. The script unpacks it.
type drawn struct{ Alt, Caption, Width, Height, Data string }

var viewBox = regexp.MustCompile(`viewBox="0 0 (\d+)[\d.]* (\d+)`)

// answer puts tables, and figures below them, under the questions they answer,
// in the order of report.Questions; figures as many as fit into a third of a
// page. Tables of a single method are left out, because scoreTable has their
// numbers, and questions without an answer.
func (b *builder) answer(p *runPage) {
	room := maxSize / 3
	for _, q := range report.Questions {
		part := question{Title: string(q), ID: strings.ToLower(strings.ReplaceAll(strings.TrimSuffix(string(q), "?"), " ", "-"))}
		for _, t := range b.in.Tables {
			of := t.Question
			if !slices.Contains(report.Questions, of) {
				of = report.WhatReplayed
			}
			if of == q && t.Method == "" && len(t.Rows) > 0 {
				part.Tables = append(part.Tables, b.table(t, len(part.Tables) == 0))
			}
		}
		for _, f := range b.in.Figures {
			if f.Question != q && (slices.Contains(report.Questions, f.Question) || q != report.Questions[0]) {
				continue
			}
			d := drawn{Alt: output.Printable(cmp.Or(f.Alt, f.Title, f.Name)), Caption: f.Caption, Width: "3", Height: "2", Data: deflate(f.SVG)}
			if size := viewBox.FindSubmatch(f.SVG); size != nil {
				d.Width, d.Height = string(size[1]), string(size[2])
			}
			if len(d.Data) > room {
				p.TooLarge = append(p.TooLarge, f)
				continue
			}
			room -= len(d.Data)
			part.Figures = append(part.Figures, d)
		}
		if q == report.AgainstPaper {
			part.Remark = output.Printable(b.in.Unpublished)
		}
		if q == report.WhatReplayed {
			p.Replayed = part
		} else if len(part.Tables)+len(part.Figures) > 0 || part.Remark != "" {
			p.Questions = append(p.Questions, part)
		}
	}
}

// scriptData returns a value as JSON for a script element. It is safe there,
// because json.Marshal escapes <.
func scriptData(v any) (template.JS, error) {
	data, err := json.Marshal(v)
	return template.JS(data), err
}

// deflate compresses data for function inflate in tables.js: raw deflate in
// base 64.
func deflate(raw []byte) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.DefaultCompression)
	if err != nil {
		panic(err) // the level is not valid
	}
	w.Write(raw) // to memory, which does not fail
	w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}
