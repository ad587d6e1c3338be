package render

import (
	"path/filepath"
	"strings"
	"testing"

	"waitbench/replay/run/runtest"
	"waitbench/report/published"
)

// A new table has its place here: all tables of runs with levels, ranges, ages,
// forecasts, heads of queues and a published number, by the question they answer.
func TestTablesByQuestion(t *testing.T) {
	for _, c := range []struct {
		methods   string
		quantiles []string
		want      string
	}{
		{"bmbp,lognormal,smith+cal", []string{"0.95", "0.25l"}, `
Which can I trust? verdict-by-queue verdict-by-range
 table3-correct-by-queue-q0.25l table4-median-ratio-by-queue-q0.25l table5-7-correct-by-range-q0.25l
 table3-correct-by-queue-q0.95 table4-median-ratio-by-queue-q0.95 table5-7-correct-by-range-q0.95
How tight? losses-by-queue forecasts-by-queue intervals weighted-pinball
When did it fail? backtests
How long is the remaining wait? remaining-waits
Against the paper? published-own
What was replayed? table1-logs`},
		{"bmbp,downey", []string{"0.95"}, `
Which can I trust? verdict-by-queue verdict-by-range
 table3-correct-by-queue table4-median-ratio-by-queue table5-7-correct-by-range
How tight? losses-by-queue forecasts-by-queue
When did it fail? backtests
How long is the remaining wait? heads remaining-waits
Against the paper? published-own
What was replayed? table1-logs`},
	} {
		s := runtest.Plan(t, c.methods, c.quantiles...).Settings
		s.Ranges, s.Ages, s.MinJobs = "1-4,5+", []float64{600}, 100
		plan := runtest.PlanOf(t, s)
		e := runtest.Begin(t, filepath.Join(t.TempDir(), "run"), plan, "a")
		log := runtest.Load(t, plan, "a", 8, 1)
		d := &Dir{Dir: log.Replay(t, e)}
		var err error
		d.Published, err = published.Read(strings.NewReader(
			"log,queue,method,column,value\na,normal,bmbp,correct,0.9\n"), "own.csv")
		if err != nil {
			t.Fatal(err)
		}
		made, err := d.Render(e.Folder, Figures{Which: NoFigures})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, table := range made.Tables {
			if i == 0 || table.Question != made.Tables[i-1].Question {
				got = append(got, string(table.Question))
			}
			got = append(got, table.FileName())
		}
		if got, want := strings.Join(got, " "), strings.Join(strings.Fields(c.want), " "); got != want {
			t.Errorf("%s: tables\n%s\nwant\n%s", c.methods, got, want)
		}
	}
}
