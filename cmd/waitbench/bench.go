package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
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
the methods by the queues on which each is short, fewest first, and then by
pinball loss over the loss of bmbp. Suite pwa, the default, has 15 logs of the
archive. Suite synth has generated logs. Suites pwa-levels and synth-levels
compare methods at eight quantiles. The folder has a run directory for each log,
and bench.csv with a row for each method and queue. Costs differ between
machines and are in run.json.

--methods adds methods to those of the suite. With --beside FILE, the bench.csv
of the same suite, only the added methods and bmbp run, and bench.csv has their
rows; the printed ranking has the methods of FILE too. --chosen-on and
--variants state how added methods were made that do not say so themselves.

--check DIR checks a submission: bench.csv with new methods and about.json. It
also scores DIR/LOG/predictions.arrow, if each log has one and is here. --repeat
DIR [LOG] replays a log of it, the first by default, by built-in methods or
--exec. In a folder of submissions both write the state of the numbers to
states.json. --board DIR ranks the methods of a folder: bench.csv, about.json
and submissions/NAME. Read waitbench help fair first.`,
		b.run,
		"bench synth --quiet",
		"bench synth --methods moving:window=100 --beside runs/bench-synth-2/bench.csv",
		"bench --check results/submissions/NAME",
		"bench --repeat results/submissions/NAME --exec NAME='python3 new.py'",
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
	fs.StringVar(&b.repeat, "repeat", "",
		"`directory` of a submission, one log of which to replay and compare")
	fs.StringVar(&b.code, "code", "none", "`URL` of the code of the added methods, for about.json")
	fs.BoolVar(&b.allColumns, "all-columns", false, "print all columns of the ranking")
	fs.StringVar(&b.board, "board", "", "`directory` whose methods and submissions to rank")
	fs.StringVar(&b.out, "out", "",
		"`folder` (default: runs/bench-SUITE, and the methods added)")
	b.addResume(fs)
	b.addHow(cmd)
	return cmd
}

type benchFlags struct {
	replayFlags
	added                        run.Settings // of the methods added
	chosenOn                     []string
	variants                     uint
	beside, check, repeat, board string
	code                         string // URL
	allColumns                   bool
}

func (b *benchFlags) run(ctx context.Context, c *console, args []string) error {
	switch {
	case !slices.Contains([]string{b.check, b.repeat, b.board}, b.check+b.repeat+b.board):
		return usagef("takes one of --check, --repeat and --board")
	case len(args) > 0 && b.check+b.board != "":
		return usagef("--check and --board take no suite, not %q", args[0])
	case b.check+b.repeat != "":
		return b.checkSubmission(ctx, c, args)
	case b.board != "":
		return b.printBoard(c)
	}
	s, err := findSuite(append(args, "pwa")[0])
	if err != nil {
		return err
	}
	about, err := board.NewAbout(b.code)
	if err == nil {
		err = board.CheckLogs(b.chosenOn, s.logNames()...)
	}
	if err != nil {
		return usageError{err}
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
		err = folder.Write(board.AboutFile,
			func(w io.Writer) error { return json.NewEncoder(w).Encode(about) })
	}
	if err == nil {
		err = folder.Commit()
	}
	if err != nil {
		return err
	}
	t := board.LevelTable(rows)
	if len(s.Settings.Quantiles) == 1 {
		cost := func(method string) float64 { return costOf(records, method) }
		t = b.fewColumns(ranking.Table(cost))
		t.Title = "Ranking of methods, suite " + s.String() + ": " + s.About
		t.Notes = append(t.Notes, s.Settings.Describe())
	}
	if err := c.printTables(t); err != nil {
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

// fewColumns returns a ranking without the columns that few readers need.
func (b *benchFlags) fewColumns(t *table.Table) *table.Table {
	if b.allColumns {
		return t
	}
	t = t.With("method", "submission", "short", "correct", "loss_ratio", "loss_ratio_lo",
		"loss_ratio_hi", "p", "log_loss_ratio", "share_all", "chosen_on", "cost_us")
	t.Notes = append(t.Notes, "more columns: --all-columns")
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
	if len(added) > 0 && !slices.ContainsFunc(added, func(name string) bool { return slices.Contains(all, name) }) {
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
		if slices.Contains(added, r.Method) && m.Variants == 0 { // the method does not say itself
			chosenOn, variants = b.chosenOn, int(b.variants)
		}
		r.Sees = m.Sees(s.Settings.Ticks)
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
	for _, name := range s.logNames() {
		if !slices.Contains(logs, name) {
			return nil, usagef("%s has no row of log %s", file, name)
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
