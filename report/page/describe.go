package page

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/replay"
)

// Label names a series in the plot, among those of its trace.
func (s *plottedSeries) Label(p *plotted) string {
	text := s.Queue
	if s.Range != replay.AllRanges {
		text += ", " + s.Range + " processors"
	}
	if slices.ContainsFunc(p.Series, func(other plottedSeries) bool { return other.Level != s.Level }) {
		text += ", " + s.Level
	}
	return text
}

// Methods lists the methods of the plot, those of the first series first.
func (p *plotted) Methods() []string {
	var list []string
	for _, s := range p.Series {
		for _, l := range s.Lines {
			if !slices.Contains(list, l.Method) {
				list = append(list, l.Method)
			}
		}
	}
	return list
}

// AtFirst reports whether a method is among those of the trace that is shown first.
func (p *plotted) AtFirst(method string) bool {
	return slices.ContainsFunc(p.Series, func(s plottedSeries) bool {
		return s.Zone == 0 && slices.ContainsFunc(s.Lines, func(l line) bool { return l.Method == method })
	})
}

// Least is the smallest time that has a place on the axis.
func (p *plotted) Least() string {
	for _, s := range p.Series {
		if s.Unit < 1 {
			return "0.001 s"
		}
	}
	return "1 s"
}

// Notes say what the plot has, and what was left out.
func (p *plotted) Notes() []string {
	list := []string{fmt.Sprintf("Up to %d queues of each trace are here, those of the most jobs, with up to %d methods: first the most accurate correct ones of these "+
		"queues, then others in the order of the run. Then come the ranges of the busiest queue and its other levels. "+
		"waitbench plot bounds draws any other.", plotQueues, plotMethods)}
	for i := range p.Series {
		if s := &p.Series[i]; s.Jobs < s.Of {
			list = append(list, fmt.Sprintf("%s of %s has %s of %s jobs: of every stretch of consecutive jobs those with the shortest and longest wait, "+
				"and the lowest and highest bound of each method. Shares under the plot are of these jobs alone.",
				s.Label(p), p.Zones[s.Zone].Trace, grouped(s.Jobs), grouped(s.Of)))
		}
	}
	if len(p.Left) > 0 {
		list = append(list, "Left out to keep this page small, or without bounds: "+strings.Join(p.Left, "; ")+".")
	}
	return list
}
