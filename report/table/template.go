package table

import (
	_ "embed"
	"strings"
	"text/template"

	"waitbench/replay/output"
)

//go:embed tables.txt
var tableWords string

var tableTemplates = template.Must(template.New("").Funcs(template.FuncMap{
	"span": Span, "ofJobs": OfJobs, "known": Known, "grouped": output.Grouped[int],
	"counted": output.Counted, "join": strings.Join,
	"percent": Percent, "duration": func(s float64) string { return Unbroken(Duration(s)) },
}).Parse(tableWords))

// New returns a table without columns and rows, with the words of
// tables.txt for its ID.
func New(id string, values any) *Table { return NewFrom(tableTemplates, id, values) }

// NewFrom returns a table without columns and rows, with words from a template
// in the format of tables.txt.
func NewFrom(words *template.Template, id string, values any) *Table {
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
