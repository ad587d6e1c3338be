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
	"waitbench/report"
	"waitbench/report/study"
)

// studyFlags are the flags that all studies have.
type studyFlags struct {
	fs             *pflag.FlagSet
	out, name      string
	format         string
	seeds, workers int
	quick, quiet   bool
}

// add adds the flags; quick says what --quick does, and unit what runs side by side.
func (s *studyFlags) add(cmd *cobra.Command, name string, seeds int, quick, unit string) {
	s.fs, s.name = cmd.Flags(), name
	s.fs.IntVar(&s.seeds, "seeds", seeds, "number of seeds, each with a simulation of its own")
	s.fs.BoolVar(&s.quick, "quick", false, quick)
	s.fs.StringVar(&s.out, "out", "", "`folder` of the results (default: runs/study-"+name+", with --quick runs/study-"+name+"-quick)")
	s.fs.IntVar(&s.workers, "workers", 0, unit+" at a time (default: one for each processor); results do not depend on it")
	formatFlag(s.fs, &s.format)
	quietFlag(s.fs, &s.quiet)
}

// quicker sets what a flag sets, under --quick and unless the flag was given.
func quicker[T any](s *studyFlags, flag string, at *T, value T) {
	if s.quick && !s.fs.Changed(flag) {
		*at = value
	}
}

// folder is where the results go.
func (s *studyFlags) folder() string {
	folder := filepath.Join("runs", "study-"+s.name)
	switch {
	case s.out != "":
		return s.out
	case s.quick:
		return folder + "-quick"
	}
	return folder
}

// command is one that makes the results again: all that they depend on.
func (s *studyFlags) command(args []string) string {
	words := append([]string{"waitbench", "study", s.name}, args...)
	others := []string{"out", "workers", "format", "quiet", "cache", "timings", "help"}
	s.fs.VisitAll(func(f *pflag.Flag) {
		if value := f.Value.String(); value != "" && value != "false" && !slices.Contains(others, f.Name) {
			words = append(words, "--"+f.Name+"="+value)
		}
	})
	return strings.Join(words, " ")
}

// run makes a page, of which done says what was simulated, writes it and prints its claims.
func (s *studyFlags) run(c console, args []string, what string, simulate func(*progress) (page *study.Page, done string, err error)) error {
	if s.workers < 0 {
		return usagef("--workers cannot be negative")
	}
	folder, err := output.Open(s.folder())
	if err != nil {
		return err
	}
	defer folder.Close()
	p := newProgress(c.err, s.quiet, what)
	defer p.ticking()()
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
	return s.print(c, page.Claims)
}

// print prints one of the tables of a study, with an empty line after it.
func (s *studyFlags) print(c console, t *report.Table) error {
	if err := writeTables(c.out, s.format, t); err != nil || s.format == "json" {
		return err
	}
	_, err := fmt.Fprintln(c.out)
	return err
}
