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

// Comparisons gives tables that set published numbers beside those of a run: for the logs that are
// of the paper's machines its tables 1, 3, 4, and 5 to 7, and tables of the values of one's own and
// of other papers, if there are any of its logs. The first notes of a table sum it up. why says, in
// a sentence, why tables of the paper are missing; it is empty if none is.
func Comparisons(run *run.Record, scores []replay.Score, own []PublishedValue) (tables []*Table, why string) {
	c := &comparer{run: run, grid: newGrid(scores, paperLevel, run.Settings.MinJobs)}
	more := maps.Clone(papers())
	delete(more, bmbpPaper)
	more["own"] = own
	for _, name := range slices.Sorted(maps.Keys(more)) {
		tables = append(tables, others(run, scores, name, more[name])...)
	}
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
		t.Notes = append(t.Notes, "in the paper: "+paperSettings.Describe())
		t.Notes = append(t.Notes, notes...)
		if strings.Contains(of.id, "range") {
			t.Notes = append(t.Notes, ofRanges...)
		}
		switch {
		case len(t.Rows) > 0:
			tables = append(tables, t)
		case of.sources != "table 1" && why == "":
			why = fmt.Sprintf("no comparison with %s of the paper: it has methods %s at quantile %v and confidence %v, and "+
				"ranges %s",
				strings.ReplaceAll(of.sources, " table", ", table"), strings.Join(paperMethods, ", "), paperQuantile, paperConfidence, replay.DefaultRanges)
		}
	}
	return tables, why
}

// others gives a table for each quantile of values that are not those of the paper.
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
		c := &comparer{run: record, grid: newGrid(scores, level, record.Settings.MinJobs), own: name == "own"}
		if t := c.table(id, title, of[q]); len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

// paperSettings are those of sections 5.1 and 6.2; the selection is what reproduces the job counts
// of table 1.
var paperSettings = run.Settings{Epoch: 300, Train: 0.1, Select: "paper", MinJobs: 1000}

// comparer sets published values beside the numbers of a run.
type comparer struct {
	run *run.Record
	*grid
	own bool // values are the user's
}

// printed gives the values of the paper for the traces of the run that are of its machines, named
// as in the run, and notes on what the traces are and on ranges that are not those of the paper.
func (c *comparer) printed() (values []PublishedValue, notes, ofRanges []string) {
	for i := range c.run.Traces {
		trace := &c.run.Traces[i]
		m, ok := MachineOf(trace)
		if !ok {
			continue
		}
		var absent, others []string
		nodes := false
		for _, q := range trace.Queues {
			if q.Jobs >= c.run.Settings.MinJobs {
				others = append(others, q.Name)
			}
		}
		for _, v := range Published(bmbpPaper) {
			if v.Trace != m.Name {
				continue
			}
			others = slices.DeleteFunc(others, func(name string) bool { return name == v.Queue })
			if !slices.ContainsFunc(trace.Queues, func(q run.QueueRecord) bool { return q.Name == v.Queue }) {
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
		if len(others) > 0 {
			note += "; not in the paper: " + strings.Join(others, ", ")
		}
		if notes = append(notes, note); m.nodeProcs > 1 && !nodes {
			ofRanges = append(ofRanges, m.describeRanges(trace.Name))
		}
	}
	return values, notes, ofRanges
}

// measured finds what goes with a value, and whether the run has such a series and method at all.
func (c *comparer) measured(v *PublishedValue) (cell Cell, ok bool) {
	if v.Method == "" {
		t := slices.IndexFunc(c.run.Traces, func(t run.TraceRecord) bool { return t.Name == v.Trace })
		w := slices.IndexFunc(waitColumns, func(w waitColumn) bool { return w.key == v.Column })
		if t < 0 || w < 0 || v.Range != replay.AllRanges {
			return Cell{}, false
		}
		queues := c.run.Traces[t].Queues
		i := slices.IndexFunc(queues, func(q run.QueueRecord) bool { return q.Name == v.Queue })
		if i < 0 {
			return Cell{}, false
		}
		if v.Column == "jobs" {
			return Count(queues[i].Jobs), true
		}
		return secondsCell(waitColumns[w].of(&queues[i])), true
	}
	s := c.scores[scoreKey{traceQueue{v.Trace, v.Queue}, v.Range, v.Method}]
	switch {
	case s == nil:
		return Cell{}, false
	case s.Jobs < c.run.Settings.MinJobs:
		return Missing(), true
	case v.Column == shareCorrect.column:
		return shareCell(s), true
	}
	return scoreCell(s, v.Column), true
}

// table sets values beside the measured ones. Columns that would be the same in all rows are left
// out.
func (c *comparer) table(id, title string, values []PublishedValue) *Table {
	t := &Table{
		ID: id, Title: title, Question: AgainstPaper,
		Star: fmt.Sprintf("the share of waits within the bound is below %v; ours is compared before rounding, the "+
			"published as printed", c.level.Target()),
		Missing: fmt.Sprintf("measured: fewer than %d jobs, or no bounds; published: a dash", c.run.Settings.MinJobs),
	}
	columns := Columns("trace", "queue", "procs_range=processors", "method", "column=number", "source")
	var keys []int // places among them
	for k, column := range columns {
		varied := slices.ContainsFunc(values, func(v PublishedValue) bool { return v.keys()[k] != values[0].keys()[k] })
		if k < 2 || varied || column.Heading == "method" && len(values) > 0 && values[0].Method != "" {
			keys, t.Columns = append(keys, k), append(t.Columns, column)
		}
	}
	shares := slices.ContainsFunc(values, func(v PublishedValue) bool { return v.Column == shareCorrect.column })
	t.Columns = slices.Concat(t.Columns, Columns("*published"), []Column{markedColumn("measured", "measured")},
		Columns("#difference", "#factor=measured / published"))
	if shares {
		t.Columns = append(t.Columns, Columns("stars")...)
	}
	sums := map[string]*agreement{}
	var order []*agreement
	without := 0
	for i := range values {
		v := &values[i]
		measured, ok := c.measured(v)
		if !ok {
			without++
			continue
		}
		sum := sums[v.Column]
		if sum == nil {
			sum = &agreement{column: v.Column, share: v.isShare()}
			sums[v.Column], order = sum, append(order, sum)
		}
		printed := Cell{Text: v.Text, Value: v.Value, HasValue: true, Missing: v.Text == ""}
		printed.Star = v.Column == shareCorrect.column && v.Value < c.level.Target()
		var row []Cell
		for _, k := range keys {
			row = append(row, Text(v.keys()[k]))
		}
		row = append(row, printed, measured)
		cells := sum.add(c.where(v), printed, measured)
		if v.Column != shareCorrect.column {
			cells[2] = Text("")
		}
		if !shares {
			cells = cells[:2]
		}
		t.Rows = append(t.Rows, append(row, cells...))
	}
	for _, sum := range order {
		t.Notes = append(t.Notes, sum.String())
	}
	if without > 0 && c.own {
		t.Notes = append(t.Notes, fmt.Sprintf("published values of no series and method of this run: %d", without))
	}
	t.Notes = append(t.Notes, "measured: "+c.run.Settings.Describe())
	return t
}

// keys says what a value is of, and where it comes from.
func (v *PublishedValue) keys() [6]string {
	return [...]string{v.Trace, v.Queue, v.Range, v.Method, v.Column, v.Source}
}

// where names what a value is of.
func (c *comparer) where(v *PublishedValue) string {
	parts := []string{v.Queue}
	if len(c.run.Traces) > 1 {
		parts = []string{v.Trace, v.Queue}
	}
	if v.Range != replay.AllRanges {
		parts = append(parts, v.Range)
	}
	if v.Method != "" {
		parts = append(parts, v.Method)
	}
	return strings.Join(parts, " ")
}

// agreement sums up how far the measured values of a column are from the published ones.
type agreement struct {
	column   string
	share    bool // whether differences are judged; else factors are
	compared int
	close    int // within closeShare or closeFactor
	same     int // stars
	differ   []string
	far      float64 // the largest distance
	farAt    string
}

// How near a measured value has to be to count as close: in a share, and as a factor either way in
// any other number.
const (
	closeShare  = 0.03
	closeFactor = 2
)

// rounding lets a difference of two printed values count as what it is in decimals.
const rounding = 1e-9

// add takes up a pair of values and gives the cells that compare them: difference, factor, stars.
func (a *agreement) add(where string, printed, measured Cell) []Cell {
	if printed.Missing || measured.Missing {
		return []Cell{Missing(), Missing(), Missing()}
	}
	a.compared++
	difference, factor := measured.Value-printed.Value, measured.Value/printed.Value
	format := "%.3g"
	if math.Abs(difference) >= 1000 {
		format = "%.0f"
	}
	cells := []Cell{signed(difference, format), Number(factor, "%.2f"), Text("same")}
	distance, limit := math.Exp(math.Abs(math.Log(factor))), float64(closeFactor)
	if a.share {
		cells[0], distance, limit = signed(difference, "%.3f"), math.Abs(difference), closeShare
	}
	if distance <= limit+rounding {
		a.close++
	}
	if distance > a.far || a.compared == 1 {
		a.far, a.farAt = distance, where
	}
	if printed.Star == measured.Star {
		a.same++
	} else {
		cells[2] = Text("differ")
		a.differ = append(a.differ, fmt.Sprintf("%s, %s published and %.6g measured", where, printed.Text, measured.Value))
	}
	return cells
}

// String sums up in a sentence.
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
		if len(a.differ) > 0 {
			text += " (not " + strings.Join(a.differ, "; ") + ")"
		}
	}
	return text
}
