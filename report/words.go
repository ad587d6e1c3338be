package report

import (
	_ "embed"
	"strings"
	"text/template"

	"waitbench/replay/output"
)

//go:embed tables.txt
var tableWords string

var tableTemplates = template.Must(template.New("").Funcs(template.FuncMap{
	"span": span, "ofJobs": ofJobs, "known": known, "grouped": output.Grouped[int],
	"counted": output.Counted, "printable": output.Printable,
	"percent": percent, "duration": func(s float64) string { return unbroken(Duration(s)) },
}).Parse(tableWords))

// NewTable returns a table without columns and rows, with the words of
// tables.txt for its ID.
func NewTable(id string, values any) *Table { return TableOf(tableTemplates, id, values) }

// TableOf returns a table without columns and rows, with words from a template
// in the format of tables.txt.
func TableOf(words *template.Template, id string, values any) *Table {
	var b strings.Builder
	if err := words.ExecuteTemplate(&b, id, values); err != nil {
		panic(err) // a mistake in the template
	}
	t := &Table{ID: id}
	for line := range strings.Lines(strings.ReplaceAll(b.String(), "\n  ", " ")) {
		line = strings.TrimSpace(line)
		switch key, text, _ := strings.Cut(line, ": "); key {
		case "":
		case "title":
			t.Title = text
		case "question":
			t.Question = Question(text)
		case "star":
			t.Star = text
		case "bold":
			t.Bold = text
		case "dash":
			t.Missing = text
		default:
			t.Notes = append(t.Notes, line)
		}
	}
	return t
}
