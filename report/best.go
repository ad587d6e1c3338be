package report

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/replay"
	"waitbench/replay/rundir"
)

// BestTables gives, for each level, the table of which method is the most accurate correct one of
// each queue, best-by-queue: by the median ratio as in the paper, and by the pinball loss on the
// jobs that all methods have bounds for. At the main level it also says which method's forecasts
// are nearest. Below it are the methods with the suffix cal that fail. Names are as for Tables.
func BestTables(run *rundir.Run, scores []replay.Score, shared *Shared) []*Table {
	g := newBoundGrid(scores, run.Settings.MinJobs)
	if len(g.methods) < 2 {
		return nil
	}
	names := Forecasting(scores)
	b := &bests{all: newGrid(scores, run.Settings.MinJobs), same: newGrid(shared.Scores, 0)}
	var tables []*Table
	for _, l := range g.levels {
		b.levelTables = newLevelTables(g, l, &run.Settings)
		if b.forecasting = nil; l == mainLevel(run, scores) {
			b.forecasting = names
		}
		tables = append(tables, b.table())
	}
	return tables
}

// bests is what the tables of a level are made of.
type bests struct {
	*levelTables
	all         *grid    // also of methods without bounds
	same        *grid    // on the jobs that all methods have bounds for
	forecasting []string // methods; none at other levels than the main one
}

func (b *bests) table() *Table {
	t := b.bestTable()
	for _, q := range b.queues {
		if b.large(q) {
			b.addQueue(t, q)
		}
	}
	if len(b.forecasting) > 0 {
		t.Notes = append(t.Notes, "forecast error: the median absolute error of forecasts, by any method that makes some")
	}
	t.Notes = append(t.Notes, b.calibrated()...)
	return t.Table
}

func (b *bests) addQueue(t bestTable, q traceQueue) {
	bounding, correct := b.correct(q)
	t.addBest(q, byRatio, len(bounding), len(correct), b.rank(correct, byRatio, func(m string) *replay.Score {
		return b.shown(b.at(q, m))
	}))
	t.addBest(q, byLoss, len(bounding), len(correct), b.rank(correct, byLoss, func(m string) *replay.Score {
		return b.same.scores[b.at(q, m)]
	}))
	if len(b.forecasting) == 0 {
		return
	}
	found := slices.DeleteFunc(slices.Clone(b.forecasting), func(m string) bool {
		score := b.all.scores[b.at(q, m)]
		return score == nil || score.Forecasts.Jobs <= 0
	})
	t.addBest(q, byError, len(found), -1, b.rank(found, byError, func(m string) *replay.Score {
		return b.all.scores[b.at(q, m)]
	}))
}

// The criteria by which a method is the best of a queue.
var (
	byRatio = criterion{replay.FindColumn("median_ratio"), "median ratio"}
	byLoss  = criterion{replay.FindColumn("pinball_s"), "pinball loss (s)"}
	byError = criterion{replay.FindColumn("median_ae_s"), "forecast error (s)"}
)

// criterion is a column of scores, and what it is called.
type criterion struct {
	*replay.Column
	name string
}

type bestTable struct{ *Table }

func (s *levelTables) bestTable() bestTable {
	t := s.table("best-by-queue", "The most accurate correct method of each queue")
	t.Star, t.Bold = "", ""
	t.Missing = "no method is correct, or no other"
	t.Columns = append(rowColumns(), Column{Heading: "by"}, numberColumn("", "methods"), numberColumn("", "correct"),
		Column{Heading: "best"}, numberColumn("best_value", "value"), Column{Key: "runner_up", Heading: "runner-up"}, numberColumn("runner_up_value", "value"))
	t.Notes = append(t.Notes, s.smallSeries()...)
	t.Notes = append(t.Notes,
		fmt.Sprintf("methods: those that bound jobs of the queue; correct: those of them whose share of waits within the bound is not below %v, among which the best is sought",
			s.level.Target()),
		"pinball loss: mean, on the jobs that all methods have bounds for; median ratio: as in table 4, each method on the jobs it has bounds for")
	return bestTable{t}
}

// ranked is methods that share a value, in the order of the tables.
type ranked struct {
	names []string
	value float64
}

// rank orders methods by what their scores have in a column, the best first.
func (s *levelTables) rank(names []string, by criterion, score func(method string) *replay.Score) []ranked {
	var list []ranked
	for _, m := range names {
		of := score(m)
		if of == nil || by.IsNull(of) {
			continue
		}
		v := by.Number(of)
		if i := slices.IndexFunc(list, func(r ranked) bool { return r.value == v }); i >= 0 {
			list[i].names = append(list[i].names, m)
		} else {
			list = append(list, ranked{[]string{m}, v})
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int {
		if by.Precedes(a.value, b.value, s.level.Side) {
			return -1
		}
		return 1
	})
	return list
}

// String names the first of the methods, and how many others have the same value.
func (r *ranked) String() string {
	if n := len(r.names) - 1; n > 0 {
		return fmt.Sprintf("%s and %d alike", r.names[0], n)
	}
	return r.names[0]
}

// addBest adds a row; a negative number of correct methods is one that does not matter.
func (t bestTable) addBest(q traceQueue, by criterion, methods, correct int, order []ranked) {
	row := []Cell{Words(q.trace), Words(q.queue), Words(by.name), Count(methods), Count(correct)}
	if correct < 0 {
		row[4] = Words("")
	}
	for i := range 2 {
		if i < len(order) {
			row = append(row, Words(order[i].String()), Number(order[i].value, by.Format))
		} else {
			row = append(row, Absent(), Absent())
		}
	}
	t.Rows = append(t.Rows, row)
}

// at is all jobs of a queue by a method.
func (s *levelTables) at(q traceQueue, method string) scoreKey {
	return scoreKey{q, replay.AllRanges, s.level.String(), method}
}

// correct lists the methods that bound jobs of a queue, and those of them that are correct.
func (s *levelTables) correct(q traceQueue) (bounding, correct []string) {
	for _, m := range s.methods {
		score := s.shown(s.at(q, m))
		if score == nil {
			continue
		}
		bounding = append(bounding, m)
		if score.IsCorrect() {
			correct = append(correct, m)
		}
	}
	return bounding, correct
}

// calibrated says on how many queues the methods with the suffix cal are correct within the Wilson
// interval of their share, and names where they are not.
func (s *levelTables) calibrated() []string {
	var everywhere, fails []string
	most := 0
	for _, m := range s.methods {
		if !strings.HasSuffix(m, "+cal") {
			continue
		}
		queues, misses := 0, []string{}
		for _, q := range s.queues {
			score := s.shown(s.at(q, m))
			if score == nil {
				continue
			}
			if queues++; score.CorrectHigh < s.level.Target() {
				misses = append(misses, fmt.Sprintf("%s (%.3f, at most %.3f)", s.label(q), score.Correct, score.CorrectHigh))
			}
		}
		most = max(most, queues)
		switch {
		case queues == 0:
		case len(misses) == 0:
			everywhere = append(everywhere, m)
		default:
			fails = append(fails, fmt.Sprintf("%s fails on %d of %d: %s", m, len(misses), queues, strings.Join(misses, ", ")))
		}
	}
	if len(everywhere)+len(fails) == 0 {
		return nil
	}
	text := fmt.Sprintf("calibrated methods (+cal), with a share of at least %v within its Wilson interval on ", s.level.Target())
	if most == 1 {
		text += "the only queue: "
	} else {
		text += fmt.Sprintf("all of %d queues: ", most)
	}
	if len(everywhere) == 0 {
		everywhere = []string{"none"}
	}
	notes := []string{text + strings.Join(everywhere, ", ")}
	return append(notes, fails...)
}
