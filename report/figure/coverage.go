package figure

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Coverage is a plot of the share of waits covered over the last so many jobs,
// as time goes on: a panel per queue, a line per method, and under each frame a
// row per method with a tick for every miss. Misses in bursts show as dips of
// the lines and as dark spots in the rows.
type Coverage struct {
	Title  string
	YLabel string

	Series []string // in the legend
	Panels []CoveragePanel

	// Target is a dashed line, and Low to High a band around it in which the
	// share stays nearly always if misses are independent.
	Target    float64
	Low, High float64

	// Elapsed and Location are as for Bounds.
	Elapsed  bool
	Location *time.Location

	Note  string
	Width Width
}

// CoveragePanel is a panel of a Coverage. Both lists are by series.
type CoveragePanel struct {
	Name   string
	Shares []Shares
	Misses [][]float64 // times, not decreasing
}

// Shares is a share as it was after each of some times.
type Shares struct {
	Times  []float64 // not decreasing
	Values []float64
}

func (v *Coverage) page() (*page, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	s := newStrips(v)
	p := newPage(v.Width, v.Title, v.legend(), v.notes())
	p.body = s.draw
	p.data = s.data
	p.bodyHeight = s.height()
	return p, nil
}

func (v *Coverage) check() error {
	for _, p := range v.Panels {
		if len(p.Shares) != len(v.Series) || len(p.Misses) != len(v.Series) {
			return fmt.Errorf("panel %q has %d lines and %d rows, want %d", p.Name, len(p.Shares), len(p.Misses), len(v.Series))
		}
		for i, s := range p.Shares {
			if len(s.Times) != len(s.Values) {
				return fmt.Errorf("panel %q, %s: %d times and %d shares", p.Name, v.Series[i], len(s.Times), len(s.Values))
			}
			if !slices.IsSorted(s.Times) || !slices.IsSorted(p.Misses[i]) {
				return fmt.Errorf("panel %q, %s: times decrease", p.Name, v.Series[i])
			}
			for _, x := range s.Values {
				if !(x >= 0 && x <= 1) {
					return fmt.Errorf("panel %q, %s: share %v", p.Name, v.Series[i], x)
				}
			}
		}
	}
	if !(v.Low <= v.Target && v.Target <= v.High) {
		return fmt.Errorf("band from %v to %v around %v", v.Low, v.High, v.Target)
	}
	return nil
}

func (v *Coverage) legend() []entry {
	var entries []entry
	for i, name := range v.Series {
		entries = append(entries, entry{name, lineWidth, lineSample(lookOf(i).line())})
	}
	entries = append(entries, entry{"target " + strconv.FormatFloat(v.Target, 'g', -1, 64), lineWidth, lineSample(targetLine)})
	return append(entries, entry{"band of independent misses", lineWidth, func(c *draw.Canvas, p vg.Point) {
		c.SetColor(coverageBand)
		c.Fill(vg.Rectangle{Min: p.Add(vg.Point{X: -lineWidth / 2, Y: -3}), Max: p.Add(vg.Point{X: lineWidth / 2, Y: 3})}.Path())
	}})
}

// notes say how many misses the rows show.
func (v *Coverage) notes() []string {
	var notes []string
	if v.Note != "" {
		notes = append(notes, v.Note)
	}
	for _, p := range v.Panels {
		text := p.Name + ": misses "
		if len(v.Panels) == 1 && p.Name == "" {
			text = "Misses: "
		}
		for i, m := range p.Misses {
			if i > 0 {
				text += ", "
			}
			text += v.Series[i] + " " + thousands(len(m))
		}
		notes = append(notes, text+".")
	}
	return notes
}
