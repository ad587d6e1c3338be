package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/published"
	"waitbench/report/table"
	"waitbench/report/verdict"
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
		"wait small.swf --all --methods bmbp,qbets --within 10m,1h",
		"wait small.swf --all --format prometheus",
		"wait small.swf --queue low --methods bmbp --from 2001-01-06 --to 2001-01-07 --every 6h "+
			"--quantiles 0.25l,0.5,0.9")
	fs := cmd.Flags()
	queueFlag(fs, &w.queue)
	ofJob(fs, &w.job.Procs, "procs", "processors of the job", "int", 1, parseInteger)
	ofJob(fs, &w.job.Estimate, "estimate",
		"requested run time of the job, such as 4h, 2d or 1-12:00",
		"duration", 0, replay.ParseDuration)
	ofJob(fs, &w.job.User, "user", "user of the job, by the number in the log", "int",
		0, parseInteger)
	ofJob(fs, &w.job.Executable, "executable", "program of the job, by the number in the log",
		"int", 0, parseInteger)
	fs.StringVar(&w.jobID, "job", "", "a `job` of the log that waits: bound its remaining wait")
	fs.BoolVar(&w.waiting, "pending", false, "bound the remaining waits of all jobs that wait")
	fs.StringVar(&w.ids, "ids", "", "`file` of import --extra for this log: "+
		"job IDs of the batch system in --job and the table")
	fs.StringVar(&w.ranges, "ranges", replay.AllRanges,
		"learn from jobs in this `range` of processors, or from all jobs")
	settingFlags(fs, &w.settings, "confidence", "epoch_s", "train", "select", "lenient", "rank")
	cacheFlag(fs)
	w.settings.Quantiles = []string{"0.95", "0.5"}
	fs.StringVar(&w.now, "at", "", "`moment` of submission: 2004-06-01T06:00 or seconds of the log "+
		"(default: its snapshot, else its last submission)")
	fs.Var(&repeated{Value: run.Durations(&w.within, true)}, "within",
		"times, such as 1h: the share of such jobs that starts within each")
	settingFlags(fs, &w.settings, "methods", "quantiles", "scheduler", "cluster", "ticks")
	fs.Lookup("methods").Usage = "one method, or several from which the verdict chooses: " +
		"names, default, waits, paper or all; see waitbench methods"
	fs.Lookup("quantiles").Usage = "shares of such jobs whose waits to bound; " +
		"the first decides the verdict"
	fs.StringVar(&w.from, "from", "", "first `moment` of a table of bounds over time, "+
		"by one method")
	fs.StringVar(&w.to, "to", "", "last `moment` of that table (default: a day later)")
	fs.Var(run.Duration(&w.every), "every", "time between its rows")
	fs.BoolVar(&w.all, "all", false,
		"one row for each queue and range, for a job of the range's median size of a week; "+
			"of all sizes only by methods that need waits only")
	formatFlag(fs, "prometheus")
	return cmd
}

type waitFlags struct {
	settings      run.Settings
	queue, ranges string
	job           replay.Job // as far as known
	now, from, to string
	every         float64
	within        []float64 // seconds
	all           bool
	jobID, ids    string // of a job that waits, and a file with IDs
	waiting       bool   // all jobs that wait

	jobNames map[int64]string // of --ids, by job number
	only     *replay.Job      // of --job; nil for all jobs
}

func (w *waitFlags) run(ctx context.Context, c *console, args []string) error {
	if w.from == "" && (w.to != "" || c.flags.Changed("every")) {
		return usagef("--to and --every are for a table over time, which needs --from")
	}
	if w.all && (w.queue != "" || w.ranges != replay.AllRanges) {
		return usagef("--all covers every queue and range: leave out --queue and --ranges")
	}
	if w.ranges != replay.AllRanges {
		ranges, err := replay.ParseRanges(w.ranges)
		if err != nil || len(ranges) != 1 {
			return usagef("--ranges takes one range such as 5-16, or all, not %q", w.ranges)
		}
		w.ranges = ranges[0].String()
	}
	if err := w.checkWaiting(c); err != nil {
		return err
	}
	loaded, err := w.open(c, args[0])
	if err != nil {
		return err
	}
	if w.from != "" {
		return w.overTime(ctx, c, loaded)
	}
	for _, l := range loaded.plan.Levels {
		if l.Side == methods.Lower {
			return usagef("quantile %v is a lower bound, which only --from shows", l)
		}
	}
	end := loaded.record.LastSubmit
	if s := loaded.series[0].Log.Snapshot; s != nil {
		end = s.Time
	}
	now, err := moment(loaded.record.Clock(), w.now, end)
	if err != nil {
		return err
	}
	remarks, err := w.check(loaded, now, end)
	if err != nil {
		return err
	}
	if w.asksWaiting() {
		if err := w.findJobs(loaded, now); err != nil {
			return err
		}
	}
	answers, err := w.answers(ctx, loaded, now)
	if err != nil {
		return err
	}
	c.finish()
	if unknown := loaded.waitingAt(now) - len(answers); w.waiting && w.queue == "" && unknown > 0 {
		remarks = append(remarks, fmt.Sprintf("Jobs in queues where no job has started are "+
			"not shown: %d.", unknown))
	}
	return w.print(c, loaded, answers, now, remarks)
}

// loadedLog is a log that questions are about, with one of its series or all.
type loadedLog struct {
	plan   *run.Plan
	record *run.LogRecord
	series []*replay.Series
	all    []*replay.Series // of the log
	scores map[judgedBy][]replay.Score
}

// judgedBy names the scores at a moment of whole queues, or of all their ranges of
// processors, by so many methods.
type judgedBy struct {
	methods int
	ranges  bool
}

func (w *waitFlags) open(c *console, name string) (*loadedLog, error) {
	f, err := c.openLog(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c.start(logName(f.Name), "jobs")
	of, err := w.load(f, replay.Engine{Progress: c.updatePhase})
	if err == nil {
		c.unverified(of.record.Name, of.record.SHA256)
	}
	return of, err
}

// load reads a log. It keeps the series of one queue and range unless all are
// wanted.
func (w *waitFlags) load(f *swf.File, engine replay.Engine) (*loadedLog, error) {
	settings := w.settings // with the usual ranges, as the verdict of a replay
	if usual := strings.Split(settings.Ranges, ","); !slices.Contains(usual, w.ranges) &&
		w.ranges != replay.AllRanges {
		settings.Ranges = w.ranges
	}
	plan, err := run.NewPlan("replay", settings, engine)
	if err != nil {
		return nil, usageError{err}
	}
	record, series, err := plan.Load(logName(f.Name), f)
	loaded := &loadedLog{plan, record, series, series, map[judgedBy][]replay.Score{}}
	if err != nil || w.all {
		return loaded, err
	}
	if w.asksWaiting() && w.queue == "" {
		loaded.series = slices.DeleteFunc(slices.Clone(series),
			func(s *replay.Series) bool { return s.Range != replay.AllRanges })
		return loaded, nil
	}
	queue, known := record.Busiest()[0], series[0].Log.QueueNames()
	if w.queue != "" {
		queue, _ = record.FindQueue(w.queue)
	}
	if !slices.Contains(known, queue) {
		return nil, fmt.Errorf("%s: %w", record.Name, methods.Unknown("queue", w.queue, known))
	}
	i := slices.IndexFunc(series,
		func(s *replay.Series) bool { return s.Queue == queue && s.Range == w.ranges })
	if i < 0 {
		return nil, fmt.Errorf("%s: no job of queue %s has processors in the range %s",
			record.Name, queue, w.ranges)
	}
	loaded.series = series[i : i+1]
	return loaded, nil
}

// loadQueue reads the started jobs of a queue, by default the busiest.
func loadQueue(f *swf.File, queue string) (*replay.Series, error) {
	flags := &waitFlags{settings: run.Defaults(), ranges: replay.AllRanges, queue: queue}
	of, err := flags.load(f, replay.Engine{})
	if err != nil {
		return nil, err
	}
	return of.series[0], nil
}

// question is about jobs of a series that is known up to a moment.
type question struct {
	plan      *run.Plan
	series    *replay.Series
	forecasts *replay.LogForecasts
}

func (loaded *loadedLog) question(ctx context.Context, series *replay.Series) (*question, error) {
	forecasts, err := loaded.plan.Forecast(ctx, series.Log)
	return &question{loaded.plan, series, forecasts}, err
}

// leaveOut leaves out and names the methods that need the processors of the
// job. It fails if all do.
func (loaded *loadedLog) leaveOut() (left []string, err error) {
	var able []methods.Method
	var ableNames []string
	for _, m := range loaded.plan.Methods {
		if m.Forecaster != nil {
			left = append(left, m.Name)
		} else {
			able, ableNames = append(able, m), append(ableNames, m.Name)
		}
	}
	if len(able) == 0 {
		return nil, usagef("method %s needs the processors of the job: add --procs", left[0])
	}
	loaded.plan.Methods, loaded.plan.Settings.Methods = able, ableNames
	return left, nil
}

// ask returns the results of methods at levels and ages, in this order, without
// methods for which the log has too little. It fails if no method can answer.
func (q *question) ask(ctx context.Context, asked []methods.Method, levels []methods.Level,
	ages []float64) (results []*replay.Result, err error) {
	var tasks []replay.Task
	var failures error
	fail := func(method string, err error) {
		failures = errors.Join(failures, fmt.Errorf("method %s cannot answer: %w", method, err))
	}
	for _, m := range asked {
		if why := q.forecasts.LeftOut[m.Forecaster]; why != nil {
			fail(m.Name, why)
			continue
		}
		for _, l := range levels {
			task := q.plan.Task(q.series, m, l)
			task.Forecasts, task.Ages = q.forecasts.Forecasts[m.Forecaster], ages
			tasks = append(tasks, task)
		}
	}
	able := false
	err = q.plan.Engine.Run(ctx, tasks, func(r *replay.Result) error {
		results = append(results, r)
		if able = able || r.Failed == nil; r.Failed != nil {
			fail(r.Score.Method, r.Failed)
		}
		return nil
	})
	if err == nil && !able {
		err = failures
	}
	return results, err
}

// isJudged reports whether a replay judges the methods on a series.
func (loaded *loadedLog) isJudged(s *replay.Series) bool {
	return s.Len() >= loaded.plan.Settings.MinJobs
}

// judge returns the verdict on results at submission. It is that of a replay,
// for which the methods bound the other series of the log, too. Of a whole
// queue the ranges of processors matter only for a choice among several methods.
func (loaded *loadedLog) judge(ctx context.Context, q *question,
	judged []*replay.Result) (v *verdict.Verdict, err error) {
	if v = wait.Judge(judged, nil); !loaded.isJudged(q.series) {
		return v, nil
	}
	var scores []replay.Score
	for _, ranges := range []bool{false, true} {
		if ranges && q.series.Range == replay.AllRanges && len(v.With(verdict.Recommended)) < 2 {
			break
		}
		of := judgedBy{len(q.plan.Methods), ranges}
		if loaded.scores[of] == nil {
			if loaded.scores[of], err = loaded.scoresAt(ctx, q, judged, ranges); err != nil {
				return nil, err
			}
		}
		scores = append(scores, loaded.scores[of]...)
		v = wait.Judge(judged, scores)
	}
	return v, nil
}

// scoresAt returns the scores of the methods on whole queues, or on ranges of
// processors, by the jobs known at the moment of q. Those on the series of q are
// judged already.
func (loaded *loadedLog) scoresAt(ctx context.Context, q *question, judged []*replay.Result,
	ranges bool) (scores []replay.Score, err error) {
	var tasks []replay.Task
	for _, s := range loaded.all {
		if (s.Range != replay.AllRanges) != ranges {
			continue
		}
		if s.Queue == q.series.Queue && s.Range == q.series.Range {
			for _, r := range judged {
				scores = append(scores, r.Score)
			}
			continue
		}
		known := q.series.Beside(s)
		if !loaded.isJudged(known) {
			continue
		}
		for _, m := range q.plan.Methods {
			if q.forecasts.LeftOut[m.Forecaster] == nil {
				task := q.plan.Task(known, m, q.plan.Levels[0])
				task.Forecasts = q.forecasts.Forecasts[m.Forecaster]
				tasks = append(tasks, task)
			}
		}
	}
	err = q.plan.Engine.Run(ctx, tasks, func(r *replay.Result) error {
		scores = append(scores, r.Score)
		return nil
	})
	return scores, err
}

// about answers about jobs by their positions from the end of the series, 1 for
// the last. The ages are none for jobs submitted now, else those at which
// earlier jobs are compared.
func (loaded *loadedLog) about(ctx context.Context, series *replay.Series, jobs []int,
	within, ages []float64) (answers []wait.Answer, err error) {
	if len(jobs) == 0 {
		return nil, nil
	}
	if of := (judgedBy{len(loaded.plan.Methods), true}); loaded.isJudged(series) &&
		loaded.scores[of] == nil {
		series.ForecastAll()
	}
	q, err := loaded.question(ctx, series)
	if err != nil {
		return nil, err
	}
	levels := q.plan.Levels
	judged, err := q.ask(ctx, q.plan.Methods, levels[:1], nil)
	results := judged
	if err == nil && ages != nil {
		results, err = q.ask(ctx, q.plan.Methods, levels[:1], ages)
	}
	if err != nil {
		return nil, err
	}
	further := map[string][]*replay.Result{} // at the further levels, by method
	verdict, err := loaded.judge(ctx, q, judged)
	if err != nil {
		return nil, err
	}
	for _, fromEnd := range jobs {
		a := wait.New(verdict, results, results[0].Series.Len()-fromEnd)
		err := a.AddQuantiles(levels, within, func() (_ []*replay.Result, err error) {
			if further[a.Method] == nil {
				i := slices.IndexFunc(q.plan.Methods,
					func(m methods.Method) bool { return m.Name == a.Method })
				further[a.Method], err = q.ask(ctx, q.plan.Methods[i:i+1], levels[1:], ages)
			}
			return further[a.Method], err
		})
		if err != nil {
			return nil, err
		}
		answers = append(answers, *a)
	}
	return answers, nil
}

// tooFew returns the error for a question without any answer.
func tooFew(s *replay.Series) error {
	return fmt.Errorf("too few waits are known by then: queue %s of %s has %s, "+
		"the first submitted %s after the start of the log",
		s.Queue, s.Log.Name, output.Counted(s.Len(), "job"), table.Duration(s.Job(0).Submit))
}

// answers answers about a job submitted to each series at a time, or about the
// jobs that wait then.
func (w *waitFlags) answers(ctx context.Context, loaded *loadedLog,
	now float64) (answers []wait.Answer, err error) {
	for _, series := range loaded.series {
		var ages []float64
		var known *replay.Series
		jobs, asked := []int{1}, loaded
		switch {
		case w.asksWaiting():
			known, ages = series.AsOf(now), wait.Ages
			jobs = w.jobsIn(known)
		case w.all:
			job := w.job
			if job.Procs, asked = loaded.typical(series, now); asked == nil {
				continue
			}
			known = series.WithJob(now, job)
		default:
			known = series.WithJob(now, w.job)
		}
		more, err := asked.about(ctx, known, jobs, w.within, ages)
		if err != nil {
			return nil, err
		}
		for _, a := range more {
			a.Name = w.jobNames[a.Job().ID]
			answers = append(answers, a)
		}
	}
	if w.all && len(answers) == 0 {
		return nil, fmt.Errorf("no row for --all: %s has no range with jobs by then, "+
			"and no method needs waits only", loaded.record.Name)
	}
	return answers, nil
}

// typical returns the processors of a row of --all, and the log with the methods
// to ask: of a range the median of its recent jobs. For all ranges the size is
// not known, and only methods that need waits only are asked. The log is nil if
// no job or no method remains.
func (loaded *loadedLog) typical(series *replay.Series, now float64) (int64, *loadedLog) {
	if series.Range != replay.AllRanges {
		if procs := recentSize(series, now); procs > 0 {
			return procs, loaded
		}
		return -1, nil
	}
	asked, plan := *loaded, *loaded.plan
	plan.Methods = slices.DeleteFunc(slices.Clone(plan.Methods),
		func(m methods.Method) bool { return m.Forecaster != nil || !m.Claims.WaitsAlone })
	if asked.plan = &plan; len(plan.Methods) == 0 {
		return -1, nil
	}
	return -1, &asked
}

// recentSize returns the median processors of the jobs of the last week, or of
// the last 100 jobs if there are none; 0 without jobs. It counts jobs that have
// started: which of the others the series has depends on later cancellations.
func recentSize(series *replay.Series, now float64) int64 {
	var sizes, recent []int64
	for i := range series.Len() {
		if job := series.Job(i); job.Start() <= now {
			sizes = append(sizes, job.Procs)
			if job.Submit >= now-7*86400 {
				recent = append(recent, job.Procs)
			}
		}
	}
	if len(recent) == 0 {
		recent = sizes[max(0, len(sizes)-100):]
	}
	if len(recent) == 0 {
		return 0
	}
	slices.Sort(recent)
	return recent[(len(recent)-1)/2]
}

// print prints the answers at a time. One answer has sentences, as text before
// the table, else among its notes. JSON has the remarks apart.
func (w *waitFlags) print(c *console, loaded *loadedLog, answers []wait.Answer, now float64,
	remarks []string) error {
	title, notes, err := w.title(loaded, answers, loaded.record.When(now))
	if err != nil {
		return err
	}
	format, moment := c.flag("format"), wait.MomentOf(loaded.record.Clock(), now)
	if format == "prometheus" && w.waiting {
		var queues []string
		for _, s := range loaded.series {
			queues = append(queues, s.Queue)
		}
		return wait.WritePending(c.out, queues, answers, loaded.plan.Levels[0], moment)
	}
	if format == "prometheus" {
		return wait.WriteMetrics(c.out, answers, moment)
	}
	if format != "json" {
		notes = append(notes, remarks...)
	}
	if format == "text" && !w.all && len(notes) > 0 {
		fmt.Fprintln(c.out, table.Folded(strings.Join(notes, " ")))
		notes = nil
	}
	t := wait.Table(title, answers, w.asksWaiting(),
		append(notes, w.notes(loaded, answers)...)...)
	if format != "json" {
		return c.printTables(t)
	}
	trusted := !slices.ContainsFunc(answers, func(a wait.Answer) bool { return !a.Trusted() })
	return wait.WriteJSON(c.out, t, wait.Context{
		Log: loaded.record.Name, AsOf: moment, Confidence: loaded.plan.Settings.Confidence,
		Trusted: trusted, Remarks: append([]string{}, remarks...),
	})
}

// title returns the title of the table, and the sentences of one answer.
func (w *waitFlags) title(loaded *loadedLog, answers []wait.Answer,
	when string) (title string, sentences []string, err error) {
	log := loaded.record.Name
	switch {
	case w.all:
		return fmt.Sprintf("Jobs submitted to %s at %s", log, when), nil, nil
	case w.waiting:
		return fmt.Sprintf("Jobs that wait in %s at %s", log, when), nil, nil
	case len(answers) == 0:
		return "", nil, fmt.Errorf("no job of the queue of job %s has started by %s, "+
			"so nothing is known of it", w.jobID, when)
	}
	if sentences = answers[0].Sentences(); sentences == nil {
		l := loaded.plan.Levels[0]
		return "", nil, fmt.Errorf("%w; a bound of the quantile %v needs %d",
			tooFew(loaded.series[0]), l, l.Smallest())
	}
	if w.jobID != "" {
		return fmt.Sprintf("Job %s of %s at %s", answers[0].JobName(), log, when), sentences, nil
	}
	title = fmt.Sprintf("A job submitted to queue %s of %s at %s", loaded.series[0].Queue, log, when)
	if w.job.Estimate > 0 {
		title += ", for at most " + replay.FormatDuration(w.job.Estimate)
	}
	return title, sentences, nil
}

// notes returns the meanings of the columns of the answers.
func (w *waitFlags) notes(loaded *loadedLog, answers []wait.Answer) (notes []string) {
	confidence := loaded.plan.Settings.Confidence
	if w.asksWaiting() {
		return []string{
			fmt.Sprintf("within: this share of such jobs starts within the time from now, "+
				"with confidence %v; none where not enough waits, or longer waits, are known",
				confidence),
			fmt.Sprintf("held: of the queue's jobs of the last %d days that waited as long, "+
				"the share that started within such bounds", wait.RecentDays),
			"as long: 10 min, 1 h, 6 h or 1 day, the longest of these that the job has reached, " +
				"or 10 min",
			fmt.Sprintf("trusted: held is at most %v below the share asked, and jobs is at least %d",
				verdict.ShortBy, loaded.plan.Levels[0].Smallest())}
	}
	if answers[0].Chosen {
		notes = append(notes, "method: the best by the verdict on the log, among "+
			strings.Join(loaded.plan.Settings.Methods, ", "))
	}
	return append(notes, fmt.Sprintf("range: processors of the jobs the method learned from; "+
		"trusted: the method is not short by the verdict on the log, and held in recent bursts; "+
		"half within, 95 of 100 within: this share of such jobs starts within the time, "+
		"with confidence %v; "+
		"held: share of the jobs of the last %d days that started within their bounds; "+
		"recent share by bursts: the same of the last %s jobs, each user and hour counted once; "+
		"count on a longer wait where it is more than %v below the share asked",
		confidence, wait.RecentDays, output.Grouped(replay.Recent), verdict.ShortBy))
}

// overTime prints the bounds that were in force at several moments.
func (w *waitFlags) overTime(ctx context.Context, c *console, loaded *loadedLog) error {
	series, record, clock := loaded.series[0], loaded.record, loaded.record.Clock()
	from, err := moment(clock, w.from, 0)
	if err != nil {
		return err
	}
	to, err := moment(clock, w.to, from+86400)
	switch {
	case err != nil:
		return err
	case w.all || w.now != "" || len(w.within) > 0 || c.flag("format") == "prometheus":
		return usagef("--from makes a table over time; leave out --at, --within, " +
			"--all and --format prometheus")
	case w.every < 60:
		return usagef("--every must be a minute at least")
	case (to-from)/w.every >= 10_000:
		return usagef("--from, --to and --every make more than 10,000 rows")
	case len(loaded.plan.Methods) != 1:
		return usagef("--from takes one method, not %d", len(loaded.plan.Methods))
	case to < from:
		return usagef("--to is before --from")
	case to < record.Begin() || from > record.LastSubmit:
		return usagef("%s is not a time of the log, which lasts from %s to %s", w.from,
			record.When(record.Begin()), record.When(record.LastSubmit))
	}
	if w.job.Procs < 1 {
		if _, err := loaded.leaveOut(); err != nil {
			return err
		}
	}
	times := &published.BoundsInForce{
		Log: record.Name, Queue: series.Queue, Range: series.Range,
		Method: loaded.plan.Methods[0].Name, Levels: loaded.plan.Levels,
		Confidence: loaded.plan.Settings.Confidence, Train: loaded.plan.Settings.Train,
		Undated: !clock.Dated,
	}
	for now := from; now <= to; now += w.every {
		q, err := loaded.question(ctx, series.WithJob(now, w.job))
		if err != nil {
			return err
		}
		results, err := q.ask(ctx, loaded.plan.Methods, loaded.plan.Levels, nil)
		if err != nil {
			return err
		}
		var bounds []float64
		for _, r := range results {
			bounds = append(bounds, r.Bound(q.series.Len()-1))
		}
		times.Times = append(times.Times, clock.Date(now))
		times.Bounds = append(times.Bounds, bounds)
	}
	c.finish()
	if times.Empty() {
		return tooFew(series)
	}
	machine, _ := published.MachineOf(record)
	return c.printTables(published.BoundsTable(times, machine.Name))
}

// check returns an error for a job that the machine cannot run, and remarks on
// questions that the log cannot answer well.
func (w *waitFlags) check(loaded *loadedLog, now, end float64) (remarks []string, err error) {
	log, series := loaded.series[0].Log, loaded.series[0]
	procs, estimate, largest := int64(0), 0.0, int64(0)
	for _, j := range log.Jobs {
		largest = max(largest, j.Procs)
	}
	for i := range series.Len() {
		procs, estimate = max(procs, series.Job(i).Procs), max(estimate, series.Job(i).Estimate)
	}
	machine, _ := replay.MachineSize(log.Header)
	if machine > 0 {
		machine = max(machine, largest) // some headers state too little
	}
	switch {
	case machine > 0 && w.job.Procs > machine:
		return nil, fmt.Errorf("%d processors are more than the machine of %s has: %d", w.job.Procs,
			log.Name, machine)
	case now < log.Jobs[0].Submit:
		return nil, fmt.Errorf("%s is before the first job of %s, submitted at %s",
			loaded.record.When(now), log.Name, loaded.record.When(log.Jobs[0].Submit))
	}
	remark := func(format string, value any) {
		remarks = append(remarks, fmt.Sprintf(format, value))
	}
	if w.job.Procs < 1 && !w.all && !w.asksWaiting() {
		left, err := loaded.leaveOut()
		if err != nil {
			return nil, err
		}
		if left != nil {
			remark("Without --procs the answer leaves out %s.", output.Enumerate(left))
		}
	}
	if !w.all && w.job.Procs > procs {
		remark("No job of the queue requested more than %s.",
			output.Counted(int(procs), "processor"))
	}
	if !w.all && w.job.Estimate > estimate && estimate > 0 {
		remark("No job of the queue requested more than %s.", replay.FormatDuration(estimate))
	}
	if days := (now - end) / 86400; days > 1 {
		remark("The log ends %.0f days earlier, so the answer holds for the end of the log.", days)
	}
	return remarks, nil
}
