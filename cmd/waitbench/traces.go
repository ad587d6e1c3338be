package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report"
	"waitbench/swf"
	"waitbench/traces"
)

func tracesListCommand() *cobra.Command {
	var cache, format string
	cmd := newCommand("list", "the catalogue",
		`traces list prints the logs of the catalogue, and whether each is in a folder of WAITBENCH_TRACES or
in the cache.`,
		func(_ context.Context, c console, args []string) error {
			return writeList(c.out, format, catalogueTable(cache))
		},
		"traces list")
	cacheFlag(cmd.Flags(), &cache)
	formatFlag(cmd.Flags(), &format)
	return cmd
}

func catalogueTable(cache string) *report.Table {
	table := &report.Table{
		Title:   "Logs of the Parallel Workloads Archive",
		Columns: report.Columns("name", "here", "#jobs", "SHA-256", "about"),
		Notes: []string{"not verified: the catalogue does not know the log's SHA-256; " +
			"get then only checks that the file is whole."},
	}
	for _, e := range traces.Catalogue() {
		jobs, sum, here := report.Missing(), "not verified", "no"
		if e.Jobs >= 0 {
			jobs = report.Count(int(e.Jobs))
		}
		if e.SHA256 != "" {
			sum = e.SHA256[:12]
		}
		if _, err := resolveLog(e.Name, cache); err == nil {
			here = "yes"
		}
		table.Rows = append(table.Rows, []report.Cell{
			report.Text(e.Name), report.Text(here), jobs, report.Text(sum), report.Text(e.About),
		})
	}
	return table
}

// storeFlags are the flags of the commands that change or check the cache.
type storeFlags struct {
	cache, format, server string
	maxSize               uint32 // MB
	quiet                 bool
}

// open returns the cache and the entries of some names.
func (s *storeFlags) open(names []string) (store *traces.Store, found []traces.Entry, err error) {
	store = &traces.Store{Dir: s.cache, Server: s.server, MaxSize: int64(s.maxSize) * 1e6}
	if store.Dir == "" {
		store.Dir, err = traces.DefaultDir()
	}
	for _, name := range names {
		var e traces.Entry
		if err == nil {
			e, err = traces.Find(name)
		}
		found = append(found, e)
	}
	return store, found, err
}

func tracesGetCommand() *cobra.Command {
	s := &storeFlags{}
	cmd := newCommand("get NAME...", "fetch logs into the cache",
		`traces get downloads logs into the cache, checks their SHA-256 and prints where they are. A download
that breaks off leaves nothing. Another server, which WAITBENCH_SERVER names too, must have the logs
under the paths of the archive below https://www.cs.huji.ac.il/labs/parallel/workload.`,
		s.get,
		"traces get KTH-SP2-1996-2.1-cln",
		"traces get KTH-SP2-1996-2.1-cln --server https://example.org/workload")
	fs := cmd.Flags()
	cacheFlag(fs, &s.cache)
	quietFlag(fs, &s.quiet)
	fs.StringVar(&s.server, "server", "",
		"`URL` of another server (default: WAITBENCH_SERVER, or else the archive)")
	fs.Uint32Var(&s.maxSize, "max-size", 1000, "largest file to fetch, in `MB`; 0 for any")
	return cmd
}

func (s *storeFlags) get(ctx context.Context, c console, names []string) error {
	if s.server = cmp.Or(s.server, os.Getenv("WAITBENCH_SERVER")); s.server != "" {
		if err := traces.CheckServer(s.server); err != nil {
			return usageError{err}
		}
	}
	store, found, err := s.open(names)
	if err != nil {
		return err
	}
	p := newProgress(c.err, s.quiet, "bytes")
	defer p.finish()
	for _, e := range found {
		p.start(e.Name)
		result, err := store.Get(ctx, e, p.update)
		if err != nil {
			return err
		}
		p.message("%s: %s, %s bytes received, SHA-256 %s",
			e.Name, result.Status, output.Grouped(result.Received), result.SHA256)
		fmt.Fprintln(c.out, result.Path)
	}
	return nil
}

func tracesVerifyCommand() *cobra.Command {
	s := &storeFlags{}
	cmd := newCommand("verify [NAME...]", "check the logs in the cache",
		`traces verify compares logs in the cache with the SHA-256 of the catalogue. Without a name it checks
all of them.`,
		s.verify, "traces verify")
	cacheFlag(cmd.Flags(), &s.cache)
	formatFlag(cmd.Flags(), &s.format)
	quietFlag(cmd.Flags(), &s.quiet)
	return cmd
}

func (s *storeFlags) verify(_ context.Context, c console, names []string) error {
	store, found, err := s.open(names)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		found = slices.DeleteFunc(traces.Catalogue(), func(e traces.Entry) bool { return !store.Have(e) })
	}
	if len(found) == 0 && !s.quiet {
		fmt.Fprintf(c.err, "no log of the catalogue is in %s\n", store.Dir)
	}
	table := &report.Table{Title: "Logs in the cache", Columns: report.Columns("name", "status")}
	var bad error
	for _, e := range found {
		result, err := store.Verify(e)
		switch {
		case err != nil:
			return err
		case result.Status == traces.Wrong:
			bad = errors.Join(bad, fmt.Errorf("%s: %w", e.Name, result.Problem))
		case result.Status == traces.Missing:
			bad = errors.Join(bad, fmt.Errorf("%s is not in %s", e.Name, store.Dir))
		}
		table.Rows = append(table.Rows,
			[]report.Cell{report.Text(e.Name), report.Text(result.Status.String())})
	}
	return errors.Join(bad, writeTables(c.out, s.format, table))
}

func tracesInfoCommand() *cobra.Command {
	var cache, format string
	settings := run.Defaults()
	cmd := newCommand("info LOG...", "the contents of a log",
		`traces info describes logs: the machine, the period, the jobs that each rule leaves out, and the
waits of each queue as in table 1 of the BMBP paper, or why the log cannot be replayed. For a log
with the directive SnapshotTime it counts the jobs that ran and waited then. A LOG is a path, "-"
for standard input, or a name of the catalogue.`,
		func(_ context.Context, c console, names []string) error {
			var tables []*report.Table
			for _, name := range names {
				described, err := describeLog(c, name, cache, &settings)
				if err != nil {
					return err
				}
				tables = append(tables, described...)
			}
			return writeTables(c.out, format, tables...)
		},
		"traces info small.swf")
	cacheFlag(cmd.Flags(), &cache)
	settingFlags(cmd.Flags(), &settings, "select", "lenient")
	formatFlag(cmd.Flags(), &format)
	return cmd
}

// describeLog returns the facts of a log and, if it can be replayed, the
// paper's table 1 of it.
func describeLog(c console, name, cache string, s *run.Settings) ([]*report.Table, error) {
	sel, err := swf.ParseSelection(s.Select)
	if err != nil {
		return nil, usageError{err}
	}
	f, err := (&logFlags{cache, s.Lenient}).open(c, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	trace, problem := replay.Load(traceName(f.Name), f.Reader, sel, nil)
	if trace == nil {
		return nil, problem
	}
	record := run.NewTraceRecord(trace, f.Reader, f.SHA256(), 0)
	if what := report.Unverified(record.Name, record.SHA256); what != "" {
		record.Notes = slices.Insert(record.Notes, 0, what)
	}
	if problem != nil {
		record.Notes = append(record.Notes,
			"it cannot be replayed: "+strings.TrimPrefix(problem.Error(), trace.Name+": "))
	}
	tables := []*report.Table{report.FactsTable(&record)}
	if problem == nil {
		run := &run.Record{Settings: run.Settings{Select: s.Select}, Traces: []run.TraceRecord{record}}
		tables = append(tables, report.Tables(run, nil)[0])
	}
	return tables, nil
}
