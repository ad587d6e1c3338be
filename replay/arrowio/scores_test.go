package arrowio

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
)

var someScores = []replay.Score{
	{Log: "SDSC-SP2-1998", Queue: "normal", Range: "all", Method: "bmbp", Quantile: 0.95, Confidence: 0.95, Epoch: 300,
		Train: "0.1",
		Jobs:  27070, Scored: 24363, Bounded: 24363, Coverage: 0.9700365, MedianRatio: 1.0 / 3, ChangePoints: 12, Threshold: 4,
		CorrectLow: 0.9678, CorrectHigh: 0.9721, Kupiec: 234.5, Independence: 345.25, ConditionalCoverageLR: 579.75,
		MissAfterMiss: 0.225, SettledIndependence: 4.5, MissAfterSettled: 0.0625, LongestMisses: 9,
		WorstMonth: 0.8125, WorstMonthAt: "1999-02", Pinball: 19835.5, LogPinball: 0.375, MeanBound: 250000.5,
		MedianBound: 180000, MeanOver: 2.5e5,
		Forecasts: noForecasts, Age: 600, SubmissionPinball: 19.5, WorstMonthBursts: 0.875, RecentBursts: 0.625,
		ShareAll: 0.96875, ShareSE: 0.0078125, Blocks: 52, BlockDays: 7},
	{Log: "SDSC-SP2-1998", Queue: "normal, \"big\"", Range: "65+", Method: "lognormal", Quantile: 0.5, Confidence: 0.9,
		Epoch: 1e6, Train: "0",
		Jobs: 3, Scored: 3, Bounded: 1, Coverage: 0, MedianRatio: math.Inf(1), ChangePoints: -1, Threshold: -1,
		Side: methods.Lower, CorrectLow: 0, CorrectHigh: 0.75, Kupiec: 1.5, Independence: math.NaN(),
		ConditionalCoverageLR: math.NaN(), MissAfterMiss: math.NaN(), SettledIndependence: math.NaN(),
		MissAfterSettled: math.NaN(),
		LongestMisses:    1, WorstMonth: math.NaN(), Pinball: 1, LogPinball: 2, MeanBound: 3, MedianBound: 4,
		Forecasts: replay.ForecastScore{Jobs: 3, MeanError: 1234.5, MedianError: 60, LogCorrelation: -0.25,
			WithinTwo: 0.5, WithinTenMinutes: 0, TurnaroundDeviation: 2, WithinMinute: 0.25, RightSide: 1, SlowdownError: 3},
		SubmissionPinball: math.NaN(), WorstMonthBursts: math.NaN(), RecentBursts: math.NaN(), ShareAll: math.NaN(),
		ShareSE: math.NaN(), Blocks: -1, BlockDays: -1},
	{Log: "KTH", Queue: "all", Range: "1-4", Method: "bmbp", Quantile: 0.95, Confidence: 0.95, Epoch: 0.5, Train: "1e-07",
		Jobs: 58, Scored: 53, Coverage: math.NaN(), MedianRatio: math.NaN(), ChangePoints: 0, Threshold: 3,
		CorrectLow: math.NaN(), CorrectHigh: math.NaN(), Kupiec: math.NaN(), Independence: math.NaN(),
		ConditionalCoverageLR: math.NaN(), MissAfterMiss: math.NaN(), SettledIndependence: math.NaN(),
		MissAfterSettled: math.NaN(),
		LongestMisses:    -1, WorstMonth: math.NaN(), Pinball: math.NaN(), LogPinball: math.NaN(), MeanBound: math.NaN(),
		MedianBound: math.NaN(),
		MeanOver:    math.NaN(), Forecasts: replay.ForecastScore{Jobs: 0, MeanError: math.NaN(), MedianError: math.NaN(),
			LogCorrelation: math.NaN(),
			WithinTwo:      math.NaN(), WithinTenMinutes: math.NaN(), TurnaroundDeviation: math.NaN(),
			WithinMinute: math.NaN(), RightSide: math.NaN(), SlowdownError: math.NaN()}, SubmissionPinball: math.NaN(),
		WorstMonthBursts: math.NaN(), RecentBursts: math.NaN(), ShareAll: math.NaN(), ShareSE: math.NaN(), Blocks: -1, BlockDays: -1},
}

// noForecasts is of a method that forecasts no waits.
var noForecasts = replay.ForecastScore{Jobs: -1, MeanError: math.NaN(), MedianError: math.NaN(),
	LogCorrelation: math.NaN(),
	WithinTwo:      math.NaN(), WithinTenMinutes: math.NaN(), TurnaroundDeviation: math.NaN(),
	WithinMinute: math.NaN(), RightSide: math.NaN(), SlowdownError: math.NaN()}

const someScoresCSV = `log,queue,procs_range,method,quantile,confidence,epoch_s,train,jobs,scored,bounded,correct,median_ratio,change_points,threshold,` +
	`side,correct_lo,correct_hi,kupiec_lr,christoffersen_ind_lr,christoffersen_cc_lr,miss_after_miss,longest_miss_run,worst_month,worst_month_at,` +
	`pinball_s,log_pinball,mean_bound_s,median_bound_s,mean_over_s,pointed,mae_s,median_ae_s,log_corr,within_2x,within_10min,turnaround_dev,settled_ind_lr,miss_after_settled,submission_pinball_s,age_s,worst_month_bursts,recent_bursts,within_1min,right_10min,slowdown_error,share_se,blocks,block_days,share_all
SDSC-SP2-1998,normal,all,bmbp,0.95,0.95,300,0.1,27070,24363,24363,0.9700365,0.3333333333333333,12,4,upper,0.9678,0.9721,234.5,345.25,579.75,0.225,9,0.8125,1999-02,19835.5,0.375,250000.5,180000,250000,,,,,,,,4.5,0.0625,19.5,600,0.875,0.625,,,,0.0078125,52,7,0.96875
SDSC-SP2-1998,"normal, ""big""",65+,lognormal,0.5,0.9,1000000,0,3,3,1,0,Infinity,,,lower,0,0.75,1.5,,,,1,,,1,2,3,4,0,3,1234.5,60,-0.25,0.5,0,2,,,,0,,,0.25,1,3,,,,
KTH,all,1-4,bmbp,0.95,0.95,0.5,1e-07,58,53,0,,,0,3,upper,,,,,,,,,,,,,,,0,,,,,,,,,,0,,,,,,,,,
`

// wantScores compares scores with NaN equal to NaN.
func wantScores(t *testing.T, got, want []replay.Score) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d scores, want %d", len(got), len(want))
	}
	for i := range got {
		if fmt.Sprint(got[i]) != fmt.Sprint(want[i]) {
			t.Errorf("score %d is\n%+v, want\n%+v", i, got[i], want[i])
		}
	}
}

func TestScoresRoundTrip(t *testing.T) {
	for _, scores := range [][]replay.Score{nil, someScores, someScores[2:]} {
		path := tempFile(t)
		if err := WriteScores(path, nil, scores); err != nil {
			t.Fatal(err)
		}
		got, err := ReadScores(path)
		if err != nil {
			t.Fatal(err)
		}
		wantScores(t, got, scores)
		again := tempFile(t)
		if err := WriteScores(again, nil, scores); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(readBytes(t, path), readBytes(t, again)) {
			t.Error("the same scores give other bytes")
		}
	}
}

// scores.csv is what Cat makes of scores.arrow.
func TestScoresCSVIsCat(t *testing.T) {
	path := tempFile(t)
	var b strings.Builder
	if err := errors.Join(WriteScores(path, nil, someScores), WriteScoresCSV(&b, someScores)); err != nil ||
		b.String() != someScoresCSV {
		t.Errorf("CSV is\n%swant\n%s", b.String(), someScoresCSV)
	}
	wantCat(t, path, Options{}, someScoresCSV)
}

// writeColumns writes a file of scores with other columns than ours.
func writeColumns(t *testing.T, columns []replay.Column, scores []replay.Score) string {
	t.Helper()
	path := tempFile(t)
	if err := tableOf(scores, columns).write(path, nil, len(scores)); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestScoresOfOtherVersions(t *testing.T) {
	crps := replay.Column{Name: "crps_s", Null: "never", At: func(s *replay.Score) any { return &s.Train }}
	later := append([]replay.Column{crps}, replay.Columns...)
	got, err := ReadScores(writeColumns(t, later, someScores))
	if err != nil {
		t.Fatal(err)
	}
	wantScores(t, got, someScores)

	earlier := replay.Columns[:16]
	got, err = ReadScores(writeColumns(t, earlier, someScores))
	if err != nil {
		t.Fatal(err)
	}
	want := append([]replay.Score(nil), someScores...)
	empty := replay.NewScore()
	for i := range want {
		for _, c := range replay.Columns[16:] {
			reflect.ValueOf(c.At(&want[i])).Elem().Set(reflect.ValueOf(c.At(&empty)).Elem())
		}
	}
	wantScores(t, got, want)

	// Blocks were days.
	days := slices.DeleteFunc(slices.Clone(replay.Columns),
		func(c replay.Column) bool { return c.Name == "block_days" })
	days[slices.IndexFunc(days, func(c replay.Column) bool { return c.Name == "blocks" })].Name = "days"
	got, err = ReadScores(writeColumns(t, days, someScores))
	if err != nil || got[0].Blocks != someScores[0].Blocks || got[0].BlockDays != 1 || got[1].BlockDays != -1 {
		t.Errorf("%d blocks of %d days, error %v", got[0].Blocks, got[0].BlockDays, err)
	}

	// The part was a number.
	numbers := slices.Clone(replay.Columns)
	train := slices.IndexFunc(numbers, func(c replay.Column) bool { return c.Name == "train" })
	numbers[train].At = func(s *replay.Score) any { return &s.Quantile }
	got, err = ReadScores(writeColumns(t, numbers, someScores))
	if err != nil || got[0].Train != fmt.Sprint(someScores[0].Quantile) {
		t.Errorf("train %+v, error %v", got, err)
	}
}

func TestNotScores(t *testing.T) {
	path := writeColumns(t, replay.Columns[1:3], someScores)
	_, err := ReadScores(path)
	wantError(t, err, path+" is not a file of scores: it has no column log, only queue, procs_range")

	wrong := slices.Clone(replay.Columns)
	wrong[0].At = func(s *replay.Score) any { return &s.Jobs }
	path = writeColumns(t, wrong, someScores)
	_, err = ReadScores(path)
	wantError(t, err, path+" is not a file of scores: column log is of type int64, not dictionary<values=utf8, indices=int32, ordered=false>")

	null := slices.Clone(replay.Columns)
	null[9].Null = "never"
	path = writeColumns(t, null, append(someScores[:2:2], replay.Score{Scored: -1}))
	_, err = ReadScores(path)
	wantError(t, err, path+" is cut off or damaged: column scored is null in row 2")
}
