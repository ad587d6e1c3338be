package collect

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/report"
	"waitbench/report/render"
)

// collection is logs replayed with the same settings.
type collection struct {
	level    methods.Level
	settings *run.Settings // of the first run; the others have the same, but for methods and queues
	logs     []*log
	methods  []string // in the order of the runs
	queues   []*queue // of all logs, those that are judged
}

// log is a log of a run.
type log struct {
	*run.TraceRecord
	path   string // of the run directory
	run    *run.Record
	short  string // name without year and version, where that tells it from the others
	scores []replay.Score
	heads  []replay.Heads
	queues []*queue
}

// queue is a queue of a log, and what is thought of its methods at the level of the collection.
type queue struct {
	report.Verdict
	log *log
}

// judged is a method on a queue.
type judged struct {
	report.MethodVerdict
	*queue
}

// load reads run directories of different logs.
func load(paths []string) (*collection, error) {
	c := &collection{}
	for _, path := range paths {
		d, err := render.Open(path)
		if err != nil {
			return nil, err
		}
		if c.settings == nil {
			c.settings, c.level = &d.Run.Settings, d.Levels[0]
		}
		if err := c.add(d); err != nil {
			return nil, err
		}
	}
	names := map[string]int{}
	for _, l := range c.logs {
		names[version.ReplaceAllString(l.Name, "")]++
	}
	for _, l := range c.logs {
		if l.short = version.ReplaceAllString(l.Name, ""); names[l.short] > 1 {
			l.short = l.Name
		}
	}
	return c, nil
}

// version is what names of logs of the archive have behind that of the machine.
var version = regexp.MustCompile(`-(19|20)\d\d(-[\d.]+)?(-cln)?$`)

func (c *collection) add(d *render.Dir) error {
	if difference := otherSettings(c.settings, &d.Run.Settings); difference != "" {
		return fmt.Errorf("%s and %s have not the same settings: %s; --beside is for runs with settings of their "+
			"own", c.logs[0].path, d.Path, difference)
	}
	verdicts, err := d.Verdicts()
	if err != nil {
		return err
	}
	heads, err := d.Heads()
	if err != nil {
		return err
	}
	for i := range d.Run.Traces {
		run := *d.Run
		run.Traces = d.Run.Traces[i : i+1]
		l := &log{TraceRecord: &run.Traces[0], path: d.Path, run: &run}
		if other := c.find(l.Name); other != nil {
			return fmt.Errorf("%s is in %s and in %s", l.Name, other.path, d.Path)
		}
		l.scores = slices.DeleteFunc(slices.Clone(d.Scores), func(s replay.Score) bool { return s.Trace != l.Name })
		l.heads = slices.DeleteFunc(slices.Clone(heads), func(h replay.Heads) bool { return h.Trace != l.Name })
		for _, s := range l.scores {
			if !slices.Contains(c.methods, s.Method) {
				c.methods = append(c.methods, s.Method)
			}
		}
		for _, v := range verdicts {
			if v.Trace == l.Name && v.Level == c.level {
				l.queues = append(l.queues, &queue{v, l})
			}
		}
		c.logs, c.queues = append(c.logs, l), append(c.queues, l.queues...)
	}
	return nil
}

// otherSettings names the first setting in which two runs differ, methods and queues aside.
func otherSettings(a, b *run.Settings) string {
	other := *b
	other.Methods, other.Queues = a.Methods, a.Queues
	return a.Difference(&other)
}

func (c *collection) find(name string) *log {
	for _, l := range c.logs {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// label names the queue, by the log alone where that has no other.
func (q *queue) label() string {
	if len(q.log.Queues) == 1 {
		return q.log.short
	}
	return q.log.short + " " + q.Queue
}

// lowest is the lowest loss of a candidate, NaN for none: methods stand in the order of verdicts.
func (q *queue) lowest() float64 { return q.Methods[0].Loss }

// of finds a method, with or without bounds.
func (q *queue) of(method string) (j report.MethodVerdict, ok bool) {
	i := slices.IndexFunc(q.Methods, func(j report.MethodVerdict) bool { return j.Method == method })
	if i < 0 {
		return report.MethodVerdict{}, false
	}
	return q.Methods[i], true
}

func (j *judged) String() string { return j.Method + " on " + j.label() }

// isCorrect reports whether the share of waits covered is no less than the target.
func (j *judged) isCorrect() bool { return j.Status <= report.Sparse }

func stands(s report.Status) func(*judged) bool {
	return func(j *judged) bool { return j.Status == s }
}

// overLowest is the loss of a candidate over that of the best one of the queue; NaN for others.
func (j *judged) overLowest() float64 { return ratio(j.Loss, j.lowest()) }

// ratio is NaN where there is nothing to divide by.
func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

// of lists what the methods that keep lets through did on every queue where they give bounds.
func (c *collection) of(keep func(method string) bool) []judged {
	var all []judged
	for _, q := range c.queues {
		for _, j := range q.Methods {
			if j.Status != report.Silent && keep(j.Method) {
				all = append(all, judged{j, q})
			}
		}
	}
	return all
}

// Groups of methods, for of.
func named(method string) func(string) bool { return func(m string) bool { return m == method } }
func adapts(name string) bool               { return strings.HasSuffix(name, "aci") }
func calibrates(name string) bool           { return strings.HasSuffix(name, "+cal") }

// needsWaits reports whether a method bounds by waits alone, at the level that was asked for.
func needsWaits(name string) bool {
	m, err := methods.Named(name)
	return err == nil && m.Watch == nil && !adapts(name)
}

// tally is the number of queues on which something holds for a method.
type tally struct {
	method string
	n, of  int
}

func (t tally) String() string { return fmt.Sprintf("`%s` on %d of %d", t.method, t.n, t.of) }

// tallies counts, for each method, the queues on which something holds.
func (c *collection) tallies(keep func(method string) bool, has func(*judged) bool) []tally {
	var list []tally
	for _, m := range c.methods {
		if all := c.of(named(m)); len(all) > 0 && keep(m) {
			list = append(list, tally{m, count(all, has), len(all)})
		}
	}
	return list
}

// ends gives the tallies of the largest and the smallest number, the first of equal ones.
func ends(list []tally) (most, fewest tally) {
	for i, t := range list {
		if i == 0 || t.n > most.n {
			most = t
		}
		if i == 0 || t.n < fewest.n {
			fewest = t
		}
	}
	return most, fewest
}

func count[T any](list []T, has func(*T) bool) (n int) {
	for i := range list {
		if has(&list[i]) {
			n++
		}
	}
	return n
}

// by orders methods on queues by a number, those without it left out, and gives the numbers.
func by(list []judged, number func(*judged) float64) ([]judged, []float64) {
	list = slices.DeleteFunc(slices.Clone(list), func(j judged) bool { return math.IsNaN(number(&j)) })
	slices.SortStableFunc(list, func(a, b judged) int { return cmp.Compare(number(&a), number(&b)) })
	var x []float64
	for i := range list {
		x = append(x, number(&list[i]))
	}
	return list, x
}

// median is that of sorted numbers, NaN for none.
func median(x []float64) float64 {
	n := len(x)
	if n == 0 {
		return math.NaN()
	}
	return (x[(n-1)/2] + x[n/2]) / 2
}

// base is the name of a run or file by its path.
func base(path string) string { return filepath.Base(filepath.Clean(path)) }
