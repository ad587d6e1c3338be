package main

import (
	"cmp"
	"compress/gzip"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waitbench/methods"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/table"
	"waitbench/swf"
	"waitbench/swf/accounting"
)

type importFlags struct {
	accounting.Options
	out, extra, plans, queueMap string
	waiting                     string // a file
	zone, now, wait, origin     string
	notes                       []string // on a preset
	files                       []string // to open
	in                          *swf.File
}

// inFiles is on the arguments, for the help of imports.
const inFiles = "Several files make one log. Of a folder, all files are read, by name."

func importSacctCommand() *cobra.Command {
	f := &importFlags{}
	cmd := newCommand("sacct FILE...", "a log of the output of Slurm's sacct",
		`sacct makes a log of the output of Slurm's sacct, from Slurm 22.05 on:

`+accounting.Command+`

Add --array from Slurm 23.02 on, JobName only as the last column, and never -T.
Each try of a requeued job is a job, and each task of an array. Names become
numbers. A report on all records goes to standard error.
`+inFiles+`

--plans FILE keeps the start that the scheduler planned in the first minute of
each job. This call, once a minute, writes the file:

SLURM_TIME_FORMAT=%s squeue -h -t PD -o "%A|$(date +%s)|%S" >> plans.txt`,
		func(_ context.Context, c *console, args []string) error {
			return f.run(c, args, accounting.NewSacct)
		},
		"import sacct jobs.txt --out jobs.swf.gz --max-procs 2 --extra ids.csv",
		"import sacct jobs.txt --wait submit --queues partition,qos --size nodes --time-zone "+
			"Europe/Berlin --quiet",
		"import sacct jobs.txt --now 2026-12-01T00:00:00 --plans plans.txt --out planned.swf")
	cmd.SuggestFor = []string{"slurm"}
	fs := cmd.Flags()
	f.add(fs)
	parts := []string{"partition", "qos", "account", "reservation"}
	list(fs, &f.Queue, "queues", "parts of the queue's name: "+strings.Join(parts, ", "),
		func(words []string) error {
			return methods.CheckNames("part of a queue", parts, words...)
		})
	choice(fs, &f.Size, "size", "sizes of jobs", "cpus", "nodes")
	fs.StringVar(&f.plans, "plans", "",
		"`file` of planned starts, for method scheduler: lines of number|made|start")
	return cmd
}

func importCSVCommand() *cobra.Command {
	f := &importFlags{}
	var columns []string
	var preset, sets string
	known := []string{"none"}
	for _, p := range accounting.Presets {
		known = append(known, p.Name)
		sets += fmt.Sprintf("\n  %-14s %s", p.Name, p.Set)
	}
	cmd := newCommand("csv FILE...", "a log of a table with a header line",
		`csv makes a log of a table of jobs. --map names the columns of
id submit eligible start end run limit size queue user group state plan event.
plan is a planned start. Rows with an event other than E are left out, and of
rows with one id and submission all but the furthest.
`+inFiles+`

COLUMN:FORMAT sets a format. Times are dates or seconds since 1970, or mdy
(MM/DD/YYYY), ms, us, ns. Durations are 1-02:00:00, 1 days 02:00:00, P1DT2H or
seconds, or min, h, d; they round up. States are words of Slurm, or exit (0 is
completed), slurmdbd (its codes). Sizes are numbers, or cpu, node of TRES.

A preset has the columns of a public data set, and leaves out odd rows. Waits
count from submission without eligibility. * was not tried on rows of the set:`+sets+`

Convert Parquet with DuckDB:
duckdb -c "COPY (SELECT * FROM 'jobs.parquet') TO '/dev/stdout' (FORMAT csv, HEADER)" |
  waitbench import csv - --preset pm100 --out jobs.swf.gz`,
		func(_ context.Context, c *console, args []string) error {
			p, known := accounting.FindPreset(preset)
			var err error
			if f.Columns, err = accounting.ParseColumns(known, columns); err != nil {
				return output.Usagef("--map: %w", err)
			}
			if f.EachRow = p.Name != ""; p.Note != "" {
				f.notes = append(f.notes, p.Note)
			}
			if f.EachRow && !f.Columns.Has("eligible") && !c.flags.Changed("wait") {
				f.wait = "submit"
				f.notes = append(f.notes, "the data set has no times of eligibility")
			}
			return f.run(c, args, accounting.NewCSV)
		},
		"import csv jobs.csv --preset eagle --map size=nodes_req --time-zone America/Denver "+
			"--out eagle.swf",
		"import csv jobs.csv --map submit=submit_time:iso,start=start_time,"+
			"run=run_time:s,size=processors_req --wait submit --lenient")
	fs := cmd.Flags()
	list(fs, &columns, "map", "columns, as submit=COLUMN:FORMAT")
	fs.StringVar(&f.origin, "origin", "", "`date` from which times count, as in a trace that "+
		"starts at 0, or none if it is unknown")
	choice(fs, &preset, "preset", "data set with known columns; --map overrides some", known...)
	f.add(fs)
	return cmd
}

func importPBSCommand() *cobra.Command {
	f := &importFlags{}
	cmd := newCommand("pbs FILE...", "a log of accounting records of PBS or Torque",
		`pbs makes a log of accounting records of PBS Professional, OpenPBS or Torque:
of the folder server_priv/accounting, or of files of it.
`+inFiles+`

Each try of a job that ran again is a job. Its wait begins where the try before
ended. Jobs that run stay in the log, with SnapshotTime in its header. Jobs that
wait stay if records Q have Resource_List, as from OpenPBS 20 on, or --waiting
names them. Else the header has SnapshotWaiting: unknown. Parents of arrays, and
with them the tasks that wait, are left out unless --waiting has these tasks.

Sizes are processors, allocated and requested: of exec_vnode and select, or of
exec_host and nodes, procs and ncpus, or of mppwidth or size on Cray. Dates of
records are in --time-zone. They are used where a record has no ctime, start or
end. The report counts each record: as a job, as bad, or by its kind if it
is no job of its own.`,
		func(_ context.Context, c *console, args []string) error {
			return f.run(c, args, accounting.NewPBS)
		}, "import pbs pbs.txt --out pbs.swf")
	f.Size = "processors"
	f.add(cmd.Flags())
	cmd.Flags().StringVar(&f.waiting, "waiting", "", "`file` of qstat -f -t, also with -F json, made "+
		"after the records: the jobs that wait")
	return cmd
}

func (f *importFlags) add(fs *pflag.FlagSet) {
	f.Queue = []string{"partition"}
	outFlag(fs, &f.out)
	choice(fs, &f.wait, "wait", "start of the wait", "eligible", "submit")
	fs.Int64Var(&f.MaxProcs, "max-procs", 0, "processors of the machine, or nodes (see sinfo -h -o %C)")
	fs.StringVar(&f.zone, "time-zone", "", "`zone` of times without one (default: this machine's)")
	fs.StringVar(&f.extra, "extra", "", "`file.csv` for job IDs, times, state and reason; "+
		"missing after a kill: repeat the call")
	fs.StringVar(&f.queueMap, "queue-map", "", "`file` of lines REGEXP NAME: a queue takes the NAME "+
		"of the first that matches it anywhere, or as a whole with ^ and $")
	fs.StringVar(&f.now, "now", "", "`time` of the records (default: from running jobs, or the latest)")
	fs.BoolVar(&f.Lenient, "lenient", false, "skip and count what cannot be read, and show the first "+
		"ten; go on if more than 1 in 100 records contradict themselves")
	formatFlag(fs)
	quietFlag(fs)
}

func (f *importFlags) options() (err error) {
	f.BySubmit, f.Now = f.wait == "submit", math.NaN()
	if f.MaxProcs < 0 {
		return output.Usagef("--max-procs %d is negative", f.MaxProcs)
	}
	if f.Zone, err = zoneOf(f.zone); err != nil {
		return err
	}
	if f.origin == "none" {
		f.Origin = math.NaN()
	} else if f.origin != "" {
		if f.Origin, err = f.Options.ParseTime(f.origin); err != nil {
			return output.Usagef("--origin: %w; want a date, or none", err)
		}
	}
	if f.now != "" {
		if f.Now, err = f.Options.ParseTime(f.now); err != nil {
			return output.Usagef("--now: %w", err)
		}
	}
	return nil
}

// zoneOf returns a time zone by its name. No name means the zone of this
// machine, under its name if that is known.
func zoneOf(name string) (accounting.Zone, error) {
	if name == "" {
		link, _ := os.Readlink("/etc/localtime")
		_, name, _ = strings.Cut(link, "zoneinfo/")
		if set, isSet := os.LookupEnv("TZ"); isSet {
			name = strings.TrimPrefix(set, ":")
		}
		if name == "" && time.Local.String() == "UTC" {
			name = "UTC"
		}
		if _, err := time.LoadLocation(name); err != nil || name == "Local" {
			name = "" // such as the zone of a file
		}
		return accounting.Zone{Location: time.Local, Name: name}, nil
	}
	location, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		err = output.Usagef("unknown time zone %q; names are such as Europe/Berlin or UTC", name)
	}
	return accounting.Zone{Location: location, Name: name}, err
}

func (f *importFlags) run(c *console, args []string,
	open func(io.Reader, accounting.Options) (*accounting.Source, error)) error {
	err := cmp.Or(f.options(), f.setFiles(c, args))
	if err != nil {
		return err
	}
	defer func() { f.in.Close() }()
	if f.Plans, err = readMap(c, f.plans, accounting.ReadPlans); err != nil {
		return err
	}
	if f.Waiting, err = readMap(c, f.waiting, accounting.ReadQstat); err != nil {
		return err
	}
	if f.QueueMap, err = readMap(c, f.queueMap, accounting.ReadQueueMap); err != nil {
		return err
	}
	src, err := open(strings.NewReader(""), f.Options)
	if err != nil {
		return err
	}
	log, err := accounting.Import(src, f.Options)
	if err != nil {
		return err
	}
	if err := f.write(c, log); err != nil || c.quiet {
		return err
	}
	return c.writeTables(c.w, f.table(log))
}

// readMap calls read for the file of a flag, unless it is not set.
func readMap[T any](c *console, path string,
	read func(io.Reader, accounting.Options) (T, error)) (found T, err error) {
	if path == "" {
		return found, nil
	}
	in, err := c.openPath(path)
	if err != nil {
		return found, err
	}
	defer in.Close()
	return read(in.Text(), accounting.Options{File: path})
}

// write writes the log and the extra values.
func (f *importFlags) write(c *console, log *accounting.Log) error {
	if f.extra == "" {
		return c.writePacked(func(to []io.Writer) error { return log.WriteSWF(to[0], nil) }, f.out)
	}
	return c.writePacked(func(to []io.Writer) error {
		rows := csv.NewWriter(to[1])
		_ = rows.Write(accounting.ExtraColumns) // the writer keeps its error
		err := log.WriteSWF(to[0], func(row []string) error {
			return rows.Write(output.CSVFields(row...))
		})
		rows.Flush()
		return cmp.Or(err, rows.Error())
	}, f.out, f.extra)
}

// writePacked writes files that belong together, compressed for names in .gz or
// .zst, or standard output for "-".
func (c *console) writePacked(write func(to []io.Writer) error, paths ...string) error {
	named := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == "-" })
	return output.WriteAll(named, func(files []io.Writer) error {
		var to []io.Writer
		var ends []func() error
		for _, path := range paths {
			file := io.Writer(c.out)
			if path != "-" {
				file, files = files[0], files[1:]
			}
			packed, end := pack(file, filepath.Ext(path))
			to, ends = append(to, packed), append(ends, end)
		}
		err := write(to)
		for _, end := range ends {
			err = cmp.Or(err, end())
		}
		return err
	})
}

// pack returns a writer to w that compresses for the ending .gz or .zst, and what
// to call at the end.
func pack(w io.Writer, ending string) (packed io.Writer, end func() error) {
	switch ending {
	case ".gz":
		z := gzip.NewWriter(w)
		return z, z.Close
	case ".zst":
		z, _ := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)) // valid options
		return z, z.Close
	}
	return w, func() error { return nil }
}

func (f *importFlags) table(log *accounting.Log) *table.Table {
	t := &table.Table{
		Title:   fmt.Sprintf("%s of %s", output.Counted(log.Rows, "record"), f.File),
		Columns: table.Columns("what", "#jobs", "meaning"),
	}
	lastAdded := ""
	for _, count := range log.Counts() {
		t.Add(count.Name, count.Jobs, count.Doc)
		if count.Adds {
			lastAdded = count.Name
		}
	}
	from := "eligibility"
	if f.BySubmit {
		from = "submission"
	}
	snapshot := "SnapshotTime, the time of the records, is " + f.Zone.Stamp(log.Now)
	if f.Undated() {
		snapshot = "the log has no dates, so jobs that run or wait at its end are not replayed"
	}
	waiting := []string{}
	if log.NoWaiting {
		waiting = append(waiting, "jobs that wait are not in the log, since no record Q has a "+
			"size: SnapshotWaiting: unknown")
	}
	usual := run.Defaults()
	t.Notes = slices.Concat([]string{
		fmt.Sprintf("the lines up to %s sum to the records plus %s of arrays; "+
			"the others are about the %s of the log",
			lastAdded, output.Counted(log.Tasks, "task"), output.Counted(log.Jobs, "job")),
		fmt.Sprintf("waits count from %s; times without a zone are in %s",
			from, cmp.Or(f.Zone.Name, "this machine's zone")), snapshot,
	}, f.notes, log.Odd, waiting, log.Bad,
		[]string{log.Outlook(usual.MinJobs, usual.Train.Fraction)})
	return t
}
