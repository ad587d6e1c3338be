package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay/run"
	"waitbench/report"
)

func versionCommand() *cobra.Command {
	var format string
	cmd := newCommand("version", "print version, commit and Go version",
		`version prints the version of the program, the commit it was built from, whether
the tree had uncommitted changes, and the version of Go.`,
		func(_ context.Context, c console, args []string) error {
			return writeVersion(c.out, format)
		},
		"version", "version --format json", "version --format bibtex")
	formatFlag(cmd.Flags(), &format, "bibtex")
	return cmd
}

// releaseYear is the year of run.Version.
const releaseYear = 2026

// programEntry returns the BibTeX entry of the program.
func programEntry() string {
	return fmt.Sprintf(`@misc{%s,
  author = {{The waitbench maintainers}},
  title  = {waitbench: a bench for methods that bound or forecast queue waits},
  year   = {%d},
  note   = {Version %s, %s}
}
`, methods.Project, releaseYear, run.Version, run.ReadBuild())
}

// versionLine returns the version in one line.
func versionLine() string { return fmt.Sprintf("waitbench %s, %s", run.Version, run.ReadBuild()) }

// writeVersion prints a line as text, one object as JSON, and else a table of one row.
func writeVersion(w io.Writer, format string) error {
	build := run.ReadBuild()
	switch format {
	case "text":
		_, err := fmt.Fprintln(w, versionLine())
		return err
	case "bibtex":
		_, err := io.WriteString(w, programEntry())
		return err
	case "json":
		return json.NewEncoder(w).Encode(struct {
			Version string `json:"version"`
			*run.Build
		}{run.Version, build})
	}
	commit := report.Missing()
	if build.Commit != "" {
		commit = report.Text(build.Commit)
	}
	return writeTables(w, format, &report.Table{
		ID: "version", Title: "Version of waitbench", Missing: "unknown",
		Columns: report.Columns("version", "commit", "dirty", "go"),
		Rows: [][]report.Cell{{
			report.Text(run.Version), commit, report.Text(fmt.Sprint(build.Dirty)), report.Text(build.Go),
		}},
	})
}
