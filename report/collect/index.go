package collect

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"waitbench/replay/output"
	"waitbench/report"
	"waitbench/report/page"
)

//go:embed index.html
var indexText string

var indexTemplate = template.Must(template.New(indexFile).Parse(indexText))

// index is what the page over all logs shows.
type index struct {
	Title, Intro, Reference string
	Findings                [][]string // a title, then sentences
	Style                   template.CSS
	Script                  template.JS
	Chart                   template.HTML
	Logs                    []indexLog
	Files                   []entry
}

// indexLog is the table of a log: methods x queues.
type indexLog struct {
	Name, Summary, Page string
	Report              string // its file, where there is one
	Queues              []*queue
	Rows                []indexRow
}

type indexRow struct {
	Method string
	Cells  []indexCell
}

// indexCell is a method on a queue.
type indexCell struct {
	Word, Class, Mark string // of its standing
	Share, Loss       string // Loss relative to the reference; empty for none
}

// longestQueue is the room for the name of a queue above its panel, behind which the log's stands.
const longestQueue = 15

// marks tell standings apart without colours.
var marks = [...]struct{ class, mark string }{
	report.Recommended: {"recommended", "★"}, report.Correct: {"correct", ""}, report.Sparse: {"correct", "·"},
	report.OnEdge: {"edge", "~"}, report.Failed: {"fails", "✗"}, report.Silent: {"silent", "–"},
}

func (w *writer) writeIndex(to io.Writer) error {
	x := index{
		Title: fmt.Sprintf("%s through %s", output.Counted(len(w.logs), "log"), output.Counted(len(w.methods), "method")),
		Intro: plain(w.intro()), Reference: reference,
		Style: template.CSS(page.PanelStyle), Script: template.JS(page.PanelScript), Files: w.list,
	}
	var verdicts []report.Verdict
	for _, q := range w.queues {
		v := q.Verdict
		v.Trace = q.log.short
		if name := []rune(v.Queue); len(name) > longestQueue {
			v.Queue = string(name[:longestQueue-1]) + "…"
		}
		verdicts = append(verdicts, v)
	}
	x.Chart = page.Panels(verdicts, w.methods)
	for _, f := range w.findings() {
		x.Findings = append(x.Findings, []string{plain(f.title), plain(strings.Join(f.text, " "))})
	}
	for _, l := range w.logs {
		row := indexLog{Name: l.Name, Summary: l.summary(), Page: l.page(), Queues: l.queues}
		if w.taken[l.report()] {
			row.Report = l.report()
		}
		for _, m := range w.methods {
			var cells []indexCell
			bounds := false
			for _, q := range l.queues {
				cell := cellOf(q, m)
				cells, bounds = append(cells, cell), bounds || cell.Share != ""
			}
			if bounds {
				row.Rows = append(row.Rows, indexRow{m, cells})
			}
		}
		x.Logs = append(x.Logs, row)
	}
	return indexTemplate.Execute(to, x)
}

// plain takes the marks of Markdown out of a sentence.
func plain(text string) string { return strings.NewReplacer("`", "", "*", "").Replace(text) }

func cellOf(q *queue, method string) indexCell {
	j, ok := q.of(method)
	if !ok {
		j.Status = report.Silent
	}
	c := indexCell{Word: j.Status.String(), Class: marks[j.Status].class, Mark: marks[j.Status].mark}
	if j.Status != report.Silent {
		c.Share = fmt.Sprintf("%.3f", j.Correct)
		if r, ok := q.of(reference); ok && !math.IsNaN(ratio(j.Loss, r.Loss)) {
			c.Loss = "×" + times(ratio(j.Loss, r.Loss))
		}
	}
	return c
}
