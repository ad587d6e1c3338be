package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/batch"
	"waitbench/report/kept"
	"waitbench/report/table"
)

func scoreCommand() *cobra.Command {
	s := &scoreFlags{}
	cmd := newCommand("score FILE", "score bounds of another program, next to methods",
		`score scores the bounds of another program as it scores methods. It writes a
run directory with these bounds, marked as not checked for look-ahead, and with
methods that it replays.

FILE is CSV or Arrow, with the columns log, job_id and bound (s). It may have
quantile (0.95, or 0.25l for a lower bound), procs_range, method, point and
turnaround (forecasts, s), as predictions.arrow has them. Columns such as q0.5
and q0.95 may replace bound and quantile. --logs names the logs, or else the
column log does.

Answers of wait --pending, as CSV or JSON lines that a site has kept, are joined
with a later log of the machine, by job and submission. --ids has the job IDs of
the batch system for that log. score prints how many held, by queue, quantile
and whether they were trusted. The run has the first answer about each job, as a
bound of its whole wait.

An empty bound and a job without a row mean no bound. Errors are: a job that the
log does not have, a second bound of a job, and a time that is negative,
infinite or not a number. A note counts jobs that are not replayed.`,
		s.run,
		"score runs/small/predictions.arrow --logs small.swf --name again --quiet",
		"score bounds.csv --logs small.swf --methods bmbp,lognormal --figures none --out "+
			"runs/bounds")
	list(cmd.Flags(), &s.logs, "logs", "logs, if FILE names none or the catalogue does "+
		"not have them")
	cmd.Flags().StringVar(&s.name, "name", "",
		"`name` of the bounds in results (default: the name of the file)")
	cmd.Flags().StringVar(&s.ids, "ids", "", "`file` of import --extra for the log, if the answers have "+
		"job IDs")
	s.add(cmd, "bmbp")
	s.addRun(cmd, "the bounds")
	return cmd
}

type scoreFlags struct {
	replayFlags
	logs []string
	name string
	ids  string // a file
}

// read reads bounds, or answers that were kept, with a table of how these held
// by the log.
func (s *scoreFlags) read(path string, logs []batch.Log, log string) (*run.External, *table.Table, error) {
	answers, err := kept.Read(path)
	switch {
	case err != nil:
		return nil, nil, err
	case answers == nil:
		f, err := run.ReadExternal(path, s.name, log, s.settings.Quantiles[0])
		return f, nil, err
	case len(logs) != 1:
		return nil, nil, output.Usagef("answers of wait need one later log: add --logs")
	}
	in, err := logs[0].Open()
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	later, err := (&waitFlags{settings: s.settings, ranges: replay.AllRanges}).load(in, replay.Engine{})
	if err != nil {
		return nil, nil, err
	}
	var ids map[int64]string
	if s.ids != "" {
		if ids, err = later.ReadIDs(s.ids); err != nil {
			return nil, nil, err
		}
	}
	score := kept.New(path, answers, later.Series[0].Log, ids)
	held := score.Table()
	if len(held.Rows) == 0 {
		return nil, nil, fmt.Errorf("no answer of %s is scored by %s; %s", path, log, held.Notes[1])
	}
	f, err := run.ParseExternal(strings.NewReader(score.Bounds()), path, s.name, log, s.settings.Quantiles[0])
	return f, held, err
}

// unnamed matches characters that a name of bounds may not have, since they
// mean something in lists of methods.
var unnamed = regexp.MustCompile(`[^\pL\pN._/-]+`)

func (s *scoreFlags) run(ctx context.Context, c *console, args []string) error {
	if s.name == "" {
		base := filepath.Base(args[0])
		s.name = strings.Trim(unnamed.ReplaceAllString(strings.TrimSuffix(base, filepath.Ext(base)),
			"_"), ".")
	}
	if s.name == "" || unnamed.MatchString(s.name) {
		return output.Usagef("--name %q may have letters, digits and . _ / - only", s.name)
	}
	logs, err := c.inputLogs(s.logs)
	if err != nil {
		return err
	}
	log := "" // of all rows
	if len(logs) == 1 {
		log = logs[0].Name
	}
	f, held, err := s.read(args[0], logs, log)
	if err != nil {
		return err
	}
	if !c.flags.Changed("quantiles") {
		s.settings.Quantiles = f.Quantiles
	}
	score, err := s.start(ctx, c, "score")
	if err != nil {
		return err
	}
	if err := score.Plan.AddExternal(f); err != nil {
		return err
	}
	if len(logs) == 0 {
		if logs, err = c.inputLogs(f.Logs); err != nil {
			return err
		}
	}
	score.Logs, score.Inputs = logs, args
	for _, log := range logs {
		if !slices.Contains(f.Logs, log.Name) {
			return fmt.Errorf("%s has no bounds of log %q; it has %s", args[0], log.Name,
				strings.Join(f.Logs, ", "))
		}
	}
	score.Dir = cmp.Or(s.out, filepath.Join("runs", s.name))
	if printRun := score.Done; held != nil {
		score.Done = func(dir string) error {
			if err := c.printTables(held); err != nil {
				return err
			}
			fmt.Fprintln(c.out)
			return printRun(dir)
		}
	}
	return score.replay(ctx)
}
