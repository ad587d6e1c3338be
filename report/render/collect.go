package render

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/figure"
	"waitbench/report/published"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// Collection selects the content of one folder over the runs of several logs.
type Collection struct {
	Runs  []string // run directories of different logs with the same settings, or folders of them
	Pages []string // logs whose report.html is copied
	Force bool     // whether to replace a collection of an earlier version
}

// The files of every collection.
const (
	IndexFile   = "index.html"
	scoresFile  = "scores.csv"
	methodsFile = "methods.md"
	// remainingFile is there only if runs have ages.
	remainingFile = "remaining-waits.md"
)

// CheckLogs returns an error if logs cannot be in one folder: the run directory
// or the page of one would have the name of another file.
func CheckLogs(names []string) error {
	uses := []string{output.Manifest, IndexFile, scoresFile, methodsFile, remainingFile,
		filepath.Base(figuresFolder)}
	check := func(what, log, file string) error {
		if slices.Contains(uses, file) || strings.HasPrefix(file, ".") {
			return fmt.Errorf("the %s of log %s would be %s, which has another use: rename the log",
				what, log, file)
		}
		return nil
	}
	for _, name := range names {
		if err := check("page", name, pageOf(name)); err != nil {
			return err
		}
		uses = append(uses, pageOf(name))
	}
	for _, name := range names {
		if err := check("folder", name, table.FileName(name)); err != nil {
			return err
		}
	}
	return nil
}

// Write makes the collection the state of a folder. Files that are not in the
// MANIFEST of the folder stay, such as a README.md.
func (c *Collection) Write(folder string) error {
	f, err := output.Begin(folder, c.Force, output.Collection)
	if err != nil {
		return err
	}
	defer f.Close()
	runs, err := load(c.Runs)
	if err != nil {
		return err
	}
	files, err := runs.files()
	if err != nil {
		return err
	}
	reports, err := c.reports(runs, folder)
	if err != nil {
		return err
	}
	files = append(files, reports...)
	for i, file := range files {
		same := func(o collectedFile) bool { return o.Path == file.Path }
		if slices.ContainsFunc(files[:i], same) {
			return fmt.Errorf("two files of the collection would have the name %s", file.Path)
		}
		if err := f.Write(file.Path, file.write); err != nil {
			return err
		}
	}
	figures := runs.figures()
	if err := draw(f, figures); err != nil {
		return err
	}
	if err := f.Write(IndexFile, runs.index(figures, files)); err != nil {
		return err
	}
	return f.Commit()
}

// reports links each log to its report: the one of a run inside the folder, or
// a copy, which it returns.
func (c *Collection) reports(runs *collected, folder string) (files []collectedFile, err error) {
	for _, l := range runs.logs {
		inside, err := filepath.Rel(folder, filepath.Join(l.path, PageFile))
		if err == nil && filepath.IsLocal(inside) {
			l.Report = filepath.ToSlash(inside)
		}
	}
	for _, name := range c.Pages {
		l := runs.find(name)
		if l == nil {
			return nil, fmt.Errorf("no run has a log %s", name)
		}
		report, err := os.ReadFile(filepath.Join(l.path, PageFile))
		if err != nil {
			return nil, err
		}
		l.Report = name + ".html"
		files = append(files, collectedFile{l.Report, "the report of " + name, report})
	}
	return files, nil
}

// draw draws the figures of a collection, and completes their captions.
func draw(f *output.Folder, figures []collectedFigure) error {
	for i := range figures {
		drawn := &figures[i]
		drawn.Path = figuresFolder + drawn.name + ".svg"
		drawn.Caption = strings.TrimSpace(drawn.Caption + " " + figure.Caption(drawn.Dots))
		if _, err := f.Add(drawn.Path); err != nil {
			return err
		}
		if err := figure.Save(drawn.Dots, f.Path(figuresFolder+drawn.name), figure.TwoColumn,
			"svg"); err != nil {
			return err
		}
	}
	return nil
}

// collectedFile is a file in the list of index.html.
type collectedFile struct {
	Path, Content string
	data          []byte
}

func (f *collectedFile) write(w io.Writer) error {
	_, err := w.Write(f.data)
	return err
}

// collected is logs that were replayed with the same settings.
type collected struct {
	level    methods.Level
	settings *run.Settings // of the first run; the others may have other methods and queues
	logs     []*collectedLog
	methods  []string // the best first
	halves   []verdict.SplitHalf
}

type collectedLog struct {
	*run.LogRecord
	path     string // of the run directory
	run      *run.Record
	short    string // the name without year and version, if no other log has the same
	scores   []replay.Score
	aged     []replay.Score // of remaining waits
	heads    []replay.Heads
	Verdicts []verdict.Verdict // on all jobs of each queue at the main level
	Report   string            // file of its report; empty if that is not copied
}

// load reads run directories of different logs, or folders of them.
func load(paths []string) (*collected, error) {
	runs, err := OpenAll(paths)
	if err != nil {
		return nil, err
	}
	c := &collected{settings: &runs[0].Run.Settings, level: runs[0].Levels[0]}
	for _, d := range runs {
		if err := c.add(d); err != nil {
			return nil, err
		}
	}
	c.methods = verdict.Ranked(c.verdicts(), c.methods)
	logsNamed := map[string]int{}
	for _, l := range c.logs {
		l.short = version.ReplaceAllString(l.Name, "")
		logsNamed[l.short]++
	}
	for _, l := range c.logs {
		if logsNamed[l.short] > 1 {
			l.short = l.Name
		}
	}
	return c, nil
}

// version matches what follows the machine in the names of the archive's logs.
var version = regexp.MustCompile(`-(19|20)\d\d(-[\d.]+)?(-cln)?$`)

func (c *collected) add(d *Dir) error {
	shown := d.distinct()
	verdicts, halves, err := shown.splitHalves(c.level)
	if err != nil {
		return err
	}
	c.halves = append(c.halves, halves...)
	heads, err := d.Heads()
	if err != nil {
		return err
	}
	if same := c.find(d.Run.Log.Name); same != nil {
		if filepath.Clean(same.path) == filepath.Clean(d.Path) {
			return fmt.Errorf("the same run twice: %s and %s", same.path, d.Path)
		}
		return fmt.Errorf("%s is in %s and in %s", same.Name, same.path, d.Path)
	}
	c.logs = append(c.logs, &collectedLog{LogRecord: &d.Run.Log, path: d.Path, run: d.Run,
		scores: d.Scores, aged: shown.Aged, heads: heads, Verdicts: verdicts})
	for _, m := range verdict.MethodsIn(shown.Scores) {
		c.methods = table.AddNew(c.methods, m)
	}
	return nil
}

// find returns the log of a name, or nil.
func (c *collected) find(name string) *collectedLog {
	named := func(l *collectedLog) bool { return l.Name == name }
	return append(where(c.logs, named), nil)[0]
}

// verdicts lists the verdicts on the queues of all logs.
func (c *collected) verdicts() (list []verdict.Verdict) {
	for _, l := range c.logs {
		list = append(list, l.Verdicts...)
	}
	return list
}

func (c *collected) totals() []verdict.Total { return verdict.Totals(c.verdicts(), c.methods) }

func (c *collected) title() string {
	return output.Counted(len(c.logs), "log") + " through " +
		output.Counted(len(c.methods), "method")
}

func (c *collected) describe() string {
	text := fmt.Sprintf("%s with %d jobs or more. Bounds are %s ones of the %v quantile at "+
		"confidence %v; %s. "+
		"A method holds on a queue if at least %v of the scored waits lie within its bounds. "+
		"If fewer do, it is near or, by more than chance, short.",
		output.Counted(len(c.verdicts()), "queue"), c.settings.MinJobs,
		c.level.Side, c.level.Quantile,
		c.settings.Confidence, c.settings.Describe(), c.level.Target())
	if _, twins := c.settings.Twins(); twins != "" {
		text += " " + twins + "."
	}
	return text + c.seen()
}

// seen says of how many logs the makers of a method saw scores.
func (c *collected) seen() (text string) {
	for _, name := range c.methods {
		m, _ := methods.Named(name) // others have no statement
		count := func(names []string) int {
			return table.CountIf(c.logs, func(l **collectedLog) bool {
				return slices.Contains(names, (*l).Name)
			})
		}
		if tuned, looked := count(m.ChosenOn), count(m.LookedAt); tuned+looked > 0 {
			text += fmt.Sprintf(" %s was tuned on %d of the %s, and looked at on %d.", name, tuned,
				output.Counted(len(c.logs), "log"), looked)
		}
	}
	return text
}

func (c *collected) tables() []*table.Table {
	tables := []*table.Table{verdict.MethodTable(c.totals())}
	if len(c.halves) > 0 {
		tables = append(tables, verdict.SplitHalfTable(c.halves))
	}
	return tables
}

// markdown returns a page with text above tables.
func markdown(path, content, text string, tables ...*table.Table) collectedFile {
	b := bytes.NewBufferString(text)
	for _, t := range tables {
		b.WriteByte('\n')
		t.WriteMarkdown(b) // to memory, which does not fail
	}
	return collectedFile{path, content, b.Bytes()}
}

// files returns the files of the collection besides figures and copies.
func (c *collected) files() ([]collectedFile, error) {
	files := []collectedFile{markdown(methodsFile, "the methods over all queues",
		fmt.Sprintf("# %s\n\n%s\n", c.title(), c.describe()), c.tables()...)}
	var aged []replay.Score
	for _, l := range c.logs {
		aged = append(aged, l.aged...)
	}
	if len(aged) > 0 {
		files = append(files, markdown(remainingFile, "bounds of jobs that wait already",
			fmt.Sprintf("# Jobs that wait already\n\n%s\n", c.describe()),
			verdict.RemainingOverQueues(aged, c.level)))
	}
	var scores bytes.Buffer
	if err := arrowio.WriteScoresCSV(&scores, c.scores()); err != nil {
		return nil, err
	}
	files = append(files, collectedFile{scoresFile,
		fmt.Sprintf("scores of all series with %d jobs or more, six digits", c.settings.MinJobs),
		scores.Bytes()})
	for _, l := range c.logs {
		comparisons, _ := published.Comparisons(l.run, l.scores, nil)
		files = append(files, markdown(l.Page(), l.Name+": "+l.Summary(), l.text(),
			slices.Concat(verdict.Tables(l.run, l.Verdicts), comparisons,
				published.HeadTables(l.heads))...))
	}
	return files, nil
}

// scores returns the scores of all logs, of series with enough jobs, with six
// digits. More digits would hold rounding errors.
func (c *collected) scores() (scores []replay.Score) {
	for _, l := range c.logs {
		for _, s := range l.scores {
			if s.Jobs < c.settings.MinJobs {
				continue
			}
			for i := range replay.Columns {
				if at, ok := replay.Columns[i].At(&s).(*float64); ok {
					*at = table.SixDigits(*at)
				}
			}
			scores = append(scores, s)
		}
	}
	return scores
}

func (l *collectedLog) Page() string { return pageOf(l.Name) }

func pageOf(log string) string { return log + ".md" }

// Summary describes the log in lists.
func (l *collectedLog) Summary() string {
	return output.Counted(l.Replayed(), "job") + ", " +
		output.Counted(len(l.Verdicts), "queue") + " judged"
}

// text describes the input of the log in Markdown.
func (l *collectedLog) text() string {
	var b strings.Builder
	settings := &l.run.Settings
	fmt.Fprintf(&b, "# %s\n\n", l.Name)
	if at := published.Period(l.LogRecord); at != "" {
		fmt.Fprintf(&b, "The log is of %s. ", at)
	}
	fmt.Fprintf(&b, "%d jobs were read and %d replayed: %s.\n\n", l.Read,
		l.Replayed(), settings.Describe())
	for _, note := range slices.Concat(l.Notes, l.Warnings) {
		fmt.Fprintf(&b, "- %s\n", note)
	}
	if small := len(l.Queues) - len(l.Verdicts); small > 0 {
		fmt.Fprintf(&b, "- %s of fewer than %d jobs, not judged\n",
			output.Counted(small, "queue"), settings.MinJobs)
	}
	fmt.Fprintf(&b, "- methods: `%s`\n", strings.Join(settings.Methods, "`, `"))
	return b.String()
}
