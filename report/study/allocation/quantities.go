package allocation

import "waitbench/replay/study/downey"

// quantity is how a number is shown.
type quantity struct {
	name    string // of package downey
	heading string
	unit    string
	scale   float64 // units in a second, or in 1
	format  string
}

const percent, minutes, hours = 100, 1. / 60, 1. / 3600

// The quantities, in the order of tables.
var (
	ofWorkload = []quantity{
		{downey.Jobs, "jobs", "", 1, "%.0f"},
		{downey.MeanWork, "mean sequential run time", "min", minutes, "%.0f"},
		{downey.Spoiled, "jobs that get all they can use", "%", percent, "%.1f"},
		{downey.Turnaround, "mean turnaround", "s", 1, "%.0f"},
		{downey.Wait, "mean wait", "s", 1, "%.0f"},
		{downey.MeanRun, "mean run time", "h", hours, "%.2f"},
		{downey.MedianRun, "median run time", "min", minutes, "%.2f"},
		{downey.Utilization, "utilization in daytime", "", 1, "%.3f"},
	}
	ofSingles = []quantity{
		{downey.Rebels, "rebels", "", 1, "%.0f"},
		rebelShare,
		{downey.RebelPart, "rebels among jobs that do not get all they can use", "%", percent, "%.1f"},
		saving,
		ofOptimal,
		losers,
		clearLosers,
		meanLost,
		medianSaved,
		meanSaved,
		{downey.WorkRatio, "mean work of rebels over that of docile jobs", "", 1, "%.1f"},
	}
	ofSystem = []quantity{busier, turnaround, slower,
		{downey.Wait, "mean wait", "s", 1, "%.0f"},
	}
	ofPoints = lineOf("", "")
	ofLong   = lineOf(downey.Long, ", points from 10 s on")
	ofEvery  = lineOf(downey.Every, ", every number of processors")

	rebelShare  = quantity{downey.RebelShare, "rebels", "% of jobs", percent, "%.1f"}
	saving      = quantity{downey.Saving, "saving per job", "min", minutes, "%.1f"}
	losers      = quantity{downey.Losers, "rebels who lose", "%", percent, "%.1f"}
	ofOptimal   = quantity{downey.OfOptimal, "saving as a share of OPT's", "%", percent, "%.1f"}
	clearLosers = quantity{downey.ClearLosers, "rebels who lose more than 0.05 s", "%", percent, "%.1f"}
	meanLost    = quantity{downey.MeanLost, "mean loss of those who lose", "min", minutes, "%.1f"}
	meanSaved   = quantity{downey.MeanSaved, "mean saving of rebels", "h", hours, "%.2f"}
	medianSaved = quantity{downey.MedianSaved, "median saving of rebels", "min", minutes, "%.1f"}
	busier      = quantity{downey.Busier, "change of utilization", "%", percent, "%+.1f"}
	turnaround  = quantity{downey.Turnaround, "mean turnaround", "s", 1, "%.0f"}
	slower      = quantity{downey.Slower, "change of turnaround", "%", percent, "%+.1f"}
)

// lineOf is the numbers of a line through points.
func lineOf(suffix, which string) []quantity {
	return []quantity{
		{downey.PointCount + suffix, "points" + which, "", 1, "%.0f"},
		{downey.Correlation + suffix, "correlation" + which, "", 1, "%.3f"},
		{downey.Slope + suffix, "slope" + which, "", 1, "%.2f"},
		{downey.Intercept + suffix, "intercept" + which, "ln s", 1, "%+.2f"},
	}
}
