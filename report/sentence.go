package report

import (
	"fmt"
	"math"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
)

// RunSentences returns the sentences on a run at one level, and the notes on
// external methods.
func RunSentences(record *run.Record, verdicts []Verdict, l methods.Level) []string {
	list := Sentences(record, AllSizes(verdicts, l))
	for _, note := range record.OutsideNotes(nil) {
		list = append(list, capital(note)+".")
	}
	return list
}

// Sentences sums up the verdicts on all sizes of jobs at one level: the method
// to trust on the queue of Headline, on how many queues the reference is correct,
// and on which queues no method can be relied on.
func Sentences(record *run.Record, verdicts []Verdict) []string {
	first := Headline(record, verdicts)
	if first == nil {
		return []string{"No queue has enough jobs for a verdict."}
	}
	queue := first.Queue
	values := map[string]any{
		"Queue": queue, "Remarks": first.remarks("in " + queue),
		"Lower": first.Level.Side == methods.Lower,
	}
	if best := first.With(Recommended); len(best) > 0 {
		values["Best"], values["Others"] = best[0], nameSome(first.names(Recommended)[1:])
		if m := first.Find(Reference); m != nil && best[0].Method != Reference && m.Loss > 0 {
			values["Times"] = m.Loss / best[0].Loss
		}
	}
	for _, t := range Totals(verdicts, []string{Reference}) {
		values["Judged"], values["Correct"] = len(t), t.Correct()
	}
	var none []string
	for i := range verdicts {
		v := &verdicts[i]
		if len(v.With(Recommended)) == 0 && v.Queue != first.Queue {
			none = append(none, v.Queue)
		}
	}
	values["None"] = nameSome(none)
	return NewTable("sentences", values).Notes
}

// Headline returns the verdict on the queue whose jobs waited longest in all,
// nil for no verdicts.
func Headline(record *run.Record, verdicts []Verdict) (first *Verdict) {
	waiting := map[string]float64{} // by queue
	for i := range record.Log.Queues {
		q := &record.Log.Queues[i]
		waiting[q.Name] = q.Waiting()
	}
	most := -1.0
	for i := range verdicts {
		v := &verdicts[i]
		if now := waiting[v.Queue]; now > most {
			first, most = v, now
		}
	}
	return first
}

// remarks returns sentences on a series, whose name follows where: that no
// method can be relied on, and which ones just miss the target with tighter
// bounds.
func (v *Verdict) remarks(where string) (list []string) {
	if len(v.With(Recommended)) == 0 {
		list = append(list, v.unreliable(where))
	}
	if m := &v.Methods[0]; m.Status == Recommended && recentlyShort(m.Score) {
		list = append(list, fmt.Sprintf("%s, jobs come in floods: "+
			"of the last %s only %s started within the bounds of %s, "+
			"each user and hour counted once.", capital(where),
			output.Grouped(replay.Recent), percent(m.RecentBursts), m.Method))
	}
	for _, m := range v.Tighter() {
		best := v.Methods[0]
		list = append(list, fmt.Sprintf(
			"%s, %s is tighter than %s, with %s times its loss, but covers only %s.",
			capital(where), m.Method,
			best.Method, Factor(m.Factor/best.Factor), tooLow(m.Coverage)))
	}
	return list
}

// shortBy is how far a share of recent jobs within their bounds may be below
// the target before users are warned.
const shortBy = 0.02

// recentlyShort reports whether the bounds of a method were too short for the
// last jobs, each user and hour counted once: as in floods of jobs, which all
// get their bounds before the first of them starts.
func recentlyShort(s *replay.Score) bool { return s.RecentBursts < s.Level().Target()-shortBy }

// unreliable returns the sentence on a series without a candidate. It names the
// best method, or else the method with the highest share, and the tightest
// correct one.
func (v *Verdict) unreliable(where string) string {
	text := "No method can be relied on " + where
	if best := v.Find(v.Best); best != nil {
		text += fmt.Sprintf(": the tightest, %s, covers only %s of the waits (mean "+
			"pinball loss %s)",
			best.Method, tooLow(best.Coverage), unbroken(Duration(best.Pinball)))
	} else if failed := append(v.With(OnEdge), v.With(Failed)...); len(failed) > 0 {
		text += fmt.Sprintf(": the closest, %s, covers only %s of the waits",
			failed[0].Method, tooLow(failed[0].Coverage))
	}
	if loose := v.With(Loose); len(loose) > 0 {
		text += fmt.Sprintf(". The tightest correct method, %s, has %s times the loss of %s",
			loose[0].Method, Factor(loose[0].Factor), v.Best)
	}
	return text + "."
}

// capital returns a text with its first letter, of one byte, as a capital.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// nameSome enumerates names, but not very many.
func nameSome(list []string) string {
	const most = 4
	if len(list) > most {
		list = append(list[:most-1:most-1], output.Counted(len(list)-most+1, "other"))
	}
	return output.Enumerate(list)
}

// percent returns a share in percent with the three digits of tables.
func percent(share float64) string { return fmt.Sprintf("%.1f\u00a0%%", 100*share) }

// tooLow is percent for a share below the target, rounded down so that it
// stays below.
func tooLow(share float64) string { return percent(math.Floor(1000*share) / 1000) }

// unbroken returns text that lines do not break.
func unbroken(text string) string { return strings.ReplaceAll(text, " ", "\u00a0") }

// Factor returns a factor with about three digits.
func Factor(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// LevelWords returns a level in words: 0.95 quantile, or 0.25 quantile from
// below.
func LevelWords(l methods.Level) string {
	text := fmt.Sprintf("%v quantile", l.Quantile)
	if l.Side == methods.Lower {
		text += " from below"
	}
	return text
}
