package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/board"
	"waitbench/report/render"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

func benchCommand() *cobra.Command {
	b := &benchFlags{}
	cmd := newCommand("bench [SUITE]", "rank methods on a fixed suite of logs",
		`bench replays a suite: logs, settings and methods that never change. It ranks
the methods by the queues on which each is correct and then by pinball loss over
the loss of bmbp. Suite pwa, the default, has ten logs of the archive. Suite
synth has generated logs. Suites pwa-levels and synth-levels compare methods at
eight quantiles. The folder has a run directory for each log, and bench.csv with
a row for each method and queue. Costs differ between machines and are in run.json.

--methods adds methods to those of the suite. With --beside FILE, the bench.csv
of the same suite, only the added methods and bmbp run, and bench.csv has their
rows; the printed ranking has the methods of FILE too. --chosen-on and
--variants state how the added methods were made.

--check DIR checks a submission: bench.csv with new methods and about.json.
--board DIR ranks the methods of a folder: bench.csv, about.json and
submissions/NAME. Read waitbench help fair first.`,
		b.run,
		"bench synth --quiet",
		"bench synth --methods moving:window=100 --beside runs/bench-synth-2/bench.csv",
		"bench --check results/submissions/NAME",
		"bench --board results --format markdown")
	fs := cmd.Flags()
	list(fs, &b.added.Methods, "methods", "methods to add to the ranking")
	settingFlags(fs, &b.added, "exec", "exec_limit_s")
	fs.StringVar(&b.beside, "beside", "", "bench.csv `file` of the same suite, whose rows to add")
	list(fs, &b.chosenOn, "chosen-on", "logs looked at while the added methods were made, or none")
	fs.UintVar(&b.variants, "variants", 0,
		"`number` of variants of the added methods that were tried")
	fs.StringVar(&b.check, "check", "",
		"`directory` of a submission to check against --beside (default: DIR/../../bench.csv)")
	fs.StringVar(&b.board, "board", "", "`directory` whose methods and submissions to rank")
	fs.StringVar(&b.out, "out", "",
		"`folder` (default: runs/bench-SUITE, and the methods added)")
	b.addResume(fs)
	b.addHow(cmd)
	return cmd
}

type benchFlags struct {
	replayFlags
	added                run.Settings // of the methods added
	chosenOn             []string
	variants             uint
	beside, check, board string
}

func (b *benchFlags) run(ctx context.Context, c *console, args []string) error {
	switch {
	case b.check != "" && b.board != "":
		return usagef("takes one of --check and --board")
	case len(args) > 0 && b.check+b.board != "":
		return usagef("--check and --board take no suite, not %q", args[0])
	case b.check != "":
		return b.checkSubmission(c)
	case b.board != "":
		return b.printBoard(c)
	}
	s, err := findSuite(append(args, "pwa")[0])
	if err != nil {
		return err
	}
	others, err := readRanking(b.beside, s)
	if err != nil {
		return err
	}
	bench, added, err := b.prepare(ctx, c, s, len(others) > 0)
	if err != nil {
		return err
	}
	folder, err := output.Open(bench.dir, b.force, output.Bench)
	if err != nil {
		return err
	}
	defer folder.Close()
	runs, err := bench.each(ctx)
	if err != nil {
		return err
	}
	rows, records, err := b.rank(s, added, runs)
	if err != nil {
		return err
	}
	others = slices.DeleteFunc(others, func(other board.Row) bool {
		return slices.ContainsFunc(rows,
			func(r board.Row) bool { return r.Method == other.Method })
	})
	ranking, err := board.New(slices.Concat(rows, others))
	if err != nil {
		return err
	}
	err = folder.Write(board.RankingFile,
		func(w io.Writer) error { return board.WriteRows(w, rows) })
	if err == nil {
		err = folder.Commit()
	}
	if err != nil {
		return err
	}
	t := board.LevelTable(rows)
	if len(s.Settings.Quantiles) == 1 {
		t = rankingTable(s, ranking, records, c.flag("format") == "text")
	}
	if err := c.printList(c.out, t); err != nil {
		return err
	}
	c.message("the runs are in %s, their ranking in %s", bench.dir, filepath.Join(bench.dir,
		board.RankingFile))
	return nil
}

// prepare returns the runs of a suite before its logs are read, and the names of
// the methods added. With a ranking beside, only these and the reference run.
func (b *benchFlags) prepare(ctx context.Context, c *console, s suite,
	beside bool) (bench *replaying, added []string, err error) {
	b.settings = s.Settings
	b.settings.Programs, b.settings.ExecLimit = b.added.Programs, b.added.ExecLimit
	if beside && len(b.added.Methods)+len(b.added.Programs) > 0 {
		b.settings.Methods = []string{verdict.Reference}
	}
	fixed := b.settings.Methods
	b.settings.Methods = slices.Concat(fixed, b.added.Methods)
	if bench, err = b.start(ctx, c, "replay"); err != nil {
		return nil, nil, err
	}
	added = slices.DeleteFunc(slices.Clone(bench.plan.Settings.Methods),
		func(name string) bool { return slices.Contains(fixed, name) })
	bench.plan.Timed, bench.inputs = true, []inputLog{{path: b.beside}}
	bench.complete = func(*run.Writer, *run.Dir) error { return nil } // bench draws nothing
	if b.out == "" {
		bench.dir = filepath.Join("runs", "bench-"+s.String())
		for _, name := range added {
			bench.dir += "-" + table.FileName(name)
		}
	}
	bench.logs, err = s.inputLogs(c)
	return bench, added, err
}

// rankingTable returns the table of a ranking with the costs in runs. A terminal
// is too narrow for all columns.
func rankingTable(s suite, ranking *board.Board, runs []*run.Record, narrow bool) *table.Table {
	t := ranking.Table(func(method string) float64 { return costOf(runs, method) })
	t.Title = "Ranking of methods, suite " + s.String() + ": " + s.About
	t.Notes = append(t.Notes, s.Settings.Describe())
	if narrow {
		t = t.With("method", "correct", "loss_ratio", "loss_ratio_lo", "loss_ratio_hi", "group",
			"win_rate", "mean_rank", "chosen_on", "cost_us")
		t.Notes = append(t.Notes, "more columns: --format markdown or csv")
	}
	return t
}

// rank returns the rows of runs with some methods added, and the records of the
// runs.
func (b *benchFlags) rank(s suite, added, runs []string) (rows []board.Row,
	records []*run.Record, err error) {
	dirs, err := render.OpenAll(runs)
	if err != nil {
		return nil, nil, err
	}
	var scores []replay.Score
	for _, d := range dirs {
		records, scores = append(records, d.Run), append(scores, d.Scores...)
	}
	all := verdict.MethodsIn(scores)
	for _, d := range dirs {
		ranked, err := d.Rank(all)
		if err != nil {
			return nil, nil, err
		}
		rows = append(rows, ranked...)
	}
	slices.SortStableFunc(rows, func(a, b board.Row) int {
		return slices.Index(all, a.Method) - slices.Index(all, b.Method)
	})
	for i := range rows {
		r := &rows[i]
		r.Suite, r.Program, r.Variants = s.String(), run.Version, math.NaN()
		if build := records[0].Build; build != nil {
			r.Commit = build.Commit
		}
		m, _ := methods.Named(r.Method)
		chosenOn, variants := m.ChosenOn, m.Variants
		if slices.Contains(added, r.Method) {
			chosenOn, variants = b.chosenOn, int(b.variants)
		}
		r.ChosenOn, r.LookedAt = strings.Join(chosenOn, " "), strings.Join(m.LookedAt, " ")
		if variants > 0 {
			r.Variants = float64(variants)
		}
	}
	return rows, records, nil
}

// readRanking reads the ranking of a suite in a file; no name means no rows. It
// checks what does not need the results of a replay.
func readRanking(file string, s suite) ([]board.Row, error) {
	if file == "" {
		return nil, nil
	}
	rows, err := board.ReadRows(file)
	if err != nil {
		return nil, usageError{err}
	}
	for _, r := range rows {
		if r.Suite != s.String() {
			return nil, usagef("%s is a ranking of suite %s, not %s", file, r.Suite, s)
		}
	}
	logs := table.Distinct(rows, func(r *board.Row) string { return r.Log })
	for _, l := range s.Logs {
		if !slices.Contains(logs, l.Name) {
			return nil, usagef("%s has no row of log %s", file, l.Name)
		}
	}
	first, want := fmt.Sprint(rows[0].Quantile), s.Settings.Quantiles[0]
	if first != want {
		return nil, usagef("%s begins with quantile %s, not %s", file, first, want)
	}
	if _, err := board.New(rows); err != nil {
		return nil, usagef("%s cannot be compared: %w", file, err)
	}
	return rows, nil
}

func (b *benchFlags) checkSubmission(c *console) error {
	beside := cmp.Or(b.beside, filepath.Join(b.check, "..", "..", board.RankingFile))
	ours, err := board.ReadRows(beside)
	if err != nil {
		return fmt.Errorf("%w; --beside names the bench.csv of this project", err)
	}
	rows, _, err := board.ReadSubmission(b.check, ours)
	if err != nil {
		return err
	}
	names := table.Distinct(rows, func(r *board.Row) string { return r.Method })
	_, err = fmt.Fprintf(c.out, "%s is valid: %s on %s of suite %s\n", b.check,
		strings.Join(names, ", "), output.Counted(len(rows)/len(names), "queue"), rows[0].Suite)
	return err
}

func (b *benchFlags) printBoard(c *console) error {
	ranking, asOf, err := board.Read(b.board)
	if err != nil {
		return err
	}
	t := ranking.Table(nil)
	t.Title = "Ranking of methods, suite " + ranking.Suite + ", " + asOf
	tables := slices.DeleteFunc([]*table.Table{t, ranking.ByLog(), ranking.TunedOn(),
		ranking.Forecasts()},
		func(t *table.Table) bool { return len(t.Rows) == 0 })
	rows, err := board.ReadRows(filepath.Join(b.board, board.LevelsFile))
	switch {
	case err == nil:
		tables = append(tables, board.LevelTable(rows))
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return c.printTables(tables...)
}

// costOf returns the microseconds a job that a method took in some runs, NaN if
// it was left out of all.
func costOf(runs []*run.Record, method string) float64 {
	seconds, jobs := 0.0, 0
	for _, r := range runs {
		log := &r.Log
		if took, ok := log.Took[method]; ok {
			seconds, jobs = seconds+took, jobs+log.Replayed()
		}
	}
	return 1e6 * seconds / float64(jobs)
}
