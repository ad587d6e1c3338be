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
	"waitbench/traces"
)

// checkSubmission checks a submission, computes its numbers again by a replay of
// a log or from its predictions, and prints their state.
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
	file := func(log string) string {
		return filepath.Join(dir, table.FileName(log), run.PredictionsFile)
	}
	switch {
	case b.repeat != "":
		if err := methods.CheckNames("log of the submission", logs, args...); err != nil {
			return usageError{err}
		}
		logs, state = append(args, logs[0])[:1], board.Repeated
		file = func(string) string { return "" }
	case state != board.AsSent || slices.ContainsFunc(logs, func(log string) bool {
		_, unsent := os.Stat(file(log))
		_, absent := c.resolveLog(log)
		_, generated := traces.Find(log)
		return unsent != nil || absent != nil && generated == nil
	}):
		logs = nil
	default:
		state = board.ScoredHere
	}
	for _, log := range logs {
		again, err := b.again(ctx, c, log, file(log), sent)
		if err == nil {
			err = board.CheckAgain(log, again, sent)
		}
		if err != nil {
			return fmt.Errorf("%s, log %s: %w", dir, log, err)
		}
	}
	if state != sent[0].State {
		if err := board.SetState(dir, state); err != nil {
			return err
		}
	}
	names := table.Distinct(sent, func(r *board.Row) string { return r.Method })
	note := "its numbers are " + state
	if state == board.AsSent {
		note = "nobody has repeated its numbers"
	}
	_, err = fmt.Fprintf(c.out, "%s is well-formed: %s on %s of suite %s; %s\n", dir,
		strings.Join(names, ", "), output.Counted(len(sent)/len(names), "queue"), sent[0].Suite, note)
	return err
}

// again replays a log by the methods of a submission, or scores their bounds in
// a file, and returns their rows.
func (b *benchFlags) again(ctx context.Context, c *console, log, file string,
	sent []board.Row) ([]board.Row, error) {
	s, err := findSuite(sent[0].Suite)
	if err != nil {
		return nil, err
	}
	s.Logs = slices.DeleteFunc(slices.Clone(s.Logs), func(l suiteLog) bool { return l.Name != log })
	s.Settings.Methods = []string{verdict.Reference}
	names, external := table.Distinct(sent, func(r *board.Row) string { return r.Method }), "sent/"
	for i, name := range names {
		if file != "" {
			names[i] = external + name
		} else if !slices.ContainsFunc(b.added.Programs, func(text string) bool {
			return strings.HasPrefix(text, name+"=")
		}) {
			s.Settings.Methods = append(s.Settings.Methods, name)
		}
	}
	bench, _, err := b.prepare(ctx, c, s, false)
	if err == nil && file != "" {
		var bounds *run.External // with those of bmbp
		bounds, err = run.ReadExternal(file, "sent", log, s.Settings.Quantiles[0])
		if err == nil {
			err = bench.plan.AddExternal(bounds)
		}
	}
	if err != nil {
		return nil, err
	}
	if bench.dir, err = os.MkdirTemp("", "waitbench-*"); err != nil {
		return nil, err
	}
	defer os.RemoveAll(bench.dir)
	if _, err := bench.each(ctx); err != nil {
		return nil, err
	}
	d, err := render.Open(bench.dir)
	if err != nil {
		return nil, err
	}
	rows, err := d.Rank(names)
	for i := range rows {
		rows[i].Method = strings.TrimPrefix(rows[i].Method, external)
	}
	return rows, err
}

func (b *benchFlags) printBoard(c *console) error {
	ranking, asOf, err := board.Read(b.board)
	if err != nil {
		return err
	}
	t := b.fewColumns(ranking.Table(nil))
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
