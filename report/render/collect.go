package render

import (
	"fmt"
	"io"
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

// Collection selects the content of one folder over the runs of several logs.
type Collection struct {
	Runs  []string // run directories of different logs with the same settings
	Pages []string // logs whose report.html is copied
}

// The files of every collection.
const (
	IndexFile   = "index.html"
	scoresFile  = "scores.csv"
	methodsFile = "methods.md"
	// remainingFile is there only if runs have ages.
	remainingFile = "remaining-waits.md"
)

// Write makes the collection the state of a folder. Files that are not in the
// MANIFEST of the folder stay, such as a README.md.
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
		w.writeMethods, w.writeRemaining, w.writeScores, w.writeFigures, w.writeLogs,
		func() error { return w.copyPages(c.Pages) },
		w.writeIndex,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return f.Commit(IndexFile)
}

// collected is logs that were replayed with the same settings.
type collected struct {
	level    methods.Level
	settings *run.Settings // of the first run; the others may have other methods and queues
	logs     []*collectedLog
	methods  []string // in the order of the runs
	lasting  []report.Lasting
}

// collectedLog is a log of a run.
type collectedLog struct {
	*run.TraceRecord
	path     string // of the run directory
	run      *run.Record
	short    string // the name without year and version, if no other log has the same
	scores   []replay.Score
	aged     []replay.Score // of remaining waits
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
		l.short = version.ReplaceAllString(l.Name, "")
		names[l.short]++
	}
	for _, l := range c.logs {
		if names[l.short] > 1 {
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
		return fmt.Errorf("%s and %s have different settings: %s",
			c.logs[0].path, d.Path, difference)
	}
	verdicts, lasting, err := d.lasting(c.level)
	if err != nil {
		return err
	}
	c.lasting = append(c.lasting, lasting...)
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
		l.aged = where(d.Aged, func(s replay.Score) bool { return s.Trace == l.Name })
		l.heads = where(heads, func(h replay.Heads) bool { return h.Trace == l.Name })
		l.verdicts = where(verdicts, func(v report.Verdict) bool { return v.Trace == l.Name })
		for _, m := range report.MethodsIn(l.scores) {
			if !slices.Contains(c.methods, m) {
				c.methods = append(c.methods, m)
			}
		}
		c.logs = append(c.logs, l)
	}
	return nil
}

// find returns the log of a name, or nil.
func (c *collected) find(name string) *collectedLog {
	for _, l := range c.logs {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// verdicts lists the verdicts on the queues of all logs.
func (c *collected) verdicts() (list []*report.Verdict) {
	for _, l := range c.logs {
		for i := range l.verdicts {
			list = append(list, &l.verdicts[i])
		}
	}
	return list
}

// collector writes a collection into a folder.
type collector struct {
	*output.Folder
	*collected
	taken   map[string]bool // names of files
	files   []listedFile
	figures []collectedFigure
}

// listedFile is a file in the list of index.html.
type listedFile struct{ Content, Path string }

// file writes a file and lists it. It fails if there is another file of its
// name.
func (w *collector) file(name, content string, write func(io.Writer) error) error {
	if w.taken[name] {
		return fmt.Errorf("two files of the collection would have the name %s", name)
	}
	w.taken[name] = true
	w.files = append(w.files, listedFile{content, name})
	return w.Write(name, write)
}

// writeMethods writes the page over all queues.
func (w *collector) writeMethods() error {
	return w.file(methodsFile, "the methods over all queues", func(to io.Writer) error {
		var b strings.Builder
		fmt.Fprintf(&b, "# %s\n\n%s\n", w.title(), w.describe())
		for _, t := range w.tables() {
			b.WriteByte('\n')
			if err := t.WriteMarkdown(&b); err != nil {
				return err
			}
		}
		_, err := io.WriteString(to, b.String())
		return err
	})
}

// tables returns the tables over all queues.
func (w *collector) tables() []*report.Table {
	tables := []*report.Table{w.methodTable()}
	if len(w.lasting) > 0 {
		tables = append(tables, report.LastingTable(w.lasting))
	}
	return tables
}

// writeRemaining writes the page on bounds of remaining waits, if the runs have
// ages.
func (w *collector) writeRemaining() error {
	var aged []replay.Score
	for _, l := range w.logs {
		aged = append(aged, l.aged...)
	}
	if len(aged) == 0 {
		return nil
	}
	return w.file(remainingFile, "bounds of jobs that wait already", func(to io.Writer) error {
		if _, err := fmt.Fprintf(to, "# Jobs that wait already\n\n%s\n\n",
			w.describe()); err != nil {
			return err
		}
		return report.RemainingOverQueues(aged, w.level).WriteMarkdown(to)
	})
}

// title names the size of the collection.
func (w *collector) title() string {
	return output.Counted(len(w.logs), "log") + " through " +
		output.Counted(len(w.methods), "method")
}

// describe describes the collection in sentences.
func (w *collector) describe() string {
	return fmt.Sprintf("%s with %d jobs or more. Bounds are %s ones of the %v quantile at "+
		"confidence %v; %s. "+
		"A method is correct for a queue if at least %v of the scored waits lie within "+
		"its bounds, "+
		"and on the edge if its share is below that by less than its Wilson interval.",
		output.Counted(len(w.verdicts()), "queue"), w.settings.MinJobs,
		w.level.Side, w.level.Quantile,
		w.settings.Confidence, w.settings.Describe(), w.level.Target())
}

// writeScores writes the scores of all logs, of series with enough jobs, with
// six digits. More digits would hold rounding errors.
func (w *collector) writeScores() error {
	var scores []replay.Score
	for _, l := range w.logs {
		for _, s := range l.scores {
			if s.Jobs < w.settings.MinJobs {
				continue
			}
			for i := range replay.Columns {
				if at, ok := replay.Columns[i].At(&s).(*float64); ok {
					*at, _ = strconv.ParseFloat(strconv.FormatFloat(*at, 'g', 6, 64), 64)
				}
			}
			scores = append(scores, s)
		}
	}
	content := fmt.Sprintf("scores of all series with %d jobs or more, six digits",
		w.settings.MinJobs)
	return w.file(scoresFile, content, func(to io.Writer) error {
		return arrowio.WriteScoresCSV(to, scores)
	})
}

// writeFigures writes the figures over all queues.
func (w *collector) writeFigures() error {
	w.figures = w.collected.figures()
	for i := range w.figures {
		f := &w.figures[i]
		f.Path = figuresFolder + f.name + ".svg"
		f.Caption = strings.TrimSpace(f.Caption + " " + figure.Caption(f.Dots))
		if _, err := w.Add(f.Path); err != nil {
			return err
		}
		if err := figure.Save(f.Dots, w.Path(figuresFolder+f.name), "svg"); err != nil {
			return err
		}
	}
	return nil
}

// page and report are the files of the log's page and of its report, if that is
// copied.
func (l *collectedLog) page() string   { return l.Name + ".md" }
func (l *collectedLog) report() string { return l.Name + ".html" }

// summary describes the log in lists.
func (l *collectedLog) summary() string {
	return output.Counted(l.Replayed(), "job") + ", " +
		output.Counted(len(l.verdicts), "queue") + " judged"
}

// writeLogs writes the pages of logs.
func (w *collector) writeLogs() error {
	for _, l := range w.logs {
		if err := w.file(l.page(), l.Name+": "+l.summary(), l.write); err != nil {
			return err
		}
	}
	return nil
}

// write writes the page of the log: its input and tables, as Markdown.
func (l *collectedLog) write(to io.Writer) error {
	var b strings.Builder
	settings := &l.run.Settings
	fmt.Fprintf(&b, "# %s\n\n", l.Name)
	if at := l.Period(); at != "" {
		fmt.Fprintf(&b, "The log is of %s. ", at)
	}
	fmt.Fprintf(&b, "%d jobs were read and %d replayed: %s.\n\n", l.Read,
		l.Replayed(), settings.Describe())
	for _, note := range slices.Concat(l.Notes, l.Warnings) {
		fmt.Fprintf(&b, "- %s\n", note)
	}
	if small := len(l.Queues) - len(l.verdicts); small > 0 {
		fmt.Fprintf(&b, "- %s of fewer than %d jobs, not judged\n",
			output.Counted(small, "queue"), settings.MinJobs)
	}
	fmt.Fprintf(&b, "- methods: `%s`\n", strings.Join(settings.Methods, "`, `"))
	published, _ := report.Comparisons(l.run, l.scores, nil)
	for _, t := range slices.Concat(report.VerdictTables(l.run, l.verdicts), published,
		report.HeadTables(l.heads)) {
		b.WriteByte('\n')
		if err := t.WriteMarkdown(&b); err != nil {
			return err
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
		data, err := os.ReadFile(filepath.Join(l.path, PageFile))
		if err != nil {
			return err
		}
		err = w.file(l.report(), "the report of "+name, func(to io.Writer) error {
			_, err := to.Write(data)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
