package page

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"io"
	"slices"

	"waitbench/replay"
	"waitbench/report"
)

// WriteComparison writes a page that sets runs side by side: settings and logs that differ, the
// methods to trust, and the scores of the same trace, queue, range, method and level with their
// differences from the first run. It is an error if there are fewer than two runs.
func WriteComparison(w io.Writer, runs []*Input) error {
	if len(runs) < 2 {
		return errors.New("a comparison takes two runs or more")
	}
	c := newComparison(runs)
	p, err := c.page()
	if err != nil {
		return err
	}
	return p.write(w, "compare.tmpl", p)
}

// comparePage is what the template of a comparison shows.
type comparePage struct {
	frame
	Runs     []runName
	Settings table // that differ
	Same     []setting
	Logs     table
	Lead     []sentence
	Trust    table
	Tally    table
	Scores   *dataTable
	Common   int // rows of Scores
	Data     template.JS
	Notices  int
}

// runName is a run and its letter.
type runName struct {
	Letter, Name, Version, Command string
	Warnings                       []string
}

// comparison is the runs that are compared.
type comparison struct {
	runs   []*builder
	all    *builder // of the scores that all have, as the first run has them
	pairs  []pairing
	levels bool // whether the level is part of what must be the same
}

// pairing is a score of the first run and those of the others that go with it: indexes in their
// scores, -1 for none.
type pairing struct{ at []int }

// scoreKey is what scores must have in common to be compared.
type scoreKey struct{ trace, queue, procs, method, level string }

func newComparison(runs []*Input) *comparison {
	c := &comparison{}
	for _, in := range runs {
		b := newBuilder(in)
		c.runs = append(c.runs, b)
		// Runs of one level each are comparable whatever the level.
		c.levels = c.levels || len(b.facets.Levels) > 1
	}
	c.pair()
	in := *runs[0]
	in.Scores = nil
	for _, p := range c.pairs {
		in.Scores = append(in.Scores, runs[0].Scores[p.at[0]])
	}
	c.all = &builder{in: &in, methods: names(in.Scores, methodOf), facets: facets{
		Traces: printables(names(in.Scores, traceOf)), Queues: printables(names(in.Scores, queueOf)),
		Ranges: names(in.Scores, rangeOf), Methods: printables(names(in.Scores, methodOf)),
	}}
	if c.levels {
		for _, l := range levels(in.Scores) {
			c.all.facets.Levels = append(c.all.facets.Levels, l.String())
		}
	}
	slices.SortStableFunc(c.all.facets.Ranges, compareRanges)
	return c
}

// pair finds the scores of the first run that another has too.
func (c *comparison) pair() {
	found := make([]map[scoreKey]int, len(c.runs))
	for k, b := range c.runs {
		found[k] = map[scoreKey]int{}
		for i := range b.in.Scores {
			found[k][c.keyOf(&b.in.Scores[i])] = i
		}
	}
	for i := range c.runs[0].in.Scores {
		at := []int{i}
		shared := false
		for k := range c.runs[1:] {
			j, ok := found[k+1][c.keyOf(&c.runs[0].in.Scores[i])]
			if !ok {
				j = -1
			}
			shared = shared || ok
			at = append(at, j)
		}
		if shared {
			c.pairs = append(c.pairs, pairing{at})
		}
	}
}

func (c *comparison) keyOf(s *replay.Score) scoreKey {
	p := scoreKey{trace: s.Trace, queue: s.Queue, procs: s.Range, method: s.Method}
	if c.levels {
		p.level = s.Level().String()
	}
	return p
}

func letter(k int) string {
	if k >= 26 {
		return fmt.Sprintf("%c%d", 'A'+k%26, k/26)
	}
	return string(rune('A' + k))
}

func (c *comparison) page() (*comparePage, error) {
	p := &comparePage{Common: len(c.pairs), Scores: c.scoreTable()}
	var titles []string
	for k, b := range c.runs {
		r := runName{letter(k), cmp.Or(b.in.Name, b.in.title()), b.in.Run.Version, b.in.Command, slices.Clone(b.in.Warnings)}
		for i := range b.in.Run.Traces {
			t := &b.in.Run.Traces[i]
			for _, w := range t.Warnings {
				r.Warnings = append(r.Warnings, t.Name+": "+w)
			}
		}
		p.Notices += len(r.Warnings)
		p.Runs = append(p.Runs, r)
		titles = append(titles, r.Name)
	}
	view := func(t *report.Table) table { return c.all.facets.view(t) }
	differ, same := c.settings()
	p.Settings, p.Same = view(differ), same
	p.Logs, p.Trust, p.Tally = view(c.logs()), view(c.trust()), view(c.tally())
	p.Lead = c.lead()
	var err error
	if p.Data, err = scriptData(p.Scores); err != nil {
		return nil, err
	}
	p.frame = c.all.frame(enumerate(titles), "", "tables.js", "explore.js", "start.js")
	return p, nil
}

// lead says in how many series runs agree on whether methods are correct.
func (c *comparison) lead() []sentence {
	if len(c.pairs) == 0 {
		return []sentence{{After: "The runs have no series and method in common, so their scores cannot be set against each other."}}
	}
	var text []sentence
	for k := 1; k < len(c.runs); k++ {
		n := c.count(k, func(*replay.Score) bool { return true })
		text = append(text, sentence{
			Before: fmt.Sprintf("A and %s have ", letter(k)),
			Strong: counted(n.both, "score", "scores"),
			After: fmt.Sprintf(" of the same series and method in common, counting series of %d jobs or more: %d are correct in both, %d in A alone, %d in %s alone.",
				c.runs[0].in.Run.Settings.MinJobs, n.correct, n.first, n.other, letter(k)),
		})
	}
	return text
}

// common counts scores that two runs have.
type common struct {
	both, correct, first, other int // scored in both; correct in both, in one alone
	shares, ratios              []float64
}

// count compares the first run with run k where the first run's score is wanted.
func (c *comparison) count(k int, wanted func(*replay.Score) bool) common {
	var n common
	for _, p := range c.pairs {
		if p.at[k] < 0 {
			continue
		}
		a, b := &c.runs[0].in.Scores[p.at[0]], &c.runs[k].in.Scores[p.at[k]]
		if !wanted(a) || a.Bounded == 0 || b.Bounded == 0 || a.Jobs < c.runs[0].in.Run.Settings.MinJobs {
			continue
		}
		n.both++
		switch {
		case a.IsCorrect() && b.IsCorrect():
			n.correct++
		case a.IsCorrect():
			n.first++
		case b.IsCorrect():
			n.other++
		}
		n.shares = append(n.shares, b.Correct-a.Correct)
		if a.MedianRatio > 0 {
			n.ratios = append(n.ratios, b.MedianRatio/a.MedianRatio)
		}
	}
	return n
}
