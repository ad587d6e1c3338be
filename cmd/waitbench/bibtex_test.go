package main

import (
	"regexp"
	"strings"
	"testing"

	"waitbench/methods"
)

// needed are the fields without which BibTeX complains about an entry.
var needed = map[string][]string{
	"article": {"author", "title", "journal", "year"}, "inproceedings": {"author", "title", "booktitle", "year"},
	"book": {"author", "title", "publisher", "year"}, "techreport": {"author", "title", "institution", "year"},
	"misc": {"author", "title", "year"},
}

// bibliography reads entries strictly: ASCII, @type{key, then lines of name =
// {balanced} with commas between them. It returns the fields by key.
func bibliography(t *testing.T, text string) map[string]map[string]string {
	t.Helper()
	if regexp.MustCompile(`[^\n -~]`).MatchString(text) {
		t.Errorf("characters that BibTeX does not know in\n%s", text)
	}
	field := regexp.MustCompile(`^  ([a-z]+) *= (\{.*\})(,?)$`)
	entries := map[string]map[string]string{}
	for _, entry := range regexp.MustCompile(`(?ms)^@.*?^\}$`).FindAllString(text, -1) {
		head := regexp.MustCompile(`^@([a-z]+)\{([A-Za-z0-9]+),`).FindStringSubmatch(entry)
		if head == nil || entries[head[2]] != nil || needed[head[1]] == nil {
			t.Fatalf("a bad head, one of two with this key, or an unknown type:\n%s", entry)
		}
		fields := map[string]string{}
		lines := strings.Split(strings.TrimSuffix(entry[len(head[0]):], "\n}"), "\n")[1:]
		for i, line := range lines {
			found := field.FindStringSubmatch(line)
			if found == nil || strings.Count(line, "{") != strings.Count(line, "}") || (found[3] == ",") != (i < len(lines)-1) {
				t.Fatalf("%s: field %q", head[2], line)
			}
			fields[found[1]] = found[2]
		}
		for _, name := range needed[head[1]] {
			if len(fields[name]) < 4 {
				t.Errorf("%s has no %s", head[2], name)
			}
		}
		entries[head[2]] = fields
	}
	return entries
}

// TestBibTeX: every method has what to cite, every entry is cited, and a source
// in words names the first author of each.
func TestBibTeX(t *testing.T) {
	text := succeed(t, "methods", "--format", "bibtex").out
	entries := bibliography(t, text)
	cited := map[string]bool{}
	plain := strings.NewReplacer("é", "e", "{", "", "}", "", `\'`, "")
	for _, m := range listedMethods() {
		if len(m.Cite) == 0 || !strings.Contains(text, "% "+m.Name+": "+strings.Join(m.Cite, ", ")+"\n") {
			t.Errorf("%s does not say what to cite", m.Name)
		}
		for _, key := range m.Cite {
			cited[key] = true
			author, _, _ := strings.Cut(plain.Replace(entries[key]["author"]), ",")
			switch {
			case entries[key] == nil:
				t.Errorf("%s cites %s, which is not there", m.Name, key)
			case key != methods.Project && !strings.Contains(m.Name, "+") && !strings.Contains(plain.Replace(m.Source), author):
				t.Errorf("%s cites %s of %s, but its source is %q", m.Name, key, author, m.Source)
			}
		}
	}
	control, err := methods.Named("forest:level=pid")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range control.Cite {
		cited[key] = true
	}
	for key := range bibliography(t, readFile(t, "..", "..", "methods", "references.bib")) {
		if !cited[key] {
			t.Errorf("no method cites %s", key)
		}
	}
	if program := succeed(t, "version", "--format", "bibtex").out; !strings.Contains(text, program) ||
		entries[methods.Project] == nil {
		t.Errorf("the program is cited as %q", program)
	}
}

// TestMethodsPrint: the list and the next prompt fit a screen of 24 lines and 80
// columns, and the list names every method.
func TestMethodsPrint(t *testing.T) {
	out := succeed(t, "methods").out
	if lines := strings.Split(out, "\n"); len(lines) > 24 {
		t.Errorf("%d lines", len(lines)-1)
	}
	for line := range strings.Lines(out) {
		if len(line) > 81 || strings.Contains(line, ";") {
			t.Errorf("%d characters: %s", len(line)-1, line)
		}
	}
	for _, m := range listedMethods() {
		if !strings.HasSuffix(m.Name, "+cal") && !strings.Contains(out, m.Name+" ") || !strings.Contains(out, "METHOD+cal ") {
			t.Errorf("%s is missing in %s", m.Name, out)
		}
	}
}
