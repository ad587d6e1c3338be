package main

import (
	"path/filepath"
	"testing"
)

// TestWrongUse makes every mistake of wording there is: exit code 2, one sentence that names what
// is known, and a hint.
func TestWrongUse(t *testing.T) {
	t.Chdir(t.TempDir())
	run, log := baseRun(t), logOf(t, 1)
	scores := filepath.Join(run, "scores.arrow")
	methods := []string{"bmbp", "lognormal", "lognormal-trim"}
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"replays"}, []string{`unknown command "replays" (did you mean "replay"?); known are demo, replay, score, report, `}},
		{[]string{"--quiet"}, []string{"unknown flag: --quiet"}},
		{[]string{"version", "1"}, []string{`takes no arguments, but got "1"`}},

		{[]string{"replay"}, []string{"needs a LOG"}},
		{[]string{"replay", log, "--metods", "bmbp"}, []string{"unknown flag: --metods"}},
		{[]string{"replay", log, "-x"}, []string{"unknown shorthand flag: 'x'"}},
		{[]string{"replay", log, "--out"}, []string{"flag needs an argument: --out"}},
		{[]string{"replay", log, "--quantile", "most"}, []string{`"most" is not a quantile between 0 and 1, with l behind it for a lower bound`}},
		{[]string{"replay", log, "--quantile", "95"}, []string{"quantile 95 is not between 0 and 1"}},
		{[]string{"replay", log, "--quantile", "NaN"}, []string{"quantile NaN is not between 0 and 1"}},
		{[]string{"replay", log, "--confidence", "0"}, []string{`--confidence: "0" is not a fraction between 0 and 1`}},
		{[]string{"replay", log, "--train", "1"}, []string{`--train: "1" is not a fraction between 0 and 1`}},
		{[]string{"replay", log, "--epoch", "soon"}, []string{`"soon" is neither a length of time such as 5m, 2h30m or 1-12:00:00 nor a number of seconds`}},
		{[]string{"replay", log, "--epoch", "-5m"}, []string{`--epoch: "-5m" is before it begins`}},
		{[]string{"replay", log, "--epoch", "Inf"}, []string{`"Inf" is neither a length of time`}},
		{[]string{"replay", log, "--min-jobs", "1e3"}, []string{`--min-jobs: "1e3" is not a whole number`}},
		{[]string{"replay", log, "--min-jobs", "-1"}, []string{`--min-jobs: "-1" is not a whole number`}},
		{[]string{"replay", log, "--workers", "-1"}, []string{"--workers cannot be negative"}},
		{[]string{"replay", log, "--workers", "99999999999999999999"}, []string{"--workers: 99999999999999999999 is out of range"}},
		{[]string{"replay", log, "--quiet=perhaps"}, []string{`--quiet: "perhaps" is not true or false`}},
		{[]string{"replay", log, "--methods", "bmbp,guess"}, append(methods, `unknown method "guess"; known are `)},
		{[]string{"replay", log, "--methods", ""}, append(methods, "no method is named; known are ")},
		{[]string{"replay", log, "--select", "most"}, []string{`--select: unknown "most"; known are started, paper, all`}},
		{[]string{"replay", log, "--rank", "first"}, []string{`--rank: unknown "first"; known are exact, normal`}},
		{[]string{"replay", log, "--ranges", "4-1"}, []string{`processor range "4-1" is not of the form 5-16, 64 or 65+`}},
		{[]string{"replay", log, "--ranges", "1-8,4-16"}, []string{"processor range 4-16 does not lie above 1-8"}},
		{[]string{"demo", "again"}, []string{`takes no arguments, but got "again"`}},
		{[]string{"demo", "--resume"}, []string{"unknown flag: --resume"}},
		{[]string{"report"}, []string{"needs a DIR"}},
		{[]string{"report", run, "--min-jobs", "-1"}, []string{"--min-jobs cannot be negative"}},

		{[]string{"plot"}, []string{"needs one of bounds"}},
		{[]string{"plot", "waits", run}, []string{`unknown command "waits"; known are bounds`}},
		{[]string{"plot", "bounds", run, "--from", "monday"}, []string{`"monday" is neither a date such as 2004-06-01T06:00 nor seconds of the log`}},
		{[]string{"plot", "bounds", run, "--from", "2001-01-02", "--to", "2001-01-02"}, []string{"--from is not before --to"}},

		{[]string{"day", run, "--date", "2001-01-02"}, []string{"waitbench day: no longer exists: use waitbench wait LOG --method bmbp --from TIME --to TIME --every DURATION"}},
		{[]string{"odds", log, "--deadline", "1h"}, []string{"waitbench odds: no longer exists: use waitbench wait, with --within for --deadline"}},
		{[]string{"wait", log, "--method", "bmbp", "--from", "2001-02-30"}, []string{`"2001-02-30" is neither a date`}},
		{[]string{"wait", log, "--method", "bmbp", "--from", "2000-01-05"}, []string{"2000-01-05 is not a time of the log, which covers 2001-01-01 to 2001-01-02"}},
		{[]string{"wait", log, "--method", "bmbp", "--from", "2001-01-02", "--to", "2001-01-01"}, []string{"--to is before --from"}},
		{[]string{"wait", log, "--method", "bmbp", "--from", "2001-01-02", "--every", "1s"}, []string{"--every must be a minute at least"}},
		{[]string{"wait", log, "--methods", "paper", "--from", "2001-01-02"}, []string{"--from is for one --method, not for 3"}},
		{[]string{"wait", log, "--method", "bmbp", "--from", "2001-01-02", "--within", "1h"}, []string{"--from makes a table over time; leave out --at, --within"}},
		{[]string{"wait", log, "--every", "1h"}, []string{"--to and --every are for a table over time, which needs --from"}},
		{[]string{"wait", log, "--quantiles", "0.5,half"}, []string{`"half" is not a quantile between 0 and 1, with l behind it for a lower bound`}},
		{[]string{"wait", log, "--quantiles", "1.5l"}, []string{"quantile 1.5 is not between 0 and 1"}},
		{[]string{"wait", log, "--range", "few"}, []string{`processor range "few" is not of the form`}},

		{[]string{"cat"}, []string{"needs a FILE.arrow"}},
		{[]string{"cat", scores, "--format", "xml"}, []string{`unknown format "xml"; known are csv, jsonl, text, json, markdown, latex`}},
		{[]string{"cat", scores, "--head", "-1"}, []string{"--head cannot be negative"}},
		{[]string{"cat", scores, "--where", "queue"}, []string{`condition "queue" is not of the form column=value; operators are = != < <= > >=`}},

		{[]string{"traces"}, []string{"needs one of list, get, verify, info"}},
		{[]string{"traces", "show"}, []string{`unknown command "show"; known are list, get, verify, info`}},
		{[]string{"traces", "list", "all"}, []string{`takes no arguments, but got "all"`}},
		{[]string{"traces", "get"}, []string{"waitbench traces get: needs a NAME"}},
		{[]string{"traces", "info"}, []string{"waitbench traces info: needs a LOG"}},
		{[]string{"traces", "info", log, "--select", "most"}, []string{`--select: unknown "most"; known are started, paper, all`}},

		{[]string{"generate", "it"}, []string{`takes no arguments, but got "it"`}},
		{[]string{"generate", "--days", "0"}, []string{"waitbench generate: days: 0 is not between 1 and 1e+06"}},
		{[]string{"generate", "--seed", "-1"}, []string{`--seed: "-1" is not an integer >= 0`}},
		{[]string{"methods", "bmbp"}, []string{`takes no arguments, but got "bmbp"`}},
		{[]string{"methods", "--thresholds", "2"}, []string{"quantile 2 is not between 0 and 1"}},
	} {
		call(c.args...).wantRefused(t, exitUsage, c.want...)
	}
	wantSame(t, "after wrong calls", filesOf(t, "."), map[string]string{})
}

// TestNotThere asks for what the logs and files at hand do not have: exit code 1, one sentence that
// names what they have.
func TestNotThere(t *testing.T) {
	t.Chdir(t.TempDir())
	run, log, other := baseRun(t), logOf(t, 1), t.TempDir()
	scores, predictions := filepath.Join(run, "scores.arrow"), filepath.Join(run, "predictions.arrow")
	queues := "express, high, normal, low"
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"replay", "there.swf"}, []string{`"there.swf": no such file, and not a catalogue name; see waitbench traces list`}},
		{[]string{"replay", "sdsc-sp2"}, []string{"near names: SDSC-SP2-1998-4.2-cln"}},
		{[]string{"replay", "SDSC-SP2-1998-4.2-cln"}, []string{"is in the catalogue but has not been fetched: run waitbench traces get SDSC-SP2-1998-4.2-cln"}},
		{[]string{"replay", log, "there.swf"}, []string{`"there.swf": no such file`}},
		{[]string{"replay", log, log}, []string{"two logs are called seed1; a run takes each name once"}},
		{[]string{"replay", writeFile(t, filepath.Join(other, "a b.swf"), ""), writeFile(t, filepath.Join(other, "a_b.swf"), "")}, []string{"files of logs a b and a_b would have the same names"}},
		{[]string{"replay", "-", "-"}, []string{"two logs are called stdin"}},
		{[]string{"replay", log, "--queues", "normal,fast"}, []string{`unknown queue "fast"; the log has `, "express", "high", "normal", "low"}},
		{[]string{"report", "there"}, []string{"cannot read there/run.json: no such file or directory"}},
		{[]string{"report", log}, []string{"cannot read " + log + "/run.json: not a directory"}},
		{[]string{"plot", "bounds", "there"}, []string{"cannot read there/run.json: no such file or directory"}},
		{[]string{"plot", "bounds", run, "--trace", "other"}, []string{`unknown trace "other"; ` + run + " holds seed1"}},
		{[]string{"plot", "bounds", run, "--method", "guess"}, []string{`unknown method "guess"; ` + run + " holds bmbp, lognormal, lognormal-trim"}},
		{[]string{"plot", "bounds", run, "--queues", "fast"}, []string{`no queue "fast"; there are ` + queues}},
		{[]string{"plot", "bounds", run, "--ranges", "2-3"}, []string{`no range "2-3"; there are all, 1-4, 5-16, 17-64, 65+`}},
		{[]string{"plot", "bounds", run, "--out", "there/bounds"}, []string{"cannot write there/bounds.svg: no such file or directory"}},
		{[]string{"cat", "there.arrow"}, []string{"cannot read there.arrow: no such file or directory"}},
		{[]string{"cat", run}, []string{"is a folder, not an Arrow file"}},
		{[]string{"cat", log}, []string{"is not an Arrow file"}},
		{[]string{"cat", scores, "--columns", "bounds"}, []string{`no column "bounds"; there are trace, queue, procs_range, method, quantile`}},
		{[]string{"cat", scores, "--where", "bounds>1"}, []string{`no column "bounds"; there are trace, queue, procs_range, method, quantile`}},
		{[]string{"cat", scores, "--where", "jobs>many"}, []string{`"many" is not a whole number, which column jobs needs`}},
		{[]string{"cat", scores, "--where", "queue>normal"}, []string{"column queue is text, which > does not compare"}},
		{[]string{"cat", predictions, "--where", "queue=fast"}, []string{`no queue "fast"; there are ` + queues}},
		{[]string{"traces", "info", "there.swf"}, []string{`"there.swf": no such file`}},
		{[]string{"traces", "verify", "KTH"}, []string{`"KTH" is not in the catalogue of traces`}},
		{[]string{"generate", "--days", "1", "--out", "there/log.swf"}, []string{"cannot write there/log.swf: no such file or directory"}},
	} {
		call(c.args...).wantRefused(t, exitFailed, c.want...)
	}
	wantSame(t, "after calls that failed", filesOf(t, "."), map[string]string{})
}
