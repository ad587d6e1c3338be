package downey

// Number is one number that was measured with one workload.
type Number struct {
	Strategy  string
	Lifetimes string  // that the predictors assumed; empty for strategies that do not predict
	Bias      string  // the correction; empty for strategies without one
	Name      string  // one of the names below
	Value     float64 // NaN where there is none
}

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
	MinLog      = "min_log"      // natural logarithms of the shortest and the longest lifetime that predictors assumed
	MaxLog      = "max_log"

	PointCount  = "points" // predictions of decisions to hold out
	Correlation = "correlation"
	Slope       = "slope"
	Intercept   = "intercept"
	Long        = "_10s"   // behind one of these four: of the points from 10 s on
	Every       = "_every" // or of all numbers of processors at first decisions
)

// AVG is the strategy of the numbers that belong to no other.
const AVG = "AVG"

// Numbers gives all numbers of a result, in the same order for each seed.
func (r *Result) Numbers() []Number {
	var all []Number
	a := r.Average
	jobs := float64(r.Jobs)
	all = add(all, Number{Strategy: AVG},
		value{Jobs, jobs}, value{Spoiled, float64(a.Spoiled) / jobs}, value{MeanRun, a.MeanRun}, value{MedianRun, a.MedianRun},
		value{MeanWork, a.MeanWork}, value{Turnaround, a.Turnaround}, value{Wait, a.Wait}, value{Utilization, a.Utilization})
	for _, l := range r.Assumed {
		all = add(all, Number{Strategy: PRED, Lifetimes: l.Name}, value{MinLog, l.MinLog}, value{MaxLog, l.MaxLog})
	}
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		label := Number{Strategy: o.Strategy, Lifetimes: o.Lifetimes, Bias: o.Bias}
		if o.Single != nil {
			all = r.addSingle(all, label, o.Single)
		}
		w := o.Whole
		all = add(all, label, value{Turnaround, w.Turnaround}, value{Slower, w.TurnaroundChange}, value{Wait, w.Wait},
			value{Utilization, w.Utilization}, value{Busier, w.UtilizationChange})
	}
	return all
}

func (r *Result) addSingle(all []Number, label Number, s *Application) []Number {
	jobs, rebels := float64(r.Jobs), float64(s.Rebels)
	all = add(all, label,
		value{Rebels, rebels}, value{RebelShare, rebels / jobs}, value{RebelPart, rebels / (jobs - float64(r.Average.Spoiled))},
		value{Saving, s.Saving}, value{OfOptimal, s.Saving / r.Find(OPT, "", "").Single.Saving},
		value{Losers, float64(s.Losers) / rebels}, value{ClearLosers, float64(s.ClearLosers) / rebels},
		value{MedianSaved, s.MedianSaving}, value{MeanSaved, s.MeanSaving}, value{MeanLost, s.MeanLoss}, value{WorkRatio, s.WorkRatio})
	if label.Lifetimes == "" {
		return all
	}
	for _, l := range []struct {
		suffix string
		line   Line
	}{{"", s.Held}, {Long, s.HeldLong}, {Every, s.Every}} {
		if l.line.N == 0 {
			continue
		}
		all = add(all, label, value{PointCount + l.suffix, float64(l.line.N)}, value{Correlation + l.suffix, l.line.Correlation},
			value{Slope + l.suffix, l.line.Slope}, value{Intercept + l.suffix, l.line.Intercept})
	}
	return all
}

type value struct {
	name  string
	value float64
}

func add(all []Number, label Number, values ...value) []Number {
	for _, v := range values {
		label.Name, label.Value = v.name, v.value
		all = append(all, label)
	}
	return all
}
