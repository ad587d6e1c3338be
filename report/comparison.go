package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
)

// Comparisons returns tables of published next to measured numbers: for the logs of the paper's
// machines its tables 1, 3, 4, and 5 to 7, and a table for each quantile of the values of other papers
// and of the user's own. The first notes of a table sum it up. If tables of the paper are missing, why
// is a sentence that tells the reason.
func Comparisons(record *run.Record, scores []replay.Score, own []PublishedValue) (tables []*Table, why string) {
	more := maps.Clone(papers())
	delete(more, bmbpPaper)
	more["own"] = own
	for _, name := range slices.Sorted(maps.Keys(more)) {
		tables = append(tables, others(record, scores, name, more[name])...)
	}
	c := newComparison(record, scores, paperLevel)
	printed, notes, ofRanges := c.printed()
	if len(notes) == 0 {
		return tables, "no comparison with published values: no log of this run is of a machine of the paper"
	}
	for _, of := range []struct{ id, title, sources string }{
		{"table1-traces", "jobs and waits of each queue", "table 1"},
		{"table3-correct-by-queue", shareCorrect.title + ", all jobs of each queue", "table 3"},
		{"table4-median-ratio-by-queue", medianRatio.title + ", all jobs of each queue", "table 4"},
		{"table5-7-correct-by-range", shareCorrect.title + ", by range of processors", "table 5 table 6 table 7"},
	} {
		values := slices.DeleteFunc(slices.Clone(printed), func(v PublishedValue) bool { return !strings.Contains(of.sources, v.Source) })
		t := c.table("published-"+of.id, "Published and measured: "+of.title, values)
		t.Notes = slices.Concat(t.Notes, []string{"in the paper: " + paperSettings.Describe()}, notes)
		if strings.Contains(of.id, "range") {
			t.Notes = append(t.Notes, ofRanges...)
		}
		switch {
		case len(t.Rows) > 0:
			tables = append(tables, t)
		case of.sources != "table 1" && why == "":
			why = fmt.Sprintf("no comparison with %s of the paper: it has methods %s at quantile %v and confidence %v, and ranges %s",
				strings.ReplaceAll(of.sources, " table", ", table"), strings.Join(paperMethods, ", "), paperQuantile, paperConfidence, replay.DefaultRanges)
		}
	}
	return tables, why
}

// others returns a table for each quantile of values that are not of the BMBP paper.
func others(record *run.Record, scores []replay.Score, name string, values []PublishedValue) (tables []*Table) {
	of := map[string][]PublishedValue{}
	for _, v := range values {
		other := slices.ContainsFunc(record.Traces, func(t run.TraceRecord) bool { return t.Name == v.Trace && misnamed(t.Name, t.SHA256) })
		if !other && !v.ofStudy() && v.At == "" {
			of[v.Quantile] = append(of[v.Quantile], v)
		}
	}
	for _, q := range slices.Sorted(maps.Keys(of)) {
		level, id, title := MainLevel(record, scores), "published-"+name, "Published and measured"
		if name != "own" {
			title += ": " + name
		}
		if q != "" {
			level, id = must(methods.ParseLevel(q, level.Confidence)), id+"-q"+q
			title += ", " + LevelWords(level)
		}
		c := newComparison(record, scores, level)
		t := c.table(id, title, of[q])
		if c.without > 0 && name == "own" {
			t.Notes = append(t.Notes, fmt.Sprintf("published values of no series and method of this run: %d", c.without))
		}
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

// paperSettings are the settings of sections 5.1 and 6.2; the selection is the one that reproduces
// the job counts of table 1.
var paperSettings = run.Settings{Epoch: 300, Train: 0.1, Select: "paper", MinJobs: 1000}

// comparison compares published values with the numbers of a run at a level.
type comparison struct {
	*grid
	record  *run.Record
	without int // values of the last table that the run has no number for
}

func newComparison(record *run.Record, scores []replay.Score, l methods.Level) *comparison {
	return &comparison{grid: newGrid(scores, l, record.Settings.MinJobs), record: record}
}

// printed returns the values of the paper for the traces of its machines, with the names of the run.
// Notes tell what the traces are, and ofRanges where ranges are not the same as in the paper.
func (c *comparison) printed() (values []PublishedValue, notes, ofRanges []string) {
	for i := range c.record.Traces {
		trace := &c.record.Traces[i]
		m, ok := MachineOf(trace)
		if !ok {
			continue
		}
		var absent, more []string
		nodes := false
		for _, q := range trace.Queues {
			if q.Jobs >= c.minJobs {
				more = append(more, q.Name)
			}
		}
		for _, v := range Published(bmbpPaper) {
			if v.Trace != m.Name {
				continue
			}
			more = slices.DeleteFunc(more, func(name string) bool { return name == v.Queue })
			if queueOf(trace, v.Queue) == nil {
				absent = addNew(absent, v.Queue)
				continue
			}
			v.Trace = trace.Name
			if ours := m.processors(v.Range); slices.Contains(c.ranges, ours) {
				v.Range, nodes = ours, true
			}
			values = append(values, v)
		}
		note := fmt.Sprintf("%s is %s of the paper, period there %s, here %s", trace.Name, m.TraceName, m.period,
			cmp.Or(trace.Period(), "not known"))
		if len(absent) > 0 {
			note += "; not in this run: " + strings.Join(absent, ", ")
		}
		if len(more) > 0 {
			note += "; not in the paper: " + strings.Join(more, ", ")
		}
		if notes = append(notes, note); m.nodeProcs > 1 && !nodes {
			ofRanges = append(ofRanges, m.describeRanges(trace.Name))
		}
	}
	return values, notes, ofRanges
}

// queueOf returns a queue of a trace, or nil.
func queueOf(t *run.TraceRecord, name string) *run.QueueRecord {
	for i := range t.Queues {
		if t.Queues[i].Name == name {
			return &t.Queues[i]
		}
	}
	return nil
}

// measured returns the number that belongs to a value. It is false if the run has no such series and
// method at all.
func (c *comparison) measured(v *PublishedValue) (cell Cell, ok bool) {
	if v.Method == "" {
		for i := range c.record.Traces {
			t := &c.record.Traces[i]
			q, of := queueOf(t, v.Queue), waitColumns[v.Column]
			switch {
			case t.Name != v.Trace || q == nil || of == nil || v.Range != replay.AllRanges:
			case v.Column == "jobs":
				return Count(q.Jobs), true
			default:
				return secondsCell(of(q)), true
			}
		}
		return Cell{}, false
	}
	s := c.scores[scoreKey{traceQueue{v.Trace, v.Queue}, v.Range, v.Method}]
	switch {
	case s == nil:
		return Cell{}, false
	case s.Jobs < c.minJobs:
		return Missing(), true
	case v.Column == shareCorrect.column:
		return shareCell(s), true
	}
	return scoreCell(s, v.Column), true
}

// table returns published next to measured values. Columns that would be the same in all rows are left
// out.
func (c *comparison) table(id, title string, values []PublishedValue) *Table {
	t := &Table{
		ID: id, Title: title, Question: AgainstPaper,
		Star: fmt.Sprintf("the share of waits within the bound is below %v; ours is compared before rounding, the "+
			"published as printed", c.level.Target()),
		Missing: fmt.Sprintf("measured: fewer than %d jobs, or no bounds; published: a dash", c.minJobs),
	}
	type row struct {
		*PublishedValue
		published, measured Cell
		compared            []Cell // difference, factor, stars
	}
	var rows []row
	var sums []*agreement
	shares := false
	c.without = 0
	for i := range values {
		v := &values[i]
		shares = shares || v.Column == shareCorrect.column
		measured, ok := c.measured(v)
		if !ok {
			c.without++
			continue
		}
		k := slices.IndexFunc(sums, func(a *agreement) bool { return a.column == v.Column })
		if k < 0 {
			k, sums = len(sums), append(sums, &agreement{column: v.Column, share: v.isShare()})
		}
		published := Cell{Text: v.Text, Value: v.Value, HasValue: true, Missing: v.Text == ""}
		published.Star = v.Column == shareCorrect.column && v.Value < c.level.Target()
		cells := sums[k].add(c.where(v), published, measured)
		if v.Column != shareCorrect.column {
			cells[2] = Text("")
		}
		rows = append(rows, row{v, published, measured, cells})
	}
	var columns []columnOf[row]
	for i, key := range []struct {
		head string
		of   func(*PublishedValue) string
	}{
		{"trace", func(v *PublishedValue) string { return v.Trace }},
		{"queue", func(v *PublishedValue) string { return v.Queue }},
		{"procs_range=processors", func(v *PublishedValue) string { return v.Range }},
		{"method", func(v *PublishedValue) string { return v.Method }},
		{"column=number", func(v *PublishedValue) string { return v.Column }},
		{"source", func(v *PublishedValue) string { return v.Source }},
	} {
		varied := slices.ContainsFunc(values, func(v PublishedValue) bool { return key.of(&v) != key.of(&values[0]) })
		if i < 2 || varied || key.head == "method" && len(values) > 0 && values[0].Method != "" {
			columns = append(columns, columnOf[row]{key.head, func(r row) Cell { return Text(key.of(r.PublishedValue)) }})
		}
	}
	columns = append(columns, []columnOf[row]{
		{"*published", func(r row) Cell { return r.published }},
		{"**measured", func(r row) Cell { return r.measured }},
		{"#difference", func(r row) Cell { return r.compared[0] }},
		{"#factor=measured / published", func(r row) Cell { return r.compared[1] }},
	}...)
	if shares {
		columns = append(columns, columnOf[row]{"stars", func(r row) Cell { return r.compared[2] }})
	}
	for _, sum := range sums {
		t.Notes = append(t.Notes, sum.String())
	}
	t.Notes = append(t.Notes, "measured: "+c.record.Settings.Describe())
	return fill(t, rows, columns...)
}

// where names the series and method of a value.
func (c *comparison) where(v *PublishedValue) string {
	parts := []string{v.Queue, v.Range, v.Method}
	if len(c.record.Traces) > 1 {
		parts = append([]string{v.Trace}, parts...)
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" || s == replay.AllRanges }), " ")
}

// agreement sums up how far the measured values of a column are from the published ones.
type agreement struct {
	column   string
	share    bool // compared by differences, not by factors
	compared int
	close    int // within closeShare or closeFactor
	same     int // stars
	differ   []string
	far      float64 // the largest distance
	farAt    string
}

// closeShare and closeFactor say how near a measured value counts as close: a share by its difference,
// another number by its factor either way.
const (
	closeShare  = 0.03
	closeFactor = 2
)

// rounding is the error of a difference of two decimal numbers.
const rounding = 1e-9

// add adds a pair of values and returns the cells that compare them: difference, factor, stars.
func (a *agreement) add(where string, published, measured Cell) []Cell {
	if published.Missing || measured.Missing {
		return []Cell{Missing(), Missing(), Missing()}
	}
	a.compared++
	difference, factor := measured.Value-published.Value, measured.Value/published.Value
	format, distance, limit := "%.3g", math.Exp(math.Abs(math.Log(factor))), float64(closeFactor)
	switch {
	case a.share:
		format, distance, limit = "%.3f", math.Abs(difference), closeShare
	case math.Abs(difference) >= 1000:
		format = "%.0f"
	}
	if distance <= limit+rounding {
		a.close++
	}
	if distance > a.far || a.compared == 1 {
		a.far, a.farAt = distance, where
	}
	stars := "same"
	if published.Star == measured.Star {
		a.same++
	} else {
		stars = "differ"
		a.differ = append(a.differ, fmt.Sprintf("%s, %s published and %.6g measured", where, published.Text, measured.Value))
	}
	return []Cell{signed(difference, format), Number(factor, "%.2f"), Text(stars)}
}

// String returns the sum in a sentence.
func (a *agreement) String() string {
	switch {
	case a.compared == 0:
		return a.column + ": no value is both published and measured"
	case !a.share:
		return fmt.Sprintf("%s: %d of %d measured within a factor of %d of the published; largest factor %.2f at %s",
			a.column, a.close, a.compared, closeFactor, a.far, a.farAt)
	}
	text := fmt.Sprintf("%s: %d of %d within %v of the published; largest |difference| %.3f at %s",
		a.column, a.close, a.compared, closeShare, a.far, a.farAt)
	if a.column == shareCorrect.column {
		text += fmt.Sprintf("; %d of %d stars agree", a.same, a.compared)
	}
	if len(a.differ) > 0 && a.column == shareCorrect.column {
		text += " (not " + strings.Join(a.differ, "; ") + ")"
	}
	return text
}
