package verdict

import (
	"math"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/report/reporttest"
)

func TestForecastTables(t *testing.T) {
	scores := reporttest.ManyScores()
	near := reporttest.Score("queue0", replay.AllRanges, "historical", 2000, 0.9, 0.1)
	near.Forecasts = replay.ForecastScore{Jobs: 1000, MeanError: 6000, MedianError: 99.4, LogCorrelation: math.NaN(),
		TurnaroundDeviation: math.NaN()}
	tables := ForecastTables(reporttest.Run(), append(scores[:8:8], near))
	reporttest.WantRows(t, tables[0], []string{
		"SDSC-SP2 queue0 li 1800 1800 5000 100 **0.50** 0.250 0.500 0.750 0.875 4.0 1.50",
		"SDSC-SP2 queue0 historical 1000 1800 6000 99 - 0.000 0.000 0.000 0.000 0.0 -",
	})
	if notes := strings.Join(tables[0].Notes, "\n"); !strings.Contains(notes, "X+cal has the forecasts of X") {
		t.Errorf("notes %s", notes)
	}
	if n := len(ForecastTables(reporttest.Run(), reporttest.Scores())); n != 0 {
		t.Errorf("%d tables of methods that forecast nothing", n)
	}
	// Without li, li+cal stands for both.
	alone := ForecastTables(reporttest.Run(), scores[6:8])
	if len(alone) != 1 || len(alone[0].Rows) != 1 || alone[0].Rows[0][2].Text != "li+cal" {
		t.Errorf("tables %v", alone)
	}
}
