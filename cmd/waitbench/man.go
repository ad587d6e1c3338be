package main

import (
	"context"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"waitbench/replay/rundir"
)

// manDate is the date of the manual pages: that of the version, so that they are always the same.
var manDate = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

// manCommand writes the manual pages, for make man and those who package the program.
func manCommand() *cobra.Command {
	var root *cobra.Command
	cmd := newCommand("man DIR", "write the manual pages into a folder", "man writes a manual page for each command into a folder.",
		func(_ context.Context, _ console, args []string) error {
			dir, err := exactlyOne(args, "folder")
			if err != nil {
				return err
			}
			if err := os.MkdirAll(dir, 0o777); err != nil {
				return err
			}
			header := &doc.GenManHeader{Section: "1", Date: &manDate, Source: "waitbench " + rundir.Version, Manual: "waitbench"}
			return doc.GenManTree(root, header, dir)
		},
		"man man1")
	cmd.Hidden, cmd.ValidArgsFunction = true, completeDirs
	act := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		root = cmd.Root()
		return act(cmd, args)
	}
	return cmd
}
