package reservations

import (
	"fmt"

	"waitbench/report/figure"
	"waitbench/report/study"
)

// successFigure is the share of reservations kept against the odds asked for, ours and the paper's.
func (s *Study) successFigure(v variant) study.Figure {
	f := &figure.Curves{
		Title:  fmt.Sprintf("Reservations kept against odds asked for, %s", v.words()),
		XLabel: "requested probability", YLabel: "share of reservations kept", High: 1, Diagonal: "kept = asked for",
		Note: fmt.Sprintf("%s, queue %s, mean over %d seeds.", s.Log, s.Queue, len(s.Result.Study.Seeds)),
	}
	var papers []figure.Curve
	for _, fraction := range s.Result.Study.Fractions {
		ours := figure.Curve{Marks: true, Name: percent(fraction) + " %"}
		paper := figure.Curve{Marks: true, Name: "paper, " + percent(fraction) + " %"}
		for _, q := range s.Result.Study.Requests {
			r := s.row(v, fraction, q)
			if !r.few() {
				ours.X, ours.Y = append(ours.X, q), append(ours.Y, r.cells.Mean(success))
			}
			if p, ok := paperCell(fraction, q); ok {
				paper.X, paper.Y = append(paper.X, q), append(paper.Y, p.actual)
			}
		}
		f.Series = append(f.Series, ours)
		if len(paper.X) > 0 {
			papers = append(papers, paper)
		}
	}
	f.Series = append(f.Series, papers...)
	return study.Figure{Name: "success-" + v.name(), Caption: f.Title + ".", Figure: f}
}
