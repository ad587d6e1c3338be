package wait

import "waitbench/report/table"

// Rows returns the table for CSV and JSON. Of jobs that wait it also has what a
// later log needs to score the answers: the moment and the submission, in seconds
// since 1970 or, without dates, of the log, and the bound of the first quantile.
func (r *Reply) Rows(notes ...string) *table.Table {
	t, clock := r.Table(notes...), r.log.Record.Clock()
	if !r.waits() {
		return t
	}
	t.Columns = append(t.Columns, table.Columns("#moment||s", "#submit||s", "#quantile||share", "#bound||s")...)
	for i := range r.Answers {
		a := &r.Answers[i]
		for _, x := range []float64{clock.Unix0 + r.Now, clock.Unix0 + r.Now - a.Age,
			r.log.Plan.Levels[0].Quantile, a.Bounds[0]} {
			t.Rows[i] = append(t.Rows[i], table.Number(x, "%v"))
		}
	}
	return t
}
