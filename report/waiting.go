package report

import (
	"fmt"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
)

// waitingAges are the ages in seconds at which the bounds of remaining waits
// are compared with what happened to earlier jobs.
var waitingAges = []float64{600, 3600, 6 * 3600, 86400}

// WaitingAge returns the greatest of waitingAges that a job has reached, or the
// first.
func WaitingAge(age float64) float64 {
	reached := waitingAges[0]
	for _, a := range waitingAges {
		if a <= age {
			reached = a
		}
	}
	return reached
}

// Waiting is the answer about the remaining wait of a job that waits already.
type Waiting struct {
	Job    replay.Job
	Name   string // of the batch system; empty if it is not known
	Queue  string
	Age    float64 // seconds
	Method string  // empty for no answer

	// Unreliable is the sentence on why the verdict chooses none of the
	// methods; empty if it does.
	Unreliable string

	Levels []methods.Level
	Bounds []float64 // of the remaining wait by level, seconds; NaN for none

	// Of the jobs of the queue that reached the age Reached in the last
	// RecentDays: with a bound at the first level, and started within it.
	Reached    float64 // seconds
	Jobs, Held int
}

// Trusted reports whether users can rely on the answer: there is a bound, and
// such bounds held for enough of the recent jobs.
func (w *Waiting) Trusted() bool {
	return w.Method != "" && float64(w.Held)/float64(w.Jobs) >= w.Levels[0].Target()-shortBy
}

// medianLevel returns the index of the level of the median, -1 for none.
func medianLevel(levels []methods.Level) int {
	return slices.IndexFunc(levels, func(l methods.Level) bool { return l.Quantile == 0.5 })
}

// Sentences explains the answer.
func (w *Waiting) Sentences() []string {
	values := map[string]any{
		"Wait": w, "Half": math.NaN(), "Days": RecentDays,
		"Held": float64(w.Held) / float64(w.Jobs), "Short": !w.Trusted(),
	}
	if i := medianLevel(w.Levels); i > 0 {
		values["Half"] = w.Bounds[i]
	}
	return NewTable("waiting", values).Notes
}

// JobName returns the job with its name in the batch system, if that is known.
func (w *Waiting) JobName() string {
	id := fmt.Sprint(w.Job.ID)
	if w.Name == "" || w.Name == id {
		return id
	}
	return fmt.Sprintf("%s (%s)", id, w.Name)
}

// WaitingTable returns a row for each job.
func WaitingTable(title string, jobs []Waiting, notes ...string) *Table {
	heads := []string{"#job"}
	named := slices.ContainsFunc(jobs, func(w Waiting) bool { return w.Name != "" })
	if named {
		heads = append(heads, "job_id=job ID")
	}
	heads = append(heads, "queue", "#processors||processors", "#age_s=waited||s")
	if len(jobs) > 0 {
		for _, l := range jobs[0].Levels {
			heads = append(heads, fmt.Sprintf("#bound_%v_s=%s within||s", l, ofJobs(l.Quantile)))
		}
	}
	heads = append(heads, "trusted", "method", "#held||share", "#recent_jobs=jobs||jobs")
	t := &Table{ID: "waiting", Title: title, Missing: "not known", Notes: notes,
		Columns: Columns(heads...)}
	for _, w := range jobs {
		row := []any{int(w.Job.ID)}
		if named {
			row = append(row, w.Name)
		}
		row = append(row, w.Queue, procsCell(w.Job.Procs), timeCell(w.Age, Duration))
		for _, b := range w.Bounds {
			row = append(row, timeCell(b, span))
		}
		t.Add(append(row, YesNo(w.Trusted()), textOrMissing(w.Method),
			Number(float64(w.Held)/float64(w.Jobs), "%.3f"), w.Jobs)...)
	}
	return t
}

// procsCell shows the processors of a job.
func procsCell(procs int64) Cell {
	if procs > 0 {
		return Count(int(procs))
	}
	return Missing()
}

// NewWaiting returns the answers about jobs of a series that wait at its end.
// results are of the methods by level; the first level is the main one. The
// last questions are about these jobs, and the others about earlier jobs at
// waitingAges. The method is the first candidate of the verdict that bounds the
// job, or the only method.
func NewWaiting(results map[methods.Level][]*replay.Result, levels []methods.Level,
	questions []replay.Question, waiting int) []Waiting {
	main := results[levels[0]]
	verdict, _ := judgeResults(main)
	series := main[0].Series
	earlier, asked := questions[:len(questions)-waiting], questions[len(questions)-waiting:]
	var list []Waiting
	for k, q := range asked {
		w := Waiting{Job: series.Job(q.Job), Queue: series.Queue, Levels: levels}
		w.Age = q.Time - w.Job.Submit
		w.Reached = WaitingAge(w.Age)
		for range levels {
			w.Bounds = append(w.Bounds, math.NaN())
		}
		if len(main) > 1 && verdict.Reference != "" && len(verdict.With(Recommended)) == 0 {
			w.Unreliable = verdict.unreliable("here")
		}
		for _, m := range verdict.Methods {
			if len(main) > 1 && verdict.Reference != "" && m.Status > Correct {
				break
			}
			i := slices.IndexFunc(main, func(r *replay.Result) bool {
				return r.Score.Method == m.Method
			})
			if math.IsNaN(main[i].Remaining[len(earlier)+k]) {
				continue
			}
			w.Method = m.Method
			for at, l := range levels {
				w.Bounds[at] = results[l][i].Remaining[len(earlier)+k]
			}
			for e, before := range earlier {
				job, bound := series.Job(before.Job), main[i].Remaining[e]
				if math.Abs(before.Time-job.Submit-w.Reached) > 1e-3 || math.IsNaN(bound) ||
					before.Time < q.Time-RecentDays*86400 {
					continue
				}
				w.Jobs++
				if levels[0].Covers(job.Start()-before.Time, bound) {
					w.Held++
				}
			}
			break
		}
		list = append(list, w)
	}
	return list
}
