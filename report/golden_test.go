package report

import (
	"strings"
	"testing"
)

// textOf gives tables as WriteText writes them, each under its name.
func textOf(t *testing.T, tables []*Table) string {
	t.Helper()
	var b strings.Builder
	for _, table := range tables {
		b.WriteString("=== " + table.FileName() + "\n")
		if err := table.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// named finds a table by its name.
func named(t *testing.T, tables []*Table, name string) *Table {
	t.Helper()
	var names []string
	for _, table := range tables {
		if table.FileName() == name {
			return table
		}
		names = append(names, table.FileName())
	}
	t.Fatalf("no table %s among %s", name, strings.Join(names, ", "))
	return nil
}

// marked gives a cell as the paper prints it, bold between double asterisks.
func marked(c Cell) string {
	text := c.shown()
	if c.Bold {
		text = "**" + text + "**"
	}
	if c.Star {
		text += "*"
	}
	return text
}
