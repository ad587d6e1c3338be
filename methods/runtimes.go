package methods

import (
	"math"
	"math/bits"
	"slices"
)

// RunTimes forecasts run times from similar jobs that have ended, by templates
// [Smith98]. A template is a set of attributes: user, program, queue and the
// range of processors (1, 2, 3-4, 5-8, 9-16, ...), which makes 16 templates.
// Jobs that agree in the attributes form a category, which keeps its last 16
// jobs. A job with an unknown attribute is in no category of a template that
// has it. The forecast is the mean of the category with the smallest confidence
// interval,
//
//	mean ± t s / sqrt(n), t the 0.95 quantile of Student's distribution with n-1 degrees of freedom
//
// and of equal ones of the one with more attributes. It is at most the estimate
// where there is one, and the estimate where no category has two jobs.
type RunTimes struct {
	categories map[category]*similarJobs
	of         map[attributes]*[templateCount]*similarJobs // nil without an attribute
}

// attributes are the user, the program, the queue and the range of processors
// of a job; -1 for an unknown one.
type attributes [4]int64

// templateCount is the number of templates. Bit i of a template is set if it
// has attribute i.
const templateCount = 1 << len(attributes{})

// category is a template and values of its attributes; the others are 0.
type category struct {
	template int
	attributes
}

// similarJobs is the last jobs of a category.
type similarJobs struct {
	jobs  []endedJob // a ring once it is full
	next  int
	width float64 // of half the confidence interval, seconds; +Inf for less than two jobs
	run   float64 // mean, seconds
	busy  float64 // mean of the known shares; NaN if there is none
}

// endedJob is the outcome of a job.
type endedJob struct {
	run  float64 // seconds
	busy float64 // share of it in which the job computed; NaN unknown
}

// remembered is the number of jobs that a category keeps.
const remembered = 16

// student is the 0.95 quantile of Student's distribution by degrees of freedom,
// from printed tables.
var student = [remembered]float64{1: 6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833,
	1.812, 1.796, 1.782, 1.771, 1.761, 1.753}

// NewRunTimes returns a RunTimes without jobs.
func NewRunTimes() *RunTimes {
	return &RunTimes{map[category]*similarJobs{}, map[attributes]*[templateCount]*similarJobs{}}
}

// Observe records a job that has ended: its run time and its processor time on
// each processor, in seconds; cpu is -1 where it is unknown.
func (r *RunTimes) Observe(q Query, run, cpu float64) {
	e := endedJob{run, math.NaN()}
	if cpu >= 0 && run > 0 {
		e.busy = min(cpu/run, 1)
	}
	for _, s := range r.similar(attributesOf(&q)) {
		if s != nil {
			s.observe(e)
		}
	}
}

// similar returns the categories of a job by template, which may be new.
func (r *RunTimes) similar(job attributes) *[templateCount]*similarJobs {
	of := r.of[job]
	if of == nil {
		of = &[templateCount]*similarJobs{}
		for t := range of {
			if c, ok := job.category(t); ok {
				if r.categories[c] == nil {
					r.categories[c] = &similarJobs{}
				}
				of[t] = r.categories[c]
			}
		}
		r.of[job] = of
	}
	return of
}

// Forecast returns the run time of a job, in seconds, and the share of it in
// which the job computes; NaN where nothing is known.
func (r *RunTimes) Forecast(q Query) (run, busy float64) {
	var best *similarJobs
	for _, s := range slices.Backward(r.similar(attributesOf(&q))[:]) {
		if s != nil && len(s.jobs) > 0 && (best == nil || s.width < best.width) {
			best = s
		}
	}
	switch {
	case best == nil && q.Estimate > 0:
		return q.Estimate, math.NaN()
	case best == nil:
		return math.NaN(), math.NaN()
	case q.Estimate > 0 && (len(best.jobs) < 2 || q.Estimate < best.run):
		return q.Estimate, best.busy
	}
	return best.run, best.busy
}

func attributesOf(q *Query) attributes {
	a := attributes{max(q.User, -1), max(q.Executable, -1), max(int64(q.Queue), -1), -1}
	if q.Procs >= 1 {
		a[3] = int64(bits.Len64(uint64(q.Procs - 1)))
	}
	return a
}

// category is the category by a template of the attributes; ok is false where
// one of them is unknown.
func (a attributes) category(template int) (c category, ok bool) {
	c.template = template
	for i, value := range a {
		if template>>i&1 == 1 {
			c.attributes[i] = value
		}
	}
	return c, slices.Min(c.attributes[:]) >= 0
}

func (s *similarJobs) observe(e endedJob) {
	if len(s.jobs) < remembered {
		s.jobs = append(s.jobs, e)
	} else {
		s.jobs[s.next] = e
		s.next = (s.next + 1) % remembered
	}
	n := float64(len(s.jobs))
	run, busy, known := 0.0, 0.0, 0.0
	for _, j := range s.jobs {
		run += j.run
		if j.busy >= 0 {
			busy += j.busy
			known++
		}
	}
	s.run, s.busy = run/n, busy/known
	squares := 0.0
	for _, j := range s.jobs {
		squares += float64((j.run - s.run) * (j.run - s.run))
	}
	s.width = math.Inf(1)
	if n > 1 {
		s.width = student[len(s.jobs)-1] * math.Sqrt(squares/((n-1)*n))
	}
}
