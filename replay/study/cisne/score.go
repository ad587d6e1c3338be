package cisne

import "math"

// Errors are the deviations of a method's predictions in one workload.
type Errors struct {
	Jobs   int // all
	Waited int // of them a second or longer; the others have no deviation of the wait

	// means of |predicted - actual| / actual
	Turnaround, Wait, Run float64
	// sums of |predicted - actual| over sums of actual
	TotalTurnaround, TotalWait, TotalRun float64
}

// leastWait is how long a job must have waited for its wait to be compared, seconds.
const leastWait = 1

// scorer compares predictions with what became of the jobs.
type scorer struct {
	predictor
	said   []times // by job
	jobs   int
	waited int
	turn   deviation
	wait   deviation
	run    deviation
}

// deviation sums relative and absolute deviations.
type deviation struct{ relative, absolute, actual float64 }

func (d *deviation) add(predicted, actual float64) {
	off := math.Abs(predicted - actual)
	d.relative += off / actual
	d.absolute += off
	d.actual += actual
}

func (s *scorer) submitted(t *truth, j *job) error {
	said, err := s.predict(t, j)
	s.said = append(s.said, said)
	return err
}

func (s *scorer) ended(t *truth, r *run) {
	s.predictor.ended(t, r)
	p := s.said[r.at]
	wait := r.start - r.submit
	s.jobs++
	s.turn.add(p.turnaround, t.now-r.submit)
	s.run.add(p.turnaround-p.wait, t.now-r.start)
	if wait >= leastWait {
		s.waited++
		s.wait.add(p.wait, wait)
	}
}

// errors is what came of it.
func (s *scorer) errors() Errors {
	n, waited := float64(s.jobs), float64(s.waited)
	return Errors{
		Jobs: s.jobs, Waited: s.waited,
		Turnaround: s.turn.relative / n, Wait: s.wait.relative / waited, Run: s.run.relative / n,
		TotalTurnaround: s.turn.absolute / s.turn.actual, TotalWait: s.wait.absolute / s.wait.actual, TotalRun: s.run.absolute / s.run.actual,
	}
}
