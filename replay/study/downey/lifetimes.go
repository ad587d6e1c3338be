package downey

import (
	"fmt"

	"waitbench/methods/lifetime"
)

// Lifetimes says which log-uniform distribution of lifetimes the predictors assume. The paper does
// not tell.
type Lifetimes struct {
	Name           string // as ParseLifetimes takes it
	minLog, maxLog float64
}

// The names of distributions that follow from the workload.
const (
	allocated = "alloc"
	work      = "work"
)

// ParseLifetimes reads "alloc", the distribution fitted to the allocated times n R(n) under AVG;
// "work", that of the work of jobs; or the natural logarithms of the shortest and the longest
// lifetime in seconds, such as "2:14".
func ParseLifetimes(text string) (Lifetimes, error) {
	if text == allocated || text == work {
		return Lifetimes{Name: text}, nil
	}
	minLog, maxLog, err := pair(text)
	if err != nil || minLog < -20 || maxLog > 50 || minLog >= maxLog {
		return Lifetimes{}, fmt.Errorf(`lifetimes %q are neither alloc nor work nor logarithms of a shortest and a longest such as 2:14`, text)
	}
	return Lifetimes{text, minLog, maxLog}, nil
}

// model gives the distribution, for a workload and that fitted to its times under AVG.
func (l *Lifetimes) model(c *Config, fitted lifetime.Model) lifetime.Model {
	switch l.Name {
	case allocated:
		return fitted
	case work:
		return logUniform(c.Model.MinLogWork, c.Model.MaxLogWork)
	}
	return logUniform(l.minLog, l.maxLog)
}

// logUniform is the distribution between e^minLog and e^maxLog seconds.
func logUniform(minLog, maxLog float64) lifetime.Model {
	b1 := 1 / (maxLog - minLog)
	return lifetime.NewModel(float64(-b1*minLog), b1)
}
