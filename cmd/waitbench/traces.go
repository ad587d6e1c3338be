package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/facts"
	"waitbench/report/published"
	"waitbench/report/table"
	"waitbench/swf"
	"waitbench/traces"
)

func tracesListCommand() *cobra.Command {
	cmd := newCommand("list", "the catalogue",
		`traces list prints the logs of the catalogue, and whether each is in a folder of
WAITBENCH_TRACES or in the cache.`,
		func(_ context.Context, c *console, _ []string) error {
			catalogue := &table.Table{
				Title:   "Logs of the Parallel Workloads Archive",
				Columns: table.Columns("name", "site", "here", "#jobs", "SHA-256", "about"),
				Notes: []string{"not verified: the catalogue does not know the SHA-256, " +
					"so get only checks that the file is whole"},
			}
			for _, e := range traces.Catalogue() {
				jobs, sum, here := table.Missing(), "not verified", "no"
				if e.Jobs >= 0 {
					jobs = table.Count(int(e.Jobs))
				}
				if e.SHA256 != "" {
					sum = e.SHA256[:12]
				}
				if _, err := c.resolveLog(e.Name); err == nil {
					here = "yes"
				}
				catalogue.Add(e.Name, e.Site, here, jobs, sum, e.About)
			}
			return c.printTables(catalogue)
		},
		"traces list")
	cacheFlag(cmd.Flags())
	formatFlag(cmd.Flags())
	return cmd
}

func tracesGetCommand() *cobra.Command {
	var server string
	cmd := newCommand("get NAME...", "fetch logs into the cache",
		`traces get downloads logs into the cache, checks their SHA-256 and prints their
paths. It also checks a log that is there, and fetches it again if it is
damaged. A server that sends nothing for a minute, or more than 200 MB, is an
error. Another server must have the logs under the paths of the archive below
https://www.cs.huji.ac.il/labs/parallel/workload.`,
		func(ctx context.Context, c *console, wanted []string) error {
			if server = cmp.Or(server, os.Getenv("WAITBENCH_SERVER")); server != "" {
				if err := traces.CheckServer(server); err != nil {
					return output.UsageError{Err: err}
				}
			}
			dir, err := c.cache()
			if err != nil {
				return err
			}
			store := &traces.Store{Dir: dir, Server: server}
			for _, name := range wanted {
				e, err := traces.Find(name)
				if err != nil {
					return err
				}
				c.start(e.Name, "bytes")
				result, err := store.Get(ctx, e, c.update)
				if err != nil {
					return err
				}
				c.message("%s: %s, %s bytes received, SHA-256 %s",
					e.Name, result.Status, output.Grouped(result.Received), result.SHA256)
				fmt.Fprintln(c.out, result.Path)
			}
			return nil
		},
		"traces get KTH-SP2-1996-2.1-cln",
		"traces get KTH-SP2-1996-2.1-cln --server https://example.org/workload")
	fs := cmd.Flags()
	cacheFlag(fs)
	quietFlag(fs)
	fs.StringVar(&server, "server", "",
		"`URL` of another server (default: WAITBENCH_SERVER, or else the archive)")
	return cmd
}

func tracesInfoCommand() *cobra.Command {
	settings := run.Defaults()
	cmd := newCommand("info LOG...", "the contents of a log",
		`traces info describes logs: the machine, the period, the jobs that each rule
leaves out, and the waits of each queue as in table 1 of the BMBP paper, or why
the log cannot be replayed. It also shows missing and odd values of each field,
gaps of three days or more, and directives of the header that do not hold. For a
log with the directive SnapshotTime it counts the jobs that ran and waited then.
A LOG is a path, "-" for standard input, or a name of the catalogue.`,
		func(_ context.Context, c *console, names []string) error {
			var tables []*table.Table
			for _, name := range names {
				described, err := describeLog(c, name, settings.Select)
				if err != nil {
					return err
				}
				tables = append(tables, described...)
			}
			return c.printTables(tables...)
		},
		"traces info small.swf")
	cacheFlag(cmd.Flags())
	settingFlags(cmd.Flags(), &settings, "select", "lenient")
	formatFlag(cmd.Flags())
	return cmd
}

// describeLog returns the facts of a log and, if it can be replayed, the
// paper's table 1 of it.
func describeLog(c *console, name, selection string) ([]*table.Table, error) {
	f, err := c.openLog(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var profile swf.Profile
	f.Reader.Each = profile.Add
	log, problem := replay.Load(logName(f.Name), f.Reader, swf.Selection(selection), nil)
	if log == nil {
		return nil, problem
	}
	profile.Parts = f.Parts
	record := run.NewLogRecord(log, f.Reader, f.SHA256(), 0)
	if note := published.Unverified(record.Name, record.SHA256); note != "" {
		record.Notes = slices.Insert(record.Notes, 0, note)
	}
	if problem != nil {
		record.Notes = append(record.Notes,
			"it cannot be replayed: "+strings.TrimPrefix(problem.Error(), log.Name+": "))
	}
	tables := []*table.Table{facts.Table(&record)}
	if problem == nil {
		run := &run.Record{Settings: run.Settings{Select: selection}, Log: record}
		tables = append(tables, published.Tables(run, nil)[0])
	}
	return append(tables, facts.Quality(log, &profile)...), nil
}
