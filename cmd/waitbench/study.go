package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/replay/output"
	"waitbench/report/study"
)

// studyFlags are the flags that all studies share.
type studyFlags struct {
	fs                *pflag.FlagSet
	name, out, format string
	seeds, workers    int
	quick, quiet      bool
}

// add adds the flags. The help of --quick is quick; parallel names what runs
// side by side.
func (s *studyFlags) add(cmd *cobra.Command, seeds int, quick, parallel string) {
	s.fs, s.name = cmd.Flags(), cmd.Name()
	s.fs.IntVar(&s.seeds, "seeds", seeds, "number of seeds, each with a simulation of its own")
	s.fs.BoolVar(&s.quick, "quick", false, quick)
	s.fs.StringVar(&s.out, "out", "", fmt.Sprintf(
		"`folder` of the results (default: runs/study-%[1]s, with --quick runs/study-%[1]s-quick)", s.name))
	s.fs.IntVar(&s.workers, "workers", 0,
		parallel+" at a time (default: one for each processor); results do not depend on it")
	formatFlag(s.fs, &s.format)
	quietFlag(s.fs, &s.quiet)
}

// quicker sets the value that a flag has under --quick, unless it was given.
func quicker[T any](s *studyFlags, flag string, at *T, value T) {
	if s.quick && !s.fs.Changed(flag) {
		*at = value
	}
}

// folder is the folder of the results.
func (s *studyFlags) folder() string {
	switch folder := filepath.Join("runs", "study-"+s.name); {
	case s.out != "":
		return s.out
	case s.quick:
		return folder + "-quick"
	default:
		return folder
	}
}

// command is the command line that makes the results again. It has all flags
// that results depend on.
func (s *studyFlags) command(args []string) string {
	words := append([]string{"waitbench", "study", s.name}, args...)
	others := []string{"out", "workers", "format", "quiet", "cache", "timings", "help"}
	s.fs.VisitAll(func(f *pflag.Flag) {
		value := f.Value.String()
		if value != "" && value != "false" && !slices.Contains(others, f.Name) {
			words = append(words, "--"+f.Name+"="+value)
		}
	})
	return strings.Join(words, " ")
}

// simulation makes the page of a study; done says what was simulated.
type simulation func(*progress) (page *study.Page, done string, err error)

// run runs a study, writes its page and prints the claims. unit is what
// progress counts.
func (s *studyFlags) run(c console, args []string, unit string, simulate simulation) error {
	if s.workers < 0 {
		return usagef("--workers cannot be negative")
	}
	folder, err := output.Open(s.folder())
	if err != nil {
		return err
	}
	defer folder.Close()
	p := newProgress(c.err, s.quiet, unit)
	defer p.finish()
	begun := time.Now()
	page, done, err := simulate(p)
	if err != nil {
		return err
	}
	p.message("study %s: %s, %.1f s", s.name, done, time.Since(begun).Seconds())
	page.Command = s.command(args)
	if err := page.Write(folder); err != nil {
		return err
	}
	p.message("page, figures and all numbers are in %s", s.folder())
	if err := writeTables(c.out, s.format, page.Claims); err != nil || s.format == "json" {
		return err
	}
	_, err = fmt.Fprintln(c.out)
	return err
}
