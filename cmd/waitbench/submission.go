package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/board"
	"waitbench/report/render"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// states has the end of the sentence about a submission in each state.
var states = map[string]string{board.AsSent: "nobody has repeated its numbers",
	board.ScoredHere: "its numbers come from its predictions, scored here",
	board.Repeated:   "its numbers on a log were repeated"}

// checkSubmission checks a submission, computes its numbers again by a replay of
// a log or from its predictions, and prints the state of them.
func (b *benchFlags) checkSubmission(ctx context.Context, c *console, args []string) error {
	dir := cmp.Or(b.check, b.repeat)
	ours, err := board.ReadRows(cmp.Or(b.beside, filepath.Join(dir, "..", "..", board.RankingFile)))
	if err != nil {
		return fmt.Errorf("%w; --beside names the bench.csv of this project", err)
	}
	sent, _, err := board.ReadSubmission(dir, ours)
	if err != nil {
		return err
	}
	state := sent[0].State
	logs := table.Distinct(sent, func(r *board.Row) string { return r.Log })
	names := table.Distinct(sent, func(r *board.Row) string { return r.Method })
	file := func(log string) string {
		return filepath.Join(dir, table.FileName(log), run.PredictionsFile)
	}
	lacks := func(log string) bool {
		_, err := os.Stat(file(log))
		return err != nil
	}
	s, err := findSuite(sent[0].Suite)
	switch {
	case b.repeat != "":
		err = cmp.Or(err, methods.CheckNames("log of the submission", logs, args...))
		logs, state, file = append(args, logs[0])[:1], board.Repeated, nil
	case state != board.AsSent || slices.ContainsFunc(logs, lacks):
		logs, err = nil, nil
	default:
		if _, missing := s.inputLogs(c); missing != nil {
			c.message("the predictions are not scored again: %v", missing)
			logs = nil
		} else {
			state = board.ScoredHere
		}
	}
	if err != nil {
		return usageError{err}
	}
	for _, log := range logs {
		if err := b.again(ctx, c, s, log, file, names, sent); err != nil {
			return fmt.Errorf("%s, log %s: %w", dir, log, err)
		}
	}
	if state != sent[0].State {
		err = board.SetState(dir, state)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "%s is well-formed: %s on %s of suite %s; %s\n", dir,
		strings.Join(names, ", "), output.Counted(len(sent)/len(names), "queue"), s, states[state])
	return err
}

// again replays a log by the methods of a submission, or scores the bounds of a
// file, and compares the numbers.
func (b *benchFlags) again(ctx context.Context, c *console, s suite, log string,
	file func(log string) string, names []string, sent []board.Row) error {
	s.Logs = slices.DeleteFunc(slices.Clone(s.Logs), func(l suiteLog) bool { return l.Name != log })
	s.Settings.Methods = []string{verdict.Reference}
	for _, name := range names {
		if file == nil && !slices.ContainsFunc(b.added.Programs, func(text string) bool {
			return strings.HasPrefix(text, name+"=")
		}) {
			s.Settings.Methods = append(s.Settings.Methods, name)
		}
	}
	bench, _, err := b.prepare(ctx, c, s, false)
	if err != nil {
		return err
	}
	inRun := slices.Clone(names)
	if file != nil {
		bounds, err := run.ReadExternal(file(log), "sent", log, s.Settings.Quantiles[0])
		if err != nil {
			return err
		}
		for i, name := range names {
			if inRun[i] = "sent"; len(bounds.Methods) > 1 {
				inRun[i] += "/" + name
			}
		}
		if err := bench.plan.AddExternal(bounds); err != nil {
			return err
		}
	}
	if bench.dir, err = os.MkdirTemp("", "waitbench-*"); err != nil {
		return err
	}
	defer os.RemoveAll(bench.dir)
	runs, err := bench.each(ctx)
	if err != nil {
		return err
	}
	d, err := render.Open(runs[0])
	if err != nil {
		return err
	}
	rows, err := d.Rank(inRun)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i].Method = names[slices.Index(inRun, rows[i].Method)]
	}
	return board.CheckAgain(log, rows, sent)
}

func (b *benchFlags) printBoard(c *console) error {
	ranking, asOf, err := board.Read(b.board)
	if err != nil {
		return err
	}
	t := b.short(ranking.Table(nil))
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
