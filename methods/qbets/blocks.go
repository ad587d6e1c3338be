package qbets

import "math"

// blocks is a search for the best partition into three bins, over the ends (i, j) of the first and
// the second, that leaves out what cannot be best. Cutting a bin never lowers the likelihood,
//
//	likelihood(i, j) <= likelihood(i, h) + likelihood(h, j)
//
// so that with the groups in blocks, e the start of the block after i's and h the start of j's, the
// likelihood of (i, j) is at most
//
//	lead(i) + likelihood(e, h) + reach(j),  lead(i) = first(i) + likelihood(i, e),  reach(j) = likelihood(h, j) + last(j)
//
// and, closer, first(i) + likelihood(i, h) + reach(j); if i and j are in one block it is at most
// that of one bin for each of its groups. With the highest lead and reach of each block that is a
// few logarithms where there would be one for every pair (i, j).
type blocks struct {
	*search
	cost    float64   // penalty of three bins
	size    int       // groups in a block
	reach   []float64 // by group
	leads   []float64 // highest, by block
	reaches []float64 // highest, by block
	inside  []float64 // the most that both ends can reach, by block
	floor   float64   // a BIC that the best one is not below
}

func newBlocks(s *search) *blocks {
	b := &blocks{search: s, cost: penalty(3, s.entries()), size: int(math.Sqrt(float64(s.count))) + 1, reach: make([]float64, s.count)}
	for start := 0; start < s.count; start += b.size {
		end := min(start+b.size, s.count)
		lead, reach, inside := math.Inf(-1), math.Inf(-1), s.first[start]+s.last[end]
		for i := start; i < end; i++ {
			lead = max(lead, s.first[i]+s.likelihood(i, end))
			b.reach[i] = s.likelihood(start, i) + s.last[i]
			reach = max(reach, b.reach[i])
			inside += s.likelihood(i, i+1)
		}
		b.leads, b.reaches = append(b.leads, lead), append(b.reaches, reach)
		b.inside = append(b.inside, inside)
	}
	b.floor = s.most
	for i := b.size; i < s.count; i += b.size {
		for j := i + b.size; j < s.count; j += b.size {
			if s.room(0, i) && s.room(i, j) && s.room(j, s.count) {
				b.floor = max(b.floor, b.bic(i, j))
			}
		}
	}
	return b
}

// bic is that of the partition itself.
func (b *blocks) bic(i, j int) float64 { return b.first[i] + b.likelihood(i, j) + b.last[j] - b.cost }

// three meets the pairs (i, j) in order.
func (b *blocks) three() {
	bounds := make([]float64, len(b.leads))
	for from := range b.leads {
		start, end := from*b.size, min((from+1)*b.size, b.count)
		bounds[from] = b.inside[from]
		for to := from + 1; to < len(bounds); to++ {
			bounds[to] = b.leads[from] + b.likelihood(end, to*b.size) + b.reaches[to]
		}
		for i := max(start, b.after(0)); i < end; i++ {
			b.row(i, b.after(i), bounds)
		}
	}
}

// row meets those with an i, from j on. bounds are those of i's block with itself and each later
// one.
func (b *blocks) row(i, j int, bounds []float64) {
	for to := j / b.size; j < b.count && b.room(j, b.count); to++ {
		b.floor = max(b.floor, b.most)
		limit := b.floor - 2*tolerance(b.floor) + b.cost
		end := min((to+1)*b.size, b.count)
		if bounds[to] >= limit {
			b.meetAll(i, j, end, limit)
		}
		j = end
	}
}

// meetAll meets the pairs from j to before end, which are in one block, where they can come up to
// the limit.
func (b *blocks) meetAll(i, j, end int, limit float64) {
	upTo := math.Inf(1)
	if start := j / b.size * b.size; start > i {
		upTo = b.first[i] + b.likelihood(i, start)
	}
	for ; j < end && b.room(j, b.count); j++ {
		if upTo+b.reach[j] >= limit {
			b.meet(i, j, b.bic(i, j))
		}
	}
}
