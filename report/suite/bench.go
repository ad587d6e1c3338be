package suite

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/batch"
	"waitbench/report/board"
	"waitbench/report/render"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// Options say how to rank methods on a suite.
type Options struct {
	Suite      string       // its name, with or without the version
	Added      run.Settings // methods, programs and their limit, to add to those of the suite
	ChosenOn   []string     // logs looked at while added methods were made, or none
	Variants   int          // of the added methods that were tried
	Code       string       // URL of the code of the added methods
	Beside     string       // a bench.csv of the suite, whose rows to add; empty for none
	Dir        string       // of the results; empty for a folder in runs
	AllColumns bool         // of the ranking

	// Start returns a batch without logs by settings.
	Start   func(ctx context.Context, s run.Settings) (*batch.Batch, error)
	Resolve Resolver
}

// PageFile has the ranking of a bench, and what its columns mean.
const PageFile = "RANKING.md"

// Bench replays the logs of a suite that are not finished, writes bench.csv,
// about.json and RANKING.md, and returns the folder and the ranking. With a ranking beside, only
// the added methods and the reference are replayed.
func (o *Options) Bench(ctx context.Context) (dir string, ranking *table.Table, err error) {
	s, err := Find(o.Suite)
	if err != nil {
		return "", nil, err
	}
	about, err := board.NewAbout(o.Code)
	if err == nil {
		err = board.CheckLogs(o.ChosenOn, s.logNames()...)
	}
	if err != nil {
		return "", nil, output.UsageError{Err: err}
	}
	others, err := s.readBeside(o.Beside)
	if err != nil {
		return "", nil, err
	}
	b, added, err := o.prepare(ctx, s, len(others) > 0)
	if err != nil {
		return "", nil, err
	}
	folder, err := output.Begin(b.Dir, b.Force, output.Bench)
	if err != nil {
		return "", nil, err
	}
	defer folder.Close()
	runs, err := b.Run(ctx)
	if err != nil {
		return "", nil, err
	}
	rows, cost, err := o.rank(s, added, runs)
	if err != nil {
		return "", nil, err
	}
	page, err := o.table(s, rows, others, nil) // costs differ from run to run
	if err == nil {
		ranking, err = o.table(s, rows, others, cost)
	}
	if err == nil {
		err = write(folder, rows, about, page)
	}
	return b.Dir, ranking, err
}

// prepare returns the batch of a suite before a replay, and the methods added.
func (o *Options) prepare(ctx context.Context, s Suite, beside bool) (b *batch.Batch,
	added []string, err error) {
	settings := s.Settings
	settings.Programs, settings.ExecLimit = o.Added.Programs, o.Added.ExecLimit
	settings.Disguise = o.Added.Disguise
	if beside && len(o.Added.Methods)+len(o.Added.Programs) > 0 {
		settings.Methods = []string{verdict.Reference}
	}
	fixed := settings.Methods
	settings.Methods = slices.Concat(fixed, o.Added.Methods)
	if b, err = o.Start(ctx, settings); err != nil {
		return nil, nil, err
	}
	added = slices.DeleteFunc(slices.Clone(b.Plan.Settings.Methods),
		func(name string) bool { return slices.Contains(fixed, name) })
	b.Plan.Timed, b.Inputs, b.Collects = true, []string{o.Beside}, false
	b.Complete, b.Done = nil, nil // bench draws and prints nothing of a run
	if b.Dir = o.Dir; b.Dir == "" {
		b.Dir = filepath.Join("runs", "bench-"+s.String())
		for _, name := range added {
			b.Dir += "-" + table.FileName(name)
		}
	}
	b.Logs, err = s.logs(o.Resolve)
	return b, added, err
}

// rank returns the rows of runs, and the cost of a method there: microseconds a
// job, NaN if it was left out of all.
func (o *Options) rank(s Suite, added, runs []string) (rows []board.Row,
	cost func(method string) float64, err error) {
	dirs, err := render.OpenAll(runs)
	if err != nil {
		return nil, nil, err
	}
	var scores []replay.Score
	for _, d := range dirs {
		scores = append(scores, d.Scores...)
	}
	all := verdict.MethodsIn(scores)
	has := func(name string) bool { return slices.Contains(all, name) }
	if len(added) > 0 && !slices.ContainsFunc(added, has) {
		return nil, nil, fmt.Errorf("%s: no results; the notes in %s say why",
			output.Enumerate(added), filepath.Join(runs[0], run.RecordFile))
	}
	for _, d := range dirs {
		ranked, err := d.Rank(all)
		if err != nil {
			return nil, nil, err
		}
		rows = append(rows, ranked...)
	}
	slices.SortStableFunc(rows, func(x, y board.Row) int {
		return cmp.Compare(slices.Index(all, x.Method), slices.Index(all, y.Method))
	})
	for i := range rows {
		r := &rows[i]
		r.Suite, r.Program = s.String(), run.Version
		if build := dirs[0].Run.Build; build != nil {
			r.Commit = build.Commit
		}
		o.state(r, slices.Contains(added, r.Method), s.Settings.Ticks)
	}
	return rows, func(method string) float64 {
		seconds, jobs := 0.0, 0
		for _, d := range dirs {
			if took, ok := d.Run.Log.Took[method]; ok {
				seconds, jobs = seconds+took, jobs+d.Run.Log.Replayed()
			}
		}
		return 1e6 * seconds / float64(jobs)
	}, nil
}

// state sets how the method of a row was made. An added method may say it itself.
func (o *Options) state(r *board.Row, added, ticks bool) {
	m, _ := methods.Named(r.Method)
	chosenOn, variants := m.ChosenOn, m.Variants
	if added && m.Variants == 0 {
		chosenOn, variants = o.ChosenOn, o.Variants
	}
	r.Sees = m.Sees(ticks)
	r.ChosenOn, r.LookedAt = strings.Join(chosenOn, " "), strings.Join(m.LookedAt, " ")
	if variants > 0 {
		r.Variants = float64(variants)
	}
}

// table returns the ranking with the rows of others, or the table of levels of a
// suite with several quantiles.
func (o *Options) table(s Suite, rows, others []board.Row,
	cost func(method string) float64) (*table.Table, error) {
	ranked := methodsOf(rows)
	others = slices.DeleteFunc(others,
		func(r board.Row) bool { return slices.Contains(ranked, r.Method) })
	b, err := board.New(slices.Concat(rows, others))
	if err != nil || len(s.Settings.Quantiles) > 1 {
		return board.LevelTable(rows), err
	}
	t := o.columns(b.Table(cost))
	t.Title = "Ranking of methods, suite " + s.String() + ": " + s.About
	t.Notes = append(t.Notes, s.Settings.Describe())
	return t, nil
}

// columns leaves out columns that few readers need, unless all are wanted.
func (o *Options) columns(t *table.Table) *table.Table {
	if o.AllColumns {
		return t
	}
	t = t.With("method", "submission", "external", "short", "near", "holds", "place_lo", "place_hi",
		"loss_ratio", "loss_ratio_lo", "loss_ratio_hi", "p", "log_loss_ratio", "short_all",
		"chosen_on", "cost_us")
	t.Notes = append(t.Notes, "more columns: --all-columns")
	return t
}

func write(folder *output.Folder, rows []board.Row, about board.About, page *table.Table) error {
	err := folder.Write(board.RankingFile,
		func(w io.Writer) error { return board.WriteRows(w, rows) })
	if err == nil {
		err = folder.Write(board.AboutFile,
			func(w io.Writer) error { return json.NewEncoder(w).Encode(about) })
	}
	if err == nil {
		err = folder.Write(PageFile, page.WriteMarkdown)
	}
	if err == nil {
		err = folder.Commit()
	}
	return err
}

// readBeside reads the ranking of a suite in a file; no name means no rows. It
// checks what does not need the results of a replay.
func (s Suite) readBeside(file string) ([]board.Row, error) {
	if file == "" {
		return nil, nil
	}
	rows, err := board.ReadRows(file)
	if err != nil {
		return nil, output.UsageError{Err: err}
	}
	for _, r := range rows {
		if r.Suite != s.String() {
			return nil, output.Usagef("%s is a ranking of suite %s, not %s", file, r.Suite, s)
		}
	}
	logs := logsOf(rows)
	for _, name := range s.logNames() {
		if !slices.Contains(logs, name) {
			return nil, output.Usagef("%s has no row of log %s", file, name)
		}
	}
	first, want := fmt.Sprint(rows[0].Quantile), s.Settings.Quantiles[0]
	if first != want {
		return nil, output.Usagef("%s begins with quantile %s, not %s", file, first, want)
	}
	if _, err := board.New(rows); err != nil {
		return nil, output.Usagef("%s cannot be compared: %w", file, err)
	}
	return rows, nil
}
