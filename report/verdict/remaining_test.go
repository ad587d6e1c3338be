package verdict

import (
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/reporttest"
)

// TestRemainingTables: rows by queue and age, without series of few jobs, other
// levels and ranges; over the queues shares are weighted by jobs.
func TestRemainingTables(t *testing.T) {
	level := methods.Level{Quantile: 0.95, Confidence: 0.95}
	score := func(queue, procs string, quantile, age, covered, loss, before float64, jobs int) replay.Score {
		s := replay.NewScore()
		s.Log, s.Queue, s.Range, s.Method, s.Quantile, s.Confidence = "a", queue, procs, "bmbp", quantile, .95
		s.Jobs, s.Scored, s.Bounded, s.Coverage, s.Age, s.Pinball, s.SubmissionPinball = jobs, jobs, jobs, covered, age,
			loss, before
		return s
	}
	aged := []replay.Score{
		score("low", "all", .95, 600, .949, 50, 100, 300), score("high", "all", .95, 600, .9, 80, 40, 100),
		score("low", "1-4", .95, 600, .9, 80, 40, 100), score("low", "all", .5, 600, .9, 80, 40, 100),
		score("low", "all", .95, 7200, .97, 30, 30, 100), score("high", "all", .95, 7200, .9, 1, 1, 99),
	}
	aged[0].ShareSE, aged[0].Blocks = .01, 20 // near: the share is a tenth of its error below
	run := reporttest.Run()
	tables := RemainingTables(run, aged)
	if len(tables) != 1 || RemainingTables(run, nil) != nil {
		t.Fatalf("%d tables", len(tables))
	}
	reporttest.WantRows(t, tables[0], []string{
		"a low 10 min bmbp 300 300 0.949 50 100",
		"a low 2 h bmbp 100 100 0.970 30 30",
		"a high 10 min bmbp 100 100 0.900* 80 40",
	})
	reporttest.WantRows(t, RemainingOverQueues(aged, level),
		[]string{"10 min bmbp 2 0 1 1 400 0.937 1.25", "2 h bmbp 1 1 0 0 100 0.970 1.00"})
}
