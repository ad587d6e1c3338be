package verdict

import (
	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/report/table"
)

// ForecastTables returns the table forecasts-by-queue: how near forecasts of
// waits came to the actual waits. It returns none if no method forecasts. The
// scores are of the main level, on which forecasts do not depend.
func ForecastTables(record *run.Record, scores []replay.Score) []*table.Table {
	forecasters := Forecasting(scores)
	if len(forecasters) == 0 {
		return nil
	}
	t := table.New("forecasts-by-queue", nil)
	t.Columns = table.Columns("@log", "@queue", "@method", "@pointed", "@scored", "@mae_s",
		"@median_ae_s", "@log_corr", "@within_2x", "@within_1min", "@within_10min", "@right_10min",
		"@slowdown_error", "@turnaround_dev")
	t.Columns[t.Index("log_corr")].Marked = true
	series, _ := SeriesAt(scores, MainLevel(record, scores), record.Settings.MinJobs)
	for _, s := range series {
		from := len(t.Rows)
		for _, m := range forecasters {
			if score := s.Find(m); s.Range == replay.AllRanges && score != nil &&
				score.Forecasts.Jobs > 0 {
				t.AddScore(score)
			}
		}
		t.Embolden(from, "log_corr", 1)
	}
	return []*table.Table{t}
}
