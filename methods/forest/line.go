package forest

import "math"

// line is a ridge regression of ln max(wait, 1 s) on all features and a
// constant. The weights of jobs halve every lineHalf jobs.
type line struct {
	sums   [terms]lineTerms // of products of two terms, lower triangle
	factor [terms]lineTerms // Cholesky's, of the sums
	slope  lineTerms
	last   [lineBatch]lineTerms // jobs that the sums are to have
	jobs   int
}

// lineTerms are the features of a job, and once it has started 1 and
// ln max(wait, 1 s).
type lineTerms [terms]float64

const (
	lineHalf  = 20_000 // jobs
	lineEvery = 200    // jobs between two solutions
	lineBatch = 4      // jobs that are added at a time
	lineRidge = 10.0
	lineMost  = 15.0 // of a forecast; the least is 0
	terms     = features + 2
)

// forecast returns the forecast of the line.
func (l *line) forecast(x *lineTerms) float64 {
	y := l.slope[features]
	for i, v := range x[:features] {
		y += float64(v * l.slope[i])
	}
	return min(max(y, 0), lineMost)
}

// add adds the products of each two terms of a job to the sums. Now and then it
// solves for the slopes.
func (l *line) add(x *lineTerms) {
	if l.last[l.jobs%lineBatch] = *x; l.jobs%lineBatch == lineBatch-1 {
		a, b, c, d := &l.last[0], &l.last[1], &l.last[2], &l.last[3]
		for i := range l.sums {
			row := l.sums[i][:i+1]
			ai, bi, ci, di := a[i], b[i], c[i], d[i]
			for k := range row {
				row[k] += float64(ai*a[k]) + float64(bi*b[k]) + (float64(ci*c[k]) + float64(di*d[k]))
			}
		}
	}
	if l.jobs++; l.jobs%lineEvery == 0 {
		l.solve()
	}
}

// solve sets the slopes, and lowers the weights of all jobs. The last row of
// the factor becomes the right side of the equations for the slopes.
func (l *line) solve() {
	l.factor = l.sums
	fade := math.Exp2(-float64(lineEvery) / lineHalf)
	for i := range l.factor {
		for k := range i + 1 {
			l.sums[i][k] *= fade
		}
		row := &l.factor[i]
		row[i] += lineRidge + float64(1e-4*row[i])
		for j := range i + 1 {
			sum := 0.0
			for k, v := range l.factor[j][:j] {
				sum += float64(v * row[k])
			}
			if j < i {
				row[j] = (row[j] - sum) / l.factor[j][j]
			} else {
				row[i] = math.Sqrt(max(row[i]-sum, lineRidge/2))
			}
		}
	}
	l.slope = l.factor[terms-1]
	for i := features; i >= 0; i-- {
		l.slope[i] /= l.factor[i][i]
		for j, v := range l.factor[i][:i] {
			l.slope[j] -= float64(l.slope[i] * v)
		}
	}
}
