package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/table"
	"waitbench/report/wait"
	"waitbench/swf"
)

func waitCommand() *cobra.Command {
	w := &waitFlags{settings: run.Defaults(), every: 7200}
	cmd := newCommand("wait LOG",
		"how long a job submitted now will wait, and how far to trust it",
		`wait prints within which time a job starts that is submitted at the end of a
log, or at another moment. It uses only facts known at that moment, such as the
running and waiting jobs: the answer equals the bound that a replay has for such
a job. The method is the best by the verdict on the log, or the method of
--methods. If the verdict finds no method to rely on, there is no bound without
--methods. wait also prints how often such bounds held in the last 90 days.
Durations are such as 90s, 5m, 2h30m or 2d, or have the form [D-]HH:MM[:SS].
waitbench help wait-json prints the schema of --format json.

--queue, --procs and --estimate take several values, to see what to ask for
instead: one row for each combination, where the queue has seen 20 such jobs. A
plus sign is at the job that starts first by its bound.

With --job or --pending, wait bounds the remaining waits of jobs that wait at
that moment. Methods that need only waits use the waits that were longer. Short
waits become known first, so these can be too short while a queue grows.
forest and boost use their forecasts at submission, at levels that follow the
jobs that waited 10 min, 1 h, 6 h or 1 day. wait prints how often bounds held.

With --from, wait prints the bounds of one method at several moments, as table 8
of the BMBP paper does. A quantile with l is bounded from below. The numbers of
table 8 appear next to the bounds for the same times: SDSC-DS-2004-2.1-cln with
--select paper --train 0 --queue normal --from 2004-05-05.`,
		w.run,
		"wait small.swf --queue normal --procs 16 --estimate 4h --within 6h",
		"wait small.swf --queue normal --procs 16 --user 3 --executable 2 --methods historical+cal",
		"wait small.swf --queue express --procs 4 --at 2001-01-08T12:00 --methods smith+cal "+
			"--format json",
		"wait small.swf --pending --at 2001-01-08T12:00 --methods bmbp,forest",
		"wait small.swf --queue all --procs 4,16 --estimate 1h,12h --methods bmbp",
		"wait small.swf --all --methods bmbp,qbets --within 10m,1h",
		"wait small.swf --all --format prometheus",
		"wait small.swf --queue low --methods bmbp --from 2001-01-06 --to 2001-01-07 --every 6h "+
			"--quantiles 0.25l,0.5,0.9")
	fs := cmd.Flags()
	list(fs, &w.queues, "queue", "`queue`s, by names or numbers in the log, or all "+
		"(default: the one with the most jobs)")
	ofJobs(fs, &w.procs, "procs", "processors of the job, or several to compare", "ints", 1, parseInteger)
	ofJobs(fs, &w.estimates, "estimate", "requested run time of the job, such as 4h, 2d or 1-12:00, "+
		"or several to compare", "durations", 0, replay.ParseDuration)
	ofJob(fs, &w.Job.User, "user", "user of the job, by the number in the log", "int",
		0, parseInteger)
	ofJob(fs, &w.Job.Executable, "executable", "program of the job, by the number in the log",
		"int", 0, parseInteger)
	fs.StringVar(&w.ID, "job", "", "a `job` of the log that waits: bound its remaining wait")
	fs.BoolVar(&w.Pending, "pending", false, "bound the remaining waits of all jobs that wait")
	fs.StringVar(&w.ids, "ids", "", "`file` of import --extra for this log: "+
		"job IDs of the batch system in --job and the table")
	fs.StringVar(&w.questions, "questions", "", "answer the questions of a `file` or of - "+
		"(standard input), one a line, as they come: see waitbench help site")
	fs.StringVar(&w.at, "at", "", "`moment` of submission: 2004-06-01T06:00 or seconds of the log "+
		"(default: its snapshot, else its last submission)")
	fs.Var(&repeated{Value: run.Durations(&w.Within, true)}, "within",
		"times, such as 1h: the share of such jobs that starts within each")
	fs.BoolVar(&w.EachRange, "all", false,
		"one row for each queue and each range of its sizes, for the largest size and "+
			"a long requested time; of all sizes only by methods that need waits only")
	fs.StringVar(&w.ranges, "ranges", replay.AllRanges,
		"learn from jobs in this `range` of processors, or from all jobs")
	w.settings.Quantiles = []string{"0.95", "0.5"}
	settingFlags(fs, &w.settings, "confidence", "epoch_s", "train", "select", "lenient", "methods",
		"quantiles", "scheduler", "cluster", "ticks")
	fs.Lookup("methods").Usage = "one method, or several from which the verdict chooses: " +
		"names, default, waits, paper or all; see waitbench methods"
	fs.Lookup("quantiles").Usage = "shares of such jobs whose waits to bound; " +
		"the first decides the verdict; of jobs that wait only 0.95 by default"
	fs.StringVar(&w.from, "from", "", "first `moment` of a table of bounds over time, "+
		"by one method")
	fs.StringVar(&w.to, "to", "", "last `moment` of that table (default: a day later)")
	fs.Var(run.Duration(&w.every), "every", "time between its rows")
	formatFlag(fs, "jsonl", "prometheus")
	quietFlag(fs)
	for name, heading := range map[string]string{"queue": "Flags of the question", "ranges": "Flags of the method",
		"from": "Flags of the output"} {
		_ = fs.SetAnnotation(name, headingKey, []string{heading}) // it exists
	}
	const ofJob = "procs estimate user executable ranges from all "
	for flag, others := range map[string]string{
		"job": ofJob + "within pending", "pending": ofJob + "within", "questions": ofJob + "queue job pending format",
		"all": "queue procs ranges", "from": "at within all",
	} {
		for _, other := range strings.Fields(others) {
			cmd.MarkFlagsMutuallyExclusive(flag, other)
		}
	}
	return cmd
}

type waitFlags struct {
	wait.Question
	settings     run.Settings
	queues       []string
	ranges       string
	procs        []int64
	estimates    []float64
	at, from, to string
	every        float64
	ids          string // a file
	questions    string // a file, or -
}

func (w *waitFlags) run(ctx context.Context, c *console, args []string) error {
	if err := w.check(c); err != nil {
		return err
	}
	if w.waits() && !c.flags.Changed("quantiles") {
		w.settings.Quantiles = w.settings.Quantiles[:1] // the half held for too few
	}
	f, err := c.openLog(args[0])
	if err != nil {
		return err
	}
	defer f.Close()
	c.start(logName(f.Name), "jobs")
	log, err := w.load(f, replay.Engine{Progress: c.updateTime})
	if err != nil {
		return err
	}
	c.unverified(log.Record.Name, log.Record.SHA256)
	if w.from != "" {
		return w.overTime(ctx, c, log)
	}
	for _, l := range log.Plan.Levels {
		if l.Side == methods.Lower {
			return output.Usagef("quantile %v is a lower bound, which only --from shows", l)
		}
	}
	if w.Now, err = moment(log.Record.Clock(), w.at, log.End()); err != nil {
		return err
	}
	if w.at == "" && log.IsLive() {
		w.Asked = log.Record.Clock().Seconds(time.Now())
	}
	if w.ids != "" {
		if w.IDs, err = log.ReadIDs(w.ids); err != nil {
			return err
		}
	}
	if w.questions != "" {
		return w.askEach(ctx, c, log)
	}
	reply, err := log.Ask(ctx, w.Question)
	if err != nil {
		return err
	}
	c.finish()
	return w.print(c, reply)
}

// waits reports whether the question is about jobs that wait.
func (w *waitFlags) waits() bool { return w.Pending || w.ID != "" }

func (w *waitFlags) check(c *console) error {
	switch {
	case w.from == "" && (w.to != "" || c.flags.Changed("every")):
		return output.Usagef("--to and --every are for a table over time, which needs --from")
	case w.EachRange && len(w.estimates) > 1:
		return output.Usagef("--all takes one --estimate, not %d", len(w.estimates))
	case len(w.queues) > 1 && (w.waits() || w.from != ""):
		return output.Usagef("--pending, --job and --from take one --queue, not %d", len(w.queues))
	case w.ids != "" && !w.waits() && w.questions == "":
		return output.Usagef("--ids names jobs for --job and --pending: add one of them")
	case c.flag("format") == "prometheus" && (w.ID != "" || w.from != ""):
		return output.Usagef("--format prometheus has metrics of queues, not of a job or of several moments: " +
			"choose another format, or --pending")
	case w.ranges != replay.AllRanges:
		ranges, err := replay.ParseRanges(w.ranges)
		if err != nil || len(ranges) != 1 {
			return output.Usagef("--ranges takes one range such as 5-16, or all, not %q", w.ranges)
		}
		w.ranges = ranges[0].String()
	}
	return nil
}

// load reads a log, and keeps the series that the flags ask about.
func (w *waitFlags) load(f *swf.File, engine replay.Engine) (*wait.Log, error) {
	settings := w.settings // with the usual ranges, as the verdict of a replay
	if usual := strings.Split(settings.Ranges, ","); !slices.Contains(usual, w.ranges) &&
		w.ranges != replay.AllRanges {
		settings.Ranges = w.ranges
	}
	plan, err := run.NewPlan("replay", settings, engine)
	if err != nil {
		return nil, output.UsageError{Err: err}
	}
	log, err := wait.Load(plan, logName(f.Name), f)
	if err != nil {
		return nil, err
	}
	_, isName := log.Record.FindQueue("all")
	all := slices.Equal(w.queues, []string{"all"}) && !isName
	if all {
		w.queues = nil
	}
	compares := all || len(w.queues) > 1
	switch {
	case w.EachRange:
	case compares, len(w.queues) == 0 && (w.waits() || w.questions != ""):
		log.KeepQueues(w.ranges, w.queues...)
	default:
		log.Keep(strings.Join(w.queues, ""), w.ranges)
	}
	w.setJobs(compares)
	return log, nil
}

// setJobs sets the job of the question, or the jobs to compare: those of all
// combinations of processors and requested times.
func (w *waitFlags) setJobs(compares bool) {
	for _, w.Job.Procs = range w.procs {
		for _, w.Job.Estimate = range w.estimates {
			w.Instead = append(w.Instead, w.Job)
		}
	}
	if len(w.Instead) < 2 && !compares || w.EachRange || w.waits() {
		w.Instead = nil
	} else if w.Job = w.Instead[0]; !slices.Contains(w.Within, 60) {
		w.Within = append([]float64{60}, w.Within...)
	}
}

// askEach answers the questions of the file.
func (w *waitFlags) askEach(ctx context.Context, c *console, log *wait.Log) error {
	in := c.in
	if w.questions != "-" {
		f, err := os.Open(w.questions)
		if err != nil {
			return output.CannotRead(w.questions, err)
		}
		defer f.Close()
		in = f
	}
	c.finish()
	return log.AskEach(ctx, w.Question, in, c.out)
}

// loadQueue reads the started jobs of a queue, by default the busiest.
func loadQueue(f *swf.File, queue string) (*replay.Series, error) {
	flags := &waitFlags{settings: run.Defaults(), ranges: replay.AllRanges}
	flags.queues, _ = run.SplitWords(queue)
	log, err := flags.load(f, replay.Engine{})
	if err != nil {
		return nil, err
	}
	return log.One()
}

// print prints the answers. As text, what is said of one job comes before the
// table.
func (w *waitFlags) print(c *console, reply *wait.Reply) error {
	said := slices.Concat(reply.Sentences(), reply.Remarks)
	switch format := c.flag("format"); {
	case format == "prometheus":
		return reply.WriteMetrics(c.out)
	case format == "json":
		return reply.WriteJSON(c.out)
	case format == "csv" || format == "jsonl":
		return c.printTables(reply.Rows())
	case format == "text" && !w.EachRange && w.Instead == nil && len(said) > 0:
		fmt.Fprintln(c.out, table.Folded(strings.Join(said, " ")))
		said = nil
	}
	return c.printTables(reply.Table(said...))
}

// overTime prints the bounds that were in force at several moments.
func (w *waitFlags) overTime(ctx context.Context, c *console, log *wait.Log) error {
	record, clock := log.Record, log.Record.Clock()
	from, err := moment(clock, w.from, 0)
	if err != nil {
		return err
	}
	to, err := moment(clock, w.to, from+86400)
	switch {
	case err != nil:
		return err
	case w.Instead != nil:
		return output.Usagef("--from takes one queue, --procs and --estimate")
	case w.every < 60:
		return output.Usagef("--every must be a minute at least")
	case (to-from)/w.every >= 10_000:
		return output.Usagef("--from, --to and --every make more than 10,000 rows")
	case len(log.Plan.Methods) != 1:
		return output.Usagef("--from takes one method, not %d", len(log.Plan.Methods))
	case to < from:
		return output.Usagef("--to is before --from")
	case to < record.Begin() || from > record.LastSubmit:
		return output.Usagef("%s is not a time of the log, which lasts from %s to %s", w.from,
			record.When(record.Begin()), record.When(record.LastSubmit))
	}
	bounds, err := log.OverTime(ctx, w.Job, from, to, w.every)
	if err != nil {
		return err
	}
	c.finish()
	return c.printTables(bounds)
}
