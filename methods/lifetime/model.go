package lifetime

import "math"

// Model is a log-uniform distribution of run times.
type Model struct {
	min, max       float64 // seconds
	logMin, logMax float64
}

// NewModel returns the distribution with the cdf b0 + b1 ln t, b1 > 0.
func NewModel(b0, b1 float64) Model {
	logMax := (1 - b0) / b1
	return Model{min: math.Exp(-b0 / b1), max: math.Exp(logMax), logMin: -b0 / b1, logMax: logMax}
}

// Range returns the shortest and the longest run time, seconds.
func (m *Model) Range() (shortest, longest float64) { return m.min, m.max }

// logs are 1/x and ln x for the middles of 256 parts of [1, 2].
var logs = func() (t [256]struct{ inverse, log float64 }) {
	for i := range t {
		t[i].inverse = 1 / (1 + (float64(i)+0.5)/256)
		t[i].log = -math.Log(t[i].inverse)
	}
	return t
}()

// ln is the natural logarithm of a normal number above 0, within 1e-14 and some
// units in the last place. It takes a third of the time of math.Log, which
// would be most of the time of a forecast.
func ln(x float64) float64 {
	bits := math.Float64bits(x)
	part := &logs[uint8(bits>>44)]
	r := float64(math.Float64frombits(bits&(1<<52-1)|1023<<52)*part.inverse) - 1
	r -= float64(r * r * (0.5 - float64(r*(1./3-float64(r*0.25)))))
	return float64(float64(int(bits>>52)-1023)*math.Ln2) + part.log + r
}
