package verdict

import (
	"fmt"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/table"
)

// Sentences returns the sentences on a run at one level, and the notes on
// external methods.
func Sentences(record *run.Record, verdicts []Verdict, l methods.Level) []string {
	list := queueSentences(record, AllSizes(verdicts, l))
	for _, note := range record.OutsideNotes(nil) {
		list = append(list, table.Capital(note)+".")
	}
	return list
}

// queueSentences sums up the verdicts on all sizes of jobs at one level: the
// method to trust on the queue of Headline, on how many queues the reference
// holds, and on which queues no method can be relied on.
func queueSentences(record *run.Record, verdicts []Verdict) []string {
	headline := Headline(record, verdicts)
	if headline == nil {
		return []string{"No queue has enough jobs for a verdict."}
	}
	queue := headline.Queue
	values := map[string]any{
		"Queue": Where(record, queue), "Remarks": headline.remarks(Where(record, queue)),
		"Lower": headline.Level.Side == methods.Lower,
	}
	if best := headline.With(Recommended); len(best) > 0 {
		values["Best"] = best[0]
		values["Others"] = table.NameSome(headline.namesWith(Recommended)[1:])
		if m := headline.Find(Reference); m != nil && best[0].Method != Reference && m.Loss > 0 {
			values["Times"] = m.Loss / best[0].Loss
		}
	}
	for _, t := range Totals(verdicts, []string{Reference}) {
		values["Reference"] = t
	}
	var none []string
	for i := range verdicts {
		v := &verdicts[i]
		if len(v.With(Recommended)) == 0 && v.Queue != headline.Queue {
			none = append(none, v.Queue)
		}
	}
	values["None"] = table.NameSome(none)
	return table.New("sentences", values).Notes
}

// Where says in which queue something is: in normal, or in this log if its jobs
// name none.
func Where(record *run.Record, queue string) string {
	if of := record.Log.Queues; len(of) == 1 && of[0].Number == nil {
		return "in this log"
	}
	return "in " + queue
}

// Headline returns the verdict on the queue whose jobs waited longest in all,
// nil for no verdicts.
func Headline(record *run.Record, verdicts []Verdict) (headline *Verdict) {
	waiting := map[string]float64{} // by queue
	for i := range record.Log.Queues {
		q := &record.Log.Queues[i]
		waiting[q.Name] = q.Waiting()
	}
	most := -1.0
	for i := range verdicts {
		v := &verdicts[i]
		if now := waiting[v.Queue]; now > most {
			headline, most = v, now
		}
	}
	return headline
}

// remarks returns sentences on a series, whose name follows where: that no
// method can be relied on, and which ones just miss the target with tighter
// bounds.
func (v *Verdict) remarks(where string) (sentences []string) {
	if len(v.With(Recommended)) == 0 {
		sentences = append(sentences, v.Unreliable(where))
	}
	if m := &v.Methods[0]; m.Status == Recommended && RecentlyShort(m.Score) {
		sentences = append(sentences, fmt.Sprintf("%s, jobs come in floods: "+
			"of the last %s only %s started within the bounds of %s, "+
			"each user and hour counted once.", table.Capital(where),
			output.Grouped(replay.Recent), table.Percent(m.RecentBursts), m.Method))
	}
	for _, m := range v.tighter() {
		best := v.Methods[0]
		sentences = append(sentences, fmt.Sprintf(
			"%s, %s is tighter than %s, with %s times its loss, but covers only %s.",
			table.Capital(where), m.Method,
			best.Method, table.Factor(m.Factor/best.Factor), table.TooLow(m.Coverage)))
	}
	return sentences
}

// ShortBy is how far the share of a candidate may be below the target, and that
// of recent jobs before users are warned.
const ShortBy = 0.02

// RecentlyShort reports whether the bounds of a method were too short for the
// last jobs, each user and hour counted once: as in floods of jobs, which all
// get their bounds before the first of them starts.
func RecentlyShort(s *replay.Score) bool { return s.RecentBursts < s.Level().Target()-ShortBy }

// Unreliable returns the sentence on a series without a candidate. It names the
// one that comes closest.
func (v *Verdict) Unreliable(where string) string {
	text := "No method can be relied on " + where
	if fails := append(v.With(Unsure), v.With(TooShort)...); len(fails) > 0 {
		text += fmt.Sprintf(": the closest, %s, covers only %s of the waits",
			fails[0].Method, table.TooLow(fails[0].Coverage))
	}
	return text + "."
}
