package collect

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"waitbench/replay/output"
	"waitbench/report"
)

// writePage writes what was replayed of the logs of a run and what came out, as Markdown.
func writePage(w io.Writer, title string, logs []*log) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", title)
	for _, l := range logs {
		if len(logs) > 1 {
			fmt.Fprintf(&b, "\n## %s\n", l.Name)
		}
		b.WriteString("\n" + l.replayed() + "\n")
		for _, t := range slices.Concat(report.VerdictTables(l.run, l.verdicts()), l.comparisons(),
			report.HeadTables(l.heads)) {
			b.WriteByte('\n')
			if err := t.WriteMarkdown(&b); err != nil {
				return err
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// replayed says what of the log was replayed, and how, in a paragraph.
func (l *log) replayed() string {
	settings := &l.run.Settings
	text := fmt.Sprintf("%d jobs were read and %d replayed: %s.", l.Read, l.Selected-l.OtherQueues, settings.Describe())
	if at := l.Period(); at != "" {
		text = fmt.Sprintf("The log is of %s. %s", at, text)
	}
	notes := slices.Concat(l.Notes, l.Warnings)
	if small := len(l.Queues) - len(l.queues); small > 0 {
		notes = append(notes, fmt.Sprintf("%s of fewer than %d jobs, not judged", output.Counted(small, "queue"), settings.MinJobs))
	}
	if !slices.ContainsFunc(settings.Methods, func(m string) bool { return !needsWaits(m) && !adapts(m) }) {
		notes = append(notes, "only methods that need waits were asked for, none that watches the machine")
	}
	return fmt.Sprintf("%s\n\n- %s\n- methods: %s", text, strings.Join(notes, "\n- "), code(settings.Methods))
}

// verdicts are those of the log's queues.
func (l *log) verdicts() []report.Verdict {
	var all []report.Verdict
	for _, q := range l.queues {
		all = append(all, q.Verdict)
	}
	return all
}
