package figure

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
)

// writeCSV writes the data of a figure: lines of fields, the first of which
// names the columns. Numbers are in full precision, nothing stands for a missing
// one. It is what the figure shows and no more: what is downsampled, counted or
// summed up to be drawn is so here.
func writeCSV(w io.Writer, lines [][]string) error {
	out := csv.NewWriter(w)
	if err := out.WriteAll(lines); err != nil {
		return err
	}
	return out.Error()
}

// number is the shortest text that reads back as v, nothing for NaN.
func number(v float64) string {
	switch {
	case v != v:
		return ""
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	case v != 0 && math.Abs(v) < 1e-6 || math.Abs(v) >= 1e15:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// short is a number with as many digits as a place on an axis needs.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

func (d *Dots) data() [][]string {
	lines := [][]string{{"panel", "category", "series", "value"}}
	for _, p := range d.Panels {
		for i, row := range p.Values {
			for j, v := range row {
				lines = append(lines, []string{p.Name, d.Categories[j], d.Series[i], number(v)})
			}
		}
	}
	return lines
}

// timeColumn names the column of times.
func timeColumn(elapsed bool) string {
	if elapsed {
		return "seconds_of_log"
	}
	return "unix_s"
}

// data gives the steps of each line where the bound changes, nothing where one ends without a next,
// and the waits drawn.
func (t *timeline) data() [][]string {
	lines := [][]string{{"series", "kind", timeColumn(t.Elapsed), "value_s"}}
	for i, steps := range t.steps {
		for k, s := range steps {
			joined := k > 0 && steps[k-1].to >= s.from
			if !joined && k > 0 {
				lines = append(lines, []string{t.Lines[i].Name, "bound", number(steps[k-1].to), ""})
			}
			if !joined || steps[k-1].bound != s.bound {
				lines = append(lines, []string{t.Lines[i].Name, "bound", number(s.from), number(s.bound)})
			}
		}
	}
	for i, waits := range t.drawn {
		for _, w := range waits {
			lines = append(lines, []string{t.Waits[i].Name, "wait", number(w.time), number(w.wait)})
		}
	}
	return lines
}

// coverageSteps is how many steps the time axis is cut into in the data of a Coverage.
const coverageSteps = 240

// data gives, for each of some steps of time in which something happens, the share at its end, the
// least share in it, and the number of misses.
func (s *strips) data() [][]string {
	lines := [][]string{{"panel", "series", timeColumn(s.Elapsed), "share", "least_share", "misses"}}
	length := (s.to - s.from) / coverageSteps
	step := func(at float64) int { return min(int((at-s.from)/length), coverageSteps-1) }
	for _, p := range s.Panels {
		for i, shares := range p.Shares {
			var last, least [coverageSteps]float64
			var misses [coverageSteps]int
			for k := range last {
				last[k], least[k] = math.NaN(), math.NaN()
			}
			for k, at := range shares.Times {
				v := shares.Values[k]
				if n := step(at); math.IsNaN(least[n]) || v < least[n] {
					last[n], least[n] = v, v
				} else {
					last[n] = v
				}
			}
			for _, at := range p.Misses[i] {
				misses[step(at)]++
			}
			for k := range last {
				if !math.IsNaN(last[k]) || misses[k] > 0 {
					lines = append(lines, []string{
						p.Name, s.Series[i], number(math.Round(s.from + float64(k+1)*length)), number(last[k]), number(least[k]), strconv.Itoa(misses[k]),
					})
				}
			}
		}
	}
	return lines
}

// data gives the cells with jobs, by their lower and upper edges.
func (m *densityMap) data() [][]string {
	lines := [][]string{{"panel", "x_from_s", "x_to_s", "y_from_s", "y_to_s", "jobs"}}
	edges := func(i int) (from, to string) {
		if i == 0 {
			return "0", "1"
		}
		at := func(i int) string { return short(math.Pow(10, m.up.lo+float64(i)/float64(m.perDecade))) }
		return at(i - 1), at(i)
	}
	for _, h := range m.panels {
		for column, rows := range h.counts {
			for row, jobs := range rows {
				if jobs > 0 {
					x0, x1 := edges(column)
					y0, y1 := edges(row)
					lines = append(lines, []string{h.name, x0, x1, y0, y1, strconv.Itoa(jobs)})
				}
			}
		}
	}
	return lines
}

func (p *Profile) data() [][]string {
	lines := [][]string{{"series", "hour", "median", "low", "high", "jobs"}}
	at := func(list []float64, h int) string {
		if list == nil {
			return ""
		}
		return number(list[h])
	}
	for _, s := range p.Series {
		for h := range hours {
			jobs := ""
			if p.Counts != nil {
				jobs = strconv.Itoa(p.Counts[h])
			}
			lines = append(lines, []string{s.Name, strconv.Itoa(h), number(s.Median[h]), at(s.Low, h), at(s.High, h), jobs})
		}
	}
	return lines
}

// ecdfSteps is how many steps the shares of a series are cut into in the data of an ECDF.
const ecdfSteps = 500

// data gives the share at or below each value, and of values less than a step of shares apart the
// first.
func (d *distribution) data() [][]string {
	lines := [][]string{{"series", "share", "value"}}
	for i, values := range d.sorted {
		n, last := len(values), -1
		for next := 0; next < n; {
			v := values[next]
			for next < n && values[next] == v {
				next++
			}
			if step := next * ecdfSteps / n; step > last || next == n {
				lines = append(lines, []string{d.Series[i].Name, short(float64(next) / float64(n)), number(v)})
				last = step
			}
		}
	}
	return lines
}

func (h *Heat) data() [][]string {
	lines := [][]string{{"panel", "row", "column", "value", "jobs"}}
	for _, p := range h.Panels {
		for j, row := range p.Values {
			for k, v := range row {
				jobs := ""
				if p.Counts != nil {
					jobs = strconv.Itoa(p.Counts[j][k])
				}
				lines = append(lines, []string{p.Name, h.Rows[j], h.Columns[k], number(v), jobs})
			}
		}
	}
	return lines
}

func (r *Reliability) data() [][]string {
	lines := [][]string{{"series", "requested", "achieved"}}
	for _, s := range r.Series {
		for i, q := range s.Requested {
			lines = append(lines, []string{s.Name, number(q), number(s.Achieved[i])})
		}
	}
	return lines
}

func (v *Curves) data() [][]string {
	lines := [][]string{{"series", "x", "y"}}
	for _, s := range v.Series {
		for i, x := range s.X {
			lines = append(lines, []string{s.Name, number(x), number(s.Y[i])})
		}
	}
	return lines
}
