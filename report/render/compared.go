package render

import (
	"fmt"

	"waitbench/replay/output"
	"waitbench/report/figure"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// mostCompared is the number of methods that one plot can tell apart.
const mostCompared = 4

// Compared plots the bounds of several methods on one queue, range and level:
// in one panel, or apart in a panel for each.
func (d *Dir) Compared(q BoundsQuery, apart bool) (*figure.Compared, error) {
	q.Methods = table.Distinct(q.Methods, func(name *string) string { return *name })
	if n := len(q.Methods); n > mostCompared {
		return nil, output.Usagef("--methods has %d methods: a plot has at most %d", n, mostCompared)
	}
	levels, err := d.complete(&q)
	switch {
	case err != nil:
		return nil, err
	case len(q.Queues)*len(q.Ranges)*len(levels) > 1:
		return nil, output.Usagef("several --methods need one queue, one range and one quantile")
	case q.Like != nil:
		return nil, output.Usagef("--procs and --estimate need one method, with clusters")
	}
	if q.Title == "" {
		q.Title = "Bounds, " + d.Run.Log.Name
		if len(d.Run.Log.Queues) > 1 {
			q.Title = fmt.Sprintf("Bounds in queue %s, %s", q.Queues[0], d.Run.Log.Name)
		}
	}
	b, err := d.drawBounds(q, levels)
	if err != nil {
		return nil, err
	}
	styles := figure.Styles(verdict.MethodsIn(d.Scores))
	for i := range b.Lines {
		b.Lines[i].Name = q.Methods[i]
	}
	return &figure.Compared{Bounds: *b, Styles: figure.Apart(styles, q.Methods...), Level: levels[0],
		Apart: apart}, nil
}
