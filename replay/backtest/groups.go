package backtest

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// GroupMeans returns the means of resamples of values in groups. A resample
// draws as many groups as there are, each with equal probability, and has all
// values of the groups drawn [Cameron08]. Calls with equally many
// groups draw the same ones.
func (b Bootstrap) GroupMeans(groups [][]float64) []float64 {
	sums := make([]float64, len(groups))
	for g, values := range groups {
		for _, x := range values {
			sums[g] += x
		}
	}
	rng := rand.New(rand.NewPCG(b.Seed, uint64(len(groups))))
	means := make([]float64, b.Resamples)
	for r := range means {
		total, count := 0.0, 0
		for range groups {
			g := rng.Uint64N(uint64(len(groups)))
			total, count = total+sums[g], count+len(groups[g])
		}
		means[r] = total / float64(count)
	}
	return means
}

// Exceeds returns the p-value of the hypothesis that the mean of values is 0,
// from the means of R resamples: the share (1 + n)/(1 + R), where n resamples
// differ from the mean by at least its distance from 0, up to rounding
// [Davison97, section 4.4].
func Exceeds(mean float64, resamples []float64) float64 {
	n := 0
	for _, x := range resamples {
		if math.Abs(x-mean) >= math.Abs(mean)-1e-12 {
			n++
		}
	}
	return float64(1+n) / float64(1+len(resamples))
}

// Holm adjusts p-values for the number of tests [Holm79]: the k-th smallest of
// m becomes the largest of min(1, (m-i+1) p(i)) over i = 1 ... k. R's p.adjust
// does the same.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted, least := make([]float64, len(p)), 0.0
	for k, i := range order {
		least = max(least, min(1, float64(len(p)-k)*p[i]))
		adjusted[i] = least
	}
	return adjusted
}
