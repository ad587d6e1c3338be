package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay/run"
)

func versionCommand() *cobra.Command {
	cmd := newCommand("version", "print version, commit and Go version",
		`version prints the version of the program, its commit, whether it was built with
uncommitted changes, and the version of Go.`,
		func(_ context.Context, c *console, _ []string) (err error) {
			switch c.flag("format") {
			case "bibtex":
				_, err = fmt.Fprint(c.out, programEntry())
			case "json":
				err = json.NewEncoder(c.out).Encode(struct {
					Version string `json:"version"`
					*run.Build
				}{run.Version, run.ReadBuild()})
			default:
				_, err = fmt.Fprintln(c.out, versionLine())
			}
			return err
		},
		"version", "version --format json", "version --format bibtex")
	choice(cmd.Flags(), new(string), "format", "format of the output", "text", "json", "bibtex")
	return cmd
}

// programEntry returns the BibTeX entry of the program.
func programEntry() string {
	return fmt.Sprintf(`@misc{%s,
  author = {{The waitbench maintainers}},
  title  = {waitbench: a bench for methods that bound or forecast queue waits},
  year   = {2026},
  note   = {Version %s, %s}
}
`, methods.Project, run.Version, run.ReadBuild())
}

func versionLine() string { return fmt.Sprintf("waitbench %s, %s", run.Version, run.ReadBuild()) }
