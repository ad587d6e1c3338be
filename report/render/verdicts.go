package render

import (
	"slices"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/report"
)

// Verdicts judges the methods on all jobs of each queue, at every level of the run.
func (d *Dir) Verdicts() ([]report.Verdict, error) {
	all := slices.DeleteFunc(report.Judge(d.Scores, d.Run.Settings.MinJobs), func(v report.Verdict) bool { return v.Range != replay.AllRanges })
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	keep := func(b *arrowio.Block) bool {
		return slices.ContainsFunc(all, func(v report.Verdict) bool {
			return v.Trace == b.Trace && v.Queue == b.Queue && v.Level.String() == b.Level && v.Wants(b.Method)
		})
	}
	err = d.together(r, arrowio.Filter{Range: replay.AllRanges}, keep, func(s *together) error {
		s.decide(all)
		return nil
	})
	return all, err
}
