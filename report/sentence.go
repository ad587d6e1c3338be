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

// Sentences sums up the verdicts on all sizes of jobs at one level: the method
// to trust on the busiest queue, on how many queues the reference is correct,
// and on which queues no method can be trusted.
func Sentences(verdicts []Verdict) []string {
	if len(verdicts) == 0 {
		return []string{"No queue has enough jobs for a verdict."}
	}
	busiest := slices.MaxFunc(verdicts, func(a, b Verdict) int { return a.Scored - b.Scored })
	several := slices.ContainsFunc(verdicts, func(v Verdict) bool { return v.Trace != busiest.Trace })
	values := map[string]any{
		"Queue": QueueName(&busiest, several), "Target": busiest.Level.Target(), "Lower": busiest.Level.Side == methods.Lower,
	}
	if best := busiest.With(Recommended); len(best) > 0 {
		values["Best"], values["Others"] = best[0], nameSome(busiest.names(Recommended)[1:])
		if m := busiest.Find(Reference); m != nil && best[0].Method != Reference && m.Loss > 0 {
			values["Times"] = m.Loss / best[0].Loss
		}
	} else if failed := append(busiest.With(OnEdge), busiest.With(Failed)...); len(failed) > 0 {
		values["Closest"] = failed[0]
	}
	judged, correct := 0, 0
	var none []string
	for i := range verdicts {
		v := &verdicts[i]
		if m := v.Find(Reference); m != nil && m.Bounded > 0 {
			judged++
			if m.IsCorrect() {
				correct++
			}
		}
		if len(v.With(Recommended)) == 0 && (v.Trace != busiest.Trace || v.Queue != busiest.Queue) {
			none = append(none, QueueName(v, several))
		}
	}
	values["Judged"], values["Correct"], values["None"] = judged, correct, nameSome(none)
	return NewTable("sentences", values).Notes
}

// QueueName returns the queue of a verdict, with its log where there are
// several.
func QueueName(v *Verdict, several bool) string {
	if several {
		return output.Printable(v.Queue) + " of " + output.Printable(v.Trace)
	}
	return output.Printable(v.Queue)
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

// LevelWords returns a level in words: 0.95 quantile, or 0.25 quantile from
// below.
func LevelWords(l methods.Level) string {
	text := fmt.Sprintf("%v quantile", l.Quantile)
	if l.Side == methods.Lower {
		text += " from below"
	}
	return text
}
