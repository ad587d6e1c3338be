package main

import (
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// studyFlags are the flags that all studies have.
type studyFlags struct {
	fs             *pflag.FlagSet
	out            string
	seeds, workers int
	quick, quiet   bool
	name           string
}

// add adds the flags; quick says what --quick does, and unit what runs side by side.
func (s *studyFlags) add(cmd *cobra.Command, name string, seeds int, quick, unit string) {
	s.fs, s.name = cmd.Flags(), name
	s.fs.IntVar(&s.seeds, "seeds", seeds, "number of seeds, each with a simulation of its own")
	s.fs.BoolVar(&s.quick, "quick", false, quick)
	s.fs.StringVar(&s.out, "out", "", "folder of the results (default: runs/study-"+name+", with --quick runs/study-"+name+"-quick)")
	s.fs.IntVar(&s.workers, "workers", 0, unit+" at a time (default: one for each processor); results do not depend on it")
	quietFlag(s.fs, &s.quiet)
	cmd.ValidArgsFunction = cobra.NoFileCompletions
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
