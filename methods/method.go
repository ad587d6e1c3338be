package methods

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Side says on which side of a quantile a bound lies.
type Side bool

// The sides of a quantile.
const (
	Upper Side = false
	Lower Side = true
)

// String is upper or lower.
func (s Side) String() string {
	if s == Lower {
		return "lower"
	}
	return "upper"
}

// Level names the bound that is asked for: one that lies on its side of the quantile of all waits with probability
// Confidence. An upper bound covers the waits up to it, at least the share Quantile of them; a lower one those from it on,
// at least the share 1 - Quantile.
type Level struct {
	Quantile   float64 // in (0, 1)
	Confidence float64 // in (0, 1)
	Side       Side
}

// String writes the quantile, with an l behind it for a lower bound: 0.95, 0.25l. ParseLevel reads it.
func (l Level) String() string {
	if l.Side == Lower {
		return fmt.Sprintf("%vl", l.Quantile)
	}
	return fmt.Sprint(l.Quantile)
}

// ParseLevel reads a quantile with an l behind it for a lower bound, to be bounded with a confidence.
func ParseLevel(text string, confidence float64) (Level, error) {
	number, lower := strings.CutSuffix(text, "l")
	q, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return Level{}, fmt.Errorf("%q is not a quantile between 0 and 1, with l behind it for a lower bound", text)
	}
	l := Level{Quantile: q, Confidence: confidence, Side: Side(lower)}
	return l, l.Check()
}

// Target is the share of waits that the bound is to cover. For a lower bound it is the number nearest to the decimal that 1 - Quantile
// is on paper: that of 0.7 is 0.3, where the difference of the two numbers would be a little more.
func (l Level) Target() float64 {
	if l.Side == Lower {
		return math.Round((1-l.Quantile)*1e15) / 1e15
	}
	return l.Quantile
}

// Covers reports whether a wait lies on the right side of a bound. A wait equal to the bound does.
func (l Level) Covers(wait, bound float64) bool {
	if l.Side == Lower {
		return wait >= bound
	}
	return wait <= bound
}

// Check returns an error naming the value that lies outside (0, 1).
func (l Level) Check() error {
	if !(l.Quantile > 0 && l.Quantile < 1) {
		return fmt.Errorf("quantile %v is not between 0 and 1", l.Quantile)
	}
	if !(l.Confidence > 0 && l.Confidence < 1) {
		return fmt.Errorf("confidence %v is not between 0 and 1", l.Confidence)
	}
	return nil
}

// RankRule says how the rank of an order statistic is found.
type RankRule string

// The rank rules.
const (
	ExactRank  RankRule = "exact"  // the binomial sum itself, valid for every history
	NormalRank RankRule = "normal" // the paper's normal approximation, where n*q and n*(1-q) are at least 10
)

// Clusters says how qbets sorts jobs into clusters.
type Clusters string

// The ways to sort jobs into clusters.
const (
	ProductClusters  Clusters = "product"  // by processors and estimate
	EstimateClusters Clusters = "estimate" // by estimate alone
	ProcsClusters    Clusters = "procs"    // by processors alone
	GreedyClusters   Clusters = "greedy"   // by both, bins merged greedily as in the authors' program
	NoClusters       Clusters = "none"     // not at all
)

// DowntimeRule says what qbets does where the machine seems to be down.
type DowntimeRule string

// The rules for downtimes.
const (
	FlagDowntime    DowntimeRule = "flag"    // tell for each job, and nothing else
	ExcludeDowntime DowntimeRule = "exclude" // also keep the waits of jobs that waited through one out of the history
	IgnoreDowntime  DowntimeRule = "off"     // do not look for them
)

// Scheduler names the scheduler that methods that look ahead simulate.
type Scheduler string

// The schedulers.
const (
	EASYScheduler Scheduler = "easy" // first come first served with EASY backfilling
	FCFSScheduler Scheduler = "fcfs" // first come first served
)

// Settings is what a method is built from.
type Settings struct {
	Level
	Rank     RankRule     // for methods that bound by order statistics; empty means ExactRank
	Clusters Clusters     // for qbets; empty means ProductClusters
	HitRuns  bool         // for qbets: a long run of hits is a change point too; upper bounds with q = c = 0.95 alone
	Downtime DowntimeRule // for qbets; empty means FlagDowntime

	Scheduler Scheduler // for methods that look ahead; empty means EASYScheduler
	Cluster   *Cluster  // for hanzich and sdpn; nil means the zero Cluster
}

// Check returns an error naming the first setting that is out of range.
func (s Settings) Check() error {
	if err := s.Level.Check(); err != nil {
		return err
	}
	return cmp.Or(
		checkName("rank rule", s.Rank, ExactRank, NormalRank),
		checkName("way to cluster", s.Clusters, ProductClusters, EstimateClusters, ProcsClusters, GreedyClusters, NoClusters),
		checkName("downtime rule", s.Downtime, FlagDowntime, ExcludeDowntime, IgnoreDowntime),
		s.checkHitRuns(),
		checkName("scheduler", s.Scheduler, EASYScheduler, FCFSScheduler),
		s.checkCluster(),
	)
}

// checkName returns an error that lists the known names unless name is one of them or empty.
func checkName[T ~string](what string, name T, known ...T) error {
	if name == "" || slices.Contains(known, name) {
		return nil
	}
	return fmt.Errorf("unknown %s %q; known are %q", what, name, known)
}

func (s *Settings) checkHitRuns() error {
	if s.HitRuns && s.Level != (Level{Quantile: 0.95, Confidence: 0.95}) {
		return errors.New("change points by runs of hits are known for upper bounds of the 0.95 quantile with confidence 0.95 alone")
	}
	return nil
}

func (s *Settings) checkCluster() error {
	if s.Cluster == nil {
		return nil
	}
	return s.Cluster.Check()
}

// Query is what is known of a job at the moment it is submitted.
type Query struct {
	Submit     float64 // time of submission, seconds from the start of the log
	Procs      int64   // processors asked for, -1 unknown
	Estimate   float64 // requested run time, seconds, -1 unknown
	User       int64   // number of the user, -1 unknown
	Executable int64   // number of the program, -1 unknown
	Queue      int32   // place of the queue in the trace
	Range      int32   // place of the job's range of processors in the run's ranges, -1 for none
	At         int     // place of the job in its series, by which a predictor knows it again

	Forecast Forecast // by the method's Watch; NoForecast where the method has none
}

// Observation is a wait that has become known because its job has started.
type Observation struct {
	Query
	Wait     float64 // seconds
	Bound    float64 // the bound the job was given when it was submitted, seconds; meaningful if HasBound
	HasBound bool
	Counts   bool // the job started after the training part, so a miss counts towards a change point
}

// Predictor bounds the waits of one series of jobs. A predictor serves one series and is used by one goroutine.
type Predictor interface {
	// Observe adds a wait to the history. Observations come in the order in which the jobs start.
	Observe(Observation)
	// Refit brings the bound up to date with the history. now is the time of the refit in seconds.
	Refit(now float64)
	// Predict gives the upper bound as of the last Refit, in seconds; ok is false where the history is too short for one.
	Predict(Query) (bound float64, ok bool)
}

// Trainer is a Predictor that learns something once from the history of the training part,
// such as the threshold of its change points.
type Trainer interface {
	// EndTraining is called once, when the first scored job is submitted.
	EndTraining()
}

// ChangePointer is a Predictor that looks for change points.
type ChangePointer interface {
	// ChangePoints gives the number of times the history was cut, and how many consecutive misses cut it.
	ChangePoints() (count, threshold int)
}

// Submitter is a Predictor that takes note of submissions.
type Submitter interface {
	// Submitted is called for every job of the series when it is submitted, before Predict.
	Submitted(Query)
}

// Ladder is a Predictor that can bound any quantile from either side, all from the history that its own bound uses.
type Ladder interface {
	Predictor
	// BoundAt gives the bound at another level for a job, in seconds, from the history as it is now: right after a Refit, that of the
	// refit. ok is false where the history is too short for one.
	BoundAt(q Query, l Level) (bound float64, ok bool)
}

// Inverse is a Predictor that tells the probability of starting in time.
type Inverse interface {
	// Odds gives the greatest quantile, on a grid of 0.01, whose upper bound is at most d seconds, for a job; 0 if there is none. It
	// is from the history as it is now.
	Odds(q Query, d float64) float64
}

// Clustered is a Predictor that looks at a job's processors and estimate alone, and knows ranges of estimates within which nothing changes.
type Clustered interface {
	// Alike gives the range above < estimate <= upTo around the estimate of a job, in seconds, within which jobs of as many
	// processors get the same answers until the next Refit or Observe; infinite where it has no end.
	Alike(q Query) (above, upTo float64)
}

// DownDetector is a Predictor that notices when the machine starts no jobs.
type DownDetector interface {
	// Down reports whether the machine seemed to be down when the last job was submitted.
	Down() bool
}

// Needs says what a method must be told of the machine.
type Needs string

// What methods need.
const (
	WaitsOnly    Needs = "waits only"
	MachineState Needs = "machine state"
)

// Method is an entry of the list of methods.
type Method struct {
	Name   string // lower case; the same in code, flags, files and tables
	Doc    string // one line
	Source string // the publication it comes from
	Needs  Needs
	New    func(Settings) (Predictor, error)
	Watch  *Watch // makes the forecasts that the method's predictors are told; nil for none
}
