package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"waitbench/replay"
)

// manyScores are of eight methods and a forecaster with points alone on nine
// queues, one of them small: shares and ratios differ by method and queue.
func manyScores() []replay.Score {
	var scores []replay.Score
	for q := range 9 {
		queue, jobs := fmt.Sprintf("queue%d", q), 2000+100*q
		if q == 4 {
			jobs = 50
		}
		for m, method := range []string{"bmbp", "lognormal", "lognormal-trim", "qbets", "bmbp+aci", "li", "li+cal", "smith+cal"} {
			s := score(queue, replay.AllRanges, method, jobs, 0.94+0.005*float64((m+q)%5), 0.01*float64(m+1))
			switch method {
			case "li":
				s.Bounded, s.Coverage, s.MedianRatio = 0, math.NaN(), math.NaN()
				s.Forecasts = replay.ForecastScore{Jobs: s.Scored, MeanError: 5000, MedianError: 100, LogCorrelation: 0.5, WithinTwo: 0.25, WithinTenMinutes: 0.75, TurnaroundDeviation: 1.5,
					WithinMinute: 0.5, RightSide: 0.875, SlowdownError: 4}
			case "li+cal":
				s.Forecasts = replay.ForecastScore{Jobs: s.Scored, MeanError: 5000, MedianError: 100}
			}
			s.CorrectLow, s.CorrectHigh = s.Coverage-0.004, s.Coverage+0.004
			scores = append(scores, s)
		}
	}
	return scores
}

// A method without bounds is in no table of bounds.
func TestManyMethods(t *testing.T) {
	table := named(t, Tables(aRun(), manyScores()), "table3-correct-by-queue")
	verdicts := Judge(manyScores(), 1000)
	for _, of := range append(VerdictTables(aRun(), verdicts), table, Backtests(verdicts)) {
		for _, row := range of.Rows {
			if slices.ContainsFunc(row, func(c Cell) bool { return c.Text == "li" }) {
				t.Errorf("%s names a method without bounds", of.ID)
			}
		}
	}
	if table.Columns[4].Heading != "bmbp" || len(table.Columns) != 4+7 || len(table.Rows) != 8 {
		t.Errorf("%d columns, %d rows", len(table.Columns), len(table.Rows))
	}
	tables := append(VerdictTables(aRun(), verdicts), table)
	if picked := ForTerminal(tables); len(picked) != 2 || picked[0].ID != "verdict-by-queue" || picked[1] != table {
		t.Errorf("printed are %d tables", len(picked))
	}
	long := *tables[0]
	long.Rows = slices.Repeat(long.Rows[:1], 40)
	long.Rows[0] = slices.Clone(long.Rows[0])
	long.Rows[0][3].Text = "bmbp, qbets, last"
	var text strings.Builder
	if short := Summaries([]*Table{&long, table}); len(short) != 1 || short[0].WriteText(&text) != nil || strings.Count(text.String(), "\n") > 18 || !strings.Contains(text.String(), " bmbp + 2 ") {
		t.Errorf("a summary of %d tables:\n%s", len(short), text.String())
	}
}

func TestForecastTables(t *testing.T) {
	scores := manyScores()
	near := score("queue0", replay.AllRanges, "historical", 2000, 0.9, 0.1)
	near.Forecasts = replay.ForecastScore{Jobs: 1000, MeanError: 6000, MedianError: 99.4, LogCorrelation: math.NaN(), TurnaroundDeviation: math.NaN()}
	tables := ForecastTables(aRun(), append(scores[:8:8], near))
	wantRows(t, tables[0], []string{
		"SDSC-SP2 queue0 li 1800 1800 5000 100 **0.50** 0.250 0.500 0.750 0.875 4.0 1.50",
		"SDSC-SP2 queue0 historical 1000 1800 6000 99 - 0.000 0.000 0.000 0.000 0.0 -",
	})
	if notes := strings.Join(tables[0].Notes, "\n"); !strings.Contains(notes, "X+cal has the forecasts of X") {
		t.Errorf("notes %s", notes)
	}
	if n := len(ForecastTables(aRun(), someScores())); n != 0 {
		t.Errorf("%d tables of methods that forecast nothing", n)
	}
	// Without li, li+cal stands for both.
	alone := ForecastTables(aRun(), scores[6:8])
	if len(alone) != 1 || len(alone[0].Rows) != 1 || alone[0].Rows[0][2].Text != "li+cal" {
		t.Errorf("tables %v", alone)
	}
}

func TestHeadTables(t *testing.T) {
	// Exact lines by hand: actual is the square of the forecast, then three
	// times it.
	square := replay.Heads{Log: "a", Method: "downey", Heads: []replay.Head{{Forecast: 2, Actual: 4}, {Forecast: 10, Actual: 100}, {Forecast: 100, Actual: 10000}}}
	triple := replay.Heads{Log: "a", Method: "downey-exact", Heads: []replay.Head{{Forecast: 20, Actual: 60}, {Forecast: 50, Actual: 150}, {Forecast: 5, Actual: 15}}}
	one := replay.Heads{Log: "b", Method: "downey-bias", Heads: []replay.Head{{Forecast: 20, Actual: 60}}}
	queues := replay.Heads{Log: "c", Method: "downey", Heads: []replay.Head{{Queue: "few", Forecast: 5, Actual: 10}}}
	for i := range 100 {
		queues.Heads = append(queues.Heads, replay.Head{Queue: "many", Forecast: float64(1 + i), Actual: float64(2 + 2*i)})
	}
	tables := HeadTables([]replay.Heads{square, triple, one, queues})
	wantRows(t, tables[0], []string{
		"a all downey 3 1.00 2.00 0.00 2 1.00 2.00 0.00 0.48 0.60 1.70",
		"a all downey-exact 3 1.00 1.00 1.10 2 1.00 1.00 1.10 - - -",
		"b all downey-bias 1 - - - 1 - - - 0.59 1.01 -0.01",
		"c all downey 101 1.00 1.00 0.69 91 1.00 1.00 0.69 0.48 0.60 1.70",
		"c many downey 100 1.00 1.00 0.69 91 1.00 1.00 0.69 - - -",
	})
	if n := len(HeadTables(nil)); n != 0 {
		t.Errorf("%d tables of no heads", n)
	}
}
