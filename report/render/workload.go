package render

import (
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/report/figure"
)

// Workload draws how sizes, run times, processor times and waits of jobs are
// distributed. Jobs that lack a value are not in its panel.
func Workload(title string, jobs []replay.Job) figure.Figure {
	var procs, runs, work, waits []float64
	for _, j := range jobs {
		procs, runs = append(procs, float64(j.Procs)), append(runs, j.Run)
		if waits = append(waits, j.Wait); j.Procs > 0 {
			work = append(work, j.Run*float64(j.Procs))
		}
	}
	return &figure.Distributions{Title: title, Panels: []figure.Distribution{
		{Label: "processors", Values: procs},
		{Label: "run time", Times: true, Values: runs},
		{Label: "run time x processors", Times: true, Values: work},
		{Label: "wait", Times: true, Values: waits},
	}, Note: output.Counted(len(jobs), "job") + ". Lines by least squares, x in processors or " +
		"seconds, times below 1 s as 1 s."}
}
