// Package figure draws the plots of a run: one value per queue and method with
// intervals ([Dots]), shares by queue and processor range ([Heat]), bounds over
// time as in figures 1 and 2 of [bmbp] ([Bounds]), of several methods
// ([Compared]) and of several quantiles ([Fan]), the share of waits covered over time ([Coverage]), actual
// against predicted waits as in figure 5 of [downey] ([Density]), shares
// against a quantity ([Curves]), and the distributions of quantities of jobs
// ([Distributions]).
//
// It is the only package of the project that imports gonum.org/v1/plot. Each
// kind of figure makes a drawing: panels, which are plots of that library, the
// legend below them, sentences for the caption, and the numbers behind it all.
// [Save] renders it as SVG, PNG or PDF, or writes the numbers as CSV.
//
// NaN means missing and is left blank. The caption counts the values that
// cannot be drawn and the values drawn elsewhere. Slices of a figure that do
// not fit together are a programmer's mistake, and panic.
//
//	d := &figure.Dots{
//		Title:      "SDSC-SP2: share of waits within the bound",
//		Label:      "correct (fraction)",
//		Categories: []string{"express", "high", "normal", "low"},
//		Series:     []string{"bmbp", "lognormal"},
//		Values:     [][]float64{{.96, .95, .97, .96}, {.84, .96, .93, .96}},
//		Target:     0.95,
//	}
//	err := figure.Save(d, "results/figures/correct-by-queue", figure.TwoColumn, "svg", "csv")
//
// # References
//
//	[bmbp] J. Brevik, D. Nurmi, R. Wolski, Predicting bounds on queuing delay
//	       for batch-scheduled parallel machines, PPoPP 2006.
//	[downey] A. B. Downey, Using queue time predictions for processor
//	       allocation, UCB/CSD-97-929, 1997.
//	[oi]   M. Okabe, K. Ito, Color universal design, 2008,
//	       https://jfly.uni-koeln.de/color/
package figure
