package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestWrongUse makes mistakes in command lines: exit code 2, one sentence that
// names the known values, and a hint. Nothing is written.
func TestWrongUse(t *testing.T) {
	t.Chdir(t.TempDir())
	run, log := baseRun(t), logOf(t, 1)
	scores := filepath.Join(run, "scores.arrow")
	day := "wait " + log + " --methods bmbp --from "
	for args, want := range map[string]string{
		"replays":   `unknown command "replays"; did you mean replay?`,
		"--quiet":   "unknown flag: --quiet",
		"version 1": `takes no arguments, but got "1"`,

		"replay":                           "needs a LOG",
		"replay " + log + " --metods x":    "unknown flag: --metods; did you mean --methods?",
		"replay " + log + " --method x":    "unknown flag: --method; did you mean --methods?",
		"wait " + log + " --queues low":    "unknown flag: --queues; did you mean --queue?",
		"replay " + log + " -x":            "unknown shorthand flag: 'x'",
		"replay " + log + " --out":         "flag needs an argument: --out",
		"replay " + log + " --quantiles 9": "quantile 9 is not between 0 and 1",
		"replay " + log + " --epoch 5":     "--epoch: 5 has no unit: 5s, 5m or 5h?",
		"replay " + log + " --train 1.5": `--train: "1.5" is neither a fraction below 1, nor a number of jobs, nor ` +
			`a time such as 30d`,
		"replay " + log + " --train 1.0": `--train: "1.0" may mean one job or all jobs: write 1 for one job, or a ` +
			`fraction below 1`,
		"replay " + log + " --workers -1": `--workers: "-1" is not an integer >= 0`,
		"replay " + log + " --quiet=x":    `--quiet: "x" is not true or false`,
		"replay " + log + " --methods x":  `--methods: unknown method "x"; see waitbench methods`,
		"methods bmpb":                    `unknown method "bmpb"; did you mean bmbp? see waitbench methods`,
		"replay " + log + " --select x":   `--select: unknown selection "x"; known are started, paper, all`,
		"replay " + log + " --ranges 4-1": `processor range "4-1" is not of the form 5-16, 64 or 65+`,
		"demo --resume":                   "unknown flag: --resume",
		"report":                          "needs a DIR",
		"report " + run + " --min-jobs x": `--min-jobs: "x" is not `,

		"plot":                                "needs one of bounds, fan, workload",
		"import slurm":                        `unknown command "slurm"; did you mean sacct?`,
		"plot bounds " + run + " --out x.gif": `unknown format "gif"; known are svg, png, pdf, csv`,
		"plot bounds " + run + " --out .svg":  `".svg" is no name of a file`,
		"plot workload " + log + " --out x.PNG --figure-formats svg": "--out x.PNG is no name for --figure-formats svg",
		"study varq reserve " + log + " --plot x.png":                "--plot: the trajectory is SVG, not png",
		"plot waits " + run: `unknown command "waits"; known are bounds, fan, workload`,
		"plot bounds a b":   "takes one DIR, not 2",
		"compare " + run + " bmbp lognormal": "takes one DIR, not 3; methods are named by --methods " +
			"bmbp,lognormal",
		"bench pwaa": `unknown suite "pwaa"; did you mean pwa? known are modern, modern-1, `,
		"replay " + log + " --methods bmbp lognormal": `"lognormal" is a method, and no log: names of methods are ` +
			`separated by commas`,
		"replay " + log + " --methods bmbp, default": `"default" is a method, and no log`,
		"replay " + log + " " + run + " --shard 3/3": "--shard 3/3: more shares than logs, of which there are 2",
		"report " + run + " --tables verdict-by-que": `unknown table "verdict-by-que"; did you mean ` +
			`verdict-by-queue`,
		"traces get KTH-SP2-1996-2.1-cln --server there": `--server: "there" is no address of a server`,
		"compare " + run + " --methods bmbp,bmbp":        "--methods has bmbp twice",
		"compare " + run + " --methods bmbp":             "needs --methods with two methods, not 1",
		"collect " + run:                                 "needs --out with the folder to write",
		"generate --days 0":                              "waitbench generate: --days is 0: not between 1 and 1000000",
		"generate --days -1":                             "--days is -1: not between 1 and 1000000",
		"generate --max-parallel 999":                    "--max-parallel is 999: not between 1 and 256",
		"generate --days 1000000 --load 9":               "--days is 1000000: about ",
		"generate --load most":                           `--load: "most" is not a number`,
		"compare " + run + " --resamples 99999999999":    "--resamples is 99999999999: not between 1 and 1000000",
		"compare " + run + " --resamples 0":              "--resamples is 0: not between 1 and 1000000",
		"replay " + log + " --shard 3/2":                 `--shard: "3/2" is not a share of the logs such as 2/7`,
		"replay " + log + " --shard 1/2x":                `--shard: "1/2x" is not a share of the logs such as 2/7`,

		"plot bounds " + run + " --from 2030-01-01": "2030-01-01 is not a time of the log, which " +
			"lasts from ",
		"plot bounds " + run + " --from monday": `--from: "monday" is neither a date such as ` +
			`2004-06-01T06:00 nor seconds of the log`,
		"plot bounds " + run + " --from 2001-01-02 --to 2001-01-02": "--from is not before --to",
		"plot bounds " + run + " --quantiles 0.7":                   "quantile",
		"plot workload " + log + " --from 2030-01-01": "no job of the log is submitted between --from " +
			"and --to",
		"plot workload " + log + " --to monday": `--to: "monday" is neither a date such as ` +
			`2004-06-01T06:00 nor seconds of the log`,
		"plot fan " + run + " --queues normal,low --ranges all": "takes one queue and one range, not 2 and 1",

		day + "2000-01-05": "2000-01-05 is not a time of the log, which lasts from 2001-01-01 " +
			"08:00:00 UTC to 2001-01-02 ",
		day + "2001-01-02 --to 20":        "--to is before --from",
		day + "2001-01-02 --every 1s":     "--every must be a minute at least",
		day + "0 --to 1e11":               "--from, --to and --every make more than 10,000 rows",
		day + "2001-01-02 --methods last": "--from takes one method, not 2",
		day + "2001-01-02 --within 1h":    "--from and --within exclude each other: leave one out",
		"wait " + log + " --every 1h":     "--to and --every are for a table over time, which needs --from",

		"bench --check a --board b":         "--board and --check exclude each other: leave one out",
		"replay - -":                        "takes standard input once",
		"wait " + log + " --ranges none":    "--ranges takes one range such as 5-16, or all, not ",
		"wait " + log + " --ranges 1-4,5-8": "--ranges takes one range such as 5-16, or all, not ",
		"wait " + log + " --ranges 4-1":     `--ranges takes one range such as 5-16, or all, not "4-1"`,

		"cat":                         "needs a FILE.arrow",
		"cat " + scores + " --head x": `--head: "x" is not an integer >= 0`,
		"cat " + scores + " --where queue": `condition "queue" is not of the form column=value; ` +
			"operators are = != < <= > >=",
		"traces":          "needs one of list, get, info",
		"help reserv":     "did you mean waitbench help study varq reserve?",
		"help clustr":     "did you mean waitbench help cluster?",
		"help qqqqqq":     "see waitbench help",
		"completion tcsh": `unknown command "tcsh"; known are bash, zsh, fish`,
		"traces get":      "waitbench traces get: needs a NAME",
	} {
		call(strings.Fields(args)...).wantRefused(t, exitUsage, want)
	}
	wantSame(t, "after wrong calls", filesOf(t, "."), map[string]string{})
}

// No argument and no flag of any command may be empty.
func TestEmpty(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, cmd := range all(newRoot()) {
		if cmd.HasSubCommands() || cmd.Hidden || cmd.Run == nil && cmd.RunE == nil {
			continue
		}
		words := strings.Fields(cmd.CommandPath())[1:]
		if strings.Contains(cmd.Use, " ") {
			call(append(words, "")...).wantRefused(t, exitUsage, " is an empty text")
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			call(append(words, "--"+f.Name+"=")...).wantRefused(t, exitUsage, "--"+f.Name+": the value is empty")
		})
	}
	wantSame(t, "after empty words", filesOf(t, "."), map[string]string{})
}

// What a command writes has a name of its own. "-" is standard output for a file
// alone.
func TestOutNames(t *testing.T) {
	t.Chdir(t.TempDir())
	checked := 0
	for _, cmd := range calls() {
		words := strings.Fields(cmd.CommandPath())[1:]
		if strings.Contains(cmd.Use, " ") {
			words = append(words, "there")
		}
		for _, flag := range []string{"out", "extra", "plot"} {
			f := cmd.Flags().Lookup(flag)
			if f == nil {
				continue
			}
			names := []string{".", "..", "./", "here/.."}
			if f.DefValue != "-" && flag != "extra" {
				names = append(names, "-")
			}
			if kind, _ := pflag.UnquoteUsage(f); strings.HasPrefix(kind, "file") {
				names = append(names, "here/")
			}
			for _, name := range names {
				call(append(words, "--"+flag, name)...).
					wantRefused(t, exitUsage, fmt.Sprintf("--%s: %q is no name of a ", flag, name))
				checked++
			}
		}
	}
	if checked < 80 {
		t.Errorf("%d names checked", checked)
	}
	call("import", "sacct", "there", "--extra", "-").
		wantRefused(t, exitUsage, "--out and --extra both write to standard output")
	wantSame(t, "after wrong names", filesOf(t, "."), map[string]string{})
}

// TestNotThere names things that logs and files do not have: exit code 1, one
// sentence that names what they have.
func TestNotThere(t *testing.T) {
	t.Chdir(t.TempDir())
	run, log, other := baseRun(t), logOf(t, 1), t.TempDir()
	scores := filepath.Join(run, "scores.arrow")
	blank, underscore := writeFile(t, filepath.Join(other, "a b.swf"), ""),
		writeFile(t, filepath.Join(other, "a_b.swf"), "")
	call("replay", blank, underscore).wantRefused(t, exitFailed, "files of logs a b and a_b would have the same names")
	for args, want := range map[string]string{
		"replay there.swf":             `"there.swf": no such file, and not a catalogue name; see waitbench traces list`,
		"replay sdsc-sp2":              "near names: SDSC-SP2-1998-4.2-cln",
		"replay SDSC-SP2-1998-4.2-cln": "has not been fetched: run waitbench traces get SDSC-SP2-1998-4.2-cln",

		"replay " + log + " --queues normal,fast": `unknown queue "fast"; known are `,

		"collect " + run + " " + run + "/. --out x": "the same run twice: ",

		"report there":  "there is no run directory: no such file or directory",
		"report " + log: log + " is no run directory: it is another file",

		"plot bounds " + run + " --methods guess":    run + `: unknown method "guess"; known are bmbp, lognormal`,
		"plot bounds " + run + " --queues fast":      `unknown queue "fast"; known are express, high, normal, low`,
		"plot bounds " + run + " --out there/bounds": "cannot write there/bounds.svg: no such file or directory",

		"plot fan " + run: "a fan needs two quantiles or more of a run, not 0.95 alone: make one with replay " +
			"--quantiles 0.95,0.5,0.25l",

		"cat there.arrow": "cannot read there.arrow: no such file or directory",
		"cat " + log:      "is not an Arrow file",

		"cat " + scores + " --columns x": `unknown column "x"; known are log, queue, procs_range, method, ` +
			`quantile`,
		"cat " + scores + " --where queue=x":    `unknown queue "x"; known are express, high, normal, low`,
		"generate --days 1 --out there/log.swf": "cannot write there/log.swf: no such file or directory",
	} {
		call(strings.Fields(args)...).wantRefused(t, exitFailed, want)
	}
	wantSame(t, "after calls that failed", filesOf(t, "."), map[string]string{})
}
