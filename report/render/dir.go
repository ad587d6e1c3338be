package render

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/figure"
	"waitbench/report/page"
	"waitbench/report/published"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// The files of a run directory that Render makes.
const (
	tablesFolder  = "tables/"
	figuresFolder = "figures/"
	PageFile      = "report.html" // one file with all tables and figures
)

// Dir is a run directory, with other inputs of its tables and page.
type Dir struct {
	*run.Dir
	Published []published.Value // in addition to the paper's, to compare with
	folder    *output.Folder    // of Lock
	twins     []string          // methods left out; none before distinct
	// Progress reports how far a phase is, as replay.Engine does; may be nil.
	Progress func(phase replay.Phase, done, total int64)
}

// begin begins a phase, and returns a function that counts its jobs.
func (d *Dir) begin(phase replay.Phase) (add func(jobs int)) {
	done, total := int64(0), int64(d.Run.Log.Replayed())
	add = func(jobs int) {
		if done += int64(jobs); d.Progress != nil {
			d.Progress(phase, done, total)
		}
	}
	add(0)
	return add
}

// Open is run.Open.
func Open(path string) (*Dir, error) {
	d, err := run.Open(path)
	return &Dir{Dir: d}, err
}

// OpenAgain is run.OpenAgain, for Rerender to make tables alone.
func OpenAgain(path string) (*Dir, error) {
	d, err := run.OpenAgain(path)
	return &Dir{Dir: d}, err
}

// OpenAll opens run directories, and those in folders of them, that have the same
// settings, but for methods and queues.
func OpenAll(paths []string) (runs []*Dir, err error) {
	var dirs []string
	for _, path := range paths {
		at, _ := output.Look(path)
		if len(at.Runs) == 0 {
			at.Runs = []string{path}
		}
		dirs = append(dirs, at.Runs...)
	}
	for _, path := range dirs {
		d, err := Open(path)
		if err != nil {
			return nil, err
		}
		runs = append(runs, d)
		first, other := &runs[0].Run.Settings, d.Run.Settings
		other.Methods, other.Queues = first.Methods, first.Queues
		if difference := first.Difference(&other); difference != "" {
			return nil, fmt.Errorf("%s and %s have different settings: %s; leave one of them "+
				"out, or replay one again", runs[0].Path, d.Path, difference)
		}
	}
	return runs, nil
}

// Lock opens a run directory that no other program writes until Close, for
// Rerender. It also opens one whose last report was cut off.
func Lock(path string) (*Dir, error) {
	if _, err := run.OpenAgain(path); err != nil {
		return nil, err
	}
	folder, err := output.Begin(path, true, output.Run)
	if err != nil {
		return nil, err
	}
	d, err := OpenAgain(path)
	if err != nil {
		folder.Close()
	}
	d.folder = folder
	return d, err
}

// Close ends Lock.
func (d *Dir) Close() { d.folder.Close() }

// distinct returns the run without the methods that equal another one of it.
func (d *Dir) distinct() *Dir {
	of, scores := *d, *d.Dir
	of.Dir = &scores
	of.twins, _ = d.Run.Settings.Twins()
	isOne := func(s replay.Score) bool { return !slices.Contains(of.twins, s.Method) }
	scores.Scores, scores.Aged = where(d.Scores, isOne), where(d.Aged, isOne)
	return &of
}

// Output holds the results of Render in memory.
type Output struct {
	Verdicts []verdict.Verdict
	Tables   []*table.Table
	Missing  string // why there is no comparison with the paper; empty if there is
	Written  bool   // and not in memory alone
}

// Rerender makes the tables, figures and page of a run directory again, or
// tables alone if it is not locked. Figures that were drawn stay, unless they
// are drawn again.
func (d *Dir) Rerender(figures Figures) (*Output, error) {
	made, err := d.Render(d.folder, figures)
	if err != nil || d.folder == nil {
		return made, err
	}
	err = d.folder.Keep(func(name string) bool {
		return !strings.HasPrefix(name, tablesFolder) && name != PageFile
	})
	if err != nil {
		return nil, err
	}
	return made, d.folder.Commit()
}

// rendering is a run of which tables, figures and page are made.
type rendering struct {
	*Dir
	Output
	folder      *output.Folder
	all         []replay.Score // also of twins
	predictions *arrowio.PredictionReader
	heads       []replay.Heads
	common      *verdict.CommonJobs
	plot        *page.Plot
	submits     []float64 // of the scored jobs of the busiest queue
	title       string    // of the page and in figures
}

// Render makes tables, figures and the page for the next state of a folder, or
// tables alone, in memory, without a folder. It reads the predictions once for
// verdicts, tables and the plot of the page, and once for the other figures.
func (d *Dir) Render(folder *output.Folder, figures Figures) (*Output, error) {
	all := d.Scores
	d = d.distinct()
	predictions, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return nil, err
	}
	defer predictions.Close()
	heads, err := d.Heads()
	if err != nil {
		return nil, err
	}
	r := &rendering{
		Dir: d, folder: folder, all: all, predictions: predictions, heads: heads,
		Output: Output{Verdicts: verdict.Judge(d.Scores, d.Run.Settings.MinJobs),
			Written: folder != nil},
		common: verdict.NewCommonJobs(d.Run),
		plot:   page.NewPlot(d.Run, d.Levels),
		title:  cmp.Or(figures.Title, d.Run.Log.Name),
	}
	err = r.read()
	if folder == nil && err == nil {
		err = r.tables()
	}
	if folder == nil || err != nil {
		return &r.Output, err
	}
	var drawn []namedFigure
	var group errgroup.Group
	group.Go(r.tables)
	group.Go(func() (err error) {
		drawn, err = r.figures(figures)
		return err
	})
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return &r.Output, r.page(drawn)
}

func (r *rendering) read() error {
	count := r.begin(replay.Tables)
	var deciding errgroup.Group
	deciding.SetLimit(runtime.GOMAXPROCS(0))
	busiest, bySeries := r.Run.Log.Busiest()[0], verdict.BySeries(r.Verdicts)
	use := func(s *verdict.SeriesBounds) error {
		deciding.Go(func() error {
			s.Compare(bySeries)
			return nil
		})
		if s.Range != replay.AllRanges {
			return nil
		}
		if s.Jobs >= r.Run.Settings.MinJobs {
			r.common.Add(s)
		}
		if s.Queue == busiest {
			r.submits = s.Submit
		}
		count(s.Jobs)
		return nil
	}
	err := r.eachSeries(r.predictions, r.plot.Add, use)
	deciding.Wait()
	verdict.Choose(r.Verdicts)
	return err
}

func (r *rendering) tables() error {
	r.Tables = verdict.Tables(r.Run, r.Verdicts)
	comparisons, missing := published.Comparisons(r.Run, r.all, r.Published)
	r.Missing = missing
	r.Tables = slices.Concat(r.Tables, published.Tables(r.Run, r.Scores),
		verdict.ForecastTables(r.Run, r.Scores), published.HeadTables(r.heads),
		[]*table.Table{r.common.Intervals, r.common.Weighted, verdict.Backtests(r.Verdicts)},
		verdict.RemainingTables(r.Run, r.Aged), comparisons)
	r.Tables = slices.DeleteFunc(r.Tables, func(t *table.Table) bool { return len(t.Rows) == 0 })
	position := func(t *table.Table) int { return slices.Index(table.Questions, t.Question) }
	slices.SortStableFunc(r.Tables, func(a, b *table.Table) int {
		return position(a) - position(b)
	})
	_, note := r.Run.Settings.Twins()
	for _, t := range r.Tables {
		t.Notes = append(t.Notes, r.Run.OutsideNotes(t.Shows)...)
		if len(r.twins) > 0 && (t.Shows("smith") || t.Shows("hanzich")) {
			t.Notes = append(t.Notes, note)
		}
		if r.folder == nil {
			continue
		}
		for extension, write := range map[string]func(io.Writer) error{
			".md": t.WriteMarkdown, ".csv": t.WriteCSV,
		} {
			if err := r.folder.Write(tablesFolder+t.FileName()+extension, write); err != nil {
				return err
			}
		}
	}
	return nil
}

// page writes the page of the run, with the tables and figures that were made.
func (r *rendering) page(drawn []namedFigure) error {
	in := &page.Input{
		Title: r.title, Run: r.Run, Scores: r.Scores, Verdicts: r.Verdicts,
		Tables: r.Tables, Unpublished: r.Missing,
		Command: ShellLine(r.Run.CommandLine()), Methods: r.ranked(r.Verdicts), Plot: r.plot,
	}
	for _, f := range drawn {
		if f.question == "" {
			continue
		}
		alt := fmt.Sprintf("%s; the numbers are in figures/%s.csv", figure.Title(f), f.name)
		in.Figures = append(in.Figures, page.Picture{Question: f.question, Alt: alt,
			Caption: figure.Caption(f), SVG: f.svg})
	}
	return r.folder.Write(PageFile, func(w io.Writer) error { return page.Write(w, in) })
}

// ShellLine writes words as a shell reads them.
func ShellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		if quoted[i] = w; w == "" || strings.ContainsAny(w, " \t\n;&|<>()$`\\\"'*?[]#~{}!") {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
