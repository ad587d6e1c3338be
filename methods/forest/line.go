package forest

import "math"

// line is a ridge regression of ln max(wait, 1 s) on all features and a constant. The
// weights of jobs halve every lineHalf jobs.
type line struct {
	sums   []float64 // of x x', rows of the lower triangle
	right  []float64 // of x y
	factor []float64 // Cholesky's, in the same order; scratch
	slope  []float64
	block  [][]float64 // jobs that are not in the sums yet
	ys     []float64
	n      int // jobs in the block
}

const (
	lineHalf  = 20_000 // jobs
	lineEvery = 200    // jobs between two solutions
	lineRidge = 10.0
	lineMost  = 15.0 // what a prediction is kept within, from 0
	terms     = features + 1
)

func newLine() *line {
	l := &line{
		sums: make([]float64, terms*(terms+1)/2), right: make([]float64, terms), factor: make([]float64, terms*(terms+1)/2),
		slope: make([]float64, terms), block: make([][]float64, lineEvery), ys: make([]float64, lineEvery),
	}
	for i := range l.block {
		l.block[i] = make([]float64, terms)
	}
	return l
}

// tame is a feature as the line takes it.
func tame(x float32) float64 {
	switch {
	case x > 100:
		return 20 * math.Log(1+float64(x))
	case x < -100:
		return -20 * math.Log(1-float64(x))
	}
	return float64(x)
}

// at is the forecast of the line.
func (l *line) at(x *[features]float32) float64 {
	y := l.slope[features]
	for i, v := range x {
		y += float64(tame(v) * l.slope[i])
	}
	return min(max(y, 0), lineMost)
}

// add adds a job.
func (l *line) add(x *[features]float32, y float64) {
	to := l.block[l.n]
	for i, v := range x {
		to[i] = tame(v)
	}
	to[features] = 1
	l.ys[l.n] = y
	if l.n++; l.n == lineEvery {
		l.sum()
		l.solve()
		l.n = 0
	}
}

// sum adds the block to the sums, four jobs at a time.
func (l *line) sum() {
	fade := math.Exp2(-float64(lineEvery) / lineHalf)
	for i := range l.sums {
		l.sums[i] *= fade
	}
	for i := range l.right {
		l.right[i] *= fade
	}
	for b := 0; b < lineEvery; b += 4 {
		x0, x1, x2, x3 := l.block[b], l.block[b+1], l.block[b+2], l.block[b+3]
		at := 0
		for i := range terms {
			a0, a1, a2, a3 := x0[i], x1[i], x2[i], x3[i]
			if a0 == 0 && a1 == 0 && a2 == 0 && a3 == 0 { // nothing would change
				at += i + 1
				continue
			}
			l.right[i] += float64(a0*l.ys[b]) + float64(a1*l.ys[b+1]) + float64(a2*l.ys[b+2]) + float64(a3*l.ys[b+3])
			row := l.sums[at : at+i+1]
			c0, c1, c2, c3 := x0[:len(row)], x1[:len(row)], x2[:len(row)], x3[:len(row)]
			for k := range row {
				row[k] += float64(a0*c0[k]) + float64(a1*c1[k]) + float64(a2*c2[k]) + float64(a3*c3[k])
			}
			at += i + 1
		}
	}
}

// solve finds the slopes, by Cholesky's factor of the sums.
func (l *line) solve() {
	f := l.factor
	row := func(i int) []float64 { return f[i*(i+1)/2 : i*(i+1)/2+i+1] }
	copy(f, l.sums)
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
		l.slope[i] = (l.right[i] - dot(ri[:i], l.slope)) / ri[i]
	}
	for i := terms - 1; i >= 0; i-- {
		ri := row(i)
		l.slope[i] /= ri[i]
		for j, v := range ri[:i] {
			l.slope[j] -= float64(l.slope[i] * v)
		}
	}
}

// dot is the sum of products of the first with as many of the second.
func dot(a, b []float64) float64 {
	b = b[:len(a)]
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}
