package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"waitbench/replay"
	"waitbench/replay/rundir"
	"waitbench/report"
	"waitbench/swf"
	"waitbench/traces"
)

var tracesCommand = command{
	name:  "traces",
	args:  "list | get NAME... | verify [NAME...] | info LOG...",
	short: "the catalogue of the Parallel Workloads Archive: list, fetch, verify; describe a log",
	long: `list shows the catalogue; get downloads logs into the cache folder, going on where an earlier download broke off,
and checks their SHA-256; verify checks what is in the cache (all of it without a name); info describes logs:
machine, period, jobs by the rule that leaves them out, and the waits of each queue as in table 1 of the BMBP paper.
A LOG is a path, "-" for standard input, or a name of the catalogue that is in the folder named by WAITBENCH_TRACES or in the cache.`,
	examples: []string{
		"traces list",
		"traces get KTH-SP2-1996-2.1-cln",
		"traces verify",
		"traces info small.swf",
	},
	flags: func(fs *pflag.FlagSet) action {
		t := tracesAction{}
		fs.StringVar(&t.cache, "cache", "", "folder of fetched logs (default: waitbench/traces in the user's cache folder)")
		fs.StringVar(&t.sel, "select", "started", "info: which jobs count: started, paper or all")
		fs.BoolVar(&t.lenient, "lenient", false, "info: skip and count malformed lines")
		fs.BoolVar(&t.quiet, "quiet", false, "no progress and no remarks")
		return t.run
	},
}

type tracesAction struct {
	cache, sel     string
	lenient, quiet bool
}

func (t *tracesAction) run(ctx context.Context, c console, args []string) error {
	if len(args) == 0 {
		return usagef("needs one of list, get, verify, info")
	}
	word, names := args[0], args[1:]
	switch word {
	case "list":
		if len(names) > 0 {
			return usagef("list takes no arguments, but got %q", names[0])
		}
		return listCatalogue(c.out)
	case "get":
		return t.get(ctx, c, names)
	case "verify":
		return t.verify(c, names)
	case "info":
		return t.info(c, names)
	}
	return usagef("unknown %q; known are list, get, verify, info", word)
}

func listCatalogue(w io.Writer) error {
	table := report.Table{
		Title:   "Logs of the Parallel Workloads Archive",
		Columns: []report.Column{{Heading: "name"}, {Heading: "jobs", Align: report.Right}, {Heading: "SHA-256"}, {Heading: "about"}},
		Notes:   []string{"not verified: the catalogue does not know the log's SHA-256; get then only checks that the file is whole."},
	}
	for _, e := range traces.Catalogue() {
		jobs, sum := report.Absent(), "not verified"
		if e.Jobs >= 0 {
			jobs = report.Count(int(e.Jobs))
		}
		if e.SHA256 != "" {
			sum = e.SHA256[:12]
		}
		table.Rows = append(table.Rows, []report.Cell{report.Words(e.Name), jobs, report.Words(sum), report.Words(e.About)})
	}
	return table.WriteText(w)
}

func (t *tracesAction) store() (*traces.Store, error) {
	if t.cache != "" {
		return &traces.Store{Dir: t.cache}, nil
	}
	dir, err := traces.DefaultDir()
	return &traces.Store{Dir: dir}, err
}

func entries(names []string) ([]traces.Entry, error) {
	var found []traces.Entry
	for _, name := range names {
		e, err := traces.Find(name)
		if err != nil {
			return nil, err
		}
		found = append(found, e)
	}
	return found, nil
}

func (t *tracesAction) get(ctx context.Context, c console, names []string) error {
	if len(names) == 0 {
		return usagef("get needs the name of a log; see waitbench traces list")
	}
	found, err := entries(names)
	if err != nil {
		return err
	}
	store, err := t.store()
	if err != nil {
		return err
	}
	p := newProgress(c.err, t.quiet, "bytes")
	defer p.finish()
	for _, e := range found {
		p.start(e.Name)
		result, err := store.Get(ctx, e, p.update)
		if err != nil {
			return err
		}
		p.message("%s: %s, %s bytes received, SHA-256 %s", e.Name, result.Status, group(result.Received), result.SHA256)
		fmt.Fprintln(c.out, result.Path)
	}
	return nil
}

func (t *tracesAction) verify(c console, names []string) error {
	store, err := t.store()
	if err != nil {
		return err
	}
	found, err := entries(names)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		for _, e := range traces.Catalogue() {
			if store.Have(e) {
				found = append(found, e)
			}
		}
	}
	var bad error
	for _, e := range found {
		result, err := store.Verify(e)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%s: %s\n", e.Name, result.Status)
		switch result.Status {
		case traces.Wrong:
			bad = errors.Join(bad, fmt.Errorf("%s: %w", e.Name, result.Problem))
		case traces.Missing:
			bad = errors.Join(bad, fmt.Errorf("%s is not in %s", e.Name, store.Dir))
		}
	}
	if len(found) == 0 && !t.quiet {
		fmt.Fprintf(c.err, "no log of the catalogue is in %s\n", store.Dir)
	}
	return bad
}

func (t *tracesAction) info(c console, names []string) error {
	if len(names) == 0 {
		return usagef("info needs a log")
	}
	sel, err := swf.ParseSelection(t.sel)
	if err != nil {
		return usageError{err}
	}
	for i, name := range names {
		path, err := resolveLog(name, t.cache)
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		if err := describeLog(c, path, sel, t.lenient); err != nil {
			return err
		}
	}
	return nil
}

// describeLog prints what a log says of its machine, and the paper's table 1 of it.
func describeLog(c console, path string, sel swf.Selection, lenient bool) error {
	f, err := openLog(c, path, lenient)
	if err != nil {
		return err
	}
	defer f.Close()
	trace, err := replay.Load(traceName(path), f.Reader, sel, nil)
	if err != nil {
		return err
	}
	record := rundir.NewTraceRecord(trace, f.Reader, f.SHA256(), 0)
	if err := report.FactsTable(&record).WriteText(c.out); err != nil {
		return err
	}
	fmt.Fprintln(c.out)
	run := &rundir.Run{Settings: rundir.Settings{Select: sel.String()}, Traces: []rundir.TraceRecord{record}}
	return report.Tables(run, nil)[0].WriteText(c.out)
}

func resolveLog(name, cache string) (string, error) {
	if cache == "" {
		dir, err := traces.DefaultDir()
		if err == nil {
			cache = dir
		}
	}
	return traces.Resolve(name, os.Getenv("WAITBENCH_TRACES"), cache)
}
