package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"waitbench/replay/rundir"
)

func versionCommand() *cobra.Command {
	var format string
	cmd := newCommand("version", "print version, commit and Go version",
		`version prints the version of the program, the commit it was built from, whether the tree then had
changes that were not committed, and the version of Go.`,
		func(_ context.Context, c console, args []string) error {
			return writeVersion(c.out, format)
		},
		"version", "version --format json")
	choice(cmd.Flags(), &format, "format", "how to print it", "text", "json")
	return cmd
}

func writeVersion(w io.Writer, format string) error {
	build := rundir.ReadBuild()
	if format == "json" {
		return json.NewEncoder(w).Encode(struct {
			Version string `json:"version"`
			*rundir.Build
		}{rundir.Version, build})
	}
	_, err := fmt.Fprintf(w, "waitbench %s, %s\n", rundir.Version, build)
	return err
}
