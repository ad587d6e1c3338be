package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/replay/output"
	"waitbench/replay/run"
)

// manPagesCommand writes the help as man pages. It is hidden, for make man.
func manPagesCommand() *cobra.Command {
	cmd := newCommand("man-pages DIR", "write man pages", "man-pages writes man pages to a folder.",
		func(_ context.Context, _ *console, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return output.CannotWrite(args[0], err)
			}
			for _, cmd := range all(newRoot()) {
				if cmd.Hidden {
					continue
				}
				file, text := manPage(cmd)
				err := output.Write(filepath.Join(args[0], file), func(w io.Writer) error {
					_, err := io.WriteString(w, text)
					return err
				})
				if err != nil {
					return err
				}
			}
			return nil
		})
	cmd.Hidden = true
	return cmd
}

// manPage returns the man page of a command, in section 1, or of a topic, in
// section 7, and the name of its file.
func manPage(cmd *cobra.Command) (file, text string) {
	name, section := strings.ReplaceAll(cmd.CommandPath(), " ", "-"), 7
	body := cmd.Long
	if cmd.Runnable() {
		section, body = 1, cmd.Long+"\n\n"+cmd.UsageString()
	}
	escape := strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'").Replace
	return fmt.Sprintf("%s.%d", name, section),
		fmt.Sprintf(".TH %s %d \"\" \"waitbench %s\"\n.SH NAME\n%s \\- %s\n"+
			".SH DESCRIPTION\n.nf\n%s\n.fi\n", strings.ToUpper(escape(name)), section, run.Version,
			escape(name), escape(cmd.Short), escape(body))
}
