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

	"waitbench/replay/output"
	"waitbench/replay/run"
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
	s.add(cmd, "bmbp")
	s.addRun(cmd, "the bounds")
	return cmd
}

type scoreFlags struct {
	replayFlags
	logs []string
	name string
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
	f, err := run.ReadExternal(args[0], s.name, log, s.settings.Quantiles[0])
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
	return score.replay(ctx)
}
