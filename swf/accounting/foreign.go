package accounting

import (
	"fmt"
	"regexp"
)

// form is an input of another kind, which its first line shows.
type form struct{ line, meaning string }

// anySource are inputs that no command reads, or another one.
var anySource = []form{
	{`^;[^;]*$|^\s*([0-9.-]+\s+){17}[0-9.-]+\s*$`, "a log in SWF already, which all commands read"},
	{`^PAR1`, "Parquet: import csv --help has the line of DuckDB that makes CSV of it"},
	{`^\s*([{[]\s*(["{]|$)|<\?|<Data>|%YAML)`, "JSON, YAML or XML: of Slurm, give import sacct what sacct -P prints"},
	{`^JobId=[0-9]`, "a record of jobcomp or scontrol: give import sacct what sacct -P prints"},
	{`^ *JOBID[ |].*(NODELIST\(|SUBMIT_TIME|START_TIME)`,
		"output of squeue or bjobs, without jobs that ended: of Slurm, give import sacct what sacct -P prints"},
	{`(?i)^Job ID( {2}|:)`,
		"output of qstat, with few jobs that ended: give import pbs server_priv/accounting"},
	{`^[0-9/]+ [0-9:]+;[A-Za-z]+;`, "a record of PBS or Torque: give the file to import pbs"},
	{`^"[A-Z_0-9]+" "[0-9.]+" [0-9]+ `, "a record of LSF" + toTable},
	{`^[^:,;|\s]+(:[^:]*){12}|^={40,}$`, "a record of Grid Engine" + toTable},
	{`^#`, "a comment, as in records of Grid Engine" + toTable},
}

const toTable = ": make a table with a header line of all, for import csv --map"

// notSacct are inputs without a column JobID.
var notSacct = []form{
	{`(?i)^(sacct:|slurm)|invalid field requested|error:`, "a message of sacct, not its output"},
	{`(?i)^ *JobID(Raw)? `, "sacct's columns of fixed width, which cut longer values: run sacct with -P"},
	{`^[0-9]`, "sacct's output without a header line: run sacct without -n"},
	{``, "no output of sacct -P with a column JobID"},
}

// foreign returns an error for the first form that line 1 of a file matches.
func foreign(file, line string, forms []form) error {
	for _, f := range forms {
		if regexp.MustCompile(f.line).MatchString(line) {
			return fmt.Errorf("%s: this is %s; line 1 is %s", file, f.meaning, quote(line))
		}
	}
	return nil
}
