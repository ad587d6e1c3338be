// Package figure draws the plots of a run: one value per queue and method, with intervals ([Dots]:
// correctness, median ratio), shares by queue and processor range ([Heat]), bounds over time as in
// figures 1 and 2 of [bmbp] ([Bounds]), the share of waits covered as time goes on ([Coverage]),
// and actual against predicted waits as in figure 5 of [downey] ([Density]). For studies it draws
// any quantity against another, and distribution functions ([Curves]).
//
// It is the only package of the project that imports gonum.org/v1/plot. Each panel is a plot.Plot
// with plotters of that library; here are what the figures share: the page around the panels
// (title, legend below, notes), scales on which zero has a line of its own under a logarithmic one,
// marks of waits in units of time, time axes in the zone of a machine, colours and markers, and the
// CSV of what is shown. SVG files stay below 150 KB: lines and points are thinned to what the picture
// can show, and notes say so.
//
// Data flow: the caller fills in one of the types with plain numbers; the figure becomes a sheet
// (title, plots, legend, notes) whose height follows from its content; [Save] renders the sheet as
// SVG, PNG or PDF, or writes the numbers it shows as CSV, and puts the files in place under their
// final names only when they are whole. Equal input gives equal bytes, but for PDF, which
// carries the time at which it was made.
//
// No number is dropped silently. NaN means missing and is left blank (the caller says why in Note);
// zero on a logarithmic axis is drawn on a line labelled 0 at the bottom; what cannot be drawn at
// all (infinite, negative on a logarithmic axis) is counted in a note under the plot. Slices of a
// figure that do not fit together are a programmer's mistake, and panic.
//
//	d := &figure.Dots{
//		Title:      "SDSC-SP2: share of waits within the bound",
//		YLabel:     "correct (fraction)",
//		Categories: []string{"express", "high", "normal", "low"},
//		Series:     []string{"bmbp", "lognormal"},
//		Panels:     []figure.Panel{{Values: [][]float64{{.96, .95, .97, .96}, {.84, .96, .93, .96}}}},
//		Target:     0.95,
//	}
//	err := figure.Save(d, "results/figures/correct-by-queue", "svg", "csv")
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
