package downey

// The strategies, as the paper calls them, and the measures against rebellion.
const (
	OPT        = "OPT"
	PRED       = "PRED"
	BIAS       = "BIAS"
	HEUR       = "HEUR"
	MIN        = "MIN" // AVG with a minimum of processors
	LockIn     = "BIAS+lock-in"
	LockInRisk = "BIAS+lock-in+risk"
)

// Outcome is what became of a strategy.
type Outcome struct {
	Strategy   string
	Lifetimes  string       // name of those that predictors assume; empty where nothing is predicted
	Bias       string       // name of the correction; empty for all but BIAS
	Correction *Correction  // by which BIAS corrects
	Single     *Application // nil where it was not measured
	Whole      *System
}

// Result is all that is measured with one workload.
type Result struct {
	Seed     uint64
	Jobs     int
	Average  *Average
	Assumed  []Assumed // as the lifetimes of the configuration
	Outcomes []Outcome
}

// Assumed is a distribution of lifetimes that predictors assumed: natural logarithms of seconds.
type Assumed struct {
	Name           string
	MinLog, MaxLog float64
}

// passes is the number of times that the workload of a seed is gone through.
func (c *Config) passes() int {
	return 6 + len(c.Lifetimes)*(2+len(c.Biases)*4)
}

// run measures all strategies with a workload; pass is called after each pass.
func (c *Config) run(seed uint64, pass func() error) (*Result, error) {
	days := c.draw(seed)
	r := &Result{Seed: seed, Jobs: days.jobs(), Average: c.average(days)}
	s := &strategies{Config: c, days: days, result: r, pass: pass}
	s.err = pass()
	s.both(Outcome{Strategy: OPT}, optimal{})
	s.both(Outcome{Strategy: HEUR}, heuristic{patience})
	s.whole(Outcome{Strategy: MIN}, minimum{leastShare})
	for i := range c.Lifetimes {
		s.predict(&c.Lifetimes[i])
	}
	return r, s.err
}

// strategies is a workload on its way through the strategies.
type strategies struct {
	*Config
	days   Workload
	result *Result
	pass   func() error
	err    error // after which nothing is done
}

// predict measures PRED, and BIAS with every correction.
func (s *strategies) predict(l *Lifetimes) {
	if s.err != nil {
		return
	}
	model := l.model(s.Config, s.result.Average)
	minLog, maxLog := logs(model)
	s.result.Assumed = append(s.result.Assumed, Assumed{l.Name, minLog, maxLog})
	pred := s.both(Outcome{Strategy: PRED, Lifetimes: l.Name}, &predictive{model: model, exact: s.Exact})
	for i := range s.Biases {
		if s.err != nil {
			return
		}
		b := &s.Biases[i]
		correct := b.correction(pred.Points)
		o := func(name string) Outcome {
			return Outcome{Strategy: name, Lifetimes: l.Name, Bias: b.Name, Correction: correct}
		}
		rule := &predictive{model: model, exact: s.Exact, correct: correct}
		s.both(o(BIAS), rule)
		rule.locked = true
		s.whole(o(LockIn), rule)
		rule.least = leastGain
		s.whole(o(LockInRisk), rule)
	}
}

// both measures a strategy for single jobs and in force.
func (s *strategies) both(o Outcome, r rule) *Application {
	if s.err == nil {
		o.Single = s.application(s.days, r)
		s.err = s.pass()
	}
	s.whole(o, r)
	return o.Single
}

// whole measures a strategy in force.
func (s *strategies) whole(o Outcome, r rule) {
	if s.err == nil {
		o.Whole = s.system(s.days, r, &s.result.Average.System)
		s.result.Outcomes = append(s.result.Outcomes, o)
		s.err = s.pass()
	}
}

// Find gives the outcome of a strategy, nil where there is none.
func (r *Result) Find(strategy, lifetimes, bias string) *Outcome {
	for i := range r.Outcomes {
		if o := &r.Outcomes[i]; o.Strategy == strategy && o.Lifetimes == lifetimes && o.Bias == bias {
			return o
		}
	}
	return nil
}
