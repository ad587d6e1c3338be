package verdict

import (
	"fmt"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/reporttest"
)

func TestChanges(t *testing.T) {
	was, is := reporttest.Run(), reporttest.Run()
	is.Settings.Train, is.Log.SHA256 = replay.Train{}, "ff00"
	before := reporttest.Scores()
	after := reporttest.Scores()[1:] // bmbp on express is gone, and there is a new method
	after[0].Coverage = 0.9499998
	after[1].WorstMonthAt = "1999-01"
	after[1].Jobs++
	after = append(after, reporttest.Score("high", replay.AllRanges, "qbets", 8000, 0.97, 0.1))
	recommends := func(method string) []Verdict {
		v := Verdict{Log: "SDSC-SP2", Queue: "high", Range: replay.AllRanges, Level: methods.Level{Quantile: 0.95, Confidence: 0.95}}
		s := reporttest.Score("high", replay.AllRanges, method, 8000, 0.97, 0.1)
		v.Methods = []Method{{Score: &s, Status: Recommended}}
		return []Verdict{v}
	}
	table := Changes(&Judgement{"runs/old", was, before, recommends("bmbp")}, &Judgement{"", is, after, recommends("qbets")})
	reporttest.WantRows(t, table, []string{
		"SDSC-SP2 high all 0.95  recommended bmbp qbets",
		"- - - - qbets replayed no yes",
		"SDSC-SP2 express all 0.95 lognormal correct 0.9499999* 0.9499998*",
		"SDSC-SP2 express all 0.95 lognormal-trim jobs 5000 5001",
		"SDSC-SP2 express all 0.95 lognormal-trim worst_month_at - 1999-01",
		"SDSC-SP2 express all 0.95 bmbp jobs 5000 -",
	})
	want := []string{
		"other methods recommended in 1 of 1 verdicts; 2 of the 20 scores in both runs differ",
		"--train was 0.1, is 0", "the file of SDSC-SP2 changed",
	}
	if got := fmt.Sprintf("%q", table.Notes); got != fmt.Sprintf("%q", want) {
		t.Errorf("notes %s, want %q", got, want)
	}
	if table.Title != "What changed since runs/old" {
		t.Errorf("title %q", table.Title)
	}
	if same := Changes(&Judgement{"", was, before, nil}, &Judgement{"", was, before, nil}); len(same.Rows) != 0 || len(same.Notes) != 1 {
		t.Errorf("the same run differs: %v, %v", same.Rows, same.Notes)
	}
}
