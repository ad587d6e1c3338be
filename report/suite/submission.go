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
	"waitbench/report/board"
	"waitbench/report/table"
)

// Check checks the submission in a folder against the rows beside, or in its
// grandparent folder. It returns the result in sentences, and the rows.
func (o *Options) Check(dir string) (said string, sent []board.Row, err error) {
	ours, err := board.ReadRows(cmp.Or(o.Beside, filepath.Join(dir, "..", "..", board.RankingFile)))
	if err != nil {
		return "", nil, fmt.Errorf("%w; --beside names the bench.csv of this project", err)
	}
	if sent, _, err = board.ReadSubmission(dir, ours); err != nil {
		return "", nil, err
	}
	names := methodsOf(sent)
	return fmt.Sprintf("%s, is well-formed: %s on %s of suite %s; %s", sent[0].From,
		strings.Join(names, ", "), output.Counted(len(sent)/len(names), "queue"), sent[0].Suite,
		board.NotCaught), sent, nil
}

// Repeat replays the logs of a submission that are here, or one log, in
// disguise. Other numbers than those sent take back their state. It returns
// what Check says.
func (o *Options) Repeat(ctx context.Context, dir, log string) (said string, err error) {
	_, sent, err := o.Check(dir)
	if err != nil {
		return "", err
	}
	s, err := Find(sent[0].Suite)
	if err != nil {
		return "", err
	}
	if wrong := methods.CheckNames("log", s.logNames(), log); log != "" && wrong != nil {
		return "", output.UsageError{Err: wrong}
	}
	s.Logs = slices.DeleteFunc(s.Logs, func(l Log) bool {
		_, absent := o.Resolve(l.Name)
		return log != "" && l.Name != log || log == "" && absent != nil && l.Days == 0
	})
	if len(s.Logs) == 0 {
		return "", output.Usagef("no log of suite %s is here: run waitbench traces get", s)
	}
	if o.Dir, err = os.MkdirTemp("", "waitbench-*"); err != nil {
		return "", err
	}
	defer os.RemoveAll(o.Dir)
	o.Added.Methods, o.Added.Disguise = methodsOf(sent), true
	b, _, err := o.prepare(ctx, s, true)
	if err != nil {
		return "", err
	}
	runs, err := b.Run(ctx)
	if err != nil {
		return "", err
	}
	rows, _, err := o.rank(s, nil, runs)
	if err == nil {
		err = board.Repeated(dir, rows, sent)
	}
	if err != nil {
		return "", err
	}
	said, _, err = o.Check(dir)
	return said, err
}

func logsOf(rows []board.Row) []string {
	return table.Distinct(rows, func(r *board.Row) string { return r.Log })
}

func methodsOf(rows []board.Row) []string {
	return table.Distinct(rows, func(r *board.Row) string { return r.Method })
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
