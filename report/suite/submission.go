package suite

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

// Check checks the submission in a folder against the rows beside, or in its
// grandparent folder. It scores the predictions of the submission, if it has those
// of all logs, and these are here. It returns the result as a sentence.
func (o *Options) Check(ctx context.Context, dir string) (string, error) {
	sent, err := o.readSubmission(dir)
	if err != nil {
		return "", err
	}
	file := func(log string) string {
		return filepath.Join(dir, table.FileName(log), run.PredictionsFile)
	}
	logs := logsOf(sent)
	if sent[0].State != board.AsSent || slices.ContainsFunc(logs, func(log string) bool {
		_, unsent := os.Stat(file(log))
		_, absent := o.Resolve(log)
		_, generated := traces.Find(log)
		return unsent != nil || absent != nil && generated == nil
	}) {
		return describe(dir, sent, sent[0].State), nil
	}
	return o.again(ctx, dir, sent, logs, board.ScoredHere, file)
}

// Repeat checks a submission as Check does, and replays one of its logs, by default
// the first.
func (o *Options) Repeat(ctx context.Context, dir, log string) (string, error) {
	sent, err := o.readSubmission(dir)
	if err != nil {
		return "", err
	}
	logs := logsOf(sent)
	log = cmp.Or(log, logs[0])
	if err := methods.CheckNames("log of the submission", logs, log); err != nil {
		return "", output.UsageError{Err: err}
	}
	return o.again(ctx, dir, sent, []string{log}, board.Repeated,
		func(string) string { return "" })
}

func (o *Options) readSubmission(dir string) (sent []board.Row, err error) {
	beside := cmp.Or(o.Beside, filepath.Join(dir, "..", "..", board.RankingFile))
	ours, err := board.ReadRows(beside)
	if err != nil {
		return nil, fmt.Errorf("%w; --beside names the bench.csv of this project", err)
	}
	sent, _, err = board.ReadSubmission(dir, ours)
	return sent, err
}

func logsOf(rows []board.Row) []string {
	return table.Distinct(rows, func(r *board.Row) string { return r.Log })
}

func methodsOf(rows []board.Row) []string {
	return table.Distinct(rows, func(r *board.Row) string { return r.Method })
}

// describe says that a submission is well-formed, and the state of its numbers.
func describe(dir string, sent []board.Row, state string) string {
	names, note := methodsOf(sent), "its numbers are "+state
	if state == board.AsSent {
		note = "nobody has repeated its numbers"
	}
	return fmt.Sprintf("%s is well-formed: %s on %s of suite %s; %s", dir, strings.Join(names, ", "),
		output.Counted(len(sent)/len(names), "queue"), sent[0].Suite, note)
}

// again computes the numbers of a submission on logs again. They get a state if
// they are the same. file names the predictions of a log, or nothing to replay it.
func (o *Options) again(ctx context.Context, dir string, sent []board.Row, logs []string,
	state string, file func(log string) string) (string, error) {
	for _, log := range logs {
		rows, err := o.rowsOf(ctx, log, file(log), sent)
		if err == nil {
			err = board.CheckAgain(log, rows, sent)
		}
		if err != nil {
			return "", fmt.Errorf("%s, log %s: %w", dir, log, err)
		}
	}
	if state != sent[0].State {
		if err := board.SetState(dir, state); err != nil {
			return "", err
		}
	}
	return describe(dir, sent, state), nil
}

// rowsOf replays a log by the methods of a submission, or scores their bounds in
// a file, and returns their rows.
func (o *Options) rowsOf(ctx context.Context, log, file string,
	sent []board.Row) ([]board.Row, error) {
	s, err := Find(sent[0].Suite)
	if err != nil {
		return nil, err
	}
	s.Logs = slices.DeleteFunc(slices.Clone(s.Logs), func(l Log) bool { return l.Name != log })
	s.Settings.Methods = []string{verdict.Reference}
	names, external := methodsOf(sent), "sent/"
	for i, name := range names {
		if file != "" {
			names[i] = external + name
		} else if !slices.ContainsFunc(o.Added.Programs, func(text string) bool {
			return strings.HasPrefix(text, name+"=")
		}) {
			s.Settings.Methods = append(s.Settings.Methods, name)
		}
	}
	b, _, err := o.prepare(ctx, s, false)
	if err == nil && file != "" {
		var bounds *run.External // with those of bmbp
		bounds, err = run.ReadExternal(file, "sent", log, s.Settings.Quantiles[0])
		if err == nil {
			err = b.Plan.AddExternal(bounds)
		}
	}
	if err != nil {
		return nil, err
	}
	if b.Dir, err = os.MkdirTemp("", "waitbench-*"); err != nil {
		return nil, err
	}
	defer os.RemoveAll(b.Dir)
	if _, err := b.Run(ctx); err != nil {
		return nil, err
	}
	d, err := render.Open(b.Dir)
	if err != nil {
		return nil, err
	}
	rows, err := d.Rank(names)
	for i := range rows {
		rows[i].Method = strings.TrimPrefix(rows[i].Method, external)
	}
	return rows, err
}

// Board returns the tables of the ranking in a folder with submissions.
func (o *Options) Board(folder string) ([]*table.Table, error) {
	ranking, asOf, err := board.Read(folder)
	if err != nil {
		return nil, err
	}
	t := o.columns(ranking.Table(nil))
	t.Title = "Ranking of methods, suite " + ranking.Suite + ", " + asOf
	tables := slices.DeleteFunc([]*table.Table{t, ranking.LeftOut(), ranking.Pairs(),
		ranking.ByLog(), ranking.TunedOn(), ranking.Forecasts()}, func(t *table.Table) bool { return len(t.Rows) == 0 })
	rows, err := board.ReadRows(filepath.Join(folder, board.LevelsFile))
	switch {
	case err == nil:
		tables = append(tables, board.LevelTable(rows))
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	return tables, nil
}
