package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay/output"
	"waitbench/replay/run"
)

// RunSentences returns the sentences on a run at one level, and the notes on
// external methods.
func RunSentences(record *run.Record, verdicts []Verdict, l methods.Level) []string {
	list := Sentences(AllSizes(verdicts, l))
	for _, note := range record.OutsideNotes(nil) {
		list = append(list, output.Printable(strings.ToUpper(note[:1])+note[1:])+".")
	}
	return list
}

// Sentences sums up the verdicts on all sizes of jobs at one level: the method to
// trust on the busiest queue, on how many queues the reference is correct, and on
// which queues no method can be trusted.
func Sentences(verdicts []Verdict) []string {
	if len(verdicts) == 0 {
		return []string{"No queue has enough jobs for a verdict."}
	}
	busiest := slices.MaxFunc(verdicts, func(a, b Verdict) int { return a.Scored - b.Scored })
	several := slices.ContainsFunc(verdicts, func(v Verdict) bool { return v.Trace != busiest.Trace })
	list := []string{busiestSentence(&busiest, several)}
	if best := busiest.names(Recommended); len(best) > 1 {
		list = append(list, nameSome(best[1:])+" may be as tight.")
	}
	judged, good := 0, 0
	var none []string
	for i := range verdicts {
		v := &verdicts[i]
		if m := v.Find(Reference); m != nil && m.Bounded > 0 {
			judged++
			if m.IsCorrect() {
				good++
			}
		}
		if len(v.With(Recommended)) == 0 && (v.Trace != busiest.Trace || v.Queue != busiest.Queue) {
			none = append(none, QueueName(v, several))
		}
	}
	if judged > 0 {
		text := fmt.Sprintf("%s was correct on %d of %s", Reference, good, output.Counted(judged, "queue"))
		best, m := busiest.With(Recommended), busiest.Find(Reference)
		if m != nil && len(best) > 0 && best[0].Method != Reference && m.Loss > 0 {
			text += fmt.Sprintf(", with %.3g times the loss of %s in %s", m.Loss/best[0].Loss, output.Printable(best[0].Method),
				QueueName(&busiest, several))
		}
		list = append(list, text+".")
	}
	if len(none) > 0 {
		list = append(list, "No method can be trusted on "+nameSome(none)+".")
	}
	return list
}

// QueueName returns the queue of a verdict, with its log where there are several.
func QueueName(v *Verdict, several bool) string {
	if several {
		return output.Printable(v.Queue) + " of " + output.Printable(v.Trace)
	}
	return output.Printable(v.Queue)
}

func busiestSentence(v *Verdict, several bool) string {
	held := "started within the bound"
	if v.Level.Side == methods.Lower {
		held = "waited at least as long as the bound"
	}
	name := QueueName(v, several)
	if best := v.With(Recommended); len(best) > 0 {
		s := best[0]
		return fmt.Sprintf("Of %s jobs in %s, %s %s of %s; half of the bounds were under %s.",
			output.Grouped(s.Bounded), name, percent(s.Coverage), held, output.Printable(s.Method), Duration(s.MedianBound))
	}
	text := fmt.Sprintf("On %s no method can be trusted to cover %s of the waits", name, percent(v.Level.Target()))
	for _, s := range v.Methods {
		if s.Bounded > 0 && s.Status >= OnEdge {
			return fmt.Sprintf("%s; the closest, %s, covered %s.", text, output.Printable(s.Method), percent(s.Coverage))
		}
	}
	return text + "."
}

// nameSome enumerates names, but not very many.
func nameSome(list []string) string {
	const most = 4
	if len(list) > most {
		list = append(list[:most-1:most-1], output.Counted(len(list)-most+1, "other"))
	}
	return output.Printable(output.Enumerate(list))
}

// percent returns a share in percent with the three digits of tables.
func percent(share float64) string {
	text := strconv.FormatFloat(100*share, 'f', 1, 64)
	return strings.TrimSuffix(text, ".0") + "\u00a0%"
}

// Duration returns seconds in a suitable unit, with two or three digits.
func Duration(seconds float64) string {
	if math.IsNaN(seconds) {
		return "–"
	}
	unit := "s"
	for _, u := range []struct {
		name string
		size float64
	}{{"d", 86400}, {"h", 3600}, {"min", 60}} {
		if seconds >= u.size {
			unit, seconds = u.name, seconds/u.size
			break
		}
	}
	text := output.Grouped(int(math.Round(seconds)))
	if math.Abs(seconds) < 9.95 {
		text = strconv.FormatFloat(seconds, 'f', 1, 64)
	}
	return text + "\u00a0" + unit
}

// LevelWords returns a level in words: 0.95 quantile, or 0.25 quantile from below.
func LevelWords(l methods.Level) string {
	text := fmt.Sprintf("%v quantile", l.Quantile)
	if l.Side == methods.Lower {
		text += " from below"
	}
	return text
}
