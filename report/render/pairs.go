package render

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/backtest"
	"waitbench/report"
)

// PairQuery says which two methods are compared, and where. Empty lists stand for all of the run;
// queues are named as TraceRecord.FindQueue takes them.
type PairQuery struct {
	Trace   string // empty for all
	Methods [2]string
	Queues  []string
	Ranges  []string        // of processors, or replay.AllRanges; empty for that alone
	Levels  []methods.Level // empty for the main one
	backtest.Bootstrap
}

// Pairs compares two methods on every series asked for, by the losses of the jobs that both have
// bounds for. Series of which neither has any job with both bounds are among them.
func (d *Dir) Pairs(q PairQuery) ([]report.Pair, error) {
	if err := d.checkPairQuery(&q); err != nil {
		return nil, err
	}
	wanted, err := d.queues(&q)
	if err != nil {
		return nil, err
	}
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	filter := arrowio.Filter{Trace: q.Trace}
	for queue := range wanted {
		if len(wanted) == 1 {
			filter.Trace, filter.Queue = queue[0], queue[1]
		}
	}
	if len(q.Ranges) == 1 {
		filter.Range = q.Ranges[0]
	}
	var pairs []report.Pair
	keep := func(b *arrowio.Block) bool {
		return slices.Contains(q.Methods[:], b.Method) && slices.Contains(q.Ranges, b.Range) &&
			(len(wanted) == 0 || wanted[[2]string{b.Trace, b.Queue}])
	}
	err = d.together(r, filter, keep, func(s *together) error {
		if s.Scored == 0 {
			return nil
		}
		for _, m := range q.Methods {
			if !slices.Contains(s.Methods, m) { // left out of the trace
				return nil
			}
		}
		for _, level := range q.Levels {
			pairs = append(pairs, report.NewPair(&s.SeriesBounds, level, q.Methods, q.Bootstrap))
		}
		return nil
	})
	return pairs, err
}

// checkPairQuery fills in what is empty, and checks that the run has what is asked for.
func (d *Dir) checkPairQuery(q *PairQuery) error {
	for _, m := range q.Methods {
		if _, err := d.Method(m); err != nil {
			return err
		}
	}
	if q.Methods[0] == q.Methods[1] {
		return fmt.Errorf("there is nothing to compare %s with but itself", q.Methods[0])
	}
	if len(q.Levels) == 0 {
		q.Levels = d.Levels[:1]
	}
	if len(q.Ranges) == 0 {
		q.Ranges = []string{replay.AllRanges}
	}
	if err := d.known("range", q.Ranges, append([]string{replay.AllRanges}, d.ranges()...)); err != nil {
		return err
	}
	return nil
}

// queues gives the queues asked for, each behind the name of its trace; none if none is named.
func (d *Dir) queues(q *PairQuery) (map[[2]string]bool, error) {
	var known []string
	wanted, found := map[[2]string]bool{}, map[string]bool{}
	for i := range d.Run.Traces {
		t := &d.Run.Traces[i]
		if q.Trace != "" && q.Trace != t.Name {
			continue
		}
		known = append(known, d.QueueNames(t.Name)...)
		for _, asked := range q.Queues {
			if name, ok := t.FindQueue(asked); ok {
				wanted[[2]string{t.Name, name}], found[asked] = true, true
			}
		}
	}
	if len(known) == 0 {
		_, err := d.Trace(q.Trace)
		return nil, err
	}
	unknown := slices.DeleteFunc(slices.Clone(q.Queues), func(asked string) bool { return found[asked] })
	return wanted, d.known("queue", unknown, known)
}

// known checks that the run holds all that is asked for of a kind.
func (d *Dir) known(kind string, asked, held []string) error {
	for _, name := range asked {
		if !slices.Contains(held, name) {
			return fmt.Errorf("unknown %s %q; %s holds %s", kind, name, d.Path, strings.Join(held, ", "))
		}
	}
	return nil
}
