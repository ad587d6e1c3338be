package kept

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/report/table"
)

// group is what answers are counted by.
type group struct {
	queue    string
	trusted  bool
	quantile float64
}

// Score is how kept answers held by a later log.
type Score struct {
	log    *replay.Log
	of     string           // the file of the answers
	groups map[group][2]int // answers by fate, missed and held
	counts [unknown + 1]int
	bounds output.CSV // of the first answer about each job
}

// fate is what the log says of an answer.
type fate int

const (
	missed fate = iota
	held
	unbounded // no bound
	absent    // no such job in the log
	cancelled // before the bound was over
	unknown   // the job waits, and the log ends before the bound is over
)

// New joins answers with a log by submission and by job: by the job numbers or,
// with the IDs of the batch system by number, by these.
func New(file string, answers []Answer, log *replay.Log, ids map[int64]string) *Score {
	s := &Score{log: log, of: file, groups: map[group][2]int{},
		bounds: output.CSV{{"job_id", "method", "quantile", "bound"}}}
	jobs, unix0, seen := map[string][]int{}, log.Clock().Unix0, map[string]bool{}
	for i, j := range log.Jobs {
		for _, key := range []string{fmt.Sprint(j.ID), "ID " + ids[j.ID]} {
			jobs[key] = append(jobs[key], i)
		}
	}
	for _, a := range answers {
		key := fmt.Sprint(a.Job)
		if ids != nil && a.ID != "" {
			key = "ID " + a.ID
		}
		of := slices.IndexFunc(jobs[key], func(i int) bool {
			return math.Abs(unix0+log.Jobs[i].Submit-a.Submit) < 1
		})
		if of < 0 {
			s.counts[absent]++
			continue
		}
		j := &log.Jobs[jobs[key][of]]
		limit := a.Moment - a.Submit + a.Bound // of the whole wait
		result := s.fate(j, limit)
		if s.counts[result]++; result > held {
			continue
		}
		for _, queue := range slices.Compact([]string{a.Queue, ""}) {
			g := group{queue, a.Trusted, a.Quantile}
			n := s.groups[g]
			n[result]++
			s.groups[g] = n
		}
		by := map[bool]string{true: "trusted", false: "untrusted"}[a.Trusted]
		if first := fmt.Sprint(j.ID, by, a.Quantile); !seen[first] {
			seen[first] = true
			s.bounds.Add(j.ID, by, a.Quantile, limit)
		}
	}
	return s
}

// fate compares the wait of a job with its bound. Epoch times have rounded
// fractions.
func (s *Score) fate(j *replay.Job, limit float64) fate {
	waits := math.IsInf(j.Wait, 1)
	switch {
	case math.IsNaN(limit):
		return unbounded
	case waits && s.log.Snapshot.Time < j.Submit+limit:
		return unknown
	case waits || j.Wait > limit+1e-6:
		return missed
	case j.Cancelled():
		return cancelled
	}
	return held
}

// Table has the share that held by queue, last of all, and whether it was
// trusted.
func (s *Score) Table() *table.Table {
	t := &table.Table{Title: fmt.Sprintf("How the answers of %s held by %s", s.of, s.log.Name),
		Columns: table.Columns("queue", "trusted", "#quantile", "#answers||jobs", "#held||jobs",
			"#held_share=share||share")}
	order := func(g group) string { return fmt.Sprint(g.queue == "", g.queue, !g.trusted, g.quantile) }
	for _, g := range slices.SortedFunc(maps.Keys(s.groups),
		func(a, b group) int { return cmp.Compare(order(a), order(b)) }) {
		n, answers := s.groups[g], s.groups[g][missed]+s.groups[g][held]
		t.Add(cmp.Or(g.queue, "all queues"), table.YesNo(g.trusted), table.Number(g.quantile, "%v"), answers, n[held],
			table.Number(float64(n[held])/float64(answers), "%.3f"))
	}
	t.Notes = []string{"held: the job started within its bound",
		fmt.Sprintf("not scored: %d answers without a bound, %d about jobs that are not in the log, %d about jobs "+
			"that were cancelled in time, and %d whose bound is not over", s.counts[unbounded], s.counts[absent],
			s.counts[cancelled], s.counts[unknown])}
	return t
}

// Bounds returns the bounds of the whole wait by the first answers about each
// job, trusted and not, as CSV for run.ParseExternal.
func (s *Score) Bounds() string {
	var text strings.Builder
	_ = s.bounds.Write(&text) // it cannot fail
	return text.String()
}
