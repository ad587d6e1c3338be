// Package boost learns a quantile of a number as a function of features, by gradient boosted trees:
// what everybody reaches for where many numbers are to say something of one.
//
//	rows of features --Bin--> Matrix --Fit, with the numbers and a quantile--> Model --At(features)--> quantile
//
// A model begins with the quantile of all numbers. Each tree then splits the rows by which side of
// the model so far they lie on, and every leaf moves the model by a part, the rate, of the quantile
// of what it is off there. Sums of gradients are counts, so a model does not depend on the order of
// the rows nor on the machine.
//
//	[Friedman01] J. H. Friedman. Greedy function approximation: a gradient boosting machine. Annals of
//	             Statistics 29, 2001.
//	[Koenker78]  R. Koenker, G. Bassett. Regression quantiles. Econometrica 46, 1978.
package boost
