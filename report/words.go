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
	"counted": output.Counted, "join": strings.Join,
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
	fields := map[string]*string{"title": &t.Title, "question": (*string)(&t.Question),
		"star": &t.Star, "bold": &t.Bold, "dash": &t.Missing}
	for line := range strings.Lines(strings.ReplaceAll(b.String(), "\n  ", " ")) {
		line = strings.TrimSpace(line)
		key, text, _ := strings.Cut(line, ": ")
		if field := fields[key]; field != nil {
			*field = text
		} else if line != "" {
			t.Notes = append(t.Notes, line)
		}
	}
	return t
}
