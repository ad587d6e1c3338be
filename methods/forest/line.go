package forest

import "math"

// line is a ridge regression of ln max(wait, 1 s) on all features and a
// constant. The weights of jobs halve every lineHalf jobs.
type line struct {
	sums   []float64      // of x x', rows of the lower triangle
	right  [terms]float64 // sums of x y
	factor []float64      // Cholesky's, like sums
	slope  [terms]float64
	jobs   int
}

const (
	lineHalf  = 20_000 // jobs
	lineEvery = 200    // jobs between two solutions
	lineRidge = 10.0
	lineMost  = 15.0 // of a forecast; the least is 0
	terms     = features + 1
)

func newLine() *line {
	return &line{sums: make([]float64, terms*(terms+1)/2), factor: make([]float64, terms*(terms+1)/2)}
}

// tame returns a feature as the line takes it.
func tame(x float32) float64 {
	switch {
	case x > 100:
		return 20 * math.Log(1+float64(x))
	case x < -100:
		return -20 * math.Log(1-float64(x))
	}
	return float64(x)
}

// at returns the forecast of the line.
func (l *line) at(x *[features]float32) float64 {
	y := l.slope[features]
	for i, v := range x {
		y += float64(tame(v) * l.slope[i])
	}
	return min(max(y, 0), lineMost)
}

// add adds a job.
func (l *line) add(x *[features]float32, y float64) {
	var v [terms]float64
	for i := range x {
		v[i] = tame(x[i])
	}
	v[features] = 1
	for i, a := range v {
		if a == 0 {
			continue
		}
		l.right[i] += float64(a * y)
		row := l.sums[i*(i+1)/2:][:i+1]
		with := v[:len(row)]
		for k := range row {
			row[k] += float64(a * with[k])
		}
	}
	if l.jobs++; l.jobs%lineEvery == 0 {
		l.solve()
		l.fade(math.Exp2(-float64(lineEvery) / lineHalf))
	}
}

func (l *line) fade(by float64) {
	for i := range l.sums {
		l.sums[i] *= by
	}
	for i := range l.right {
		l.right[i] *= by
	}
}

// solve sets the slopes, by Cholesky's factor of the sums.
func (l *line) solve() {
	row := func(i int) []float64 { return l.factor[i*(i+1)/2:][:i+1] }
	copy(l.factor, l.sums)
	for i := range terms {
		ri := row(i)
		ri[i] += lineRidge + float64(1e-4*ri[i])
		for j := range i {
			rj := row(j)
			ri[j] = (ri[j] - dot(ri[:j], rj)) / rj[j]
		}
		ri[i] = math.Sqrt(max(ri[i]-dot(ri[:i], ri), lineRidge/2))
	}
	for i := range terms {
		ri := row(i)
		l.slope[i] = (l.right[i] - dot(ri[:i], l.slope[:])) / ri[i]
	}
	for i := terms - 1; i >= 0; i-- {
		ri := row(i)
		l.slope[i] /= ri[i]
		for j, v := range ri[:i] {
			l.slope[j] -= float64(l.slope[i] * v)
		}
	}
}

// dot returns the sum of the products of a with the beginning of b.
func dot(a, b []float64) float64 {
	b = b[:len(a)]
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}
