package render

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report"
	"waitbench/report/figure"
)

// Collection selects what goes into one folder over the runs of several logs.
type Collection struct {
	Runs   []string // run directories of different logs with the same settings
	Beside []string // run directories with other settings, which get a page each and are not counted
	Pages  []string // logs whose report.html is copied
	Files  []string // other files and folders to copy and to list
}

// The files of every collection.
const (
	indexFile   = "index.html"
	scoresFile  = "scores.csv"
	methodsFile = "methods.md"
)

// Write makes the collection the state of a folder. Files that are not in the MANIFEST of the folder
// stay, such as a README.md.
func (c *Collection) Write(folder string) error {
	f, err := output.Open(folder)
	if err != nil {
		return err
	}
	defer f.Close()
	w := &collector{Folder: f, taken: map[string]bool{}}
	if w.collected, err = load(c.Runs); err != nil {
		return err
	}
	for _, step := range []func() error{
		w.writeMethods, w.writeScores, w.writeFigures, w.writeLogs,
		func() error { return w.copyPages(c.Pages) },
		func() error { return w.writeBeside(c.Beside) },
		func() error { return w.copyFiles(c.Files) },
		w.writeIndex,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return f.Commit(indexFile)
}

// collected is logs that were replayed with the same settings.
type collected struct {
	level    methods.Level
	settings *run.Settings // of the first run; the others may have other methods and queues
	logs     []*collectedLog
	methods  []string // in the order of the runs
}

// collectedLog is a log of a run.
type collectedLog struct {
	*run.TraceRecord
	path     string // of the run directory
	run      *run.Record
	short    string // the name without year and version, if no other log has the same
	scores   []replay.Score
	heads    []replay.Heads
	verdicts []report.Verdict // on all jobs of each queue at the main level
}

// load reads run directories of different logs.
func load(paths []string) (*collected, error) {
	c := &collected{}
	for _, path := range paths {
		d, err := Open(path)
		if err != nil {
			return nil, err
		}
		if c.settings == nil {
			c.settings, c.level = &d.Run.Settings, d.Levels[0]
		}
		if err := c.add(d); err != nil {
			return nil, err
		}
	}
	names := map[string]int{}
	for _, l := range c.logs {
		names[version.ReplaceAllString(l.Name, "")]++
	}
	for _, l := range c.logs {
		if l.short = version.ReplaceAllString(l.Name, ""); names[l.short] > 1 {
			l.short = l.Name
		}
	}
	return c, nil
}

// version matches what follows the machine in the names of the archive's logs.
var version = regexp.MustCompile(`-(19|20)\d\d(-[\d.]+)?(-cln)?$`)

// add adds the logs of a run.
func (c *collected) add(d *Dir) error {
	other := d.Run.Settings
	other.Methods, other.Queues = c.settings.Methods, c.settings.Queues // which may differ
	if difference := c.settings.Difference(&other); difference != "" {
		return fmt.Errorf("%s and %s have not the same settings: %s; --beside is for runs with settings of their own",
			c.logs[0].path, d.Path, difference)
	}
	verdicts, err := d.decided()
	if err != nil {
		return err
	}
	heads, err := d.Heads()
	if err != nil {
		return err
	}
	for i := range d.Run.Traces {
		record := *d.Run
		record.Traces = d.Run.Traces[i : i+1]
		l := &collectedLog{TraceRecord: &record.Traces[0], path: d.Path, run: &record}
		if other := c.find(l.Name); other != nil {
			return fmt.Errorf("%s is in %s and in %s", l.Name, other.path, d.Path)
		}
		l.scores = d.scoresOf(l.Name)
		l.heads = slices.DeleteFunc(slices.Clone(heads), func(h replay.Heads) bool { return h.Trace != l.Name })
		l.verdicts = slices.DeleteFunc(report.AllSizes(verdicts, c.level), func(v report.Verdict) bool { return v.Trace != l.Name })
		for _, m := range report.MethodsIn(l.scores) {
			if !slices.Contains(c.methods, m) {
				c.methods = append(c.methods, m)
			}
		}
		c.logs = append(c.logs, l)
	}
	return nil
}

func (c *collected) find(name string) *collectedLog {
	for _, l := range c.logs {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// collector writes a collection into a folder.
type collector struct {
	*output.Folder
	*collected
	taken   map[string]bool // names of files
	files   []listed        // for the list in index.html
	figures []collectedFigure
}

// listed is a file in the list of index.html.
type listed struct{ What, Path string }

// file makes a file, and fails if there is another of its name.
func (w *collector) file(name string, write func(io.Writer) error) error {
	if w.taken[name] {
		return fmt.Errorf("two files of the collection would be named %s", name)
	}
	w.taken[name] = true
	return w.Write(name, write)
}

// writeMethods writes the page over all queues.
func (w *collector) writeMethods() error {
	w.files = append(w.files, listed{"the methods over all queues", methodsFile})
	return w.file(methodsFile, func(to io.Writer) error {
		if _, err := fmt.Fprintf(to, "# %s\n\n%s\n\n", w.title(), w.describe()); err != nil {
			return err
		}
		return w.methodTable().WriteMarkdown(to)
	})
}

// title names what was collected.
func (w *collector) title() string {
	return fmt.Sprintf("%s through %s", output.Counted(len(w.logs), "log"), output.Counted(len(w.methods), "method"))
}

// describe explains in sentences what was collected.
func (w *collector) describe() string {
	return fmt.Sprintf("%s with %d jobs or more. Bounds are %s ones of the %v quantile at confidence %v; %s. A method is correct for a "+
		"queue if at least %v of the scored waits lie within its bounds, and on the edge if its share is below that by less "+
		"than its Wilson interval.", output.Counted(len(w.verdicts()), "queue"), w.settings.MinJobs, w.level.Side, w.level.Quantile,
		w.settings.Confidence, w.settings.Describe(), w.level.Target())
}

// digits is the number of digits of scores in a collection. More would be noise of the last bits.
const digits = 6

// writeScores writes the scores of all logs, of series with enough jobs.
func (w *collector) writeScores() error {
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
	w.files = append(w.files, listed{fmt.Sprintf("scores of all series with %d jobs or more, six digits", w.settings.MinJobs), scoresFile})
	return w.file(scoresFile, func(to io.Writer) error { return arrowio.WriteScoresCSV(to, scores) })
}

// writeFigures writes the figures over all queues.
func (w *collector) writeFigures() error {
	w.figures = w.collected.figures()
	for i, f := range w.figures {
		w.figures[i].Path = figuresFolder + f.name + ".svg"
		w.figures[i].Caption = strings.TrimSpace(f.Caption + " " + figure.Caption(f.Dots))
		if _, err := w.Add(w.figures[i].Path); err != nil {
			return err
		}
		if err := figure.Save(f.Dots, w.Path(figuresFolder+f.name), "svg"); err != nil {
			return err
		}
	}
	return nil
}

// writeLogs writes the pages of logs.
func (w *collector) writeLogs() error {
	for _, l := range w.logs {
		w.files = append(w.files, listed{l.Name + ": " + l.summary(), l.page()})
		if err := w.file(l.page(), func(to io.Writer) error { return writeLogPage(to, l.Name, []*collectedLog{l}) }); err != nil {
			return err
		}
	}
	return nil
}

// page returns the file of the log's page, and report the file of its report if that is copied.
func (l *collectedLog) page() string   { return l.Name + ".md" }
func (l *collectedLog) report() string { return l.Name + ".html" }

// summary describes the log in lists.
func (l *collectedLog) summary() string {
	return fmt.Sprintf("%s, %s judged", output.Counted(l.Selected-l.OtherQueues, "job"), output.Counted(len(l.verdicts), "queue"))
}

// writeLogPage writes what was replayed of the logs of a run, and what came out, as Markdown.
func writeLogPage(to io.Writer, title string, logs []*collectedLog) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", title)
	for _, l := range logs {
		if len(logs) > 1 {
			fmt.Fprintf(&b, "\n## %s\n", l.Name)
		}
		settings := &l.run.Settings
		b.WriteByte('\n')
		if at := l.Period(); at != "" {
			fmt.Fprintf(&b, "The log is of %s. ", at)
		}
		fmt.Fprintf(&b, "%d jobs were read and %d replayed: %s.\n\n", l.Read, l.Selected-l.OtherQueues, settings.Describe())
		for _, note := range slices.Concat(l.Notes, l.Warnings) {
			fmt.Fprintf(&b, "- %s\n", note)
		}
		if small := len(l.Queues) - len(l.verdicts); small > 0 {
			fmt.Fprintf(&b, "- %s of fewer than %d jobs, not judged\n", output.Counted(small, "queue"), settings.MinJobs)
		}
		fmt.Fprintf(&b, "- methods: `%s`\n", strings.Join(settings.Methods, "`, `"))
		published, _ := report.Comparisons(l.run, l.scores, nil)
		for _, t := range slices.Concat(report.VerdictTables(l.run, l.verdicts), published, report.HeadTables(l.heads)) {
			b.WriteByte('\n')
			if err := t.WriteMarkdown(&b); err != nil {
				return err
			}
		}
	}
	_, err := io.WriteString(to, b.String())
	return err
}

func (w *collector) copyPages(logs []string) error {
	for _, name := range logs {
		l := w.find(name)
		if l == nil {
			return fmt.Errorf("no run has a log %s", name)
		}
		if err := w.copy(filepath.Join(l.path, pageFile), l.report()); err != nil {
			return err
		}
		w.files = append(w.files, listed{"the report of " + name, l.report()})
	}
	return nil
}

// writeBeside writes the pages of runs with other settings.
func (w *collector) writeBeside(runs []string) error {
	for _, path := range runs {
		other, err := load([]string{path})
		if err != nil {
			return err
		}
		name := filepath.Base(filepath.Clean(path))
		w.files = append(w.files, listed{fmt.Sprintf("run %s with other settings: %s; %s", name, strings.Join(other.methods, ", "),
			other.settings.Describe()), name + ".md"})
		if err := w.file(name+".md", func(to io.Writer) error { return writeLogPage(to, name, other.logs) }); err != nil {
			return err
		}
	}
	return nil
}

// copyFiles copies files under their names, and folders without the Arrow files in them.
func (w *collector) copyFiles(files []string) error {
	for _, from := range files {
		name := filepath.Base(filepath.Clean(from))
		err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) == ".arrow" || entry.Name() == output.Manifest {
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
		if readme := name + "/README.md"; w.taken[readme] {
			name = readme
		}
		w.files = append(w.files, listed{w.heading(name), name})
	}
	return nil
}

func (w *collector) copy(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return w.file(to, func(out io.Writer) error {
		_, err := out.Write(data)
		return err
	})
}

// heading returns the first heading of a page that was copied, and of another file its name.
func (w *collector) heading(name string) string {
	text, err := os.ReadFile(w.Path(name))
	if err == nil && filepath.Ext(name) == ".md" {
		for line := range strings.Lines(string(text)) {
			if rest := strings.TrimLeft(line, "#"); rest != line {
				return strings.TrimSpace(rest)
			}
		}
	}
	return strings.TrimSuffix(name, filepath.Ext(name))
}
