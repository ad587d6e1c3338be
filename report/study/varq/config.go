package varq

import (
	"cmp"
	"errors"
	"math"

	"waitbench/methods"
	"waitbench/report/study"
)

// Deadlines: when reservations begin.
const (
	Grid  = "grid"  // the next multiple of the period, counted from second 0 of the log
	Ahead = "ahead" // a period after the request
)

// Ways in which a plan waits for its moment.
const (
	Plan     = "plan"     // as accepted
	Replan   = "replan"   // made again every 300 s; submitted at once if no point is left
	Withdraw = "withdraw" // made again when due; run as a normal job if no point is left
)

// Config has the settings of one simulation.
type Config struct {
	Fraction   float64 // of the jobs that ask for a reservation, in [0, 1]; 0: without VARQ
	Request    float64 // requested odds, 0.01 to 0.99; rounded up to hundredths
	Seed       uint64  // of the choice of jobs
	Deadlines  string
	Period     float64 // of deadlines, seconds
	Waiting    string
	Train      float64 // fraction of the jobs that only trains, 0 to 0.99
	Confidence float64 // of bounds, in (0, 1)
	Method     string  // qbets, with its parameters
	Every      float64 // seconds between the requests of a probing user; 0: there is none
}

// Default returns the settings of the paper, where it states any.
func Default() Config {
	return Config{
		Fraction: 0.1, Request: 0.75, Seed: 1, Deadlines: Grid, Period: 6 * 3600, Waiting: Plan,
		Train: 0.1, Confidence: 0.95, Method: "qbets",
	}
}

// Check returns an error that names a setting that is out of range.
func (c *Config) Check() error {
	_, err := c.predictor()
	return cmp.Or(
		study.Between("fractions", c.Fraction, 0, 1),
		study.Between("requests", c.Request, 0.01, 0.99),
		study.Between("train", c.Train, 0, 0.99),
		study.Between("period", c.Period, step, 30*86400),
		study.Between("every", c.Every, 0, c.Period),
		methods.CheckNames("deadlines", []string{Grid, Ahead}, c.Deadlines),
		methods.CheckNames("way to wait", []string{Plan, Replan, Withdraw}, c.Waiting),
		err)
}

// settings are the settings of QBETS: .95 bounds drive its change points.
func (c *Config) settings() methods.Settings {
	return methods.Settings{Level: methods.Level{Quantile: 0.95, Confidence: c.Confidence}}
}

// predictor makes the predictor of the settings.
func (c *Config) predictor() (*methods.QBETS, error) {
	m, err := methods.Named(c.Method)
	if err != nil {
		return nil, err
	}
	p, err := m.Predictor(c.settings())
	if err != nil {
		return nil, err
	}
	return asQBETS(p)
}

func asQBETS(p methods.Predictor) (*methods.QBETS, error) {
	q, ok := p.(*methods.QBETS)
	if !ok {
		return nil, errors.New("the method is not qbets, whose clusters reservations need")
	}
	return q, nil
}

// Level is the level of the bound that a lead must reach. Odds are known in
// hundredths, and requests are rounded up to them.
func (c *Config) Level() methods.Level {
	const slack = 1e-9 // 0.07 is a little more than 7 hundredths
	return methods.Level{Quantile: math.Ceil(c.Request*100-slack) / 100, Confidence: c.Confidence}
}

// deadline is the deadline of a job that asks at a time.
func (c *Config) deadline(now float64) float64 {
	if c.Deadlines == Ahead {
		return now + c.Period
	}
	return (math.Floor(now/c.Period) + 1) * c.Period
}

// uniform is a number in [0, 1) for each seed and i: the first 53 bits of
// SplitMix64 [Steele14].
func uniform(seed, i uint64) float64 {
	const golden = 0x9E3779B97F4A7C15
	z := seed*golden + i + golden
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	z ^= z >> 31
	return float64(z>>11) / (1 << 53)
}
