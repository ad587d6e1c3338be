package varq

import (
	"cmp"
	"context"
	"math"
	"sort"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report/study"
)

// step is the time between two points of a trajectory, seconds.
const step = 30.0

// Request is a job that must run at a deadline.
type Request struct {
	Size     int64   // nodes, or processors where the predictor knows jobs by processors
	Wall     float64 // of the job itself, seconds
	Now      float64 // of the request, seconds
	Deadline float64 // seconds, after Now
}

// Check returns an error that names a number that is out of range.
func (r *Request) Check() error {
	const year = 365 * 86400.
	return cmp.Or(
		study.Between("procs", r.Size, 1, math.MaxInt32),
		study.Between("wall", r.Wall, 1, year),
		study.Between("deadline", r.Deadline-r.Now, 1, year))
}

// Point is a moment at which a job may be submitted.
type Point struct {
	Submit float64 // seconds
	Wall   float64 // stretched to the deadline, seconds
	Odds   float64 // of starting at or before the deadline; a multiple of 0.01
}

// WorstCost is the cost of a point beyond the run of the job if the job starts
// at once, node-seconds or processor-seconds.
func (r *Request) WorstCost(p Point) float64 { return float64(r.Size) * (r.Deadline - p.Submit) }

// submit, lead and wall are the time of point i, its time to the deadline and
// its wall time, seconds.
func (r *Request) submit(i int) float64 { return r.Now + float64(step*float64(i)) }
func (r *Request) lead(i int) float64   { return r.Deadline - r.submit(i) }
func (r *Request) wall(i int) float64   { return r.Wall + r.lead(i) }

// count is the number of points: those before the deadline.
func (r *Request) count() int {
	n := int(math.Ceil((r.Deadline - r.Now) / step))
	for n > 0 && r.lead(n-1) <= 0 {
		n--
	}
	return n
}

// query is point i as the predictor sees it.
func (r *Request) query(i int) methods.Query {
	return methods.Query{
		Submit: r.submit(i), Procs: r.Size, Estimate: r.wall(i), User: -1, Executable: -1,
	}
}

func (r *Request) point(f Forecaster, i int) Point {
	return Point{r.submit(i), r.wall(i), f.Probability(r.query(i), r.lead(i))}
}

// Points returns the trajectory from the request to the deadline, every 30 s.
func (r *Request) Points(f Forecaster) []Point {
	points := make([]Point, r.count())
	for i := range points {
		points[i] = r.point(f, i)
	}
	return points
}

// Latest returns the index of the latest point, not before point from, with the
// odds of a level; -1 if there is none. Odds are a step function of the lead
// within a cluster, a range of wall times. So it goes through the clusters that
// the stretched job falls into, the least stretched first, and takes the last
// point whose lead reaches the bound, without finding the odds of the others.
func (r *Request) Latest(f Forecaster, l methods.Level, from int) int {
	for i := r.count() - 1; i >= from; {
		q := r.query(i)
		_, upTo := f.SimilarRange(q)
		if b, ok := f.BoundAt(q, l); ok {
			j := r.lastWhere(from, i, func(k int) bool { return r.lead(k) >= b })
			if j >= from && r.wall(j) <= upTo {
				return j
			}
		}
		i = r.lastWhere(from, i, func(k int) bool { return r.wall(k) > upTo })
	}
	return -1
}

// lastWhere returns the last of the points from ... to for which a condition
// holds that also holds for all before it; from-1 for none.
func (r *Request) lastWhere(from, to int, holds func(i int) bool) int {
	return from - 1 + sort.Search(to-from+1, func(k int) bool { return !holds(from + k) })
}

// Forecaster is the part of a QBETS that a trajectory needs.
type Forecaster interface {
	methods.QuantileBounder
	Probability(q methods.Query, d float64) float64
	// SimilarRange returns the range above < estimate <= upTo around the
	// estimate of a job within which jobs of as many processors get the same
	// answers.
	SimilarRange(methods.Query) (above, upTo float64)
}

// Ask replays the jobs of a log, with the waits they had there, up to a time in
// seconds, and calls ask with the predictor, which is valid during that call.
// Sizes are processors. Only the method, its confidence and the training of the
// settings matter.
func Ask(ctx context.Context, s *replay.Series, c Config, now float64,
	ask func(Forecaster)) error {
	method, err := methods.Named(c.Method)
	if err != nil {
		return err
	}
	result, err := (&replay.Task{
		Series: s.AsOf(now),
		Method: method, Settings: c.settings(),
		Config: replay.Config{Train: replay.Train{Fraction: c.Train}},
	}).Run(ctx)
	if err != nil {
		return err
	}
	failed := result.WithPredictor(func(p methods.Predictor, _ methods.Query) {
		var q *methods.QBETS
		if q, err = asQBETS(p); err == nil {
			ask(q)
		}
	})
	return cmp.Or(failed, err)
}

// Joint returns the odds that at least one of several reservations is kept, if
// they are independent, as those on different machines are:
//
//	1 - (1 - p1) (1 - p2) ...
func Joint(odds ...float64) float64 {
	none := 1.0
	for _, p := range odds {
		none = float64(none * (1 - p))
	}
	return 1 - none
}
