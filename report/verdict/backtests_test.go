package verdict

import (
	"math"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/report/reporttest"
)

// tested gives a score what backtests are of.
func tested(s replay.Score) replay.Score {
	s.CorrectLow, s.CorrectHigh = s.Coverage-0.01, s.Coverage+0.01
	// p = 0.05 with 1 and 2
	s.Kupiec, s.Independence, s.ConditionalCoverageLR = 3.841458820694124, 40, 5.991464547107979
	s.SettledIndependence, s.MissAfterSettled = 10.827566170662733, 0.125 // p = 0.001
	s.MissAfterMiss, s.LongestMisses, s.WorstMonth, s.WorstMonthAt, s.WorstMonthBursts = 0.25, 7, 0.875, "1999-02", 0.9
	return s
}

func TestBacktests(t *testing.T) {
	none := reporttest.Score("high", replay.AllRanges, "lognormal", 5000, math.NaN(), math.NaN())
	none.Bounded = 0
	bare := reporttest.Score("high", replay.AllRanges, "bmbp", 5000, 1, 0.5)
	bare.CorrectLow, bare.CorrectHigh, bare.Kupiec, bare.Independence, bare.ConditionalCoverageLR = 0.999, 1, 0, 0, 0
	bare.SettledIndependence, bare.MissAfterSettled, bare.MissAfterMiss, bare.WorstMonth, bare.WorstMonthBursts = 0,
		math.NaN(), math.NaN(), math.NaN(), math.NaN()
	scores := []replay.Score{
		tested(reporttest.Score("express", replay.AllRanges, "bmbp", 5000, 0.96, 0.1)),
		tested(reporttest.Score("express", replay.AllRanges, "lognormal", 5000, 0.9499, 0.2)),
		bare, none,
		tested(reporttest.Score("express", "1-4", "bmbp", 2000, 0.96, 0.1)),
		tested(reporttest.Score("standby", replay.AllRanges, "bmbp", 20, 0.96, 0.1)),
	}
	scores[0].ShareSE, scores[0].Blocks = .01, 20 // odds 24, times or by exp(2.0930 .01 / .0384) = 1.7247
	table := Backtests(Judge(scores, 1000))
	want := []string{
		"SDSC-SP2 express bmbp 0.960 0.933 0.976 3.84 0.0500 40.00 <0.0001 5.99 0.0500 10.83 0.0010 " +
			"0.250 0.125 7 0.875 0.900 1999-02",
		"SDSC-SP2 express lognormal 0.950* 0.940 0.960 3.84 0.0500 40.00 <0.0001 5.99 0.0500 10.83 0.0010 " +
			"0.250 0.125 7 0.875 0.900 1999-02",
		"SDSC-SP2 high bmbp 1.000 0.999 1.000 0.00 1.0000 0.00 1.0000 0.00 1.0000 0.00 1.0000 - - 0 - - -",
	}
	reporttest.WantRows(t, table, want)
	if csv := reporttest.Written(t, table.WriteCSV); !strings.Contains(csv,
		"christoffersen_ind_p,christoffersen_cc_lr") ||
		!strings.Contains(csv, ",1999-02\n") {
		t.Errorf("CSV\n%s", csv)
	}
}
