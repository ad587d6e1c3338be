package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report"
	"waitbench/report/render"
)

// rankingFile is the ranking in the run directory of a suite.
const rankingFile = "bench.csv"

func benchCommand() *cobra.Command {
	b := &benchFlags{}
	cmd := newCommand("bench [SUITE]", "rank methods on a fixed suite of logs",
		`bench replays a suite: logs, settings and methods that never change. It ranks
the methods by the queues on which each is correct and by pinball loss over the
loss of bmbp, and shows clusters of misses and the cost of a job. Suite pwa, the
default, has ten logs of the archive. Suite synth has generated logs. The run
directory holds the ranking as bench.csv, without the costs, which differ
between machines and are in run.json.

--methods adds methods to those of the suite. With --beside FILE, the bench.csv
of the same suite, only the added methods and bmbp run; the other rows come from
FILE. Read waitbench help fair first.`,
		b.run,
		"bench synth --quiet",
		"bench synth --methods moving:window=100 --beside runs/bench-synth-2/bench.csv")
	fs := cmd.Flags()
	list(fs, &b.methods, "methods", "methods to add to the ranking")
	fs.StringVar(&b.beside, "beside", "", "bench.csv `file` of the same suite, whose rows to add")
	fs.StringVar(&b.out, "out", "",
		"run `directory` (default: runs/bench-SUITE, and the methods added)")
	fs.BoolVar(&b.resume, "resume", false, "keep the logs that an interrupted run has finished")
	b.addHow(cmd)
	return cmd
}

type benchFlags struct {
	replayFlags
	methods []string
	beside  string
}

func (b *benchFlags) run(ctx context.Context, c *console, args []string) error {
	s, err := findSuite(append(args, "pwa")[0])
	if err != nil {
		return err
	}
	added, err := methods.SplitNames(strings.Join(b.methods, ","))
	if err != nil {
		return usageError{err}
	}
	others, err := readRanking(b.beside, s)
	if err != nil {
		return err
	}
	b.settings = s.Settings
	if len(others) > 0 && len(added) > 0 {
		b.settings.Methods = []string{report.Reference}
	}
	b.settings.Methods = append(b.settings.Methods, added...)
	bench, err := b.start(ctx, c, "replay")
	if err != nil {
		return err
	}
	bench.plan.Timed = true
	if bench.logs, err = s.inputLogs(c); err != nil {
		return err
	}
	if b.out == "" {
		bench.dir = filepath.Join("runs", "bench-"+s.String())
		for _, name := range added {
			bench.dir += "-" + methods.Method{Name: methods.Label(name)}.ID()
		}
	}
	var rows []report.Rank
	err = bench.write(ctx, func(w *run.Writer, staged *run.Dir) error {
		if rows, err = b.rank(s, w, staged, others); err != nil {
			return err
		}
		return w.Folder.Write(rankingFile, report.RankTable("", rows, true).WriteCSV)
	})
	if err != nil {
		return err
	}
	c.finish()
	t := report.RankTable("Ranking of methods, suite "+s.String()+": "+s.About, rows, false)
	t.Notes = append(t.Notes, s.Settings.Describe())
	if err := c.printList(t); err != nil {
		return err
	}
	c.message("the run is in %s, its ranking in %s", bench.dir, filepath.Join(bench.dir, rankingFile))
	return nil
}

// rank returns the ranking of a run, with other rows for methods that it does
// not have.
func (b *benchFlags) rank(s suite, w *run.Writer, staged *run.Dir,
	others []report.Rank) ([]report.Rank, error) {
	var ranking report.Ranking
	if err := (&render.Dir{Dir: staged}).Rank(&ranking); err != nil {
		return nil, err
	}
	commit := ""
	if w.Build != nil {
		commit = w.Build.Commit
	}
	rows := ranking.Rows(s.String(), run.Version, commit, func(method string) float64 {
		return costOf(staged.Run, method)
	})
	for _, o := range others {
		i := slices.IndexFunc(rows, func(r report.Rank) bool { return r.Method() == o.Method() })
		if i < 0 {
			rows = append(rows, o)
		} else if o.Method() == report.Reference && !o.Agrees(rows[i]) {
			return nil, fmt.Errorf("%s comes from a program whose %s has other numbers, so its rows cannot be compared",
				b.beside, report.Reference)
		}
	}
	return rows, nil
}

// readRanking reads the ranking of a suite in a file; no name means no rows.
func readRanking(file string, s suite) ([]report.Rank, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, output.CannotRead(file, err)
	}
	defer f.Close()
	rows, err := report.ReadRanks(f, file)
	if err != nil {
		return nil, usageError{err}
	}
	hasReference := false
	for _, r := range rows {
		if r.Suite() != s.String() {
			return nil, usagef("%s is a ranking of suite %s, not %s", file, r.Suite(), s)
		}
		hasReference = hasReference || r.Method() == report.Reference
	}
	if !hasReference {
		return nil, usagef("%s has no row of %s, so its rows cannot be compared", file,
			report.Reference)
	}
	return rows, nil
}

// costOf returns the microseconds a job that a method took in a run, NaN if it
// was left out of all logs.
func costOf(run *run.Record, method string) float64 {
	seconds, jobs := 0.0, 0
	for _, t := range run.Traces {
		if took, ok := t.Took[method]; ok {
			seconds, jobs = seconds+took, jobs+t.Replayed()
		}
	}
	return 1e6 * seconds / float64(jobs)
}
