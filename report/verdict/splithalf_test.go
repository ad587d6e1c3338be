package verdict

import (
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/reporttest"
)

// TestSplitHalf cuts a series of 4200 jobs in the middle. Waits before are 100 s,
// but 100 jobs wait for longer than until the cut. Waits after are 300 s for
// three jobs of four. bmbp bounds every wait by 110 s and forest by 310 s: the
// losses of forest are half of 210 and 10, and of bmbp half of 10 and 190.
func TestSplitHalf(t *testing.T) {
	s := &SeriesBounds{Log: "t", Queue: "q", Range: replay.AllRanges, Methods: []string{"bmbp", "forest"},
		Levels: []methods.Level{upperHalf}, Bounds: [][]float64{repeated(4200, 110), repeated(4200, 310)}}
	s.Wait = append(repeated(2100, 100), repeated(2100, 100, 300, 300, 300)...)
	for i := range s.Wait {
		s.Submit = append(s.Submit, float64(i)*1000)
		if i >= 1000 && i < 1100 {
			s.Wait[i] = 1e7
		}
	}
	judge := func(cut float64) []SplitHalf {
		h := &Halves{Level: upperHalf, Cut: cut}
		h.Add(s)
		l, ok := h.Compare(s)
		if !ok {
			return nil
		}
		return []SplitHalf{l}
	}
	table := SplitHalfTable(judge(2100e3))
	reporttest.WantRows(t, table, []string{"t q 2000 2100 bmbp no 0.250* 72 1.000 30 0.250* 72 - -"})
	for _, want := range []string{
		"A method was recommended on 1 of 1 queue.", "The recommended method: lasted on 0, holds on 0 of 1 queue, is short on 1.",
		"Always forest: lasted on 1, holds on 1 of 1 queue, with 0.41 times the loss of the recommended method (geometric mean).",
		"Always qbets: lasted on 0, holds on 0 of 0 queues.",
	} {
		if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, want) {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}
	if judge(999e3) != nil || judge(3701e3) != nil {
		t.Error("999 jobs before the cut or 499 after are judged")
	}
	s.Wait = repeated(4200, 100)
	reporttest.WantRows(t, SplitHalfTable(judge(2100e3)), []string{"t q 2100 2100 bmbp yes 1.000 5.0 1.000 105 1.000 5.0 - -"})
	s.Bounds[0] = repeated(4200, 90)
	s.Bounds[1] = repeated(4200, 210, 90, 90)
	reporttest.WantRows(t, SplitHalfTable(judge(2100e3)), []string{"t q 2100 2100 - - - - 0.333* 22 0.000* 5.0 - -"})
}

// TestHalves: bmbp and forest have the same bounds of a queue, so that the first
// is the one that is not short on the other queue in that half. Each has
// 2100 jobs in 2.1 million seconds, on 25 days of the log.
func TestHalves(t *testing.T) {
	s := &SeriesBounds{Log: "t", Queue: "q", Range: replay.AllRanges, Methods: []string{"bmbp", "forest"},
		Levels: []methods.Level{upperHalf}, Wait: repeated(4200, 100),
		Bounds: [][]float64{repeated(4200, 110), repeated(4200, 110)}}
	for i := range s.Wait {
		s.Submit = append(s.Submit, float64(i)*1000)
	}
	part := *s
	part.Queue, part.Bounds = "r", [][]float64{append(repeated(2100, 90), repeated(2100, 110)...),
		append(repeated(2100, 110), repeated(2100, 90)...)}
	h := &Halves{Level: upperHalf, Cut: 2100e3}
	h.Add(s)
	h.Add(&part)
	half, ok := h.Compare(s)
	if _, other := h.Compare(&part); !ok || !other {
		t.Fatal("too few jobs")
	}
	h.Choose()
	if got := half.Before.String() + "; " + half.After.String(); got != "forest recommended 5, bmbp recommended 5; bmbp recommended 5, forest recommended 5" {
		t.Errorf("got %s", got)
	}
	if m := half.Before.Find("bmbp"); m.Blocks != 25 || half.After.Find("bmbp").Blocks != 25 {
		t.Errorf("before %+v of %d days, after of %d", m, m.Blocks, half.After.Find("bmbp").Blocks)
	}
}
