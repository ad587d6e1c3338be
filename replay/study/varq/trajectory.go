package varq

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"sort"

	"waitbench/methods"
	"waitbench/replay"
)

// step is the time between two points of a trajectory, seconds.
const step = 30.0

// Request is a job that is to run at a deadline.
type Request struct {
	Size     int64   // nodes, or processors where the predictor has been told of jobs by processors
	Wall     float64 // of the job itself, seconds
	Now      float64 // of the request, seconds
	Deadline float64 // seconds, after Now
}

// Check returns an error naming the number that is out of range.
func (r *Request) Check() error {
	switch lead := r.Deadline - r.Now; {
	case r.Size < 1:
		return fmt.Errorf("a job of size %d", r.Size)
	case !(r.Wall > 0 && r.Wall <= longest):
		return fmt.Errorf("wall time of %v s is not above 0 and at most a year", r.Wall)
	case !(lead > 0 && lead <= longest):
		return fmt.Errorf("deadline %v s after the request is not above 0 and at most a year", lead)
	}
	return nil
}

const longest = 365 * 86400 // seconds

// Point is a moment at which a job may be submitted.
type Point struct {
	Submit float64 // seconds
	Wall   float64 // stretched to the deadline, seconds
	Odds   float64 // of starting at or before the deadline; a multiple of 0.01
}

// Lead is how long before the deadline the job is submitted, seconds.
func (r *Request) Lead(p Point) float64 { return r.Deadline - p.Submit }

// WorstCost is what a point costs beyond the run of the job if the job starts at once,
// node-seconds, or processor-seconds.
func (r *Request) WorstCost(p Point) float64 { return float64(r.Size) * r.Lead(p) }

// submit is the time of point i.
func (r *Request) submit(i int) float64 { return r.Now + float64(step*float64(i)) }

// lead is that of point i, seconds.
func (r *Request) lead(i int) float64 { return r.Deadline - r.submit(i) }

// wall is that of point i, seconds.
func (r *Request) wall(i int) float64 { return r.Wall + r.lead(i) }

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

// point is point i with its odds.
func (r *Request) point(f Forecaster, i int) Point {
	return Point{r.submit(i), r.wall(i), f.Probability(r.query(i), r.lead(i))}
}

// Points is the trajectory from the request to the deadline, every 30 s.
func (r *Request) Points(f Forecaster) []Point {
	points := make([]Point, r.count())
	for i := range points {
		points[i] = r.point(f, i)
	}
	return points
}

// Latest gives the latest point with at least the odds asked for; ok is false where there is none.
// The level's quantile is those odds, a multiple of 0.01, its confidence that of the predictor.
func (r *Request) Latest(f Forecaster, l methods.Level) (p Point, ok bool) {
	i := r.latest(f, l, 0)
	if i < 0 {
		return Point{}, false
	}
	return r.point(f, i), true
}

// Best gives the point with the highest odds, the latest of several; ok is false where all have
// none.
func (r *Request) Best(f Forecaster) (p Point, ok bool) {
	i := r.best(f, 0)
	if i < 0 {
		return Point{}, false
	}
	return r.point(f, i), true
}

// latest gives the latest point, not before point from, whose odds are at least the level's
// quantile; -1 if there is none. It goes through the clusters that the stretched job falls into,
// the least stretched first.
func (r *Request) latest(f Forecaster, l methods.Level, from int) int {
	for i := r.count() - 1; i >= from; {
		q := r.query(i)
		_, upTo := f.Alike(q)
		if b, ok := f.BoundAt(q, l); ok {
			if j := r.lastWhere(from, i, func(k int) bool { return r.lead(k) >= b }); j >= from && r.wall(j) <= upTo {
				return j
			}
		}
		i = r.lastWhere(from, i, func(k int) bool { return r.wall(k) > upTo })
	}
	return -1
}

// lastWhere gives the last of the points from ... to for which a condition holds that holds for all
// before it as well; from-1 for none.
func (r *Request) lastWhere(from, to int, holds func(i int) bool) int {
	return from - 1 + sort.Search(to-from+1, func(k int) bool { return !holds(from + k) })
}

// best gives the point, not before point from, with the highest odds, the latest of several; -1 if
// all have none. Within a cluster odds never fall with the lead, so it is at the latest point with
// the odds of the earliest one.
func (r *Request) best(f Forecaster, from int) int {
	best, most := -1, 0.0
	for i := r.count() - 1; i >= from; {
		_, upTo := f.Alike(r.query(i))
		next := r.lastWhere(from, i, func(k int) bool { return r.wall(k) > upTo })
		q := r.query(i)
		if odds := f.Probability(q, r.lead(next+1)); odds > most {
			most = odds
			best = r.lastWhere(next+1, i, func(k int) bool { return f.Probability(q, r.lead(k)) >= odds })
		}
		i = next
	}
	return best
}

// Forecaster is what a trajectory is made from: of a QBETS, what it knows of a job.
type Forecaster interface {
	methods.Ladder
	Probability(q methods.Query, d float64) float64
	// Alike gives the range above < estimate <= upTo around the estimate of a job within which jobs
	// of as many processors get the same answers.
	Alike(methods.Query) (above, upTo float64)
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
		return nil, errors.New("the method is not qbets, whose clusters a reservation goes by")
	}
	return q, nil
}

// Ask replays the jobs of a log, with the waits they had there, up to a time in seconds, and hands
// over what is known then. It is for the duration of the call only. Sizes are processors. Of the
// settings those of the predictor and the training count.
func Ask(ctx context.Context, s *replay.Series, c Config, at float64, ask func(Forecaster)) error {
	method, err := methods.Named(c.Method)
	if err != nil {
		return err
	}
	asked := s.At(at, replay.Job{Procs: -1, Estimate: -1, User: -1, Executable: -1})
	task := replay.Task{Series: asked, Method: method, Settings: c.settings(), Config: replay.Config{Epoch: 0, Train: c.Train}}
	result, err := task.Run(ctx)
	if err != nil {
		return err
	}
	failed := result.Ask(func(p methods.Predictor, _ methods.Query) {
		var q *methods.QBETS
		if q, err = asQBETS(p); err == nil {
			ask(q)
		}
	})
	return cmp.Or(failed, err)
}

// Joint gives the odds that at least one of several reservations is kept, if they are independent,
// as those on different machines are:
//
//	1 - (1 - p1) (1 - p2) ...
func Joint(odds ...float64) float64 {
	none := 1.0
	for _, p := range odds {
		none = float64(none * (1 - p))
	}
	return 1 - none
}
