package board

import (
	"math/rand/v2"
	"strings"

	"waitbench/replay/backtest"
	"waitbench/report/table"
)

const (
	siteDraws  = 4000 // of as many sites as there are, with replacement
	mostLeft   = 5    // methods shown with each site left out
	mostPaired = 10   // methods in the table of pairs
)

// places returns the 95 % interval of the place of each method, counted from 1,
// when the sites are drawn anew. Where methods are short stays as it is.
func (b *Board) places() (from, to []int) {
	rng := rand.New(rand.NewPCG(1, uint64(b.sites)))
	places := map[*ranked][]float64{}
	drawn := make([]int, b.sites)
	for range siteDraws {
		for k := range drawn {
			drawn[k] = int(rng.Uint64N(uint64(b.sites)))
		}
		for place, m := range b.sorted(func(m *ranked) (sum float64) {
			for _, site := range drawn {
				sum += m.sites[site]
			}
			return sum
		}) {
			places[m] = append(places[m], float64(place+1))
		}
	}
	interval := backtest.Bootstrap{Confidence: 1 - testLevel}
	for _, m := range b.methods {
		low, high := interval.Interval(places[m])
		from, to = append(from, int(low)), append(to, int(high))
	}
	return from, to
}

// LeftOut returns the table of the first methods with each site left out.
func (b *Board) LeftOut() *table.Table {
	t := table.New("ranking-left-out", nil)
	t.Columns = table.Columns("site", "first", "second", "third", "fourth", "fifth")
	t.Columns = t.Columns[:1+min(mostLeft, len(b.methods))]
	add := func(site string, left int) {
		row := []any{site}
		for _, m := range b.sorted(func(m *ranked) (sum float64) {
			for k, mean := range m.sites {
				if k != left {
					sum += mean
				}
			}
			return sum
		})[:len(t.Columns)-1] {
			row = append(row, m.name)
		}
		t.Add(row...)
	}
	add("none", -1)
	for k, rows := range group(b.queues, (*Row).site) {
		add(rows[0].site(), k)
	}
	return t
}

// Pairs returns the table of p-values of equal losses of the first methods. It
// has no rows if the sites are too few to tell any two apart.
func (b *Board) Pairs() *table.Table {
	t := table.New("ranking-pairs", nil)
	if backtest.LeastSignFlips(b.sites) > testLevel {
		return t
	}
	methods := b.methods[:min(mostPaired, len(b.methods))]
	t.Columns = table.Columns("method")
	for _, m := range methods[:len(methods)-1] {
		t.Columns = append(t.Columns, table.Columns("#"+m.name)...)
	}
	for i, m := range methods[1:] {
		row := []any{m.name}
		for k, o := range methods[:len(methods)-1] {
			if k > i {
				row = append(row, table.Missing())
				continue
			}
			p := m.pValue(o)
			row = append(row, b.pCell(p, p))
		}
		t.Add(row...)
	}
	return t
}

// copies lists the methods that are not ranked, with the one whose numbers they
// have.
func (b *Board) copies() string {
	var list []string
	for _, m := range b.methods {
		for _, name := range m.copies {
			list = append(list, name+" is "+m.name)
		}
	}
	return strings.Join(list, ", ")
}
