package main

import (
	"cmp"
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

type studyFlags struct {
	fs        *pflag.FlagSet
	name, out string
	force     bool
	seeds     int
	workers   uint
	quick     bool
}

// add adds the flags. The help of --quick is quick; parallel names what runs at
// the same time.
func (s *studyFlags) add(cmd *cobra.Command, seeds int, quick, parallel string) {
	s.fs, s.name = cmd.Flags(), cmd.Name()
	s.fs.IntVar(&s.seeds, "seeds", seeds, "number of simulations that differ by the seed")
	s.fs.BoolVar(&s.quick, "quick", false, quick)
	s.fs.StringVar(&s.out, "out", "", fmt.Sprintf(
		"`folder` of the results (default: runs/study-%[1]s, with --quick runs/study-%[1]s-quick)",
		s.name))
	s.fs.UintVar(&s.workers, "workers", 0,
		parallel+" at a time; results do not depend on it (default: one for each processor)")
	s.fs.BoolVar(&s.force, "force", false, "replace a study of an earlier version")
	formatFlag(s.fs)
	quietFlag(s.fs)
}

// quicker sets the value that a flag has under --quick, unless it was given.
func quicker[T any](s *studyFlags, flag string, at *T, value T) {
	if s.quick && !s.fs.Changed(flag) {
		*at = value
	}
}

func (s *studyFlags) folder() string {
	folder := filepath.Join("runs", "study-"+s.name)
	if s.quick {
		folder += "-quick"
	}
	return cmp.Or(s.out, folder)
}

// command returns the command line that makes the results again. It has all
// flags that results depend on.
func (s *studyFlags) command(args []string) string {
	words := append([]string{"waitbench", "study", s.name}, args...)
	others := []string{"out", "workers", "format", "quiet", "help", "force"}
	s.fs.VisitAll(func(f *pflag.Flag) {
		value := f.Value.String()
		if value != "" && value != "false" && !slices.Contains(others, f.Name) {
			words = append(words, "--"+f.Name+"="+value)
		}
	})
	return strings.Join(words, " ")
}

// run runs a study, writes its page and prints the claims. simulate returns the
// page and a count of the simulations.
func (s *studyFlags) run(c *console, args []string,
	simulate func() (page *study.Page, done string, err error)) error {
	folder, err := output.Begin(s.folder(), s.force, output.Study)
	if err != nil {
		return err
	}
	defer folder.Close()
	begun := time.Now()
	page, done, err := simulate()
	if err != nil {
		return err
	}
	if s.quick {
		note := fmt.Sprintf("--quick: %s of a toy workload judge nothing", output.Counted(s.seeds, "seed"))
		page.Claims.Notes = append([]string{note}, page.Claims.Notes...)
		c.message("%s", note)
	}
	c.message("study %s: %s, %.1f s", s.name, done, time.Since(begun).Seconds())
	page.Command = s.command(args)
	if err := page.Write(folder); err != nil {
		return err
	}
	claims := page.Claims
	if c.format() == "text" {
		claims = page.Verdicts()
	}
	if err := c.printTables(claims); err != nil {
		return err
	}
	c.message("figures and all numbers are in %s; open %s", s.folder(),
		filepath.Join(s.folder(), study.PageFile))
	if c.flag("format") == "json" {
		return nil
	}
	_, err = fmt.Fprintln(c.out)
	return err
}
