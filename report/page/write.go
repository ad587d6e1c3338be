package page

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/base64"
	"html"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/facts"
	"waitbench/report/figure"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// Input is the content of a page.
type Input struct {
	Title    string
	Run      *run.Record
	Scores   []replay.Score
	Verdicts []verdict.Verdict // of all series that have enough jobs
	Tables   []*table.Table
	Figures  []Picture // in the order in which they are read
	Plot     *Plot     // over time
	Command  string    // that made the run
	// Unpublished is the reason why there are no published numbers to compare
	// with; empty if there are some.
	Unpublished string
	Methods     []string // with bounds, in the order of the legend
}

// Picture is a picture on the page.
type Picture struct {
	Question table.Question // that it answers
	Alt      string         // the figure in words, for readers who do not see it
	Caption  string         // below it; may be empty
	SVG      []byte
}

//go:embed assets
var assets embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"grouped": output.Grouped[int], "sortBy": sortBy, "facts": facts.Table,
	"words": table.Words, "breakable": breakable, "ofJobs": table.OfJobs,
	"rarely":   func(l methods.Level) string { return table.Rarely(1 - l.Target()) },
	"duration": func(s float64) string { return table.Unbroken(table.Duration(s)) },
}).ParseFS(assets, "assets/*.tmpl"))

// breakable returns a text in which a line may break after a plus sign, as in
// names of methods.
func breakable(text string) template.HTML {
	return template.HTML(strings.ReplaceAll(html.EscapeString(text), "+", "+<wbr>"))
}

// asset returns a file that is part of every page.
func asset(name string) string {
	data, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is not in this package
	}
	return string(data)
}

type runPage struct {
	*Input
	Style           template.CSS
	Script, Library template.JS // Library is uPlot
	Licence         string      // of uPlot
	Jobs            int
	Sentences       []string
	About           template.HTML // the methods
	Headline        *verdict.Verdict
	Where           string // the headline is
	Queues, Levels  []string
	Questions       []question
	Replayed        question // the last one
	Scores          *scoreTable
	Settings        []run.Setting
}

// Write writes the page of a run.
func Write(w io.Writer, in *Input) error {
	p, err := newRunPage(in)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := pages.ExecuteTemplate(&text, "run.tmpl", p); err != nil {
		return err
	}
	// Names of a log may have control characters and invalid UTF-8.
	lines := strings.Split(text.String(), "\n")
	for i := range lines {
		lines[i] = output.Printable(lines[i])
	}
	_, err = io.WriteString(w, strings.Join(lines, "\n"))
	return err
}

func newRunPage(in *Input) (*runPage, error) {
	main := verdict.MainLevel(in.Run, in.Scores)
	p := &runPage{
		Input: in, Sentences: verdict.Sentences(in.Run, in.Verdicts, main),
		Jobs: in.Run.Log.Replayed(), Scores: newScoreTable(in), Settings: run.AllSettings,
		About:  AboutMethods(in.Methods),
		Queues: table.Distinct(in.Scores, func(s *replay.Score) string { return s.Queue }),
		Style:  template.CSS(BaseStyle + asset("page.css") + asset("vendor/uPlot.min.css")),
		Script: template.JS("(() => {\n'use strict';\n" + asset("tables.js") +
			asset("plot.js") + "})();\n"),
		Library: template.JS(asset("vendor/uPlot.iife.min.js")),
		Licence: asset("vendor/uPlot.LICENSE"),
	}
	for _, l := range verdict.LevelsIn(in.Scores) {
		p.Levels = append(p.Levels, l.String())
	}
	p.Headline = verdict.Headline(in.Run, verdict.AllSizes(in.Verdicts, main))
	if p.Headline != nil {
		p.Where = verdict.Where(in.Run, p.Headline.Queue)
	}
	p.answer()
	return p, in.Plot.finish(in.Verdicts, figure.Styles(in.Methods), p.Headline)
}

// Value returns the value of a setting. Lines may break after a comma.
func (p *runPage) Value(s run.Setting) string {
	text := s.Value(&p.Run.Settings).String()
	return cmp.Or(strings.ReplaceAll(text, ",", ", "), "not set")
}

// question is a part of the page: the tables and figures that answer it.
type question struct {
	ID, Title string
	Remark    string // above them, or instead
	Tables    []*table.Table
	Figures   []Picture
}

var viewBox = regexp.MustCompile(`viewBox="0 0 (\d+)[\d.]* (\d+)`)

// Size returns the SVG up to the width of the picture, the width and the height.
func (p Picture) Size() []string { return viewBox.FindStringSubmatch(string(p.SVG)) }

// Data returns the SVG for the script, which unpacks it. The page shows it as an
// image, so that nothing in it runs or loads anything.
func (p Picture) Data() string { return deflate(p.SVG) }

// shownTables returns the tables as people read them: verdicts as marks, no
// column of the log, one number of jobs for a queue, and each note once.
func (p *runPage) shownTables() (shown []*table.Table) {
	for _, t := range p.Tables {
		if len(t.Rows) == 0 {
			continue
		}
		if t.ID == "verdict-by-queue" || t.ID == "verdict-by-range" {
			t = verdict.Marks(p.Run, t.ID, p.Verdicts, p.Methods)
		}
		for _, c := range t.Columns { // files have tests of hypotheses
			if strings.HasSuffix(c.Key, "_lr") || strings.HasSuffix(c.Key, "_p") {
				t = t.Without(c.Key)
			}
		}
		t = joinIntervals(t.Readable())
		t.Notes = slices.DeleteFunc(t.Notes, func(note string) bool {
			return strings.HasPrefix(note, "LR: ") || strings.HasPrefix(note, "hypotheses: ")
		})
		title := t.Title
		t = t.OneLog()
		t.Title = title
		if t.Index("scored") >= 0 && t.Index("jobs") >= 0 {
			t = t.Without("jobs")
		}
		shown = append(shown, t)
	}
	return table.NotesOnce(shown)
}

// answer puts tables, and figures below them, under the questions they answer,
// in the order of table.Questions. Questions without an answer are left out.
func (p *runPage) answer() {
	shown := p.shownTables()
	for _, q := range table.Questions {
		id := strings.ToLower(strings.ReplaceAll(strings.TrimSuffix(string(q), "?"), " ", "-"))
		part := question{Title: string(q), ID: id}
		for _, t := range shown {
			if t.Question == q || t.Question == "" && q == table.WhatReplayed {
				part.Tables = append(part.Tables, t)
			}
		}
		for _, f := range p.Figures {
			if f.Question == q {
				part.Figures = append(part.Figures, f)
			}
		}
		if q == table.AgainstPaper {
			part.Remark = p.Unpublished
		}
		if q == table.WhatReplayed {
			p.Replayed = part
		} else if len(part.Tables)+len(part.Figures) > 0 || part.Remark != "" {
			p.Questions = append(p.Questions, part)
		}
	}
}

// execute returns what a template makes of data.
func execute(name string, data any) template.HTML {
	var b strings.Builder
	if err := pages.ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // a mistake in the template
	}
	return template.HTML(b.String())
}

// deflate compresses data for function inflate in tables.js: raw deflate in
// base 64.
func deflate(raw []byte) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.DefaultCompression) // a valid level
	w.Write(raw)                                          // to memory, which does not fail
	w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}
