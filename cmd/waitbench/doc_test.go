package main

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// manual gives the sections of the package documentation by their headings; the first one has none.
func manual(t *testing.T) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, section := range strings.Split("# \n"+file.Doc.Text(), "\n# ") {
		heading, text, _ := strings.Cut(strings.TrimPrefix(section, "# "), "\n")
		sections[heading] = text
	}
	return sections
}

var flagWord = regexp.MustCompile(`--[a-z][a-z-]*`)

// TestManual compares the documentation with the commands: their lines, flags and examples, none missing and none too many.
func TestManual(t *testing.T) {
	sections := manual(t)
	list := regexp.MustCompile(`(?m)^\t([a-z]+(?: [a-z]+)?)   +(.*)$`).FindAllStringSubmatch(sections[""], -1)
	if len(list) != len(commands())+1 {
		t.Errorf("%d commands in the list", len(list))
	}
	for i, cmd := range commands() {
		if i < len(list) && (list[i][1] != cmd.name || list[i][2] != cmd.short) {
			t.Errorf("the list has %q where --help has %s: %s", list[i][0], cmd.name, cmd.short)
		}
		text, ok := sections["waitbench "+cmd.name]
		if !ok {
			t.Errorf("no section on %s", cmd.name)
			continue
		}
		want := "\twaitbench " + strings.TrimSpace(cmd.name+" "+cmd.args) + "\n"
		for _, example := range cmd.examples {
			want += "\twaitbench " + example + "\n"
		}
		if got := strings.Join(regexp.MustCompile(`(?m)^\twaitbench .*\n`).FindAllString(text, -1), ""); got != want {
			t.Errorf("the manual shows\n%swhere %s has\n%s", got, cmd.name, want)
		}
		flags := flagsOf(cmd)
		flags.VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !regexp.MustCompile(`--`+f.Name+`\b[^-]`).MatchString(text) {
				t.Errorf("%s: the manual lacks --%s", cmd.name, f.Name)
			}
		})
		for _, word := range flagWord.FindAllString(text, -1) {
			if f := flags.Lookup(strings.TrimPrefix(word, "--")); f == nil || f.Hidden {
				t.Errorf("%s: the manual has %s, which is no flag", cmd.name, word)
			}
		}
	}
	for _, line := range []string{"0    done", "1    failed", "2    usage", "130  interrupted"} {
		if !strings.Contains(sections[""], "\t"+line) {
			t.Errorf("the manual lacks the exit code %s", line)
		}
	}
}

// TestManualOfRunDirectory compares the documentation with the files of a run and their columns.
func TestManualOfRunDirectory(t *testing.T) {
	text := manual(t)["The run directory"]
	dir := baseRun(t)
	for name := range filesOf(t, dir) {
		stem := name
		if strings.Contains(name, "/") {
			stem = strings.TrimSuffix(name, filepath.Ext(name))
		}
		stem = regexp.MustCompile(`-seed1$`).ReplaceAllString(stem, "-TRACE")
		stem = regexp.MustCompile(`-(bmbp|lognormal|lognormal-trim)$`).ReplaceAllString(stem, "-METHOD")
		stem = regexp.MustCompile(`/table[67]`).ReplaceAllString(stem, "/table5") // one line for the three
		stem = regexp.MustCompile(`^(figures/.*)-by-range-`).ReplaceAllString(stem, "$1-by-queue-")
		if !strings.HasSuffix(stem, "/") && !regexp.MustCompile(`(?m)^\t([a-z.]+, )?`+regexp.QuoteMeta(stem)+`\b`).MatchString(text) {
			t.Errorf("the manual lacks %s (looked for %s)", name, stem)
		}
	}
	for _, file := range []string{"scores.arrow", "predictions.arrow"} {
		_, columns, ok := strings.Cut(text, "Columns of "+file)
		if !ok {
			t.Fatalf("no columns of %s", file)
		}
		columns, _, _ = strings.Cut(columns, "Columns of")
		for _, name := range table(t, succeed(t, "cat", filepath.Join(dir, file), "--head", "1").out)[0] {
			if !regexp.MustCompile(`(?m)^\t([a-z_0-9]+, )*` + name + `(,|  |$)`).MatchString(columns) {
				t.Errorf("the manual lacks column %s of %s", name, file)
			}
		}
	}
}
