package collect

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"waitbench/report"
)

// comparisons are the tables that set what papers print beside what was measured on the log.
func (l *log) comparisons() []*report.Table {
	tables, _ := report.Comparisons(l.run, l.scores, nil)
	return tables
}

// value is a number that a paper prints and the one measured here.
type value struct {
	table             *report.Table
	row               []report.Cell
	printed, measured report.Cell
}

// published gives the values of which there are both, of tables such as table3.
func (l *log) published(table string) iter.Seq[value] {
	return func(yield func(value) bool) {
		for _, t := range l.comparisons() {
			if !strings.HasPrefix(t.ID, "published-"+table) {
				continue
			}
			for _, row := range t.Rows {
				v := value{t, row, cell(t, row, "published"), cell(t, row, "measured")}
				if !v.printed.Missing && !v.measured.Missing && !yield(v) {
					return
				}
			}
		}
	}
}

// cell finds a cell by the name of its column, a missing one where there is none.
func cell(t *report.Table, row []report.Cell, name string) report.Cell {
	i := slices.IndexFunc(t.Columns, func(c report.Column) bool { return c.Key == name || c.Key == "" && c.Heading == name })
	if i < 0 {
		return report.Missing()
	}
	return row[i]
}

// differences says, a paragraph each, how far printed numbers are reproduced and why not farther;
// none where no log is of a paper.
func differences(all []*log) []string {
	var list []string
	say := func(format string, parts []string) {
		if len(parts) > 0 {
			list = append(list, fmt.Sprintf(format, strings.Join(parts, "; ")))
		}
	}
	for _, table := range []string{"3", "4", "5-7"} {
		var parts []string
		said := map[string]bool{} // the same of a run beside is not said again
		for _, l := range all {
			for _, t := range l.comparisons() {
				if !strings.HasPrefix(t.ID, "published-table"+table) || said[l.short+t.Notes[0]] {
					continue
				}
				said[l.short+t.Notes[0]] = true
				parts = append(parts, fmt.Sprintf("%s, %s", l.in(all), t.Notes[0]))
				for _, note := range t.Notes {
					if strings.HasPrefix(note, l.Name+": ") { // why its ranges are not those of the paper
						parts = append(parts, note)
					}
				}
			}
		}
		say("**Table "+table+" of the BMBP paper**: %s.", parts)
	}
	printed, below := 0, 0
	var jobs, heads []string
	for _, l := range all {
		for v := range l.published("table") {
			target := l.queues[0].Level.Target()
			round := func(x float64) bool { return fmt.Sprintf("%.2f", x) == fmt.Sprintf("%.2f", target) }
			if v.measured.N > 0 && strings.Contains(v.table.ID, "correct") {
				printed += one(round(v.printed.Value))
				below += one(v.measured.Star && round(v.measured.Value))
			}
		}
		if l.in(all) == l.short {
			jobs = append(jobs, l.otherJobs()...)
		}
		for _, t := range report.HeadTables(l.heads) {
			for _, row := range t.Rows {
				if p := cell(t, row, "published_log_corr"); !p.Missing {
					heads = append(heads, fmt.Sprintf("%s for %s of `%s` on %s", cell(t, row, "log_corr_10s").Text,
						p.Text, cell(t, row, "method").Text, l.short))
				}
			}
		}
	}
	if printed > 0 {
		list = append(list, fmt.Sprintf("**Stars at the target**: of the shares compared %d are printed as the "+
			"target itself, which the paper takes for correct; here shares are compared "+
			"before they are rounded, and %d that round to it lie below and have a star.", printed, below))
	}
	say("**Other jobs**: %s. From logs named `-cln` the archive has removed flurries, jobs of single users whose "+
		"waits are alike.", jobs)
	say("**Figure 5 of Downey (1997)**, the correlation of forecast and actual remaining waits at the head of the "+
		"queue, measured for printed of a simulated machine: %s.", heads)
	return list
}

// in names the log, with its run where that has other settings than the first.
func (l *log) in(all []*log) string {
	if otherSettings(&all[0].run.Settings, &l.run.Settings) == "" {
		return l.short
	}
	return fmt.Sprintf("%s (run %s)", l.short, base(l.path))
}

// manyJobs is the part of the printed jobs that may be missing before it is worth a word.
const manyJobs = 0.05

// otherJobs names the queues whose jobs are not those of the paper, and those that the log has not.
func (l *log) otherJobs() (parts []string) {
	for v := range l.published("table1") {
		p, m := v.printed.Value, v.measured.Value
		if cell(v.table, v.row, "column").Text == "jobs" && math.Abs(m-p) > manyJobs*p {
			parts = append(parts, fmt.Sprintf("%s %s has %.0f jobs for %.0f printed (%+.0f)", l.short,
				cell(v.table, v.row, "queue").Text, m, p, m-p))
		}
	}
	for _, t := range l.comparisons() {
		for _, note := range t.Notes {
			if _, absent, ok := strings.Cut(note, "; not in this run: "); ok && strings.HasPrefix(t.ID, "published-table1") {
				absent, _, _ = strings.Cut(absent, ";")
				parts = append(parts, fmt.Sprintf("%s has no queue %s", l.short, absent))
			}
		}
	}
	return parts
}
