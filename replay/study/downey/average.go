package downey

import "waitbench/methods/lifetime"

// Average is what AVG does with a workload.
type Average struct {
	System
	Spoiled   int            // jobs that get all the processors they can use
	MeanRun   float64        // seconds
	MedianRun float64        // seconds
	MeanWork  float64        // sequential run time, seconds
	Fitted    lifetime.Model // to the allocated times

	Allocated []float64 // n R(n) of each job, processor-seconds
	Sizes     []float64 // n of each job, processors
	Most      []float64 // largest n each job can use, processors
}

// average runs the days under AVG.
func (c *Config) average(days Workload) *Average {
	var a Average
	var runs []float64
	var history lifetime.History
	a.System = c.simulate(days, average{}, nil, func(j *Job, _ *machine, n int64) {
		if n == j.Most {
			a.Spoiled++
		}
		run := j.Run(n)
		runs = append(runs, run)
		a.MeanWork += j.Work
		a.Allocated = append(a.Allocated, float64(n)*run)
		a.Sizes = append(a.Sizes, float64(n))
		a.Most = append(a.Most, float64(j.Most))
		history.Insert(float64(n) * run)
	})
	a.MeanWork /= float64(len(runs))
	a.MeanRun, a.MedianRun = mean(runs), median(runs)
	var ok bool
	if a.Fitted, ok = history.Fit(); !ok {
		a.Fitted = logUniform(c.Model.MinLogWork, c.Model.MaxLogWork) // hardly any jobs
	}
	return &a
}
