package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/batch"
	"waitbench/report/board"
	"waitbench/report/suite"
	"waitbench/report/table"
)

func benchCommand() *cobra.Command {
	b := &benchFlags{}
	cmd := newCommand("bench [SUITE]", "rank methods on a fixed suite of logs",
		`bench replays a suite: logs, settings and methods that never change. It ranks
the methods by the queues on which each is short, fewest first, and then by
pinball loss over the loss of bmbp. Suite pwa, the default, has 15 logs of the
archive. Suite synth has generated logs. Suites pwa-levels and synth-levels
compare methods at eight quantiles. The folder has a run directory for each log,
bench.csv with a row for each method and queue, and RANKING.md, which says what
the columns mean. Costs differ between machines and are in run.json.

--methods adds methods to those of the suite. With --beside FILE, the bench.csv
of the same suite, only the added methods and bmbp run, and bench.csv has their
rows; the printed ranking has the methods of FILE too. --chosen-on and
--variants state how added methods were made that do not say so themselves.

--check DIR checks a submission: bench.csv and about.json of a program. --repeat
DIR [LOG] replays it by --exec on the logs that are here, or on LOG, in
disguise. All columns must come out again. The repeated logs are in repeated.txt
beside DIR; a failure takes them back. --disguise alone tries your own program.
--board DIR ranks the methods of a folder: bench.csv, about.json and
submissions/NAME. Read waitbench help fair first.`,
		b.run,
		"bench synth --quiet",
		"bench synth --methods moving:window=100 --beside runs/bench-synth-2/bench.csv",
		"bench --check results/submissions/NAME",
		"bench --repeat results/submissions/NAME --exec NAME='python3 new.py'",
		"bench --board results --format markdown")
	fs := cmd.Flags()
	list(fs, &b.Added.Methods, "methods", "methods to add to the ranking")
	settingFlags(fs, &b.Added, "exec", "exec_limit_s", "disguise")
	fs.StringVar(&b.Beside, "beside", "", "bench.csv `file` of the same suite, whose rows to add")
	list(fs, &b.ChosenOn, "chosen-on", "logs looked at while the added methods were made, or none")
	fs.UintVar(&b.variants, "variants", 0,
		"`number` of variants of the added methods that were tried")
	fs.StringVar(&b.check, "check", "",
		"`directory` of a submission to check against --beside (default: DIR/../../bench.csv)")
	fs.StringVar(&b.repeat, "repeat", "",
		"`directory` of a submission to replay in disguise and compare")
	fs.StringVar(&b.Code, "code", "none", "`URL` of the code of the added methods, for about.json")
	fs.BoolVar(&b.AllColumns, "all-columns", false, "print all columns of the ranking")
	fs.BoolVar(&b.notes, "notes", false, "print what the columns mean")
	fs.StringVar(&b.board, "board", "", "`directory` whose methods and submissions to rank")
	fs.StringVar(&b.Dir, "out", "",
		"`folder` (default: runs/bench-SUITE, and the methods added)")
	b.addResume(fs)
	b.addForce(fs)
	b.addHow(cmd)
	cmd.MarkFlagsMutuallyExclusive("check", "repeat", "board")
	return cmd
}

type benchFlags struct {
	replayFlags
	suite.Options
	variants             uint
	check, repeat, board string
	notes                bool
}

func (b *benchFlags) run(ctx context.Context, c *console, args []string) error {
	if len(args) > 0 && b.check+b.board != "" {
		return output.Usagef("--check and --board take no suite, not %q", args[0])
	}
	argument := append(args, "")[0]
	b.Suite, b.Variants, b.Resolve = cmp.Or(argument, "pwa"), int(b.variants), c.resolveLog
	b.Start = func(ctx context.Context, s run.Settings) (*batch.Batch, error) {
		b.settings = s
		bench, err := b.start(ctx, c, "replay")
		if err != nil {
			return nil, err
		}
		return bench.Batch, nil
	}
	switch {
	case b.check != "":
		said, _, err := b.Check(b.check)
		return c.say(said, err)
	case b.repeat != "":
		return c.say(b.Repeat(ctx, b.repeat, argument))
	case b.board != "":
		tables, err := b.Board(b.board)
		if err != nil {
			return err
		}
		return b.print(c, tables...)
	}
	dir, ranking, err := b.Bench(ctx)
	if err != nil {
		return err
	}
	if err := b.print(c, ranking); err != nil {
		return err
	}
	c.message("%s says what the columns mean", filepath.Join(dir, suite.PageFile))
	c.message("the runs are in %s, their ranking in %s", dir, filepath.Join(dir, board.RankingFile))
	return nil
}

// print prints tables, as text without their notes unless these are wanted.
func (b *benchFlags) print(c *console, tables ...*table.Table) error {
	for _, t := range tables {
		if c.format() == "text" && !b.notes {
			t.Notes, t.Star, t.Bold, t.Missing = nil, "", "", ""
		}
	}
	return c.printTables(tables...)
}

// say prints a sentence unless there is an error.
func (c *console) say(sentence string, err error) error {
	if err == nil {
		_, err = fmt.Fprintln(c.out, sentence)
	}
	return err
}
