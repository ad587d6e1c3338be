package reservations

import (
	"fmt"
	"math"
	"strings"

	"waitbench/replay/study/varq"
	"waitbench/report"
)

// claim is a sentence of the paper, and how it is tried on the rows of a variant, which come by
// fraction and then by request.
type claim struct {
	text string
	try  func(s *Study, rows []row) (holds bool, measured string)
}

var claims = []claim{
	{"where few reserve, about as many reservations are kept as asked for (within .05)", claimFew},
	{"the more jobs reserve, the fewer reservations are kept", claimFraction},
	{"the higher the request, the fewer reservations are accepted", claimRequest},
	{"the odds are conservative: no fewer are kept than predicted", claimConservative},
	{"greater certainty costs more", claimCost},
	{"reservations take about the same simulated time (within 1 %)", claimSpan},
	{"no work is lost: between the first and the last arrival as many nodes are at work as without VARQ (within .001)", claimWork},
	{"the others hardly notice (waits at most 5 % longer)", claimBenign},
}

// claimsTable tries every claim with each kind of deadlines, and the first way to wait.
func (s *Study) claimsTable() *report.Table {
	t := &report.Table{ID: "claims", Title: "Claims of the paper, and whether they hold here", Columns: []report.Column{{Heading: "claim"}}}
	var variants []variant
	for _, d := range s.Result.Study.Deadlines {
		v := variant{d, s.Result.Study.Waiting[0]}
		variants = append(variants, v)
		t.Columns = append(t.Columns, report.Column{Heading: v.name()})
	}
	for _, c := range claims {
		line := []report.Cell{report.Words(c.text)}
		for _, v := range variants {
			holds, measured := c.try(s, s.enough(v))
			line = append(line, report.Words(map[bool]string{true: "yes: ", false: "no: "}[holds]+measured))
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// enough is the rows with enough reservations.
func (s *Study) enough(v variant) []row {
	var some []row
	for _, r := range s.rows(v) {
		if !r.few() {
			some = append(some, r)
		}
	}
	return some
}

// list writes a number of some rows: .61 / .75.
func list(rows []row, format string, number func(*row) float64) string {
	var words []string
	for i := range rows {
		words = append(words, fmt.Sprintf(format, number(&rows[i])))
	}
	return strings.Join(words, " / ")
}

func (r *row) success() float64   { return r.cells.Mean(success) }
func (r *row) predicted() float64 { return r.cells.Mean(predicted) }
func (r *row) ratio() float64     { return r.cells.Mean((*varq.Cell).Ratio) }
func (r *row) increase() float64  { return r.cells.Mean(increase) }

// accepted is the share of the requests.
func (r *row) accepted() float64 {
	return r.cells.Mean(func(c *varq.Cell) float64 { return float64(c.Accepted) / float64(c.Converted) })
}

// fewest is the rows of the smallest fraction of the paper, or of the study.
func (s *Study) fewest(rows []row) []row {
	var some []row
	for _, r := range rows {
		if r.fraction == s.firstFraction() {
			some = append(some, r)
		}
	}
	return some
}

// firstFraction is the first of the study's that the paper has as well, else the first.
func (s *Study) firstFraction() float64 {
	for _, f := range s.Result.Study.Fractions {
		if _, ok := paperCell(f, paperRequests[0]); ok {
			return f
		}
	}
	return s.Result.Study.Fractions[0]
}

func claimFew(s *Study, rows []row) (bool, string) {
	rows = s.fewest(rows)
	holds := len(rows) > 0
	for _, r := range rows {
		holds = holds && r.success() >= r.request-0.05
	}
	return holds, list(rows, share, (*row).success)
}

// slack is what a mean over seeds may go the other way and still not be a change.
const slack = 0.02

func claimFraction(_ *Study, rows []row) (bool, string) {
	return monotone(rows, func(a, b *row) bool { return a.request == b.request && a.fraction < b.fraction },
		func(r *row) float64 { return -r.success() }, "kept %.2f at %s %%, %.2f at %s %% (request %v)", func(a, b *row) []any {
			return []any{a.success(), percent(a.fraction), b.success(), percent(b.fraction), a.request}
		})
}

func claimRequest(_ *Study, rows []row) (bool, string) {
	return monotone(rows, func(a, b *row) bool { return a.fraction == b.fraction && a.request < b.request },
		func(r *row) float64 { return -r.accepted() }, "accepted %.2f at %v, %.2f at %v (%s %% of the jobs)", func(a, b *row) []any {
			return []any{a.accepted(), a.request, b.accepted(), b.request, percent(a.fraction)}
		})
}

func claimCost(_ *Study, rows []row) (bool, string) {
	return monotone(rows, func(a, b *row) bool { return a.fraction == b.fraction && a.request < b.request },
		(*row).ratio, "ratio %.2f at %v, %.2f at %v (%s %% of the jobs)", func(a, b *row) []any {
			return []any{a.ratio(), a.request, b.ratio(), b.request, percent(a.fraction)}
		})
}

// monotone reports whether a number never falls from the first to the second row of a pair, and
// shows the pair where it grows least.
func monotone(rows []row, paired func(a, b *row) bool, number func(*row) float64, format string, words func(a, b *row) []any) (bool, string) {
	least, measured := math.Inf(1), "too few reservations"
	for i := range rows {
		for k := range rows {
			a, b := &rows[i], &rows[k]
			if !paired(a, b) {
				continue
			}
			if growth := number(b) - number(a); growth < least {
				least, measured = growth, fmt.Sprintf(format, words(a, b)...)
			}
		}
	}
	return least >= -slack && !math.IsInf(least, 1), measured
}

func claimConservative(_ *Study, rows []row) (bool, string) {
	kept, worst, measured := 0, math.Inf(1), "too few reservations"
	for i := range rows {
		r := &rows[i]
		difference := r.success() - r.predicted()
		if difference >= -slack {
			kept++
		}
		if difference < worst {
			worst = difference
			measured = fmt.Sprintf("%.2f predicted, %.2f kept (%s %%, request %v)", r.predicted(), r.success(), percent(r.fraction), r.request)
		}
	}
	return kept == len(rows) && kept > 0, fmt.Sprintf("in %d of %d; farthest %s", kept, len(rows), measured)
}

func claimSpan(s *Study, rows []row) (bool, string) {
	base := s.Result.Base.Span
	low, high := base, base
	for _, r := range rows {
		a, b := r.cells.Range(func(c *varq.Cell) float64 { return c.Span })
		low, high = min(low, a), max(high, b)
	}
	return high-low <= 0.01*base, fmt.Sprintf("%.1f to %.1f days, without VARQ %.1f; but that is the length of the log", low/86400, high/86400, base/86400)
}

func claimWork(s *Study, rows []row) (bool, string) {
	base := s.Result.Base.Useful
	worst := base
	for _, r := range rows {
		low, high := r.cells.Range(func(c *varq.Cell) float64 { return c.Useful })
		for _, x := range []float64{low, high} {
			if math.Abs(x-base) > math.Abs(worst-base) {
				worst = x
			}
		}
	}
	return math.Abs(worst-base) <= 0.001, fmt.Sprintf("%.4f without VARQ, farthest from it %.4f", base, worst)
}

func claimBenign(_ *Study, rows []row) (bool, string) {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range rows {
		low, high = min(low, rows[i].increase()), max(high, rows[i].increase())
	}
	return high <= 5, fmt.Sprintf("%+.0f to %+.0f %%", low, high)
}
