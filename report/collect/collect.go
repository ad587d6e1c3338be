package collect

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/report/figure"
)

// Plan says what goes into a collection.
type Plan struct {
	Runs   []string // run directories of different logs with the same settings
	Beside []string // run directories with settings of their own: a page each, and no part in the findings
	Pages  []string // logs whose report.html is copied
	Files  []string // other files and folders to copy and to list
}

// Write makes the collection the state of a folder.
func (p *Plan) Write(folder string) error {
	f, err := output.Open(folder)
	if err != nil {
		return err
	}
	defer f.Close()
	w := &writer{Folder: f, taken: map[string]bool{}}
	if w.collection, err = load(p.Runs); err != nil {
		return err
	}
	if err := w.write(p); err != nil {
		return err
	}
	return f.Commit(readmeFile)
}

// The files of every collection.
const (
	readmeFile = "README.md"
	indexFile  = "index.html"
	scoresFile = "scores.csv"
	figures    = "figures/"
)

// writer is a collection on its way into a folder.
type writer struct {
	*output.Folder
	*collection
	beside []*log
	taken  map[string]bool // names of files
	list   []entry         // what is where
	notes  []string        // on published values, of files that were copied
}

// entry is a file worth opening.
type entry struct{ What, Path string }

func (w *writer) add(what, path string) { w.list = append(w.list, entry{what, path}) }

// file makes a file, which is to be the only one of its name.
func (w *writer) file(name string, write func(io.Writer) error) error {
	if w.taken[name] {
		return fmt.Errorf("two files of the collection would be named %s", name)
	}
	w.taken[name] = true
	return w.Write(name, write)
}

func (w *writer) write(p *Plan) error {
	w.add("everything on one page: all queues and methods", indexFile)
	w.add(fmt.Sprintf("scores of all series with %d jobs or more, six digits", w.settings.MinJobs), scoresFile)
	for _, l := range w.logs {
		w.add(l.Name+": "+l.summary(), l.page())
		if err := w.file(l.page(), func(to io.Writer) error { return writePage(to, l.Name, []*log{l}) }); err != nil {
			return err
		}
	}
	findings := w.findings()
	for _, add := range []func() error{
		func() error { return w.copyPages(p.Pages) },
		func() error { return w.writeBeside(p.Beside) },
		func() error { return w.copyFiles(p.Files) },
		func() error { return w.drawFigures(findings) },
		func() error { return w.file(scoresFile, w.writeScores) },
		func() error { return w.file(indexFile, w.writeIndex) },
		func() error {
			return w.file(readmeFile, func(to io.Writer) error { return w.writeReadme(to, findings) })
		},
	} {
		if err := add(); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) drawFigures(findings []*finding) error {
	for _, f := range findings {
		if _, err := w.Add(figures + f.name + ".svg"); err != nil {
			return err
		}
		if err := figure.Save(f.figure, w.Path(figures+f.name), "svg"); err != nil {
			return err
		}
	}
	return nil
}

// page is the file of the log's page.
func (l *log) page() string { return l.Name + ".md" }

// report is the file of the log's report, if it was copied.
func (l *log) report() string { return l.Name + ".html" }

// summary describes the log in lists.
func (l *log) summary() string {
	return fmt.Sprintf("%s, %s judged", output.Counted(l.Selected-l.OtherQueues, "job"), output.Counted(len(l.queues), "queue"))
}

func (w *writer) copyPages(logs []string) error {
	for _, name := range logs {
		l := w.find(name)
		if l == nil {
			return fmt.Errorf("no run has a log %s", name)
		}
		if err := w.copy(filepath.Join(l.path, "report.html"), l.report()); err != nil {
			return err
		}
		w.add("the report of "+name, l.report())
	}
	return nil
}

// writeBeside writes the pages of runs with settings of their own.
func (w *writer) writeBeside(runs []string) error {
	for _, path := range runs {
		own, err := load([]string{path})
		if err != nil {
			return err
		}
		same := *own.settings
		same.Ranges = w.settings.Ranges
		if otherSettings(w.settings, &same) != "" { // else it says of publications what the others say
			w.beside = append(w.beside, own.logs...)
		}
		name := base(path)
		w.add(fmt.Sprintf("run %s, beside the others: %s; %s", name, code(own.methods), own.settings.Describe()), name+".md")
		if err := w.file(name+".md", func(to io.Writer) error { return writePage(to, name, own.logs) }); err != nil {
			return err
		}
	}
	return nil
}

// copyFiles copies files under their names, and folders without the Arrow files in them.
func (w *writer) copyFiles(files []string) error {
	for _, from := range files {
		name := base(from)
		err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) == ".arrow" || d.Name() == output.Manifest {
				return err
			}
			below, err := filepath.Rel(from, path)
			if err != nil {
				return err
			}
			return w.copy(path, filepath.ToSlash(filepath.Join(name, below)))
		})
		if err != nil {
			return fmt.Errorf("cannot copy %s: %w", from, err)
		}
		if _, err := os.Stat(w.Path(name + "/" + readmeFile)); err == nil {
			name += "/" + readmeFile
		}
		title, published := w.about(name)
		w.add(title, name)
		if published != "" {
			w.notes = append(w.notes, fmt.Sprintf("**%s** ([%s](%s)): %s.", title, name, name, published))
		}
	}
	return nil
}

// about gives the title of a copied page, and its note on published values if it has one; of
// another file the name.
func (w *writer) about(name string) (title, published string) {
	text, err := os.ReadFile(w.Path(name))
	if err != nil || filepath.Ext(name) != ".md" {
		return strings.TrimSuffix(name, filepath.Ext(name)), ""
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if rest := strings.TrimLeft(line, "#"); rest != line && title == "" {
			title = strings.TrimSpace(rest)
		}
		if rest, ok := strings.CutPrefix(line, "- published: "); ok {
			published = rest
		}
	}
	return title, published
}

func (w *writer) copy(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return w.file(to, func(out io.Writer) error {
		_, err := out.Write(data)
		return err
	})
}

// digits are as many as scores of a collection have: more would be noise of the last bits.
const digits = 6

// writeScores writes the scores of all logs, of series with enough jobs.
func (w *writer) writeScores(to io.Writer) error {
	var scores []replay.Score
	for _, l := range w.logs {
		for _, s := range l.scores {
			if s.Jobs < w.settings.MinJobs {
				continue
			}
			for i := range replay.Columns {
				if at, ok := replay.Columns[i].At(&s).(*float64); ok {
					*at, _ = strconv.ParseFloat(strconv.FormatFloat(*at, 'g', digits, 64), 64)
				}
			}
			scores = append(scores, s)
		}
	}
	return arrowio.WriteScoresCSV(to, scores)
}

// writeReadme writes the findings, what is where, and what is not reproduced.
func (w *writer) writeReadme(to io.Writer, findings []*finding) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Results\n\n%s\n", w.intro())
	for i, f := range findings {
		fmt.Fprintf(&b, "\n## %d. %s\n\n%s\n\n![%s](%s%s.svg)\n", i+1, f.title, strings.Join(f.text, "\n"),
			strings.TrimSpace(f.caption+" "+figure.Caption(f.figure)), figures, f.name)
		for _, t := range f.tables {
			b.WriteString("\n#") // a level below the finding
			if err := t.WriteMarkdown(&b); err != nil {
				return err
			}
		}
	}
	b.WriteString("\n## What is where\n\n| what | where |\n| --- | --- |\n")
	for _, e := range w.list {
		fmt.Fprintf(&b, "| %s | [%s](%s) |\n", strings.ReplaceAll(e.What, "|", `\|`), e.Path, e.Path)
	}
	if list := append(differences(slices.Concat(w.logs, w.beside)), w.notes...); len(list) > 0 {
		fmt.Fprintf(&b, "\n## What does not reproduce, and why\n\n- %s\n", strings.Join(list, "\n- "))
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// intro says what the results are of.
func (w *writer) intro() string {
	return fmt.Sprintf("%s through %s, made by `waitbench collect` from their run directories; no number below is "+
		"typed by hand. "+
		"Bounds are %s ones of the %v quantile at confidence %v; %s. A method is *correct* for a queue if at least "+
		"%v of the scored waits lie within its bounds, "+
		"and *on the edge* if its share is below that by less than its Wilson interval.",
		output.Counted(len(w.logs), "log"), output.Counted(len(w.methods), "method"), w.level.Side, w.level.Quantile,
		w.settings.Confidence, w.settings.Describe(), w.level.Target())
}
