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

// frame is what all pages have.
type frame struct {
	Title  string
	Style  template.CSS
	Script template.JS
	Facets *facets
}

// runPage is what the template of a run shows.
type runPage struct {
	frame
	Run       *rundir.Run
	Jobs      int
	Main      string // level
	Headlines []headline
	Logs      []log
	Warnings  []string // that are not of one log
	Notices   int      // warnings in all
	Overview  []table  // about all methods
	ByMethod  []table  // about one
	Scores    *dataTable
	Figures   []picture
	TooLarge  []Figure // not on the page
	Plot      *plotted // nil for none
	Settings  []setting
	Command   string
	Data      template.JS // of Scores
	Series    template.JS // of Plot
}

// picture is a figure on the page.
type picture struct {
	Figure
	Drawing template.HTML
}

// builder makes pages of a run.
type builder struct {
	in       *Input
	facets   facets
	traces   []string
	ranges   []string // without replay.AllRanges
	methods  []string // with scores, in the order of the run
	verdicts []*verdict
	few      int // series too small for a verdict
}

func newBuilder(in *Input) *builder {
	b := &builder{in: in, traces: names(in.Scores, traceOf), methods: names(in.Scores, methodOf)}
	b.facets = facets{
		Traces: printables(b.traces), Queues: printables(names(in.Scores, queueOf)),
		Ranges: names(in.Scores, rangeOf), Methods: printables(b.methods), Bare: true,
	}
	for _, l := range levels(in.Scores) {
		b.facets.Levels = append(b.facets.Levels, l.String())
	}
	slices.SortStableFunc(b.facets.Ranges, compareRanges)
	for _, r := range b.facets.Ranges {
		if r != replay.AllRanges {
			b.ranges = append(b.ranges, r)
		}
	}
	b.verdicts, b.few = verdicts(in.Scores, in.Run.Settings.MinJobs)
	return b
}

// compareRanges puts all jobs before ranges, and ranges by size.
func compareRanges(a, b string) int {
	low := func(name string) int64 {
		ranges, err := replay.ParseRanges(name)
		if name == replay.AllRanges || err != nil || len(ranges) == 0 {
			return 0
		}
		return ranges[0].Low
	}
	return cmp.Compare(low(a), low(b))
}

func (b *builder) table(t *report.Table) table { return b.facets.view(t) }

// Write writes the page of a run. It is an error if a figure is not SVG, or jobs cannot be read.
func Write(w io.Writer, in *Input) error {
	b := newBuilder(in)
	p, err := b.page()
	if err != nil {
		return err
	}
	if in.Jobs != nil {
		// The plot gets the room that the rest leaves.
		var rest bytes.Buffer
		if err := pages.ExecuteTemplate(&rest, "run.tmpl", p); err != nil {
			return err
		}
		const reserve = 50_000
		if p.Plot, err = b.plot(maxSize - reserve - rest.Len()); err != nil {
			return err
		}
		if p.Series, err = scriptData(p.Plot); err != nil {
			return err
		}
	}
	return p.write(w, "run.tmpl", p)
}

// write executes a template. What does not belong into text is replaced wherever it came from.
func (*frame) write(w io.Writer, name string, data any) error {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	clean := bytes.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return ' '
		}
		return r
	}, bytes.ToValidUTF8(b.Bytes(), []byte("\ufffd")))
	_, err := w.Write(clean)
	return err
}

// page is the page without the plot.
func (b *builder) page() (*runPage, error) {
	in := b.in
	p := &runPage{
		Run: in.Run, Command: in.Command, Main: levelWords(in.mainLevel()),
		Headlines: b.headlines(), Warnings: in.Warnings, Notices: len(in.Warnings), Scores: b.scoreTable(),
	}
	for i := range in.Run.Traces {
		t := &in.Run.Traces[i]
		p.Logs = append(p.Logs, newLog(t))
		p.Notices += len(t.Warnings)
		p.Jobs += t.Selected - t.OtherQueues
	}
	b.addTables(p)
	p.Settings = settings(in.Run)
	var err error
	if p.Data, err = scriptData(p.Scores); err != nil {
		return nil, err
	}
	styles, err := p.addFigures(in.Figures)
	if err != nil {
		return nil, err
	}
	p.frame = b.frame(in.title(), styles, "tables.js", "explore.js", "plotdata.js", "plot.js", "paint.js", "pointer.js", "start.js")
	return p, nil
}

func (b *builder) frame(title, styles string, scripts ...string) frame {
	f := frame{Title: title, Style: template.CSS(asset("page.css") + styles), Facets: &b.facets}
	script := "(() => {\n'use strict';\n"
	for _, name := range scripts {
		script += asset(name)
	}
	f.Script = template.JS(script + "})();\n")
	return f
}

// addTables sorts the tables into those about all methods and those about one. The first of the
// main level are unfolded.
func (b *builder) addTables(p *runPage) {
	const unfolded = 3
	main := b.in.mainLevel().String()
	open := 0
	for _, t := range b.in.Tables {
		v := b.table(t)
		if v.Method != "" {
			p.ByMethod = append(p.ByMethod, v)
			continue
		}
		if v.Open = open < unfolded && (v.Level == "" || v.Level == main); v.Open {
			open++
		}
		p.Overview = append(p.Overview, v)
	}
}

// addFigures draws the figures, as many as fit into half of a page, and returns their styles.
func (p *runPage) addFigures(figures []Figure) (styles string, err error) {
	room := maxSize / 2
	d := &drawing{classes: map[string]string{}}
	for i, f := range figures {
		svg, err := d.inline(f.SVG, cmp.Or(f.Alt, f.Title, f.Name), fmt.Sprintf("f%d-", i))
		if err != nil {
			return "", fmt.Errorf("figure %s: %w", f.Name, err)
		}
		if len(svg) > room {
			p.TooLarge = append(p.TooLarge, f)
			continue
		}
		room -= len(svg)
		p.Figures = append(p.Figures, picture{f, template.HTML(svg)})
	}
	return d.css(), nil
}

// scriptData writes a value as JSON that may stand in an element script: json.Marshal writes no <
// as it is.
func scriptData(v any) (template.JS, error) {
	data, err := json.Marshal(v)
	return template.JS(data), err
}
