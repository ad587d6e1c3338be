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
	"github.com/spf13/pflag"

	"waitbench/replay/run"
)

func scoreCommand() *cobra.Command {
	s := &scoreFlags{}
	s.settings.Methods = []string{"bmbp"}
	cmd := newCommand("score FILE", "external bounds, next to those of methods",
		`score scores the bounds of another program as it scores methods. It writes a run directory with
these bounds, marked as not checked for look-ahead, and with methods that it replays. FILE is CSV or
Arrow, with the columns trace (or log), job_id and bound (s). It may have quantile (0.95, or 0.25l
for a lower bound), procs_range, method, point and turnaround (forecasts, s), as predictions.arrow
has them. Columns such as q0.5 and q0.95 may replace bound and quantile. The logs are those that
FILE names, if the catalogue has them, or those of --logs.

An empty bound and a job without a row mean no bound. A job that the log does not have, a second
bound of a job, and a time that is negative, infinite or not a number are errors. A note counts jobs
that are not replayed. The training part is not scored.`,
		s.run,
		"score runs/small/predictions.arrow --log small.swf --name again --quiet",
		"score bounds.csv --log small.swf --methods bmbp,lognormal --figures none --out runs/bounds")
	s.fs = cmd.Flags()
	list(s.fs, &s.logs, "logs", "logs, if FILE names none or the catalogue does not have them")
	s.fs.StringVar(&s.name, "name", "", "`name` of the bounds in results (default: the name of the file)")
	s.add(cmd)
	s.addRun(cmd, "the bounds")
	return cmd
}

type scoreFlags struct {
	replayFlags
	fs   *pflag.FlagSet
	logs []string
	name string
}

// unnamed matches characters that a name of bounds may not have, since they mean
// something in lists of methods.
var unnamed = regexp.MustCompile(`[^\pL\pN._/-]+`)

func (s *scoreFlags) run(ctx context.Context, c console, args []string) error {
	p := newProgress(c.err, s.quiet, "jobs")
	defer p.finish()
	if s.name == "" {
		base := filepath.Base(args[0])
		s.name = strings.Trim(unnamed.ReplaceAllString(strings.TrimSuffix(base, filepath.Ext(base)), "_"), ".")
	}
	if s.name == "" || unnamed.MatchString(s.name) {
		return usagef("--name %q may have letters, digits and . _ / - only", s.name)
	}
	if _, err := s.settings.Levels(); err != nil {
		return usageError{err}
	}
	paths, logs, err := s.resolve(s.logs)
	if err != nil {
		return err
	}
	log := "" // of all rows
	if len(logs) == 1 {
		log = logs[0]
	}
	f, err := run.ReadExternal(args[0], s.name, log, s.settings.Quantiles[0])
	if err != nil {
		return err
	}
	if !s.fs.Changed("quantiles") {
		s.settings.Quantiles = f.Quantiles
	}
	plan, err := s.plan(ctx, "score", p)
	if err != nil {
		return err
	}
	if err := plan.AddExternal(f); err != nil {
		return err
	}
	if len(logs) == 0 {
		if paths, logs, err = s.resolve(f.Logs); err != nil {
			return err
		}
	}
	for _, log := range logs {
		if !slices.Contains(f.Logs, log) {
			return fmt.Errorf("%s has no bounds of log %q; it has %s", args[0], log, strings.Join(f.Logs, ", "))
		}
	}
	return s.replay(ctx, c, p, plan, cmp.Or(s.out, filepath.Join("runs", s.name)), paths, logs)
}
