// Waitbench replays job logs through predictors of queue waits and says which of them can be trusted.
//
// Usage:
//
//	waitbench <command> [flags]
//
//	demo           the main job on the built-in synthetic trace
//	replay         replay logs through methods, into a run directory
//	report         tables, figures and report.html again from run directories, without replaying; comparisons of runs
//	plot           bounds over time, as in figures 1 and 2 of the BMBP paper
//	day            bounds of several quantiles through one day, as in table 8 of the BMBP paper
//	odds           the probability that a job starts in time
//	reserve        a virtual advance reservation for one job: when to submit, with which wall time, odds and cost
//	compare        two methods on the jobs that both have bounds for, with an interval of the difference
//	cat            rows of an Arrow file as CSV or JSON lines
//	traces         the catalogue of the Parallel Workloads Archive: list, fetch, verify; describe a log
//	generate       make a synthetic log: a workload model, a machine, a scheduler, a seed
//	methods        every method: name, what it does, where it comes from, what it needs
//	study downey   processor allocation for malleable jobs: tables and figures of Downey's paper beside a simulation
//	study varq     virtual advance reservations: tables 3 and 4 of the VARQ paper beside a simulation of a log
//	study cisne    turnaround times on a non-dedicated cluster: the comparison of Lérida et al. on a simulated one
//	version        print the version
//
// Every command explains its flags with --help. Data go to standard output; messages and progress go to standard error, where
// a line is redrawn on a terminal only. Lengths of time are written 5m, 2h30m or as a number of seconds; lists are separated
// by commas. The first Ctrl-C stops a command in good order, the second one at once.
//
// Exit codes:
//
//	0    done
//	1    failed: one sentence on standard error says why
//	2    usage: the call itself is wrong
//	130  interrupted
//
// The examples below follow each other: generate makes the log that the others use.
//
// # waitbench generate
//
//	waitbench generate
//
// Draws jobs from Downey's workload model of 1997, runs them on a simulated machine whose scheduling policy changes on the way, and
// writes the log in the Standard Workload Format, with all parameters in its header. Flags: --seed, --days, --procs,
// --max-parallel, --load, --min-log-work and --max-log-work are the parameters; --out is the file, compressed if its
// name ends in .gz, and standard output without it.
//
//	waitbench generate --days 10 --out small.swf
//	waitbench generate --procs 64 --load 0.9 --days 5 --seed 7 --out busy.swf.gz
//
// # waitbench replay
//
//	waitbench replay LOG...
//
// Gives every job of the logs the bounds that methods would have given when it was submitted, writes a run directory, and prints its
// tables by queue: how often each method was right, how tight its bounds were, and what the paper has printed where the log
// is of one of its machines. A LOG is a path (plain text, gzip, bzip2 or zstd, told apart by their content), "-" for standard
// input, or a name of the catalogue whose log is in the folder named by WAITBENCH_TRACES or in the cache. A log is known by the
// name of its file without endings; a run takes each name once.
//
//	--methods bmbp,lognormal   methods to compare: names, waits (those that need waits only, as without the flag), paper (the paper's)
//	                           or all
//	--quantile 0.95,0.25l      share of waits a bound is to cover, or several; with l it bounds that quantile from below. Each is replayed
//	                           on its own; the first is that of the figures and of day
//	--confidence 0.95          probability that it does
//	--epoch 5m                 time between refits; 0 refits for every job
//	--train 0.1                part of each series that is replayed but not scored
//	--select started           jobs: started, paper (those that also waited) or all (also those that never ran)
//	--ranges 1-4,5-16          ranges of processors, or none
//	--min-jobs 1000            series of fewer jobs are a dash in tables; scores have them all the same
//	--queues normal,high       queues to replay
//	--rank exact               ranks of order statistics: exact, or normal for the paper's approximation
//	--clusters product         clusters of qbets: product, estimate, procs, greedy or none
//	--hit-runs                 qbets: long runs of hits are change points too
//	--downtime flag            downtimes in qbets: flag, exclude or off
//	--scheduler easy           scheduler that methods look ahead with: easy or fcfs
//	--cluster FILE             cluster that hanzich and sdpn look ahead on; without it the log's machine, dedicated and homogeneous
//	--workers 2                predictors that run at a time; the results do not depend on it
//	--cache DIR                folder of fetched logs
//	--lenient                  skip and count malformed lines instead of ending at the first
//	--quiet                    no progress and no remarks, only errors
//	--out DIR                  run directory; results/ and the name of the first log without it
//	--resume                   take over the logs that an interrupted run has finished
//
// A run that ends early, by Ctrl-C or at a log that cannot be read, leaves earlier results in the directory as they were, and keeps the
// logs it has finished beside them. The same call with --resume then does only the rest, and ends with the same files as a run
// that was never interrupted. It is refused where the settings differ; a log whose SHA-256 has changed is replayed again.
//
//	waitbench replay small.swf
//	waitbench replay small.swf --methods bmbp,lognormal --quantile 0.9 --epoch 0 --min-jobs 100 --out results/small-0.9
//	waitbench replay small.swf --methods bmbp --quantile 0.95,0.5,0.25l --ranges none --out results/fan
//	waitbench replay small.swf --queues normal,low --ranges 1-8,9-64,65+ --select paper --out results/small-waited --quiet
//
// # waitbench report
//
//	waitbench report DIR...
//
// Makes the tables, figures and report.html of run directories again from their Arrow files, and prints the tables by queue. --min-jobs shows
// other series than the run did; --quiet leaves out remarks. With --compare FILE it writes one page with the differences of the
// scores between the first run and each of the others instead. --formats are those of the figures, of svg, png and pdf; svg without
// it. Their numbers are always beside them as csv. PDF files carry the time at which they were made, and are the only ones that differ when
// they are made again.
//
//	waitbench report results/small
//	waitbench report results/small --min-jobs 200 --quiet
//	waitbench report results/small --formats svg,png,pdf --quiet
//	waitbench report results/small results/small-0.9 --compare small-and-0.9.html
//
// # waitbench plot
//
//	waitbench plot bounds DIR
//
// Draws the bounds of a method over time, a line for each of --queues and --ranges, with the waits of the jobs as points
// unless --waits=false. --trace and --method choose among those of the run; --from and --to are dates in the time zone of the
// machine (2004-06-01, 2004-06-01T06:00) or seconds of the log, and must be the latter where the log does not say when it
// began. --out is the name of the files without .svg, --title the title. --quantiles draws bounds of several quantiles of the
// run; those of a single queue and range are shaded as a fan. --formats are svg, png, pdf and csv, the numbers that are drawn; --width
// makes the plot fit a paper, two-column (7 in) or one-column (3.4 in).
//
//	waitbench plot bounds results/small --queues normal,low --from 2001-01-03 --to 2001-01-05 --out normal-low
//	waitbench plot bounds results/small --queues normal --ranges 1-4,17-64 --method lognormal --waits=false --out ranges
//	waitbench plot bounds results/small --queues normal --formats pdf,csv --width one-column --out normal
//	waitbench plot bounds results/fan --queues normal --quantiles 0.25l,0.5,0.95 --from 2001-01-03 --to 2001-01-05 --out fan
//
// # waitbench day
//
//	waitbench day DIR|LOG
//
// Prints the bounds that were in force at times of a day: --date is the day, --every the time between rows, --quantiles the quantiles,
// with l behind one that is bounded from below. --queue, --range, --method and --trace choose the series, --format is text,
// md, csv or tex. All bounds come from the same history, cut where the run's own quantile found change points. For a run
// directory the settings are those of the run; for a log they are the flags --quantile, --confidence, --epoch, --train,
// --select, --rank, --clusters, --hit-runs, --downtime, --scheduler, --cluster, --cache and --lenient, as for replay.
//
//	waitbench day results/small --queue normal --date 2001-01-05
//	waitbench day small.swf --queue low --date 2001-01-06 --quantiles 0.5,0.9 --every 6h --format csv
//
// # waitbench odds
//
//	waitbench odds DIR|LOG
//
// Prints the probability with which a job submitted at the moment --at (behind the last job without it) starts within each of the times of
// --deadline, as --method gave it then: the greatest quantile, on a grid of 0.01, whose upper bound is not above the time. --procs and
// --estimate say what the job asks for; --queue, --range and --trace choose the series, --format is text, md, csv or tex.
// The settings are those of the run; for a log they are the flags --quantile, --confidence, --epoch, --train, --select, --rank,
// --clusters, --hit-runs, --downtime, --scheduler, --cluster, --cache and --lenient, as for replay.
//
//	waitbench odds small.swf --queue normal --procs 16 --estimate 4h --deadline 10m,1h,6h --at 2001-01-08T12:00
//	waitbench odds small.swf --queue express --procs 1 --estimate 30m --deadline 60 --at 2001-01-09T09:30 --clusters estimate
//
// # waitbench reserve
//
//	waitbench reserve LOG...
//
// Says when to submit a job, and with which wall time, so that it is running at a deadline with given odds: at the latest moment, on a grid of 30 s, from
// which QBETS gives these odds for a job of the wall time stretched to the deadline. The waits in the log up to the request are what it knows. The worst
// cost is what is held idle until the deadline if the job starts at once; the best odds are shown as well. Of several logs the last line of each
// request gives the odds that at least one machine keeps the reservation, if they are independent.
//
//	--queue normal             queue; without it the one with the most jobs
//	--procs 16 --wall 1h       the job
//	--at 2001-01-06T10:00      time of the request, a date or seconds of the log; without it the last submission of the queue
//	--deadline 6h              from the request to when the job is to be running
//	--requests 0.5,0.75,0.95   odds to ask for
//	--plot FILE                draws the trajectory of the first log as SVG and PNG: the odds of each moment, as figure 4 of the paper
//	--format text              text, md, csv or tex
//
// Flags: --train, --confidence, --clusters and --hit-runs are those of QBETS; --cache and --lenient as for replay.
//
//	waitbench reserve small.swf --queue normal --procs 16 --wall 1h --deadline 6h
//	waitbench reserve small.swf busy.swf.gz --procs 8 --wall 30m --requests 0.5,0.9 --format csv
//	waitbench reserve small.swf --queue low --procs 32 --wall 2h --at 2001-01-06T10:00 --deadline 12h --plot trajectory
//
// # waitbench study downey
//
//	waitbench study downey
//
// Simulates jobs that can run on any number of processors and take those that are free, or hold out for more: by an oracle (OPT), by
// predicted queue times (PRED), by predictions corrected for their bias (BIAS), or by a rule of thumb (HEUR), first one at a time, then all of
// them. Writes README.md, the page with tables 1 and 2 and figures 3 to 5 of the paper beside what it printed, and with the numbers that
// do not come out; tables/ and figures/; and cells.csv and cells.arrow with every number of every seed.
//
//	--days 120                 days, each on its own
//	--seeds 16                 workloads; --seed is that of the first
//	--procs 128                processors of the machine
//	--load 0.75                sequential work of the jobs over capacity of the machine, in daytime
//	--daytime 12h              time in which jobs arrive every day
//	--min-log-work 2           natural logarithms of the least and the greatest sequential run time in seconds; --max-log-work is 12
//	--max-parallel 128         largest average parallelism of a job; the whole machine without it
//	--max-variance 2           largest variance of parallelism
//	--predictor combined       A with two benefactors, else B; exact: by the exact distribution of the processors freed
//	--lifetimes alloc,2:14     lifetimes that predictors assume: alloc, as allocated under AVG; work, as those of the jobs; or logarithms of limits
//	--bias fitted,1.7:0.6      correction of BIAS: fitted to PRED, fitted-10s to its times from 10 s on, or intercept:slope
//	--patience 0.2             share of the saving for which a job holds out under HEUR
//	--minimum 0.4              share of the processors it can use below which no job starts under MIN
//	--risk 0.2                 share of the run time that a job averse to risk has to save
//	--quick                    12 days and two seeds
//	--workers 2                seeds at a time; the results do not depend on it
//	--quiet                    no progress and no remarks, only errors
//	--out DIR                  results/study-downey without it, with --quick results/study-downey-quick
//
//	waitbench study downey --quick --quiet --out downey
//	waitbench study downey --days 5 --seeds 2 --procs 64 --load 0.9 --lifetimes work --bias fitted-10s --predictor exact --out downey-64
//
// # waitbench study varq
//
//	waitbench study varq [LOG]
//
// Runs the jobs of one queue again on a simulated machine under EASY backfilling, and lets a part of them reserve: such a job is submitted at the latest moment
// from which QBETS gives the odds asked for that it starts by its deadline, and if it starts sooner holds its nodes until then. Each combination of fraction,
// request, deadlines, way to wait and seed is a simulation of its own; they run side by side, and the numbers do not depend on how many at a time. The
// folder of results has README.md, a page with all tables and figures; tables/ and figures/; and cells.csv and cells.arrow, a row for each simulation.
//
//	--queue normal             queue; without it the one with the most jobs
//	--nodes, --procs-per-node  the machine; without them the largest partition of the log's header: 171 nodes of 8 processors of SDSC-DS
//	--load 1                   times as fast as in the log that jobs arrive
//	--fractions 0.1,0.5,0.95   parts of the jobs that ask for a reservation; a larger one adds jobs to those of a smaller
//	--requests 0.5,0.75,0.95   odds they ask for
//	--deadlines grid,ahead     grid: the next multiple of --period, as the paper simulates; ahead: a period after the request, as it tried live
//	--waiting plan             plan: as accepted; replan: made again every 300 s; withdraw: made again when due, and given up if nothing is left
//	--choice latest            the latest moment with the odds asked for, or the best moment
//	--seeds 5                  seeds 1, 2, ... of the choice of jobs
//	--example-at               request of the job whose trajectory is drawn, halfway through the log without it; --example-nodes and
//	                           --example-wall are the job, --example-lead is its deadline from the request
//	--quick                    a small built-in log and two seeds: some seconds
//	--out DIR                  folder of the results
//
// Flags: --train, --confidence, --clusters and --hit-runs are those of QBETS; --workers, --cache, --lenient and --quiet as for replay.
//
//	waitbench study varq --quick --quiet --out varq
//	waitbench study varq small.swf --queue normal --fractions 0.5 --requests 0.5,0.95 --seeds 2 --waiting plan,replan,withdraw --out varq-small
//
// # waitbench study cisne
//
//	waitbench study cisne
//
// Simulates a cluster whose nodes also serve local users, who come and go, and lets SDPN, Hanzich, Historical, Smith and Li predict the turnaround of parallel
// jobs when they are submitted, first come first served and under EASY, with both ways to select nodes, and with free and saturated links. Writes README.md, the
// page with the claims of the paper and whether they hold, figures 2 to 4, and all deviations with intervals over seeds; tables/ and
// figures/; and cells.csv and cells.arrow, a row for each method, setting and seed. What the paper does not state is assumed, and the page says so.
//
//	--nodes 16                 nodes of the cluster
//	--jobs 90                  jobs of a workload
//	--seeds 20                 workloads; --seed is that of the first, past jobs are of the seed before
//	--history 10000            past jobs that methods know
//	--limits 1,2,3,4           limits of the tasks on a node, rising; links are saturated under the last
//	--assumed FILE             values that the paper does not state; without it those of replay/study/cisne/assumed.txt, which shows the format
//	--timings                  measure the time of an estimate too, into timings.md and timings.csv, which differ from run to run; =false: do not
//	--quick                    3 seeds, 1000 past jobs and limits 1 and 4
//	--workers 2                settings at a time; the results do not depend on it
//	--quiet                    no progress and no remarks, only errors
//	--out DIR                  results/study-cisne without it, with --quick results/study-cisne-quick
//
//	waitbench study cisne --quick --quiet --out cisne
//	waitbench study cisne --seeds 3 --history 500 --limits 2 --timings=false --out cisne-2
//
// # waitbench compare
//
//	waitbench compare DIR
//
// Prints, for each queue of a run directory, the mean pinball losses of the two --methods over the jobs that both have bounds for, and
// their difference with an interval of the given --confidence. --trace, --queue, --ranges and --quantile choose among those of the
// run. Losses of jobs near each other are alike, so the interval is made of --resamples resamples of blocks of consecutive jobs; a
// block has as many jobs as --block says, the square root of their number without it. The same --seed gives the same
// interval. --format is text, md, csv or tex.
//
//	waitbench compare results/small --methods bmbp,lognormal
//	waitbench compare results/small --methods bmbp,lognormal-trim --queue normal,low --ranges all,1-4 --confidence 0.9 --format md
//
// # waitbench cat
//
//	waitbench cat FILE.arrow
//
// Prints rows of an Arrow file: those that meet every condition of --where, at most --head of them, with the --columns named, in the
// --format csv or jsonl. Conditions compare a column with a value by = != < <= > >=, and need quotes in a shell where they
// hold < or >. An empty value stands for null: bound= holds where there is no bound.
//
//	waitbench cat results/small/scores.arrow --where procs=all --columns queue,method,correct,median_ratio
//	waitbench cat results/small/predictions.arrow --where 'method=bmbp,queue=normal,wait>=3600' --head 5 --format jsonl
//
// # waitbench traces
//
//	waitbench traces list | get NAME... | verify [NAME...] | info LOG...
//
// Lists the catalogue of the Parallel Workloads Archive; fetches logs into the --cache folder, going on where an earlier download broke
// off, and checks their SHA-256; verifies what is there; and describes logs: the machine, jobs by the rule that leaves them
// out, and the waits of each queue. --select and --lenient are for info, as for replay; --quiet leaves out progress.
//
//	waitbench traces list
//	waitbench traces get KTH-SP2-1996-2.1-cln
//	waitbench traces verify
//	waitbench traces info small.swf
//
// # waitbench methods
//
//	waitbench methods
//
// Lists the methods. --thresholds prints the number of consecutive misses that make a change point, for the given quantiles.
//
//	waitbench methods
//	waitbench methods --thresholds 0.5,0.75,0.9,0.99
//
// # waitbench demo
//
//	waitbench demo
//
// Generates a log of about 50,000 jobs, replays it, and writes a run directory that also holds the log, demo.swf.gz. The flags --methods,
// --quantile, --confidence, --epoch, --train, --select, --ranges, --min-jobs, --queues, --rank, --clusters, --hit-runs, --downtime,
// --scheduler, --cluster, --workers, --cache, --lenient, --quiet and --out are those of replay.
//
//	waitbench demo
//	waitbench demo --methods bmbp --epoch 1h --out demo-hourly --quiet
//
// # The run directory
//
// The same logs and settings give the same bytes in every file, whatever the number of workers: there are no time stamps and no paths in
// them. TRACE stands for the name of a log and METHOD for that of a method.
//
//	report.html                                   everything on one page, to be read in a browser: which method can be trusted where, tables
//	                                              that sort and filter, bounds and waits over time, figures
//	run.json                                      version, settings, and each log: SHA-256, header, jobs read, selected and left out by rule, warnings
//	scores.arrow, scores.csv                      a row for each series, method and quantile
//	predictions.arrow                             a row for each job, method, quantile and series
//	heads.arrow                                   a row for each job that came to the head of the queue and method that foresaw its remaining wait, if any did
//	tables/table1-traces                          the paper's table 1: jobs and waits of each queue
//	tables/table3-correct-by-queue                its table 3: share of waits within the bound
//	tables/table4-median-ratio-by-queue           its table 4: median of actual wait over bound
//	tables/table5-correct-by-range-METHOD         its tables 5 to 7: share by queue and range of processors
//	tables/median-ratio-by-range-METHOD           the same for the median ratio
//	tables/best-by-queue                          the most accurate correct method of each queue by median ratio and by pinball loss, the runner-up, the nearest
//	                                              forecast, and the calibrated methods that are not correct
//	tables/forecasts-by-queue                     errors of the waits that methods foresaw
//	tables/heads                                  lines through foreseen and actual waits at the head of the queue, beside Downey's
//	tables/backtests                              share covered with its interval, tests of coverage and independence, worst month
//	tables/scores-by-queue                        losses and bounds on the jobs that all methods have bounds for
//	tables/intervals                              two-sided intervals, where a run has lower and upper bounds
//	tables/weighted-pinball                       losses at all quantiles in one number, where a run has several
//	tables/published-...                          numbers printed in the paper beside these, where a log is of one of its machines
//	figures/correct-by-queue-TRACE                share of waits within the bound, with Wilson intervals
//	figures/median-ratio-by-queue-TRACE           median of actual wait over bound
//	figures/heat-TRACE                            the same share as a map of queues and ranges
//	figures/forecasts-TRACE                       actual against foreseen waits of all queues, as a density
//	figures/heads-TRACE                           actual against foreseen remaining waits at the head of the queue, as Downey's figure 5
//	figures/coverage-TRACE                        share covered over the last 500 jobs as time goes on, and misses, of the busiest queues
//	figures/bounds-month-TRACE                    bounds of the first method in the busiest month of the busiest queue
//	figures/bounds-day-TRACE                      bounds of the first method on the busiest day
//
// In a run of several quantiles the names of tables end in theirs, as in -q0.25l, and figures show the first. With more than six methods that give bounds
// tables 3 and 4 have a line for each method and a column for each queue, but in CSV, and what a figure shows is dealt out to several of at most six,
// TRACE-1, TRACE-2 and so on; the terminal shows tables 3 and best-by-queue alone.
//
// Tables are Markdown (.md), CSV (.csv) and LaTeX (.tex); an asterisk marks a share below the quantile, compared before rounding, and
// bold the most accurate of the methods without one. Figures are .svg, with the numbers they show as .csv. Nothing is seen under these names before all
// of it is there. Files in tables and figures that an earlier run made and this one does not are removed, others stay.
//
// Arrow files are in the format that pandas, polars, DuckDB and R arrow open as it is; what is not known is null, and empty in CSV.
// Columns of scores.arrow and scores.csv:
//
//	trace, queue, procs        the series; procs is a range of processors, or all
//	method
//	quantile, confidence       of the bounds
//	epoch_s                    seconds between refits
//	train                      fraction that is not scored
//	jobs, scored, bounded      in the series; after training; of those with a bound
//	correct                    share of the bounded jobs with wait <= bound, or >= for a lower bound
//	median_ratio               median of max(wait, 1 s) / max(bound, 1 s)
//	change_points, threshold   how often the history was cut, after how many consecutive misses
//	side                       of the quantile on which the bound lies: upper or lower
//	correct_lo, correct_hi     Wilson interval of correct at confidence 0.95
//	kupiec_lr                  likelihood ratio of the test that as many waits are covered as promised
//	christoffersen_ind_lr      of the test that misses do not depend on whether the job before was missed
//	christoffersen_cc_lr       of the test of both
//	miss_after_miss            share of missed jobs among those after a missed one, in order of submission
//	longest_miss_run           longest run of missed jobs
//	worst_month                smallest share covered in a calendar month with 100 bounded jobs or more
//	worst_month_at             that month, such as 2000-01
//	pinball_s, log_pinball     mean pinball loss at the quantile, in seconds, and of logarithms of waits and bounds of at least 1 s
//	mean_bound_s               mean bound, seconds
//	median_bound_s             median bound, seconds
//	mean_over_s                mean of what the bound is above the wait, seconds
//	pointed                    scored jobs whose wait the method foresaw; all below are of these, null for methods that foresee none
//	mae_s, median_ae_s         mean and median absolute error, seconds
//	log_corr                   correlation of the logarithms of actual and foreseen waits, both at least 1 s
//	within_2x                  share with actual over foreseen wait, both at least 1 s, from 1/2 to 2
//	within_10min               share with an absolute error of at most 600 s
//	turnaround_dev             mean of |foreseen - actual| / actual of the time from submission to end
//
// Columns of predictions.arrow:
//
//	trace, queue, procs_range, method
//	job_id                     field 1 of the log
//	submit, wait               seconds
//	procs                      processors asked for, else allocated
//	bound                      seconds
//	scored                     false in the training part
//	level                      the quantile, with l behind it for a lower bound
//	point, turnaround          foreseen wait, and time from submission to end, seconds; null where none was foreseen
//	estimate                   requested run time, seconds; null where the log has none
//
// Columns of heads.arrow:
//
//	trace, method
//	job_id                     field 1 of the log
//	time                       when the job came to the head of the queue, seconds of the log
//	predicted, actual          its remaining wait, seconds
package main
