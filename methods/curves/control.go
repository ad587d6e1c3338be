package curves

import "math"

// Control is how the score of bounds follows hits and misses.
type Control string

// The controls.
const (
	Misses Control = "misses" // by past scores and owed misses, as package curves says
	PID    Control = "pid"
	None   Control = "none" // by the quantile of its share
)

// pid is conformal PID control without a scorecaster [Angelopoulos23], with the
// constants of R's package conformalForecast:
//
//	score of a bound = q + K tan(E ln(n + 1) / (C (n + 1)))
//
// of n settled jobs. E is the misses less (1 - share) n. A job that adds e to E
// adds .1 e times the range of the last 100 scores to q, at first the score of
// the share. K is the highest score. C is for a share that is .01 off after 5000
// jobs.
type pid struct {
	q, owed float64
	scores  [pidWindow]float64 // last ones
	n       int                // of all scores
	highest float64
}

const (
	pidWindow = 100
	pidRate   = .1
	pidMost   = 12  // score of a wait
	pidFar    = 100 // score of a bound, for infinity
	pidC      = .56 // 2/pi (ceil(ln(5000) .01) - 1/ln(5000))
)

func (p *pid) add(score float64) {
	score = min(score, pidMost)
	p.scores[p.n%pidWindow] = score
	p.n++
	p.highest = max(p.highest, score)
}

// settle counts a job, of which part is owed.
func (p *pid) settle(part float64) {
	p.owed += part
	least, most := math.Inf(1), 0.0
	for _, score := range p.scores[:min(p.n, pidWindow)] {
		least, most = min(least, score), max(most, score)
	}
	p.q += float64(pidRate * max(most-least, 0) * part)
}

// score returns the score after n settled jobs.
func (p *pid) score(n float64) float64 {
	x := p.owed * math.Log(n+1) / (pidC * (n + 1))
	return min(max(p.q+float64(p.highest*math.Tan(min(max(x, -1.57), 1.57))), 0), pidFar)
}
