package downey

// Label names a strategy and its assumptions.
type Label struct {
	Strategy  string
	Lifetimes string // assumed by the predictors; empty for strategies that do not predict
	Bias      string // the correction; empty for strategies without one
}

// Number is one measurement with one workload.
type Number struct {
	Label
	Name  string  // one of the names below
	Value float64 // NaN where there is none
}

// The strategies, as the paper calls them, and the measures against rebellion.
// Numbers that belong to no strategy are those of AVG.
const (
	AVG        = "AVG"
	OPT        = "OPT"
	PRED       = "PRED"
	BIAS       = "BIAS"
	HEUR       = "HEUR"
	MIN        = "MIN" // AVG with a minimum of processors
	LockIn     = "BIAS+lock-in"
	LockInRisk = "BIAS+lock-in+risk"
)

// The names of numbers. Times are in seconds, shares and changes are fractions.
const (
	Jobs        = "jobs"
	Spoiled     = "spoiled"      // share of jobs that AVG gives all the processors they can use
	MeanRun     = "mean_run"     // under AVG
	MedianRun   = "median_run"   // under AVG
	MeanWork    = "mean_work"    // sequential run time
	Turnaround  = "turnaround"   // mean, with the strategy in force
	Wait        = "wait"         // mean, with the strategy in force
	Utilization = "utilization"  // in daytime
	Slower      = "slower"       // change of the mean turnaround against AVG
	Busier      = "busier"       // mean over days of the change of utilization against AVG
	Rebels      = "rebels"       // number of jobs
	RebelShare  = "rebel_share"  // of all jobs
	RebelPart   = "rebel_part"   // of the jobs that are not spoiled
	Saving      = "saving"       // a job
	OfOptimal   = "of_optimal"   // saving over OPT's
	Losers      = "losers"       // share of rebels
	ClearLosers = "clear_losers" // share of rebels that lose more than 0.05 s
	MedianSaved = "median_saved" // of rebels
	MeanSaved   = "mean_saved"   // of rebels
	MeanLost    = "mean_lost"    // of losers
	WorkRatio   = "work_ratio"   // mean work of rebels over that of docile jobs
	MinLog      = "min_log"      // natural logarithms of the shortest and longest lifetime assumed
	MaxLog      = "max_log"

	PointCount  = "points" // predictions of decisions to hold out
	Correlation = "correlation"
	Slope       = "slope"
	Intercept   = "intercept"
	Long        = "_10s"   // behind one of these four: of the points from 10 s on
	Every       = "_every" // or of all numbers of processors at first decisions
)
